"""The head of the page: what was checked, with what, and what came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version

from geoeval.query.values import Derivation, Infeasible
from geoeval.reporting.audit.chapters import Chapter
from geoeval.reporting.audit.conventions import choices, meaning
from geoeval.reporting.audit.markup import Child, Html, element
from geoeval.reporting.safe import cut
from geoeval.reporting.summary import Summary
from geoeval.reporting.wording import count, say_model
from geoeval.verification.model import Report, Verdict

_ORDER: tuple[Verdict, ...] = (
    "contradicted",
    "ambiguous",
    "conditional",
    "undetermined",
    "supported",
)
_MEANINGS: dict[Verdict, str] = {
    "contradicted": "something else follows from the context",
    "ambiguous": "the key and another option both fit",
    "conditional": "the key follows only under another convention",
    "undetermined": "could not be checked; the reasons are below",
    "supported": "the key follows from the context",
}
_BAR_WIDTH = 1000.0


def common_folder(report: Report) -> str:
    """Return the folder of all files that were checked, with the slash behind it, if any.

    Examples
    --------
    >>> from geoeval.verification.model import Source
    >>> common_folder(Report(items=(), sources=(Source(path="a/b.json", records=1),)))
    'a/'
    """
    folders = {source.path.rpartition("/")[0] for source in report.sources}
    return f"{folders.pop()}/" if len(folders) == 1 and "" not in folders else ""


def draw_sources(report: Report, folder: str, date: str | None) -> Html:
    """Return what was checked: files with records and checksums, the version, the date."""
    files = [
        element(
            "div",
            element("dt", element("bdi", cut(source.path.removeprefix(folder), 200))),
            element(
                "dd",
                count(source.records, "record"),
                (" · SHA-256 ", element("code", source.sha256)) if source.sha256 else None,
            ),
        )
        for source in report.sources
    ]
    made = [_entry("geoeval", version("geoeval"))]
    if report.model is not None:
        made.append(_entry("understood by", say_model(report.model)))
    if date:
        made.append(_entry("date", date))
    return element("dl", files, made, class_="sources")


def _entry(name: str, text: str) -> Html:
    return element("div", element("dt", name), element("dd", text))


def draw_verdicts(summary: Summary) -> Html:
    """Return the verdicts as a bar and as a table with counts and shares."""
    total = max(summary.questions, 1)
    counts = {verdict: summary.verdicts[verdict] for verdict in _ORDER}
    rows: list[Child] = [
        element(
            "tr",
            element("th", element("span", verdict, class_=f"badge {verdict}"), scope="row"),
            element("td", number, class_="figure"),
            element("td", f"{number / total:.1%}", class_="figure"),
            element("td", _MEANINGS[verdict]),
        )
        for verdict, number in counts.items()
        if number or verdict != "conditional"
    ]
    if summary.unusable:
        rows.append(
            element(
                "tr",
                element("th", element("span", "unusable", class_="badge error"), scope="row"),
                element("td", summary.unusable, class_="figure"),
                element("td", f"{summary.unusable / total:.1%}", class_="figure"),
                element("td", "the record could not be read"),
            )
        )
    return element(
        "section",
        element("h2", "Verdicts"),
        element("p", _coverage(summary), class_="lead"),
        _bar(counts, total),
        element("table", element("tbody", rows), class_="verdicts"),
    )


def draw_contents(found: Sequence[Chapter]) -> Html | None:
    """Return the causes with their counts, each a link to its chapter."""
    if not found:
        return None
    most = max(chapter.records for chapter in found)
    rows = (
        element(
            "tr",
            element(
                "th", element("a", chapter.explanation.title, href=f"#{chapter.key}"), scope="row"
            ),
            element("td", chapter.records, class_="figure"),
            element("td", f"{chapter.share:.1%}", class_="figure"),
            element("td", _length(chapter.records / most, chapter.severity), class_="bar"),
        )
        for chapter in found
    )
    return element(
        "nav",
        element("h2", "Findings by cause"),
        element("table", element("tbody", rows), class_="contents"),
        aria_label="Findings by cause",
    )


def draw_conventions(report: Report) -> Html:
    """Return the conventions taken, with the number of answers to which each mattered."""
    mattered = Counter(
        name
        for item in report.items
        if isinstance(item.answer.outcome, Derivation | Infeasible)
        for name, _ in item.answer.outcome.conventions
    )
    rows = (
        element(
            "tr",
            element("th", element("code", f"{name} = {choice}"), scope="row"),
            element("td", meaning(name, choice)),
            element("td", mattered[name], class_="figure"),
        )
        for name, choice in choices(report.conventions)
    )
    head = element(
        "tr", (element("th", text, scope="col") for text in ("choice", "meaning", "mattered to"))
    )
    table = element("table", element("thead", head), element("tbody", rows), class_="choices")
    fixed = (
        "Distances are great-circle distances on a sphere of 6,371,008.8 m, within 0.6 % of the "
        "ellipsoid; directions are initial bearings. An option fits if the value lies within its "
        "own rounding. Travel times, routes and hours are taken from the context, never from "
        "elsewhere."
    )
    return element(
        "section",
        element("h2", "Conventions", id="conventions"),
        element(
            "p",
            "Questions leave things unsaid. These choices were made once, for all of them, and "
            "before any label was looked at; other choices were tried only to explain a label.",
        ),
        element("div", table, class_="scroll", tabindex=0, role="region", aria_label="Conventions"),
        element("p", fixed),
    )


def _coverage(summary: Summary) -> str:
    """Return how much was checked, in words."""
    return (
        f"{summary.checked} of {count(summary.questions, 'question')} "
        f"({summary.coverage:.1%}) could be checked."
    )


def _bar(counts: dict[Verdict, int], total: int) -> Html:
    """Return the verdicts as parts of one bar."""
    said = ", ".join(f"{number} {verdict}" for verdict, number in counts.items())
    return element(
        "svg",
        element("title", said),
        _parts(counts, total),
        class_="share",
        viewBox=f"0 0 {_BAR_WIDTH:g} 20",
        preserveAspectRatio="none",
        role="img",
    )


def _parts(counts: dict[Verdict, int], total: int) -> Iterator[Html]:
    left = 0.0
    for verdict, number in counts.items():
        width = _BAR_WIDTH * number / total
        if number:
            yield element("rect", class_=verdict, x=left, y=0, width=width, height=20)
        left += width


def _length(share: float, severity: str) -> Html:
    """Return a bar of a length."""
    bar = element("rect", class_=severity, x=0, y=0, width=max(100 * share, 1.0), height=10)
    return element("svg", bar, viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden="true")

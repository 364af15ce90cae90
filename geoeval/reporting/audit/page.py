"""The page as a whole: one document that needs nothing but itself."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from importlib.resources import files

from geoeval.reporting.audit.chapters import Chapter, chapters
from geoeval.reporting.audit.finding import draw_finding
from geoeval.reporting.audit.markup import Child, Html, element
from geoeval.reporting.audit.summary import (
    common_folder,
    draw_contents,
    draw_conventions,
    draw_sources,
    draw_verdicts,
)
from geoeval.reporting.audit.tables import all_findings_table, supported_table, undetermined_tables
from geoeval.reporting.order import Shown
from geoeval.reporting.summary import Summary, summarise
from geoeval.reporting.view import View
from geoeval.reporting.wording import count, say_accepted, say_stale
from geoeval.verification.model import Report

_TITLE = "Audit of map-question labels"
_NO_FINDINGS = "Nothing was found to be wrong."


def draw_page(report: Report, view: View) -> Html:
    """Return the audit of a run as an HTML document.

    Parameters
    ----------
    report
        The outcome of the run.
    view
        Its title and date, if any, are shown.

    Returns
    -------
    Html
        The same bytes for the same report and view. It loads nothing, and its policy forbids
        it to; it can be read without its script.
    """
    style, script = (
        files(__package__).joinpath(name).read_text(encoding="utf-8").strip()
        for name in ("page.css", "page.js")
    )
    title = view.title or _TITLE
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("link", rel="icon", href="data:,"),
        element("title", title),
        element("style", Html(style)),
    )
    body = element("body", _body(report, view, title), element("script", Html(script)))
    return Html(f"<!doctype html>\n{element('html', head, body, lang='en')}")


def _digest(text: str) -> str:
    """Return what a content security policy knows an inline text by."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _body(report: Report, view: View, title: str) -> Iterator[Child]:
    """Yield the parts of the page."""
    found = chapters(report)
    summary = summarise(report)
    yield element("a", "Skip to the findings", href="#findings", class_="skip")
    folder = common_folder(report)
    sources = draw_sources(report, folder, view.date)
    yield element("header", element("h1", title), sources, class_="top")
    failed = [element("p", reason, class_="failed") for reason in view.failed]
    known = [element("p", f"baseline: {text}") for text in _baseline(report, summary)]
    unchecked = list(undetermined_tables(report))
    clean = None if report.checked_nothing else element("p", _NO_FINDINGS)
    yield element(
        "main",
        failed,
        known,
        draw_verdicts(summary),
        draw_contents(found),
        _controls(found) if found else None,
        element(
            "div",
            _chapters(found, folder) if found else clean,
            id="findings",
        ),
        _section("Not checked", "unchecked", unchecked) if unchecked else None,
        _section("Supported", "supported", [supported_table(report)]),
        draw_conventions(report),
    )


def _baseline(report: Report, summary: Summary) -> Iterator[str]:
    """Yield how many findings a baseline accepts, and what it accepts in vain."""
    if summary.accepted:
        yield say_accepted(summary)
    yield from map(say_stale, report.stale)


def _section(title: str, name: str, children: Sequence[Html | None]) -> Html | None:
    """Return a section of tables, if there is any."""
    shown = [child for child in children if child is not None]
    return element("section", element("h2", title, id=name), shown) if shown else None


def _chapters(found: tuple[Chapter, ...], folder: str) -> Iterator[Html]:
    """Yield the chapters; each finding has a name that no other has."""
    used: dict[str, int] = {}
    for chapter in found:
        anchors = {n: _anchor(shown, used) for n, shown in enumerate(chapter.full)}
        yield _chapter(chapter, anchors, folder)


def _anchor(shown: Shown, used: dict[str, int]) -> str:
    """Return the permanent name of a finding."""
    name = f"f-{shown.finding.fingerprint}"
    used[name] = used.get(name, 0) + 1
    return name if used[name] == 1 else f"{name}-{used[name]}"


def _chapter(chapter: Chapter, anchors: dict[int, str], folder: str) -> Html:
    """Return a chapter: what the cause means, some findings in full, all of them in a table."""
    told = chapter.explanation
    more = len(chapter.findings) - len(chapter.full)
    size = f"{count(chapter.records, 'record')} ({chapter.share:.1%} of all)"
    table: Child = None
    if more > 0:
        size += f"; {len(chapter.full)} of {len(chapter.findings)} findings are shown in full"
        summary = element("summary", f"All {len(chapter.findings)} findings")
        table = element("details", summary, all_findings_table(chapter, anchors))
    return element(
        "section",
        element("h2", told.title),
        element("p", size, class_="size"),
        element("p", told.text),
        (element("p", element("b", "What to do: "), fix) for fix in _fixes(chapter)),
        table,
        (draw_finding(shown, anchors[n], folder) for n, shown in enumerate(chapter.full)),
        id=chapter.key,
        class_="chapter",
    )


def _fixes(chapter: Chapter) -> list[str]:
    """Return what is to be done about the findings of a chapter, each thing once."""
    fixes = (shown.finding.help for shown in chapter.findings)
    return list(dict.fromkeys(fix for fix in fixes if fix))


def _controls(found: tuple[Chapter, ...]) -> Html:
    """Return what narrows the findings; the script shows it."""
    shown = [one for chapter in found for one in chapter.findings]
    codes = sorted({finding.code for finding, _ in shown})
    verdicts = sorted({item.verdict for _, item in shown if item is not None})
    return element(
        "form",
        _choice("cause", [(chapter.key, chapter.explanation.title) for chapter in found]),
        _choice("rule", [(code, code) for code in codes]),
        _choice("verdict", [(verdict, verdict) for verdict in verdicts]),
        element("label", "Search ", element("input", type="search", name="text")),
        element("output", aria_live="polite"),
        id="filter",
        role="search",
        hidden=True,
    )


def _choice(name: str, options: list[tuple[str, str]]) -> Html:
    """Return a list to choose one of."""
    entries = [element("option", text, value=value) for value, text in (("", "all"), *options)]
    return element("label", name.capitalize(), " ", element("select", entries, name=name))

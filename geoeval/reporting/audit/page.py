"""Render an audit as a self-contained HTML page or as a Markdown document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import NamedTuple

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.great_circle import destination
from geoeval.drawing.picture import PALETTE, style_rules
from geoeval.query import values
from geoeval.reporting import wording
from geoeval.reporting.audit.chapters import Chapter, build_chapters
from geoeval.reporting.audit.markup import (
    as_markup,
    draw_macro,
    load_asset,
    load_template,
    policy_of,
)
from geoeval.reporting.audit.meanings import describe_choice, list_choices
from geoeval.reporting.audit.pictures import draw_day, draw_map
from geoeval.reporting.reasons import Obstacle, obstacle_of
from geoeval.reporting.reports.findings import UNKNOWN_CAUSES, Shown
from geoeval.reporting.shapes import conventions_of
from geoeval.reporting.summary import reason_of, summarise_report
from geoeval.reporting.view import View
from geoeval.verification.describe import describe_value
from geoeval.verification.evidence import evidence_of_cause
from geoeval.verification.labels.readings import read_bearings
from geoeval.verification.model import Finding, Item, Report, Verdict

_LABEL_CODES = ("GEO3", "GEO4", "GEO5", "GEO6", "GEO7")
_STATED_BY_MESSAGE = ("other_option_fits", "value_differs")


class _Day(NamedTuple):
    """A day with its picture, and which of "label" and "computed" it belongs to."""

    plan: values.DayPlan
    marks: list[str]
    picture: str


class _Proof(NamedTuple):
    """The proof of a finding about a label: the cause of a wrong label, and the computed answer."""

    slip: Sequence[str]
    computed: str | None
    map: str | None = None
    days: Sequence[_Day] = ()
    other_days: Sequence[_Day] = ()
    steps: Sequence[str] = ()
    conventions: Sequence[tuple[str, str]] = ()


def draw_finding(shown: Shown, anchor: str, folder: str = "") -> str:
    """Return a finding as an article, with a derivation if it is about a label.

    ``anchor`` is its permanent id on the page, and ``folder`` the start of its path to omit.
    """
    finding, item = shown
    judged = item if finding.code.startswith(_LABEL_CODES) else None
    known = finding.cause is not None and finding.cause not in UNKNOWN_CAUSES
    return draw_macro(
        "finding.html",
        "finding",
        finding=finding,
        item=item,
        anchor=anchor,
        place=str(finding.span).removeprefix(folder),
        badge=finding.severity if judged is None else judged.verdict,
        cause=finding.cause if known else None,
        field=wording.describe_field(finding),
        proof=None if judged is None else _build_proof(finding, judged),
    )


def _build_proof(finding: Finding, item: Item) -> _Proof:
    value, outcome = item.answer.value, item.answer.outcome
    computed = None if value is None else describe_value(value)
    is_in_message = computed is not None and computed in finding.message
    slip = evidence_of_cause(finding, item.answer)
    proof = _Proof(
        slip=[] if finding.cause in _STATED_BY_MESSAGE else slip,
        computed=None if is_in_message else computed,
    )
    if not isinstance(outcome, values.Derivation | values.Infeasible):
        return proof
    days, other_days = _split_days(outcome.illustration.days, item)
    return proof._replace(
        map=_draw_proof_map(outcome.illustration, item),
        days=days,
        other_days=other_days,
        steps=outcome.steps,
        conventions=[
            (f"{name} = {how}", describe_choice(name, how)) for name, how in outcome.conventions
        ],
    )


def _draw_proof_map(illustration: values.Illustration, item: Item) -> str | None:
    value = item.answer.value
    lines = illustration.stretches
    if isinstance(value, values.Names):
        return draw_map(
            illustration, value.names[: value.tied], _find_keyed_place(illustration, item)
        )
    if lines and (isinstance(value, values.Bearing) or _has_bearing(value)):
        return draw_map(illustration, [lines[0].end.name], _keyed_line(lines[0], item))
    return draw_map(illustration)


def _has_bearing(value: object) -> bool:
    return isinstance(value, values.Compound) and any(
        isinstance(one, values.Bearing) for one in value.parts
    )


def _find_keyed_place(illustration: values.Illustration, item: Item) -> values.Spot | None:
    """Return the place that the label names, with its name on the map."""
    if item.keyed is None:
        return None
    location = item.keyed.location
    drawn = (*illustration.spots, *(line.end for line in illustration.stretches))
    return next((spot for spot in drawn if spot.location == location), item.keyed)


def _keyed_line(line: values.Stretch, item: Item) -> values.Stretch | None:
    text = item.key
    options = item.options or (text or "",)
    degrees = read_bearings(options).get(item.label or 0)
    if text is None or degrees is None:
        return None
    start = line.start.location
    end = destination(start, degrees, haversine(start, line.end.location))
    return values.Stretch(start=line.start, end=values.Spot(name=text, location=end), text=text)


def _split_days(days: Iterable[values.DayPlan], item: Item) -> tuple[list[_Day], list[_Day]]:
    first = [day for day in days if not day.title or _day_marks(day, item)]
    others = [day for day in days if day not in first]
    shown, rest = (first, others) if first else (others[:1], others[1:])
    return [_draw_one_day(day, item, shown) for day in shown], [
        _draw_one_day(day, item, rest) for day in rest
    ]


def _draw_one_day(day: values.DayPlan, item: Item, others: list[values.DayPlan]) -> _Day:
    return _Day(day, _day_marks(day, item), draw_day(day, others))


def _day_marks(day: values.DayPlan, item: Item) -> list[str]:
    """Return whether a day is the "label", the "computed" option, both or neither."""
    roles = {"label": item.label, "computed": item.answer.answer}
    return [
        word
        for word, index in roles.items()
        if day.title and index is not None and index >= 0 and item.options[index] == day.title
    ]


_TITLE = "Audit of map-question labels"
_VERDICTS: dict[Verdict, str] = {
    "contradicted": "something else follows from the context",
    "ambiguous": "the label and another option both fit",
    "conditional": "the label follows only under another convention",
    "undetermined": "could not be checked; the reasons are below",
    "supported": "the label follows from the context",
}


def draw_page(report: Report, view: View) -> str:
    """Return the audit of a run as an HTML document, identical for identical reports.

    The page loads nothing, which its policy forbids, and is readable without its script.
    """
    style, script = page_style(), load_asset("page.js")
    chapters = build_chapters(report)
    anchors = _finding_anchors(chapters)
    folder = _common_folder(report)
    page = load_template("page.html").render(
        **_template_variables(report, view),
        style=as_markup(style),
        script=as_markup(script),
        policy=policy_of(style, script),
        folder=folder,
        verdicts=_VERDICTS,
        chapters=chapters,
        anchors=anchors,
        full={
            anchor: draw_finding(shown, anchor, folder)
            for chapter in chapters
            for shown, anchor in zip(chapter.full, anchors[chapter.key], strict=True)
        },
        narrowing=_filter_choices(chapters),
        mattered=Counter(
            name for item in report.items for name in conventions_of(item.answer.outcome)
        ),
    )
    return page.strip()


def _filter_choices(chapters: Sequence[Chapter]) -> dict[str, dict[str, str]]:
    """Return the filters of the page, each with its values and their display texts."""
    shown = [one for chapter in chapters for one in chapter.findings]
    codes = sorted({finding.code for finding, _ in shown})
    verdicts = sorted({item.verdict for _, item in shown if item})
    return {
        "cause": {one.key: one.explanation.title for one in chapters if one.kind != "rule"},
        "rule": dict(zip(codes, codes, strict=True)),
        "verdict": dict(zip(verdicts, verdicts, strict=True)),
    }


def write_document(report: Report, view: View) -> str:
    """Return the audit of a run as a Markdown document."""
    text = load_template("document.md").render(
        **_template_variables(report, view), chapters=build_chapters(report)
    )
    return text.strip()


def page_style() -> str:
    """Return the style sheet of a page and of its pictures."""
    return load_asset("page.css") + style_rules(lambda name: f"var(--{name}, {PALETTE[name]})")


def _common_folder(report: Report) -> str:
    """Return the common folder of all checked files with a slash at the end, or ""."""
    folders = {source.path.rpartition("/")[0] for source in report.sources}
    return f"{folders.pop()}/" if len(folders) == 1 and "" not in folders else ""


def _template_variables(report: Report, view: View) -> dict[str, object]:
    summary = summarise_report(report)
    return {
        "title": view.title or _TITLE,
        "date": view.date,
        "failed": view.failed,
        "report": report,
        "version": version("geoeval"),
        "summary": summary,
        "in_words": wording.format_summary(summary),
        "model": None if report.model is None else wording.format_model_usage(report.model),
        "accepted": wording.format_accepted(summary) if summary.accepted else None,
        "stale": [wording.describe_stale(one) for one in report.stale],
        "supported": [item for item in report.items if item.verdict == "supported"],
        "unchecked": _unchecked_by_obstacle(report),
        "choices": list_choices(report.conventions),
        "meaning": describe_choice,
    }


def _unchecked_by_obstacle(report: Report) -> dict[Obstacle, list[Item]]:
    """Return the questions that could not be checked by obstacle, most frequent ones first."""
    by_words: dict[str, tuple[Obstacle, list[Item]]] = {}
    for item in report.items:
        if item.verdict == "undetermined":
            obstacle = obstacle_of(item.reason or reason_of(item.answer))
            by_words.setdefault(obstacle.words, (obstacle, []))[1].append(item)
    return dict(sorted(by_words.values(), key=lambda pair: (-len(pair[1]), pair[0].words)))


def _finding_anchors(chapters: tuple[Chapter, ...]) -> dict[str, list[str]]:
    """Return the permanent ids of the findings shown in full, by chapter."""
    used: Counter[str] = Counter()

    def anchor(finding: Finding) -> str:
        name = f"f-{finding.fingerprint}"
        used[name] += 1
        return name if used[name] == 1 else f"{name}-{used[name]}"

    return {chapter.key: [anchor(one.finding) for one in chapter.full] for chapter in chapters}

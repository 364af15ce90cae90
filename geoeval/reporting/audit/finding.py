"""One finding in full: question, options, what follows, step by step, pictures, conventions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.great_circle import destination
from geoeval.query.values import (
    Bearing,
    Compound,
    DayPlan,
    Derivation,
    Illustration,
    Infeasible,
    Names,
    Spot,
    Stretch,
)
from geoeval.reporting.audit.map import draw_map
from geoeval.reporting.audit.markup import draw
from geoeval.reporting.audit.meanings import meaning
from geoeval.reporting.audit.timeline import draw_day
from geoeval.reporting.reports.findings import UNKNOWN_CAUSES, Shown
from geoeval.verification.findings import evidence_of
from geoeval.verification.fits import read_compass
from geoeval.verification.model import Finding, Item, describe

_OF_LABELS = ("GEO3", "GEO4", "GEO5", "GEO6", "GEO7")
_SAID_BY_MESSAGE = ("other_option_fits", "value_differs")


class _Day(NamedTuple):
    """A day with its picture, and which of "key" and "computed" it is."""

    plan: DayPlan
    marks: list[str]
    picture: str


class _Proof(NamedTuple):
    """What supports a finding about a label: the cause of a wrong key, and what was computed."""

    slip: Sequence[str]
    computed: str | None
    map: str | None = None
    days: Sequence[_Day] = ()
    other_days: Sequence[_Day] = ()
    steps: Sequence[str] = ()
    conventions: Sequence[tuple[str, str]] = ()


def draw_finding(shown: Shown, anchor: str, folder: str = "") -> str:
    """Return a finding as an article; only one that is about a label shows a derivation.

    ``anchor`` is its permanent name on the page, ``folder`` the beginning of its path that is not
    shown.
    """
    finding, item = shown
    judged = item if finding.code.startswith(_OF_LABELS) else None
    known = finding.cause is not None and finding.cause not in UNKNOWN_CAUSES
    return draw(
        "finding.html",
        "finding",
        finding=finding,
        item=item,
        anchor=anchor,
        place=str(finding.span).removeprefix(folder),
        badge=finding.severity if judged is None else judged.verdict,
        cause=finding.cause if known else None,
        proof=None if judged is None else _proof(finding, judged),
    )


def _proof(finding: Finding, item: Item) -> _Proof:
    """Return what supports a finding about a label."""
    value, outcome = item.answer.value, item.answer.outcome
    computed = None if value is None else describe(value)
    said = computed is not None and computed in finding.message
    derived = evidence_of(item.answer)
    slip = [line for line in finding.evidence if line not in derived]
    proof = _Proof(
        slip=[] if finding.cause in _SAID_BY_MESSAGE else slip, computed=None if said else computed
    )
    if not isinstance(outcome, Derivation | Infeasible):
        return proof
    days, other_days = _days(outcome.illustration.days, item)
    return proof._replace(
        map=_map(outcome.illustration, item),
        days=days,
        other_days=other_days,
        steps=outcome.steps,
        conventions=[(f"{name} = {how}", meaning(name, how)) for name, how in outcome.conventions],
    )


def _map(illustration: Illustration, item: Item) -> str | None:
    """Return the map, with the key beside what was computed."""
    value = item.answer.value
    lines = illustration.stretches
    if isinstance(value, Names):
        return draw_map(illustration, value.names[: value.tied], _keyed_place(illustration, item))
    if lines and (isinstance(value, Bearing) or _with_bearing(value)):
        return draw_map(illustration, [lines[0].end.name], _keyed_line(lines[0], item))
    return draw_map(illustration)


def _with_bearing(value: object) -> bool:
    """Return whether a direction is part of a value."""
    return isinstance(value, Compound) and any(isinstance(one, Bearing) for one in value.parts)


def _keyed_place(illustration: Illustration, item: Item) -> Spot | None:
    """Return the place that the key names, by the name that the map has for it."""
    if item.keyed is None:
        return None
    at = item.keyed.location
    drawn = (*illustration.spots, *(line.end for line in illustration.stretches))
    return next((spot for spot in drawn if spot.location == at), item.keyed)


def _keyed_line(line: Stretch, item: Item) -> Stretch | None:
    """Return the direction that the key names, as long as the line that was measured."""
    text = item.key
    degrees = None if text is None else read_compass(text)
    if text is None or degrees is None:
        return None
    start = line.start.location
    end = destination(start, degrees, haversine(start, line.end.location))
    return Stretch(start=line.start, end=Spot(name=text, location=end), text=text)


def _days(days: Iterable[DayPlan], item: Item) -> tuple[list[_Day], list[_Day]]:
    """Return the days to show, those of the key and the answer, and the others."""
    first = [day for day in days if not day.title or _marks(day, item)]
    others = [day for day in days if day not in first]
    shown, rest = (first, others) if first else (others[:1], others[1:])
    return [_day(day, item, shown) for day in shown], [_day(day, item, rest) for day in rest]


def _day(day: DayPlan, item: Item, beside: list[DayPlan]) -> _Day:
    return _Day(day, _marks(day, item), draw_day(day, beside))


def _marks(day: DayPlan, item: Item) -> list[str]:
    """Return which options a day is: "key", "computed", both or neither."""
    said = {"key": item.label, "computed": item.answer.answer}
    return [
        word
        for word, index in said.items()
        if day.title and index is not None and index >= 0 and item.options[index] == day.title
    ]

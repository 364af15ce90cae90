"""Find how a wrong label came about, if arithmetic can show it; one function per cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from geoeval.calculators.sphere.surfaces import web_mercator_distance
from geoeval.calculators.units import METRES_PER_MILE
from geoeval.query import algebra
from geoeval.query.filter_kinds import CompareFilter, HoursFilter
from geoeval.query.inspect import figures_of, parts_of, substitute_model
from geoeval.query.parts import Comparator, Model
from geoeval.query.values import Compound, Infeasible, Names, Quantity, Unit
from geoeval.query.values import Value as Result
from geoeval.verification.contexts import with_locations
from geoeval.verification.describe import describe_value
from geoeval.verification.judging.case import Case
from geoeval.verification.model import Cause
from geoeval.verification.weighing import NO_OPTION_FITS
from geoeval.world.model import LatLon, Place, World

_OPPOSITE: dict[Comparator, Comparator] = {">=": "<=", ">": "<", "<=": ">=", "<": ">"}
# The extremes that can be mistaken for each other, by the figure that a question compares.
_ENDS = {
    "distance": ("nearest", "farthest"),
    "travel": ("shortest", "longest"),
    "fact": ("lowest", "highest"),
    "hours": ("least", "most"),
    "route": ("least", "most"),
    "toward": ("least far", "farthest"),
}
_FACTORS: dict[Unit, tuple[tuple[float, str], ...]] = {
    "m": (
        (1000 / METRES_PER_MILE, "miles are given as kilometres"),
        (METRES_PER_MILE / 1000, "kilometres are given as miles"),
        (0.001, "kilometres are given as metres"),
        (1000.0, "metres are given as kilometres"),
    ),
    "s": (
        (1 / 60, "hours are given as minutes"),
        (60.0, "minutes are given as hours"),
    ),
}
_MIN_OPTIONS = 3  # with two options, the opposite always leads to the other


def diagnose_label(case: Case) -> tuple[Cause, str]:
    """Return the cause of a contradicted label, and the arithmetic that shows it."""
    for cause, find_evidence in CAUSES:
        if (evidence := find_evidence(case)) is not None:
            return cause, evidence
    if case.answer.reason == NO_OPTION_FITS:
        return "no_option_fits", case.answer.detail
    if case.record.expected is not None:
        return "value_differs", f"the computed answer is {_describe_or_none(case.value)}"
    return "other_option_fits", f"the computed answer is {_describe_or_none(case.value)}"


def _describe_or_none(value: Result | None) -> str:
    return "none" if value is None else describe_value(value)


def _ignores_closing_time(case: Case) -> str | None:
    if case.conventions.opening_hours == "ignore":
        return None
    value = case.solved(conventions=replace(case.conventions, opening_hours="ignore"))
    newly_possible = case.label_rank(value) is not None and case.label_rank(case.value) is None
    if not case.follows(value) and not newly_possible:
        return None
    outcome = case.answer.outcome
    broken = (
        outcome.first_broken if isinstance(outcome, Infeasible) else _describe_or_none(case.value)
    )
    return f"the label is possible only without opening hours; with them: {broken}"


def _reverses_bearing(case: Case) -> str | None:
    for figure in figures_of(case.query):
        if isinstance(figure, algebra.DirectionOf):
            back = algebra.DirectionOf(place=figure.seen_from, seen_from=figure.place)
            value = case.solved(query=substitute_model(case.query, figure, back))
            if case.follows(value):
                reverse, asked = map(_describe_or_none, (value, case.value))
                return f"the direction back is {reverse}; the question asks for {asked}"
    return None


def _uses_web_mercator(case: Case) -> str | None:
    plane = _planar_length(case.query, case.world)
    if plane is None:
        return None
    for true, value in _replace_distance(case.value, plane):
        if true and case.follows(value):
            longer = 100 * (plane / true - 1)
            return (
                f"on the Web Mercator plane it is {plane / 1000:.3f} km, {longer:.0f}% more than "
                f"the true {true / 1000:.3f} km"
            )
    return None


def _planar_length(query: algebra.Query, world: World) -> float | None:
    """Return the distance in question, or the difference of two, on the Web Mercator plane."""
    match query, [_planar_figure(each, world) for each in figures_of(query)]:
        case algebra.Value(), [float(plane)] | [None, float(plane)] | [float(plane), None]:
            return plane
        case algebra.Difference(), [float(first), float(second)]:
            return abs(first - second)
        case _:
            return None


def _planar_figure(figure: algebra.AnyFigure, world: World) -> float | None:
    match figure:
        case algebra.Distance(origin=str(origin), destination=str(destination)):
            first, second = (world.atlas.resolve(name) for name in (origin, destination))
            assert isinstance(first, Place)
            assert isinstance(second, Place)
            assert first.location is not None
            assert second.location is not None
            return web_mercator_distance(first.location, second.location)
        case _:
            return None


def _replace_distance(value: Result | None, amount: float) -> Iterator[tuple[float, Result]]:
    if isinstance(value, Quantity) and value.unit == "m":
        yield value.amount, replace(value, amount=amount, tolerance=0.0)
    if isinstance(value, Compound):
        for index, part in enumerate(value.parts):
            if isinstance(part, Quantity) and part.unit == "m":
                other = replace(part, amount=amount, tolerance=0.0)
                parts = (*value.parts[:index], other, *value.parts[index + 1 :])
                yield part.amount, replace(value, parts=parts)


def _swaps_coordinates(case: Case) -> str | None:
    # A name among a few is easily hit by chance, unlike a figure or a bearing.
    if isinstance(case.value, Names):
        return None
    if not any(place.location for place in case.world.atlas.places):
        return None
    value = case.solved(world=with_locations(case.world, _swap_coordinates))
    if value == case.value or not case.follows(value):
        return None
    return (
        f"with latitude and longitude swapped, the answer is {_describe_or_none(value)}, "
        f"not {_describe_or_none(case.value)}"
    )


def _swap_coordinates(location: LatLon) -> LatLon | None:
    latitude, longitude = location
    return (longitude, latitude) if abs(longitude) <= 90 else None


def _confuses_units(case: Case) -> str | None:
    amount, unit = _find_measure(case.value)
    if unit is None:
        return None
    for factor, words in _FACTORS[unit]:
        if case.follows(_scale_value(case.value, factor)):
            wrong = describe_value(Quantity(amount=amount * factor, unit=unit))
            return f"{words}: {describe_value(Quantity(amount=amount, unit=unit))} becomes {wrong}"
    return None


def _find_measure(value: Result | None) -> tuple[float, Unit | None]:
    parts = value.parts if isinstance(value, Compound) else (value,)
    for part in parts:
        if isinstance(part, Quantity):
            return part.amount, part.unit if part.unit in _FACTORS else None
    return 0.0, None


def _scale_value(value: Result | None, factor: float) -> Result | None:
    """Return a value with its lengths and durations multiplied."""
    if isinstance(value, Compound):
        parts = tuple(
            replace(part, amount=part.amount * factor) if isinstance(part, Quantity) else part
            for part in value.parts
        )
        return replace(value, parts=parts)
    return replace(value, amount=value.amount * factor) if isinstance(value, Quantity) else None


def _miscounts_by_one(case: Case) -> str | None:
    value = case.value
    if not isinstance(value, Quantity) or value.unit != "count":
        return None
    for step, word in ((-1, "one short of"), (1, "one more than")):
        if case.follows(replace(value, amount=value.amount + step)):
            return f"the label {value.amount + step:g} is {word} the right count {value.amount:g}"
    return None


def _inverts_comparison(case: Case) -> str | None:
    if case.choices < _MIN_OPTIONS:
        return None
    for query, words in _invert_comparisons(case.query):
        value = case.solved(query=query)
        if value != case.value and case.follows(value):
            return f"with {words}, the answer is {_describe_or_none(value)}"
    return None


def _invert_comparisons(query: algebra.Query) -> Iterator[tuple[algebra.Query, str]]:
    """Yield the query with one comparison inverted, and that comparison in words."""
    for part in parts_of(query):
        inverted: Model
        if isinstance(part, algebra.Best) and (ends := _ENDS.get(part.figure.kind)) is not None:
            inverted = part.model_copy(update={"most": not part.most})
            words = f"the {ends[not part.most]} instead of the {ends[part.most]}"
        elif isinstance(part, CompareFilter | HoursFilter) and part.comparator in _OPPOSITE:
            inverted = part.model_copy(update={"comparator": _OPPOSITE[part.comparator]})
            words = f'"{_OPPOSITE[part.comparator]}" instead of "{part.comparator}"'
        else:
            continue
        yield substitute_model(query, part, inverted), words


def _is_farther_place(case: Case) -> str | None:
    """Return evidence that the label names a candidate that is not the nearest."""
    match case.query:
        case algebra.Best(
            among=algebra.Places(), figure=algebra.Distance() | algebra.Travel(), most=False
        ):
            value = case.value
        case _:
            return None
    rank = case.label_rank(value)
    if rank is None or not isinstance(value, Names):
        return None
    wanted = value.rank if value.reading == "nth" else 1
    return (
        f"the labelled place is number {rank + 1} by distance; "
        f"the question asks for number {wanted}"
    )


CAUSES: tuple[tuple[Cause, Callable[[Case], str | None]], ...] = (
    ("closing_time_ignored", _ignores_closing_time),
    ("reversed_bearing", _reverses_bearing),
    ("web_mercator_distance", _uses_web_mercator),
    ("unit_confusion", _confuses_units),
    ("swapped_coordinates", _swaps_coordinates),
    ("off_by_one_count", _miscounts_by_one),
    ("inverted_comparison", _inverts_comparison),
    ("not_the_nearest", _is_farther_place),
)
"""The causes that arithmetic can show, the most specific first."""

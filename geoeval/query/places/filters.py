"""Evaluate filters on the places of a world, and record the facts that decide them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, get_args

from geoeval.calculators.filters.truth import (
    COMPARE,
    Truth,
    any_truth,
    evaluate_filter,
    negate_truth,
    on_each_day,
)
from geoeval.calculators.units import format_distance
from geoeval.errors import quote
from geoeval.query.filter_kinds import (
    AddressFilter,
    AnyFilter,
    AreaFilter,
    CompareFilter,
    DirectionFilter,
    FeatureFilter,
    FigureFilter,
    Filter,
    HoursFilter,
    NotFilter,
    OpenFilter,
    PlainFilter,
    plain_filters,
)
from geoeval.query.parts import DAYS, Day
from geoeval.query.places.areas import compare_readings, doubt_of, find_other, relate_places
from geoeval.query.places.figures import (
    draw_openings,
    known_number,
    number_or_none,
    unknown_figure,
    use_hours,
)
from geoeval.query.routes.travel import travel_figure
from geoeval.query.trace import (
    Blocked,
    Trace,
    check_complete,
    join_names,
    missing_fact,
    under_specified,
)
from geoeval.world.model import LatLon, Place
from geoeval.world.place_facts import MEASURES


def keep_passing(
    places: list[Place], wanted: Filter, trace: Trace, anchor: Place | None = None
) -> list[Place]:
    """Return the places known to pass a filter, and record the result.

    A step gives the number of places for which the result is unknown.
    """
    candidates, doubts = filter_places(places, wanted, trace, anchor)
    return [place for place in candidates if place.id not in doubts]


def filter_places(
    places: list[Place],
    wanted: Filter,
    trace: Trace,
    anchor: Place | None = None,
    order: Sequence[Place] = (),
) -> tuple[list[Place], dict[str, Blocked]]:
    """Return the places that pass a filter, or may pass it as far as is known.

    The second value maps the id of each place that may pass to the reason why that is unknown:
    missing coordinates, or outlines that are missing or too close to call.
    ``order`` is the only list of places if it is sorted by distance from the anchor, else empty.
    """
    truths = _evaluate_filter(places, wanted, trace, anchor, order)
    candidates: list[Place] = []
    doubts: dict[str, Blocked] = {}
    for place, truth in zip(places, truths, strict=True):
        doubt = _find_doubt(place, wanted, trace, anchor) if truth is None else None
        if doubt is not None:
            doubts[place.id] = doubt
        if truth or doubt is not None:
            candidates.append(place)
    if places and all(truth is None for truth in truths):
        raise next(iter(doubts.values()), _report_missing_fact(wanted))
    return candidates, doubts


def _find_doubt(place: Place, wanted: Filter, trace: Trace, anchor: Place | None) -> Blocked | None:
    """Return why coordinates or outlines leave a filter undecided, if they do."""
    for leaf in plain_filters(wanted):
        match leaf:
            case AreaFilter():
                if (doubt := doubt_of(place, leaf, trace)) is not None:
                    return doubt
            case FigureFilter(figure="distance") | DirectionFilter():
                start = needed_anchor(trace.place(leaf.seen_from) if leaf.seen_from else anchor)
                for each in (start, place):
                    if each.location is None:
                        return no_coordinates(each)
    return None


def no_coordinates(place: Place) -> Blocked:
    """Return the exception for unknown coordinates of a place."""
    return missing_fact(
        reason="no_coordinates", fact=f"coordinates of {place.name}", value=place.name
    )


def _evaluate_filter(
    places: list[Place],
    wanted: Filter,
    trace: Trace,
    anchor: Place | None,
    order: Sequence[Place],
) -> list[Truth]:
    if isinstance(wanted, AnyFilter):
        parts = [_evaluate_filter(places, each, trace, anchor, order) for each in wanted.of]
        return list(map(any_truth, zip(*parts, strict=True)))
    negated = isinstance(wanted, NotFilter)
    leaf = wanted.of if isinstance(wanted, NotFilter) else wanted
    truths = evaluate_plain(places, leaf, trace, anchor, order)
    if isinstance(leaf, FeatureFilter) and (negated or True not in truths):
        truths = [truth or resolve_missing_flag(leaf, trace) for truth in truths]
    if negated:
        truths = list(map(negate_truth, truths))
    passing = list(compress(places, truths))
    result = _FilterResult(places, passing, negated, truths.count(None), anchor, trace)
    if step := _STEPS[leaf.kind](result, leaf):
        trace.say(step)
    return truths


def evaluate_plain(
    places: list[Place],
    wanted: PlainFilter,
    trace: Trace,
    anchor: Place | None = None,
    order: Sequence[Place] = (),
) -> list[Truth]:
    """Return whether each place passes a plain filter; without a day, today applies."""
    if isinstance(wanted, FigureFilter):
        return compare_figures(places, wanted, trace, anchor, order)
    if isinstance(wanted, AreaFilter):
        return relate_places(places, wanted, trace)
    if isinstance(wanted, OpenFilter | HoursFilter):
        wanted = _set_day(wanted, trace)
        for place in places:
            if place.hours is not None and len(on_each_day(wanted, place.hours)) > 1:
                detail = f"whether {place.name} is open depends on the day"
                if isinstance(wanted, HoursFilter):
                    detail = (
                        f"when {place.name} {wanted.edge} depends on the day, and no day is given"
                    )
                raise under_specified(detail=detail)
    truths = evaluate_filter(wanted, _PlaceColumns(places, trace, anchor))
    if isinstance(wanted, DirectionFilter):
        start = trace.place(wanted.seen_from) if wanted.seen_from else needed_anchor(anchor)
        for place in compress(places, (truth is not None for truth in truths)):
            compare_readings(start, place, wanted.direction, trace)
    return truths


def _set_day(wanted: OpenFilter | HoursFilter, trace: Trace) -> OpenFilter | HoursFilter:
    if isinstance(wanted, OpenFilter) and wanted.all_day:
        return wanted
    day = day_or_today(wanted.day, trace)
    if day is None and wanted.at is None:
        raise under_specified(detail="neither a day nor a time is given")
    return wanted.model_copy(update={"day": day})


@dataclass(frozen=True, slots=True)
class _PlaceColumns:
    places: list[Place]
    trace: Trace
    anchor: Place | None

    @property
    def indices(self) -> range:
        return range(len(self.places))

    def column(self, name: str) -> list[object]:
        """Return the values of a column, with measures as numbers."""
        if name in MEASURES:
            return [number_or_none(place, name) for place in self.places]
        return [getattr(place, name) for place in self.places]

    def ends(self, seen_from: str | None) -> Iterator[tuple[LatLon, LatLon] | None]:
        """Yield the viewpoint and the location of each place; None if either is unknown."""
        for place in self.places:
            start = needed_anchor(self.trace.place(seen_from) if seen_from else self.anchor)
            if start.location is None or place.location is None:
                yield None
            else:
                yield self.trace.location(start), self.trace.location(place)


def needed_anchor(anchor: Place | None) -> Place:
    """Return the anchor; raise Blocked if there is none."""
    if anchor is None:
        raise under_specified(detail="the place to measure from is not given")
    return anchor


def _report_missing_fact(wanted: Filter) -> Blocked:
    match next(plain_filters(wanted)):
        case CompareFilter(measure=measure) | FigureFilter(figure=measure) if measure in MEASURES:
            return unknown_figure(measure)
        case OpenFilter() | HoursFilter():
            return missing_fact(reason="no_hours", fact="opening hours of these places")
        case AddressFilter():
            return Blocked(
                reason="no_such_fact",
                detail="the context gives no addresses of these places",
                lacking="addresses of these places",
            )
        case _:
            detail = "it is not known whether these places match the question"
            return Blocked(reason="no_such_fact", detail=detail)


@dataclass(frozen=True, slots=True)
class _FilterResult:
    places: list[Place]
    passing: list[Place]
    negated: bool
    unknown: int
    anchor: Place | None
    trace: Trace

    def step(self, what: str, note: str = "", *, negated: bool | None = None) -> str:
        is_not = self.negated if negated is None else negated
        names = join_names([place.name for place in self.passing])
        return f"{'not ' if is_not else ''}{what}: {names}{note}"


def _describe_comparison(result: _FilterResult, wanted: CompareFilter[Any]) -> str:
    word = MEASURES[wanted.measure].words
    shown = [(place.name, f"{number_or_none(place, wanted.measure):g}") for place in result.passing]
    for place, (_, amount) in zip(result.passing, shown, strict=True):
        result.trace.use(f"{place.name}: {word} {amount}", place.line)
    names = join_names([f"{name} ({amount})" for name, amount in shown])
    what = f"{word} {wanted.comparator} {wanted.value:g}"
    return f"{'not ' if result.negated else ''}{what}: {names}"


def _describe_open(result: _FilterResult, wanted: OpenFilter) -> str:
    for place in result.passing:
        use_hours(place, result.trace)
    draw_openings(result.places, wanted.day, (wanted.at, wanted.until), result.trace)
    when = ("24 hours" if wanted.all_day else "", wanted.day, wanted.at)
    until = f"to {wanted.until}" if wanted.until else ""
    state = "closed" if result.negated and not wanted.all_day else "open"
    what = " ".join(text for text in (state, *when, until) if text)
    note = f"; hours unknown, not counted: {result.unknown}" if result.unknown else ""
    return result.step(what, note, negated=result.negated and wanted.all_day)


def _describe_hours(result: _FilterResult, wanted: HoursFilter) -> str:
    for place in result.passing:
        use_hours(place, result.trace)
    day = day_or_today(wanted.day, result.trace)
    on = f" on {day}" if day else ""
    return result.step(f"{wanted.edge} {wanted.comparator} {wanted.at}{on}")


def _describe_feature(result: _FilterResult, wanted: FeatureFilter) -> str:
    state = "not there" if result.negated else "there"
    return result.step(f"{wanted.feature} {state}", negated=False)


def _describe_address(result: _FilterResult, wanted: AddressFilter) -> str:
    for place in result.passing:
        result.trace.use(f"{place.name}: address {place.address}", place.line)
    contains = "does not contain" if result.negated else "contains"
    return result.step(f"address {contains} {wanted.contains!r}", negated=False)


def _describe_figure(result: _FilterResult, wanted: FigureFilter) -> str:
    amount = wanted.than or f"{wanted.value:g}"
    note = f"; unknown, not counted: {result.unknown}" if result.unknown else ""
    return result.step(f"{wanted.figure.replace('_', ' ')} {wanted.comparator} {amount}", note)


def _describe_direction(result: _FilterResult, wanted: DirectionFilter) -> str:
    from_place = wanted.seen_from or needed_anchor(result.anchor).name
    lost = [place.name for place in result.places if place.location is None]
    note = f"; coordinates unknown, not counted: {join_names(lost)}" if lost else ""
    return result.step(f"{wanted.direction} of {from_place}", note)


def _describe_area(result: _FilterResult, wanted: AreaFilter) -> str:
    for place in result.passing:
        result.trace.use(f"the shape of {place.name}", place.line)
    other = find_other(wanted, result.trace)
    result.trace.use(f"the shape of {other.name}", other.line)
    return result.step(f"{wanted.relation.replace('_', ' ')} {other.name}")


_STEPS: dict[str, Callable[[_FilterResult, Any], str]] = {
    "compare": _describe_comparison,
    "open": _describe_open,
    "hours": _describe_hours,
    "feature": _describe_feature,
    "name": lambda _, __: "",  # the names show it
    "address": _describe_address,
    "direction": _describe_direction,
    "figure": _describe_figure,
    "area": _describe_area,
}
_KINDS = {kind.model_fields["kind"].default for kind in get_args(get_args(PlainFilter)[0])}
check_complete(_STEPS, _KINDS - {"has"})  # "has" is a filter of routes


def resolve_missing_flag(wanted: FeatureFilter, trace: Trace) -> bool:
    """Return False for a missing flag if it means "no" by convention, else raise Blocked."""
    has_facts = any(place.features or place.hours for place in trace.world.atlas.places)
    if not has_facts or trace.assume("missing_flag") != "no":
        raise Blocked(
            reason="no_such_fact",
            detail=f"the context does not say whether it is {quote(wanted.feature)}",
            value=wanted.feature,
            lacking=f"whether these places are {quote(wanted.feature)}",
        )
    return False


def day_or_today(day: Day | None, trace: Trace) -> Day | None:
    """Return the stated day, or today if none is stated."""
    return day or (None if trace.world.today is None else DAYS[trace.world.today])


# Comparing figures with an amount or with another place.
Amount = Callable[[Place], float | None]


def compare_figures(
    places: Sequence[Place],
    wanted: FigureFilter,
    trace: Trace,
    anchor: Place | None,
    order: Sequence[Place],
) -> list[Truth]:
    """Return whether the figure of each place passes the comparison; None if it is unknown.

    ``order`` is the only list of places if it is sorted by distance from the anchor, else empty.
    """
    read_amount = _make_amount_reader(wanted, trace, anchor, order)
    limit = wanted.value if wanted.than is None else read_amount(trace.place(wanted.than))
    compare = COMPARE[wanted.comparator]
    truths: list[Truth] = []
    for place in places:
        amount = None if limit is None else read_amount(place)
        passes = None if amount is None or limit is None else compare(amount, limit)
        truths.append(passes)
    return truths


def _make_amount_reader(
    wanted: FigureFilter, trace: Trace, anchor: Place | None, order: Sequence[Place]
) -> Amount:
    if wanted.figure in MEASURES:
        return lambda place: known_number(place, wanted.figure, trace)
    start = needed_anchor(trace.place(wanted.seen_from) if wanted.seen_from else anchor)
    if wanted.figure == "travel_time":
        return lambda place: _find_travel_time(start, place, wanted, trace)
    ranks = {place.id: float(rank) for rank, place in enumerate(order)}
    listed = wanted.than is not None and trace.place(wanted.than).id in ranks
    if listed and start is anchor and trace.assume("nearest") == "list":
        trace.say("the list is sorted by distance")
        return lambda place: ranks.get(place.id)
    return lambda place: _find_distance(start, place, trace)


def _find_distance(start: Place, place: Place, trace: Trace) -> float | None:
    if start.location is None or place.location is None:
        return None
    metres = trace.measure(start, place)
    trace.say(f"{start.name} to {place.name}: {format_distance(metres)} {trace.shortest_path}")
    return metres


def _find_travel_time(
    start: Place, place: Place, wanted: FigureFilter, trace: Trace
) -> float | None:
    if place.id == start.id:
        return None
    try:
        return travel_figure(start, place, wanted.mode, "time", trace)
    except Blocked as blocked:
        if blocked.reason != "missing_leg":
            raise
        return None

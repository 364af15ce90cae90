"""Evaluation of filters on the places of a world, with the facts that decide them."""

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
    """Return the places that pass a filter, and record the result.

    Places not known to pass do not pass; a step gives their number.
    """
    kept, unplaced = sift_places(places, wanted, trace, anchor)
    return [place for place in kept if place.id not in unplaced]


def sift_places(
    places: list[Place],
    wanted: Filter,
    trace: Trace,
    anchor: Place | None = None,
    order: Sequence[Place] = (),
) -> tuple[list[Place], dict[str, Place]]:
    """Return the places that pass a filter, or may pass it as coordinates are missing.

    The second value maps the id of each place that may pass to the place without coordinates.
    ``order`` holds the places of the only list, if it is sorted by distance from the anchor.
    """
    truths = _evaluate_filter(places, wanted, trace, anchor, order)
    kept: list[Place] = []
    unplaced: dict[str, Place] = {}
    for place, truth in zip(places, truths, strict=True):
        missing = _find_unlocated(place, wanted, trace, anchor) if truth is None else None
        if missing is not None:
            unplaced[place.id] = missing
        if truth or missing is not None:
            kept.append(place)
    if places and all(truth is None for truth in truths):
        raise (
            not_placed(next(iter(unplaced.values()))) if unplaced else _report_missing_fact(wanted)
        )
    return kept, unplaced


def _find_unlocated(
    place: Place, wanted: Filter, trace: Trace, anchor: Place | None
) -> Place | None:
    """Return the place whose missing coordinates leave a filter undecided, if any."""
    for leaf in plain_filters(wanted):
        match leaf:
            case FigureFilter(figure="distance") | DirectionFilter():
                start = needed_anchor(trace.place(leaf.seen_from) if leaf.seen_from else anchor)
                for each in (start, place):
                    if each.location is None:
                        return each
    return None


def not_placed(place: Place) -> Blocked:
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
    held = evaluate_plain(places, leaf, trace, anchor, order)
    if isinstance(leaf, FeatureFilter) and (negated or True not in held):
        held = _resolve_unknown(held, leaf, trace)
    if negated:
        held = list(map(negate_truth, held))
    passing = list(compress(places, held))
    sifted = _FilterResult(places, passing, negated, held.count(None), anchor, trace)
    if step := _STEPS[leaf.kind](sifted, leaf):
        trace.say(step)
    return held


def evaluate_plain(
    places: list[Place],
    wanted: PlainFilter,
    trace: Trace,
    anchor: Place | None = None,
    order: Sequence[Place] = (),
) -> list[Truth]:
    """Return whether each place passes a plain filter; without a day, today counts."""
    if isinstance(wanted, FigureFilter):
        return compare_figures(places, wanted, trace, anchor, order)
    if isinstance(wanted, OpenFilter | HoursFilter):
        wanted = _set_day(wanted, trace)
        for place in places:
            if place.hours is not None and len(on_each_day(wanted, place.hours)) > 1:
                detail = f"whether {place.name} is open depends on the day"
                if isinstance(wanted, HoursFilter):
                    detail = (
                        f"when {place.name} {wanted.edge} depends on the day, and none is given"
                    )
                raise under_specified(detail=detail)
    return evaluate_filter(wanted, _PlaceColumns(places, trace, anchor))


def _set_day(wanted: OpenFilter | HoursFilter, trace: Trace) -> OpenFilter | HoursFilter:
    if isinstance(wanted, OpenFilter) and wanted.all_day:
        return wanted
    day = stated_day(wanted.day, trace)
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
        """Return the values of a column; measures as numbers."""
        if name in MEASURES:
            return [number_or_none(place, name) for place in self.places]
        return [getattr(place, name) for place in self.places]

    def ends(self, seen_from: str | None) -> Iterator[tuple[LatLon, LatLon] | None]:
        """Yield the viewpoint and the location of each place; None if one is unknown."""
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
                detail="the context gives no addresses of these",
                lacking="addresses of these places",
            )
        case _:
            detail = "whether these places are as asked is not known"
            return Blocked(reason="no_such_fact", detail=detail)


@dataclass(frozen=True, slots=True)
class _FilterResult:
    places: list[Place]
    passing: list[Place]
    negated: bool
    unknown: int
    anchor: Place | None
    trace: Trace

    def step(self, what: str, aside: str = "", *, negated: bool | None = None) -> str:
        is_not = self.negated if negated is None else negated
        names = join_names([place.name for place in self.passing])
        return f"{'not ' if is_not else ''}{what}: {names}{aside}"


def _describe_comparison(sifted: _FilterResult, wanted: CompareFilter[Any]) -> str:
    word = MEASURES[wanted.measure].words
    shown = [(place.name, f"{number_or_none(place, wanted.measure):g}") for place in sifted.passing]
    for place, (_, amount) in zip(sifted.passing, shown, strict=True):
        sifted.trace.use(f"{place.name}: {word} {amount}", place.line)
    names = join_names([f"{name} ({amount})" for name, amount in shown])
    what = f"{word} {wanted.comparator} {wanted.value:g}"
    return f"{'not ' if sifted.negated else ''}{what}: {names}"


def _describe_open(sifted: _FilterResult, wanted: OpenFilter) -> str:
    for place in sifted.passing:
        use_hours(place, sifted.trace)
    draw_openings(sifted.places, wanted.day, (wanted.at, wanted.until), sifted.trace)
    when = ("24 hours" if wanted.all_day else "", wanted.day, wanted.at)
    until = f"to {wanted.until}" if wanted.until else ""
    state = "closed" if sifted.negated and not wanted.all_day else "open"
    what = " ".join(text for text in (state, *when, until) if text)
    aside = f"; hours unknown, not counted: {sifted.unknown}" if sifted.unknown else ""
    return sifted.step(what, aside, negated=sifted.negated and wanted.all_day)


def _describe_hours(sifted: _FilterResult, wanted: HoursFilter) -> str:
    for place in sifted.passing:
        use_hours(place, sifted.trace)
    day = stated_day(wanted.day, sifted.trace)
    on = f" on {day}" if day else ""
    return sifted.step(f"{wanted.edge} {wanted.comparator} {wanted.at}{on}")


def _describe_feature(sifted: _FilterResult, wanted: FeatureFilter) -> str:
    state = "not there" if sifted.negated else "there"
    return sifted.step(f"{wanted.feature} {state}", negated=False)


def _describe_address(sifted: _FilterResult, wanted: AddressFilter) -> str:
    for place in sifted.passing:
        sifted.trace.use(f"{place.name}: address {place.address}", place.line)
    holds = "does not hold" if sifted.negated else "holds"
    return sifted.step(f"address {holds} {wanted.contains!r}", negated=False)


def _describe_figure(sifted: _FilterResult, wanted: FigureFilter) -> str:
    amount = wanted.than or f"{wanted.value:g}"
    aside = f"; unknown, not counted: {sifted.unknown}" if sifted.unknown else ""
    return sifted.step(f"{wanted.figure.replace('_', ' ')} {wanted.comparator} {amount}", aside)


def _describe_direction(sifted: _FilterResult, wanted: DirectionFilter) -> str:
    from_place = wanted.seen_from or needed_anchor(sifted.anchor).name
    lost = [place.name for place in sifted.places if place.location is None]
    aside = f"; coordinates unknown, not counted: {join_names(lost)}" if lost else ""
    return sifted.step(f"{wanted.direction} of {from_place}", aside)


_STEPS: dict[str, Callable[[_FilterResult, Any], str]] = {
    "compare": _describe_comparison,
    "open": _describe_open,
    "hours": _describe_hours,
    "feature": _describe_feature,
    "name": lambda _, __: "",  # the names show it
    "address": _describe_address,
    "direction": _describe_direction,
    "figure": _describe_figure,
}
_KINDS = {kind.model_fields["kind"].default for kind in get_args(get_args(PlainFilter)[0])}
check_complete(_STEPS, _KINDS - {"has"})  # "has" is a filter of routes


def _resolve_unknown(held: list[Truth], wanted: FeatureFilter, trace: Trace) -> list[Truth]:
    return [truth or take_as_no(wanted, trace) for truth in held]


def take_as_no(wanted: FeatureFilter, trace: Trace) -> bool:
    """Return False for a missing flag, by the convention that it means "no"."""
    has_facts = any(place.features or place.hours for place in trace.world.atlas.places)
    if not has_facts or trace.assume("missing_flag") != "no":
        raise Blocked(
            reason="no_such_fact",
            detail=f"the context does not say whether it is {quote(wanted.feature)}",
            value=wanted.feature,
            lacking=f"whether these places are {quote(wanted.feature)}",
        )
    return False


def stated_day(day: Day | None, trace: Trace) -> Day | None:
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
    """Return whether the figure of each place passes the comparison; None where it is unknown.

    ``order`` holds the places of the only list, if it is sorted by distance from the anchor.
    """
    amount = _make_amount_reader(wanted, trace, anchor, order)
    limit = wanted.value if wanted.than is None else amount(trace.place(wanted.than))
    found: list[Truth] = []
    for place in places:
        own = None if limit is None else amount(place)
        holds = None if own is None or limit is None else COMPARE[wanted.comparator](own, limit)
        found.append(holds)
    return found


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

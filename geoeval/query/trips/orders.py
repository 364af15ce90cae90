"""Solvers of queries about the order of a trip: the best one, and whether one is feasible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from geoeval.errors import quote
from geoeval.planning import Order, Timeline, best_orders, simulate
from geoeval.query.algebra import Best, CheckTrip
from geoeval.query.parts import OfferedOrder, Orders, Trip
from geoeval.query.trace import Blocked, NoPlan, Trace, rank_names, under_specified
from geoeval.query.trips.days import over_days, usual_day
from geoeval.query.trips.placed import (
    PlacedTrip,
    describe_breach,
    describe_end,
    draw_day,
    holds_on,
    join_places,
    leg_missing,
    limit_of,
    locate_name,
    on_each_day,
    place_trip,
    trip_with_end,
    write_day,
)
from geoeval.query.values import Names, YesNo

Days = Sequence[PlacedTrip]

_RANKED = 24
_HOLDING = "orders that hold"


@dataclass(frozen=True, slots=True, kw_only=True)
class _CandidateOrder:
    """An order simulated on its best day, and the text that offers it."""

    text: str
    placed: PlacedTrip
    timeline: Timeline

    @property
    def holds(self) -> bool:
        return self.timeline.feasible

    @property
    def unknown(self) -> bool:
        """Whether missing legs are its only violations."""
        return {breach.kind for breach in self.timeline.breaches} == {"missing_leg"}

    @property
    def key(self) -> tuple[int, int]:
        return len(self.timeline.breaches), self.timeline.finish

    def reason(self) -> str:
        return describe_breach(self.timeline.breaches[0], self.placed)

    def blocked(self) -> Blocked:
        return leg_missing(self.timeline.breaches[0], self.placed)


def check_trip(query: CheckTrip, trace: Trace) -> YesNo:
    """Answer whether the stops can be visited in the order given."""
    trip = trip_with_end(query.trip, trace)
    each = on_each_day(place_trip(trip, trace, deadline=limit_of(trip)), trace)
    best = _choose_best_day("", tuple(range(len(trip.stops))), each, trace)
    write_day(best.timeline, best.placed, trace)
    if best.holds:
        trace.say("every constraint holds")
        return YesNo(yes=query.holds)
    if best.unknown:
        raise best.blocked()
    for breach in best.timeline.breaches:
        trace.say(f"broken: {describe_breach(breach, best.placed)}")
    return YesNo(yes=not query.holds)


def best_order(query: Best, trace: Trace) -> Names:
    """Answer which order finishes first.

    Offered orders are ranked by their finish, under the texts that offer them. Their places may
    include the origin at both ends, which adds the return leg. Where each offers only one place,
    it is the first or last stop, and the others are in their best order. Where nothing is offered,
    the best orders are given as "place -> place".
    """
    orders = query.among
    assert isinstance(orders, Orders)
    trip = trip_with_end(orders.trip, trace)
    inner = [_strip_ends(order, orders.trip, trace) for order in orders.orders]
    if trip.end is None and inner and all(returns for _, returns in inner):
        trip = trip.model_copy(update={"end": trip.origin})
    each = over_days(trip, trace)
    if not inner:
        return _rank_all_orders(query, each, trace)
    ranked = _build_candidates(orders, [places for places, _ in inner], each, trace)
    verdict = _find_common_verdict(orders, ranked)
    if verdict is not None:
        return Names(names=(verdict,), reading="ranked")
    return _rank_candidates(query, ranked, trace)


def _build_candidates(
    orders: Orders, inner: Sequence[Sequence[str]], each: Days, trace: Trace
) -> list[_CandidateOrder]:
    one_only = len(orders.trip.stops) > 1 and all(len(places) == 1 for places in inner)
    names = orders.names if one_only else None
    found = (
        _build_candidate(order.text, places, each, names, trace)
        for order, places in zip(orders.orders, inner, strict=True)
    )
    return [candidate for candidate in found if candidate is not None]


def _build_candidate(
    text: str, places: Sequence[str], each: Days, names: str | None, trace: Trace
) -> _CandidateOrder | None:
    """Return the simulated order that is offered; None if it does not visit the stops.

    ``names`` says whether an order of one place names the "first" or the "last" stop.
    """
    stops = [stop.place for stop in each[0].trip.stops]
    order = tuple(at for place in places if (at := locate_name(place, stops, trace)) is not None)
    if len(order) < len(places) or len(set(order)) < len(order):
        trace.say(f"{quote(text)}: not the stops that were asked for")
        return None
    if names is not None:
        pairs = _build_end_pairs(order[0], len(stops), last=names == "last")
        return _simulate_with_pairs(text, pairs, each, trace)
    missed = [stop for i, stop in enumerate(stops) if i not in order]
    if missed:
        trace.say(f"{quote(text)}: leaves out {missed[0]}")
        return None
    return _choose_best_day(text, order, each, trace)


def _strip_ends(order: OfferedOrder, trip: Trip, trace: Trace) -> tuple[tuple[str, ...], bool]:
    """Return the stops of an offered order without its ends, and whether it returns."""
    places, returns = order.places, False
    if trip.origin is not None and locate_name(places[0], [trip.origin], trace) is not None:
        places = places[1:]
    ends = [name for name in (trip.end, trip.origin) if name is not None]
    if places and locate_name(places[-1], ends, trace) is not None:
        places, returns = places[:-1], True
    return places, returns


def _choose_best_day(text: str, order: Order, each: Days, trace: Trace) -> _CandidateOrder:
    played = [
        _CandidateOrder(text=text, placed=placed, timeline=simulate(order, placed))
        for placed in each
    ]
    if len({candidate.holds for candidate in played}) > 1:
        trace.assume("unstated_day")
    holds = holds_on(trace, [(one.holds, one.placed.weekdays) for one in played])
    decided = [candidate for candidate in played if candidate.holds is holds]
    return min(decided or played, key=lambda candidate: candidate.key)


def _build_end_pairs(stop: int, count: int, *, last: bool) -> tuple[tuple[int, int], ...]:
    return tuple((i, stop) if last else (stop, i) for i in range(count) if i != stop)


def _simulate_with_pairs(
    text: str, pairs: tuple[tuple[int, int], ...], each: Days, trace: Trace
) -> _CandidateOrder:
    forced = [replace(placed, before=(*placed.before, *pairs)) for placed in each]
    ranked = [best_orders(placed, k=1) for placed in forced]
    chosen = usual_day([best.values or None for best in ranked], forced, trace)
    if chosen is None:
        return replace(_find_least_violating(forced, trace), text=text)
    placed, order = forced[chosen], ranked[chosen].orders[0]
    return _CandidateOrder(text=text, placed=placed, timeline=simulate(order, placed))


def _find_common_verdict(orders: Orders, ranked: Sequence[_CandidateOrder]) -> str | None:
    """Return the offered text for "either order" or "neither", if it is true."""
    holding = sum(candidate.holds for candidate in ranked)
    if any(candidate.unknown for candidate in ranked):
        return None
    if ranked and holding == len(ranked):
        return orders.either
    return None if holding else orders.neither


def _write_candidate(candidate: _CandidateOrder, trace: Trace) -> None:
    if candidate.holds:
        trace.say(f"{quote(candidate.text)}:")
        write_day(candidate.timeline, candidate.placed, trace, candidate.text)
        trace.say(describe_end(candidate.timeline, candidate.placed))
    else:
        trace.say(f"{quote(candidate.text)}: {candidate.reason()}")
        draw_day(candidate.timeline, candidate.placed, trace, candidate.text)


def _rank_candidates(query: Best, ranked: Sequence[_CandidateOrder], trace: Trace) -> Names:
    for candidate in ranked:
        _write_candidate(candidate, trace)
    holding = sorted((c for c in ranked if c.holds), key=lambda c: c.key, reverse=query.most)
    if holding:
        finishes = [candidate.timeline.finish for candidate in holding]
        return rank_names([each.text for each in holding], finishes, query.rank, _HOLDING)
    for candidate in ranked:
        if candidate.unknown:
            raise candidate.blocked()
    if not ranked:
        raise NoPlan(broken="no offered order visits the stops that were asked for")
    raise NoPlan(broken=min(ranked, key=lambda c: c.key).reason())


def _rank_all_orders(query: Best, each: Days, trace: Trace) -> Names:
    if query.most:
        raise under_specified(detail="only the orders that finish first can be listed")
    ranked = [best_orders(placed, k=max(_RANKED, query.rank)) for placed in each]
    chosen = usual_day([best.values[:1] or None for best in ranked], each, trace)
    if chosen is None:
        return _rank_candidates(query, [_find_least_violating(each, trace)], trace)
    best, placed = ranked[chosen], each[chosen]
    orders, values = best.orders, best.values
    first = simulate(orders[min(query.rank, len(orders)) - 1], placed)
    write_day(first, placed, trace)
    over = describe_end(first, placed)
    if query.rank == 1:
        orders, values = orders[: best.tied], values[: best.tied]
        over += ", earlier than in any other order"
    trace.say(over)
    names = [join_places(order, placed) for order in orders]
    return rank_names(names, values, query.rank, _HOLDING)


def _find_least_violating(each: Days, trace: Trace) -> _CandidateOrder:
    """Return the best order of the trip without windows and deadline."""
    stops = tuple(replace(stop, windows=None, starts_at=None) for stop in each[0].stops)
    free = replace(each[0], stops=stops, deadline=None)
    order = next(iter(best_orders(free, k=1).orders), free.nodes)
    return _choose_best_day(join_places(order, each[0]), order, each, trace)

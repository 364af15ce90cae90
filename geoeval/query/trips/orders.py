"""Solve queries about the order of a trip: the best order, and whether an order is feasible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from geoeval.calculators.units import format_duration
from geoeval.errors import quote
from geoeval.planning import Order, RankedOrders, Timeline, best_orders, simulate
from geoeval.planning.stop import ALWAYS
from geoeval.query.algebra import Best, CheckTrip
from geoeval.query.parts import OfferedOrder, Orders, Trip, TripFigure
from geoeval.query.trace import Blocked, NoPlan, Trace, rank_names, under_specified
from geoeval.query.trips.days import problems_by_day, representative_day
from geoeval.query.trips.placed import (
    PlacedTrip,
    describe_breach,
    describe_end,
    draw_day,
    holds_by_convention,
    join_places,
    latest_finish,
    locate_name,
    missing_leg,
    place_trip,
    split_by_hours,
    trip_with_end,
    write_day,
)
from geoeval.query.values import Names, YesNo

Days = Sequence[PlacedTrip]

_MIN_RANKED = 24
# All orders of seven stops, each of which is simulated to compare their travel.
_MOST_COMPARED = 5_040
_FEASIBLE_ORDERS = "feasible orders"


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
        """Whether all its violations are missing legs."""
        return {breach.kind for breach in self.timeline.breaches} == {"missing_leg"}

    @property
    def key(self) -> tuple[int, int]:
        return len(self.timeline.breaches), self.timeline.finish

    def reason(self) -> str:
        return describe_breach(self.timeline.breaches[0], self.placed)

    def blocked(self) -> Blocked:
        return missing_leg(self.timeline.breaches[0], self.placed)


def check_trip(query: CheckTrip, trace: Trace) -> YesNo:
    """Return whether the stops can be visited in the given order."""
    trip = trip_with_end(query.trip, trace)
    days = split_by_hours(place_trip(trip, trace, deadline=latest_finish(trip)), trace)
    best = _choose_best_day("", tuple(range(len(trip.stops))), days, trace)
    write_day(best.timeline, best.placed, trace)
    if best.holds:
        trace.say("every constraint is satisfied")
        return YesNo(yes=query.holds)
    if best.unknown:
        raise best.blocked()
    for breach in best.timeline.breaches:
        trace.say(f"broken: {describe_breach(breach, best.placed)}")
    return YesNo(yes=not query.holds)


def best_order(query: Best, trace: Trace) -> Names:
    """Return the orders ranked by their finish or their travel time.

    Offered orders are named by the texts that offer them. Their places may include the origin at
    both ends, which adds the return leg. If each order has only one place, it is the first or last
    stop, and the others are in their best order. If no orders are offered, the best orders are
    written as "place -> place".
    """
    orders = query.among
    assert isinstance(orders, Orders)
    trip = trip_with_end(orders.trip, trace)
    inner = [_strip_ends(order, orders.trip, trace) for order in orders.orders]
    if trip.end is None and inner and all(returns for _, returns in inner):
        trip = trip.model_copy(update={"end": trip.origin})
    days = problems_by_day(trip, trace)
    if not inner:
        return _rank_all_orders(query, days, trace)
    ranked = _build_candidates(query, [places for places, _ in inner], days, trace)
    verdict = _find_common_verdict(query, ranked)
    if verdict is not None:
        return Names(names=(verdict,), reading="ranked")
    return _rank_candidates(query, ranked, trace)


def _amount_of(timeline: Timeline, query: Best) -> int:
    """Return the figure by which a query ranks an order."""
    return timeline.travel if _ranks_by_travel(query) else timeline.finish


def _ranks_by_travel(query: Best) -> bool:
    return isinstance(query.figure, TripFigure) and query.figure.figure == "travel"


def _rank_on_day(query: Best, placed: PlacedTrip) -> RankedOrders:
    """Return the best orders of a day; where one may wait, all are compared for their travel."""
    if not _ranks_by_travel(query) or all(stop.starts() == ALWAYS for stop in placed.stops):
        return best_orders(placed, k=max(_MIN_RANKED, query.rank))
    found = best_orders(placed, k=_MOST_COMPARED)
    if not found.complete:
        detail = f"the trip has more than {_MOST_COMPARED} orders, too many to compare their travel"
        raise Blocked(reason="not_proved", detail=detail)
    keyed = sorted((simulate(order, placed).travel, order) for order in found.orders)
    orders, values = tuple(order for _, order in keyed), tuple(amount for amount, _ in keyed)
    return RankedOrders(orders=orders, values=values, complete=True)


def _build_candidates(
    query: Best, inner: Sequence[Sequence[str]], days: Days, trace: Trace
) -> list[_CandidateOrder]:
    orders = query.among
    assert isinstance(orders, Orders)
    single_places = len(orders.trip.stops) > 1 and all(len(places) == 1 for places in inner)
    names = orders.names if single_places else None
    candidates = (
        _build_candidate(query, order.text, places, days, names, trace)
        for order, places in zip(orders.orders, inner, strict=True)
    )
    return [candidate for candidate in candidates if candidate is not None]


def _build_candidate(
    query: Best, text: str, places: Sequence[str], days: Days, names: str | None, trace: Trace
) -> _CandidateOrder | None:
    """Simulate an offered order; return None if it does not visit exactly the stops.

    If ``names`` is given, the order has one place, which is the "first" or the "last" stop.
    """
    stops = [stop.place for stop in days[0].trip.stops]
    order = tuple(at for place in places if (at := locate_name(place, stops, trace)) is not None)
    if len(order) < len(places) or len(set(order)) < len(order):
        trace.say(f"{quote(text)}: not the stops of the question")
        return None
    if names is not None:
        pairs = _build_end_pairs(order[0], len(stops), last=names == "last")
        return _simulate_with_pairs(query, text, pairs, days, trace)
    missed = [stop for i, stop in enumerate(stops) if i not in order]
    if missed:
        trace.say(f"{quote(text)}: leaves out {missed[0]}")
        return None
    return _choose_best_day(text, order, days, trace)


def _strip_ends(order: OfferedOrder, trip: Trip, trace: Trace) -> tuple[tuple[str, ...], bool]:
    """Return an offered order without the ends of the trip, and whether it returns."""
    places, returns = order.places, False
    if trip.origin is not None and locate_name(places[0], [trip.origin], trace) is not None:
        places = places[1:]
    ends = [name for name in (trip.end, trip.origin) if name is not None]
    if places and locate_name(places[-1], ends, trace) is not None:
        places, returns = places[:-1], True
    return places, returns


def _choose_best_day(text: str, order: Order, days: Days, trace: Trace) -> _CandidateOrder:
    simulated = [
        _CandidateOrder(text=text, placed=placed, timeline=simulate(order, placed))
        for placed in days
    ]
    if len({candidate.holds for candidate in simulated}) > 1:
        trace.assume("unstated_day")
    holds = holds_by_convention(trace, [(one.holds, one.placed.weekdays) for one in simulated])
    decided = [candidate for candidate in simulated if candidate.holds is holds]
    return min(decided or simulated, key=lambda candidate: candidate.key)


def _build_end_pairs(stop: int, count: int, *, last: bool) -> tuple[tuple[int, int], ...]:
    return tuple((i, stop) if last else (stop, i) for i in range(count) if i != stop)


def _simulate_with_pairs(
    query: Best, text: str, pairs: tuple[tuple[int, int], ...], days: Days, trace: Trace
) -> _CandidateOrder:
    constrained = [replace(placed, before=(*placed.before, *pairs)) for placed in days]
    ranked = [_rank_on_day(query, placed) for placed in constrained]
    chosen = representative_day([best.values[:1] or None for best in ranked], constrained, trace)
    if chosen is None:
        return replace(_find_least_violating(constrained, trace), text=text)
    placed, order = constrained[chosen], ranked[chosen].orders[0]
    return _CandidateOrder(text=text, placed=placed, timeline=simulate(order, placed))


def _find_common_verdict(query: Best, ranked: Sequence[_CandidateOrder]) -> str | None:
    """Return the offered text for "either order" or "neither", if it is true."""
    orders = query.among
    assert isinstance(orders, Orders)
    count = sum(candidate.holds for candidate in ranked)
    if any(candidate.unknown for candidate in ranked):
        return None
    if ranked and count == len(ranked):
        is_tie = len({_amount_of(candidate.timeline, query) for candidate in ranked}) == 1
        return orders.either if is_tie or _can_fail(orders.trip) else None
    return None if count else orders.neither


def _can_fail(trip: Trip) -> bool:
    """Return whether an order can break a demand, so that "either order" may be an answer.

    Without any demand, every order can be travelled, and the question asks for the quickest.
    """
    demands = (trip.finish_by, trip.budget_min, trip.depart, trip.day)
    return any(each is not None for each in demands) or any(
        stop.starts_at is not None or stop.has_window for stop in trip.stops
    )


def _describe_result(query: Best, timeline: Timeline, placed: PlacedTrip) -> str:
    if _ranks_by_travel(query):
        return f"{format_duration(timeline.travel)} of travel"
    return describe_end(timeline, placed)


def _write_candidate(query: Best, candidate: _CandidateOrder, trace: Trace) -> None:
    if candidate.holds:
        trace.say(f"{quote(candidate.text)}:")
        write_day(candidate.timeline, candidate.placed, trace, candidate.text)
        trace.say(_describe_result(query, candidate.timeline, candidate.placed))
    else:
        trace.say(f"{quote(candidate.text)}: {candidate.reason()}")
        draw_day(candidate.timeline, candidate.placed, trace, candidate.text)


def _rank_candidates(query: Best, ranked: Sequence[_CandidateOrder], trace: Trace) -> Names:
    for candidate in ranked:
        _write_candidate(query, candidate, trace)
    keyed = [(_amount_of(each.timeline, query), each.text) for each in ranked if each.holds]
    if keyed:
        keyed.sort(key=lambda pair: pair[0], reverse=query.most)
        amounts = [amount for amount, _ in keyed]
        return rank_names((text for _, text in keyed), amounts, query.rank, _FEASIBLE_ORDERS)
    for candidate in ranked:
        if candidate.unknown:
            raise candidate.blocked()
    if not ranked:
        raise NoPlan(broken="no offered order visits the stops of the question")
    raise NoPlan(broken=min(ranked, key=lambda c: c.key).reason())


def _rank_all_orders(query: Best, days: Days, trace: Trace) -> Names:
    if query.most:
        raise under_specified(detail="only the orders that finish first can be listed")
    ranked = [_rank_on_day(query, placed) for placed in days]
    chosen = representative_day([best.values[:1] or None for best in ranked], days, trace)
    if chosen is None:
        return _rank_candidates(query, [_find_least_violating(days, trace)], trace)
    best, placed = ranked[chosen], days[chosen]
    orders, values = best.orders, best.values
    first = simulate(orders[min(query.rank, len(orders)) - 1], placed)
    write_day(first, placed, trace)
    over = _describe_result(query, first, placed)
    if query.rank == 1:
        orders, values = orders[: best.tied], values[: best.tied]
        over += f", {'less' if _ranks_by_travel(query) else 'earlier'} than in any other order"
    trace.say(over)
    names = [join_places(order, placed) for order in orders]
    return rank_names(names, values, query.rank, _FEASIBLE_ORDERS)


def _find_least_violating(days: Days, trace: Trace) -> _CandidateOrder:
    """Return the order that is best without time windows and deadline."""
    stops = tuple(replace(stop, windows=None, starts_at=None) for stop in days[0].stops)
    relaxed = replace(days[0], stops=stops, deadline=None)
    order = next(iter(best_orders(relaxed, k=1).orders), relaxed.nodes)
    return _choose_best_day(join_places(order, days[0]), order, days, trace)

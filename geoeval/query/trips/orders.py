"""Solvers for trips whose order is open, or in question: best order, feasibility."""

from __future__ import annotations

from dataclasses import dataclass, replace

from geoeval.errors import quote
from geoeval.planning import Order, Timeline, best_orders, simulate
from geoeval.query.base import Model, Trip
from geoeval.query.derive import Blocked, Solver, Working
from geoeval.query.trip_kinds import BestOrder, OfferedOrder, OrderFeasible
from geoeval.query.trip_map import (
    TripMap,
    end_of,
    holds_on,
    limit_of,
    locate,
    map_trip,
    on_each_day,
)
from geoeval.query.trip_plans import in_any_order, usual_day
from geoeval.query.trip_solver import trip_solver
from geoeval.query.trip_words import after, draw, tell, why, written
from geoeval.query.values import Infeasible, Names, YesNo


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A candidate order on the day that suits it best; ``timeline`` tells whether it holds."""

    text: str
    timeline: Timeline
    trip: TripMap

    @property
    def unknown(self) -> bool:
        """Whether nothing but a missing leg stands against it."""
        return {breach.kind for breach in self.timeline.breaches} == {"missing_leg"}

    @property
    def key(self) -> tuple[int, int]:
        """The order that comes nearest to holding first, then the one that finishes first."""
        return len(self.timeline.breaches), self.timeline.finish

    def reason(self) -> str:
        """Return the first constraint that it breaks, in words."""
        broken = self.timeline.first_broken
        assert broken is not None
        return why(broken, self.trip)


def _best_day(text: str, order: Order, trips: tuple[TripMap, ...], work: Working) -> Ranked:
    """Play an order through on every day and keep the best."""
    played = [Ranked(text=text, timeline=simulate(order, t.problem), trip=t) for t in trips]
    if len({ranked.timeline.feasible for ranked in played}) > 1:
        work.assume("unstated_day")
    holds = holds_on(work, [(ranked.timeline.feasible, ranked.trip.days) for ranked in played])
    meant = [ranked for ranked in played if ranked.timeline.feasible is holds]
    return min(meant or played, key=lambda ranked: ranked.key)


def _order_feasible(query: OrderFeasible, work: Working) -> YesNo:
    """Answer whether the stops can be visited in the order given."""
    order = tuple(range(len(query.stops)))
    trip = map_trip(
        query, work, origin=query.origin, end=end_of(query, work), deadline=limit_of(query)
    )
    best = _best_day("", order, on_each_day(trip, query, work), work)
    tell(best.timeline, best.trip, work)
    if best.timeline.feasible:
        work.say("every constraint holds")
        return YesNo(yes=query.holds)
    if best.unknown:
        raise Blocked(reason="missing_leg", detail=best.reason())
    for breach in best.timeline.breaches:
        work.say(f"broken: {why(breach, best.trip)}")
    return YesNo(yes=not query.holds)


def _best_order(query: BestOrder, work: Working) -> Names | Infeasible:
    """Answer which order finishes first.

    Offered orders are ranked by their finish, under the texts that offer them; the places in
    them may begin with the origin and end with it, which asks for the way back. Where each
    offers one place only, that is where one goes first or last, and the rest is arranged as well
    as can be. Where nothing is offered, the best orders are written as "place -> place".
    """
    names = [stop.place for stop in query.stops]
    end = end_of(query, work)
    offered = [(order, _inner(order, query, work)) for order in query.orders]
    if end is None and offered and all(returns for _, (_, returns) in offered):
        end = query.origin
    trips = in_any_order(query, work, end)
    if not offered:
        return _best_of_all(trips, work)
    one_only = len(names) > 1 and all(len(places) == 1 for _, (places, _) in offered)
    ranked: list[Ranked] = []
    for order, (places, _) in offered:
        chosen = [locate(place, names, work) for place in places]
        known = tuple(index for index in chosen if index is not None)
        if len(known) != len(chosen) or len(set(known)) != len(known):
            work.say(f"{quote(order.text)}: not the stops that were asked for")
        elif one_only:
            pairs = _first_or_last(known[0], len(names), last=query.asks == "last")
            ranked.append(_with_pairs(order.text, pairs, trips, work))
        elif len(known) == len(names):
            ranked.append(_best_day(order.text, known, trips, work))
        else:
            missed = next(name for i, name in enumerate(names) if i not in known)
            work.say(f"{quote(order.text)}: leaves out {missed}")
    verdict = _verdict(query, ranked)
    return _rank(ranked, work) if verdict is None else Names(names=(verdict,), reading="ranked")


def _verdict(query: BestOrder, ranked: list[Ranked]) -> str | None:
    """Return the text that says "either order" or "neither" where that is offered and true."""
    holding = sum(candidate.timeline.feasible for candidate in ranked)
    if any(candidate.unknown for candidate in ranked):
        return None
    if ranked and holding == len(ranked):
        return query.either
    return None if holding else query.neither


def _rank(ranked: list[Ranked], work: Working) -> Names | Infeasible:
    """Rank the offered orders that hold by their finish, or say what stands against them all."""
    for candidate in ranked:
        timeline = candidate.timeline
        if timeline.feasible:
            work.say(f"{quote(candidate.text)}:")
            tell(timeline, candidate.trip, work, candidate.text)
            work.say(f"over {after(timeline, candidate.trip)}")
        else:
            work.say(f"{quote(candidate.text)}: {candidate.reason()}")
            draw(timeline, candidate.trip, work, candidate.text)
    holding = sorted((c for c in ranked if c.timeline.feasible), key=lambda c: c.key)
    if holding:
        first = holding[0].timeline.finish
        return Names(
            names=tuple(candidate.text for candidate in holding),
            reading="ranked",
            tied=sum(candidate.timeline.finish == first for candidate in holding),
        )
    unknown = next((candidate for candidate in ranked if candidate.unknown), None)
    if unknown is not None:
        raise Blocked(reason="missing_leg", detail=unknown.reason())
    if not ranked:
        return Infeasible(first_broken="no offered order visits the stops that were asked for")
    return Infeasible(first_broken=min(ranked, key=lambda c: c.key).reason())


def _best_of_all(trips: tuple[TripMap, ...], work: Working) -> Names | Infeasible:
    """Find the orders that finish first, on a day that stands for all that it may be."""
    ranked = [best_orders(trip.problem) for trip in trips]
    chosen = usual_day([best.values[:1] or None for best in ranked], trips, work)
    if chosen is None:
        return _rank([_nearest_to_holding(trips, work)], work)
    best, trip = ranked[chosen], trips[chosen]
    orders = best.orders[: best.tied]
    timeline = simulate(orders[0], trip.problem)
    tell(timeline, trip, work)
    work.say(f"over {after(timeline, trip)}, earlier than in any other order")
    return Names(
        names=tuple(written(order, trip) for order in orders), reading="ranked", tied=len(orders)
    )


def _nearest_to_holding(trips: tuple[TripMap, ...], work: Working) -> Ranked:
    """Return the best order without windows and limit, or the first one, as it breaks them."""
    free = replace(
        trips[0].problem,
        deadline=None,
        stops=tuple(replace(s, windows=None, starts_at=None) for s in trips[0].problem.stops),
    )
    every = tuple(range(len(free.stops)))
    order = next(iter(best_orders(free, k=1).orders), every)
    return _best_day(written(order, trips[0]), order, trips, work)


def _first_or_last(stop: int, count: int, *, last: bool) -> tuple[tuple[int, int], ...]:
    """Return the pairs that put one of several stops before, or behind, all others."""
    return tuple((i, stop) if last else (stop, i) for i in range(count) if i != stop)


def _with_pairs(
    text: str, pairs: tuple[tuple[int, int], ...], trips: tuple[TripMap, ...], work: Working
) -> Ranked:
    """Return the best order in which some stops come before others, on its best day."""
    forced = tuple(
        replace(t, problem=replace(t.problem, before=(*t.problem.before, *pairs))) for t in trips
    )
    ranked = [(best_orders(trip.problem, k=1), trip) for trip in forced]
    holding = [(best.values[0], best.orders[0], trip) for best, trip in ranked if best.orders]
    if not holding:
        return replace(_nearest_to_holding(forced, work), text=text)
    _, order, trip = min(holding, key=lambda entry: entry[0])
    return Ranked(text=text, timeline=simulate(order, trip.problem), trip=trip)


def _inner(order: OfferedOrder, query: Trip, work: Working) -> tuple[tuple[str, ...], bool]:
    """Return the stops of an offered order without the ends, and whether it goes back."""
    places, returns = order.places, False
    if query.origin is not None and locate(places[0], [query.origin], work) is not None:
        places = places[1:]
    ends = [name for name in (query.end, query.origin) if name is not None]
    if places and locate(places[-1], ends, work) is not None:
        places, returns = places[:-1], True
    return places, returns


SOLVERS: dict[type[Model], Solver] = dict(
    [
        trip_solver(
            OrderFeasible,
            _order_feasible,
            "opening_hours",
            "unstated_day",
            "return_leg",
            "missing_leg",
        ),
        trip_solver(
            BestOrder, _best_order, "opening_hours", "unstated_day", "return_leg", "missing_leg"
        ),
    ]
)

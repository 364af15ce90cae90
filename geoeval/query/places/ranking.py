"""Solvers of queries about places: ranking, counting, listing and checking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from geoeval.calculators.filters.truth import find_openings
from geoeval.calculators.sphere.bearing import angle_between
from geoeval.calculators.sphere.cardinal import is_directly
from geoeval.calculators.sphere.compass import Compass
from geoeval.calculators.units import format_clock, format_distance, format_duration
from geoeval.query.algebra import (
    Best,
    Check,
    Detour,
    Distance,
    Fact,
    Hours,
    Listing,
    Places,
    Quality,
    Toward,
    Travel,
)
from geoeval.query.figures import FIGURES
from geoeval.query.filter_kinds import DirectionFilter, FeatureFilter, NotFilter, OpenFilter
from geoeval.query.parts import DAYS, Figure
from geoeval.query.places import figures
from geoeval.query.places.areas import compare_edges, compare_readings, find_checked
from geoeval.query.places.filters import (
    day_or_today,
    evaluate_plain,
    keep_passing,
    needed_anchor,
    resolve_missing_flag,
)
from geoeval.query.places.selection import Choice, choose_places, shared_name
from geoeval.query.routes.travel import travel_figure
from geoeval.query.trace import (
    Blocked,
    Trace,
    check_complete,
    join_names,
    missing_fact,
    name_spot,
    rank_names,
    sort_by_key,
    under_specified,
)
from geoeval.query.values import Names, Quantity, YesNo
from geoeval.text import normalise_name
from geoeval.world.model import Place
from geoeval.world.place_facts import MEASURES

# Words of praise that depend on public opinion; being the only candidate does not settle them.
_FAME_WORDS = frozenset({"reputable", "renowned", "famous", "popular", "trusted", "known"})
_HALF_TURN = 180.0
_OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
_WEEK_MIN = 7 * 24 * 60

Keyed = list[tuple[float, Place]]


@dataclass(frozen=True, slots=True)
class _Ranking:
    """Places with sort keys, lowest first, and the choice that they come from."""

    keyed: Keyed
    choice: Choice
    in_metres: bool = False


def best_place(query: Best, trace: Trace) -> Names:
    """Return the places ranked by a figure, starting with the least or the greatest."""
    order = _rank_candidates(query, trace)
    keys = [key for key, _ in order.keyed]
    places = [place for _, place in order.keyed]
    first = {place.id for place in places[: query.rank]}
    for name, shared in order.choice.homonyms.items() if query.rank > 1 else ():
        if not first.isdisjoint(place.id for place in shared):
            raise shared_name(name, shared)
    return replace(
        rank_names((place.name for place in places), keys, query.rank, "such places"),
        aliases=order.choice.aliases(places),
        lengths_m=tuple(map(abs, keys)) if order.in_metres else (),
    )


def described_place(ref: Best | Places, trace: Trace) -> Place:
    """Return the place that a query describes: the best or the only one of some candidates."""
    if isinstance(ref, Places):
        keyed: Keyed = [
            (0.0, place) for place in choose_places(ref, trace, exhaustive=True).certain()
        ]
        rank = 1
    else:
        keyed, rank = _rank_candidates(ref, trace).keyed, ref.rank
    if len(keyed) < rank:
        raise Blocked(reason="nothing_matches", detail="no place in the context matches")
    key, place = keyed[rank - 1]
    if sum(1 for other, _ in keyed if other == key) > 1:
        raise under_specified(detail="several places match equally well")
    trace.say(f"the intended place is {place.name}")
    return place


def _rank_candidates(query: Best, trace: Trace) -> _Ranking:
    """Return the candidates with a known figure, in its order.

    The ranking ends before the first place that may not be a candidate.
    """
    order = _sort_by_figure(query, trace)
    doubts = order.choice.doubts
    limit = next(((key, place) for key, place in order.keyed if place.id in doubts), None)
    if limit is None:
        return order
    known = [(key, place) for key, place in order.keyed if key < limit[0]]
    if len(known) < query.rank:
        raise doubts[limit[1].id]
    return replace(order, keyed=known)


def _sort_by_figure(query: Best, trace: Trace) -> _Ranking:
    order = _ORDERS[type(query.figure)](query, query.figure, query.among, trace)
    return replace(order, keyed=sort_by_key(order.keyed))


def _require_ranked_places(query: Best, choice: Choice) -> list[Place]:
    return _require_places(_select_ranked_places(query, choice))


def _select_ranked_places(query: Best, choice: Choice) -> list[Place]:
    """Return the places to rank: all for the k-th, only those offered for the first."""
    return choice.pool if query.rank > 1 else choice.offered


def _require_places(places: list[Place]) -> list[Place]:
    if not places:
        raise Blocked(reason="nothing_matches", detail="no place in the context is of that kind")
    return places


def _rank_by_distance(query: Best, figure: Distance, among: Places, trace: Trace) -> _Ranking:
    order = _rank_all_by_distance(query, figure, among, trace)
    return order if query.after is None else _keep_later_by_distance(order, query.after, trace)


def _rank_by_list(places: Sequence[Place], choice: Choice, trace: Trace) -> _Ranking:
    order = join_names([place.name for place in places], 5)
    trace.say(f"the list is sorted by distance; in that order: {order}")
    return _Ranking([(float(index), place) for index, place in enumerate(places)], choice)


def _rank_all_by_distance(query: Best, figure: Distance, among: Places, trace: Trace) -> _Ranking:
    """Rank places by distance, or by a list that is sorted by distance."""
    choice = choose_places(among, trace)
    places = _require_ranked_places(query, choice) if query.after is None else choice.pool
    other = figure.origin or figure.destination
    if other is None and choice.ordered and trace.assume("nearest") == "list":
        return _rank_by_list(places[::-1] if query.most else places, choice, trace)
    origin = needed_anchor(choice.anchor) if other is None else trace.place(other)
    measured = [(trace.measure(origin, place), place) for place in places]
    measured.sort(key=lambda pair: pair[0], reverse=query.most)
    for metres, place in measured:
        length = format_distance(metres)
        trace.say(f"{name_spot(origin)} to {name_spot(place)}: {length} {trace.shortest_path}")
        trace.drawing.measured(origin, place, length)
    return _Ranking(_negate_if_most(query, measured), choice, in_metres=True)


def _negate_if_most(query: Best, measured: Keyed) -> Keyed:
    """Return the places with sort keys, negated if the greatest comes first."""
    return [(-amount if query.most else amount, place) for amount, place in measured]


def _rank_by_detour(query: Best, figure: Detour, among: Places, trace: Trace) -> _Ranking:
    first, second = trace.place(figure.first), trace.place(figure.second)
    choice = choose_places(among, trace)
    ends = {first.id, second.id}
    places = _require_places(
        [place for place in _select_ranked_places(query, choice) if place.id not in ends]
    )
    measured = figures.compute_detours(places, first, second, trace)
    return _Ranking(_negate_if_most(query, measured), choice, in_metres=True)


def _rank_by_travel(query: Best, travel: Travel, among: Places, trace: Trace) -> _Ranking:
    """Rank places by travel to or from them; all named candidates must be known."""
    (leg,) = travel.legs
    if among == Places(among=among.among, excluding=among.excluding):
        excluded = {trace.place(name).id for name in among.excluding}
        choice = Choice(anchor=None)
        for name in among.among:
            place = trace.place(name)
            if place.id not in excluded and place.id not in choice.spelling:
                choice.pool.append(place)
            choice.spelling.setdefault(place.id, []).append(name)
        places = _require_places(choice.pool)
    else:
        choice = choose_places(among, trace)
        places = _require_ranked_places(query, choice)
    keyed: Keyed = []
    for place in places:
        origin = place if leg.origin is None else trace.place(leg.origin)
        destination = place if leg.destination is None else trace.place(leg.destination)
        amount = travel_figure(origin, destination, leg.mode, travel.measure, trace)
        keyed.append((-amount if query.most else amount, place))
    return _Ranking(keyed, choice)


def _rank_by_fact(query: Best, figure: Fact, among: Places, trace: Trace) -> _Ranking:
    choice = choose_places(among, trace, exhaustive=True)
    keyed = by_number(_require_ranked_places(query, choice), figure.fact, query.most, trace)
    if query.after is not None:
        keyed = _keep_later_by_fact(keyed, query.after, figure.fact, query.most, trace)
    return _Ranking(keyed, choice)


def by_number(places: list[Place], by: str, most: bool, trace: Trace) -> Keyed:
    """Return the places whose fact is known with sort keys, negated if ``most``."""
    keyed: Keyed = []
    for place in places:
        amount = figures.known_number(place, by, trace)
        if amount is None:
            trace.say(f"{place.name}: {MEASURES[by].words} unknown, left out")
        else:
            keyed.append((-amount if most else amount, place))
    if not keyed:
        raise figures.unknown_figure(by)
    return keyed


def _keep_later_by_fact(keyed: Keyed, after: str, by: str, most: bool, trace: Trace) -> Keyed:
    first = trace.place(after)
    [(limit, _)] = by_number([first], by, most, trace)
    later = [(key, place) for key, place in keyed if key >= limit and place.id != first.id]
    if not later:
        raise Blocked(reason="nothing_matches", detail=f"no place comes after {first.name}")
    return later


def _keep_later_by_distance(order: _Ranking, after: str, trace: Trace) -> _Ranking:
    first = trace.place(after)
    limit = next((key for key, place in order.keyed if place.id == first.id), None)
    later = [each for each in order.keyed if limit is not None and each[0] > limit]
    if not later:
        raise Blocked(reason="nothing_matches", detail=f"no place comes after {first.name}")
    return replace(order, keyed=later)


def _rank_by_quality(query: Best, figure: Quality, among: Places, trace: Trace) -> _Ranking:
    """Rank places by rating; without ratings, accept a single known candidate."""
    choice = choose_places(among, trace)
    places = _require_ranked_places(query, choice)
    rated = any(place.rating is not None for place in choice.pool)
    if rated and trace.assume("recommend") == "rating":
        return _Ranking(by_number(places, "rating", query.most, trace), choice)
    praise = set(normalise_name(figure.praise).split())
    if among.among and len(places) == 1 and not _FAME_WORDS & praise:
        trace.say(f"{places[0].name} is the only candidate in the context")
        return _Ranking([(0.0, places[0])], choice)
    raise Blocked(
        reason="subjective",
        detail=f'no place has a rating, so "{figure.praise}" cannot be decided',
        lacking="ratings of these places",
    )


def _rank_by_direction(query: Best, figure: Toward, among: Places, trace: Trace) -> _Ranking:
    choice = choose_places(among, trace, exhaustive=not figure.of_anchor)
    places = _require_ranked_places(query, choice)
    if not figure.of_anchor:
        return _Ranking(_key_by_position(places, figure.direction, query.most, trace), choice)
    return _Ranking(
        _key_by_angle(places, needed_anchor(choice.anchor), figure.direction, trace), choice
    )


def _key_by_angle(places: list[Place], anchor: Place, direction: str, trace: Trace) -> Keyed:
    keyed: Keyed = []
    for place in places:
        bearing = figures.bearing_between(anchor, place, trace)
        compare_readings(anchor, place, direction, trace)
        off = angle_between(bearing, Compass(direction).degrees)
        inside = is_directly(trace.location(anchor), trace.location(place), direction)
        word = "in" if inside else "outside"
        trace.say(f"{place.name}: {off:.1f}° off {direction}, {word} its sector")
        if inside:
            keyed.append((off, place))
    if not keyed:
        raise Blocked(reason="nothing_matches", detail=f"nothing lies {direction} of {anchor.name}")
    return keyed


def _key_by_position(places: list[Place], direction: str, most: bool, trace: Trace) -> Keyed:
    points = [(trace.location(place), place) for place in places]
    along = direction in {"north", "south"}
    values = [point[0] if along else point[1] for point, _ in points]
    if not along and max(values) - min(values) >= _HALF_TURN:
        detail = f"the places span the globe, so none of them is farthest {direction}"
        raise under_specified(detail=detail)
    sign = -1 if (direction in {"north", "east"}) is most else 1
    pairs = zip(values, places, strict=True)
    keyed = sorted(((sign * value, place) for value, place in pairs), key=lambda pair: pair[0])
    order = join_names([name_spot(place) for _, place in keyed], 5)
    trace.say(f"from {direction} on: {order}")
    toward = direction if most else _OPPOSITE[direction]
    compare_edges(keyed[0][1], places, toward, trace)
    return keyed


def _rank_by_hours(query: Best, hours: Hours, among: Places, trace: Trace) -> _Ranking:
    choice = choose_places(among, trace, exhaustive=True)
    day = day_or_today(hours.day, trace)
    keyed: Keyed = []
    for place in _select_ranked_places(query, choice):
        keys = {getattr(each, hours.edge) for each in find_openings(place.hours, day)}
        if len(keys) > 1:
            detail = f"the hours of {place.name} differ between days, and no day is given"
            raise under_specified(detail=detail)
        if not keys:
            trace.say(f"{place.name}: closed, or hours unknown; left out")
            continue
        minutes = keys.pop()
        figures.use_hours(place, trace)
        if hours.edge == "length":
            shown = f"is open for {format_duration(minutes * 60)}"
        elif hours.edge == "closes" and minutes >= _WEEK_MIN:
            shown = "never closes"
        else:
            shown = f"{hours.edge} at {format_clock(minutes)}"
        trace.say(f"{place.name} {shown}")
        keyed.append((-minutes if query.most else minutes, place))
    if not keyed:
        raise missing_fact(reason="no_hours", fact="opening hours of these places")
    return _Ranking(keyed, choice)


_ORDERS: dict[type[Figure], Callable[[Best, Any, Any, Trace], _Ranking]] = {
    Distance: _rank_by_distance,
    Fact: _rank_by_fact,
    Hours: _rank_by_hours,
    Quality: _rank_by_quality,
    Detour: _rank_by_detour,
    Toward: _rank_by_direction,
    Travel: _rank_by_travel,
}
check_complete(_ORDERS, [each for each in FIGURES if "places" in each.ranks])


def count_places(places: Places, trace: Trace) -> Quantity:
    """Return the number of places that match a selection."""
    count = len(choose_places(places, trace, exhaustive=True).named())
    trace.say(f"counted: {count}")
    return Quantity(amount=count, unit="count")


def list_places(query: Listing, trace: Trace) -> Names:
    """Return the places that match a selection: all of them, or any one."""
    assert isinstance(query.of, Places)
    choice = choose_places(query.of, trace, exhaustive=True)
    places = _require_places(choice.named())
    names = tuple(place.name for place in places)
    aliases = choice.aliases(places)
    return Names(names=names, reading=query.wanted, tied=len(names), aliases=aliases)


def check_place(query: Check, trace: Trace) -> YesNo:
    """Return whether a place passes a filter."""
    place = find_checked(query.place, query.passes, trace)
    negated = isinstance(query.passes, NotFilter)
    leaf = query.passes.of if isinstance(query.passes, NotFilter) else query.passes
    match leaf:
        case OpenFilter(all_day=False):
            holds = _check_open(place, leaf, trace)
        case FeatureFilter():
            holds = _check_feature(place, leaf, trace)
        case DirectionFilter(seen_from=str(name)):
            seen_from = trace.place(name)
            figures.bearing_between(seen_from, place, trace)
            holds = evaluate_plain([place], leaf, trace)[0] is True
            word = "in" if holds else "outside"
            trace.say(f"that is {word} the sector of {leaf.direction}")
        case _:
            return YesNo(yes=bool(keep_passing([place], query.passes, trace)))
    return YesNo(yes=holds is not negated)


def _check_open(place: Place, wanted: OpenFilter, trace: Trace) -> bool:
    [state] = evaluate_plain([place], wanted, trace)
    today = DAYS[trace.world.today] if trace.world.today is not None else "any day"
    until = f" to {wanted.until}" if wanted.until else ""
    when = f"{wanted.day or today}{f' {wanted.at}' if wanted.at else ''}{until}"
    if state is None:
        raise figures.no_hours(place, f" for {when}")
    figures.use_hours(place, trace)
    figures.draw_openings([place], wanted.day, (wanted.at, wanted.until), trace)
    trace.say(f"{place.name} is {'open' if state else 'closed'} on {when}")
    return state


def _check_feature(place: Place, wanted: FeatureFilter, trace: Trace) -> bool:
    flags = ", ".join(place.features) or "none"
    trace.use(f"{place.name}: service flags {flags}", place.line)
    carried = evaluate_plain([place], wanted, trace)[0] or resolve_missing_flag(wanted, trace)
    state = "has" if carried else "does not have"
    trace.say(f"{place.name} {state} the service flag {wanted.feature!r}")
    return carried

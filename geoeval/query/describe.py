"""Any query in plain English: what it asks for, as one phrase."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.calculators.units import format_distance, format_duration
from geoeval.query.algebra import (
    AnyFigure,
    Best,
    Check,
    CheckRoutes,
    CheckTrip,
    Compare,
    Count,
    Days,
    Detour,
    Difference,
    DirectionOf,
    Distance,
    Fact,
    Hours,
    Listing,
    Modes,
    Pairs,
    PlaceRef,
    Places,
    Quality,
    Query,
    RouteFigure,
    Routes,
    StepFact,
    Sum,
    Toward,
    Travel,
    Unanswerable,
    Value,
)
from geoeval.query.filter_kinds import (
    AddressFilter,
    AnyFilter,
    CompareFilter,
    DirectionFilter,
    FeatureFilter,
    FigureFilter,
    Filter,
    HoursFilter,
    NameFilter,
    NotFilter,
    OpenFilter,
    PlainFilter,
    RouteHas,
)
from geoeval.query.parts import (
    MeetingPlan,
    Omissions,
    Orders,
    Schedules,
    StayPlan,
    Trip,
    TripFigure,
    TripStop,
    unit_of,
)
from geoeval.text import pluralise
from geoeval.world.model import TravelMode

_FACTS = {"rating_count": "number of ratings", "price_level": "price level",
          "phone": "phone number", "hours": "opening hours"}  # fmt: skip
_BOUNDS = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than", "==": "exactly"}
_WHEN = {">=": "at or after", ">": "after", "<=": "at or before", "<": "before", "==": "at"}
_MODES = {
    TravelMode.DRIVING: "by car",
    TravelMode.WALKING: "on foot",
    TravelMode.BICYCLING: "by bicycle",
    TravelMode.TRANSIT: "by public transport",
}
_MANOEUVRES = {"u_turn": "U-turn", "merge_onto_toll_road": "merge onto a toll road",
               "closure": "closed road", "restricted": "restricted road",
               "stairs": "flight of stairs"}  # fmt: skip
_ORDINALS = ("", "second ", "third ", "fourth ", "fifth ")
# The less and the greater of two figures by their unit, without the endings -er and -est.
_STEMS = {"length": ("short", "long"), "time": ("short", "long"),
          "clock": ("earli", "lat"), "count": ("small", "great")}  # fmt: skip
_WHOLE_ROUTES = {"time": ("fastest", "slowest"), "distance": ("shortest", "longest")}
_OF_TRIP = {
    "finish": "time of finishing",
    "start": "latest time to start",
    "length": "length of",
    "waiting": "wait at the last stop of",
    "departure": "latest time to leave {place} on",
    "free_time": "free time before {place} on",
    "stay": "longest stay at {place} on",
    "visits": "greatest number of stops that fit into",
}
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def describe(query: Query) -> str:
    """Return what a query asks for as one phrase of plain English.

    Parameters
    ----------
    query
        Any query.

    Returns
    -------
    str
        A phrase that may follow "It asks for" or "It asks", without a capital or a full stop.

    Examples
    --------
    >>> from geoeval.query.solve import parse_query
    >>> cafes = {"kind": "places", "category": "cafe", "anchor": "Pier", "within_m": 500}
    >>> describe(parse_query({"ask": "count", "of": cafes}))
    'the number of cafes within 500 m of Pier'
    >>> describe(parse_query({"ask": "best", "figure": {"kind": "distance"}, "rank": 2,
    ...                       "among": {**cafes, "filters": [{"kind": "open", "day": "monday"}]}}))
    'the second nearest cafe to Pier within 500 m that is open on Monday'
    """
    match query:
        case Value(figure=figure, also=also):
            return _figure(figure) if also is None else f"{_figure(figure)} and {_figure(also)}"
        case Best():
            return _best(query)
        case Listing(of=of, wanted=wanted):
            return _listed(of, all_of_them=wanted == "all")
        case Count(of=of):
            return f"the number of {_candidates(of)}"
        case Compare(first=first, second=second, more=more):
            return f"whether {_figure(first)} is {_stem(first, more)}er than {_figure(second)}"
        case Difference(first=first, second=second):
            return f"the difference between {_figure(first)} and {_figure(second)}"
        case Check(place=place, passes=passes):
            return f"whether {_place(place)} {_clause(passes)}"
        case CheckRoutes(routes=Routes() as routes, passes=NotFilter(of=passes)):
            return f"whether no {_routes(routes, 'route')} {_clause(passes)}"
        case CheckRoutes(routes=Routes() as routes, passes=passes):
            return f"whether every {_routes(routes, 'route')} {_clause(passes)}"
        case CheckRoutes(routes=routes, passes=passes):
            return f"whether {_route(routes)} {_clause(passes)}"
        case CheckTrip(trip=trip, holds=holds):
            return f"whether it is {'possible' if holds else 'impossible'} to keep to {_trip(trip)}"
        case MeetingPlan():
            people = _row(meeting.person for meeting in query.meetings)
            start = f"starting at {query.origin} at {query.depart}"
            return f"a plan to meet as many as possible of {people}, {start}"
        case StayPlan():
            stays = _row(f"{stay.city} ({_days(stay.days)})" for stay in query.stays)
            return f"a plan of {_days(query.days)} in {stays} by direct flights only"
        case Unanswerable(fact=fact, words=words):
            return f'{fact} ("{words}"), which no map holds'


# Asks.
def _best(query: Best) -> str:
    """Say which candidate is wanted."""
    rank = _ordinal(query.rank)
    match query.among, query.figure:
        case Places() as places, figure:
            return _best_place(query, places, figure, rank)
        case Routes() as routes, RouteFigure() as figure:
            return _best_route(query, routes, figure, rank)
        case Pairs(pairs=pairs), figure:
            offered = "; ".join(f"{pair.first} and {pair.second}" for pair in pairs)
            sought = f"{rank}{_superlative(figure, query.most)}"
            return f"the pair of places with the {sought}: {offered}"
        case Modes(modes=modes), Travel() as figure:
            offered = _row((_MODES[each.mode] for each in modes), "or")
            said = f"the way of travelling with the {rank}{_superlative(figure, query.most)}"
            return f"{said}: {offered}"
        case Orders(trip=trip, orders=orders), _:
            of = "offered order" if orders else "order"
            finish = "latest" if query.most else "earliest"
            return f"the {of} of stops that finishes {rank}{finish} on {_trip(trip)}"
        case _:
            message = "the algebra allows no other candidates of a figure"
            raise AssertionError(message)


def _best_place(query: Best, places: Places, figure: AnyFigure, rank: str) -> str:
    """Say which of some places is wanted."""
    if isinstance(figure, Distance):
        end = figure.origin if figure.origin is not None else places.anchor
        how = ("farthest", "from") if query.most else ("nearest", "to")
        rest = places
        if figure.origin is None:
            rest = places.model_copy(update={"anchor": None})
        to = "" if end is None else f" {how[1]} {_place(end)}"
        if query.after is not None:
            return (
                f"the {_noun(places)} that follows {query.after} as {how[0]}{to}{_narrowed(rest)}"
            )
        return f"the {rank}{how[0]} {_noun(places)}{to}{_narrowed(rest)}"
    if query.after is not None:
        order = f"{'highest' if query.most else 'lowest'} first"
        told = f"that follows {query.after} by {_property(figure)}, {order},"
        return f"the {_noun(places)} {told}{_narrowed(places)}".rstrip(",")
    match figure:
        case Quality(praise=praise):
            degree = f"{rank}best" if query.most else "least"
            told = f"that {degree} deserves to be called {praise}"
        case Toward(direction=direction, of_anchor=True):
            told = f"{rank}{'least' if query.most else 'most'} directly {direction}"
            if places.anchor is not None:
                told += f" of {_place(places.anchor)}"
            places = places.model_copy(update={"anchor": None})
        case Toward(direction=direction):
            told = f"{rank}{'farthest' if query.most else 'least far'} to the {direction}"
        case _:
            told = f"with the {rank}{_superlative(figure, query.most)}"
    return f"the {_noun(places)} {told}{_narrowed(places)}"


def _best_route(query: Best, routes: Routes, figure: RouteFigure, rank: str) -> str:
    """Say which of some routes is wanted."""
    if figure == RouteFigure(measure=figure.measure) and figure.measure in _WHOLE_ROUTES:
        return f"the {rank}{_WHOLE_ROUTES[figure.measure][query.most]} {_routes(routes, 'route')}"
    least = "fewest" if unit_of(figure) == "count" else "least"
    sought = f"{'most' if query.most else least} {_property(figure)}"
    return f"the {_routes(routes, 'route')} with the {rank}{sought}"


def _listed(of: Places | Routes | Days | Schedules | Omissions, *, all_of_them: bool) -> str:
    """Say what is to be listed."""
    match of:
        case Schedules(trip=trip):
            return f"an offered schedule that works for {_trip(trip)}"
        case Omissions(trip=trip):
            return f"a stop to leave out, so that the others fit into {_trip(trip)}"
        case Days():
            return f"{'the' if all_of_them else 'any of the'} {_candidates(of)}"
        case _:
            return f"{'all' if all_of_them else 'any of the'} {_candidates(of)}"


# Candidates.
def _candidates(of: Places | Routes | Days) -> str:
    """Say several candidates."""
    match of:
        case Places():
            return (
                f"{_noun(of, plural=True)}{_around(of)}{_narrowed(of, plural=True, around=False)}"
            )
        case Routes():
            return _routes(of, "routes")
        case Days(place=place, open=is_open, at=at, filters=filters):
            when = "" if at is None else f" at {at}"
            told = "".join(f" and {_clause(each)}" for each in filters)
            return f"days of the week on which {_place(place)} is {_OPEN[is_open]}{when}{told}"


_OPEN = {True: "open", False: "closed"}


def _noun(places: Places, *, plural: bool = False) -> str:
    """Return what places of a selection are called."""
    noun = places.category or "place"
    return pluralise(noun) if plural else noun


def _around(places: Places) -> str:
    """Say around what places are."""
    if places.within_m is not None:
        of = "" if places.anchor is None else f" of {_place(places.anchor)}"
        return f" within {format_distance(places.within_m)}{of}"
    return "" if places.anchor is None else f" around {_place(places.anchor)}"


def _narrowed(places: Places, *, plural: bool = False, around: bool = True) -> str:
    """Say what narrows a selection of places."""
    said = (_around(places) if around else "") + _that(places.filters, plural=plural)
    if places.among:
        said += f" among {_row(places.among)}"
    if places.excluding:
        said += f", other than {_row(places.excluding)}"
    return said


def _routes(routes: Routes, noun: str) -> str:
    """Say one route or several, with what narrows them."""
    way = _way(routes.origin, routes.destination, routes.mode)
    via = "" if routes.via is None else f" via {routes.via}"
    return f"{noun}{way}{via}{_that(routes.filters, plural=noun == 'routes')}"


def _route(route: Routes | Best | None) -> str:
    """Say the one route that is meant."""
    if route is None:
        return "the route"
    return _best(route) if isinstance(route, Best) else f"the {_routes(route, 'route')}"


def _place(ref: str | Places | Best | None) -> str:
    """Say a place: its name, or how it is described."""
    match ref:
        case Places():
            return f"the only {_noun(ref)}{_narrowed(ref)}"
        case Best():
            return _best(ref)
        case _:
            return ref or "a place"


def _trip(trip: Trip) -> str:
    """Say a trip with all its conditions."""
    start = "" if trip.origin is None else f" from {trip.origin}"
    stops = _row(map(_stop, trip.stops))
    told = f"the trip{start}{_at(trip.day, trip.depart)}{_by(trip.mode)} to {stops}"
    if trip.end is not None:
        told += f", and {'back' if trip.end == trip.origin else 'on'} to {trip.end}"
    if trip.finish_by is not None:
        told += f", by {trip.finish_by}"
    if trip.budget_min is not None:
        told += f", within {_lasting(trip.budget_min)}"
    return told + "".join(f", {first} before {second}" for first, second in trip.before)


def _stop(stop: TripStop) -> str:
    """Say a stop of a trip."""
    notes = [_lasting(stop.visit_min)] if stop.visit_min else []
    notes += [f"booked for {stop.starts_at}"] if stop.starts_at is not None else []
    told = f"{stop.place}{_by(stop.mode)}"
    return f"{told} ({', '.join(notes)})" if notes else told


# Figures.
def _figure(figure: AnyFigure) -> str:
    """Say a figure that leaves nothing open."""
    match figure:
        case Distance(origin=origin, destination=destination):
            return f"the straight-line distance between {_place(origin)} and {_place(destination)}"
        case DirectionOf(place=place, seen_from=seen_from):
            return f"the compass direction of {_place(place)} seen from {_place(seen_from)}"
        case Hours(place=place, edge="length", week=True):
            return f"how long {_place(place)} is open in a week"
        case Hours(place=place, edge="length"):
            return f"how long {_place(place)} is open{_at(figure.day)}"
        case Hours(place=place, edge=edge, since=str() as since):
            return f"how long it is until {_place(place)} {edge}, counted{_at(figure.day, since)}"
        case Hours(place=place, edge=edge):
            return f"the time at which {_place(place)} {edge}{_at(figure.day)}"
        case Detour(place=place, first=first, second=second):
            return f"the detour over {_place(place)} from {_place(first)} to {_place(second)}"
        case RouteFigure(route=route) if unit_of(figure) == "count":
            return f"the number of {_property(figure)} on {_route(route)}"
        case RouteFigure(route=route):
            by = "of" if figure.road is figure.noted is None else "by"
            return f"the {_property(figure)} {by} {_route(route)}"
        case StepFact(route=route):
            return _step(figure, _route(route))
        case TripFigure(trip=trip) if trip is not None:
            return _trip_figure(figure, _trip(trip))
        case Fact(place=place):
            return f"the {_property(figure)} of {_place(place)}"
        case Sum():
            return _sum(figure)
        case _:
            return f"the {_property(figure)}"


def _sum(figure: Sum) -> str:
    """Say what is added up, how many times, and what is added to it."""
    told = _row(map(_figure, figure.of))
    told = told if len(figure.of) == 1 else f"the sum of {told}"
    told = told if figure.times == 1 else f"{figure.times:g} times {told}"
    if not figure.plus:
        return told
    shown = format_distance if unit_of(figure) == "length" else format_duration
    return f"{told}, {'plus' if figure.plus > 0 else 'minus'} {shown(abs(figure.plus))}"


def _property(figure: AnyFigure) -> str:
    """Say what a figure measures, without what has it."""
    match figure:
        case Distance():
            return "straight-line distance"
        case Fact(fact=fact):
            return _FACTS.get(fact, fact)
        case Hours(edge="length", day=day):
            return f"opening hours{_at(day)}"
        case Hours(edge=edge, day=day):
            return f"{'opening' if edge == 'opens' else 'closing'} time{_at(day)}"
        case Detour(first=first, second=second):
            return f"detour from {_place(first)} to {_place(second)}"
        case Travel(legs=legs, measure=measure):
            ways = _row(_way(leg.origin, leg.destination, leg.mode).strip() for leg in legs)
            return f"{'total ' if len(legs) > 1 else ''}travel {measure} {ways}".rstrip()
        case RouteFigure(measure="time" | "distance" as measure):
            road = figure.road if figure.noted is None else pluralise(_named(figure.noted))
            if road is None:
                return "travel time" if measure == "time" else "length"
            return f"{'time spent' if measure == 'time' else 'distance covered'} on {road}"
        case RouteFigure(measure=measure, before=before, after=after):
            told = pluralise(_named(measure))
            told += "" if before is None else f" before {before}"
            return told + ("" if after is None else f" after {after}")
        case _:
            return figure.kind


def _superlative(figure: AnyFigure, most: bool) -> str:
    """Say the least or the greatest of a figure."""
    return f"{_stem(figure, most)}est {_property(figure)}"


def _stem(figure: AnyFigure, more: bool) -> str:
    """Return the adjective for less or more of a figure, without its ending."""
    return _STEMS.get(unit_of(figure) or "", ("low", "high"))[more]


def _step(figure: StepFact, route: str) -> str:
    """Say which step of a route is meant."""
    onto = "" if figure.road is None else f" onto {figure.road}"
    rank = "" if figure.number is None else _ordinal(figure.number)
    match figure.step:
        case "next" | "before" as step:
            return f"the step {'after' if step == 'next' else 'before'} {figure.road} on {route}"
        case "onto":
            return f"the step{onto} on {route}"
        case "number":
            made = "" if figure.manoeuvre is None else f" with a {_named(figure.manoeuvre)}"
            first = "first " if figure.number == 1 else rank
            return f"the {first}step{made} of {route}"
        case "exit":
            return f"the {rank}exit taken{onto} on {route}"
        case "roundabout":
            return f"the exit taken{onto} at the {rank}roundabout of {route}"
        case "side":
            return f"the side of {route} on which {figure.landmark or 'the destination'} lies"
        case "landmark":
            side = "" if figure.side is None else f" on the {figure.side}"
            turn = "" if figure.manoeuvre is None else f" at the {_named(figure.manoeuvre)}"
            turn = turn or (" at the step" if onto else "")
            return f"the landmark{side}{turn}{onto} on {route}"


def _trip_figure(figure: TripFigure, trip: str) -> str:
    """Say a figure of a trip."""
    told = f"the {_OF_TRIP[figure.figure].format(place=figure.place)} {trip}"
    if figure.before_closing is None:
        return told
    leaving = figure.figure == "departure"
    return told + (f", before {figure.before_closing} closes" if leaving else ", until it closes")


# Filters.
def _that(filters: tuple[Filter, ...], *, plural: bool) -> str:
    """Say the conditions on one candidate, or on several."""
    clauses = [_clause(each, plural=plural) for each in filters]
    return f" that {_row(clauses)}" if clauses else ""


def _clause(condition: Filter, *, plural: bool = False) -> str:
    """Say a condition with its verb in singular or plural."""
    match condition:
        case AnyFilter(of=of):
            return f"either {_row((_clause(each, plural=plural) for each in of), 'or')}"
        case NotFilter(of=of):
            verb, rest = _predicate(of)
            if verb == "be":
                return f"{'are' if plural else 'is'} not {rest}"
            return f"{'do' if plural else 'does'} not {verb} {rest}"
        case _:
            verb, rest = _predicate(condition)
            return f"{_VERBS.get(verb, (f'{verb}s', verb))[plural]} {rest}"


_VERBS = {"be": ("is", "are"), "have": ("has", "have"), "pass": ("passes", "pass")}


def _predicate(condition: PlainFilter) -> tuple[str, str]:
    """Return the verb of a condition, as the dictionary has it, and what follows it."""
    match condition:
        case CompareFilter(measure=measure, value=value):
            return _compared(measure, _BOUNDS[condition.comparator], value)
        case OpenFilter(day=day, at=at, until=until, all_day=all_day):
            always = " around the clock" if all_day else ""
            hours = _at(day, at) if until is None else f"{_at(day)} from {at} until {until}"
            return "be", f"open{always}{hours}"
        case HoursFilter(edge=edge, comparator=comparator, at=at, day=day):
            return edge.removesuffix("s"), f"{_WHEN[comparator]} {at}{_at(day)}"
        case FeatureFilter(feature=feature):
            return "have", f'the service "{feature}"'
        case NameFilter(contains=contains):
            return "have", f'"{contains}" in the name'
        case AddressFilter(contains=contains):
            return "have", f'"{contains}" in the address'
        case DirectionFilter(direction=direction, seen_from=seen_from):
            return "lie", f"to the {direction}{'' if seen_from is None else f' of {seen_from}'}"
        case FigureFilter():
            return _beaten(condition)
        case RouteHas():
            return _occurrence(condition)


def _compared(measure: str, bound: str, value: float) -> tuple[str, str]:
    """Return the predicate of a bound on a figure."""
    match measure:
        case "time":
            return "take", f"{bound} {format_duration(value)}"
        case "distance":
            return "be", f"{bound} {format_distance(value)} long"
        case "rating_count":
            return "have", f"{bound} {value:g} ratings"
        case _:
            return "have", f"a {_FACTS.get(measure, measure)} of {bound} {value:g}"


def _beaten(figure: FigureFilter) -> tuple[str, str]:
    """Return the predicate of a figure beside that of another place, or of a way to there."""
    bound, way = _BOUNDS[figure.comparator], figure.figure == "travel_time"
    if figure.value is None:
        amount = f"that of {figure.than}"
    else:
        amount = format_duration(figure.value) if way else format_distance(figure.value)
    start = "" if figure.seen_from is None else f" from {figure.seen_from}"
    if way:
        return "have", f"a travel time{start}{_by(figure.mode)} of {bound} {amount}"
    what = _FACTS.get(figure.figure, figure.figure)
    return "have", f"a {what}{start} of {bound} {amount}"


def _occurrence(has: RouteHas) -> tuple[str, str]:
    """Return the predicate of what occurs on a route."""
    often = "" if has.times == 1 else f" at least {has.times} times"
    often += _at(has.day, has.at)
    if has.landmark is not None:
        return "pass", f"{has.landmark}{often}"
    onto = "" if has.road is None else f" onto {has.road}"
    by = "" if has.exit is None else f" at exit {has.exit}"
    if has.manoeuvre is not None:
        return "have", f"a {_named(has.manoeuvre)}{onto}{by}{often}"
    if has.exit is not None:
        return "take", f"exit {has.exit}{onto}{often}"
    return "use", f"{has.road}{often}"


# Words.
def _way(origin: PlaceRef | None, destination: PlaceRef | None, mode: TravelMode | None) -> str:
    """Say the ends of a way, as far as they are known, and how it is travelled."""
    start = "" if origin is None else f" from {_place(origin)}"
    end = "" if destination is None else f" to {_place(destination)}"
    return f"{start}{end}{_by(mode)}"


def _by(mode: TravelMode | None) -> str:
    """Say how one travels, if that is known."""
    return "" if mode is None else f" {_MODES[mode]}"


def _at(day: str | None, clock: str | None = None) -> str:
    """Say when something is, as far as that is known."""
    on = "" if day is None else f" on {day.capitalize()}"
    return on if clock is None else f"{on} at {clock}"


def _lasting(minutes: int) -> str:
    """Say a length of time, whole hours without minutes."""
    return format_duration(minutes * 60).removesuffix(" 0 mins")


def _days(number: int) -> str:
    """Say a number of days."""
    return "1 day" if number == 1 else f"{number} days"


def _ordinal(number: int) -> str:
    """Return a rank before its noun, empty for the first; -1 is the last."""
    if number < 0:
        return "last " if number == -1 else f"{_ordinal(-number)}to last "
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = "th" if number % 100 in {11, 12, 13} else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending} "


def _named(manoeuvre: str) -> str:
    """Return what a manoeuvre is called."""
    return _MANOEUVRES.get(manoeuvre, manoeuvre.replace("_", " "))


def _row(names: Iterable[str], joined: str = "and") -> str:
    """Join names to a row: "A, B and C"."""
    *some, last = names
    return f"{', '.join(some)} {joined} {last}" if some else last

"""Describe a query in plain English: what it asks for, as one phrase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from geoeval.calculators.areas import Relation
from geoeval.calculators.units import format_distance, format_duration
from geoeval.query import algebra, filter_kinds, parts
from geoeval.query.figures import describe_ends
from geoeval.query.trace import check_complete
from geoeval.query.wording import BY_MODE, at_time, by_mode, join_words, manoeuvre_name, ordinal
from geoeval.text import a_or_an, pluralise
from geoeval.world.categories import singular
from geoeval.world.place_facts import MEASURES

_BOUNDS = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than", "==": "exactly"}
_WHEN = {">=": "at or after", ">": "after", "<=": "at or before", "<": "before", "==": "at"}
# Stems of the adjectives for a lower and a higher figure, by unit; -er and -est are appended.
_STEMS = {"length": ("short", "long"), "time": ("short", "long"),
          "clock": ("earli", "lat"), "count": ("small", "great")}  # fmt: skip
_WHOLE_ROUTES = {"time": ("fastest", "slowest"), "distance": ("shortest", "longest")}


def describe(query: algebra.Query) -> str:
    """Return what a query asks for, as one phrase in plain English.

    Parameters
    ----------
    query
        Any query.

    Returns
    -------
    str
        A phrase to follow "It asks for" or "It asks", without a capital letter or full stop.

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
    return _ASKS[query.ask](query)


# Queries.
def _describe_value(query: algebra.Value) -> str:
    first = _render(query.figure)
    return first if query.also is None else f"{first} and {_render(query.also)}"


def _describe_compare(query: algebra.Compare) -> str:
    return (
        f"whether {_render(query.first)} is {_find_adjective_stem(query.first, query.more)}er than "
        f"{_render(query.second)}"
    )


def _describe_check_routes(query: algebra.CheckRoutes) -> str:
    routes, passes = query.routes, query.passes
    if not isinstance(routes, algebra.Routes):
        return f"whether {_render(routes)} {_filter_clause(passes)}"
    if isinstance(passes, filter_kinds.NotFilter):
        return f"whether no {_describe_routes(routes, 'route')} {_filter_clause(passes.of)}"
    return f"whether every {_describe_routes(routes, 'route')} {_filter_clause(passes)}"


def _describe_meeting_plan(query: parts.MeetingPlan) -> str:
    people = join_words(meeting.person for meeting in query.meetings)
    start = f"starting at {query.origin} at {query.depart}"
    return f"a plan to meet as many as possible of {people}, {start}"


def _describe_stay_plan(query: parts.StayPlan) -> str:
    stays = join_words(f"{stay.city} ({_format_days(stay.days)})" for stay in query.stays)
    return f"a plan of {_format_days(query.days)} in {stays} by direct flights only"


def _describe_best(query: algebra.Best) -> str:
    return _BESTS[query.among.kind](query, query.among, ordinal(query.rank))


def _describe_best_pair(query: algebra.Best, among: algebra.Pairs, rank: str) -> str:
    offered = "; ".join(f"{pair.first} and {pair.second}" for pair in among.pairs)
    sought = f"{rank}{_format_superlative(query.figure, query.most)}"
    return f"the pair of places with the {sought}: {offered}"


def _describe_best_mode(query: algebra.Best, among: algebra.Modes, rank: str) -> str:
    offered = join_words((BY_MODE[each.mode] for each in among.modes), "or")
    sought = f"{rank}{_format_superlative(query.figure, query.most)}"
    return f"the travel mode with the {sought}: {offered}"


def _describe_best_order(query: algebra.Best, among: parts.Orders, rank: str) -> str:
    of = "offered order" if among.orders else "order"
    trip = _describe_trip(among.trip)
    if query.figure == parts.TripFigure(figure="travel"):
        sought = f"{rank}{'longest' if query.most else 'shortest'} travel time"
        return f"the {of} of stops with the {sought} on {trip}"
    finish = "latest" if query.most else "earliest"
    return f"the {of} of stops that finishes {rank}{finish} on {trip}"


def _describe_best_place(query: algebra.Best, places: algebra.Places, rank: str) -> str:
    if query.after is not None and not isinstance(query.figure, algebra.Distance):
        order = f"{'highest' if query.most else 'lowest'} first"
        phrase = f"that follows {query.after} by {query.figure.measure_phrase(_render)}, {order},"
        return f"the {_place_noun(places)} {phrase}{_filter_phrase(places)}".rstrip(",")
    by_figure = _BEST_PLACES.get(type(query.figure))
    if by_figure is not None:
        return by_figure(query, places, query.figure, rank)
    phrase = f"with the {rank}{_format_superlative(query.figure, query.most)}"
    return f"the {_place_noun(places)} {phrase}{_filter_phrase(places)}"


def _describe_nearest(
    query: algebra.Best, places: algebra.Places, figure: algebra.Distance, rank: str
) -> str:
    end = figure.origin if figure.origin is not None else places.anchor
    how, joint = ("farthest", "from") if query.most else ("nearest", "to")
    noun, rest = _place_noun(places), places
    if figure.origin is None:
        rest = places.model_copy(update={"anchor": None})
    to = "" if end is None else f" {joint} {_render(end)}"
    if query.after is not None:
        return f"the {noun} that follows {query.after} as {how}{to}{_filter_phrase(rest)}"
    return f"the {rank}{how} {noun}{to}{_filter_phrase(rest)}"


def _describe_most_praised(
    query: algebra.Best, places: algebra.Places, figure: algebra.Quality, rank: str
) -> str:
    degree = f"{rank}best" if query.most else "least"
    phrase = f'that {degree} fits the description "{figure.praise}"'
    return f"the {_place_noun(places)} {phrase}{_filter_phrase(places)}"


def _describe_farthest(
    query: algebra.Best, places: algebra.Places, figure: algebra.Toward, rank: str
) -> str:
    noun, direction = _place_noun(places), figure.direction
    if not figure.of_anchor:
        phrase = f"{rank}{'farthest' if query.most else 'least far'} to the {direction}"
        return f"the {noun} {phrase}{_filter_phrase(places)}"
    of = "" if places.anchor is None else f" of {_render(places.anchor)}"
    phrase = f"{rank}{'least' if query.most else 'most'} directly {direction}{of}"
    return f"the {noun} {phrase}{_filter_phrase(places.model_copy(update={'anchor': None}))}"


_BEST_PLACES: dict[type[parts.Figure], Callable[[algebra.Best, algebra.Places, Any, str], str]] = {
    algebra.Distance: _describe_nearest,
    algebra.Quality: _describe_most_praised,
    algebra.Toward: _describe_farthest,
}


def _describe_best_route(query: algebra.Best, routes: algebra.Routes, rank: str) -> str:
    figure = query.figure
    assert isinstance(figure, algebra.RouteFigure), "it ranks routes"
    if figure == algebra.RouteFigure(measure=figure.measure) and figure.measure in _WHOLE_ROUTES:
        whole = _WHOLE_ROUTES[figure.measure][query.most]
        return f"the {rank}{whole} {_describe_routes(routes, 'route')}"
    least = "fewest" if figure.unit == "count" else "least"
    sought = f"{'most' if query.most else least} {figure.measure_phrase(_render)}"
    return f"the {_describe_routes(routes, 'route')} with the {rank}{sought}"


def _describe_listing(
    of: algebra.Places | algebra.Routes | algebra.Days | parts.Schedules | parts.Omissions,
    *,
    all_of_them: bool,
) -> str:
    match of:
        case parts.Schedules(trip=trip):
            return f"an offered schedule that works for {_describe_trip(trip)}"
        case parts.Omissions(trip=trip):
            return f"a stop to leave out, so that the others fit into {_describe_trip(trip)}"
        case algebra.Days():
            return f"{'the' if all_of_them else 'any of the'} {_describe_candidates(of)}"
        case _:
            return f"{'all' if all_of_them else 'any of the'} {_describe_candidates(of)}"


# Candidates.
def _describe_candidates(of: algebra.Places | algebra.Routes | algebra.Days) -> str:
    match of:
        case algebra.Places():
            filters = _filter_phrase(of, plural=True, around=False)
            return f"{_place_noun(of, plural=True)}{_radius_phrase(of)}{filters}"
        case algebra.Routes():
            return _describe_routes(of, "routes")
        case algebra.Days(place=place, open=is_open, at=at, filters=filters):
            when = "" if at is None else f" at {at}"
            phrase = "".join(f" and {_filter_clause(each)}" for each in filters)
            return f"days of the week on which {_render(place)} is {_OPEN[is_open]}{when}{phrase}"


_OPEN = {True: "open", False: "closed"}


def _place_noun(places: algebra.Places, *, plural: bool = False) -> str:
    nouns = (_kind_noun(kind or "place", plural=plural) for kind in places.kinds)
    return join_words(nouns, "or")


def _kind_noun(noun: str, *, plural: bool) -> str:
    one = singular(noun)
    if one != noun.casefold():  # the context writes "cafes"
        return noun if plural else one
    return pluralise(noun) if plural else noun


def _radius_phrase(places: algebra.Places) -> str:
    if places.within_m is not None:
        of = "" if places.anchor is None else f" of {_render(places.anchor)}"
        return f" within {format_distance(places.within_m)}{of}"
    return "" if places.anchor is None else f" around {_render(places.anchor)}"


def _filter_phrase(places: algebra.Places, *, plural: bool = False, around: bool = True) -> str:
    phrase = (_radius_phrase(places) if around else "") + _relative_clause(
        places.filters, plural=plural
    )
    if places.among:
        phrase += f" among {join_words(places.among)}"
    if places.excluding:
        phrase += f", other than {join_words(places.excluding)}"
    return phrase


def _describe_routes(routes: algebra.Routes, noun: str) -> str:
    ends = describe_ends(routes.origin, routes.destination, routes.mode, _render)
    via = "" if routes.via is None else f" via {routes.via}"
    return f"{noun}{ends}{via}{_relative_clause(routes.filters, plural=noun == 'routes')}"


def _render(part: object) -> str:
    match part:
        case parts.Figure():
            return part.sentence(_render)
        case algebra.Places():
            return f"the only {_place_noun(part)}{_filter_phrase(part)}"
        case algebra.Routes():
            return f"the {_describe_routes(part, 'route')}"
        case algebra.Best():
            return _describe_best(part)
        case parts.Trip():
            return _describe_trip(part)
        case _:
            return "a place" if part is None else str(part)


def _describe_trip(trip: parts.Trip) -> str:
    start = "" if trip.origin is None else f" from {trip.origin}"
    stops = join_words(map(_describe_stop, trip.stops))
    phrase = f"the trip{start}{at_time(trip.day, trip.depart)}{by_mode(trip.mode)} to {stops}"
    if trip.end is not None:
        phrase += f", and {'back' if trip.end == trip.origin else 'on'} to {trip.end}"
    if trip.finish_by is not None:
        phrase += f", by {trip.finish_by}"
    if trip.budget_min is not None:
        phrase += f", within {_format_minutes(trip.budget_min)}"
    return phrase + "".join(f", {first} before {second}" for first, second in trip.before)


def _describe_stop(stop: parts.TripStop) -> str:
    notes = [_format_minutes(stop.visit_min)] if stop.visit_min else []
    notes += [f"booked for {stop.starts_at}"] if stop.starts_at is not None else []
    notes += [f"not before {stop.not_before}"] if stop.not_before is not None else []
    notes += [f"over by {stop.ends_by}"] if stop.ends_by is not None else []
    phrase = f"{stop.place}{by_mode(stop.mode)}"
    return f"{phrase} ({', '.join(notes)})" if notes else phrase


# Figures.
def _format_superlative(figure: algebra.AnyFigure, most: bool) -> str:
    return f"{_find_adjective_stem(figure, most)}est {figure.measure_phrase(_render)}"


def _find_adjective_stem(figure: algebra.AnyFigure, more: bool) -> str:
    return _STEMS.get(figure.unit or "", ("low", "high"))[more]


# Filters.
def _relative_clause(filters: tuple[filter_kinds.Filter, ...], *, plural: bool) -> str:
    clauses = [_filter_clause(each, plural=plural) for each in filters]
    return f" that {join_words(clauses)}" if clauses else ""


def _filter_clause(condition: filter_kinds.Filter, *, plural: bool = False) -> str:
    match condition:
        case filter_kinds.AnyFilter(of=of):
            return (
                f"either {join_words((_filter_clause(each, plural=plural) for each in of), 'or')}"
            )
        case filter_kinds.NotFilter(of=of):
            verb, rest = _filter_predicate(of)
            if verb == "be":
                return f"{'are' if plural else 'is'} not {rest}"
            return f"{'do' if plural else 'does'} not {verb} {rest}"
        case _:
            verb, rest = _filter_predicate(condition)
            return f"{_VERBS.get(verb, (f'{verb}s', verb))[plural]} {rest}"


_VERBS = {
    "be": ("is", "are"),
    "cross": ("crosses", "cross"),
    "have": ("has", "have"),
    "pass": ("passes", "pass"),
}


def _filter_predicate(condition: filter_kinds.PlainFilter) -> tuple[str, str]:
    return _PREDICATES[condition.kind](condition)


def _open_predicate(wanted: filter_kinds.OpenFilter) -> tuple[str, str]:
    always = " around the clock" if wanted.all_day else ""
    if wanted.until is None:
        return "be", f"open{always}{at_time(wanted.day, wanted.at)}"
    return "be", f"open{always}{at_time(wanted.day)} from {wanted.at} until {wanted.until}"


def _hours_predicate(wanted: filter_kinds.HoursFilter) -> tuple[str, str]:
    return wanted.edge.removesuffix(
        "s"
    ), f"{_WHEN[wanted.comparator]} {wanted.at}{at_time(wanted.day)}"


def _direction_predicate(wanted: filter_kinds.DirectionFilter) -> tuple[str, str]:
    of = "" if wanted.seen_from is None else f" of {wanted.seen_from}"
    return "lie", f"to the {wanted.direction}{of}"


def _comparison_predicate(wanted: filter_kinds.CompareFilter[Any]) -> tuple[str, str]:
    measure, bound, value = wanted.measure, _BOUNDS[wanted.comparator], wanted.value
    match measure:
        case "time":
            return "take", f"{bound} {format_duration(value)}"
        case "distance":
            return "be", f"{bound} {format_distance(value)} long"
        case "rating_count":
            return "have", f"{bound} {value:g} ratings"
        case _:
            fact = MEASURES[measure]
            return "have", f"{a_or_an(fact.noun)} of {bound} {fact.bound(value)}"


def _figure_predicate(figure: filter_kinds.FigureFilter) -> tuple[str, str]:
    bound, is_time = _BOUNDS[figure.comparator], figure.figure == "travel_time"
    if figure.value is None:
        amount = f"that of {figure.than}"
    else:
        amount = format_duration(figure.value) if is_time else format_distance(figure.value)
    start = "" if figure.seen_from is None else f" from {figure.seen_from}"
    if is_time:
        return "have", f"a travel time{start}{by_mode(figure.mode)} of {bound} {amount}"
    what = MEASURES[figure.figure].noun if figure.figure in MEASURES else figure.figure
    return "have", f"{a_or_an(what)}{start} of {bound} {amount}"


def _area_predicate(wanted: filter_kinds.AreaFilter) -> tuple[str, str]:
    verb, joint = _RELATIONS[wanted.relation]
    return verb, f"{joint}{wanted.other}"


_RELATIONS: dict[Relation, tuple[str, str]] = {
    "within": ("lie", "within "),
    "contains": ("contain", ""),
    "borders": ("border", ""),
    "crosses": ("cross", ""),
    "crossed_by": ("be", "crossed by "),
}


def _occurrence_predicate(has: filter_kinds.RouteHas) -> tuple[str, str]:
    often = "" if has.times == 1 else f" at least {has.times} times"
    often += at_time(has.day, has.at)
    if has.landmark is not None:
        return "pass", f"{has.landmark}{often}"
    onto = "" if has.road is None else f" onto {has.road}"
    by = "" if has.exit is None else f" at exit {has.exit}"
    if has.manoeuvre is not None:
        return "have", f"a {manoeuvre_name(has.manoeuvre)}{onto}{by}{often}"
    if has.exit is not None:
        return "take", f"exit {has.exit}{onto}{often}"
    return "use", f"{has.road}{often}"


def _format_minutes(minutes: int) -> str:
    return format_duration(minutes * 60).removesuffix(" 0 mins")


def _format_days(number: int) -> str:
    return "1 day" if number == 1 else f"{number} days"


_ASKS: dict[str, Callable[[Any], str]] = {
    "value": _describe_value,
    "best": _describe_best,
    "list": lambda query: _describe_listing(query.of, all_of_them=query.wanted == "all"),
    "count": lambda query: f"the number of {_describe_candidates(query.of)}",
    "compare": _describe_compare,
    "difference": lambda query: (
        f"the difference between {_render(query.first)} and {_render(query.second)}"
    ),
    "check": lambda query: f"whether {_render(query.place)} {_filter_clause(query.passes)}",
    "check_routes": _describe_check_routes,
    "check_trip": lambda query: (
        f"whether it is {'possible' if query.holds else 'impossible'} to keep to "
        f"{_describe_trip(query.trip)}"
    ),
    "meeting_plan": _describe_meeting_plan,
    "stay_plan": _describe_stay_plan,
    "unanswerable": lambda query: f'{query.fact} ("{query.words}"), which no map contains',
}
_BESTS: dict[str, Callable[[algebra.Best, Any, str], str]] = {
    "places": _describe_best_place,
    "routes": _describe_best_route,
    "pairs": _describe_best_pair,
    "modes": _describe_best_mode,
    "orders": _describe_best_order,
}
_PREDICATES: dict[str, Callable[[Any], tuple[str, str]]] = {
    "compare": _comparison_predicate,
    "open": _open_predicate,
    "hours": _hours_predicate,
    "feature": lambda wanted: ("have", f'the service "{wanted.feature}"'),
    "name": lambda wanted: ("have", f'"{wanted.contains}" in the name'),
    "address": lambda wanted: ("have", f'"{wanted.contains}" in the address'),
    "direction": _direction_predicate,
    "figure": _figure_predicate,
    "area": _area_predicate,
    "has": _occurrence_predicate,
}
check_complete(
    _ASKS, {kind.model_fields["ask"].default for kind in get_args(get_args(algebra.Query)[0])}
)
check_complete(
    _PREDICATES,
    {kind.model_fields["kind"].default for kind in get_args(get_args(filter_kinds.PlainFilter)[0])},
)

"""Tools for places: list those that pass conditions, find the best by a figure, check one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, NoReturn, cast, get_args

from pydantic import Field

from geoeval.calculators.filters.truth import sector_of
from geoeval.errors import quote
from geoeval.query.algebra import (
    Best,
    Detour,
    Distance,
    Fact,
    Hours,
    Places,
    Toward,
    Travel,
    TravelLeg,
)
from geoeval.query.filter_kinds import (
    MOST,
    AddressFilter,
    CompareFilter,
    DirectionFilter,
    FeatureFilter,
    Filter,
    HoursFilter,
    Manoeuvre,
    NameFilter,
    NotFilter,
    OpenFilter,
    PlainFilter,
    RouteHas,
    Total,
)
from geoeval.query.parts import ClockTime, Comparator, Day, Direction, Model, PlaceName
from geoeval.query.places.figures import number_or_none
from geoeval.query.places.filters import keep_passing
from geoeval.query.places.selection import Choice, choose_places
from geoeval.query.trace import Blocked, Trace
from geoeval.query.values import Reason
from geoeval.text import a_or_an
from geoeval.tools.failure import reject_argument
from geoeval.tools.families import lookups
from geoeval.tools.families.output import (
    PlaceFacts,
    QueryAnswer,
    answer_query_tool,
    facts_of,
    new_trace,
)
from geoeval.tools.linking import distinct_label
from geoeval.tools.spellings import clock_of, word_of
from geoeval.tools.tool import PlacedResult, Result, tool
from geoeval.world.model import NearbyList, Place, TravelMode, World
from geoeval.world.place_facts import MEASURES, Measure, price_rank

PlaceFact = Literal[
    Measure, "open", "opens", "closes", "feature", "name", "address", "direction"
]  # fmt: skip
RouteFact = Literal["time", "distance", "road", "exit", "landmark"] | Manoeuvre
Test = Literal["==", ">=", ">", "<=", "<", "not"]

_ALL_DAY: Final = frozenset({"24h", "24 h", "24 hours", "24/7", "all day", "open 24 hours"})
_ANY_TIME: Final = frozenset({"", "yes", "true"})
_MAX_CHARACTERS = 200


class PlaceCondition(Model):
    """A condition on a place."""

    fact: PlaceFact
    test: Annotated[Test, Field(alias="is")] = "=="
    value: str = Field(
        "",
        description='"4.5"; price_level 1-4; open: "21:00", "12:00-15:00", "24h"; feature, '
        'name, address: text; direction: "north"',
        max_length=_MAX_CHARACTERS,
    )
    day: Day | None = None


class RouteCondition(Model):
    """A condition on a route."""

    fact: RouteFact
    test: Annotated[Test, Field(alias="is")] = "=="
    value: str = Field(
        "",
        description="time: seconds; distance: metres; road, exit, landmark: text; else how often",
        max_length=_MAX_CHARACTERS,
    )


def place_filter(condition: PlaceCondition, path: str) -> Filter:
    """Return a condition on places as a filter of the query language."""
    fact, value = condition.fact, condition.value.strip()
    leaf: PlainFilter
    match fact:
        case _ if fact in MEASURES:
            row = MEASURES[fact]
            level = price_rank(value) if row.unit == "level" else None
            amount = _read_number(value, path, row.minimum) if level is None else float(level)
            if row.maximum is not None and amount > row.maximum:
                wanted = f"{a_or_an(row.noun)} from {row.minimum:g} to {row.maximum:g}"
                reject_argument(f"{path}.value", wanted, quote(value))
            leaf = CompareFilter(
                measure=fact, comparator=_effective_comparator(condition), value=amount
            )
        case "opens" | "closes":
            at = _read_clock(value, path)
            comparator = _effective_comparator(condition)
            leaf = HoursFilter(edge=fact, comparator=comparator, at=at, day=condition.day)
        case _:
            _check_equal(condition, path)
            leaf = _plain_filter(fact, value, condition.day, path)
    return NotFilter(of=leaf) if condition.test == "not" else leaf


def route_filter(condition: RouteCondition, path: str) -> Filter:
    """Return a condition on routes as a filter of the query language."""
    fact, value = condition.fact, condition.value.strip()
    leaf: PlainFilter
    match fact:
        case "time" | "distance":
            amount = _read_number(value, path)
            leaf = CompareFilter(
                measure=fact, comparator=_effective_comparator(condition), value=amount
            )
        case "road" | "exit" | "landmark":
            _check_equal(condition, path)
            leaf = RouteHas.model_validate({fact: _require_text(fact, value, path)})
        case _:
            if condition.test in {"<", "<="}:
                expected = 'one of ==, >=, > (at least this often) or "not"'
                reject_argument(f"{path}.is", expected, condition.test)
            times = _read_number(value or "1", path) + (condition.test == ">")
            leaf = RouteHas(manoeuvre=fact, times=max(1, round(times)))
    return NotFilter(of=leaf) if condition.test == "not" else leaf


def open_then(value: str, day: Day | None, path: str = "at") -> OpenFilter:
    """Return a filter for places open at a time, during a period, or all day.

    Examples
    --------
    >>> open_then("12:00-15:00", "monday").until, open_then("24h", None).all_day
    ('15:00', True)
    """
    if value.casefold() in _ALL_DAY:
        return OpenFilter(day=day, all_day=True)
    if value.casefold() in _ANY_TIME:
        return OpenFilter(day=day)
    start, dash, end = value.replace("–", "-").partition("-")
    until = _read_clock(end, path) if dash else None
    return OpenFilter(day=day, at=_read_clock(start, path), until=until)


def _plain_filter(fact: PlaceFact, value: str, day: Day | None, path: str) -> PlainFilter:
    if fact == "open":
        return open_then(value, day, f"{path}.value")
    if fact == "direction":
        word = word_of(get_args(Direction), value)
        if word not in get_args(Direction):
            _reject_value(path, "a point of the compass, such as north", value)
        return DirectionFilter.model_validate({"direction": word})
    text = _require_text(fact, value, path)
    if fact == "feature":
        return FeatureFilter(feature=text)
    return NameFilter(contains=text) if fact == "name" else AddressFilter(contains=text)


def _effective_comparator(condition: PlaceCondition | RouteCondition) -> Comparator:
    """Return the comparator of a condition; "not" is the negation of "=="."""
    return "==" if condition.test == "not" else condition.test


def _check_equal(condition: PlaceCondition | RouteCondition, path: str) -> None:
    if condition.test not in {"==", "not"}:
        reject_argument(
            f"{path}.is", f"== or not, as {condition.fact} is not a number", quote(condition.test)
        )


def _read_number(value: str, path: str, least: float = 0.0) -> float:
    try:
        amount = float(value)
    except ValueError:
        amount = float("nan")
    if not least <= amount < MOST:
        _reject_value(path, f"a number of {least:g} or more", value)
    return amount


def _read_clock(value: str, path: str) -> str:
    found = clock_of(value)
    if found is None:
        _reject_value(path, 'a time of day such as "17:00"', value)
    return found


def _require_text(fact: str, value: str, path: str) -> str:
    if not value:
        _reject_value(path, f"the {fact} to look for", value)
    return value


def _reject_value(path: str, expected: str, value: str) -> NoReturn:
    argument = path if path.endswith("value") or "[" not in path else f"{path}.value"
    reject_argument(argument, expected, quote(value))


Sort = Literal["listed", "distance", "rating", "rating_count", "price", "name", "travel_time"]
_Edge = Literal["opens", "closes", "length"]
By = Literal[
    "distance", Measure, "opens", "closes", "open_length",
    "detour", "travel_time", "travel_distance", "north", "east", "south", "west",
]  # fmt: skip

_UNKNOWN: frozenset[Reason] = frozenset({"no_coordinates", "no_hours", "no_rating", "no_such_fact"})
_DESCENDING = frozenset({"rating", "rating_count", "north", "east", "south", "west"})
_MAX_NAMED = 20

Category = Annotated[str | None, Field(description='Kind of place: "restaurant"', max_length=80)]
Anchor = Annotated[PlaceName | None, Field(description="Around which place")]
WithinM = Annotated[float | None, Field(description="Metres", gt=0, le=20_100_000)]
Filters = Annotated[tuple[PlaceCondition, ...], Field(description="All must be met")]
Among = Annotated[tuple[PlaceName, ...], Field(description="Only these, such as the options")]
Excluding = tuple[PlaceName, ...]


class Undecided(Result):
    """A place that may meet the conditions but has missing facts."""

    name: str
    unknown: tuple[str, ...]


class ReachedPlace(PlaceFacts):
    """A place, and the leg to it if that was asked for."""

    travel: lookups.Way | None = None


class FoundPlaces(PlacedResult):
    """Places that pass every condition, and those with missing facts."""

    count: Annotated[int, Field(description="How many pass every condition")]
    places: tuple[ReachedPlace, ...]
    not_shown: Annotated[int | None, Field(description="How many more there are")] = None
    undecided_count: int = Field(
        0,
        description="How many may meet the conditions but have missing facts; not in count",
    )
    undecided: tuple[Undecided, ...] | None = None
    sorted_by: Annotated[lookups.Order, Field(description="unsorted: no particular order")]
    merged: tuple[str, ...] | None = Field(None, description="Lists of the map that were combined")
    note: str | None = None


class CheckedCondition(Result):
    """Whether one condition is met."""

    fact: str
    holds: Annotated[bool | None, Field(description="Absent: not known")] = None


class CheckedPlace(PlacedResult):
    """Whether a place meets conditions."""

    holds: Annotated[bool | None, Field(description="Whether all are met; absent: not known")] = (
        None
    )
    conditions: tuple[CheckedCondition, ...]
    steps: tuple[str, ...]


def _sector_width(filters: Sequence[PlaceCondition]) -> str | None:
    """Describe the widths of the compass sectors in conditions; None if there are none."""
    wanted = [each.value.strip().lower() for each in filters if each.fact == "direction"]
    widths = [f"{word}: bearings within {sector_of(word) / 2:g}° of it" for word in wanted]
    return "; ".join(widths) or None


class _Asked(Model):
    """Arguments that mean places."""

    @property
    def places(self) -> Places:
        """The places that the arguments mean, without the conditions."""
        names = ("category", "anchor", "within_m", "among", "excluding")
        return Places(**{name: getattr(self, name) for name in names})


class _AskedForAll(_Asked):
    """List and count the places that pass every condition, with the travel to each by a mode.

    Places with a missing fact are listed under "undecided" and are not counted.
    """

    category: Category = None
    anchor: Anchor = None
    within_m: WithinM = None
    day: Day | None = Field(None, description="Open on that day")
    at: ClockTime | None = Field(None, description="Open at that time")
    filters: Filters = ()
    among: Among = ()
    excluding: Excluding = ()
    sort: Sort = "listed"
    origin: PlaceName | None = Field(None, description="Of the travel, if not anchor")
    mode: TravelMode | None = None
    limit: lookups.Limit = 20


@tool(
    name="find_places",
    example={
        "category": "restaurant",
        "anchor": "Town Hall",
        "day": "monday",
        "filters": [{"fact": "rating", "is": ">=", "value": "4"}],
    },
)
def _find_places(given: _AskedForAll, world: World) -> FoundPlaces:
    conditions = _to_filters(given.filters, given.day, given.at)
    lists = _searched_lists(given.category, given.anchor, world)
    trace = new_trace(world)
    choice = choose_places(given.places, trace, exhaustive=True)
    found, undecided = _passing_places(choice, conditions, trace)
    ways: Mapping[str, lookups.Way | None] = {}
    if given.mode is not None or given.sort == "travel_time":
        ways = _find_legs(found, given.origin or given.anchor, given.mode, trace)
    placed = lookups.measure_distances(found, choice.anchor)
    order, unranked = _sort_places(placed, given.sort, ways, choice)
    named = [
        Undecided(name=distinct_label(place, world), unknown=facts)
        for place, facts in undecided[:_MAX_NAMED]
    ]
    return FoundPlaces(
        count=len(placed),
        places=tuple(
            ReachedPlace(**dict(facts_of(place, world, metres)), travel=ways.get(place.id))
            for place, metres in placed[: given.limit]
        ),
        not_shown=max(len(placed) - given.limit, 0) or None,
        undecided_count=len(undecided),
        undecided=tuple(named) or None,
        sorted_by=order,
        merged=lookups.describe_merged(lists),
        note=unranked
        or _sector_width(given.filters)
        or _note_on_reach(given.places, choice, lists, world),
    )


class _AskedForBest(_Asked):
    """Find the place with the least or most of a figure, or the k-th in that order.

    distance is from the anchor; detour is the extra straight-line distance via
    the place from origin to destination;
    travel is from origin or to destination; north: the northernmost.
    """

    by: By
    category: Category = None
    anchor: Anchor = None
    within_m: WithinM = None
    filters: Filters = ()
    among: Among = ()
    excluding: Excluding = ()
    most: bool | None = Field(
        None,
        description="true: the greatest first; default: true for ratings and directions only",
    )
    rank: int = Field(1, description="2: the second in that order", ge=1)
    origin: PlaceName | None = Field(None, description="detour: from; travel: from")
    destination: PlaceName | None = Field(None, description="detour: to; travel: to")
    mode: TravelMode | None = Field(None, description="Of the travel")
    day: Day | None = Field(None, description="Of the opening hours")


@tool(
    name="best_place",
    example={"by": "distance", "category": "restaurant", "anchor": "Town Hall", "rank": 2},
)
def _best_place(given: _AskedForBest, world: World) -> QueryAnswer:
    filters = tuple(each for _, each in _to_filters(given.filters))
    if given.by == "distance" and given.anchor is None and given.origin is None:
        reject_argument("anchor", "the place to measure from, with by=distance")
    figure = _open_figure(given)
    if given.category is not None:
        lookups.check_kind("category", given.category, world)
    if not (given.category or given.anchor or given.among):
        reject_argument("category", "which places to choose from: category, anchor or among")
    most = given.by in _DESCENDING if given.most is None else given.most
    among = Places.model_validate({**dict(given.places), "filters": filters})
    return answer_query_tool(Best(figure=figure, among=among, most=most, rank=given.rank), world)


@tool(
    name="check_place",
    example={"place": "City Museum", "filters": [{"fact": "feature", "value": "wheelchair"}]},
)
def _check_place(
    world: World,
    place: PlaceName,
    filters: Filters,
    anchor: Annotated[PlaceName | None, Field(description="From where a direction is seen")] = None,
) -> CheckedPlace:
    """Check whether a place meets conditions: yes, no, or not known, for each of them."""
    if not filters:
        reject_argument("filters", "at least one condition")
    trace = new_trace(world)
    found = lookups.found_place(place, world)
    seen_from = lookups.found_place(anchor, world) if anchor else None
    checked = tuple(
        CheckedCondition(fact=fact, holds=_holds_for(found, wanted, seen_from, trace))
        for fact, wanted in _to_filters(filters)
    )
    states = [each.holds for each in checked]
    holds = False if False in states else None if None in states else True
    return CheckedPlace(holds=holds, conditions=checked, steps=tuple(trace.steps))


def _open_figure(given: _AskedForBest) -> Distance | Fact | Hours | Detour | Travel | Toward:
    """Return the figure that ranks places, with the place left open."""
    origin, destination = given.origin, given.destination
    match given.by:
        case "distance":
            return Distance(origin=origin)
        case by if by in MEASURES:
            return Fact(fact=cast("Measure", by))
        case "opens" | "closes" | "open_length" as by:
            return Hours(edge=cast("_Edge", by.removeprefix("open_")), day=given.day)
        case "detour":
            if origin is None or destination is None:
                end = "destination" if origin else "origin"
                reject_argument(end, "a place, as by=detour needs origin and destination")
            return Detour(first=origin, second=destination)
        case "travel_time" | "travel_distance" as by:
            if (origin is None) is (destination is None):
                reject_argument("origin", "either the place to travel from, or a destination")
            leg = TravelLeg(origin=origin, destination=destination, mode=given.mode)
            return Travel(legs=(leg,), measure=cast("Total", by.removeprefix("travel_")))
        case by:
            return Toward(direction=by)


def _searched_lists(category: str | None, anchor: str | None, world: World) -> Sequence[NearbyList]:
    """Return the lists to search; an anchor is required if there are several."""
    if category is not None:
        lookups.check_kind("category", category, world)
    around = None if anchor is None else lookups.found_place(anchor, world).name
    lists = world.atlas.entries(around, category)
    anchors = list(dict.fromkeys(each.anchor for each in lists if each.anchor))
    if anchor is None and len(anchors) > 1:
        expected = "the place to look around, as the map has lists around several places"
        reject_argument("anchor", expected, nearest=anchors, reason="under_specified")
    return lists


Conditions = Sequence[tuple[str, Filter]]
UndecidedPlaces = list[tuple[Place, tuple[str, ...]]]


def _to_filters(
    filters: Sequence[PlaceCondition], day: Day | None = None, at: str | None = None
) -> Conditions:
    """Return the filters of conditions, each with the fact that it tests."""
    found = [(each.fact, place_filter(each, f"filters[{i}]")) for i, each in enumerate(filters)]
    if day is not None or at is not None:
        found.append(("open", open_then(at or "", day)))
    return found


def _passing_places(
    choice: Choice, conditions: Conditions, trace: Trace
) -> tuple[list[Place], UndecidedPlaces]:
    """Return the places that pass all conditions, and undecided places with their unknown facts."""
    passing: list[Place] = []
    undecided: UndecidedPlaces = []
    known = [place for place in choice.offered if place.id not in choice.doubts]
    for place in known:
        unknown = _find_unknown_facts(place, conditions, choice.anchor, trace)
        if unknown:
            undecided.append((place, unknown))
        elif unknown is not None:
            passing.append(place)
    if len(undecided) == len(known):
        _raise_unknown_fact(known, conditions, choice.anchor, trace)
    undecided += [(place, ("location",)) for place in choice.offered if place.id in choice.doubts]
    return passing, undecided


def _raise_unknown_fact(
    places: list[Place], conditions: Conditions, anchor: Place | None, trace: Trace
) -> None:
    for _, each in conditions if places else ():
        keep_passing(places, each, trace, anchor)


def _find_unknown_facts(
    place: Place, conditions: Conditions, anchor: Place | None, trace: Trace
) -> tuple[str, ...] | None:
    """Return the unknown facts that decide whether a place passes; None if it fails a condition."""
    states = [(fact, _holds_for(place, each, anchor, trace)) for fact, each in conditions]
    if any(state is False for _, state in states):
        return None
    return tuple(fact for fact, state in states if state is None)


def _holds_for(place: Place, wanted: Filter, anchor: Place | None, trace: Trace) -> bool | None:
    try:
        return bool(keep_passing([place], wanted, trace, anchor))
    except Blocked as blocked:
        if blocked.reason in _UNKNOWN:
            return None
        raise


def _find_legs(
    places: Sequence[Place], origin: str | None, mode: TravelMode | None, trace: Trace
) -> Mapping[str, lookups.Way | None]:
    """Return the leg from an origin to each place, by id; None if the map has none."""
    if mode is None:
        reject_argument("mode", "the travel mode")
    if origin is None:
        reject_argument("origin", "the place where the travel starts")
    start = trace.known_by(trace.place(origin))
    return {place.id: _find_leg(start, place, mode, trace) for place in places}


def _find_leg(start: str, goal: Place, mode: TravelMode, trace: Trace) -> lookups.Way | None:
    """Return the leg to a place; None if it is unknown, or ambiguous between namesakes."""
    try:
        return lookups.way_between((start, trace.known_by(goal)), mode, trace.world)
    except Blocked:
        return None


def _sort_key(
    pair: lookups.Measured, sort: Sort, ways: Mapping[str, lookups.Way | None]
) -> tuple[bool, float, str]:
    """Return the sort key of a place; places with an unknown figure come last."""
    place, metres = pair
    if sort == "name":
        return False, 0.0, place.name.casefold()
    if sort == "distance":
        figure = metres
    elif sort == "travel_time":
        way = ways[place.id]
        figure = None if way is None else way.duration_s
    else:
        figure = number_or_none(place, "price_level" if sort == "price" else cast("Measure", sort))
    return figure is None, (figure or 0.0) * (-1 if sort in _DESCENDING else 1), ""


def _sort_places(
    placed: list[lookups.Measured],
    sort: Sort,
    ways: Mapping[str, lookups.Way | None],
    choice: Choice,
) -> tuple[lookups.Order, str | None]:
    """Sort places; return what their order means, and a note on places of unknown rank."""
    listed: lookups.Order = "distance, as listed by the map" if choice.ordered else "unsorted"
    if sort == "listed":
        return listed, None
    placed.sort(key=lambda pair: _sort_key(pair, sort, ways))
    unknown = [pair[0] for pair in placed if _sort_key(pair, sort, ways)[0]]
    fact, count = sort.replace("_", " "), len(placed)
    if unknown and len(unknown) == count:
        return listed, f"not sorted by {fact}, which is unknown for all {count} places"
    last = ", ".join(place.name for place in unknown[:_MAX_NAMED])
    note = f"{len(unknown)} of {count} come last because their {fact} is unknown: {last}"
    return "computed distance" if sort == "distance" else sort, note if unknown else None


def _note_on_reach(
    chosen: Places, choice: Choice, lists: Sequence[NearbyList], world: World
) -> str | None:
    """Return a note on the reach of the lists, if they may lack places within the radius."""
    if chosen.within_m is None or chosen.among or choice.anchor is None:
        return None
    distances = lookups.measure_distances(choice.offered, choice.anchor)
    return lookups.reach_note(distances, chosen.within_m, lists, choice.anchor, world)


TOOLS = (_find_places, _best_place, _check_place)

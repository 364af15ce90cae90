"""Words that change the meaning of a question: which of them a draft ignores.

"There and back", "half an hour before it closes", "again", "only in the morning": everyday words
that change the answer of some queries. If the query of a draft does not represent such a word, the
draft does not answer the question, whatever else it explains.
"""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.query import algebra
from geoeval.query.filter_kinds import DirectionFilter, HoursFilter, OpenFilter
from geoeval.query.inspect import figures_of, parts_of, places_of, summands_of, travel_of, trip_of
from geoeval.query.parts import Pair, Trip, TripFigure
from geoeval.understanding import scene
from geoeval.understanding.figures import leads_a_visit
from geoeval.understanding.reading import Draft, Mention, Reading, covered_words
from geoeval.understanding.times import bound_of, find_weekday
from geoeval.understanding.vocabulary import word_list

_EDGES = ("closing", "state")
_EDGE_REACH = 4


def ignored_modifiers(reading: Reading, draft: Draft) -> set[int]:
    """Return the indices of the modifiers that the query of a draft does not represent."""
    return covered_words(_find_ignored(reading, draft)) - draft.carried


def _find_ignored(reading: Reading, draft: Draft) -> Iterator[Mention]:
    yield from _unread_in_lines(reading, draft)
    yield from _unread_in_journeys(reading, draft)
    yield from _unread_in_hours(reading, draft)
    yield from _unread_in_choices(reading, draft)
    if not isinstance(draft.query, algebra.Unanswerable):
        yield from _abandoned_plans(reading, draft)
        yield from _denied_durations(reading, draft)
    yield from _durations_from_edge(reading, draft.query)
    yield from reading.asked("turn", "all_but")


def _unread_in_lines(reading: Reading, draft: Draft) -> Iterator[Mention]:
    query = draft.query
    figures = list(summands_of(query))
    if draft.places is None and any(isinstance(figure, algebra.Distance) for figure in figures):
        yield from reading.of("return")
        yield from reading.of("turn", "part")
        yield from _repeated_journeys(reading, trip_of(query))
    if any(isinstance(part, algebra.DirectionOf | DirectionFilter) for part in parts_of(query)):
        away = covered_words(reading.of("turn", "away"))
        yield from (m for m in reading.of("return") if away.isdisjoint(m.span))
        yield from _away_words(reading, query)
    if any(isinstance(figure, algebra.RouteFigure) for figure in figures):
        yield from reading.asked("return")


def _unread_in_journeys(reading: Reading, draft: Draft) -> Iterator[Mention]:
    query = draft.query
    trip, travel = trip_of(query), travel_of(query)
    if trip is not None or travel is not None:
        yield from reading.of("turn", "part", "pace")
        yield from _repeated_journeys(reading, trip)
    if travel is not None and travel.legs[0].origin != travel.legs[-1].destination:
        yield from _round_trip_words(reading)
        yield from reading.asked("turn", "away")
    if trip is not None:
        yield from _hours_without_day(reading, query, trip)
        yield from _stays_after_goal(reading, trip)
        yield from _find_intermediate_returns(reading, trip)


def _hours_without_day(reading: Reading, query: algebra.Query, trip: Trip) -> Iterator[Mention]:
    """Yield the words about opening hours if the trip has no day to give the hours."""
    if trip.day is not None:
        return
    figures = figures_of(query)
    if not any(isinstance(f, TripFigure) and f.figure == "waiting" for f in figures):
        yield from reading.of("waiting")
    yield from reading.asked("attribute", "hours")


def _unread_in_hours(reading: Reading, draft: Draft) -> Iterator[Mention]:
    query = draft.query
    if trip_of(query) is not None or _depends_on_hours(query):
        yield from find_weekday(reading).unclear
    if _depends_on_hours(query):
        yield from _unread_parts_of_day(reading, query)
        yield from _find_unused_only(reading, draft)
    if _asks_one_place(query) or _is_at_one_place(query):
        yield from _bound_words(reading)
    if _is_at_one_place(query):
        yield from (m for m in reading.asked("state") if m.value == "open")


def _unread_in_choices(reading: Reading, draft: Draft) -> Iterator[Mention]:
    query = draft.query
    if draft.places is not None or any(isinstance(part, algebra.Pairs) for part in parts_of(query)):
        yield from _find_unused_only(reading, draft)
        yield from _unread_others(reading, draft)
    if _asks_for_steps(query):
        named = covered_words((*reading.of("road"), *reading.of("route"), *reading.of("place")))
        yield from reading.asked("turn", "further")
        ordinals = (m for m in reading.asked("ordinal") if m.value != "1")
        yield from (m for m in ordinals if m.start not in named)
    if _compares_travel(query):
        yield from reading.in_story("duration")


def _denied_durations(reading: Reading, draft: Draft) -> Iterator[Mention]:
    """Yield what negates a duration that a query adds: "I will not stay there for 10 minutes"."""
    words = reading.words
    added = [m for m in reading.of("duration") if m.start in draft.used]
    for mention in reading.in_story("negation"):
        sentence = words[mention.start].sentence
        after = (m for m in added if mention.end <= m.start)
        if mention.start not in draft.used and any(
            words[m.start].sentence == sentence for m in after
        ):
            yield mention


def _abandoned_plans(reading: Reading, draft: Draft) -> Iterator[Mention]:
    yield from reading.of("turn", "unread")
    for kind in ("change", "barred"):
        yield from (m for m in reading.of(kind) if not draft.used.issuperset(m.span))
    kinds = ("place", "unknown", "road", "route", "mode", "mode_verb")
    named = {reading.words[m.start].sentence for kind in kinds for m in reading.of(kind)}
    yield from (m for m in reading.of("unwilling") if reading.words[m.start].sentence in named)


def _away_words(reading: Reading, query: algebra.Query) -> Iterator[Mention]:
    """Yield what reverses a direction, except "away from" the place it is seen from."""
    seen_from = None
    match query:
        case algebra.Value(figure=algebra.DirectionOf() as direction, also=None):
            seen_from = direction.seen_from
    for mention in reading.of("turn", "away"):
        following = [m for m in scene.named_places(reading) if 0 <= m.start - mention.end <= 1]
        if not any(m.value == seen_from for m in following):
            yield mention


def _repeated_journeys(reading: Reading, trip: Trip | None) -> Iterator[Mention]:
    """Yield what repeats a journey, except "back again", which is only the way home.

    "Again by bus" repeats the mode, not the journey; a story without places repeats nothing.
    """
    if trip is not None and (trip.end or trip.stops[-1].place) == trip.origin:
        return
    back = covered_words(reading.of("return"))
    modes = {m.start for m in reading.of("mode")}
    named = {reading.words[m.start].sentence for m in scene.named_places(reading)} | reading.asking
    for mention in reading.of("turn", "repeat"):
        way_home = mention.start in back or mention.start - 1 in back
        sentence = reading.words[mention.start].sentence
        if sentence in named and not way_home and mention.end not in modes:
            yield mention


def _round_trip_words(reading: Reading) -> Iterator[Mention]:
    """Yield "there and back" and "round trip", for journeys that end elsewhere than they start."""
    for mention in reading.of("return"):
        if reading.text(mention.start, mention.end) in {"there and back", "round trip"}:
            yield mention


def _find_intermediate_returns(reading: Reading, trip: Trip) -> Iterator[Mention]:
    """Yield "and back" before further stops, and the mentions of days if they differ."""
    stops = {stop.place for stop in trip.stops}
    first: dict[str, int] = {}
    for named in scene.named_places(reading):
        if named.value in stops and named.value != trip.origin:
            first.setdefault(named.value, named.start)
    for mention in reading.of("return"):
        if any(start > mention.end + _EDGE_REACH for start in first.values()):
            before = any(start < mention.start for start in first.values())
            if before and reading.text(mention.start, mention.end).endswith("back"):
                yield mention
    if len({m.value for m in reading.of("day")}) > 1:
        yield from reading.of("day")


def _stays_after_goal(reading: Reading, trip: Trip) -> Iterator[Mention]:
    """Yield "after an hour" if that is the stay at a stop before the next destination."""
    stops = [stop.place for stop in trip.stops]
    for duration in reading.of("duration"):
        key_before = reading.text(max(0, duration.start - 1), duration.start)
        sentence = reading.words[duration.start].sentence
        names = [
            m for m in scene.named_places(reading) if reading.words[m.start].sentence == sentence
        ]
        goals = [m for m in names if reading.relation(m) != "from"]
        before = [m.value for m in goals if m.end < duration.start]
        after = [m.value for m in names if m.start >= duration.end]
        if key_before in _HAVING_SPENT and before and after and stops[1:]:
            ends = before[-1], after[0]
            if set(ends) <= set(stops) and stops.index(ends[0]) < stops.index(ends[1]):
                yield duration


_HAVING_SPENT = frozenset({"after", "following", "spent"})


def _depends_on_hours(query: algebra.Query) -> bool:
    trip = trip_of(query)
    on_a_day = trip is not None and trip.day is not None
    of_hours = (OpenFilter, HoursFilter, algebra.Hours, algebra.Days)
    return on_a_day or any(isinstance(part, of_hours) for part in parts_of(query))


def _asks_one_place(query: algebra.Query) -> bool:
    """Whether the question asks when one place is open, not which of several is."""
    of_opening = any(isinstance(part, OpenFilter | algebra.Days) for part in parts_of(query))
    return of_opening and places_of(query) is None


def _asks_for_steps(query: algebra.Query) -> bool:
    match query:
        case algebra.Value(figure=algebra.StepFact(step="next" | "before" | "onto" | "side")):
            return True
        case algebra.Value(figure=algebra.RouteFigure() as figure):
            return figure.unit == "count"
        case _:
            return False


def _compares_travel(query: algebra.Query) -> bool:
    match query:
        case algebra.Best(among=algebra.Modes()) | algebra.Difference():
            return True
        case algebra.Compare(first=first):
            return first.unit in {"length", "time"}
        case _:
            return False


def _unread_parts_of_day(reading: Reading, query: algebra.Query) -> Iterator[Mention]:
    """Yield "in the morning" if no clock time is more precise; trips have their own times.

    Places usually open in the morning and close in the evening, so those words add nothing there.
    """
    if trip_of(query) is not None or reading.of("clock"):
        return
    edge = next((each.edge for each in summands_of(query) if isinstance(each, algebra.Hours)), None)
    usual = _USUAL.get(edge, frozenset())
    for mention in reading.asked("turn", "part_of_day"):
        if usual.isdisjoint(reading.keys(mention)):
            yield mention


_USUAL: dict[str | None, frozenset[str]] = {
    "opens": frozenset({"morning", "mornings"}),
    "closes": frozenset({"evening", "evenings", "night", "nights"}),
}


def _is_at_one_place(query: algebra.Query) -> bool:
    return (
        isinstance(query, algebra.CheckTrip)
        and len(query.trip.stops) == 1
        and not query.trip.origin
    )


def _bound_words(reading: Reading) -> Iterator[Mention]:
    """Yield "until" and the like before the time at which a place must be open or closed."""
    states = [*reading.asked("state"), *reading.asked("closing")]
    for clock in reading.of("clock"):
        bound = bound_of(reading, sorted(states, key=lambda m: m.start), clock)
        if (
            bound is not None
            and bound.words
            and "by" not in reading.text(bound.words.start, bound.words.stop).split()
        ):
            yield Mention("turn", "bound", bound.words.start, bound.words.stop)


def _find_unused_only(reading: Reading, draft: Draft) -> Iterator[Mention]:
    """Yield each "only" next to a service, a day or a state that the draft does not use."""
    for mention in reading.asked("turn", "only"):
        is_limited = any(
            0 <= m.start - mention.end <= _LIMITED_REACH or m.end == mention.start
            for kind in _LIMITED
            for m in reading.of(*kind)
        )
        key_before = reading.text(max(0, mention.start - 1), mention.start)
        if is_limited and mention.start not in draft.used and key_before != "the":
            yield mention


_LIMITED = (("feature",), ("day",), ("state",), ("clock",), ("turn", "part_of_day"))
_LIMITED_REACH = 2


def _unread_others(reading: Reading, draft: Draft) -> Iterator[Mention]:
    """Yield "other" and "else" if the question names a place that the query does not consider."""
    if draft.places is not None and draft.places.excluding:
        return
    known = set(_measured_places(draft.query))
    if any(m.value not in known for m in scene.named_places(reading)):
        for mention in reading.asked("turn", "another"):
            if reading.text(mention.start - 1, mention.start) not in {"each", "one"}:
                yield mention


def _measured_places(query: algebra.Query) -> Iterator[object]:
    for part in parts_of(query):
        match part:
            case Pair(first=first, second=second) | algebra.Detour(first=first, second=second):
                yield from (first, second)
            case algebra.Places(anchor=anchor):
                yield anchor


def _durations_from_edge(reading: Reading, query: algebra.Query) -> Iterator[Mention]:
    """Yield "half an hour before it closes": a time that only the hours of a place determine.

    To arrive an hour before closing at the latest means to stay for an hour.
    """
    match query:
        case algebra.Value(figure=TripFigure(figure="departure", before_closing=str())):
            return
    edges = [m for kind in _EDGES for m in reading.of(kind)]
    for duration in reading.of("duration"):
        following = reading.text(duration.end, duration.end + 1)
        near = range(duration.end + 1, duration.end + 1 + _EDGE_REACH)
        if following in word_list("ways.beside") and not leads_a_visit(reading.words, duration):
            yield from (
                duration._replace(end=m.end)
                for m in edges
                if m.start in near or m.start == duration.end
            )

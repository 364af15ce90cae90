"""Frames for trips: number of visits, best order, feasibility, schedules and single stops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from geoeval.query.algebra import Best, CheckTrip, Listing, Query, Value
from geoeval.query.parts import OfferedOrder, Omissions, Orders, Schedules, TripFigure, TripStop
from geoeval.understanding import choices, scene
from geoeval.understanding.journey import offers
from geoeval.understanding.journey.itineraries import JourneyReading, find_journeys
from geoeval.understanding.journey.outline import Itinerary
from geoeval.understanding.reading import (
    PLAIN_ASK,
    Account,
    Draft,
    Frame,
    Mention,
    Reading,
    covered_words,
)
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import Place

COST_FACTOR = 0.35
"""Converts the cost of a journey to the unit of ``readings.py``."""

TRIP_WORDS = (
    *PLAIN_ASK, "return", "home", "connective", "topic:whole_trip", "visit", "leave", "finish",
    "deadline", "available", "booked", "event", "arrival", "closing", "topic:visits",
    "topic:feasible", "category", "ordinal", "topic:next", "ask:when", "relation:after",
    "relation:before", "relation:between", "attribute:hours", "state:open", "happening",
)  # fmt: skip
"""Cues whose words are accounted for in every question about a trip."""

_VISIT_WORDS = frozenset({"at", "in", "visiting"})
_INCLUDING = frozenset("including counting inclusive included".split())
_VERB_REACH = 4
_NAME_REACH = 4


def for_each_journey(
    fill: Callable[[Reading, Account, Itinerary], Iterator[Draft]],
    *,
    visits: bool = True,
    unnamed: bool = False,
) -> Callable[[Reading], Iterator[Draft]]:
    """Return a function that fills a frame from each possible journey of a question.

    Journeys without stops are skipped, and with ``visits`` those without the length of a visit.
    """

    def drafts(reading: Reading) -> Iterator[Draft]:
        if not unnamed and (goes_somewhere_unnamed(reading) or starts_somewhere_unnamed(reading)):
            return
        queries: list[Query] = []
        for journey in _possible_journeys(reading, unnamed=unnamed):
            stops = journey.itinerary.stops
            if not visits or any(stop.visit_min for stop in stops):
                account = _account_for(reading, journey)
                for draft in fill(reading, account, journey.itinerary):
                    if draft.query not in queries:
                        queries.append(draft.query)
                        yield draft

    return drafts


def _possible_journeys(reading: Reading, *, unnamed: bool) -> Iterator[JourneyReading]:
    unknown = {m.value for m in reading.of("unknown")}
    named_origin = None
    for journey in find_journeys(reading, unnamed=unnamed):
        itinerary = journey.itinerary
        named_origin = named_origin or itinerary.origin
        if named_origin in unknown and itinerary.origin != named_origin:
            continue  # the leg from an unknown place takes time all the same
        if itinerary.stops and not _ends_before_it_begins(itinerary):
            yield journey


def _account_for(reading: Reading, journey: JourneyReading) -> Account:
    """Return an account of the words that a journey explains."""
    itinerary = journey.itinerary
    account = Account(cost=COST_FACTOR * journey.cost, assumptions=list(journey.assumptions))
    account.take(*journey.words)
    if len(itinerary.places) == 1:  # the origin was not understood
        account.used -= covered_words((*reading.of("mode"), *reading.of("mode_verb")))
    account.take(*(m for m in reading.of("comparator", ">=") if _is_minimum_stay(reading, m)))
    count = len({stop.place for stop in itinerary.stops})
    account.take(*(m for m in reading.of("number") if m.amount in {count, count + 1}))
    return account


_DAWN = "06:00"
"""A trip that ends earlier than this may have started the evening before."""


def _ends_before_it_begins(itinerary: Itinerary) -> bool:
    start, end = itinerary.depart, itinerary.finish_by
    return start is not None and end is not None and _DAWN <= end <= start


def goes_somewhere_unnamed(reading: Reading) -> bool:
    """Whether a journey leads to a category without a name ("I walk to the zoo")."""
    at_home = covered_words(reading.of("home"))
    moves = {m.end for kind in ("mode", "mode_verb", "place") for m in reading.of(kind)}
    stay_starts = {m.start for m in reading.of("duration")}
    return any(
        kind.start not in at_home
        and not reading.covering(kind.start, "place")
        and (
            (
                reading.text(kind.start - 2, kind.start) in {"to the", "to a"}
                and (
                    kind.start - 2 in moves
                    or reading.text(kind.start - 3, kind.start - 2) in word_list("journeys.going")
                )
            )
            or (
                reading.text(kind.start - 2, kind.start) in {"by the", "by a"}
                and reading.text(kind.end, kind.end + 1) == "for"
                and kind.end + 1 in stay_starts
            )
        )
        for kind in reading.of("category")
    )


def starts_somewhere_unnamed(reading: Reading) -> bool:
    """Whether a journey without an origin leaves a place that has no name.

    The leg from there ("I leave the station", "from home") takes an unknown time.
    """
    if next(find_journeys(reading)).itinerary.origin is not None:
        return False
    verbs = [m for m in reading.of("leave") if not reading.covering(m.start, "event")]
    verbs = [m for m in verbs if not reading.text(m.start, m.end).startswith(("start", "begin"))]
    return any(_is_unnamed_place(reading, m.end) for m in (*verbs, *reading.of("relation", "from")))


def _is_unnamed_place(reading: Reading, start: int) -> bool:
    """Whether the words from ``start`` are "home" or "the station", not a name."""
    if start >= len(reading.words) or reading.words[start].gap.strip():
        return False
    if reading.covering(start, "home") or reading.words[start].key == "work":
        return True
    if reading.words[start].key not in word_list("journeys.determiners"):
        return False
    end = next(
        (m.start for m in scene.named_places(reading) if m.start >= start),
        start + _NAME_REACH,
    )
    head = reading.text(start + 1, start + 2)
    return (
        (end - start >= _NAME_REACH or reading.separated(start + 1, end))
        and bool(head)
        and not reading.covering(start + 1, "clock", "duration", "day", "number", "superlative")
        and head not in word_list("journeys.not_left")
    )


def asks_for_travel(reading: Reading) -> bool:
    """Whether the travel alone is asked for ("how long do I spend driving"), not the visits."""
    return asks_for_a_part(reading, visit_words=frozenset())


def asks_for_a_part(reading: Reading, *, visit_words: frozenset[str] = _VISIT_WORDS) -> bool:
    """Whether only the travel or only the visits are asked for."""
    part_words = word_list("journeys.travel") | visit_words
    alone = reading.asked("travel_alone")
    asking_keys = {
        word.key for i, word in enumerate(reading.words) if i not in covered_words(alone)
    }
    if _INCLUDING & asking_keys:
        return False
    return bool(alone) or any(
        reading.words[verb.start].key in {"spend", "spent"}
        and not part_words.isdisjoint(reading.text(verb.end, verb.end + _VERB_REACH).split())
        for verb in reading.asked("visit")
        if any(0 <= verb.start - ask.end <= _VERB_REACH for ask in reading.asked("ask", "time"))
    )


def booked_stops(itinerary: Itinerary) -> list[str]:
    """Return the stops with a fixed start."""
    return [stop.place for stop in itinerary.stops if stop.starts_at]


def cut_at_asked_stop(reading: Reading, itinerary: Itinerary) -> Itinerary | None:
    """Return the journey up to the stop whose arrival or departure is asked for.

    "When do I arrive at the Mill" ends before the visit, "when do I leave the Mill" after it. None
    if the stop is not the last and the question does not say which of the two it refers to.
    """
    index, mention = _find_asked_stop(reading, itinerary)
    if mention is None:
        return itinerary
    verbs = {word.key for word in reading.words[mention.start - _VERB_REACH : mention.start]}
    stop = itinerary.stops[index]
    if verbs & word_list("journeys.arriving") and not verbs & word_list("journeys.parting"):
        stop = TripStop(place=stop.place, mode=stop.mode)
    elif not verbs & word_list("journeys.parting"):
        asked = {m.value for m in scene.named_places(reading, asked=True)}
        if len(itinerary.stops) > 1 and asked.issuperset(s.place for s in itinerary.stops):
            return itinerary
        return itinerary if index == len(itinerary.stops) - 1 and not itinerary.end else None
    stops = (*itinerary.stops[:index], stop)
    return replace(itinerary, stops=stops, end=None, end_mode=None, end_starts_at=None)


def _find_asked_stop(reading: Reading, itinerary: Itinerary) -> tuple[int, Mention | None]:
    """Return the index and mention of the stop asked about ("the second stop")."""
    names = [stop.place for stop in itinerary.stops]
    asks = reading.asked("ask", "when", "time") or reading.asked("superlative", "earliest")
    for ask in asks:
        for named in scene.named_places(reading, asked=True):
            near = named.start - ask.end >= 0 and not reading.separated(ask.end, named.start)
            conditions = reading.text(ask.end, named.start).split()
            if near and named.value in names and "if" not in conditions:
                return names.index(named.value), named
        for ordinal in reading.asked("ordinal"):
            rank = int(ordinal.value)
            if ordinal.start >= ask.end and rank <= len(names):
                return rank - 1, ordinal
    return 0, None


def _is_minimum_stay(reading: Reading, comparator: Mention) -> bool:
    """Whether "at least" precedes the length of a stay; the plan takes the minimum."""
    return any(0 <= m.start - comparator.end <= 1 for m in reading.of("duration"))


def _read_max_visits(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    if itinerary.has_last_leg or not all(s.visit_min for s in itinerary.stops):
        return
    if itinerary.budget_min or itinerary.finish_by or (itinerary.day and itinerary.depart):
        account.take(*reading.asked("closing"))
        yield account.draft(Value(figure=TripFigure(figure="visits", trip=itinerary.trip)))


def _read_best_order(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    if itinerary.has_last_leg:
        return
    orders = offers.offered_orders(reading, itinerary.origin)
    all_return = orders and all(order.places[-1] == itinerary.origin for order in orders)
    end = itinerary.origin if all_return else itinerary.end
    orders = tuple(_strip_home(order, itinerary.origin) for order in orders)
    asked = {word.key for word in reading.words if word.sentence in reading.asking}
    single_places = bool(orders) and all(len(order.places) == 1 for order in orders)
    if reading.asks("ask:distance") or (single_places and word_list("journeys.between") & asked):
        return
    among = Orders(
        trip=itinerary.trip.model_copy(update={"end": end}),
        orders=orders,
        names="last" if single_places and _LAST & asked else "first",
        either=offers.verdict_option(reading, holds=True),
        neither=offers.verdict_option(reading, holds=False),
    )
    yield account.draft(Best(figure=TripFigure(figure="finish"), among=among))


_LAST = frozenset({"last", "end", "finally"})


def _strip_home(order: OfferedOrder, home: str | None) -> OfferedOrder:
    places = tuple(place for place in order.places if place != home)
    return OfferedOrder(text=order.text, places=places or order.places)


def _read_feasible(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    if _asks_for_more(reading):
        return
    in_order = offers.order_in_text(reading, reading.of("place"))
    stops = {stop.place: stop for stop in itinerary.stops}
    if set(in_order) == set(stops):
        itinerary = replace(itinerary, stops=tuple(stops[place] for place in in_order))
    if _is_bounded(reading, itinerary):
        late = bool(reading.asked("lateness"))
        yield account.draft(CheckTrip(trip=itinerary.trip, holds=not late))


def _asks_for_more(reading: Reading) -> bool:
    """Whether more than yes or no is asked for, such as how much later something is."""
    comparatives = {"later", "early", "earlier"} & {
        word.key for word in reading.words if word.sentence in reading.asking
    }
    open_ask = any(map(reading.asks, ("ask:when", "ask:time", "ask:count")))
    return bool(comparatives) or (open_ask and not choices.options_are_verdicts(reading))


def _is_bounded(reading: Reading, itinerary: Itinerary) -> bool:
    if reading.asks("closing"):
        last_place = [reading.world.atlas.resolve(stop.place) for stop in itinerary.stops[-1:]]
        has_hours = all(isinstance(place, Place) and place.hours for place in last_place)
        return has_hours and itinerary.depart is not None
    limited = itinerary.finish_by or itinerary.budget_min or booked_stops(itinerary)
    return bool(limited or itinerary.depart)


def _read_schedule(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    schedules = offers.offered_schedules(reading, itinerary.origin)
    if not schedules:
        return
    in_order = itinerary.prescribed or reading.has("topic:this_order")
    offered = Schedules(trip=itinerary.trip, schedules=schedules, in_order=in_order)
    yield account.draft(Listing(of=offered))


_TRIPS_FRAMES = (
    Frame(
        name="max visits",
        cues=(("ask:count",), ("ask:count", "topic:visits"), ("superlative:most", "topic:visits")),
        fill=for_each_journey(_read_max_visits),
        absorbs=(*TRIP_WORDS, "superlative:most", "ask:count", "comparator", "topic:next"),
    ),
    Frame(
        name="best order",
        cues=(("topic:order",),),
        fill=for_each_journey(_read_best_order, visits=False),
        absorbs=(*TRIP_WORDS, "superlative", "praise", "ask:time"),
    ),
    Frame(
        name="order feasible",
        cues=(
            ("ask:whether", "topic:this_order"),
            ("ask:whether", "topic:feasible"),
            ("ask:whether", "topic:feasible", "visit"),
            ("ask:whether", "lateness"),
            ("ask:whether", "happening"),
            ("ask:whether", "return"),
            ("ask:whether", "finish"),
            ("ask:whether", "closing"),
            ("ask:whether", "deadline"),
            ("ask:whether", "event"),
            ("ask:whether", "booked"),
        ),
        fill=for_each_journey(_read_feasible, visits=False),
        absorbs=(*TRIP_WORDS, "state", "lateness"),
    ),
    Frame(
        name="schedule check",
        cues=(("topic:schedule",), ("topic:schedule", "ask:tell")),
        fill=for_each_journey(_read_schedule, unnamed=True),
        absorbs=(*TRIP_WORDS, "topic:this_order", "praise"),
    ),
)


_FIRST = frozenset({"first", "before", "beforehand"})


def _read_stay_limit(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    """Read "how long can I stay at the Mill if I have to be back by six"."""
    if itinerary.depart is None:
        return
    closing = bool(reading.asked("closing") or reading.asked("state", "closed"))
    asked = _find_open_stop(reading, itinerary)
    bounded = itinerary.finish_by or itinerary.budget_min or booked_stops(itinerary)
    if asked is None or not (bounded or itinerary.end_starts_at or closing or itinerary.day):
        return
    ordered = _move_asked_stop(reading, itinerary, asked)
    if ordered is not None:
        account.take(*reading.asked("stay"), *reading.asked("comparator_after"))
        account.take(*reading.asked("superlative", "most", "slowest", "latest", "longest"))
        until = asked if closing else None
        stay = TripFigure(figure="stay", trip=ordered.trip, place=asked, before_closing=until)
        yield account.draft(Value(figure=stay))


def _find_open_stop(reading: Reading, itinerary: Itinerary) -> str | None:
    free = [s.place for s in itinerary.stops if not s.visit_min and not s.starts_at]
    for cue in reading.asked("stay"):
        names_after = [m.value for m in scene.named_places(reading) if m.start >= cue.end]
        if names_after and names_after[0] in free and len(free) == 1:
            return names_after[0]
    return free[0] if len(free) == 1 else None


def _move_asked_stop(reading: Reading, itinerary: Itinerary, asked: str) -> Itinerary | None:
    """Return the journey with the stop asked about at its position in the order.

    In "How long can I stay at the Mill if I first see the Pier", the Mill comes after the Pier.
    None if the order is unclear.
    """
    index = [stop.place for stop in itinerary.stops].index(asked)
    if index or len(itinerary.stops) == 1 or not _is_asked_first(reading, itinerary, asked):
        return itinerary
    asking_keys = {word.key for word in reading.words if word.sentence in reading.asking}
    others = [stop for stop in itinerary.stops if stop.visit_min]
    if not others or (asking_keys & word_list("journeys.then") and not asking_keys & _FIRST):
        return itinerary
    if not asking_keys & _FIRST or asking_keys & word_list("journeys.then"):
        return None
    first, *rest = itinerary.stops
    count = len(others)
    return replace(itinerary, stops=(*rest[:count], first, *rest[count:]))


def _is_asked_first(reading: Reading, itinerary: Itinerary, asked: str) -> bool:
    names = scene.named_places(reading, asked=True)
    first = next((m.start for m in names if m.value == asked), None)
    story_places = {m.value for m in scene.named_places(reading, asked=False)}
    others = {stop.place for stop in itinerary.stops if stop.visit_min}
    return first is not None and asked not in story_places and not others & story_places


def _read_waiting(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    """Read "how long do I wait until the Mill opens"."""
    if itinerary.depart is None or booked_stops(itinerary):
        return
    last = itinerary.stops[-1]
    named = scene.named_places(reading, asked=True)
    asked = [m.value for m in named if m.value != itinerary.origin]
    waits = [m.value for m in named if reading.text(m.start - 2, m.start).startswith("wait")]
    if last.visit_min or (asked and asked[-1] != last.place) or {*waits} - {last.place}:
        return
    itinerary = replace(itinerary, end=None, end_mode=None, end_starts_at=None)
    yield account.draft(Value(figure=TripFigure(figure="waiting", trip=itinerary.trip)))


def _read_left_out(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    """Read "which of them do I have to skip"."""
    if itinerary.has_last_leg:
        return
    limited = itinerary.budget_min or itinerary.finish_by or itinerary.day
    if limited and itinerary.depart and all(stop.visit_min for stop in itinerary.stops):
        account.take(*_find_denials(reading))
        yield account.draft(Listing(of=Omissions(trip=itinerary.trip)))


def _find_denials(reading: Reading) -> list[Mention]:
    """Return the negations of phrases such as "does not fit"."""
    skips = reading.asked("skip")
    return [m for m in reading.asked("negation") if any(m.start in skip.span for skip in skips)]


_STAYS_FRAMES = (
    Frame(
        name="stay limit",
        cues=(
            ("stay:limit",),
            ("stay:limit", "ask:time"),
            ("stay:limit", "ask:time", "closing"),
            ("stay:able", "ask:time"),
            ("stay:able", "ask:time", "closing"),
            ("ask:time", "visit", "topic:feasible"),
        ),
        fill=for_each_journey(_read_stay_limit, visits=False),
        absorbs=(*TRIP_WORDS, "ask:time", "topic:free_time", "lateness"),
    ),
    Frame(
        name="waiting time",
        cues=(("waiting:opens", "ask:time"), ("waiting:opens", "topic:free_time")),
        fill=for_each_journey(_read_waiting, visits=False),
        absorbs=(*TRIP_WORDS, "ask:time", "topic:free_time", "topic:opening"),
    ),
    Frame(
        name="left out",
        cues=(("ask:which", "skip"), ("ask:which", "skip", "topic:visits")),
        fill=for_each_journey(_read_left_out),
        absorbs=(*TRIP_WORDS, "skip"),
    ),
)

FRAMES = (*_TRIPS_FRAMES, *_STAYS_FRAMES)

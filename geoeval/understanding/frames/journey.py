"""What the frames for trips share: the journey told, the words it explains, where it is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from geoeval.query.algebra import Query
from geoeval.query.parts import TripStop
from geoeval.understanding import scene
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft
from geoeval.understanding.journey.outline import Itinerary
from geoeval.understanding.journey.tellings import tellings
from geoeval.understanding.reading import Mention, Reading, cover
from geoeval.understanding.vocabulary import word_list

STRAYING = 0.35
"""What one step of a telling away from the words costs, in the unit of ``readings.py``."""

TRIP_WORDS = (
    *PLAIN_ASK, "return", "home", "connective", "topic:whole_trip", "visit", "leave", "finish",
    "deadline", "available", "booked", "event", "arrival", "closing", "topic:visits",
    "topic:feasible", "category", "ordinal", "topic:next", "ask:when", "relation:after",
    "relation:before", "relation:between", "attribute:hours", "state:open", "happening",
)  # fmt: skip
"""Cues whose words need no other account in a question about a trip."""

_OF_VISITS = frozenset({"at", "in", "visiting"})
_INCLUDING = frozenset("including counting inclusive included".split())
_TO_THE_VERB = 4


def of_each_telling(
    fill: Callable[[Reading, Account, Itinerary], Iterator[Draft]],
    *,
    visits: bool = True,
    unnamed: bool = False,
) -> Callable[[Reading], Iterator[Draft]]:
    """Return what fills a frame from every journey that a question may tell.

    Such a journey has stops and, where asked, visits.
    """

    def drafts(reading: Reading) -> Iterator[Draft]:
        if not unnamed and goes_somewhere_unnamed(reading):
            return
        queries: list[Query] = []
        for telling in tellings(reading, unnamed=unnamed):
            itinerary = telling.itinerary
            if not itinerary.stops or (visits and not any(s.visit_min for s in itinerary.stops)):
                continue
            account = Account(cost=STRAYING * telling.cost, assumptions=list(telling.assumptions))
            account.take(*telling.words)
            least = (m for m in reading.of("comparator", ">=") if _is_of_a_stay(reading, m))
            account.take(*least)
            kinds = len({stop.place for stop in itinerary.stops})
            account.take(*(m for m in reading.of("number") if m.amount in {kinds, kinds + 1}))
            for draft in fill(reading, account, itinerary):
                if draft.query not in queries:
                    queries.append(draft.query)
                    yield draft

    return drafts


def goes_somewhere_unnamed(reading: Reading) -> bool:
    """Whether the journey leads to a kind of place without a name ("I walk to the zoo")."""
    at_home = cover(reading.of("home"))
    moving = {m.end for kind in ("mode", "mode_verb") for m in reading.of(kind)}
    return any(
        reading.text(kind.start - 2, kind.start) in {"to the", "to a"}
        and kind.start not in at_home
        and (
            kind.start - 2 in moving
            or reading.text(kind.start - 3, kind.start - 2) in word_list("journeys.going")
        )
        for kind in reading.of("category")
    )


def asks_for_travel(reading: Reading) -> bool:
    """Whether the travel alone is asked for ("how long do I spend driving"), not the visits."""
    return asks_for_a_part(reading, besides=frozenset())


def asks_for_a_part(reading: Reading, *, besides: frozenset[str] = _OF_VISITS) -> bool:
    """Whether the travel or the visits alone are asked for ("how long do I spend driving")."""
    parts = word_list("journeys.travel") | besides
    alone = reading.asked("travel_alone")
    said = {word.key for i, word in enumerate(reading.words) if i not in cover(alone)}
    if _INCLUDING & said:
        return False
    return bool(alone) or any(
        reading.words[verb.start].key in {"spend", "spent"}
        and not parts.isdisjoint(reading.text(verb.end, verb.end + _TO_THE_VERB).split())
        for verb in reading.asked("visit")
        if any(0 <= verb.start - ask.end <= _TO_THE_VERB for ask in reading.asked("ask", "time"))
    )


def booked(itinerary: Itinerary) -> list[str]:
    """Return the stops that begin at a fixed hour."""
    return [stop.place for stop in itinerary.stops if stop.starts_at]


def up_to_the_asked(reading: Reading, itinerary: Itinerary) -> Itinerary | None:
    """Return the journey up to the stop whose arrival or departure is asked for.

    "When do I arrive at the Mill" is over before the visit, "when do I leave the Mill" after it.
    None where a stop is asked about that is not the last, and nobody says whether one comes or
    goes.
    """
    index, mention = _asked_stop(reading, itinerary)
    if mention is None:
        return itinerary
    verbs = {word.key for word in reading.words[mention.start - _TO_THE_VERB : mention.start]}
    here = itinerary.stops[index]
    if verbs & word_list("journeys.arriving") and not verbs & word_list("journeys.parting"):
        here = TripStop(place=here.place, mode=here.mode)
    elif not verbs & word_list("journeys.parting"):
        asked = {m.value for m in scene.names(reading, asked=True)}
        if len(itinerary.stops) > 1 and asked.issuperset(s.place for s in itinerary.stops):
            return itinerary
        return itinerary if index == len(itinerary.stops) - 1 and not itinerary.end else None
    stops = (*itinerary.stops[:index], here)
    return replace(itinerary, stops=stops, end=None, end_mode=None, end_starts_at=None)


def _asked_stop(reading: Reading, itinerary: Itinerary) -> tuple[int, Mention | None]:
    """Return the stop that the clause that asks names, by its name or as "the second stop"."""
    names = [stop.place for stop in itinerary.stops]
    asks = reading.asked("ask", "when", "time") or reading.asked("superlative", "earliest")
    for ask in asks:
        for named in scene.names(reading, asked=True):
            near = named.start - ask.end >= 0 and not reading.separated(ask.end, named.start)
            conditions = reading.text(ask.end, named.start).split()
            if near and named.value in names and "if" not in conditions:
                return names.index(named.value), named
        for ordinal in reading.asked("ordinal"):
            rank = int(ordinal.value)
            if ordinal.start >= ask.end and rank <= len(names):
                return rank - 1, ordinal
    return 0, None


def _is_of_a_stay(reading: Reading, comparator: Mention) -> bool:
    """Whether "at least" stands before how long one stays: the plan takes the least."""
    return any(0 <= m.start - comparator.end <= 1 for m in reading.of("duration"))

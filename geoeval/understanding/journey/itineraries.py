"""Reads a journey step by step and yields its possible readings, cheapest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count, islice
from typing import NamedTuple

from geoeval.query.parts import TripStop
from geoeval.understanding import scene
from geoeval.understanding.journey.hours import read_hours, read_modes, read_visit_orders
from geoeval.understanding.journey.outline import Choice, Itinerary, Outline
from geoeval.understanding.journey.visits import (
    placed_names,
    read_ends,
    read_lengths,
    read_origins,
    unnamed_stops,
    visited_places,
)
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.times import find_named_day
from geoeval.understanding.vocabulary import word_list

MAX_JOURNEYS = 6
"""Further readings of a journey are ignored."""

_MAX_COST = 2.5
_ALTERNATIVE_COST = 0.3  # of every choice but the first of a step, which is free

Step = Callable[[Reading, Outline], Iterator[Choice]]
_STEPS: tuple[Step, ...] = (
    visited_places,
    read_lengths,
    read_origins,
    read_ends,
    read_visit_orders,
    read_hours,
    read_modes,
)

_PartialJourney = tuple[float, int, int, tuple[str, ...], Outline, Iterator[Choice] | None]
"""The cost, minus the number of steps done, a tie-breaker, the notes and the outline.

The last element holds the other choices of the next step if the first one was tried already.
"""


class JourneyReading(NamedTuple):
    """A possible reading of a journey, with its cost, its assumptions and its words."""

    itinerary: Itinerary
    cost: float
    assumptions: tuple[str, ...]
    words: tuple[Mention, ...]


def find_journeys(reading: Reading, *, unnamed: bool = False) -> Iterator[JourneyReading]:
    """Yield the possible readings of the journey in a question, cheapest first; at least one.

    With ``unnamed``, a stop may be given by its category alone ("a break in a cafe"). Every reading
    but the first must be possible: if the world has legs, each place needs one to or from another.
    """
    key = f"journeys, unnamed: {unnamed}"
    if key not in reading.memory:
        reading.memory[key] = [], _search_journeys(reading, unnamed=unnamed)
    journeys, search = reading.memory[key]
    for index in range(MAX_JOURNEYS):
        if index == len(journeys):
            journeys.extend(islice(search, 1))
        if index == len(journeys):
            return
        yield journeys[index]


def _search_journeys(reading: Reading, *, unnamed: bool) -> Iterator[JourneyReading]:
    places = placed_names(reading)
    if unnamed:
        places = sorted([*places, *unnamed_stops(reading, places)], key=lambda m: m.start)
    pairs = {(leg.origin, leg.destination) for leg in reading.world.legs}
    tie = count()
    heap: list[_PartialJourney] = [(0.0, 0, next(tie), (), Outline(places=tuple(places)), None)]
    itineraries: list[Itinerary] = []
    while heap and heap[0][0] <= _MAX_COST:
        cost, step, _, notes, outline, choices = heappop(heap)
        if step == -len(_STEPS):
            journey = _build_journey(reading, outline, cost, notes)
            is_new = journey.itinerary not in itineraries
            if is_new and (not itineraries or _is_possible(journey.itinerary, pairs)):
                itineraries.append(journey.itinerary)
                yield journey
            continue
        if choices is None:
            choices = _STEPS[-step](reading, outline)
            chosen = [next(choices)]
            remaining = (cost + _ALTERNATIVE_COST, step, next(tie), notes, outline, choices)
            heappush(heap, remaining)
        else:
            cost, chosen = round(cost - _ALTERNATIVE_COST, 3), list(choices)
        for choice in chosen:
            extended = replace(outline, **choice.sets)
            all_notes = (*notes, choice.note) if choice.note else notes
            heappush(heap, (cost + choice.cost, step - 1, next(tie), all_notes, extended, None))


def _is_possible(itinerary: Itinerary, pairs: set[tuple[str, str]]) -> bool:
    places = {stop.place for stop in itinerary.stops} | ({itinerary.origin, itinerary.end} - {None})
    if not itinerary.stops or len(places) < 2 or not pairs:
        return bool(itinerary.stops)
    return all(
        any((one, other) in pairs or (other, one) in pairs for other in places) for one in places
    )


def _starts_with_asker(reading: Reading, place: str) -> bool:
    """Whether the asker is at a place when the journey starts ("we reached the Mall at 2")."""
    first = next((m for m in scene.named_places(reading) if m.value == place), None)
    if first is None or not first.start:
        return False
    before = [w.key for w in reading.words[max(0, first.start - 3) : first.start] if w.key != "the"]
    at = before[-2:] if before[-1:] in (["at"], ["to"]) else before[-1:]
    return not word_list("journeys.being_at").isdisjoint(at)


def _build_journey(
    reading: Reading, outline: Outline, cost: float, notes: tuple[str, ...]
) -> JourneyReading:
    origin, goal, order = outline.origin, outline.goal, outline.order
    places_used = {*order, *(m.value for m in (origin, goal) if m)}
    day, day_words = find_named_day(reading)
    words = (
        *(m for m in outline.places if m.kind == "category"),
        *(m for m in scene.named_places(reading) if m.value in places_used),
        *outline.timed, *outline.used_words, *day_words, *reading.of("moment"), *reading.of("day"),
    )  # fmt: skip
    end = outline.end
    visits = dict(outline.visits)
    if outline.each is not None:
        visits = {place: visits.get(place, outline.each) for place in order}
    stops = tuple(
        TripStop(
            place=place,
            visit_min=int(visits.get(place, 0)),
            starts_at=outline.starts.get(place),
            mode=outline.modes.get(place),
        )
        for place in order
    )
    start = origin.value if origin else None
    bounded = outline.depart or (outline.finish_by and order and order[0] in visits)
    may_start_at_goal = start is None and goal is not None and bounded and not outline.begins_there
    if may_start_at_goal and goal is not None and not _starts_with_asker(reading, order[0]):
        first = order[0]
        start = goal.value if first != goal.value and first not in outline.starts else None
    itinerary = Itinerary(
        origin=start,
        stops=stops,
        end=end,
        mode=outline.mode,
        end_mode=outline.back,
        end_starts_at=outline.starts.get(end) if end else None,
        depart=outline.depart,
        finish_by=outline.finish_by,
        budget_min=outline.budget,
        day=day,
        prescribed=outline.prescribed,
    )
    return JourneyReading(_start_at_left_stop(itinerary, outline), cost, notes, words)


def _start_at_left_stop(itinerary: Itinerary, outline: Outline) -> Itinerary:
    indices = [i for i, stop in enumerate(itinerary.stops[:-1]) if stop.place in outline.leaves]
    if not indices:
        return itinerary
    left, stops = itinerary.stops[indices[-1]], itinerary.stops[indices[-1] + 1 :]
    modes = {stop.mode for stop in stops} | ({itinerary.end_mode} if itinerary.end else set())
    mode = itinerary.mode
    if len(modes) == 1 and mode is None:
        mode, stops = modes.pop(), tuple(stop.model_copy(update={"mode": None}) for stop in stops)
    return replace(
        itinerary,
        origin=left.place,
        stops=stops,
        depart=outline.leaves[left.place],
        mode=mode,
        end_mode=None if mode else itinerary.end_mode,
        is_part=True,
    )

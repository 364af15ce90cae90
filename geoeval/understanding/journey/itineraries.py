"""Reads a journey step by step, and yields what it may mean, the cheapest first."""

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

MOST = 6
"""How many readings of a journey are told apart."""

_DEAREST = 2.5
_CHEAPEST = 0.3  # of all that is not the first choice of a step, which costs nothing

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

_Partly = tuple[float, int, int, tuple[str, ...], Outline, Iterator[Choice] | None]
"""A cost, minus the steps done, a number to tell equals apart, the notes, what is read.

The choices are those of the next step that are still to be tried, where its first one was.
"""


class JourneyReading(NamedTuple):
    """A journey as a text may mean it: what that costs and takes for granted, and the words."""

    itinerary: Itinerary
    cost: float
    assumptions: tuple[str, ...]
    words: tuple[Mention, ...]


def find_tellings(reading: Reading, *, unnamed: bool = False) -> Iterator[JourneyReading]:
    """Yield what journey a question may tell, the cheapest first; there is at least one.

    With ``unnamed``, a stop may be told by its kind alone ("a break in a cafe"). What costs
    something must be possible: legs are known between its places, where legs are known at all.
    """
    key = f"tellings, unnamed: {unnamed}"
    if key not in reading.memory:
        reading.memory[key] = [], _find_tellings(reading, unnamed=unnamed)
    found, search = reading.memory[key]
    for number in range(MOST):
        if number == len(found):
            found.extend(islice(search, 1))
        if number == len(found):
            return
        yield found[number]


def _find_tellings(reading: Reading, *, unnamed: bool) -> Iterator[JourneyReading]:
    places = placed_names(reading)
    if unnamed:
        places = sorted([*places, *unnamed_stops(reading, places)], key=lambda m: m.start)
    pairs = {(leg.origin, leg.destination) for leg in reading.world.legs}
    turns = count()
    heap: list[_Partly] = [(0.0, 0, next(turns), (), Outline(places=tuple(places)), None)]
    found: list[Itinerary] = []
    while heap and heap[0][0] <= _DEAREST:
        cost, step, _, notes, outline, choices = heappop(heap)
        if step == -len(_STEPS):
            telling = _build_telling(reading, outline, cost, notes)
            new = telling.itinerary not in found
            if new and (not found or _is_possible(telling.itinerary, pairs)):
                found.append(telling.itinerary)
                yield telling
            continue
        if choices is None:
            choices = _STEPS[-step](reading, outline)
            taken = [next(choices)]
            rest = cost + _CHEAPEST, step, next(turns), notes, outline, choices
            heappush(heap, rest)
        else:
            cost, taken = round(cost - _CHEAPEST, 3), list(choices)
        for choice in taken:
            further = replace(outline, **choice.sets)
            all_notes = (*notes, choice.note) if choice.note else notes
            heappush(heap, (cost + choice.cost, step - 1, next(turns), all_notes, further, None))


def _is_possible(itinerary: Itinerary, pairs: set[tuple[str, str]]) -> bool:
    places = {stop.place for stop in itinerary.stops} | ({itinerary.origin, itinerary.end} - {None})
    if not itinerary.stops or len(places) < 2 or not pairs:
        return bool(itinerary.stops)
    return all(
        any((one, other) in pairs or (other, one) in pairs for other in places) for one in places
    )


def _begins_with_asker(reading: Reading, place: str) -> bool:
    """Whether the journey begins with the asker at a place ("we reached the Mall at 2")."""
    first = next((m for m in scene.named_places(reading) if m.value == place), None)
    if first is None or not first.start:
        return False
    before = [w.key for w in reading.words[max(0, first.start - 3) : first.start] if w.key != "the"]
    at = before[-2:] if before[-1:] in (["at"], ["to"]) else before[-1:]
    return not word_list("journeys.being_at").isdisjoint(at)


def _build_telling(
    reading: Reading, outline: Outline, cost: float, notes: tuple[str, ...]
) -> JourneyReading:
    origin, goal, order = outline.origin, outline.goal, outline.order
    part = {*order, *(m.value for m in (origin, goal) if m)}
    day, day_words = find_named_day(reading)
    words = (
        *(m for m in outline.places if m.kind == "category"),
        *(m for m in scene.named_places(reading) if m.value in part),
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
    begun = origin.value if origin else None
    bounded = outline.depart or (outline.finish_by and order and order[0] in visits)
    comes = begun is None and goal is not None and bounded and not outline.begins_there
    if comes and goal is not None and not _begins_with_asker(reading, order[0]):
        first = order[0]
        begun = goal.value if first != goal.value and first not in outline.starts else None
    itinerary = Itinerary(
        origin=begun,
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
    at = [i for i, stop in enumerate(itinerary.stops[:-1]) if stop.place in outline.leaves]
    if not at:
        return itinerary
    left, stops = itinerary.stops[at[-1]], itinerary.stops[at[-1] + 1 :]
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

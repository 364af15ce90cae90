"""Reads a journey: where it starts, its stops with their visits, hours and modes, its end."""

from __future__ import annotations

from dataclasses import dataclass

from geoeval.query.parts import Day, Trip, TripStop
from geoeval.understanding import scene
from geoeval.understanding.clocks import read_clocks
from geoeval.understanding.frame import Account
from geoeval.understanding.leg_modes import leg_modes
from geoeval.understanding.origins import (
    is_loop,
    is_setting,
    left_for_good,
    origin_of,
    placed_names,
)
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.visits import unnamed_stops, visit_lengths
from geoeval.understanding.weekdays import weekday
from geoeval.world.model import TravelMode

_BEFOREHAND = frozenset({"beforehand"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Itinerary:
    """A journey as told; ``prescribed`` says that its order was stated a second time."""

    origin: str | None
    stops: tuple[TripStop, ...]
    end: str | None
    mode: TravelMode | None
    end_mode: TravelMode | None
    end_starts_at: str | None
    depart: str | None
    finish_by: str | None
    budget_min: int | None
    day: Day | None
    prescribed: bool = False

    @property
    def has_last_leg(self) -> bool:
        """Whether the way to the end is another than usual, or one is awaited there."""
        return self.end is not None and bool(self.end_mode or self.end_starts_at)

    @property
    def trip(self) -> Trip:
        """The trip of a query; an end with a mode or hour is its last stop."""
        last: tuple[TripStop, ...] = ()
        if self.end is not None and self.has_last_leg:
            stop = TripStop(place=self.end, starts_at=self.end_starts_at, mode=self.end_mode)
            last = (stop,)
        return Trip(
            origin=self.origin,
            stops=(*self.stops, *last),
            end=None if last else self.end,
            mode=self.mode,
            depart=self.depart,
            finish_by=self.finish_by,
            budget_min=self.budget_min,
            day=self.day,
        )


def read_itinerary(reading: Reading, account: Account, *, unnamed: bool = False) -> Itinerary:
    """Return the journey that a question tells, taking the words it uses.

    With ``unnamed``, a stop may be told by its kind alone ("a break in a cafe").
    """
    places = placed_names(reading)
    if unnamed:
        places = sorted([*places, *unnamed_stops(reading, places)], key=lambda m: m.start)
    visits, budget = visit_lengths(reading, places, account)
    places = [m for m in places if not _is_person(reading, m)]
    origin = origin_of(reading, visits) or left_for_good(reading, places, visits)
    account.take(*(m for m in places if m.kind == "category"))
    named = _stops(reading, places, origin, visits)
    returning, goal = _return(reading, origin, named)
    if goal is None and origin is not None and is_loop(reading, places, origin):
        goal = origin
    if goal is not None:
        named = [
            m
            for m in named
            if m.value != goal.value or m.value in visits or _is_gone_to(reading, m, named)
        ] or named
    order, prescribed = _order(_with_stopovers(reading, named))
    prescribed = prescribed or _told_in_sequence(reading, named)
    clocks = read_clocks(reading, [*named, *([goal] if goal else [])], origin)
    order = _appointment_last(reading, order, named, clocks.starts, visits)
    day, said = weekday(reading)
    modes = leg_modes(reading, named, returning)
    part = {*order, *([origin.value] if origin else []), *([goal.value] if goal else [])}
    account.take(*(m for m in scene.names(reading) if m.value in part))
    account.take(*clocks.said, *said, *reading.of("moment"), *modes.said, *reading.of("day"))
    if origin is None and clocks.depart is None and order and order[0] in clocks.starts:
        clocks.depart = clocks.starts.pop(order[0])
    stops = tuple(
        TripStop(
            place=place,
            visit_min=int(visits.get(place, 0)),
            starts_at=clocks.starts.get(place),
            mode=modes.by_place.get(place),
        )
        for place in order
    )
    end = goal.value if goal else origin.value if origin and returning else None
    begun = origin.value if origin else None
    if begun is None and goal is not None and clocks.depart and order[0] not in clocks.starts:
        begun = goal.value
    return Itinerary(
        origin=begun,
        stops=stops,
        end=end,
        mode=modes.general,
        end_mode=modes.back,
        end_starts_at=clocks.starts.get(end) if end else None,
        depart=clocks.depart,
        finish_by=clocks.finish_by,
        budget_min=budget,
        day=day,
        prescribed=prescribed,
    )


def _appointment_last(
    reading: Reading,
    order: list[str],
    stops: list[Mention],
    starts: dict[str, str],
    visits: dict[str, float],
) -> list[str]:
    """Return the stops with an appointment that is told beforehand at their end.

    "My train leaves the Station at 6. I go to the Mill …": it stands alone in its sentence, or
    something is done "beforehand", and it is no visit of its own.
    """
    if not order or order[0] in visits or len(order) < 2:
        return order
    told = next(m for m in stops if m.value == order[0])
    sentence = reading.words[told.start].sentence
    alone = all(reading.words[m.start].sentence != sentence for m in stops if m.value != told.value)
    if order[0] not in starts:
        due = [m for m in reading.of("deadline") if reading.words[m.start].sentence == sentence]
        return [*order[1:], order[0]] if alone and due else order
    beforehand = not _BEFOREHAND.isdisjoint(word.key for word in reading.words)
    return [*order[1:], order[0]] if alone or beforehand else order


_ACTING = ("leave", "visit", "mode_verb", "return", "booked")


def _is_person(reading: Reading, mention: Mention) -> bool:
    """Whether an unknown name is of somebody who does something ("Ana leaves the Mill")."""
    if mention.kind != "unknown" or reading.relation(mention, 2) is not None:
        return False
    verbs = [m for kind in _ACTING for m in reading.of(kind) if m.start == mention.end]
    return any(reading.words[m.start].key.endswith("s") for m in verbs)


def _stops(
    reading: Reading, places: list[Mention], origin: Mention | None, visits: dict[str, float]
) -> list[Mention]:
    """Return the mentions that are stops: all places but the start and mere settings."""
    start = origin.value if origin else None
    stops = [m for m in places if m.value != start]
    if visits:
        return [m for m in stops if m.value in visits or not is_setting(reading, m)]
    return [m for m in stops if not is_setting(reading, m)]


def _return(
    reading: Reading, origin: Mention | None, stops: list[Mention]
) -> tuple[Mention | None, Mention | None]:
    """Return the mention that says the journey goes back, and the place it names as the end.

    Without a place behind it, it goes back to where the journey began.
    """
    for mention in reading.of("return"):
        sentence = reading.words[mention.start].sentence
        after = [
            m
            for m in stops
            if 0 <= m.start - mention.end <= 5 and reading.words[m.start].sentence == sentence
        ]
        if not after:
            return mention, None
        if not origin or after[0].value != origin.value:
            return mention, after[0]
    return None, None


def _is_gone_to(reading: Reading, mention: Mention, stops: list[Mention]) -> bool:
    """Whether one goes to a place, on to another, and only then back to the first."""
    later = [m for m in stops if m.start > mention.start and m.value != mention.value]
    back = [m for m in reading.of("return") if m.start > mention.start]
    between = later and back and later[0].start < back[-1].start
    return bool(between) and reading.relation(mention) == "to"


def _with_stopovers(reading: Reading, stops: list[Mention]) -> list[Mention]:
    """Return the stops with each stopover before the goal it is on the way to."""
    ordered: list[Mention] = []
    for stop in stops:
        through = reading.before(stop, ("stopover",), 1)
        on_the_way = through is not None and not _goes_on(reading, through)
        if through and on_the_way and ordered and through.start > ordered[-1].start:
            ordered.insert(len(ordered) - 1, stop)
        else:
            ordered.append(stop)
    return ordered


def _goes_on(reading: Reading, through: Mention) -> bool:
    """Whether a stop is told as the next of several ("and then stopping at")."""
    lead = range(max(0, through.start - 2), through.start)
    return any(reading.words[i].key == "and" or reading.covering(i, "connective") for i in lead)


def _told_in_sequence(reading: Reading, stops: list[Mention]) -> bool:
    """Whether words such as "then" and "finally" join the stops."""
    return len(stops) > 1 and any(
        stops[0].start - 3 <= m.start < stops[-1].start for m in reading.of("connective")
    )


def _order(stops: list[Mention]) -> tuple[list[str], bool]:
    """Return the stops in order of visiting: a second full telling outranks the first."""
    stops = [m for i, m in enumerate(stops) if i == 0 or stops[i - 1].value != m.value]
    first = list(dict.fromkeys(m.value for m in stops))
    if len(first) < 2:
        return first, False
    for start in range(1, len(stops) - len(first) + 1):
        window = [m.value for m in stops[start : start + len(first)]]
        told_before = {m.value for m in stops[:start]}
        if len(set(window)) == len(first) and told_before == set(first):
            return window, True
    return first, False

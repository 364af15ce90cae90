"""Frames for travel: the time or distance of a chain of legs, and what is reached soonest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from geoeval.query.algebra import Best, Places, Travel, TravelLeg, Value
from geoeval.query.filter_kinds import Total
from geoeval.understanding import scene
from geoeval.understanding.choices import is_offered, offered, options_are_figures
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.frames.journey import asks_for_travel, goes_somewhere_unnamed
from geoeval.understanding.journey.modes import asked_share
from geoeval.understanding.journey.outline import Itinerary
from geoeval.understanding.journey.tellings import tellings
from geoeval.understanding.reading import Mention, Reading, cover
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import TravelMode


def legs_of(itinerary: Itinerary) -> tuple[TravelLeg, ...]:
    """Return the legs of an itinerary, one after the other."""
    if itinerary.origin is None:
        return ()
    places = [itinerary.origin, *(stop.place for stop in itinerary.stops)]
    modes = [stop.mode or itinerary.mode for stop in itinerary.stops]
    if itinerary.end is not None:
        places.append(itinerary.end)
        modes.append(itinerary.end_mode or itinerary.mode)
    return tuple(
        TravelLeg(origin=a, destination=b, mode=mode)
        for a, b, mode in zip(places, places[1:], modes, strict=False)
        if a != b
    )


def _walk(reading: Reading) -> tuple[list[Mention], tuple[str, ...]]:
    """Return the places of a way told from one to the next that comes by one of them again."""
    names = scene.names(reading)
    led = [reading.relation(m, 3) for m in names]
    one = len({reading.words[m.start].sentence for m in names}) == 1
    told = {word for m in reading.of("turn", "repeat") for word in reading.keys(m)}
    if not one or led[:1] != ["from"] or set(led[1:]) - {"to"} or not told:
        return [], ()
    if not told <= word_list("ways.again"):
        return [], ()
    names = [m for i, m in enumerate(names) if not i or names[i - 1].value != m.value]
    places = tuple(m.value for m in names)
    again = any(place in places[: i + 1] for i, place in enumerate(places[2:]))
    return (names, places) if again else ([], ())


def _again(reading: Reading) -> Iterator[Draft]:
    """Read "from the Inn to the Mill, back to the Inn, and once more to the Mill"."""
    names, places = _walk(reading)
    modes = scene.modes(reading)
    if not names or len({m.value for m in modes}) > 1 or reading.has("duration"):
        return
    account = Account()
    account.take(*names, *modes, *reading.of("turn", "repeat"))
    mode = scene.mode(modes)
    legs = tuple(TravelLeg(origin=a, destination=b, mode=mode) for a, b in pairwise(places))
    wanted: Total = "distance" if reading.asks("ask:distance") else "time"
    draft = account.draft(Value(figure=Travel(legs=legs, measure=wanted)))
    yield replace(draft, carried=frozenset(cover(reading.of("turn", "repeat"))))


def _total(reading: Reading) -> Iterator[Draft]:
    yield from _again(reading)
    if goes_somewhere_unnamed(reading):
        return
    first = next(tellings(reading))
    account = Account()
    account.take(*first.words)
    itinerary = first.itinerary
    legs = legs_of(itinerary)
    part = asked_share(reading)
    alone = reading.asked("travel_alone")
    if _tells_taxis_apart(reading, [*alone, *([part] if part else [])]):
        return
    if part is not None:
        account.take(part)
        legs = tuple(leg for leg in legs if leg.mode == TravelMode(part.value))
    visited = any(stop.visit_min for stop in itinerary.stops)
    if not legs or (visited and not asks_for_travel(reading)):
        return
    account.take(*alone)
    wanted: Total = "distance" if reading.asks("ask:distance") else "time"
    travels = reading.world.legs or reading.world.routes or scene.modes(reading)
    if wanted == "distance" and not travels and len(legs) == 1:
        return  # where nothing is known of travel, "how far" means the straight line
    yield account.draft(Value(figure=Travel(legs=legs, measure=wanted)))


def _tells_taxis_apart(reading: Reading, parts: list[Mention]) -> bool:
    """Whether the time in a taxi is asked for apart from that in one's own car: one mode here."""
    of_taxis = any(not _TAXI.isdisjoint(reading.keys(part)) for part in parts)
    driving = [m for m in scene.modes(reading) if m.value == TravelMode.DRIVING]
    return of_taxis and any(_TAXI.isdisjoint(reading.keys(m)) for m in driving)


_TAXI = frozenset("taxi taxis cab uber".split())


def _closest(reading: Reading) -> Iterator[Draft]:
    account = Account()
    here = scene.user_place(reading)
    superlatives = reading.asked("superlative", "fastest", "nearest", "slowest", "farthest")
    modes = scene.modes(reading)
    among = offered(reading)
    if here is None or not superlatives or len(among) < 2 or options_are_figures(reading):
        return
    account.take(here, superlatives[0], *modes)
    account.take(*(m for m in reading.asked("place") if is_offered(reading, m)))
    distance = superlatives[0].value in {"nearest", "farthest"} and not reading.asks("ask:time")
    leg = TravelLeg(origin=here.value, mode=scene.mode(modes))
    travel = Travel(legs=(leg,), measure="distance" if distance else "time")
    farthest = superlatives[0].value in {"slowest", "farthest"}
    yield account.draft(Best(figure=travel, among=Places(among=among), most=farthest))


FRAMES = (
    Frame(
        name="travel total",
        cues=(("ask:time",), ("ask:distance",), ("ask:time", "return"), ("ask:distance", "return")),
        fill=_total,
        absorbs=(
            *PLAIN_ASK,
            "return",
            "home",
            "connective",
            "topic:whole_trip",
            "relation:after",
            "relation:before",
            "visit",
            "leave",
            "travel_alone",
        ),
    ),
    Frame(
        name="closest by travel",
        cues=(
            ("superlative:fastest", "ask:which"),
            ("superlative:slowest", "ask:which"),
            ("superlative:nearest", "mode"),
            ("superlative:nearest", "mode_verb"),
            ("superlative:nearest", "ask:time"),
            ("superlative:farthest", "mode"),
        ),
        fill=_closest,
        absorbs=(*PLAIN_ASK, "ask:time", "ask:distance", "topic:visits", "category"),
    ),
)

"""Questions about trips: in which order, when one is done, whether it can be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from math import inf

from geoeval.calculators.clock import clock_text, format_clock
from geoeval.generation.draft import (
    OPTIONS,
    Draft,
    Task,
    Wrong,
    need,
    need_value,
    number_options,
    require,
    written,
)
from geoeval.generation.kinds.figures import yes_or_no
from geoeval.generation.town import Town, bare
from geoeval.query.algebra import Best, CheckTrip, Value
from geoeval.query.parts import OfferedOrder, Orders, Trip, TripFigure, TripStop
from geoeval.query.values import Clock
from geoeval.query.wording import BY_MODE
from geoeval.world.categories import category_of, kinds_of
from geoeval.world.model import Place, TravelMode, World

_VISITS = (15, 20, 30, 40, 45, 60, 75, 90, 120)
_SHORT, _LONG = (15, 20, 30, 40), (60, 75, 90, 120)
# How long one stays at a place of a kind, the narrower kinds first; nobody visits any other.
_STAYS: Mapping[str, tuple[int, ...]] = {
    "fast food restaurant": _SHORT,
    "cafe": (20, 30, 40, 45, 60),
    "bakery": _SHORT,
    "dessert shop": _SHORT,
    "juice bar": _SHORT,
    "meal takeaway": _SHORT,
    "sandwich shop": _SHORT,
    "ice cream shop": (15, 20),
    "food place": (45, *_LONG),
    "bar": (45, *_LONG),
    "pub": (45, *_LONG),
    "shopping mall": (40, 45, *_LONG),
    "department store": (30, 40, 45, 60, 75, 90),
    "market": (30, 40, 45, 60),
    "shop": _SHORT,
    "bank": (15, 20),
    "post office": (15, 20),
    "hair salon": (30, 40, 45, 60),
    "beauty salon": (30, 40, 45, 60, 75, 90),
    "library": (20, 30, 40, 45, 60),
    "museum": (45, *_LONG),
    "art gallery": (30, 40, 45, 60),
    "cinema": (120,),
    "zoo": (90, 120),
    "gym": _LONG,
    "swimming pool": _LONG,
    "park": (20, 30, 40, 45, 60),
    "garden": (20, 30, 40, 45, 60),
    "lake": (20, 30, 40, 45, 60),
    "square": (15, 20),
    "monument": (15, 20),
    "place of worship": (15, 20, 30),
    "historical landmark": (15, 20, 30),
    "tourist attraction": (20, 30, 40, 45, 60),
}
_WORDS = {60: "1 hour", 90: "1 hour 30 minutes", 75: "1 hour 15 minutes", 120: "2 hours"}


def order(task: Task) -> Draft:
    """In which order to visit some places in order to be done as early as possible."""
    drawn = need(_trip(task, 3 if task.difficulty == "easy" else task.draw.choice((3, 4))))
    trip, context, world = drawn
    stops = {stop.place: stop for stop in trip.stops}
    minutes = []
    for each in permutations(stops):
        given = trip.model_copy(update={"stops": tuple(stops[place] for place in each)})
        asked = Value(figure=TripFigure(figure="finish", trip=given))
        finish = need_value(Clock, asked, world)
        minutes.append((finish.minute, " → ".join(each)))
    ranked = sorted(minutes)
    margin = 60.0 * (ranked[1][0] - ranked[0][0])
    require(margin >= max(60.0, task.margins.seconds))
    as_said = " → ".join(stops)
    mistakes = {ranked[1][1]: "the runner-up", ranked[-1][1]: "the slowest order",
                as_said: "the order in which the places are named"}  # fmt: skip
    likely = [ranked[1][1], ranked[-1][1], as_said, *(text for _, text in ranked)]
    others = [text for text in dict.fromkeys(likely) if text != ranked[0][1]]

    def ask(options: Sequence[str]) -> Best:
        offered = tuple(
            OfferedOrder(text=text, places=tuple(text.split(" → "))) for text in options
        )
        return Best(figure=TripFigure(figure="finish"), among=Orders(trip=trip, orders=offered))

    return Draft(
        kind="order",
        context=context,
        world=world,
        slots=_slots(trip),
        ask=ask,
        right=ranked[0][1],
        wrong=tuple(
            Wrong(text=text, mistake=mistakes.get(text, "a slower order"))
            for text in others[: OPTIONS - 1]
        ),
        margin=margin,
        unit="s",
    )


def trip_finish(task: Task) -> Draft:
    """When one is done who visits some places in an order."""
    drawn = need(_trip(task, task.draw.choice((2, 3))))
    trip, context, world = drawn
    query = Value(figure=TripFigure(figure="finish", trip=trip))
    value = need_value(Clock, query, world)
    start = _minute(trip.depart)
    stays = sum(stop.visit_min for stop in trip.stops)
    arrival = value.minute - trip.stops[-1].visit_min
    mistaken = [(float(start + stays), "travel forgotten"), (float(arrival), "when one arrives"),
                (float(value.minute - stays), "visits forgotten")]  # fmt: skip
    wrong = number_options(task.draw, value, mistaken, within=(start, inf))
    return Draft(
        kind="trip_finish",
        context=context,
        world=world,
        slots=_slots(trip),
        ask=lambda _: query,
        right=written(value),
        wrong=wrong,
    )


def trip_start(task: Task) -> Draft:
    """When one has to leave at the latest to visit some places and be done by a time."""
    drawn = need(_trip(task, task.draw.choice((2, 3))))
    trip, context, world = drawn
    deadline = 30 * task.draw.randint(30, 42)
    late = Trip(
        stops=(TripStop(place=trip.origin or ""), *trip.stops),
        mode=trip.mode,
        finish_by=clock_text(deadline),
    )
    query = Value(figure=TripFigure(figure="departure", trip=late, place=trip.origin))
    value = need_value(Clock, query, world)
    stays = sum(stop.visit_min for stop in trip.stops)
    mistaken = [(float(deadline - stays), "travel forgotten"),
                (float(value.minute + stays), "visits forgotten")]  # fmt: skip
    wrong = number_options(task.draw, value, mistaken, within=(0, deadline))
    slots = _slots(trip) | {"time": format_clock(deadline)}
    return Draft(
        kind="trip_start",
        context=context,
        world=world,
        slots=slots,
        ask=lambda _: query,
        right=written(value),
        wrong=wrong,
    )


def trip_check(task: Task) -> Draft:
    """Whether some places can be visited by a deadline: yes as often as no."""
    drawn = need(_trip(task, task.draw.choice((2, 3))))
    trip, context, world = drawn
    value = need_value(Clock, Value(figure=TripFigure(figure="finish", trip=trip)), world)
    slack = task.draw.choice((-30, -20, -10, 10, 20, 30))
    deadline = (value.minute + slack) // 5 * 5
    margin = abs(deadline - value.minute)
    require(margin >= 5 and deadline < 24 * 60)
    query = CheckTrip(trip=trip.model_copy(update={"finish_by": clock_text(deadline)}))
    right = "Yes" if deadline > value.minute else "No"
    return Draft(
        kind="trip_check",
        context=context,
        world=world,
        slots=_slots(trip) | {"deadline": format_clock(deadline)},
        ask=lambda _: query,
        right=right,
        wrong=yes_or_no(right),
        margin=60.0 * margin,
        unit="s",
    )


def _trip(task: Task, count: int) -> tuple[Trip, str, World] | None:
    mode = task.draw.choice(task.town.modes)
    names = need(task.town.ends(task.draw, count + 1, [mode], _visited(task.town)))
    origin, *places = names
    facts = World(
        places=tuple(bare(task.town.place(name)) for name in names),
        legs=task.town.legs(names, [mode]),
        attribution=task.town.world.attribution,
    )
    stops = tuple(
        TripStop(place=place, visit_min=task.draw.choice(_stays(task.town, place)))
        for place in places
    )
    depart = clock_text(30 * task.draw.randint(16, 26))
    trip = Trip(origin=origin, depart=depart, stops=stops, mode=mode)
    return trip, *task.shown(facts)


@lru_cache(maxsize=8)
def _visited(town: Town) -> tuple[Place, ...]:
    return tuple(place for place in town.spots if _stays(town, place.name))


def _stays(town: Town, name: str) -> tuple[int, ...]:
    """Return for how many minutes one may stay at a place, none where nobody visits it.

    Of a recorded world, which does not say what its places are, one visits all.
    """
    types = town.atlas.types(town.place(name))
    kinds = [category_of(each.replace("_", " ")) or "" for each in types]
    known = {wider for kind in kinds for wider in (kind, *(kinds_of(kind) if kind else ()))}
    if not types and not town.is_map:
        return _VISITS
    return next((stays for kind, stays in _STAYS.items() if kind in known), ())


def _slots(trip: Trip) -> dict[str, str]:
    told = [
        f"{s.place} for {_WORDS.get(s.visit_min, f'{s.visit_min} minutes')}" for s in trip.stops
    ]
    return {
        "origin": trip.origin or "",
        "time": format_clock(_minute(trip.depart)),
        "mode": BY_MODE[trip.mode or TravelMode.DRIVING],
        "stops": f"{', '.join(told[:-1])} and {told[-1]}",
    }


def _minute(clock: str | None) -> int:
    hour, minute = map(int, (clock or "0:0").split(":"))
    return 60 * hour + minute


TRIPS = {
    "order": order,
    "trip_finish": trip_finish,
    "trip_start": trip_start,
    "trip_check": trip_check,
}

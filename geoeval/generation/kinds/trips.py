"""Questions about trips: the best order, the time of arrival or departure, feasibility."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from math import inf

from geoeval.calculators.clock import DAY_MIN, clock_text, format_clock, minute_of
from geoeval.generation import draft
from geoeval.generation.kinds.figures import yes_or_no
from geoeval.generation.town import Town
from geoeval.query.algebra import Best, CheckTrip, Value
from geoeval.query.parts import OfferedOrder, Orders, Trip, TripFigure, TripStop
from geoeval.query.values import Clock, YesNo
from geoeval.query.wording import BY_MODE
from geoeval.world.categories import category_of, kinds_of
from geoeval.world.model import Place, TravelMode

_VISITS = (15, 20, 30, 40, 45, 60, 75, 90, 120)
_SHORT, _LONG = (15, 20, 30, 40), (60, 75, 90, 120)
# Length of a visit by kind of place, narrower kinds first; other kinds are not visited.
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
_ARROW = " → "
_WORDS = {60: "1 hour", 90: "1 hour 30 minutes", 75: "1 hour 15 minutes", 120: "2 hours"}


def ask_order(task: draft.Task) -> draft.Draft:
    """In which order to visit several places in order to finish as early as possible."""
    trip, scene = _draw_trip(task, 3 if task.difficulty == "easy" else task.draw.choice((3, 4)))
    stops = {stop.place: stop for stop in trip.stops}
    minutes = []
    for each in permutations(stops):
        given = trip.model_copy(update={"stops": tuple(stops[place] for place in each)})
        minutes.append((_find_finish(scene, given).minute, _ARROW.join(each)))
    ranked = sorted(minutes)
    margin = 60.0 * (ranked[1][0] - ranked[0][0])
    draft.require_that(margin >= max(60.0, task.margins.seconds))
    as_phrase = _ARROW.join(stops)
    mistakes = {ranked[1][1]: "the runner-up", ranked[-1][1]: "the slowest order",
                as_phrase: "the order in the question"}  # fmt: skip
    likely = [*mistakes, *(text for _, text in ranked)]
    others = [text for text in dict.fromkeys(likely) if text != ranked[0][1]]
    figure = TripFigure(figure="finish")

    def ask(options: Sequence[str]) -> Best:
        offered = (OfferedOrder(text=each, places=tuple(each.split(_ARROW))) for each in options)
        return Best(figure=figure, among=Orders(trip=trip, orders=tuple(offered)))

    return scene.draft(
        _trip_slots(trip),
        ask,
        ranked[0][1],
        [
            draft.Wrong(text=text, mistake=mistakes.get(text, "a slower order"))
            for text in others[: draft.OPTIONS - 1]
        ],
        margin=margin,
        unit="s",
    )


def trip_finish(task: draft.Task) -> draft.Draft:
    """When a trip through several places in a given order ends."""
    trip, scene = _draw_trip(task, task.draw.choice((2, 3)))
    value = _find_finish(scene, trip)
    start = minute_of(trip.depart or "00:00")
    stays = sum(stop.visit_min for stop in trip.stops)
    arrival = value.minute - trip.stops[-1].visit_min
    mistaken = [(float(start + stays), "travel forgotten"), (float(arrival), "when one arrives"),
                (float(value.minute - stays), "visits forgotten")]  # fmt: skip
    wrong = draft.number_options(task.draw, value, mistaken, within=(start, inf))
    return scene.draft(_trip_slots(trip), _ask_finish(trip), value, wrong)


def trip_start(task: draft.Task) -> draft.Draft:
    """When to leave at the latest to visit several places and finish by a given time."""
    trip, scene = _draw_trip(task, task.draw.choice((2, 3)))
    deadline = 30 * task.draw.randint(30, 42)
    late = Trip(
        stops=(TripStop(place=trip.origin or ""), *trip.stops),
        mode=trip.mode,
        finish_by=clock_text(deadline),
    )
    query = Value(figure=TripFigure(figure="departure", trip=late, place=trip.origin))
    value = scene.need(Clock, query)
    stays = sum(stop.visit_min for stop in trip.stops)
    mistaken = [(float(deadline - stays), "travel forgotten"),
                (float(value.minute + stays), "visits forgotten")]  # fmt: skip
    wrong = draft.number_options(task.draw, value, mistaken, within=(0, deadline))
    return scene.draft(_trip_slots(trip) | {"time": format_clock(deadline)}, query, value, wrong)


def trip_check(task: draft.Task) -> draft.Draft:
    """Whether several places can be visited by a deadline; both answers are equally frequent."""
    trip, scene = _draw_trip(task, task.draw.choice((2, 3)))
    value = _find_finish(scene, trip)
    slack = task.draw.choice((-30, -20, -10, 10, 20, 30))
    deadline = (value.minute + slack) // 5 * 5
    margin = abs(deadline - value.minute)
    draft.require_that(margin >= 5 and deadline < DAY_MIN)
    query = CheckTrip(trip=trip.model_copy(update={"finish_by": clock_text(deadline)}))
    right = YesNo(yes=deadline > value.minute)
    slots = _trip_slots(trip) | {"deadline": format_clock(deadline)}
    return scene.draft(slots, query, right, yes_or_no(right), margin=60.0 * margin, unit="s")


def _ask_finish(trip: Trip) -> Value:
    return Value(figure=TripFigure(figure="finish", trip=trip))


def _find_finish(scene: draft.Scene, trip: Trip) -> Clock:
    return scene.need(Clock, _ask_finish(trip))


def _draw_trip(task: draft.Task, count: int) -> tuple[Trip, draft.Scene]:
    mode = task.draw.choice(task.town.modes)
    names = draft.require_found(
        task.town.ends(task.draw, count + 1, [mode], _visited_places(task.town))
    )
    origin, *places = names
    stops = tuple(
        TripStop(place=place, visit_min=task.draw.choice(_stay_minutes(task.town, place)))
        for place in places
    )
    depart = clock_text(30 * task.draw.randint(16, 26))
    trip = Trip(origin=origin, depart=depart, stops=stops, mode=mode)
    legs = task.town.legs(names, [mode])
    return trip, task.scene(map(task.town.place, names), legs=legs)


@lru_cache(maxsize=8)
def _visited_places(town: Town) -> tuple[Place, ...]:
    return tuple(place for place in town.spots if _stay_minutes(town, place.name))


def _stay_minutes(town: Town, name: str) -> tuple[int, ...]:
    """Return the length of a visit in minutes, None for places that nobody visits.

    A recorded world does not give the kinds of its places, so all of them are visited.
    """
    types = town.atlas.types(town.place(name))
    kinds = [category_of(each.replace("_", " ")) or "" for each in types]
    known = {wider for kind in kinds for wider in (kind, *(kinds_of(kind) if kind else ()))}
    if not types and not town.is_map:
        return _VISITS
    return next((stays for kind, stays in _STAYS.items() if kind in known), ())


def _trip_slots(trip: Trip) -> dict[str, str]:
    phrases = [
        f"{s.place} for {_WORDS.get(s.visit_min, f'{s.visit_min} minutes')}" for s in trip.stops
    ]
    return {
        "origin": trip.origin or "",
        "time": format_clock(minute_of(trip.depart or "00:00")),
        "mode": BY_MODE[trip.mode or TravelMode.DRIVING],
        "stops": f"{', '.join(phrases[:-1])} and {phrases[-1]}",
    }


TRIPS = {
    "order": ask_order,
    "trip_finish": trip_finish,
    "trip_start": trip_start,
    "trip_check": trip_check,
}

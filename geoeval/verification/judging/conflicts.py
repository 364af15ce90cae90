"""Find facts that a world states twice with different values, and try the other value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.units import format_distance, format_duration
from geoeval.query.routes.travel import half_rounding_m
from geoeval.query.values import Fact, Outcome
from geoeval.text import normalise_name
from geoeval.world.model import LatLon, Leg, Place, Route, World
from geoeval.world.place_facts import FACTS, MEASURES

T = TypeVar("T")
D = TypeVar("D", Place, Leg)
_DEGREES = 1e-4  # coordinates are written with at least four decimals
_MIN_PHONE_DIGITS = 6  # without country and area code
_HALF_MINUTE = 30.0


class Conflict(NamedTuple):
    """Two statements of a fact, and the world in which the second statement holds.

    ``by_day`` means that the statements may agree on the day that matters.
    """

    first: Fact
    other: Fact
    world: World
    by_day: bool = False

    def matters(self, one: Outcome, other: Outcome) -> bool:
        """Return whether the fact changes the outcome, given the outcome in the other world."""

        def parts(outcome: Outcome) -> tuple[object, ...]:
            facts = () if self.by_day else [fact.text for fact in getattr(outcome, "facts", ())]
            steps = getattr(outcome, "steps", ())
            return type(outcome), getattr(outcome, "value", None), steps, facts

        return parts(one) != parts(other)


def find_conflicts(
    world: World, outcome: Outcome | None = None, *, with_routes: bool
) -> Iterator[Conflict]:
    """Yield the conflicts about the places and legs that an outcome names, or about all.

    If ``with_routes``, a leg conflicts with the routes of its mode unless one is as long.
    """
    used = "\n".join(fact.text for fact in getattr(outcome, "facts", ()))
    for mentions in world.atlas.restated:
        if outcome is None or mentions[0].name in used:
            yield from _place_conflicts(world, mentions)
    firsts: dict[object, Leg] = {}
    for leg in world.atlas.legs():
        firsts.setdefault((leg.origin, leg.destination, leg.mode), leg)
    for leg in firsts.values():
        if outcome is None or f"{leg.origin} to {leg.destination}" in used:
            yield from _leg_conflicts(world, leg, with_routes=with_routes)


def _place_conflicts(world: World, mentions: Sequence[Place]) -> Iterator[Conflict]:
    for field, (find_difference, written) in _FACTS.items():
        stating = _with_fact(mentions, field)
        for place in stating[1:]:
            value = find_difference(getattr(stating[0], field), getattr(place, field))
            if value is None:
                continue
            first, other = (
                Fact(text=f"{each.name}{written(getattr(each, field))}", line=each.line)
                for each in (stating[0], place)
            )
            changed = _replace_fact(stating, field, value)
            yield Conflict(first, other, _replace_places(world, changed), by_day=field == "hours")


def _leg_conflicts(world: World, leg: Leg, *, with_routes: bool) -> Iterator[Conflict]:
    """Yield the conflicts about a leg, which must be the first for its ends and mode."""
    legs = [each for each in world.atlas.legs(leg.origin, leg.destination) if each.mode is leg.mode]
    if legs[0] is not leg:  # it uses other names for its ends
        return
    routes = world.atlas.routes(leg.origin, leg.destination, leg.mode) if with_routes else ()
    totals = [each for each in routes if each.mode is leg.mode]
    for field in ("duration_s", "distance_m"):
        stating = _with_fact(legs, field)
        for other in _find_differing(stating, totals, field):
            changed = _replace_fact(stating, field, getattr(other, field))
            legs_changed = tuple(changed.get(id(each), each) for each in world.legs)
            other_world = replace(world, legs=legs_changed)
            first = _travel_fact(stating[0], field)
            yield Conflict(first, _travel_fact(other, field), other_world)


def _with_fact(mentions: Iterable[T], field: str) -> list[T]:
    return [each for each in mentions if getattr(each, field) is not None]


def _replace_fact(stating: Iterable[D], field: str, value: object) -> dict[int, D]:
    """Return the descriptions with a fact replaced, keyed by the ``id()`` of the originals."""
    changes: dict[str, Any] = {field: value}
    return {id(each): replace(each, **changes) for each in stating}


def _find_differing(legs: Sequence[Leg], routes: Sequence[Route], field: str) -> list[Leg | Route]:
    """Return the legs that differ from the first, and the routes if all of them differ."""

    def differs(other: Leg | Route) -> bool:
        return not _is_as_long(getattr(legs[0], field), getattr(other, field), field)

    if not legs:
        return []
    totals = _with_fact(routes, field)
    return [*filter(differs, legs), *(totals if all(map(differs, totals)) else ())]


def _replace_places(world: World, changed: Mapping[int, Place]) -> World:
    def replace_all(places: Sequence[Place]) -> tuple[Place, ...]:
        return tuple(changed.get(id(place), place) for place in places)

    lists = tuple(replace(nearby, places=replace_all(nearby.places)) for nearby in world.lists)
    return replace(world, places=replace_all(world.places), lists=lists)


def _is_as_long(one: float, other: float, field: str) -> bool:
    """Return whether two figures may be roundings of the same figure."""
    if field == "duration_s":
        return abs(one - other) < 2 * _HALF_MINUTE
    return abs(one - other) < half_rounding_m(one) + half_rounding_m(other)


def _travel_fact(way: Leg | Route, field: str) -> Fact:
    write = format_duration if field == "duration_s" else format_distance
    how = f" by {way.mode}" if way.mode else ""
    via = f" via {way.name}" if isinstance(way, Route) and way.name else ""
    written = write(getattr(way, field))
    return Fact(text=f"{way.origin} to {way.destination}{how}{via}: {written}", line=way.line)


# Each function returns the value that replaces the first one, or None if the two agree.
def _differing_point(one: LatLon, other: LatLon) -> LatLon | None:
    return None if max(abs(a - b) for a, b in zip(one, other, strict=True)) < _DEGREES else other


def _differing_text(one: object, other: object) -> object | None:
    return None if normalise_name(str(one)) == normalise_name(str(other)) else other


def _differing_phone(one: str, other: str) -> str | None:
    short, long = sorted(("".join(filter(str.isdigit, each)) for each in (one, other)), key=len)
    number = short.lstrip("0")
    same = short == long or (len(number) >= _MIN_PHONE_DIGITS and long.endswith(number))
    return None if same else other


def _differing_hours(one: WeeklyHours, other: WeeklyHours) -> WeeklyHours | None:
    """Return the first hours, with the days replaced on which the second hours differ."""
    days = tuple(a if None in (a, b) else b for a, b in zip(one.days, other.days, strict=True))
    seasons = other.seasons or one.seasons
    if (days, seasons) == (one.days, one.seasons or seasons):
        return None
    return replace(one, days=days, seasons=seasons)


def _differing_number(tolerance: float) -> Callable[[float, float], float | None]:
    return lambda one, other: None if abs(one - other) <= tolerance else other


_COMPARED: dict[str, Callable[..., object]] = {
    **{
        name: _differing_number(fact.tolerance) for name, fact in MEASURES.items() if fact.tolerance
    },
    "phone": _differing_phone,
}
_FACTS: dict[str, tuple[Callable[..., object], Callable[..., str]]] = {
    "location": (_differing_point, lambda point: f" lies at ({point[0]}, {point[1]})"),
    **{
        name: (
            _COMPARED.get(name, _differing_text),
            lambda value, fact=fact: f": {fact.words} {fact.text(value)}",
        )
        for name, fact in FACTS.items()
        if name not in {"address", "hours"}
    },
    "hours": (_differing_hours, lambda hours: f": {FACTS['hours'].text(hours)}"),
}

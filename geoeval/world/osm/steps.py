"""Turn-by-turn steps of a path, in the wording of common map services."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, radians
from typing import TYPE_CHECKING, NamedTuple

from geoeval.calculators.sphere.cardinal import cardinal
from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.world.records import LatLon, Step

if TYPE_CHECKING:
    from geoeval.world.osm.arrays import Network, Road
    from geoeval.world.osm.routing import Path

_STRAIGHT = 25.0  # degrees up to which a road goes on
_SLIGHT = 50.0  # up to which a turn is slight
_SHARP = 130.0  # from which it is sharp
_BEND = 60.0  # from which one turns to stay on a road of the same name
_FORK = 40.0  # two roads within this angle of straight on are a fork
_SIDE_M = 3.0  # a destination nearer than that to the road lies on neither side
_WINDS = dict(
    zip(
        ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
        "north northeast east southeast south southwest west northwest".split(),
        strict=True,
    )
)


class Onto(NamedTuple):
    """Where a manoeuvre leads: the words for it, and the names of the roads in them."""

    words: str
    names: tuple[str, ...]


@dataclass(slots=True)
class Manoeuvre:
    """What is done at one point of a path: its code, its words, and the edges until the next."""

    code: str
    words: str
    onto: Onto
    edges: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def instruction(self) -> str:
        """The whole instruction."""
        return f"{self.words} {self.onto.words}".rstrip()


def manoeuvres(net: Network, path: Path, destination: LatLon) -> list[Manoeuvre]:
    """Return the manoeuvres of a path in order; the last says where the destination lies."""
    first = path.edges[0]
    wind = _WINDS[cardinal(float(net.leaves[first])).value]
    found = [Manoeuvre("depart", f"Head {wind}", _onto(net, first, "on"), [first])]
    circle = [first] if _at(net, first).roundabout else []
    for before, edge in pairwise(path.edges):
        inside = _at(net, edge).roundabout
        if inside and not circle:
            found.append(Manoeuvre("roundabout", "Enter the roundabout", Onto("", ())))
        elif circle and not inside:
            _leave(net, found, circle, edge)
            circle = []
        elif not inside and (turn := _turn(net, before, edge)) is not None:
            found.append(Manoeuvre(turn[0], turn[1], _onto(net, edge, turn[2])))
        if inside:
            circle.append(edge)
        found[-1].edges.append(edge)
    if len(found) > 1 and found[0].onto.names and found[1].onto.names:
        start, then = found[0].onto, found[1].onto.names
        found[0].onto = Onto(f"{start.words} toward {then[0]}", (*start.names, *then))
    side = _side(net, path, destination)
    found[-1].notes.append(
        f"Destination will be on the {side}" if side else "Arrive at your destination"
    )
    return found


def steps(net: Network, path: Path, destination: LatLon) -> tuple[Step, ...]:
    """Return the steps of a path with their roads, times and lengths.

    The times of turns are part of the step that they begin, so that the steps add up to the path.
    """
    done = manoeuvres(net, path, destination)
    lengths, times, at = [], [], 0
    for each in done:
        length = time = 0.0
        for edge in each.edges:
            part = (
                1
                - (path.start if at == 0 else 0)
                - (1 - path.end if at == len(path.edges) - 1 else 0)
            )
            length += part * float(net.length_m[edge])
            time += part * float(net.time_s[edge])
            at += 1
        lengths.append(length)
        times.append(time)
    spare = path.time_s / max(sum(times), 1e-9)
    return tuple(
        Step(
            instruction=each.instruction,
            roads=tuple(dict.fromkeys(each.onto.names)),
            notes=(*_tolls(net, each), *each.notes),
            duration_s=round(time * spare),
            distance_m=round(length, 1),
        )
        for each, length, time in zip(done, lengths, times, strict=True)
    )


def route_name(net: Network, path: Path) -> str:
    """Return the road that most of a path runs on, and a second one of note: "A1 and B2"."""
    share: dict[str, float] = {}
    for edge in path.edges:
        name = _called(_at(net, edge))
        share[name] = share.get(name, 0.0) + float(net.length_m[edge])
    share.pop("", None)
    longest = sorted(share, key=share.__getitem__, reverse=True)[:2]
    if len(longest) == 2 and share[longest[1]] < _OF_NOTE * share[longest[0]]:
        longest.pop()
    return " and ".join(longest)


_OF_NOTE = 0.5  # a second road is named if it is at least half as long as the first


def _turn(net: Network, before: int, edge: int) -> tuple[str, str, str] | None:
    """Return code, words and preposition of what is done between two edges, or None if nothing."""
    if edge == net.back[before]:
        return "uturn", "Make a U-turn", "at"
    angle = _angle(net, before, edge)
    others = [each for each in _options(net, before) if each not in (edge, net.back[before])]
    old, new = _at(net, before), _at(net, edge)
    same = _same(old, new)
    side = "right" if angle > 0 else "left"
    if new.highway.endswith("_link") and not old.highway.endswith("_link") and others:
        return f"ramp-{side}", "Take the ramp", "onto" if _called(new) else "to"
    if (
        old.highway.endswith("_link")
        and new.highway in ("motorway", "trunk")
        and abs(angle) < _SLIGHT
    ):
        return "merge", "Merge", "onto"
    rivals = [_angle(net, before, each) for each in others]
    if abs(angle) < _FORK and any(
        abs(r) < _FORK and abs(r) <= abs(angle) + _STRAIGHT for r in rivals
    ):
        if same and all(abs(angle) < abs(r) for r in rivals):
            return None
        keep = "left" if all(angle < r for r in rivals if abs(r) < _FORK) else "right"
        return f"keep-{keep}", f"Keep {keep}", "to stay on" if same else "onto"
    if abs(angle) <= _STRAIGHT or (not others and abs(angle) <= _BEND):
        return None if same or not _called(new) else ("straight", "Continue", "onto")
    if same and (not others or (abs(angle) <= _BEND and all(abs(r) > _STRAIGHT for r in rivals))):
        return None
    if not others and not _called(new):
        return None
    how = "slight " if abs(angle) <= _SLIGHT else "sharp " if abs(angle) >= _SHARP else ""
    words = f"{how.capitalize()}{side}" if how else f"Turn {side}"
    return f"turn-{how.replace(' ', '-')}{side}", words, "to stay on" if same else "onto"


def _leave(net: Network, found: list[Manoeuvre], circle: list[int], edge: int) -> None:
    """Write the exit into the manoeuvre that entered a roundabout, or begin one that leaves it."""
    number = 1 + sum(
        not _at(net, each).roundabout for inside in circle[:-1] for each in _options(net, inside)
    )
    name = _onto(net, edge, "onto")
    if found[-1].code == "roundabout":
        found[-1].words = f"At the roundabout, take the {_ordinal(number)} exit"
        found[-1].onto = name
    else:
        found.append(Manoeuvre("roundabout", "Exit the roundabout", name))


def _options(net: Network, edge: int) -> list[int]:
    """Return the edges that may follow an edge."""
    after = net.turns[net.first[edge] : net.first[edge + 1]]
    return [int(each) for each in net.edge_of[after]]


def _angle(net: Network, before: int, edge: int) -> float:
    """Return by how many degrees one turns, to the right if positive."""
    return float((net.leaves[edge] - net.enters[before] + 180) % 360 - 180)


def _side(net: Network, path: Path, destination: LatLon) -> str:
    """Return on which side of the end of a path the destination lies, or "" if on neither."""
    at = net.points(path.edges[-1])
    east = (net.lon[at] - destination[1]) * cos(radians(destination[0]))
    north = net.lat[at] - destination[0]
    dx, dy = east[1:] - east[:-1], north[1:] - north[:-1]
    squares = dx**2 + dy**2
    part = (-(east[:-1] * dx + north[:-1] * dy) / squares.clip(1e-18)).clip(0, 1)
    off = (east[:-1] + part * dx) ** 2 + (north[:-1] + part * dy) ** 2
    near = int(off.argmin())
    if off[near] ** 0.5 * radians(1) * EARTH_RADIUS_M < _SIDE_M:
        return ""
    return "right" if dx[near] * north[near] - dy[near] * east[near] > 0 else "left"


def _at(net: Network, edge: int) -> Road:
    return net.roads[int(net.road[edge])]


def _same(one: Road, other: Road) -> bool:
    """Return whether two roads have a name or a number in common."""
    name = one.name.casefold() == other.name.casefold() and bool(one.name)
    return name or not {*one.ref.split("/")}.isdisjoint({*other.ref.split("/")} - {""})


def _called(road: Road) -> str:
    return road.name or road.ref


def _onto(net: Network, edge: int, preposition: str) -> Onto:
    """Return "onto Hill Road/A1", with the places signed on a ramp; empty for a nameless road."""
    road = _at(net, edge)
    name = "/".join(filter(None, (road.name, road.ref)))
    towards = f"toward {road.destination}" if road.destination else ""
    words = " ".join(filter(None, (f"{preposition} {name}" if name else "", towards)))
    return Onto(words, (name,) if name else ())


def _tolls(net: Network, done: Manoeuvre) -> list[str]:
    return ["Toll road"] if any(_at(net, edge).toll for edge in done.edges) else []


def _ordinal(number: int) -> str:
    return f"{number}{'th' if 10 < number % 100 < 14 else _ENDINGS.get(number % 10, 'th')}"


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

"""Turn-by-turn steps of a path, in the wording of common map services."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, radians
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from geoeval.calculators.sphere.bearing import initial_bearing
from geoeval.calculators.sphere.cardinal import cardinal
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.world.osm.arrays import HEADING_M
from geoeval.world.osm.routing import walking_s
from geoeval.world.records import LatLon, Step

if TYPE_CHECKING:
    from geoeval.world.osm.arrays import Network, Road
    from geoeval.world.osm.routing import Path

_STRAIGHT = 25.0  # degrees up to which a road goes straight on
_SLIGHT = 50.0  # up to which a turn is slight
_SHARP = 130.0  # from which it is sharp
_BEND = 60.0  # from which staying on a road of the same name is a turn
_FORK = 40.0  # two roads within this angle of straight on are a fork
_NOTED_GAP_M = 30.0  # shorter walks to the road, over pavement and forecourt, are not noted
_SIDE_M = 3.0  # a destination nearer to the road lies on neither side
_COMPASS_WORDS = dict(
    zip(
        ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
        "north northeast east southeast south southwest west northwest".split(),
        strict=True,
    )
)


class Onto(NamedTuple):
    """The target of a manoeuvre: its wording, and the names of roads in it."""

    words: str
    names: tuple[str, ...]


@dataclass(slots=True)
class Manoeuvre:
    """A manoeuvre at one point of a path: code, wording, and the edges until the next one."""

    code: str
    words: str
    onto: Onto
    edges: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def instruction(self) -> str:
        """The whole instruction."""
        return f"{self.words} {self.onto.words}".rstrip()


def find_manoeuvres(net: Network, path: Path, destination: LatLon) -> list[Manoeuvre]:
    """Return the manoeuvres of a path in order; a note of the last locates the destination."""
    first = path.edges[0]
    wind = _COMPASS_WORDS[cardinal(_compute_first_heading(net, path)).value]
    found = [Manoeuvre("depart", f"Head {wind}", _build_onto_phrase(net, first, "on"), [first])]
    circle = [first] if net.road_of(first).roundabout else []
    for before, edge in pairwise(path.edges):
        inside = net.road_of(edge).roundabout
        if inside and not circle:
            found.append(Manoeuvre("roundabout", "Enter the roundabout", Onto("", ())))
        elif circle and not inside:
            _write_exit(net, found, circle, edge)
            circle = []
        elif not inside and (turn := _describe_turn(net, before, edge)) is not None:
            found.append(Manoeuvre(turn[0], turn[1], _build_onto_phrase(net, edge, turn[2])))
        if inside:
            circle.append(edge)
        found[-1].edges.append(edge)
    _note_direction(*found[:2])
    _note_ends(net, path, destination, found)
    return found


def _note_direction(start: Manoeuvre, second: Manoeuvre | None = None) -> None:
    names, then = start.onto.names, second.onto.names if second else ()
    if names and then and names != then:
        start.onto = Onto(f"{start.onto.words} toward {then[0]}", (*names, *then))


def _note_ends(net: Network, path: Path, destination: LatLon, found: Sequence[Manoeuvre]) -> None:
    to_road_m, from_road_m = path.gaps_m
    if to_road_m >= _NOTED_GAP_M:
        found[0].notes.append(f"Walk {round(to_road_m)} m to the road")
    if from_road_m >= _NOTED_GAP_M:
        found[-1].notes.append(f"Walk {round(from_road_m)} m from the road")
    side = _find_destination_side(net, path, destination)
    arrival = f"Destination will be on the {side}" if side else "Arrive at your destination"
    found[-1].notes.append(arrival)


def write_steps(net: Network, path: Path, done: Sequence[Manoeuvre]) -> tuple[Step, ...]:
    """Return the steps of a path with their roads, times and lengths.

    A step includes the time of the turn that begins it; the first and last step include the gaps
    between end and road, so that the steps add up to the path.
    """
    found, at = [], 0
    for each in done:
        run = slice(at, at + len(each.edges))
        at = run.stop
        gaps_m = [
            gap_m
            for gap_m, is_here in zip(path.gaps_m, (each is done[0], each is done[-1]), strict=True)
            if is_here
        ]
        found.append(
            Step(
                instruction=each.instruction,
                roads=tuple(dict.fromkeys(each.onto.names)),
                notes=(*_find_toll_notes(net, each), *each.notes),
                duration_s=round(sum(path.times_s[run]) + sum(map(walking_s, gaps_m))),
                distance_m=round(sum(path.lengths_m[run]) + sum(gaps_m), 1),
            )
        )
    return tuple(found)


def name_route(net: Network, path: Path) -> str:
    """Return the longest road of a path, and a second one if it is long enough: "A1 and B2"."""
    share: dict[str, float] = {}
    for edge, length_m in zip(path.edges, path.lengths_m, strict=True):
        name = _get_road_name(net.road_of(edge))
        share[name] = share.get(name, 0.0) + length_m
    share.pop("", None)
    longest = sorted(share, key=share.__getitem__, reverse=True)[:2]
    if len(longest) == 2 and share[longest[1]] < _SECOND_ROAD_SHARE * share[longest[0]]:
        longest.pop()
    return " and ".join(longest)


_SECOND_ROAD_SHARE = 0.5  # a second road is named from this share of the length of the first


def _compute_first_heading(net: Network, path: Path) -> float:
    edge = path.edges[0]
    spots = net.spots(edge, path.start, path.end if len(path.edges) == 1 else 1.0)
    far = np.flatnonzero(haversine(spots[:1], spots) >= HEADING_M)
    ahead = int(far[0]) if far.size else len(spots) - 1
    (bearing,) = initial_bearing(spots[:1], spots[ahead : ahead + 1]).tolist()
    return float(net.leaves[edge]) if np.isnan(bearing) else bearing


@dataclass(slots=True)
class _TurnContext:
    """A turn from one edge to the next: roads, angle, and the angles of the other options.

    Angles are in degrees, positive to the right.
    """

    old: Road
    new: Road
    angle: float
    rivals: list[float]

    @property
    def is_same_road(self) -> bool:
        name = self.old.name.casefold() == self.new.name.casefold() and bool(self.old.name)
        return name or bool({*self.old.ref.split("/")} & {*self.new.ref.split("/")} - {""})

    @property
    def side(self) -> str:
        return "right" if self.angle > 0 else "left"

    @property
    def is_ramp(self) -> bool:
        return _is_link(self.new) and not _is_link(self.old) and bool(self.rivals)

    @property
    def is_merge(self) -> bool:
        is_main = self.new.highway in ("motorway", "trunk")
        return _is_link(self.old) and is_main and abs(self.angle) < _SLIGHT

    @property
    def is_fork(self) -> bool:
        most = abs(self.angle) + _STRAIGHT
        return abs(self.angle) < _FORK and any(
            abs(each) < _FORK and abs(each) <= most for each in self.rivals
        )

    @property
    def is_straight(self) -> bool:
        """Whether the path goes straight on, or along a bend without other options."""
        return abs(self.angle) <= _STRAIGHT or (not self.rivals and abs(self.angle) <= _BEND)

    @property
    def is_bend(self) -> bool:
        """Whether the same road bends where no road goes straight on, or without other options."""
        if not self.rivals:
            return self.is_same_road or not _get_road_name(self.new)
        is_slight = self.is_same_road and abs(self.angle) <= _BEND
        return is_slight and all(abs(each) > _STRAIGHT for each in self.rivals)


def _describe_turn(net: Network, before: int, edge: int) -> tuple[str, str, str] | None:
    """Return code, wording and preposition of a manoeuvre between edges, None without one."""
    if edge == net.back[before]:
        return "uturn", "Make a U-turn", "at"
    old, new = net.road_of(before), net.road_of(edge)
    if "ferry" in (old.highway, new.highway):
        return _describe_ferry(old, new)
    others = [
        each for each in _find_turn_options(net, before) if each not in (edge, net.back[before])
    ]
    rivals = [_compute_turn_angle(net, before, each) for each in others]
    return _choose_manoeuvre(_TurnContext(old, new, _compute_turn_angle(net, before, edge), rivals))


def _choose_manoeuvre(turning: _TurnContext) -> tuple[str, str, str] | None:
    new = turning.new
    if turning.is_ramp:
        return f"ramp-{turning.side}", "Take the ramp", "onto" if _get_road_name(new) else "to"
    if turning.is_merge:
        return "merge", "Merge", "onto"
    if turning.is_fork:
        return _describe_fork(turning)
    if turning.is_straight:
        is_same = turning.is_same_road or not _get_road_name(new)
        return None if is_same else ("straight", "Continue", "onto")
    return None if turning.is_bend else _describe_plain_turn(turning)


def _describe_fork(turning: _TurnContext) -> tuple[str, str, str] | None:
    """Return the manoeuvre at a fork, None where the path stays on the straightest road."""
    if turning.is_same_road and all(abs(turning.angle) < abs(each) for each in turning.rivals):
        return None
    ahead = [each for each in turning.rivals if abs(each) < _FORK]
    side = "left" if all(turning.angle < each for each in ahead) else "right"
    return f"keep-{side}", f"Keep {side}", "to stay on" if turning.is_same_road else "onto"


def _describe_plain_turn(turning: _TurnContext) -> tuple[str, str, str]:
    angle, side = abs(turning.angle), turning.side
    how = "slight" if angle <= _SLIGHT else "sharp" if angle >= _SHARP else ""
    words = f"{how.capitalize()} {side}" if how else f"Turn {side}"
    code = "-".join(filter(None, ("turn", how, side)))
    return code, words, "to stay on" if turning.is_same_road else "onto"


def _describe_ferry(old: Road, new: Road) -> tuple[str, str, str] | None:
    if old.highway != "ferry":
        return "ferry", "Take the ferry", ""
    return None if new.highway == "ferry" else ("straight", "Leave the ferry", "onto")


def _write_exit(net: Network, found: list[Manoeuvre], circle: list[int], edge: int) -> None:
    """Add the exit to the manoeuvre that entered a roundabout, or append one that leaves it."""
    number = 1 + sum(
        not net.road_of(each).roundabout
        for inside in circle[:-1]
        for each in _find_turn_options(net, inside)
    )
    name = _build_onto_phrase(net, edge, "onto")
    if found[-1].code == "roundabout":
        found[-1].words = f"At the roundabout, take the {_format_ordinal(number)} exit"
        found[-1].onto = name
    else:
        found.append(Manoeuvre("roundabout", "Exit the roundabout", name))


def _find_turn_options(net: Network, edge: int) -> list[int]:
    after = net.turns[net.first[edge] : net.first[edge + 1]]
    return [int(each) for each in net.edge_of[after]]


def _compute_turn_angle(net: Network, before: int, edge: int) -> float:
    """Return the turn in degrees, positive to the right."""
    return float((net.leaves[edge] - net.enters[before] + 180) % 360 - 180)


def _find_destination_side(net: Network, path: Path, destination: LatLon) -> str:
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


def _get_road_name(road: Road) -> str:
    return road.name or road.ref


def _is_link(road: Road) -> bool:
    return road.highway.endswith("_link")


def _build_onto_phrase(net: Network, edge: int, preposition: str) -> Onto:
    """Return "onto Hill Road/A1 toward Port": ramps add their signed destinations."""
    road = net.road_of(edge)
    name = "/".join(filter(None, (road.name, road.ref)))
    towards = f"toward {road.destination}" if road.destination else ""
    words = " ".join(filter(None, (preposition if name else "", name, towards)))
    return Onto(words, (name,) if name else ())


def _find_toll_notes(net: Network, done: Manoeuvre) -> list[str]:
    return ["Toll road"] if any(net.road_of(edge).toll for edge in done.edges) else []


def _format_ordinal(number: int) -> str:
    return f"{number}{'th' if 10 < number % 100 < 14 else _ENDINGS.get(number % 10, 'th')}"


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

"""Write the turn-by-turn steps of a path in the wording of common map services."""

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

_MAX_STRAIGHT = 25.0  # degrees up to which a road continues straight
_MAX_SLIGHT = 50.0  # degrees up to which a turn is slight
_MIN_SHARP = 130.0  # degrees from which a turn is sharp
_MAX_BEND = 60.0  # degrees up to which staying on a road of the same name is not a turn
_MAX_FORK = 40.0  # two roads within this angle of straight ahead form a fork
_MIN_NOTED_GAP_M = 30.0  # shorter walks to the road, across pavements and forecourts, are not noted
_MIN_SIDE_M = 3.0  # a destination closer to the road is on neither side
_COMPASS_WORDS = dict(
    zip(
        ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
        "north northeast east southeast south southwest west northwest".split(),
        strict=True,
    )
)


class Onto(NamedTuple):
    """The target of a manoeuvre: its wording and the road names in it."""

    words: str
    names: tuple[str, ...]


@dataclass(slots=True)
class Manoeuvre:
    """A manoeuvre at a point of a path: code, wording, and the edges until the next manoeuvre."""

    code: str
    words: str
    onto: Onto
    edges: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def instruction(self) -> str:
        """The complete instruction."""
        return f"{self.words} {self.onto.words}".rstrip()


def find_manoeuvres(net: Network, path: Path, destination: LatLon) -> list[Manoeuvre]:
    """Return the manoeuvres of a path in order; a note of the last locates the destination."""
    first = path.edges[0]
    direction = _COMPASS_WORDS[cardinal(_compute_first_heading(net, path)).value]
    manoeuvres = [
        Manoeuvre("depart", f"Head {direction}", _build_onto_phrase(net, first, "on"), [first])
    ]
    ring = [first] if net.road_of(first).roundabout else []
    for before, edge in pairwise(path.edges):
        inside = net.road_of(edge).roundabout
        if inside and not ring:
            manoeuvres.append(Manoeuvre("roundabout", "Enter the roundabout", Onto("", ())))
        elif ring and not inside:
            _write_exit(net, manoeuvres, ring, edge)
            ring = []
        elif not inside and (turn := _describe_turn(net, before, edge)) is not None:
            manoeuvres.append(Manoeuvre(turn[0], turn[1], _build_onto_phrase(net, edge, turn[2])))
        if inside:
            ring.append(edge)
        manoeuvres[-1].edges.append(edge)
    _note_direction(*manoeuvres[:2])
    _note_ends(net, path, destination, manoeuvres)
    return manoeuvres


def _note_direction(start: Manoeuvre, second: Manoeuvre | None = None) -> None:
    names, next_names = start.onto.names, second.onto.names if second else ()
    if names and next_names and names != next_names:
        start.onto = Onto(f"{start.onto.words} toward {next_names[0]}", (*names, *next_names))


def _note_ends(
    net: Network, path: Path, destination: LatLon, manoeuvres: Sequence[Manoeuvre]
) -> None:
    to_road_m, from_road_m = path.gaps_m
    if to_road_m >= _MIN_NOTED_GAP_M:
        manoeuvres[0].notes.append(f"Walk {round(to_road_m)} m to the road")
    if from_road_m >= _MIN_NOTED_GAP_M:
        manoeuvres[-1].notes.append(f"Walk {round(from_road_m)} m from the road")
    side = _find_destination_side(net, path, destination)
    arrival = f"Destination will be on the {side}" if side else "Arrive at your destination"
    manoeuvres[-1].notes.append(arrival)


def write_steps(net: Network, path: Path, manoeuvres: Sequence[Manoeuvre]) -> tuple[Step, ...]:
    """Return the steps of a path with their roads, times and lengths.

    A step includes the time of the turn that starts it. The first and the last step include the
    gaps between the ends and the road, so that the steps add up to the path.
    """
    steps, at = [], 0
    for manoeuvre in manoeuvres:
        run = slice(at, at + len(manoeuvre.edges))
        at = run.stop
        gaps_m = [
            gap_m
            for gap_m, is_here in zip(
                path.gaps_m, (manoeuvre is manoeuvres[0], manoeuvre is manoeuvres[-1]), strict=True
            )
            if is_here
        ]
        steps.append(
            Step(
                instruction=manoeuvre.instruction,
                roads=tuple(dict.fromkeys(manoeuvre.onto.names)),
                notes=(*_find_toll_notes(net, manoeuvre), *manoeuvre.notes),
                duration_s=round(sum(path.times_s[run]) + sum(map(walking_s, gaps_m))),
                distance_m=round(sum(path.lengths_m[run]) + sum(gaps_m), 1),
            )
        )
    return tuple(steps)


def name_route(net: Network, path: Path) -> str:
    """Return the longest road of a path, and a second one if it is long enough: "A1 and B2"."""
    lengths_m: dict[str, float] = {}
    for edge, length_m in zip(path.edges, path.lengths_m, strict=True):
        name = _get_road_name(net.road_of(edge))
        lengths_m[name] = lengths_m.get(name, 0.0) + length_m
    lengths_m.pop("", None)
    longest = sorted(lengths_m, key=lengths_m.__getitem__, reverse=True)[:2]
    if len(longest) == 2 and lengths_m[longest[1]] < _SECOND_ROAD_SHARE * lengths_m[longest[0]]:
        longest.pop()
    return " and ".join(longest)


_SECOND_ROAD_SHARE = 0.5  # minimum length of a second road relative to the first


def _compute_first_heading(net: Network, path: Path) -> float:
    edge = path.edges[0]
    spots = net.spots(edge, path.start, path.end if len(path.edges) == 1 else 1.0)
    far = np.flatnonzero(haversine(spots[:1], spots) >= HEADING_M)
    ahead = int(far[0]) if far.size else len(spots) - 1
    (bearing,) = initial_bearing(spots[:1], spots[ahead : ahead + 1]).tolist()
    return float(net.leaves[edge]) if np.isnan(bearing) else bearing


@dataclass(slots=True)
class _TurnContext:
    """A turn from one edge to the next: its roads, its angle, and the angles of other options.

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
        return _is_link(self.old) and is_main and abs(self.angle) < _MAX_SLIGHT

    @property
    def is_fork(self) -> bool:
        most = abs(self.angle) + _MAX_STRAIGHT
        return abs(self.angle) < _MAX_FORK and any(
            abs(each) < _MAX_FORK and abs(each) <= most for each in self.rivals
        )

    @property
    def is_straight(self) -> bool:
        """Whether the path continues straight, or along a bend without other options."""
        return abs(self.angle) <= _MAX_STRAIGHT or (
            not self.rivals and abs(self.angle) <= _MAX_BEND
        )

    @property
    def is_bend(self) -> bool:
        """Whether the same road bends and no road goes straight on, or there is no other option."""
        if not self.rivals:
            return self.is_same_road or not _get_road_name(self.new)
        is_slight = self.is_same_road and abs(self.angle) <= _MAX_BEND
        return is_slight and all(abs(each) > _MAX_STRAIGHT for each in self.rivals)


def _describe_turn(net: Network, before: int, edge: int) -> tuple[str, str, str] | None:
    """Return the code, wording and preposition of a manoeuvre between edges, or None."""
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


def _choose_manoeuvre(turn: _TurnContext) -> tuple[str, str, str] | None:
    new = turn.new
    if turn.is_ramp:
        return f"ramp-{turn.side}", "Take the ramp", "onto" if _get_road_name(new) else "to"
    if turn.is_merge:
        return "merge", "Merge", "onto"
    if turn.is_fork:
        return _describe_fork(turn)
    if turn.is_straight:
        is_same = turn.is_same_road or not _get_road_name(new)
        return None if is_same else ("straight", "Continue", "onto")
    return None if turn.is_bend else _describe_plain_turn(turn)


def _describe_fork(turn: _TurnContext) -> tuple[str, str, str] | None:
    """Return the manoeuvre at a fork, or None if the path stays on the straightest road."""
    if turn.is_same_road and all(abs(turn.angle) < abs(each) for each in turn.rivals):
        return None
    ahead = [each for each in turn.rivals if abs(each) < _MAX_FORK]
    side = "left" if all(turn.angle < each for each in ahead) else "right"
    return f"keep-{side}", f"Keep {side}", "to stay on" if turn.is_same_road else "onto"


def _describe_plain_turn(turn: _TurnContext) -> tuple[str, str, str]:
    angle, side = abs(turn.angle), turn.side
    how = "slight" if angle <= _MAX_SLIGHT else "sharp" if angle >= _MIN_SHARP else ""
    words = f"{how.capitalize()} {side}" if how else f"Turn {side}"
    code = "-".join(filter(None, ("turn", how, side)))
    return code, words, "to stay on" if turn.is_same_road else "onto"


def _describe_ferry(old: Road, new: Road) -> tuple[str, str, str] | None:
    if old.highway != "ferry":
        return "ferry", "Take the ferry", ""
    return None if new.highway == "ferry" else ("straight", "Leave the ferry", "onto")


def _write_exit(net: Network, manoeuvres: list[Manoeuvre], ring: list[int], edge: int) -> None:
    """Add the exit to the manoeuvre that entered a roundabout, or append one that leaves it."""
    number = 1 + sum(
        not net.road_of(each).roundabout
        for inside in ring[:-1]
        for each in _find_turn_options(net, inside)
    )
    name = _build_onto_phrase(net, edge, "onto")
    if manoeuvres[-1].code == "roundabout":
        manoeuvres[-1].words = f"At the roundabout, take the {_format_ordinal(number)} exit"
        manoeuvres[-1].onto = name
    else:
        manoeuvres.append(Manoeuvre("roundabout", "Exit the roundabout", name))


def _find_turn_options(net: Network, edge: int) -> list[int]:
    after = net.turns[net.first[edge] : net.first[edge + 1]]
    return [int(each) for each in net.edge_of[after]]


def _compute_turn_angle(net: Network, before: int, edge: int) -> float:
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
    if off[near] ** 0.5 * radians(1) * EARTH_RADIUS_M < _MIN_SIDE_M:
        return ""
    return "right" if dx[near] * north[near] - dy[near] * east[near] > 0 else "left"


def _get_road_name(road: Road) -> str:
    return road.name or road.ref


def _is_link(road: Road) -> bool:
    return road.highway.endswith("_link")


def _build_onto_phrase(net: Network, edge: int, preposition: str) -> Onto:
    """Return "onto Hill Road/A1 toward Port"; ramps add their signed destinations."""
    road = net.road_of(edge)
    name = "/".join(filter(None, (road.name, road.ref)))
    towards = f"toward {road.destination}" if road.destination else ""
    words = " ".join(filter(None, (preposition if name else "", name, towards)))
    return Onto(words, (name,) if name else ())


def _find_toll_notes(net: Network, manoeuvre: Manoeuvre) -> list[str]:
    return ["Toll road"] if any(net.road_of(edge).toll for edge in manoeuvre.edges) else []


def _format_ordinal(number: int) -> str:
    return f"{number}{'th' if 10 < number % 100 < 14 else _ENDINGS.get(number % 10, 'th')}"


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

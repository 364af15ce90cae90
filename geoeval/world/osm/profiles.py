"""Travel profiles: which roads a mode may use, in which direction and how fast."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from geoeval.world.records import TravelMode


class Passage(NamedTuple):
    """The speeds in km/h along a way in drawing direction and against it; 0 if closed.

    ``is_local`` says that the way is open only to trips that start or end there.
    """

    forward_kph: float
    backward_kph: float
    is_local: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """A travel profile: ``speeds_kph`` by kind of road; other kinds need a tag that permits access.

    ``access`` are the keys that permit or forbid access, the most specific first. ``allowed_kph``
    is the speed on roads that only such a tag opens. ``limited`` says that signed speed limits
    apply, and ``restricted`` that turn restrictions apply unless they exempt ``vehicle``.
    ``turn_s`` is the cost of the sharpest turn in seconds.
    """

    mode: TravelMode
    speeds_kph: Mapping[str, float]
    access: tuple[str, ...]
    allowed_kph: float
    limited: bool = False
    restricted: bool = False
    vehicle: str = ""
    turn_s: float = 0.0

    def passage(self, tags: Mapping[str, str]) -> Passage | None:
        """Return the speeds along a way, or None if the mode has no access."""
        usual = self.speeds_kph.get(road_kind(tags))
        key = self._find_access_key(tags)
        access = tags.get(key, "")
        if usual is None and key not in ("", "access"):
            usual = self.allowed_kph
        if usual is None or access in _CLOSED:
            return None
        directions = zip(("forward", "backward"), self._find_allowed_directions(tags), strict=True)
        along, against = [
            self._compute_speed_kph(tags, direction, usual) if is_open else 0.0
            for direction, is_open in directions
        ]
        return Passage(along, against, access in _LOCAL) if along or against else None

    def _find_access_key(self, tags: Mapping[str, str]) -> str:
        return next((key for key in self.access if tags.get(key) in _KNOWN), "")

    def _compute_speed_kph(self, tags: Mapping[str, str], direction: str, usual: float) -> float:
        if not self.limited:
            return usual
        limit = limit_kph(tags.get(f"maxspeed:{direction}") or tags.get("maxspeed", ""))
        return usual if limit is None else limit * _LIMIT_SHARE

    def _find_allowed_directions(self, tags: Mapping[str, str]) -> tuple[bool, bool]:
        if self.mode == TravelMode.WALKING:
            oneway = tags.get("oneway:foot", "no")
        else:
            oneway = tags.get("oneway", "")
            if not oneway and (
                tags.get("junction") in ("roundabout", "circular")
                or tags.get("highway") in ("motorway", "motorway_link")
            ):
                oneway = "yes"
            if self.mode == TravelMode.BICYCLING:
                oneway = tags.get("oneway:bicycle", oneway)
                if tags.get("cycleway", "").startswith("opposite"):
                    oneway = "no"
        return oneway not in ("-1", "reverse"), oneway not in ("yes", "true", "1")

    def is_bound_by(self, except_for: Container[str]) -> bool:
        """Return whether a turn restriction with these exempt vehicles applies."""
        return self.restricted and self.vehicle not in except_for

    def may_pass(self, barrier: Mapping[str, str]) -> bool:
        """Return whether a gate, a bollard or another barrier lets the mode through."""
        for key in self.access:
            if key in barrier:
                return barrier[key] not in _CLOSED
        if self.mode != TravelMode.DRIVING:
            return barrier["barrier"] not in ("wall", "fence", "hedge")
        return barrier["barrier"] in _DRIVABLE_BARRIERS


def road_kind(tags: Mapping[str, str]) -> str:
    """Return the kind of a road in OpenStreetMap's terms, "ferry" for ferries."""
    return tags.get("highway") or tags.get("route", "")


def limit_kph(text: str) -> float | None:
    """Parse a speed limit in km/h; return None for other text."""
    number = _LIMIT.match(text.strip())
    if number and float(number[1]):
        return float(number[1]) * _UNITS_KPH.get(number[2] or "", 1.0)
    return _ZONES_KPH.get(text.strip().rpartition(":")[2].casefold())


_CLOSED = ("no", "private", "agricultural", "forestry", "emergency", "military")
_OPEN = ("yes", "designated", "permissive", "official")
_LOCAL = ("destination", "customers", "delivery")
_KNOWN = frozenset((*_CLOSED, *_OPEN, *_LOCAL))
_DRIVABLE_BARRIERS = (
    "border_control cattle_grid entrance gate kerb lift_gate no spikes swing_gate toll_booth "
    "sally_port height_restrictor"
).split()
_LIMIT_SHARE = 0.8  # average speed as a share of a signed limit, as in OSRM's car profile
_LIMIT = re.compile(r"(\d+(?:\.\d+)?)\s*(mph|knots)?")
_UNITS_KPH = {"mph": 1.609344, "knots": 1.852}
# Legal limits, such as "FR:urban", and words, as in OSRM's car profile; "walk" as in German law.
_ZONES_KPH = {
    "urban": 50.0,
    "rural": 90.0,
    "trunk": 110.0,
    "motorway": 130.0,
    "none": 140.0,
    "living_street": 7.0,
    "walk": 7.0,
}
_FERRY_KPH = 5.0  # for ferries without a duration, as in OSRM's profiles


def _expand_speeds(kinds_of_speed: Mapping[float, str]) -> dict[str, float]:
    return {kind: kph for kph, kinds in kinds_of_speed.items() for kind in kinds.split()}


# Average speeds on roads without a signed limit, as in OSRM's car profile; they are below the legal
# limits.
DRIVING = Profile(
    mode=TravelMode.DRIVING,
    speeds_kph=_expand_speeds(
        {
            90: "motorway",
            85: "trunk",
            65: "primary",
            55: "secondary",
            45: "motorway_link",
            40: "trunk_link tertiary",
            30: "primary_link",
            25: "secondary_link unclassified residential road",
            20: "tertiary_link",
            15: "service",
            10: "living_street",
            _FERRY_KPH: "ferry",
        }
    ),
    access=("motorcar", "motor_vehicle", "vehicle", "access"),
    allowed_kph=10,
    limited=True,
    restricted=True,
    vehicle="motorcar",
    turn_s=7.5,
)
BICYCLING = Profile(
    mode=TravelMode.BICYCLING,
    speeds_kph=_expand_speeds(
        {
            18: "trunk trunk_link primary primary_link secondary secondary_link tertiary "
            "tertiary_link unclassified residential road cycleway",
            14: "living_street service",
            12: "track path",
            _FERRY_KPH: "ferry",
        }
    ),
    access=("bicycle", "vehicle", "access"),
    allowed_kph=10,
    restricted=True,
    vehicle="bicycle",
    turn_s=2.0,
)
WALKING = Profile(
    mode=TravelMode.WALKING,
    speeds_kph=_expand_speeds(
        {
            5: "primary primary_link secondary secondary_link tertiary tertiary_link unclassified "
            "residential living_street service road track path bridleway footway pedestrian "
            "corridor platform ferry",
            2.5: "steps",
            1: "elevator",
        }
    ),
    access=("foot", "access"),
    allowed_kph=5,
)
PROFILES = {profile.mode: profile for profile in (DRIVING, WALKING, BICYCLING)}

"""Who may use which road, in which direction and how fast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geoeval.world.records import TravelMode


@dataclass(frozen=True, slots=True)
class Profile:
    """How one travels: ``speeds_kph`` by kind of road; other kinds need a tag that allows them.

    ``access`` are the keys that allow or forbid, the most specific first. ``allowed_kph`` is the
    speed where only such a tag opens a road. ``limited`` says that signed limits hold, and
    ``restricted`` that turn restrictions do, unless they except ``vehicle``. ``turn_s`` is the
    time that the sharpest turn costs.
    """

    mode: TravelMode
    speeds_kph: Mapping[str, float]
    access: tuple[str, ...]
    allowed_kph: float
    limited: bool = False
    restricted: bool = False
    vehicle: str = ""
    turn_s: float = 0.0

    def speed_kph(self, tags: Mapping[str, str]) -> float | None:
        """Return the usual speed on a road in km/h, or None where one may not go.

        Examples
        --------
        >>> WALKING.speed_kph({"highway": "steps"}), WALKING.speed_kph({"highway": "motorway"})
        (2.5, None)
        >>> DRIVING.speed_kph({"highway": "residential", "motor_vehicle": "no"}) is None
        True
        """
        usual = self.speeds_kph.get(tags["highway"])
        for key in self.access:
            if key in tags:
                if tags[key] in _CLOSED:
                    return None
                if key != "access" and tags[key] in _OPEN:
                    return usual or self.allowed_kph
        return usual

    def directions(self, tags: Mapping[str, str]) -> tuple[bool, bool]:
        """Return whether one may go along a road as it was drawn, and against it.

        Examples
        --------
        >>> DRIVING.directions({"highway": "motorway"}), WALKING.directions({"oneway": "yes"})
        ((True, False), (True, True))
        """
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

    def may_pass(self, barrier: Mapping[str, str]) -> bool:
        """Return whether one may go through a gate, a bollard or another barrier on a road."""
        for key in self.access:
            if key in barrier:
                return barrier[key] not in _CLOSED
        if self.mode != TravelMode.DRIVING:
            return barrier["barrier"] not in ("wall", "fence", "hedge")
        return barrier["barrier"] in _DRIVEN_THROUGH


_CLOSED = ("no", "private", "agricultural", "forestry", "delivery", "emergency", "military")
_OPEN = ("yes", "designated", "permissive", "official", "destination", "customers")
_DRIVEN_THROUGH = (
    "border_control cattle_grid entrance gate kerb lift_gate no spikes swing_gate toll_booth "
    "sally_port height_restrictor"
).split()

# Average speeds, below what is allowed, where no limit is signed: those of OSRM's car profile.
DRIVING = Profile(
    mode=TravelMode.DRIVING,
    speeds_kph={
        "motorway": 90,
        "motorway_link": 45,
        "trunk": 85,
        "trunk_link": 40,
        "primary": 65,
        "primary_link": 30,
        "secondary": 55,
        "secondary_link": 25,
        "tertiary": 40,
        "tertiary_link": 20,
        "unclassified": 25,
        "residential": 25,
        "living_street": 10,
        "service": 15,
        "road": 25,
    },
    access=("motorcar", "motor_vehicle", "vehicle", "access"),
    allowed_kph=10,
    limited=True,
    restricted=True,
    vehicle="motorcar",
    turn_s=7.5,
)
BICYCLING = Profile(
    mode=TravelMode.BICYCLING,
    speeds_kph={
        **dict.fromkeys(("trunk", "trunk_link", "primary", "primary_link"), 18),
        **dict.fromkeys(("secondary", "secondary_link", "tertiary", "tertiary_link"), 18),
        **dict.fromkeys(("unclassified", "residential", "road", "cycleway"), 18),
        "living_street": 14,
        "service": 14,
        "track": 12,
        "path": 12,
    },
    access=("bicycle", "vehicle", "access"),
    allowed_kph=10,
    restricted=True,
    vehicle="bicycle",
    turn_s=2.0,
)
WALKING = Profile(
    mode=TravelMode.WALKING,
    speeds_kph={
        **dict.fromkeys(("primary", "primary_link", "secondary", "secondary_link"), 5),
        **dict.fromkeys(("tertiary", "tertiary_link", "unclassified", "residential"), 5),
        **dict.fromkeys(("living_street", "service", "road", "track", "path", "bridleway"), 5),
        **dict.fromkeys(("footway", "pedestrian", "corridor", "platform"), 5),
        "steps": 2.5,
        "elevator": 1,
    },
    access=("foot", "access"),
    allowed_kph=5,
)
PROFILES = {profile.mode: profile for profile in (DRIVING, WALKING, BICYCLING)}

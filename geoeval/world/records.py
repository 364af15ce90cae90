"""What a map service says, record by record: places, lists, travel times and routes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum

from geoeval.calculators.hours import WeeklyHours

LatLon = tuple[float, float]


class TravelMode(StrEnum):
    """How one travels; the values are those of the common map services."""

    DRIVING = "driving"
    WALKING = "walking"
    BICYCLING = "bicycling"
    TRANSIT = "transit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One visitor's review: free text that no query reads."""

    author: str
    rating: float | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place and the facts known of it; ``None`` means not known, never "no".

    ``location`` is (latitude, longitude) in degrees, ``rating`` lies in 0–5, ``price_level`` is
    the map's word ("Moderate"), ``features`` are flags as written ("Serves Dinner").
    ``line`` is the 1-based line of the text it was read from, for evidence; it does not count
    when places are compared.
    """

    name: str
    id: str = ""
    address: str | None = None
    location: LatLon | None = None
    rating: float | None = None
    rating_count: int | None = None
    price_level: str | None = None
    hours: WeeklyHours | None = None
    phone: str | None = None
    features: tuple[str, ...] = ()
    reviews: tuple[Review, ...] = ()
    line: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not self.id:
            text = f"{self.name}\n{self.address or ''}"
            digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
            object.__setattr__(self, "id", digest[:12])


@dataclass(frozen=True, slots=True, kw_only=True)
class NearbyList:
    """Places of one category around an anchor, in the order the map gave them.

    ``category`` is the map's own words ("Restaurants", "mosque"). ``sorted_by_distance`` says
    whether the order means anything; ``radius_m`` is the radius searched, in metres.
    ``anchor`` is None for the answer to a text search, whose words stand in ``search``.
    """

    anchor: str | None
    category: str | None
    places: tuple[Place, ...]
    sorted_by_distance: bool = False
    radius_m: float | None = None
    search: str | None = None
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """Travel from one place to another; ``mode`` is None where the source does not say it."""

    origin: str
    destination: str
    mode: TravelMode | None
    duration_s: int | None = None
    distance_m: float | None = None
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One instruction of a route as plain text, and its notes ("Toll road", "Pass by …")."""

    instruction: str
    roads: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    duration_s: int | None = None
    distance_m: float | None = None
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One way from origin to destination; totals are None where only its steps carry figures.

    ``name`` is the road or roads it runs "via", without that word; it may be empty.
    """

    origin: str
    destination: str
    mode: TravelMode | None
    name: str
    steps: tuple[Step, ...] = ()
    duration_s: int | None = None
    distance_m: float | None = None
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Records:
    """Everything known for one question. ``today`` is a weekday, Monday = 0.

    ``partial`` says that there are more places than those described, so that they are no choice.
    """

    places: tuple[Place, ...] = ()
    lists: tuple[NearbyList, ...] = ()
    legs: tuple[Leg, ...] = ()
    routes: tuple[Route, ...] = ()
    today: int | None = None
    user_location: str | None = None
    partial: bool = False

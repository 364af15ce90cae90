"""A small invented town to ask questions about."""

from __future__ import annotations

from geoeval.calculators.hours import WeeklyHours
from geoeval.query.parts import DAYS
from geoeval.world.model import Leg, NearbyList, Place, Route, Step, TravelMode, World

DRIVING, WALKING = TravelMode.DRIVING, TravelMode.WALKING
DAILY = WeeklyHours.parse("Monday: Closed, Tuesday: 9:00 AM – 5:00 PM, Sunday: 10:00 AM – 4:00 PM")

MILL = Place(name="Old Mill", address="1 Quay Road, Alba", location=(0.0, 0.0))
PIER = Place(
    name="Stone Pier",
    address="9 Shore Road, Alba",
    location=(0.1, 0.0),
    rating=4.5,
    rating_count=120,
    price_level="Moderate",
    hours=DAILY,
    features=("Serves Dinner",),
    phone="555-0101",
)
MUSEUM = Place(name="Maritime Museum", location=(0.1, 0.1), hours=DAILY)
GARDEN = Place(name="Rose Garden", location=(0.2, 0.1))
CASTLE = Place(name="Gorm Castle", location=(-0.1, 0.2))
INN = Place(name="Hotel Vardo", location=(0.0, 0.05))
CAFES = NearbyList(
    anchor="Old Mill",
    category="Cafes",
    places=(
        Place(name="Gull Cafe", location=(0.001, 0.0), rating=4.5),
        Place(name="Heron Cafe", location=(0.0, 0.003), rating=4.0),
        Place(name="Egret Cafe", location=(0.01, 0.01), rating=3.5),
    ),
    radius_m=2000,
)
SIGHTS = (MILL, PIER, MUSEUM, GARDEN, CASTLE, INN)
LEGS = tuple(
    Leg(origin=a.name, destination=b.name, mode=mode, duration_s=600, distance_m=4000.0)
    for a in SIGHTS
    for b in SIGHTS
    if a is not b
    for mode in (DRIVING, WALKING)
)
TOWN = World(places=SIGHTS, lists=(CAFES,), legs=LEGS)


def _step(instruction: str, *notes: str, roads: tuple[str, ...] = ()) -> Step:
    return Step(instruction=instruction, notes=notes, roads=roads)


ELM = Route(
    origin="Hotel Vardo",
    destination="Gorm Castle",
    mode=DRIVING,
    name="Elm Street",
    duration_s=600,
    distance_m=4200.0,
    steps=(
        _step("Head west on Elm Street", roads=("Elm Street",)),
        _step("Turn left onto Oak Avenue", "Pass by the Obelisk", roads=("Oak Avenue",)),
        _step("At the roundabout, take the 2nd exit onto Fir Lane", roads=("Fir Lane",)),
    ),
)
BAY = Route(
    origin="Hotel Vardo",
    destination="Gorm Castle",
    mode=DRIVING,
    name="Bay Highway",
    duration_s=900,
    distance_m=9000.0,
    steps=(_step("Merge onto Bay Highway", "Toll road", roads=("Bay Highway",)),),
)
ROADS = World(places=(INN, CASTLE), routes=(ELM, BAY))

_OPEN = WeeklyHours.parse_lines([f"{day.capitalize()}: 10:00 AM – 6:00 PM" for day in DAYS])
_STOPS = (
    "Hotel Vardo",
    "Old Mill",
    "Stone Pier",
    "Maritime Museum",
    "Rose Garden",
    "Gorm Castle",
    "Alba Central Station",
    "Gull Cafe",
)
SIGHTSEEING = World(
    places=tuple(
        Place(
            name=name,
            location=(0.01 * i, 0.0),
            hours=_OPEN if name in {"Maritime Museum", "Gorm Castle"} else None,
        )
        for i, name in enumerate(_STOPS)
    ),
    legs=tuple(
        Leg(origin=a, destination=b, mode=mode, duration_s=600, distance_m=4000.0)
        for a in _STOPS
        for b in _STOPS
        if a != b
        for mode in TravelMode
    ),
)

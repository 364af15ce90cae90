"""Small invented worlds whose answers can be checked by hand."""

from __future__ import annotations

from geoeval.calculators.hours import WeeklyHours
from geoeval.query.algebra import Query
from geoeval.query.solve import solve
from geoeval.query.values import (
    Bearing,
    CannotSolve,
    Compound,
    Derivation,
    Names,
    Quantity,
    Text,
    Value,
    YesNo,
)
from geoeval.world.model import Leg, NearbyList, Place, Route, Step, TravelMode, World

DRIVING, WALKING = TravelMode.DRIVING, TravelMode.WALKING
WEEKDAYS = "Monday: 9:00 AM – 5:00 PM, Tuesday: 9:00 AM – 5:00 PM, Saturday: Closed, Sunday: Closed"

# One degree of latitude is 111.195 km, and so is one of longitude on the equator.
SQUARE = Place(name="Harbour Square", location=(0.0, 0.0), line=1)
GULL = Place(
    name="Gull Cafe",
    location=(0.001, 0.0),
    rating=4.5,
    rating_count=120,
    price_level="Moderate",
    hours=WeeklyHours.parse(WEEKDAYS),
    features=("Serves Dinner", "Wheelchair Accessible Entrance"),
    phone="555-0101",
    address="1 Quay Road",
    line=3,
)
HERON = Place(
    name="Heron Cafe",
    location=(0.0, 0.003),
    rating=4.0,
    rating_count=30,
    price_level="Inexpensive",
    hours=WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM, Tuesday: Closed, Sunday: Open 24 hours"),
    line=5,
)
EGRET = Place(name="Egret Cafe", location=(0.01, 0.01), rating=4.5, line=7)
CAFES = NearbyList(
    anchor="Harbour Square", category="Cafes", places=(HERON, GULL, EGRET), radius_m=2000, line=2
)
SORTED = NearbyList(
    anchor="Harbour Square",
    category="Cafes",
    places=(Place(name="Tern Cafe"), Place(name="Ibis Cafe"), Place(name="Crane Cafe")),
    sorted_by_distance=True,
    line=2,
)
TOWN = World(places=(SQUARE,), lists=(CAFES,))
QUEUE = World(places=(SQUARE,), lists=(SORTED,))


def road(instruction: str, *notes: str, roads: tuple[str, ...] = ()) -> Step:
    """Return a step of a route."""
    return Step(instruction=instruction, notes=notes, roads=roads)


ELM = Route(
    origin="Inn",
    destination="Zoo",
    mode=DRIVING,
    name="Elm St",
    duration_s=600,
    distance_m=4200.0,
    steps=(
        road("Head west on Elm St toward Oak Ave", roads=("Elm St", "Oak Ave")),
        road("Turn left onto Oak Ave", "Pass by Old Mill (on the left)", roads=("Oak Ave",)),
        road("Continue straight to stay on Oak Ave", roads=("Oak Ave",)),
        road("At the roundabout, take the 2nd exit onto Fir Ln", roads=("Fir Ln",)),
        road("Merge onto Bay Hwy/B7", "Toll road", roads=("Bay Hwy/B7",)),
        road("Take exit 3 toward Zoo Rd", roads=("Zoo Rd",)),
        road("Turn left", "Destination will be on the right"),
    ),
)
FIR = Route(
    origin="Inn",
    destination="Zoo",
    mode=DRIVING,
    name="Elm St and Fir Ln",
    steps=(
        Step(instruction="Head west on Elm St", duration_s=240, distance_m=1500.0),
        Step(
            instruction="At the roundabout, take the 1st exit",
            notes=("Go through 2 roundabouts",),
            duration_s=240,
            distance_m=350.0,
        ),
    ),
)
PATH = Route(
    origin="Inn",
    destination="Zoo",
    mode=WALKING,
    name="Mill Path",
    duration_s=3000,
    distance_m=3000,
)
ROADS = World(routes=(ELM, FIR, PATH))

TRIPS = World(
    places=(Place(name="Inn"), Place(name="Zoo"), Place(name="Fair")),
    legs=(
        Leg(origin="Inn", destination="Zoo", mode=DRIVING, duration_s=600, distance_m=4200.0),
        Leg(origin="Inn", destination="Zoo", mode=DRIVING, duration_s=600, distance_m=4200.0),
        Leg(origin="Zoo", destination="Fair", mode=DRIVING, duration_s=300, distance_m=350.0),
        Leg(origin="Inn", destination="Fair", mode=DRIVING, duration_s=900),
        Leg(origin="Inn", destination="Zoo", mode=WALKING, duration_s=3000),
    ),
)


def derived(query: Query, world: World) -> Derivation:
    """Solve a query that has an answer, and return its derivation."""
    outcome = solve(query, world)
    assert isinstance(outcome, Derivation), outcome
    return outcome


def _value(query: Query, world: World) -> Value:
    return derived(query, world).value


def names(query: Query, world: World) -> Names:
    """Solve a query that names places, routes or steps."""
    value = _value(query, world)
    assert isinstance(value, Names)
    return value


def amount(query: Query, world: World) -> float:
    """Solve a query that asks for a number."""
    return quantity(query, world).amount


def quantity(query: Query, world: World) -> Quantity:
    """Solve a query that asks for a figure with its unit."""
    value = _value(query, world)
    assert isinstance(value, Quantity)
    return value


def yes(query: Query, world: World) -> bool:
    """Solve a yes-or-no query."""
    value = _value(query, world)
    assert isinstance(value, YesNo)
    return value.yes


def text(query: Query, world: World) -> str:
    """Solve a query that asks for a fact in words."""
    value = _value(query, world)
    assert isinstance(value, Text)
    return value.text


def degrees(query: Query, world: World) -> float:
    """Solve a query that asks for a direction."""
    value = _value(query, world)
    assert isinstance(value, Bearing)
    return value.degrees


def parts(query: Query, world: World) -> tuple[object, ...]:
    """Solve a query that asks for several values."""
    value = _value(query, world)
    assert isinstance(value, Compound)
    return value.parts


def failure(query: Query, world: World) -> CannotSolve:
    """Solve a query that the world does not decide, and return the outcome."""
    outcome = solve(query, world)
    assert isinstance(outcome, CannotSolve), outcome
    return outcome


def reason(query: Query, world: World) -> str:
    """Solve a query that the world does not decide, and return why."""
    outcome = failure(query, world)
    assert outcome.detail
    return outcome.reason

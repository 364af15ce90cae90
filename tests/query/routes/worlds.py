"""Invented routes with closures, landmarks on a side, toll roads and numbered exits."""

from __future__ import annotations

from geoeval.world.model import Leg, Place, Route, Step, World
from tests.query.towns import DRIVING, ELM, WALKING, road

SUNDAY = "Closed Sundays 5:00–10:00 AM"
QUAY = Route(
    origin="Inn",
    destination="Zoo",
    mode=DRIVING,
    name="Quay Rd",
    duration_s=660,
    steps=(
        road("Head east on Quay Rd", SUNDAY, roads=("Quay Rd",)),
        road("Turn right at Red Barn onto Sea Ln", "Pass by Lighthouse (on the right in 2 km)"),
        road("Turn left", "Pass by Old Mill (on the right)", "Pass by Kiosk"),
    ),
)
DAMP = Route(
    origin="Inn",
    destination="Zoo",
    mode=DRIVING,
    name="Damp Ln",
    duration_s=660,
    steps=(road("Head east on Damp Ln", "This road may be closed at certain times or days"),),
)
COAST = World(routes=(ELM, QUAY))


def _step(instruction: str, *notes: str, metres: float = 100.0) -> Step:
    return Step(instruction=instruction, notes=notes, distance_m=metres, duration_s=60)


def _route(name: str, seconds: int, *steps: Step) -> Route:
    return Route(
        origin="Inn",
        destination="Keep",
        mode=DRIVING,
        name=name,
        duration_s=seconds,
        distance_m=seconds * 10.0,
        steps=steps,
    )


ASH = _route(
    "Ash Rd",
    600,
    _step("At the roundabout, take the 2nd exit onto Ash Rd", "Toll road", metres=1500.0),
    _step("Turn left onto Oak Ave", "Pass by the Obelisk (on the left)"),
    _step("At the roundabout, take the 3rd exit onto Bay St", "Toll road", metres=300.0),
)
FERN = _route(
    "Fern Ln",
    900,
    _step("Merge onto Fern Ln", "Partial toll road"),
    _step("Take exit 12B toward Elm St"),
)
GAP = _route("Gap Rd", 1200)
PLACES = (Place(name="Inn"), Place(name="Keep"))
LEGS = tuple(
    Leg(origin="Inn", destination="Keep", mode=mode, duration_s=seconds)
    for mode, seconds in ((DRIVING, 600), (WALKING, 3600))
)
KEEP = World(places=PLACES, routes=(ASH, FERN), legs=LEGS)
KEEP_AND_GAP = World(places=PLACES, routes=(ASH, FERN, GAP))

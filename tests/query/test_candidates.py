"""A query that cannot be solved or read names the values that would work."""

from __future__ import annotations

import pytest

from geoeval.errors import RecordError
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import CannotSolve
from geoeval.world.model import Leg, TravelMode, World
from tests.queries import Json, value
from tests.query.towns import ROADS, TRIPS

LEG = {"origin": "Inn", "destination": "Fair", "mode": "walking"}
TRIP = {"origin": "Inn", "stops": [{"place": "Fair"}], "mode": "walking"}
AWAY = {"origin": "Inn", "destination": "Mill"}
SIDE = {"kind": "routes", "via": "Elm St", "mode": "driving"}
BOOKED = {"origin": "Inn", "depart": "09:00", "stops": [{"place": "Zoo"}], "finish_by": "10:00"}


@pytest.mark.parametrize(("query", "world", "path", "candidates"), [
    # Another mode between the same places, else another destination from the same origin.
    (value("travel", legs=[LEG]), TRIPS, "$.figure.legs[0].mode", ("driving",)),
    (value("trip", figure="length", trip=TRIP), TRIPS, "$.figure.trip.mode", ("driving",)),
    (value("travel", legs=[{"origin": "Fair", "destination": "Inn", "mode": "transit"}]), TRIPS,
     "$.figure.legs[0].mode", ("driving",)),
    (value("travel", legs=[{"origin": "Zoo", "destination": "Zoo Gate"}]),
     World(legs=(*TRIPS.legs, Leg(origin="Fair", destination="Zoo Gate", mode=TravelMode.TRANSIT))),
     "$.figure.legs[0].destination", ("Fair",)),
    (value("travel", legs=[{"origin": "Inn", "destination": "Zoo"}]), TRIPS, None,
     ("driving", "walking")),
    (value("route", measure="time", route={"kind": "routes", **AWAY, "destination": "Zoo",
                                           "mode": "transit"}),
     ROADS, "$.figure.route.mode", ("driving", "walking")),
    (value("route", measure="time", route={"kind": "routes", "origin": "Zoo",
                                           "destination": "Inn"}),
     ROADS, "$.figure.route.destination", ()),
    # A route, its roads and landmarks, and the stops of a trip.
    (value("route", measure="time", route={"kind": "routes", "via": "Gale Rd"}), ROADS,
     "$.figure.route.via", ("Elm St", "Elm St and Fir Ln", "Mill Path")),
    (value("step", step="landmark", route=SIDE, road="Gale Rd"), ROADS, "$.figure.road",
     ("Elm St", "Oak Ave", "Fir Ln", "Bay Hwy/B7")),
    (value("step", step="side", route=SIDE, landmark="Gale Inn"), ROADS, "$.figure.landmark",
     ("Old Mill",)),
    (value("trip", figure="free_time", place="Fair", trip=BOOKED), TRIPS, "$.figure.place",
     ("Zoo",)),
    (value("trip", figure="departure", place="Fair", trip=BOOKED), TRIPS, "$.figure.place",
     ("Inn", "Zoo")),
])  # fmt: skip
def test_what_exists_is_offered(
    query: Json, world: World, path: str | None, candidates: tuple[str, ...]
) -> None:
    outcome = solve(parse_query(query), world)
    assert isinstance(outcome, CannotSolve)
    assert (outcome.path, outcome.candidates) == (path, candidates), outcome


@pytest.mark.parametrize(("query", "allowed"), [
    ({"ask": "least"}, "'value', 'best', 'list'"),
    (value("speed"), "'distance', 'direction', 'fact'"),
    (value("fact", place="Inn", fact="colour"), "'rating'"),
    (value("trip", figure="end", trip=TRIP), "'finish', 'arrival', 'start', 'length'"),
    (value("travel", legs=[{**LEG, "mode": "boat"}]), "'driving'"),
])  # fmt: skip
def test_an_unknown_word_in_a_query_is_reported_with_those_allowed(
    query: Json, allowed: str
) -> None:
    with pytest.raises(RecordError) as caught:
        parse_query(query)
    assert allowed in str(caught.value)

"""Geometry of straight lines between points."""

from __future__ import annotations

import pytest

from geoeval.calculators.sphere.great_circle import cross_track_distance, midpoint, path_length
from geoeval.calculators.sphere.surfaces import geodesic
from geoeval.tools.families.measures import Figure
from tests.tools.calls import content, failure, fault, world_from_context

PARIS, CHARTRES, ABBEY = (48.8584, 2.2945), (48.4469, 1.4892), (48.6361, -1.5115)
WORLD = world_from_context(
    "Information of Mill:\n- Location: 5 Hill Rd (60.2, 24.9).\n"
    "Information of Pier:\n- Rating: 4.\n"
)


def as_arguments(*points: tuple[float, float]) -> list[str]:
    """Return points in the form of arguments."""
    return [f"{latitude},{longitude}" for latitude, longitude in points]


@pytest.mark.parametrize(
    ("figure", "points", "member", "value"),
    [
        ("geodesic", (PARIS, ABBEY), "distance_m", round(geodesic(PARIS, ABBEY), 3)),
        ("path_length", (PARIS, CHARTRES, ABBEY), "distance_m",
         round(path_length([PARIS, CHARTRES, ABBEY]), 3)),
        ("midpoint", (PARIS, ABBEY), "point", "{:.7f},{:.7f}".format(*midpoint(PARIS, ABBEY))),
        ("side", (PARIS, ABBEY, CHARTRES), "side", "left"),
        ("cross_track", (CHARTRES, PARIS, ABBEY), "distance_m",
         round(cross_track_distance(CHARTRES, PARIS, ABBEY), 3)),
        ("distances", ((0, 0), (0, 1)), "distances_m", [[0, 111195], [111195, 0]]),
    ],
)  # fmt: skip
def test_figures_equal_those_of_the_calculators(
    figure: Figure, points: tuple[tuple[float, float], ...], member: str, value: object
) -> None:
    assert content("geometry", figure=figure, places=as_arguments(*points))[member] == value


def test_destination_needs_bearing_and_distance() -> None:
    given = {"figure": "destination", "places": ["0,0"]}
    assert content("geometry", **given, bearing_deg=90, distance_m=111195.08)["point"] == "0.0,1.0"
    assert fault("geometry", **given, distance_m=5)[0] == "bearing_deg"
    assert fault("geometry", **given, bearing_deg=360)[1] == "a number less than 360"


def test_wrong_number_of_places_is_rejected() -> None:
    assert fault("geometry", figure="midpoint", places=["0,0"]) == (
        "places", "2 places for midpoint", "1"
    )  # fmt: skip
    assert fault("geometry", figure="side", places=["0,0"] * 2)[1] == "3 to 100 places for side"


def test_direction_is_seen_from_the_origin() -> None:
    """The result names the places used."""
    found = content("bearing_cardinal", WORLD, origin="mill", destination="60.1,24.9", points="4")
    assert (found["direction"], found["bearing_deg"]) == ("south", 180.0)
    assert found["used"] == {"origin": "Mill", "destination": "60.1,24.9"}


def test_unknown_coordinates_are_final() -> None:
    """The failure names them as the missing fact."""
    found = failure("haversine", WORLD, origin="Mill", destination="Pier")
    assert (found.kind, found.reason) == ("final", "no_coordinates")
    assert found.lacking == "coordinates of Pier"
    assert found.advice.startswith(
        "The map does not have this, and no other call returns it: coordinates of Pier."
    )


def test_all_faulty_arguments_are_reported_together() -> None:
    """Unknown names and invalid values are reported together."""
    found = failure("bearing_cardinal", WORLD, origin="Castle", destination="Moon", points=5)
    assert {each.argument for each in found.arguments} == {"origin", "destination", "points"}


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("91,0", "latitude (±90), longitude (±180)"),
        ("Castle", "a known place: its name, id or"),
        ("", "at least 1"),
    ],
)
def test_invalid_places_are_rejected(place: str, expected: str) -> None:
    """They are coordinates out of range, unknown names and empty texts."""
    path, description, got = fault("haversine", WORLD, origin=place, destination="Mill")
    assert (path, got) == ("origin", repr(place))
    assert expected in description or "too short" in description or "character" in description

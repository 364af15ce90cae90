"""Coordinates that cannot be those of a place."""

from __future__ import annotations

import pytest

from geoeval.verification.contexts import (
    Area,
    ImpossiblePlace,
    cause_of,
    describe_impossible,
    remove_impossible,
)
from geoeval.verification.run import verify_dataset

AREA = Area(south=32.0, north=36.0, west=-121.0, east=-115.0, points=40)


def test_areas_need_three_points() -> None:
    """With fewer, the area says nothing about other points."""
    points = [(1.0, 2.0), (3.0, 1.0), (2.0, 5.0)]
    assert Area.around(points) == Area(south=1.0, north=3.0, west=1.0, east=5.0, points=3)
    assert Area.around(points[:2]) is None


@pytest.mark.parametrize(
    ("locations", "cause"),
    [
        ([(-118.2, 34.0)], "swapped_coordinates"),
        ([(-118.2, 34.0), (120.0, -89.0)], "swapped_coordinates"),
        ([(-118.2, 34.0), (4e6, -1.3e7)], None),
        ([(4e6, -1.3e7), (1.0, 5e5)], "projected_coordinates"),
        ([(95.0, 95.0)], None),
        ([(-190.0, 34.0)], None),
        ([(2e8, 1.0)], None),
    ],
)
def test_causes_follow_from_the_coordinates(
    locations: list[tuple[float, float]], cause: str
) -> None:
    """An unrecognised form leaves the cause open."""
    assert cause_of(locations) == cause


@pytest.mark.parametrize(
    ("location", "area", "words"),
    [
        ((-118.2, 34.0), AREA, "swapped, it is (34, -118.2), among or near the 40 valid points"),
        ((-100.2, 34.0), AREA, "swapped, it is (34, -100.2), far from the 40 valid points"),
        (
            (4156867.4, -13009309.0),
            AREA,
            "as metres of the Web Mercator map, it is (34.94837, -116.8646), among or near",
        ),
        ((95.0, 95.0), AREA, "latitude 95 of Inn is out of range"),
        ((34.0, 200.0), None, "longitude 200 of Inn is out of range"),
        ((90.0, 200.0), None, "longitude 200 of Inn is out of range"),
        ((-90.0, 200.0), None, "longitude 200 of Inn is out of range"),
        ((9e7, 1.0), None, "latitude 90000000 of Inn is out of range"),
    ],
)
def test_explanations_state_the_intended_position(
    location: tuple[float, float], area: Area | None, words: str
) -> None:
    """The position is stated where the form of the coordinates is recognised."""
    assert words in describe_impossible(ImpossiblePlace("Inn", location), area)


def test_nearby_means_one_width_outside_the_area() -> None:
    """The longer side counts, six degrees here, in every direction."""
    inside = (26.0, 42.0), (34.0, -127.0), (34.0, -109.0)
    assert all(AREA.is_near((lat, -118.0)) for lat in inside[0])
    assert all(AREA.is_near(point) for point in inside[1:])
    outside = (25.9, -118.0), (42.1, -118.0), (34.0, -127.1), (34.0, -108.9)
    assert not any(AREA.is_near(point) for point in outside)


def test_two_points_define_no_area() -> None:
    assert Area.around([(1.0, 2.0), (3.0, 4.0)]) is None


@pytest.mark.parametrize(
    "world",
    [
        5,
        {},
        {"places": 5},
        {"places": ["Inn", {"name": "Inn"}, {"name": "Inn", "location": [1, 2]}]},
        {"places": [{"name": "Inn", "location": ["a", "b"]}, {"name": "Inn", "location": [1]}]},
    ],
)
def test_other_worlds_are_left_unchanged(world: object) -> None:
    """Invalid worlds are left for the reader of worlds to reject."""
    assert remove_impossible(world) == (world, ())


FACTS = {
    "places": [
        {"name": "Old Mill", "location": [60.2, 24.9]},
        {"name": "Fig Hall", "location": [60.1, 24.9]},
    ]
}


def verdicts(*labels: str) -> list[tuple[str, str | None]]:
    """Return the verdicts and reasons of labels; South is right, and West is if swapped."""
    records = [
        {
            "question": f"Which way is Fig Hall from Old Mill? ({number})",
            "options": ["South", "West", "North"],
            "answer": label,
            "world": FACTS,
        }
        for number, label in enumerate(labels)
    ]
    return [(item.verdict, item.reason) for item in verify_dataset(records).items]


RIGHT, WRONG = ("supported", None), ("contradicted", None)
OPEN = ("undetermined", "swapped_coordinates")


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("West",), [WRONG]),  # one of eight directions agrees by chance
        (("West", "West"), [OPEN] * 2),
        (("West", "West", "South", "North"), [OPEN, OPEN, RIGHT, OPEN]),
        (("West", "West", "South", "South", "North"), [WRONG, WRONG, RIGHT, RIGHT, WRONG]),
    ],
)
def test_labels_that_follow_from_swapped_coordinates_do_not_prove_each_other_wrong(
    labels: tuple[str, ...], expected: list[tuple[str, str | None]]
) -> None:
    """At least half of the labels that depend on coordinates must follow from swapped ones."""
    assert verdicts(*labels) == expected

"""Open answers compared with computed values."""

from __future__ import annotations

import pytest

from geoeval.query.values import Bearing, Clock, Names, Text, Value, YesNo
from geoeval.verification.labels.match import expected_agrees, length_error
from tests.verification.builders import count, metres, minutes, ranked

ALL = Names(names=("Old Mill", "Salt & Pepper"), reading="all", tied=2)
ANY = Names(names=("Old Mill", "Ox Inn"), reading="any", tied=2)
SECOND = Names(names=("Old Mill", "Ox Inn", "Fig Hall"), reading="nth", rank=2)


@pytest.mark.parametrize(
    ("expected", "value", "agrees"),
    [
        ("22872.87 meters", metres(18_788), False),
        ("18788.3 meters", metres(18_788), True),
        ("18.9 km", metres(18_788), True),
        ("18.9", metres(18_788), True),
        ("19 km", metres(18_788), True),
        ("20 km", metres(18_788), False),
        ("11.7 miles", metres(18_788), True),
        ("1200.0 meters", metres(1000, 200), True),
        ("1210.0 meters", metres(1000, 200), False),
        ("far", metres(18_788), None),
        ("Three", count(3), True),
        ("2", count(3), False),
        ("a few", count(3), None),
        ("1 hour 5 mins", minutes(65), True),
        ("65 mins", minutes(66), False),
        ("Ox Inn", ranked("Ox Inn", "Old Mill"), True),
        ("Old Mill", ranked("Ox Inn", "Old Mill"), False),
        ("Old Mill", ranked("Ox Inn", "Old Mill", tied=2), True),
        ("Elm House", ranked("Ox Inn", "Old Mill"), None),
        ("Fig Hall", ranked("Ox Inn", "Old Mill"), None),
        ("Salt & Pepper; Old Mill", ALL, True),
        ("Old Mill", ALL, False),
        ("Old Mill; Elm House", ALL, False),
        ("Old Mill; Salt & Pepper; Elm House", ALL, False),
        ("Salt & Pepper", ANY, None),
        ("Ox Inn", ANY, True),
        ("Ox Inn; Elm House", ANY, False),
        ("Ox Inn", SECOND, True),
        ("Old Mill", SECOND, False),
        ("12 Low Road", Text(text="12 Low Rd"), True),
        ("opposite the church", Text(text="12 Low Rd"), None),
        ("North", Bearing(degrees=10), True),
        ("South", Bearing(degrees=10), False),
        ("upwards", Bearing(degrees=10), None),
        ("Yes", YesNo(yes=True), True),
        ("No", YesNo(yes=True), False),
        ("3 PM", Clock(minute=900), True),
    ],
)
def test_open_answers_agree_with_values(expected: str, value: Value, agrees: bool | None) -> None:
    """The result is None where neither contradicts the other."""
    assert expected_agrees(expected, value, ("Fig Hall",)) is agrees


def test_only_lengths_have_a_distance_in_metres() -> None:
    """Other values, and answers without a figure, have none."""
    assert length_error("20 km", metres(18_788)) == 1212
    assert length_error("far", metres(18_788)) is None
    assert length_error("3", count(4)) is None

"""Values in words."""

from __future__ import annotations

import pytest

from geoeval.query.values import Bearing, Clock, Compound, Names, Quantity, Text, Value, YesNo
from geoeval.verification.describe import describe_value
from tests.verification.builders import count, metres, minutes, ranked


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (metres(850), "850.0 m"),
        (metres(11_683.2, 50), "11.683 km ± 50 m"),
        (minutes(65), "1 hour 5 mins"),
        (minutes(-5), "-5 mins"),
        (count(8), "8"),
        (Quantity(amount=4.1, unit="stars"), "4.1"),
        (YesNo(yes=True), "yes"),
        (YesNo(yes=False), "no"),
        (Clock(minute=1440 + 65, bound="latest"), "at the latest 1:05 AM"),
        (Bearing(degrees=182.1), "182.1° (S)"),
        (Text(text="Low Rd"), "Low Rd"),
        (ranked("A", "B", tied=2), "A, B"),
        (ranked("A", "B"), "A"),
        (Names(names=("A", "B"), reading="nth", rank=2), "B"),
        (Names(names=("A", "B"), reading="nth", rank=3), "none"),
        (Names(names=(), reading="all"), "none"),
        (Names(names=tuple("ABCDEFGHIJ"), reading="all"), "A, B, C, D, E, F, G, H and 2 more"),
        (Compound(parts=(Bearing(degrees=90), metres(500))), "90.0° (E), 500.0 m"),
    ],
)
def test_values_are_described_in_words(value: Value, words: str) -> None:
    """The text has the unit, the tolerance and a limited number of names."""
    assert describe_value(value) == words

"""Which place opens or closes first or last, weekly opening hours, and facts of chosen places."""

from __future__ import annotations

from typing import Literal

import pytest

from geoeval.query.algebra import Query
from geoeval.query.filter_kinds import CompareFilter
from geoeval.understanding import NotUnderstood
from tests.query.asking import fact, first_by, highest, nearest, open_days, opening_length
from tests.understanding.asking import query_of
from tests.understanding.towns import TOWN

SIGHTS = ("Stone Pier", "Maritime Museum")


@pytest.mark.parametrize(
    ("text", "edge", "most"),
    [
        ("Which of these opens first on Sunday?", "opens", False),
        ("Which of these is the last to open on Sunday?", "opens", True),
        ("Which of these closes earliest on Sunday?", "closes", False),
        ("Which of these is open latest on Sunday?", "closes", True),
        ("Which of these has the longest opening hours on Sunday?", "length", True),
    ],
)
def test_first_and_last_depend_on_the_verb(
    text: str, edge: Literal["opens", "closes", "length"], most: bool
) -> None:
    """The verb says whether opening or closing is meant."""
    wanted = first_by(edge, most=most, day="sunday", among=SIGHTS)
    assert query_of(text, TOWN, *SIGHTS) == wanted


def test_first_by_hours_keeps_other_filters() -> None:
    """A rating next to the hours still narrows the choice."""
    query = query_of("Which sight rated above 4 closes last on Sunday?", TOWN, *SIGHTS)
    rated = CompareFilter(measure="rating", comparator=">", value=4)
    wanted = first_by("closes", most=True, day="sunday", among=SIGHTS, filters=(rated,))
    assert query == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Which of these closes second latest on Sunday?",
        "Which of these that are open at 3 PM closes last on Sunday?",
        "Which of these lies second farthest north?",
        "Which is the second northernmost of these?",
    ],
)
def test_ranks_and_times_are_not_dropped(text: str) -> None:
    """Only the first and the last are known, and only without a clock time."""
    assert isinstance(query_of(text, TOWN, *SIGHTS), NotUnderstood)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("How many hours a week is the Pier open?", opening_length("Stone Pier", week=True)),
        (
            "How many days a week is the Stone Pier open?",
            open_days("Stone Pier", count=True),
        ),
        ("On which days does the Stone Pier not open?", open_days("Stone Pier", open=False)),
    ],
)
def test_days_and_hours_of_a_week_are_counted(text: str, wanted: Query) -> None:
    assert query_of(text.replace("the Pier", "the Stone Pier"), TOWN) == wanted


def test_where_asks_for_a_name_or_an_address() -> None:
    """Options that name places ask for a name; without options, an address is asked for."""
    text = "Where is the nearest cafe to the Old Mill located?"
    picked = nearest(category="cafe", anchor="Old Mill")
    options = ("Gull Cafe", "Heron Cafe")
    offered = nearest(category="cafe", anchor="Old Mill", among=options)
    assert query_of(text, TOWN, *options) == offered
    assert query_of(text, TOWN) == fact(picked, "address")


def test_the_price_of_the_best_rated_is_a_fact() -> None:
    """The price is neither a filter nor the figure that ranks places."""
    assert query_of("How expensive is the top-rated cafe?", TOWN) == fact(
        highest("rating", category="cafe"), "price_level"
    )

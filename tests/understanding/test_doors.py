"""What opens or closes first or last, weeks of opening, and facts of picked places."""

from __future__ import annotations

import pytest

from geoeval.query.hours_kinds import OpenDays, OpeningLength, PickByHours
from geoeval.query.kinds import Query
from geoeval.query.place_kinds import AttributeOfPicked, Nearest, PickPlace
from geoeval.understanding import NotUnderstood
from tests.understanding.asking import asked
from tests.understanding.towns import TOWN

SIGHTS = ("Stone Pier", "Maritime Museum")


@pytest.mark.parametrize(
    ("text", "by", "most"),
    [
        ("Which of these opens first on Sunday?", "opens", False),
        ("Which of these is the last to open on Sunday?", "opens", True),
        ("Which of these closes earliest on Sunday?", "closes", False),
        ("Which of these is open latest on Sunday?", "closes", True),
        ("Which of these has the longest opening hours on Sunday?", "length", True),
    ],
)
def test_first_and_last(text: str, by: str, most: bool) -> None:
    """The verb says whether doors open or close."""
    query = PickByHours.model_validate({"by": by, "most": most, "day": "sunday", "among": SIGHTS})
    assert asked(text, TOWN, *SIGHTS) == query


def test_first_by_hours_keeps_other_filters() -> None:
    """A rating beside the hours still narrows the choice."""
    query = asked("Which sight rated above 4 closes last on Sunday?", TOWN, *SIGHTS)
    assert isinstance(query, PickByHours)
    assert [each.filter for each in query.filters] == ["compare"]


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
    """Only the first and the last are known, and no hour beside them."""
    assert isinstance(asked(text, TOWN, *SIGHTS), NotUnderstood)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("How many hours a week is the Pier open?", OpeningLength(place="Stone Pier", week=True)),
        (
            "How many days a week is the Stone Pier open?",
            OpenDays(place="Stone Pier", asks="count"),
        ),
        ("On which days does the Stone Pier not open?", OpenDays(place="Stone Pier", open=False)),
    ],
)
def test_weeks_of_opening(text: str, wanted: Query) -> None:
    """Days are named or counted, hours are summed over the week."""
    assert asked(text.replace("the Pier", "the Stone Pier"), TOWN) == wanted


def test_where_the_nearest_is_may_be_a_name_or_an_address() -> None:
    """Options that name places ask which one it is; without any, its address is asked for."""
    text = "Where is the nearest cafe to the Old Mill located?"
    picked = Nearest(category="cafe", anchor="Old Mill")
    options = ("Gull Cafe", "Heron Cafe")
    assert asked(text, TOWN, *options) == picked.model_copy(update={"among": options})
    assert asked(text, TOWN) == AttributeOfPicked(picked=picked, attribute="address")


def test_how_expensive_the_best_rated_is() -> None:
    """The price asked for is neither a filter nor what the places are ranked by."""
    assert asked("How expensive is the top-rated cafe?", TOWN) == AttributeOfPicked(
        picked=PickPlace(category="cafe", by="rating"), attribute="price_level"
    )

"""Places that outdo a named one, or lie beyond a length."""

from __future__ import annotations

import pytest

from geoeval.query.filter_kinds import FigureFilter
from geoeval.understanding import NotUnderstood
from tests.query.asking import count
from tests.understanding.asking import answered, asked, chosen
from tests.understanding.towns import TOWN

CAFES = ("Gull Cafe", "Heron Cafe", "Egret Cafe")


def figure(measure: str, comparator: str, **amount: object) -> FigureFilter:
    """Return a filter by a figure beside another one."""
    fields = {"figure": measure, "comparator": comparator, **amount}
    return FigureFilter.model_validate(fields)


BESIDE = {
    "are closer to the Old Mill than Egret Cafe": figure("distance", "<", than="Egret Cafe"),
    "are nearer to the Old Mill than the Egret Cafe": figure("distance", "<", than="Egret Cafe"),
    "are farther away from the Old Mill than Gull Cafe": figure("distance", ">", than="Gull Cafe"),
    "near the Old Mill have a higher rating than Heron Cafe": figure(
        "rating", ">", than="Heron Cafe"
    ),
    "near the Old Mill are rated worse than Heron Cafe": figure("rating", "<", than="Heron Cafe"),
    "near the Old Mill have more reviews than Heron Cafe": figure(
        "rating_count", ">", than="Heron Cafe"
    ),
    "near the Old Mill are cheaper than Heron Cafe": figure("price_level", "<", than="Heron Cafe"),
    "are farther than 200 m from the Old Mill": figure("distance", ">", value=200),
    "are more than 200 m away from the Old Mill": figure("distance", ">", value=200),
    "are at least 0.2 km away from the Old Mill": figure("distance", ">=", value=200),
}


@pytest.mark.parametrize(("words", "wanted"), BESIDE.items(), ids=list(BESIDE))
def test_places_are_compared_with_a_named_one(words: str, wanted: FigureFilter) -> None:
    """The figure of each place is set against that of the named one, or against a length."""
    query = asked(f"How many cafes {words}?", TOWN, "0", "1", "2")
    assert query == count(category="cafe", anchor="Old Mill", filters=(wanted,))


def test_a_length_may_have_two_ends() -> None:
    """The nearer end is a filter, the farther one the radius."""
    text = "How many cafes lie between 200 and 400 metres from the Old Mill?"
    beyond = figure("distance", ">=", value=200)
    wanted = count(category="cafe", anchor="Old Mill", within_m=400, filters=(beyond,))
    assert asked(text, TOWN, "0", "1", "2") == wanted


def test_one_of_several_outdoes_the_named_one() -> None:
    """The comparison chooses among what is offered."""
    text = "Which cafe near the Old Mill has a better rating than Heron Cafe?"
    assert chosen(answered(text, TOWN, CAFES), CAFES) == "Gull Cafe"
    text = "Which cafe is closer to the Old Mill than Heron Cafe?"
    assert chosen(answered(text, TOWN, CAFES), CAFES) == "Gull Cafe"


@pytest.mark.parametrize(
    "words",
    [
        "are closer to the Old Mill than to the Stone Pier",
        "are closer to the Old Mill than the Stone Pier",
        "are not closer to the Old Mill than Egret Cafe",
        "are twice as close to the Old Mill as Egret Cafe",
        "near the Old Mill have a rating higher by 1 than Heron Cafe",
    ],
)
def test_another_comparison_is_not_read(words: str) -> None:
    """Nearer to one place than to another is something else than nearer than another place."""
    query = asked(f"How many cafes {words}?", TOWN, "0", "1", "2")
    assert isinstance(query, NotUnderstood)

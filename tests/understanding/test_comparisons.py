"""Places that exceed a named place in a figure, or lie beyond a length."""

from __future__ import annotations

import pytest

from geoeval.query.filter_kinds import FigureFilter
from geoeval.understanding import NotUnderstood
from tests.query.asking import count
from tests.understanding.asking import answer_text, query_of
from tests.understanding.towns import TOWN

CAFES = ("Gull Cafe", "Heron Cafe", "Egret Cafe")


def compare(measure: str, comparator: str, **amount: object) -> FigureFilter:
    """Return a filter that compares a figure with that of a place or an amount."""
    fields = {"figure": measure, "comparator": comparator, **amount}
    return FigureFilter.model_validate(fields)


COMPARISONS = {
    "are closer to the Old Mill than Egret Cafe": compare("distance", "<", than="Egret Cafe"),
    "are nearer to the Old Mill than the Egret Cafe": compare("distance", "<", than="Egret Cafe"),
    "are farther away from the Old Mill than Gull Cafe": compare("distance", ">", than="Gull Cafe"),
    "near the Old Mill have a higher rating than Heron Cafe": compare(
        "rating", ">", than="Heron Cafe"
    ),
    "near the Old Mill are rated worse than Heron Cafe": compare("rating", "<", than="Heron Cafe"),
    "near the Old Mill have more reviews than Heron Cafe": compare(
        "rating_count", ">", than="Heron Cafe"
    ),
    "near the Old Mill are cheaper than Heron Cafe": compare("price_level", "<", than="Heron Cafe"),
    "are farther than 200 m from the Old Mill": compare("distance", ">", value=200),
    "are more than 200 m away from the Old Mill": compare("distance", ">", value=200),
    "are at least 0.2 km away from the Old Mill": compare("distance", ">=", value=200),
}


@pytest.mark.parametrize(("words", "wanted"), COMPARISONS.items(), ids=list(COMPARISONS))
def test_places_are_compared_with_a_place_or_a_length(words: str, wanted: FigureFilter) -> None:
    query = query_of(f"How many cafes {words}?", TOWN, "0", "1", "2")
    assert query == count(category="cafe", anchor="Old Mill", filters=(wanted,))


def test_a_length_may_have_two_limits() -> None:
    """The lower limit is a filter, the upper limit the radius."""
    text = "How many cafes lie between 200 and 400 metres from the Old Mill?"
    beyond = compare("distance", ">=", value=200)
    wanted = count(category="cafe", anchor="Old Mill", within_m=400, filters=(beyond,))
    assert query_of(text, TOWN, "0", "1", "2") == wanted


def test_a_comparison_selects_among_the_options() -> None:
    text = "Which cafe near the Old Mill has a better rating than Heron Cafe?"
    assert answer_text(text, TOWN, CAFES) == "Gull Cafe"
    text = "Which cafe is closer to the Old Mill than Heron Cafe?"
    assert answer_text(text, TOWN, CAFES) == "Gull Cafe"


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
def test_other_comparisons_are_not_understood(words: str) -> None:
    """Being closer to one place than to another is a different comparison."""
    query = query_of(f"How many cafes {words}?", TOWN, "0", "1", "2")
    assert isinstance(query, NotUnderstood)

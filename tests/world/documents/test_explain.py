"""Contexts explained line by line."""

from __future__ import annotations

import pytest

from geoeval.world.documents.explain import explain_context
from geoeval.world.documents.template import context_template, line_examples
from geoeval.world.facts import LineKind
from geoeval.world.reader import read_context

WITHOUT_VALUES = {
    LineKind.BLANK, LineKind.COMMENT, LineKind.REVIEWS, LineKind.REVIEW_TEXT,
}  # fmt: skip


def test_every_line_of_the_template_is_understood() -> None:
    """It has a line of every kind, and only lines without facts have no values."""
    lines = explain_context(context_template())
    assert set(line_examples()) == set(LineKind) - {LineKind.UNREAD}
    assert [line for line in lines if line.why or line.instead] == []
    assert {line.kind for line in lines if not line.values} == WITHOUT_VALUES


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("- Rating: 4.5 (12 ratings).", {"rating": 4.5, "rating_count": 12}),
        ("- Location: Quay 1 (52.5, 4.2).", {"address": "Quay 1", "location": [52.5, 4.2]}),
        ("- Serves Tea.", {"feature": "Serves Tea"}),
        ("- OSM ID: way/3.", {"id": "way/3"}),
        (
            "Travel Time from Mill to Inn on foot is 2 mins.",
            {"origin": "Mill", "destination": "Inn", "mode": "walking", "duration_s": 120},
        ),
        ("Nearby Cafes of Mill are:", {"anchor": "Mill", "category": "Cafes", "places": 0}),
        ("Today is Sunday.", {"today": 6}),
    ],
)
def test_values_are_shown_as_they_were_read(line: str, values: dict[str, object]) -> None:
    (*_, explained) = explain_context(f"Information of <b>Mill</b>:\n{line}")
    assert explained.values == values


def test_a_fact_that_is_read_in_part_keeps_its_values_and_the_reason() -> None:
    (_, explained) = explain_context("Information of <b>Mill</b>:\n- Location: Quay (95.0, 4.0).")
    assert explained.values == {"address": "Quay"}
    assert "latitude" in explained.why
    assert explained.instead == ""


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("- Delivery: No.", "remove it: what is absent is unknown"),
        ("- Colour: red.", "write one of the labels address, location"),
        ("- A sentence of eight words is no feature here.", "write a feature of up to seven words"),
        ("Travel time from Mill to Inn is long.", "write it like 'Travel Time from"),
        ("1. Via Quay", "below a line such as 'There are 2 routes"),
        ("1. Ann (Rating: 4): Good.", "below a line such as '- Reviews:'"),
        ("7. Inn", "below a line such as 'Nearby Cafes"),
        ("Which routes exist is unknown", "write it like 'There are 2 routes"),
        ("Today is Someday.", "write it like 'Today is Tuesday.'"),
        ("The user is at home.", "write it like 'Current location of user"),
        ("Details: Mill", "write it like 'Information of"),
        ("Good places:", "write it like 'Nearby Cafes"),
        ("Some prose.", 'begin it with "#"'),
    ],
)
def test_unread_lines_say_what_to_write_instead(line: str, instead: str) -> None:
    (*_, explained) = explain_context(f"Information of <b>Mill</b>:\n{line}")
    assert explained.kind is LineKind.UNREAD
    assert instead in explained.instead


def test_a_fact_without_a_place_belongs_below_a_heading() -> None:
    (explained,) = explain_context("- Rating: 4.")
    assert explained.instead.startswith("write it below the heading of its place")


def test_comments_are_ignored_outside_of_reviews() -> None:
    """They close no block; in a review a line may begin with any sign."""
    text = (
        "# Facts\nInformation of <b>Mill</b>:\n  # its rating\n- Rating: 4.\n- Reviews:\n"
        "1. Ann (Rating: 4): Tea\n# 1 in town\n"
    )
    world, unread = read_context(text)
    assert unread == ()
    assert world.places[0].rating == 4
    assert world.places[0].reviews[0].text == "Tea\n# 1 in town"

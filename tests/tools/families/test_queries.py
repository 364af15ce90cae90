"""Queries as JSON, and plans that need no map."""

from __future__ import annotations

import json

import pytest

from tests.tools.calls import content, failure, fault
from tests.tools.town import town

TOWN = town()
PLACES = {"kind": "places", "category": "restaurant", "anchor": "Town Hall"}
NEAREST = {"ask": "best", "figure": {"kind": "distance"}, "among": PLACES}


@pytest.mark.parametrize("as_text", [True, False])
def test_query_may_be_a_text_or_an_object(as_text: bool) -> None:
    """The result has the query in words and the places used."""
    query = json.dumps(NEAREST) if as_text else NEAREST
    found = content("solve_query", TOWN, query=query)
    assert found["value"]["names"] == ["Ox Inn"]
    assert found["used"] == {"query.among.anchor": "Town Hall"}
    assert found["read_as"] == "the nearest restaurant to Town Hall"


def test_informal_values_are_accepted() -> None:
    """Days, times and single values instead of lists."""
    filters = {"kind": "open", "day": "Sat", "at": "5 PM"}
    counted = {"ask": "count", "of": {**PLACES, "filters": filters}}
    assert content("solve_query", TOWN, query=counted)["value"]["amount"] == 1


@pytest.mark.parametrize(
    ("query", "path", "expected"),
    [
        ({**NEAREST, "rank": "first"}, "query.rank", "an integer"),
        ({"ask": "what"}, "query.ask", "one of value, best"),
        ({"figure": {}}, "query.figure.kind", "one of distance, "),
        ("{broken", "query", "a JSON object"),
        (
            {**NEAREST, "among": {**PLACES, "anchor": "Castle Rock"}},
            "query.among.anchor",
            "a known place",
        ),
    ],
)
def test_faulty_query_is_located(query: object, path: str, expected: str) -> None:
    found = fault("solve_query", TOWN, query=query)
    assert found[0] == path
    assert expected in found[1]


def test_undecided_query_names_the_missing_fact() -> None:
    """A fault of the query itself is fixable."""
    rated = {"ask": "value", "figure": {"kind": "fact", "fact": "rating", "place": "Town Hall"}}
    found = failure("solve_query", TOWN, query=rated)
    assert (found.kind, found.reason, found.lacking) == (
        "final",
        "no_rating",
        "rating of Town Hall",
    )
    step = {
        "kind": "step",
        "step": "number",
        "number": 9,
        "route": {"kind": "routes", "via": "Bay Hwy"},
    }
    assert (
        failure("solve_query", TOWN, query={"ask": "value", "figure": step}).kind == "fix_arguments"
    )


def test_plans_need_no_map() -> None:
    """The arguments state every fact."""
    meeting = {
        "person": "Ada", "place": "Mill", "present_from": "10 AM", "present_until": "12:00",
        "at_least_min": 30,
    }  # fmt: skip
    plan = content(
        "plan_meetings", origin="Station", depart="9:00", meetings=[meeting],
        travel={"Station": {"Mill": 20}},
    )  # fmt: skip
    assert plan["text"] == "1 met: Ada 10:00-10:30"
    stays = content(
        "plan_stays", days=4, flights=[["Oslo", "Rome"]],
        stays=[{"city": "Rome", "days": 3}, {"city": "Oslo", "days": 2}],
    )  # fmt: skip
    assert stays["text"] == "Oslo day 1-2, Rome day 2-4"
    assert fault("plan_stays", days=0, stays=[{"city": "Rome", "days": 3}])[0] == "days"

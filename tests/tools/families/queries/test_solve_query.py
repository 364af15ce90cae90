"""One tool for all kinds of query."""

from __future__ import annotations

import json

import pytest

from geoeval.tools.families.queries.kind_tools import KIND, TOOLS
from geoeval.tools.families.queries.solve_query import MOST_CHARACTERS
from geoeval.tools.registry import TOOLS as REGISTERED
from tests.tools.families.queries.calls import content, failure, fault

NEAREST = {"kind": "nearest", "category": "restaurant", "anchor": "Town Hall"}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_it_gives_what_the_tool_of_the_kind_gives(tool: object) -> None:
    """A query is the arguments of that tool with its kind."""
    [found] = [each for each in TOOLS if each is tool]
    query = {KIND: found.parameters.model_fields[KIND].default, **found.example}
    assert content("solve_query", query=json.dumps(query)) == content(found.name, **found.example)


@pytest.mark.parametrize(
    "query", [NEAREST, json.dumps(NEAREST), json.dumps({**NEAREST, "rank": None})]
)
def test_the_query_is_an_object_or_its_text(query: object) -> None:
    """Models write either; members that are null are left out."""
    assert content("solve_query", query=query)["text"] == "Ox Inn"


def test_a_kind_whose_tool_is_written_by_hand_is_solved_too() -> None:
    """Every kind of query is one of the queries."""
    trip = {"stops": ["Old Mill"], "end": "City Museum", "mode": "walking", "finish_by": "16:00"}
    query = {"kind": "latest_departure", "origin": "Town Hall", "leaving": "Old Mill", **trip}
    assert content("solve_query", query=query)["text"] == "at the latest 3:35 PM"


def test_the_schema_is_a_text() -> None:
    """The kinds do not stand in it, which would make it huge."""
    assert len(json.dumps(REGISTERED["solve_query"].schema)) < 300


@pytest.mark.parametrize("kind", ["Count Places", "count-places", "count_places"])
def test_a_kind_may_be_spelt_freely(kind: str) -> None:
    """Case, blanks and hyphens do not matter."""
    query = {**NEAREST, "kind": kind}
    assert content("solve_query", query=query)["value"] == {
        "kind": "quantity",
        "amount": 4,
        "unit": "count",
    }


@pytest.mark.parametrize("kind", ["nearst", None, 5, "unanswerable"])
def test_an_unknown_kind_is_answered_with_all(kind: object) -> None:
    """The nearest stand first; one that never has an answer is none of them."""
    found = fault("solve_query", query={"kind": kind})
    assert found.argument == "query.kind"
    assert "one of attribute_of, has_feature, open_at" in found.expected
    assert found.nearest[:1] == (("nearest",) if kind == "nearst" else ())


def test_a_faulty_query_is_answered_with_the_fields_of_its_kind() -> None:
    """Each fault says where in the query it is."""
    failed = failure("solve_query", query={"kind": "open_at", "day": "Funday"})
    assert [each.argument for each in failed.arguments] == ["query.place", "query.day", "query"]
    assert (
        failed.arguments[-1].expected
        == "open_at has place, day (optional), at (optional), open (optional)"
    )


def test_what_is_to_mend_in_a_query_is_found_there() -> None:
    """An unknown place has its path in the query, and a row too long too."""
    failed = failure("solve_query", query={**NEAREST, "anchor": "Atlantis"})
    assert failed.reason == "unknown_place"
    assert failed.arguments[0].argument == "query.anchor"
    failed = failure("solve_query", query={**NEAREST, "among": ["x"] * 300})
    assert failed.arguments[0].argument == "query.among"


def test_a_final_absence_stays_one() -> None:
    """There is nothing to mend."""
    assert failure("solve_query", query={**NEAREST, "rank": 50}).kind == "final"


@pytest.mark.parametrize("query", ["nearest", "[1]", "[" * 100_000, "{" * MOST_CHARACTERS, 7])
def test_what_is_no_object_is_refused(query: object) -> None:
    """It says what is expected."""
    assert fault("solve_query", query=query).argument == "query"

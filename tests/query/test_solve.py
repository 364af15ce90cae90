"""Dispatch over the union of queries, its JSON form and its published schema."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import get_args

import jsonschema
import pytest

from geoeval.errors import RecordError, UsageError
from geoeval.query.algebra import Count, Query, Unanswerable
from geoeval.query.schema import SCHEMA_FILE, query_schema, schema_text, write_schema
from geoeval.query.solve import parse_query, solve
from geoeval.world.model import Place, World
from tests.query.asking import distance, fact, nearest
from tests.query.towns import TOWN, failure, reason

ASKS = get_args(get_args(Query)[0])


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.__name__)
def test_every_ask_is_documented(ask: type) -> None:
    """Its meaning is in the JSON schema."""
    assert ask.__doc__


def test_an_unanswerable_query_is_absent() -> None:
    query = Unanswerable(fact="the side of the road", words="on the left side")
    assert reason(query, TOWN) == "no_such_fact"


def test_a_query_round_trips_through_json() -> None:
    query = nearest(category="cafe", anchor="Harbour Square", rank=2)
    assert parse_query(json.loads(query.model_dump_json())) == query
    assert parse_query(query) is query


PLACES = {"kind": "places", "category": "cafe", "anchor": "Pier"}
NEAREST = {"ask": "best", "figure": {"kind": "distance"}, "among": PLACES}


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ({**NEAREST, "rank": 0}, "$.rank"),
        ({**NEAREST, "colour": "red"}, "$.colour"),
        (
            {"ask": "count", "of": {**PLACES, "filters": [{"kind": "open", "at": "25:00"}]}},
            "$.of.filters[0].at",
        ),
        ({"ask": "value", "figure": {"kind": "distance", "origin": "A"}}, "$"),
        ({"ask": "check", "place": "A"}, "$.passes"),
        (
            {"ask": "value", "figure": {"kind": "fact", "fact": "phone", "place": 5}},
            "$.figure.place",
        ),
        (
            {
                "ask": "value",
                "figure": {"kind": "fact", "fact": "phone", "place": {**NEAREST, "rank": 0}},
            },
            "$.figure.place.rank",
        ),
        ({"ask": "guess"}, "$"),
        ("nearest", "$"),
        (None, "$"),
    ],
)
def test_invalid_json_queries_are_rejected(source: object, path: str) -> None:
    """The error has the JSON path and the value."""
    with pytest.raises(RecordError, match=rf"expected a query, got .* at {re.escape(path)}: "):
        parse_query(source)


def test_the_schema_is_published() -> None:
    """`python -m geoeval.query.schema` writes schema.json from the models."""
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text()


def test_the_schema_is_small_and_documented() -> None:
    """At most 30 kB, so that it fits into a prompt."""
    assert len(schema_text().encode()) <= 30_000
    schema = query_schema()
    assert {each["$ref"] for each in schema["oneOf"]} == {f"#/$defs/{ask.__name__}" for ask in ASKS}
    assert schema["$defs"]["Count"]["description"] == inspect.cleandoc(Count.__doc__ or "")


@pytest.mark.parametrize(
    "query", [nearest(category="cafe", anchor="Pier"), fact("Pier", "phone"), distance("A", "B")]
)
def test_queries_match_the_schema(query: Query) -> None:
    """The schema describes queries without their nulls."""
    jsonschema.validate(query.model_dump(mode="json", exclude_none=True), query_schema())


def test_the_schema_is_written_to_a_file(tmp_path: Path) -> None:
    write_schema(tmp_path / "query.json")
    assert (tmp_path / "query.json").read_text(encoding="utf-8") == schema_text()


def test_other_objects_are_neither_query_nor_world() -> None:
    """The message has the expected type and the value."""
    query = Unanswerable(fact="scenery", words="scenic")
    with pytest.raises(UsageError, match=r"expected a query, .* got 'x'"):
        solve("x", World())  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"expected a World, .* got None"):
        solve(query, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ({}, "got {} at $: 'ask' is missing"),
        ({"ask": "nope"}, "at $: expected 'ask' to be one of 'value', "),
        (
            {"ask": "count", "of": {**PLACES, "filters": [{}]}},
            "at $.of.filters[0]: 'kind' is missing",
        ),
    ],
)
def test_validation_messages_are_our_own(source: object, words: str) -> None:
    """They use the terms of queries, not those of pydantic."""
    with pytest.raises(RecordError, match=re.escape(words)):
        parse_query(source)


OPEN = {"kind": "open", "day": "monday"}
BANK_AND_MILL = {"kind": "pairs", "pairs": [{"text": "A", "first": "Bank", "second": "Mill"}] * 2}
CLOSEST_PAIR = {"ask": "best", "figure": {"kind": "distance"}, "among": BANK_AND_MILL}
WEEK = {"kind": "hours", "place": "Mill", "week": True}
EVENING = {"depart": "21:00", "finish_by": "17:59", "stops": [{"place": "Mill"}]}


@pytest.mark.parametrize(
    ("source", "path", "words"),
    [
        (
            {"ask": "check", "place": "Mill", "passes": {**OPEN, "until": "20:00"}},
            "$.passes",
            "'until' requires 'at', the start; got only until='20:00'",
        ),
        (
            {"ask": "check", "place": "Mill", "passes": {**OPEN, "at": "20:00", "all_day": True}},
            "$.passes",
            "expected either 'all_day' or 'at', got both, at='20:00'",
        ),
        (
            {"ask": "check", "place": "Mill", "passes": {"kind": "direction", "direction": "east"}},
            "$",
            "expected 'seen_from' with a direction, since a check has no anchor",
        ),
        (
            {"ask": "value", "figure": {**WEEK, "edge": "opens"}},
            "$.figure",
            "expected 'week' only with the edge 'length' and without a day",
        ),
        (
            {"ask": "value", "figure": {**WEEK, "edge": "length", "day": "monday"}},
            "$.figure",
            "expected 'week' only with the edge 'length' and without a day",
        ),
        (
            {"ask": "value", "figure": {"kind": "fact", "fact": "phone", "place": CLOSEST_PAIR}},
            "$.figure.place",
            "expected the best of places, got the best of pairs",
        ),
        (
            {"ask": "value", "figure": {"kind": "trip", "figure": "start", "trip": EVENING}},
            "$.figure",
            "expected no 'depart' for the figure 'start', got '21:00'",
        ),
    ],
)
def test_fields_without_effect_are_rejected(source: object, path: str, words: str) -> None:
    with pytest.raises(RecordError, match=re.escape(f"at {path}: {words}")):
        parse_query(source)


@pytest.mark.parametrize("amount", [-1.0, 1e15, float("inf"), float("nan")])
def test_absurd_amounts_are_rejected(amount: float) -> None:
    """They could be neither compared nor written."""
    longer = {"kind": "compare", "measure": "distance", "comparator": ">", "value": amount}
    for of in ({"kind": "routes", "filters": [longer]}, {**PLACES, "within_m": amount}):
        with pytest.raises(RecordError, match="expected a query, got "):
            parse_query({"ask": "count", "of": of})


def test_a_failure_has_the_path_of_the_queried_name() -> None:
    """The path has "old mill"; The Old Mill has no coordinates."""
    world = World(places=(Place(name="Pier", location=(0.0, 0.0)), Place(name="The Old Mill")))
    failed = failure(distance("Pier", "old mill"), world)
    assert (failed.reason, failed.lacking) == ("no_coordinates", "coordinates of The Old Mill")
    assert (failed.path, failed.value) == ("$.figure.destination", "old mill")


@pytest.mark.parametrize("end", ["origin", "destination"])
@pytest.mark.parametrize("unknown", ["Atlantis", "Zanzibar"])
def test_a_failure_has_the_path_of_the_written_end(end: str, unknown: str) -> None:
    """A symmetric distance keeps the caller's order in its paths."""
    ends = {"origin": "Harbour Square", "destination": "Harbour Square", end: unknown}
    query = parse_query({"ask": "value", "figure": {"kind": "distance", **ends}})
    found = failure(query, TOWN)
    assert (found.path, found.value) == (f"$.figure.{end}", unknown)


def test_a_distance_is_symmetric() -> None:
    """The two queries are equal."""
    there, back = distance("Harbour Square", "Gull Cafe"), distance("Gull Cafe", "Harbour Square")
    assert there == back
    assert hash(there) == hash(back)
    assert there != distance("Gull Cafe", "Heron Cafe")

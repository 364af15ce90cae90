"""Dispatch over the closed union, its JSON form, and its published schema."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import get_args

import pytest

from geoeval.errors import RecordError, UsageError
from geoeval.query.geometry_kinds import StraightLineDistance
from geoeval.query.kinds import Query, Unanswerable
from geoeval.query.place_kinds import Nearest
from geoeval.query.schema import SCHEMA_FILE, schema_text, write_schema
from geoeval.query.solve import SOLVERS, parse_query, solve
from geoeval.world.model import World
from tests.query.towns import TOWN, reason

KINDS = get_args(get_args(Query)[0])


def test_every_kind_has_a_solver() -> None:
    """The solvers cover the union, and nothing else."""
    assert set(SOLVERS) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_is_documented(kind: type) -> None:
    """What a kind asks is what its JSON schema says."""
    assert kind.__doc__


def test_an_unanswerable_query() -> None:
    """A fact that no map holds is an absence."""
    query = Unanswerable(fact="the side of the road", words="on the left side")
    assert reason(query, TOWN) == "no_such_fact"


def test_a_query_from_json_and_back() -> None:
    """The JSON of a query gives the query again."""
    query = Nearest(category="cafe", anchor="Harbour Square", rank=2)
    assert parse_query(json.loads(query.model_dump_json())) == query
    assert isinstance(parse_query(query), Nearest)


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ({"kind": "nearest", "rank": 0}, r"\$\.rank"),
        ({"kind": "nearest", "filters": [{"filter": "open", "at": "25:00"}]}, r"\$\.filters\[0\]"),
        ({"kind": "straight_line_distance", "origin": "A"}, r"\$\.destination"),
        ({"kind": "nearest", "colour": "red"}, r"\$\.colour"),
        ({"kind": "guess"}, r"\$:"),
        ("nearest", r"\$:"),
        (None, r"\$:"),
    ],
)
def test_what_is_no_query(source: object, path: str) -> None:
    """The error names the JSON path of the fault and what stood there."""
    with pytest.raises(RecordError, match=rf"expected a query, got .* at {path}") as raised:
        parse_query(source)
    assert raised.value.path.startswith("$")


def test_the_schema_is_published() -> None:
    """schema.json is what the models say (python -m geoeval.query.schema writes it)."""
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text()


def test_the_schema_names_every_kind() -> None:
    """Each kind is one branch of the union."""
    schema = json.loads(schema_text())
    kinds = {kind.model_fields["kind"].default for kind in KINDS}
    assert set(schema["discriminator"]["mapping"]) == kinds
    assert "StraightLineDistance" in schema["$defs"]
    described = schema["$defs"]["StraightLineDistance"]["description"]
    assert described == inspect.cleandoc(StraightLineDistance.__doc__ or "")


def test_writing_the_schema(tmp_path: Path) -> None:
    """The schema can be written to any file."""
    write_schema(tmp_path / "query.json")
    assert (tmp_path / "query.json").read_text(encoding="utf-8") == schema_text()


def test_what_is_no_query_or_no_world_is_refused() -> None:
    """The message says what was expected and what came."""
    query = Unanswerable(fact="scenery", words="scenic")
    with pytest.raises(UsageError, match=r"expected a query, .* got 'x'"):
        solve("x", World())  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"expected a World, .* got None"):
        solve(query, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ({}, "got {} at $: it lacks 'kind'"),
        ({"kind": "nope"}, "at $: expected 'kind' to be one of 'attribute_of', "),
        ({"kind": "count_places", "filters": [{}]}, r"at $.filters[0]: it lacks 'filter'"),
    ],
)
def test_message_about_a_bad_query_is_our_own(source: object, words: str) -> None:
    """What is missing is told in the terms of queries, not of validators."""
    with pytest.raises(RecordError, match=re.escape(words)):
        parse_query(source)

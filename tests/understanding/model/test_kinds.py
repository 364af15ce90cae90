"""The kinds that a model may fill, and their schemas."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from geoeval.query.base import Model
from geoeval.query.kinds import Query

from geoeval.query.solve import SOLVERS
from geoeval.understanding.model.claims import ROLES
from geoeval.understanding.model.kinds import KINDS, choice_schema, query_schema, told
from tests.llm.strict_rules import violations


def test_all_kinds_but_plans() -> None:
    """Every solver has its kind here, those of plans aside."""
    plans = {model.__name__ for model in set(SOLVERS) - set(KINDS.values())}
    assert plans == {"MeetingPlan", "StayPlan"}
    assert Query is not None


@pytest.mark.parametrize("kind", KINDS)
def test_schemas_are_strict_and_small(kind: str) -> None:
    """Each schema keeps the rules of strict output, and fits a model with little context.

    Filters may be alternatives, which hold filters again; some kinds hold two queries.
    """
    schema = query_schema(kind)
    assert violations(schema) == []
    assert len(json.dumps(schema)) < (17_500 if kind == "attribute_of_picked" else 9000)
    assert told(kind)


def test_the_official_library_would_change_nothing() -> None:
    """What the library does to make a schema strict is done for every kind."""
    library = pytest.importorskip("openai.lib._pydantic")
    for schema in (choice_schema(), *map(query_schema, KINDS)):
        whole = copy.deepcopy(schema)
        assert library._ensure_strict_json_schema(whole, path=(), root=whole) == schema


def test_the_choice_is_strict() -> None:
    """It offers every kind, and none."""
    assert violations(choice_schema()) == []


def names(schema: dict[str, Any]) -> set[str]:
    """Return the names of all properties of a schema."""
    below = (*schema.get("properties", {}).values(), *schema.get("anyOf", ()))
    children = [*below, *([schema["items"]] if "items" in schema else [])]
    return set(schema.get("properties", ())).union(*map(names, children))


@pytest.mark.parametrize("kind", KINDS)
def test_every_slot_has_a_role(kind: str) -> None:
    """No slot escapes the check against the question; rows of parts have none of their own."""
    query = query_schema(kind)["properties"]
    assert isinstance(query, dict)
    slots = names(query["query"]) - {"filters", "pairs", "legs", "stops", "orders", "schedules"}
    slots -= {"visits", "of", "picked"}
    assert slots <= ROLES.keys()
    assert issubclass(KINDS[kind], Model)

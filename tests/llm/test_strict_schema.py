"""JSON Schema in the form that strict structured output accepts."""

from __future__ import annotations

import copy
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from geoeval.errors import UsageError
from geoeval.llm.schema import strict_schema, without_nulls
from tests.llm.shapes import Circle, Square, Tree
from tests.llm.strict_rules import violations


class Drawing(BaseModel):
    """Shapes and the pairs that are joined."""

    title: str = Field(min_length=1, max_length=9)
    shapes: tuple[Annotated[Circle | Square, Field(discriminator="shape")], ...] = ()
    joined: tuple[tuple[int, int], ...] = Field((), description="Pairs of shapes")
    first: Circle | Square | None = None
    best: Circle = Field(description="The best one")


def strict() -> dict[str, Any]:
    """Return the strict schema of a drawing."""
    return strict_schema(Drawing.model_json_schema())


def test_the_strict_schema_follows_the_rules() -> None:
    """References, unions, tuples and defaults are expressed as the rules allow."""
    assert violations(Drawing.model_json_schema()) != []
    assert violations(strict()) == []


def test_the_official_library_changes_nothing() -> None:
    library = pytest.importorskip("openai.lib._pydantic")
    schema = strict()
    assert library._ensure_strict_json_schema(copy.deepcopy(schema), path=(), root=schema) == schema


def test_a_constant_comes_first() -> None:
    """A model writes the kind of a shape before its other properties."""
    circle = strict()["properties"]["best"]
    assert list(circle["properties"]) == ["shape", "radius"]
    assert circle["properties"]["shape"] == {"type": "string", "enum": ["circle"]}


def test_a_property_with_a_default_may_be_null() -> None:
    """Null is offered once, and the description stays outermost."""
    properties = strict()["properties"]
    assert properties["joined"]["anyOf"][1] == {"type": "null"}
    assert properties["joined"]["description"] == "Pairs of shapes"
    assert properties["first"]["anyOf"].count({"type": "null"}) == 1
    assert properties["title"] == {"type": "string"}
    union = strict_schema(
        {"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}], "default": "b"}}}
    )
    assert union["properties"] == {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}


def test_the_description_of_a_field_replaces_that_of_its_type() -> None:
    assert strict()["properties"]["best"]["description"] == "The best one"


def test_pairs_are_arrays_of_two() -> None:
    """A tuple of one type is an array of fixed length."""
    pairs = strict()["properties"]["joined"]["anyOf"][0]
    assert pairs["items"] == {
        "type": "array",
        "items": {"type": "integer"},
        "minItems": 2,
        "maxItems": 2,
    }


def test_the_strict_schema_leaves_its_input_unchanged() -> None:
    schema = Drawing.model_json_schema()
    before = copy.deepcopy(schema)
    strict_schema(schema)
    assert schema == before


class Table(BaseModel):
    """An object with any keys."""

    cells: dict[str, int]


class Mixed(BaseModel):
    """A tuple of several types."""

    pair: tuple[int, str]


class Anything(BaseModel):
    """A value of any type."""

    thing: Any


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (Anything, "expected a schema that restricts its values, got {}"),
        (Tree, "expected a schema without recursion, got one in which Tree refers to itself"),
        (Table, "expected an object with named properties, got one with any keys"),
        (Mixed, "expected a tuple whose items have the same schema"),
    ],
)
def test_schemas_beyond_the_strict_form_are_rejected(model: type[BaseModel], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        strict_schema(model.model_json_schema())


def test_a_dangling_reference_is_rejected() -> None:
    with pytest.raises(UsageError, match="expected a JSON Schema, got None"):
        strict_schema({"$ref": "#/$defs/Gone"})


def test_nulls_are_removed_at_every_depth() -> None:
    """Other empty values stay, and so do nulls in arrays."""
    found = without_nulls({"a": None, "b": [{"c": None, "d": 0}], "e": "", "f": [None]})
    assert found == {"b": [{"d": 0}], "e": "", "f": [None]}

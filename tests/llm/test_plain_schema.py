"""JSON Schema without references."""

from __future__ import annotations

import copy
from typing import Annotated

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field

from geoeval.errors import UsageError
from geoeval.llm.schema import plain_schema
from tests.llm.shapes import Circle, Square, Tree


class Drawing(BaseModel):
    """Shapes and the text on them."""

    title: str = "Untitled"
    shapes: list[Annotated[Circle | Square, Field(discriminator="shape")]] = []
    best: Circle | Square | None = Field(None, description="The best one")
    corner: tuple[Circle, int] | None = None
    notes: dict[str, Square] = {}


def test_references_are_replaced_by_their_definitions() -> None:
    """Definitions, discriminators and titles are gone."""
    plain = plain_schema(Drawing.model_json_schema())
    assert not any(word in str(plain) for word in ("$ref", "$defs", "discriminator", "'title': '"))
    properties = plain["properties"]
    assert isinstance(properties, dict)
    circle, square = properties["shapes"]["items"]["oneOf"]
    assert circle["properties"]["radius"]["exclusiveMinimum"] == 0
    assert properties["corner"]["prefixItems"] == [circle, {"type": "integer"}]
    assert properties["notes"]["additionalProperties"] == square


def test_a_property_may_have_the_name_of_a_keyword() -> None:
    """A property named "title" is not a title."""
    properties = plain_schema(Drawing.model_json_schema())["properties"]
    assert isinstance(properties, dict)
    assert properties["title"] == {"type": "string", "default": "Untitled"}


def test_null_is_removed_from_optional_properties() -> None:
    """A choice with a single alternative left is unwrapped."""
    properties = plain_schema(Drawing.model_json_schema())["properties"]
    assert isinstance(properties, dict)
    best = properties["best"]
    assert best["description"] == "The best one"
    assert [each["description"] for each in best["anyOf"]] == [
        "A round shape.",
        "A shape of four sides.",
    ]
    side = best["anyOf"][1]["properties"]["side"]
    assert side == {"type": "number"}


@pytest.mark.parametrize(
    ("drawing", "valid"),
    [
        ({}, True),
        ({"shapes": [{"shape": "circle", "radius": 1}, {"shape": "square"}]}, True),
        ({"best": {"radius": 1}, "corner": [{"radius": 2}, 3], "notes": {"a": {"side": 1}}}, True),
        ({"shapes": [{"shape": "circle", "radius": 0}]}, False),
        ({"corner": [{"radius": 2}, "three"]}, False),
        ({"notes": {"a": {"side": "long"}}}, False),
        ({"title": 3}, False),
    ],
)
def test_both_schemas_accept_the_same_values(drawing: dict[str, object], valid: bool) -> None:
    schema = Drawing.model_json_schema()
    assert Draft202012Validator(schema).is_valid(drawing) is valid
    assert Draft202012Validator(plain_schema(schema)).is_valid(drawing) is valid


def test_the_plain_schema_leaves_its_input_unchanged() -> None:
    schema = Drawing.model_json_schema()
    before = copy.deepcopy(schema)
    plain_schema(schema)
    assert schema == before


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (Tree.model_json_schema(), "expected a schema without recursion, .* Tree refers to itself"),
        ({"$ref": "#/$defs/Gone"}, "expected a JSON Schema, got None"),
    ],
)
def test_recursive_and_dangling_references_are_rejected(
    schema: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        plain_schema(schema)

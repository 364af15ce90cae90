"""JSON Schema without references."""

from __future__ import annotations

import copy
from typing import Annotated, Literal

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field

from geoeval.errors import UsageError
from geoeval.llm.schema import plain_schema


class Circle(BaseModel):
    """A round shape."""

    radius: float = Field(gt=0, description="In metres")
    shape: Literal["circle"] = "circle"


class Square(BaseModel):
    """A shape of four sides."""

    side: float | None = None
    shape: Literal["square"] = "square"


class Drawing(BaseModel):
    """Shapes and what is written on them."""

    title: str = "Untitled"
    shapes: list[Annotated[Circle | Square, Field(discriminator="shape")]] = []
    best: Circle | Square | None = Field(None, description="The best one")
    corner: tuple[Circle, int] | None = None
    notes: dict[str, Square] = {}


def test_nothing_is_elsewhere() -> None:
    """References, definitions and titles are gone; what they said stands where it is used."""
    plain = plain_schema(Drawing.model_json_schema())
    assert not any(word in str(plain) for word in ("$ref", "$defs", "discriminator", "'title': '"))
    properties = plain["properties"]
    assert isinstance(properties, dict)
    circle, square = properties["shapes"]["items"]["oneOf"]
    assert circle["properties"]["radius"]["exclusiveMinimum"] == 0
    assert properties["corner"]["prefixItems"] == [circle, {"type": "integer"}]
    assert properties["notes"]["additionalProperties"] == square


def test_a_member_may_be_called_as_a_keyword_is() -> None:
    """A property named "title" is no title."""
    properties = plain_schema(Drawing.model_json_schema())["properties"]
    assert isinstance(properties, dict)
    assert properties["title"] == {"type": "string", "default": "Untitled"}


def test_a_null_that_stands_for_nothing_is_left_out() -> None:
    """What may be left out need not be null; what is left of a choice of two is no choice."""
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
def test_the_same_is_valid(drawing: dict[str, object], valid: bool) -> None:
    """The plain schema takes and refuses what the schema does that it was made of."""
    schema = Drawing.model_json_schema()
    assert Draft202012Validator(schema).is_valid(drawing) is valid
    assert Draft202012Validator(plain_schema(schema)).is_valid(drawing) is valid


def test_the_schema_given_stays_as_it_is() -> None:
    """Nothing is changed in place."""
    schema = Drawing.model_json_schema()
    before = copy.deepcopy(schema)
    plain_schema(schema)
    assert schema == before


class Tree(BaseModel):
    """Something that holds itself."""

    branches: list[Tree] = []


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (Tree.model_json_schema(), "expected a schema without recursion, .* Tree refers to itself"),
        ({"$ref": "#/$defs/Gone"}, "expected a JSON Schema, got None"),
    ],
)
def test_what_cannot_be_inlined(schema: dict[str, object], message: str) -> None:
    """A schema that refers to itself or to nothing is refused."""
    with pytest.raises(UsageError, match=message):
        plain_schema(schema)

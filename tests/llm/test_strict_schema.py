"""JSON Schema in the form that strict structured output takes."""

from __future__ import annotations

import copy
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from geoeval.errors import UsageError
from geoeval.llm.schema import strict_schema, without_nulls
from tests.llm.strict_rules import violations


class Circle(BaseModel):
    """A round shape."""

    radius: float = Field(gt=0, description="In metres")
    shape: Literal["circle"] = "circle"


class Square(BaseModel):
    """A shape of four sides."""

    side: float | None = None
    shape: Literal["square"] = "square"


class Drawing(BaseModel):
    """Shapes and how they are joined."""

    title: str = Field(min_length=1, max_length=9)
    shapes: tuple[Annotated[Circle | Square, Field(discriminator="shape")], ...] = ()
    joined: tuple[tuple[int, int], ...] = Field((), description="Pairs of shapes")
    first: Circle | Square | None = None
    best: Circle = Field(description="The best one")


def strict() -> dict[str, Any]:
    """Return the strict schema of a drawing."""
    return strict_schema(Drawing.model_json_schema())


def test_a_model_keeps_the_rules() -> None:
    """References, unions, tuples and defaults are said as the rules allow."""
    assert violations(Drawing.model_json_schema()) != []
    assert violations(strict()) == []


def test_the_official_library_has_nothing_to_add() -> None:
    """What the library would do to a schema to make it strict is done."""
    library = pytest.importorskip("openai.lib._pydantic")
    schema = strict()
    assert library._ensure_strict_json_schema(copy.deepcopy(schema), path=(), root=schema) == schema


def test_a_constant_comes_first() -> None:
    """A model writes which shape it is before the slots of that shape."""
    circle = strict()["properties"]["best"]
    assert list(circle["properties"]) == ["shape", "radius"]
    assert circle["properties"]["shape"] == {"type": "string", "enum": ["circle"]}


def test_what_has_a_default_may_be_null() -> None:
    """Null is offered once, beside what there is, and the description stays outermost."""
    properties = strict()["properties"]
    assert properties["joined"]["anyOf"][1] == {"type": "null"}
    assert properties["joined"]["description"] == "Pairs of shapes"
    assert properties["first"]["anyOf"].count({"type": "null"}) == 1
    assert properties["title"] == {"type": "string"}
    union = strict_schema(
        {"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}], "default": "b"}}}
    )
    assert union["properties"] == {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}


def test_a_description_beside_a_reference_goes_first() -> None:
    """What a field says of itself stands in the place of what its type says."""
    assert strict()["properties"]["best"]["description"] == "The best one"


def test_pairs_are_arrays_of_two() -> None:
    """A tuple of one kind is an array of fixed length."""
    pairs = strict()["properties"]["joined"]["anyOf"][0]
    assert pairs["items"] == {
        "type": "array",
        "items": {"type": "integer"},
        "minItems": 2,
        "maxItems": 2,
    }


def test_the_schema_given_stays_as_it_is() -> None:
    """Nothing is changed in place."""
    schema = Drawing.model_json_schema()
    before = copy.deepcopy(schema)
    strict_schema(schema)
    assert schema == before


class Tree(BaseModel):
    """Something that holds itself."""

    branches: list[Tree] = []


class Table(BaseModel):
    """Something of any keys."""

    cells: dict[str, int]


class Mixed(BaseModel):
    """A tuple of several kinds."""

    pair: tuple[int, str]


class Anything(BaseModel):
    """Something of any type."""

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
def test_what_cannot_be_said_strictly(model: type[BaseModel], message: str) -> None:
    """A schema beyond the strict form is refused with the reason."""
    with pytest.raises(UsageError, match=message):
        strict_schema(model.model_json_schema())


def test_a_reference_to_nothing() -> None:
    """A schema that refers to what is not there is none."""
    with pytest.raises(UsageError, match="expected a JSON Schema, got None"):
        strict_schema({"$ref": "#/$defs/Gone"})


def test_nulls_are_taken_away_at_every_depth() -> None:
    """What is null stands for its default; other empty values say something."""
    found = without_nulls({"a": None, "b": [{"c": None, "d": 0}], "e": "", "f": [None]})
    assert found == {"b": [{"d": 0}], "e": "", "f": [None]}

"""JSON Schema described in words."""

from __future__ import annotations

import pytest

from geoeval.cli.tool_pages import list_schema_rows


@pytest.mark.parametrize(
    ("schema", "kind", "meaning"),
    [
        ({"type": "string"}, "string", "optional"),
        ({"type": "string", "default": "a"}, "string", "default 'a'"),
        ({"enum": ["a", 4]}, "one of a, 4", "optional"),
        ({"const": "a"}, "a", "optional"),
        ({}, "any value", "optional"),
        ({"type": "array"}, "list", "optional"),
        (
            {"type": "array", "items": {"type": "number", "maximum": 9}, "maxItems": 3},
            "list of number",
            "up to 9, at most 3 items; optional",
        ),
        (
            {"anyOf": [{"type": "integer", "exclusiveMinimum": 0}, {"type": "null"}]},
            "integer",
            "above 0; optional",
        ),
        ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, "integer or string", "optional"),
        ({"oneOf": [{"$ref": "#/$defs/Yes"}, {"type": "null"}]}, "yes or nothing", "optional"),
        ({"$ref": "#/$defs/Yes", "description": "Sure"}, "yes", "Sure; optional"),
    ],
)
def test_types_and_bounds_are_described(schema: object, kind: str, meaning: str) -> None:
    """References are followed, and null means that a value is optional."""
    whole = {"properties": {"x": schema}, "$defs": {"Yes": {"const": "yes"}}}
    assert list_schema_rows(whole, "optional") == [("x", kind, meaning)]


def test_nested_members_are_listed_below_their_parent() -> None:
    """Members of items follow brackets; recursion stops after a few levels."""
    node = {"properties": {"next": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}}
    whole = {
        "properties": {
            "a": {"properties": {"b": {"type": "number"}}},
            "n": {"$ref": "#/$defs/Node"},
        },
        "required": ["a"],
        "$defs": {"Node": {**node, "type": "object"}},
    }
    names = [row.name for row in list_schema_rows(whole, "optional")]
    assert names[:4] == ["a", "a.b", "n", "n.next"]
    assert names[4] == "n.next[].next"
    assert len(names) < 12

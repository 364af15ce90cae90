"""JSON printed as an outline."""

from __future__ import annotations

import pytest

from geoeval.cli.commands.call import outline_lines


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ({}, ["none"]),
        (None, ["none"]),
        ({"a": 1.5, "b": False, "c": [], "d": None}, ["a: 1.5", "b: no", "c: none", "d: none"]),
        ({"a": ["x", "y"]}, ["a:", "  - x", "  - y"]),
        ({"a": {"b": {"c": "d"}}}, ["a:", "  b:", "    c: d"]),
        ([{"a": 1, "b": [{"c": 2}]}], ["- a: 1", "  b:", "    - c: 2"]),
        ([[1, 2]], ["- - 1", "  - 2"]),
        ({"a": "\x1b[31m\nred"}, ["a: \\u001b[31m red"]),
        ({"a": ""}, ["a:"]),
    ],
)
def test_members_are_indented_below_their_name(value: object, lines: list[str]) -> None:
    """Lists have dashes, booleans are yes or no, and control characters are escaped."""
    assert list(outline_lines(value)) == lines

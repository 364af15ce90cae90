"""Values quoted in errors fit on a single line."""

from __future__ import annotations

import numpy as np
import pytest

from geoeval.errors import MAX_QUOTED, describe_limit, quote


def test_a_table_is_quoted_on_one_line() -> None:
    """The repr of an array has several lines."""
    quoted = quote(np.arange(6.0).reshape(3, 2))
    assert quoted == "array([[0., 1.], [2., 3.], [4., 5.]])"


def test_spaces_in_a_string_are_kept() -> None:
    """Only line breaks of a repr are joined."""
    assert quote("a  b\nc") == r"'a  b\nc'"


def test_values_without_a_repr_are_named_by_type() -> None:
    """Python does not print an integer of five thousand digits."""
    assert quote(10**5000) == "a value of type int"
    assert len(quote("x" * 500)) == MAX_QUOTED + 1


@pytest.mark.parametrize(
    ("kind", "context", "words"),
    [
        ("less_than_equal", {"le": 10}, "a number of at most 10"),
        ("greater_than_equal", {"ge": 0}, "a number of at least 0"),
        ("less_than", {"lt": 1.5}, "a number less than 1.5"),
        ("greater_than", {"gt": 0}, "a number greater than 0"),
        ("finite_number", {}, "a finite number"),
        ("int_type", {}, None),
    ],
)
def test_limits_are_described_as_numbers(
    kind: str, context: dict[str, object], words: str | None
) -> None:
    assert describe_limit(kind, context) == words

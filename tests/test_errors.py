"""Values quoted in errors fit on a single line."""

from __future__ import annotations

import numpy as np

from geoeval.errors import MAX_QUOTED, quote


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

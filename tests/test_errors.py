"""What errors quote fits into one line."""

from __future__ import annotations

import numpy as np

from geoeval.errors import MAX_QUOTED, quote


def test_a_table_is_quoted_in_one_line() -> None:
    """An array of several rows is written on several lines by itself."""
    quoted = quote(np.arange(6.0).reshape(3, 2))
    assert quoted == "array([[0., 1.], [2., 3.], [4., 5.]])"


def test_spaces_of_a_text_stand() -> None:
    """Only line breaks of the form are joined, a text is quoted as it is."""
    assert quote("a  b\nc") == r"'a  b\nc'"


def test_what_cannot_be_written_out_is_named_by_its_type() -> None:
    """Python writes out no whole number of five thousand digits."""
    assert quote(10**5000) == "a value of type int"
    assert len(quote("x" * 500)) == MAX_QUOTED + 1

"""Decoding one value, with what is odd about it."""

from __future__ import annotations

import pytest

from geoeval.datasets.scan import Decoder, ScanError


@pytest.mark.parametrize(
    ("text", "value", "constants", "repeated"),
    [
        ('{"a": [1]} rest', {"a": [1]}, (), ()),
        ('{"a": {"b": 1, "b": 2, "b": 3}}', {"a": {"b": 3}}, (), ("$.a.b",)),
        ('[{"a": 0, "a": 1}, {"b": 1}]', [{"a": 1}, {"b": 1}], (), ("$[0].a",)),
        ('{"a": NaN, "c": -Infinity, "b": 1, "b": 2}', {"a": None, "c": None, "b": 2},
         ("$.a", "$.c"), ("$.b",)),
    ],
)  # fmt: skip
def test_oddities_are_told_with_their_paths(
    text: str, value: object, constants: tuple[str, ...], repeated: tuple[str, ...]
) -> None:
    """Repeated keys keep the last value; what is no number becomes null."""
    found = Decoder().decode(text, 0)
    assert (found.value, found.constants, found.repeated) == (value, constants, repeated)


def test_one_odd_value_says_nothing_about_the_next() -> None:
    """A decoder may be used again."""
    decoder = Decoder()
    assert decoder.decode('{"a": 1, "a": 2}', 0).repeated
    assert not decoder.decode('{"a": 1}', 0).repeated


def test_fault_has_its_offset() -> None:
    """What stands there instead is for the caller to say."""
    with pytest.raises(ScanError, match="expecting value") as caught:
        Decoder().decode("[1, x]", 0)
    assert caught.value.offset == 4

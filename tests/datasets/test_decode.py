"""Decoding single values and reporting irregularities."""

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
def test_irregularities_are_reported_with_their_paths(
    text: str, value: object, constants: tuple[str, ...], repeated: tuple[str, ...]
) -> None:
    """Repeated keys keep the last value, and non-numbers become null."""
    found = Decoder().decode(text, 0)
    assert (found.value, found.constants, found.repeated) == (value, constants, repeated)


def test_decoders_can_be_reused() -> None:
    """Irregularities of one value do not affect the next."""
    decoder = Decoder()
    assert decoder.decode('{"a": 1, "a": 2}', 0).repeated
    assert not decoder.decode('{"a": 1}', 0).repeated


def test_faults_have_their_offset() -> None:
    """The caller decides what to report."""
    with pytest.raises(ScanError, match="expecting value") as caught:
        Decoder().decode("[1, x]", 0)
    assert caught.value.offset == 4

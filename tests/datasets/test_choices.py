"""Notations of options."""

from __future__ import annotations

import pytest

from geoeval.datasets.fields import Choices, Faults, read_choices
from geoeval.datasets.records import Span

PLAIN = Choices(texts=("1 km", "2 km"))
NAMED = Choices(texts=("1 km", "2 km"), names=("A", "B"))


def read(value: object) -> tuple[Choices, Faults]:
    """Read options and collect the faults."""
    faults = Faults(Span(file="set.json"))
    return read_choices(value, "$.options", faults), faults


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (["1 km", "2 km"], PLAIN),
        ('["1 km", "2 km"]', PLAIN),
        ("1) 1 km\n2) 2 km", Choices(texts=("1 km", "2 km"), names=("1", "2"))),
        ("A. 1 km\nB. 2 km", NAMED),
        ("A) 1 km B) 2 km", NAMED),
        ("A. 1 km|B. 2 km", NAMED),
        ("1 km; 2 km", PLAIN),
        ("1 km\n2 km\n", PLAIN),
        ("1.5 km|2.5 km", Choices(texts=("1.5 km", "2.5 km"))),
        ("['1 km' '2 km']", PLAIN),
        ("['1 km'\n '2 km']", PLAIN),
        ("{'text': array(['1 km', '2 km'], dtype=object), 'label': array(['A', 'B'])}", NAMED),
        ("['1 km', '2 km']", PLAIN),
        ("1 km|2 km", PLAIN),
        ({"text": ["1 km", "2 km"], "label": ["A", "B"]}, NAMED),
        ({"A": "1 km", "B": "2 km"}, NAMED),
        ({"A": "1 km", "B": "2 km", "C": None}, NAMED),
        ('{"A": "1 km", "B": "2 km"}', NAMED),
        ([{"label": "A", "text": "1 km"}, {"label": "B", "text": "2 km"}], NAMED),
        ([{"text": "1 km"}, {"text": "2 km"}], PLAIN),
        ([3, 4.5], Choices(texts=("3", "4.5"))),
    ],
)
def test_every_notation_gives_texts_and_names(value: object, expected: Choices) -> None:
    """Lists, objects and texts are read alike."""
    found, faults = read(value)
    assert found == expected
    assert faults.issues == ()


@pytest.mark.parametrize(
    ("value", "code", "path", "words"),
    [
        ("1 km or 2 km", "GEO104", "$.options", "expected a list of options"),
        ('["1 km"', "GEO104", "$.options", "a string with one"),
        ("['1 km', f()]", "GEO104", "$.options", "a string with one"),
        ("B. 1 km\nC. 2 km", "GEO104", "$.options", "a string with one"),
        ("B. 1 km|C. 2 km", "GEO104", "$.options", "a string with one"),
        (None, "GEO104", "$.options", "got null"),
        (7, "GEO104", "$.options", "got a number: 7"),
        (["1 km", None], "GEO104", "$.options[1]", "expected a string or a number, got null"),
        (["1 km", True], "GEO104", "$.options[1]", "got true or false"),
        ({"text": ["a", "b"], "label": ["A"]}, "GEO104", "$.options", "each of 2 options, got 1"),
        ([], "GEO108", "$.options", "at least one option"),
        ({}, "GEO108", "$.options", "at least one option"),
    ],
)
def test_invalid_options_are_a_fatal_fault(value: object, code: str, path: str, words: str) -> None:
    """The fault has its place and quotes the value."""
    _, faults = read(value)
    assert faults.fatal
    assert (faults.issues[0].code, faults.issues[0].path) == (code, path)
    assert words in faults.issues[0].message


def test_a_declared_separator_splits_a_cell() -> None:
    """Only that one; a comma is never assumed, since names contain it."""
    faults = Faults(Span(file="set.json"))
    found = read_choices("Bath, Avon / Ely", "$.options", faults, " / ")
    assert found.texts == ("Bath, Avon", "Ely")
    assert read_choices("1 km, 2 km", "$.options", faults, ",") == PLAIN
    assert not faults.issues
    assert read_choices("1 km, 2 km", "$.options", faults) == Choices()
    assert faults.fatal


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"B": "2 km", "A": None, "C": None}, Choices(texts=("2 km",), names=("B",))),
        (
            [{"id": "B", "text": "1 km"}, {"id": "A", "text": "2 km"}],
            Choices(texts=("1 km", "2 km"), names=("B", "A")),
        ),
        (["B. 1 km", "A. 2 km"], Choices(texts=("B. 1 km", "A. 2 km"), names=("B", "A"))),
        (["B. 1 km", "2 km"], Choices(texts=("B. 1 km", "2 km"))),
        ("|1 km|2 km|", Choices(texts=("1 km", "2 km", ""))),
    ],
)
def test_letters_belong_to_their_options(value: object, expected: Choices) -> None:
    """They need not be in order, and a missing option moves no other."""
    faults = Faults(Span(file="set.json"))
    assert read_choices(value, "$.options", faults) == expected
    assert not faults.fatal

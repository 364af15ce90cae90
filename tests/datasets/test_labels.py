"""Labels read without a declaration, only with one, or never."""

from __future__ import annotations

import pytest

from geoeval.datasets.fields import Choices, Faults
from geoeval.datasets.labels import UNDECLARED, LabelForm, parse_label_form, read_labels
from geoeval.datasets.records import Span
from geoeval.errors import UsageError

WAYS = Choices(texts=("North", "South", "West", ""))
COUNTS = Choices(texts=("3", "2", "7", "12"))
ARC = Choices(texts=("North", "South"), names=("1", "2"))
FROM_0, FROM_1 = LabelForm(kind="from-0"), LabelForm(kind="from-1")
TEXT = LabelForm(kind="text")


def read(value: object, choices: Choices, form: LabelForm) -> tuple[int | None, list[str]]:
    """Read a label; return it with code and message of its faults."""
    faults = Faults(Span(file="set.json"))
    found = read_labels(value, choices, form, "$.answer", faults)
    assert not faults.fatal
    assert len(found) <= 1
    return next(iter(found), None), [f"{issue.code} {issue.message}" for issue in faults.issues]


@pytest.mark.parametrize(
    ("value", "choices", "form", "expected"),
    [
        ("B", WAYS, UNDECLARED, 1),
        ("(b)", WAYS, UNDECLARED, 1),
        ("C.", WAYS, UNDECLARED, 2),
        ("Option C", WAYS, UNDECLARED, 2),
        ("option (c)", WAYS, UNDECLARED, 2),
        ("B. South", WAYS, UNDECLARED, 1),
        ("(B) South", WAYS, UNDECLARED, 1),
        ("Option B", Choices(texts=("x", "y"), names=("B", "A")), UNDECLARED, 0),
        (" South ", WAYS, UNDECLARED, 1),
        ("2", ARC, UNDECLARED, 1),
        ("South", ARC, UNDECLARED, 1),
        ("12", COUNTS, UNDECLARED, 3),
        (12, COUNTS, UNDECLARED, 3),
        ("2", COUNTS, TEXT, 1),
        (1, WAYS, FROM_0, 1),
        (1, WAYS, FROM_1, 0),
        ("1.0", WAYS, FROM_1, 0),
        (2.0, WAYS, FROM_0, 2),
    ],
)
def test_labels_identify_their_option(
    value: object, choices: Choices, form: LabelForm, expected: int
) -> None:
    """They are a name, letter, text or declared number."""
    assert read(value, choices, form) == (expected, [])


@pytest.mark.parametrize(
    ("value", "declared"),
    [
        (-1, "from-0,unanswerable=-1"),
        (0, "from-1,unanswerable=0"),
        ("0", "from-1,unanswerable=0"),
        (None, "unanswerable=null"),
        ("", "unanswerable=null"),
        ("unanswerable", "unanswerable=Unanswerable"),
        ("C", "unanswerable=west"),
    ],
)
def test_declared_labels_mean_unanswerable(value: object, declared: str) -> None:
    """The declaration has the value itself or the text of the option it identifies."""
    assert read(value, WAYS, parse_label_form(declared)) == (-1, [])


@pytest.mark.parametrize(
    ("value", "choices", "form", "words"),
    [
        (1, WAYS, UNDECLARED, "GEO115 the label 1 may count from 0 or from 1"),
        (1, Choices(texts=("x", "y"), names=("A", "B")), UNDECLARED, "GEO115 the label 1 may"),
        ("1", WAYS, UNDECLARED, "--labels from-0 or --labels from-1"),
        ("2", COUNTS, UNDECLARED, "GEO115 the label '2' may name option 2 or 3"),
        ("A", Choices(texts=("B", "A")), UNDECLARED, "may name option 1 or 2"),
        (None, WAYS, UNDECLARED, "GEO103 expected a label, got null; declare --labels"),
        (" ", WAYS, UNDECLARED, "GEO103 expected a label, got a string: ' '"),
        ("C. South", WAYS, UNDECLARED, "GEO105 expected the letter"),
        ("E", WAYS, UNDECLARED, "GEO105 expected the letter or the text of one of 4 options"),
        ("3", ARC, UNDECLARED, "GEO105 expected the name or the text of an option (1, 2)"),
        (True, WAYS, FROM_0, "GEO104 expected an integer, a letter or the text"),
        ([1], WAYS, UNDECLARED, "GEO115 the label 1 may count from 0 or from 1"),
        ([], WAYS, UNDECLARED, "GEO103 expected a label, got a list"),
        ({}, WAYS, UNDECLARED, "GEO104 expected an integer, a letter or the text"),
        ("B", WAYS, FROM_1, "GEO104 expected an integer that counts from 1"),
        (1.5, WAYS, FROM_0, "GEO104 expected an integer that counts from 0"),
        (4, WAYS, FROM_0, "GEO105 expected a label from 0 to 3, got 4"),
        (0, WAYS, FROM_1, "GEO105 expected a label from 1 to 4, got 0"),
        (-1, WAYS, FROM_0, "GEO105 expected a label from 0 to 3, got -1"),
        (3, WAYS, FROM_0, "GEO105 the label 3 names an option that is empty"),
        ("east", WAYS, TEXT, "GEO105 expected the text of an option, got 'east'"),
    ],
)
def test_uncertain_labels_are_rejected(
    value: object, choices: Choices, form: LabelForm, words: str
) -> None:
    """The fault states what to declare or what was expected."""
    found, faults = read(value, choices, form)
    assert found is None
    assert words in faults[0]


@pytest.mark.parametrize("text", ["from-2", "", "from-0,from-1", "unanswerable=", "text,,"])
def test_invalid_declarations_are_rejected(text: str) -> None:
    """The message lists the valid declarations."""
    with pytest.raises(UsageError, match='expected "from-0", "from-1" or "text"'):
        parse_label_form(text)


@pytest.mark.parametrize(
    ("value", "choices", "form", "expected"),
    [
        (["C", "A"], WAYS, UNDECLARED, (0, 2)),
        ("A, C", WAYS, UNDECLARED, (0, 2)),
        ("A and C", WAYS, UNDECLARED, (0, 2)),
        ("A;B|C", WAYS, UNDECLARED, (0, 1, 2)),
        ("['North', 'West']", WAYS, UNDECLARED, (0, 2)),
        ("North, West", WAYS, UNDECLARED, (0, 2)),
        ("0,2", WAYS, FROM_0, (0, 2)),
        ([1, 3], WAYS, FROM_1, (0, 2)),
        ("Bath, Avon", Choices(texts=("Bath, Avon", "Bath", "Avon")), UNDECLARED, (0,)),
        ([-1], WAYS, parse_label_form("from-0,unanswerable=-1"), (-1,)),
    ],
)
def test_a_label_may_name_several_options(
    value: object, choices: Choices, form: LabelForm, expected: tuple[int, ...]
) -> None:
    """A list or separated names, unless the whole is the text of an option."""
    faults = Faults(Span(file="set.json"))
    assert read_labels(value, choices, form, "$.answer", faults) == expected
    assert faults.issues == ()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (["A", "Z"], "GEO105 expected the letter or the text of one of 4 options, got 'Z'"),
        ("A, Z", "GEO105 expected the letter or the text of one of 4 options, got 'A, Z'"),
        (["A", "none"], "GEO115 expected options, or that none is right, got both"),
    ],
)
def test_one_unreadable_part_makes_a_label_unreadable(value: object, words: str) -> None:
    faults = Faults(Span(file="set.json"))
    form = parse_label_form("unanswerable=none")
    assert read_labels(value, WAYS, form, "$.answer", faults) == ()
    (issue,) = faults.issues
    assert f"{issue.code} {issue.message}".startswith(words)


@pytest.mark.parametrize("written", ["e", "(E)", "E.", "Option E"])
def test_a_letter_that_is_also_a_text_is_unclear(written: str) -> None:
    """The fifth of these options is not east."""
    found, faults = read(written, Choices(texts=("N", "NE", "E", "SE", "S")), UNDECLARED)
    assert found is None
    assert faults[0].startswith("GEO115")


def test_texts_are_compared_without_case() -> None:
    assert read("yes", Choices(texts=("Yes", "No")), UNDECLARED) == (0, [])

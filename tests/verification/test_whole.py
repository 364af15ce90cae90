"""What is wrong with a dataset as a whole, and fair datasets of which nothing is said."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from geoeval.datasets.records import Record
from geoeval.verification.dataset_findings import (
    duplicate_questions,
    find_leaks,
    position_bias,
    uniformity_p_value,
)
from geoeval.verification.model import DatasetFinding
from tests.verification.builders import TOWN, record

POINTS = ("North", "East", "South", "West")


def asked(
    name: int,
    text: str = "Which is it?",
    label: int | None = 0,
    options: Sequence[str] = POINTS,
    **fields: object,
) -> Record:
    """Make a record."""
    return replace(record(*options, label=label, text=text, name=name), fields=fields)


def codes(found: Sequence[DatasetFinding]) -> list[tuple[str, tuple[int | str, ...]]]:
    """Return code and ids of some findings."""
    return [(one.code, one.ids) for one in found]


def test_duplicates_are_one_finding() -> None:
    """Case, punctuation and the order of the options make no other question."""
    turned = ("West", "South", "East", "North")
    records = [
        asked(1, "Which way is it?"),
        asked(2, "which way  is it"),
        asked(3, "Which way is it?", label=3, options=turned),
        asked(4, "Which way is that?"),
    ]
    (finding,) = duplicate_questions(records)
    assert codes([finding]) == [("GEO801", (1, 2, 3))]
    assert (finding.count, finding.share, finding.severity) == (3, 0.75, "warning")
    assert finding.message == "3 questions are asked more than once: 1, 2, 3"


@pytest.mark.parametrize("label", [1, -1])
def test_duplicates_whose_labels_differ_are_an_error(label: int | None) -> None:
    """At most one of them can be right."""
    (finding,) = duplicate_questions([asked(1), asked(2, label=label)])
    assert codes([finding]) == [("GEO802", (1, 2))]
    assert finding.severity == "error"


def test_a_label_that_is_missing_differs_from_none() -> None:
    """It is reported at its record; the question stands twice all the same."""
    found = duplicate_questions([asked(1), asked(2, label=None), asked(3)])
    assert codes(list(found)) == [("GEO801", (1, 2, 3))]


def test_spaces_and_line_ends_make_no_other_context() -> None:
    """One record was written on another system."""
    records = [asked(1), replace(asked(2), context=TOWN.replace("\n", "\r\n") + "\n")]
    assert codes(list(duplicate_questions(records))) == [("GEO801", (1, 2))]


def test_answers_in_words_and_plans_are_labels_too() -> None:
    """What they say is compared."""
    open_ = [replace(asked(n, options=(), label=None), expected="far") for n in (1, 2)]
    plans = [replace(asked(n, "Plan!", label=None), plan=("go", str(n))) for n in (3, 4)]
    assert codes(list(duplicate_questions([*open_, *plans]))) == [
        ("GEO801", (1, 2)),
        ("GEO802", (3, 4)),
    ]


def test_many_groups_are_counted() -> None:
    """Only the first few are named."""
    records = [asked(10 * n + copy, f"Question {n}?") for n in range(7) for copy in (1, 2)]
    (finding,) = duplicate_questions(records)
    assert finding.message.endswith("41, 42; and 2 more groups")
    assert finding.count == 14


def test_a_slip_in_one_word_makes_a_near_duplicate() -> None:
    """A letter more, less, changed or exchanged."""
    records = [
        asked(1, "Which museum is it?"),
        asked(2, "Which musuem is it?"),
        asked(3, "Which museums is it?"),
    ]
    (finding,) = duplicate_questions(records)
    assert codes([finding]) == [("GEO803", (1, 2, 3))]
    message = "3 questions differ only in the spelling of one word: 1, 2; 1, 3"
    assert finding.message == message


def test_words_that_the_context_knows_are_no_slips() -> None:
    """Two places may be called almost the same."""
    texts = "Is it far to Alban?", "Is it far to Alben?"
    records = [asked(n, text) for n, text in enumerate(texts)]
    assert [one.code for one in duplicate_questions(records)] == ["GEO803"]
    known = [replace(one, context="Alban, Alben, Albon") for one in records]
    assert list(duplicate_questions(known)) == []
    halves = [replace(one, context="Alban, Albens") for one in records]
    assert [one.code for one in duplicate_questions(halves)] == ["GEO803"]


def test_many_spellings_are_compared_quickly() -> None:
    """Not each with each: of 3,000 random words that takes no time to speak of."""
    draw = random.Random(7)  # noqa: S311 - no secret
    words = {"".join(draw.choices("abcdefgh", k=12)) for _ in range(3000)}
    begun = time.process_time()
    list(duplicate_questions([asked(n, f"Is it {word}?") for n, word in enumerate(words)]))
    assert time.process_time() - begun < 3


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("What lies north of it?", "What lies south of it?"),
        ("Is it open at 9 PM?", "Is it open at 8 PM?"),
        ("Which bar is it?", "Which car is it?"),
        ("Where is 10th Street?", "Where is 11th Street?"),
        ("Which museum is it?", "Which museum is it now?"),
        ("How many hotels are there?", "How many hostels are there?"),
    ],
)
def test_another_word_makes_another_question(text: str, other: str) -> None:
    """Also where little is different."""
    assert list(duplicate_questions([asked(1, text), asked(2, other)])) == []


def test_another_context_or_other_options_make_another_question() -> None:
    """The same words ask for something else there."""
    elsewhere = replace(asked(2), context=TOWN + "It rains.")
    records = [asked(1), elsewhere, asked(3, options=POINTS[:3])]
    assert list(duplicate_questions(records)) == []


def placed(*counts: int, options: Sequence[str] = POINTS) -> list[Record]:
    """Make records with so many keys in each position."""
    labels = [label for label, number in enumerate(counts) for _ in range(number)]
    return [asked(n, f"Question {n}?", label, options) for n, label in enumerate(labels)]


def test_keys_that_favour_a_position_are_told() -> None:
    """With the counts, and the records with the most frequent one."""
    (finding,) = position_bias([*placed(10, 40, 5, 5), asked(99, label=-1), asked(98, label=None)])
    assert (finding.code, finding.count) == ("GEO804", 40)
    assert "in 60 questions with 4 options, the label is 10, 40, 5, 5 times" in finding.message


def test_fifty_keys_are_enough() -> None:
    """One less tells nothing, however uneven they are."""
    assert [(one.code, one.count) for one in position_bias(placed(50, 0))] == [("GEO804", 50)]
    assert list(position_bias(placed(49, 0))) == []


def test_a_chance_too_small_for_a_number_is_not_nought() -> None:
    """It is said to be below the least that can be told."""
    (finding,) = position_bias(placed(1000, 0, 0, 0))
    assert finding.message.endswith("p < 1e-300")


@pytest.mark.parametrize(
    "records",
    [
        placed(20, 10, 12, 18),
        placed(0, 49, 0, 0),
        placed(100, options=("North",)),
        placed(30, 25, options=("Yes", "No", "", " ")),
        [],
    ],
)
def test_even_or_few_keys_are_not_told(records: list[Record]) -> None:
    """Less than fifty questions say nothing, padding is no option."""
    assert list(position_bias(records)) == []


def test_fair_datasets_are_hardly_ever_accused() -> None:
    """One in a thousand by the test; of 400 drawn with equal chances none or few."""
    draw = random.Random(7)  # noqa: S311 - no secret
    low = 0
    for _ in range(400):
        labels = [draw.randrange(4) for _ in range(120)]
        low += uniformity_p_value([labels.count(place) for place in range(4)]) < 0.001
    assert low <= 2


def told(*fields: Mapping[str, object], labels: Sequence[int] | None = None) -> list[Record]:
    """Make records with fields, keyed in turn."""
    turns = labels or [n % 4 for n in range(len(fields))]
    return [
        asked(n, f"Question {n}?", label, **each)
        for n, (each, label) in enumerate(zip(fields, turns, strict=True))
    ]


@pytest.mark.parametrize(
    ("tell", "words"),
    [
        (lambda n: {"gold": POINTS[n % 4].lower()}, '"gold" holds the answer in words'),
        (
            lambda n: {"meta": {"key": n % 4}},
            '"meta.key" holds the zero-based number of the answer',
        ),
        (lambda n: {"key": str(n % 4 + 1)}, '"key" holds the one-based number of the answer'),
        (lambda n: {"key": "ABCD"[n % 4]}, '"key" holds the letter of the answer'),
        (lambda n: {"key": float(n % 4)}, '"key" holds the zero-based number of the answer'),
        (lambda n: {"key": [POINTS[n % 4], "?"]}, '"key[0]" holds the answer in words'),
    ],
)
def test_fields_that_hold_the_answer_are_told(tell: object, words: str) -> None:
    """In words, as a number or as a letter, at any depth."""
    assert callable(tell)
    (finding,) = find_leaks(told(*(tell(n) for n in range(12))))
    assert (finding.code, finding.count) == ("GEO805", 12)
    assert words in finding.message


def test_answers_in_words_leak_too() -> None:
    """Where there are no options the field holds the answer itself."""
    texts = ["far", "near", "here"] * 4
    records = [
        replace(asked(n, f"Question {n}?", None, ()), expected=text, fields={"gold": text})
        for n, text in enumerate(texts)
    ]
    assert codes(list(find_leaks(records))) == [("GEO805", tuple(range(12)))]


@pytest.mark.parametrize(
    "records",
    [
        told(*({"key": n % 4} for n in range(9))),
        told(*({"key": 0} for n in range(12)), labels=[0] * 12),
        told(*({"key": n % 4 if n else 3} for n in range(12))),
        told(*({"key": [n, n % 4], "deep": {"a": {"b": {"c": 1}}}} for n in range(12))),
        told(*({"key": None} for n in range(12))),
        told(*({"area": "north"} for n in range(12)), labels=[-1] * 3 + [0] * 9),
        told(*({"area": n} for n in range(12)), labels=[-1] * 3 + [0] * 9),
        told(*({"area": None if n < 2 else "a"} for n in range(12)), labels=[-1] * 2 + [0] * 10),
        told(*({"area": None if n < 3 else "a"} for n in range(12)), labels=[-1] * 2 + [0] * 10),
    ],
)
def test_innocent_fields_are_not_told(records: list[Record]) -> None:
    """Too few records, one label only, one exception, or values of their own."""
    assert list(find_leaks(records)) == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (lambda n: {"area": None if n < 3 else "a"}, 'the field "area" is null in all 3'),
        (lambda n: {"area": "none" if n < 3 else n}, 'the field "area" is "none" in all 3'),
        (lambda n: {"area": [] if n < 3 else [n]}, 'the field "area[0]" is missing in all 3'),
        (lambda n: {"area": n >= 3}, 'the field "area" is false in all 3'),
        (lambda n: {} if n < 3 else {"area": n}, 'the field "area" is missing in all 3'),
    ],
)
def test_a_field_that_marks_the_unanswerable_is_told(fields: object, words: str) -> None:
    """By null, by a value of its own or by its absence."""
    assert callable(fields)
    records = told(*(fields(n) for n in range(9)), labels=[-1] * 3 + [0, 1, 2] * 2)
    (finding,) = find_leaks([*records, asked(9, label=None)])
    assert codes([finding]) == [("GEO806", (0, 1, 2))]
    assert words in finding.message
    assert finding.message.endswith("unanswerable questions and in none of the 6 others")


def test_findings_of_one_code_have_their_own_fingerprints() -> None:
    """Two fields that leak are two findings."""
    records = told(*({"a": n % 4, "b": n % 4} for n in range(12)))
    first, second = find_leaks(records)
    assert first.fingerprint != second.fingerprint

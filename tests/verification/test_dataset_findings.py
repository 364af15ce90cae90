"""Faults of a dataset as a whole, and sound datasets without findings."""

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
    """Return code and ids of findings."""
    return [(one.code, one.ids) for one in found]


def test_duplicates_give_one_finding() -> None:
    """Case, punctuation and the order of options do not distinguish questions."""
    reordered = ("West", "South", "East", "North")
    records = [
        asked(1, "Which way is it?"),
        asked(2, "which way  is it"),
        asked(3, "Which way is it?", label=3, options=reordered),
        asked(4, "Which way is that?"),
    ]
    (finding,) = duplicate_questions(records)
    assert codes([finding]) == [("GEO801", (1, 2, 3))]
    assert (finding.count, finding.share, finding.severity) == (3, 0.75, "warning")
    assert finding.message == "3 questions are asked more than once: 1, 2, 3"


@pytest.mark.parametrize("label", [1, -1])
def test_duplicates_with_different_labels_are_errors(label: int | None) -> None:
    """At most one of the labels can be right."""
    (finding,) = duplicate_questions([asked(1), asked(2, label=label)])
    assert codes([finding]) == [("GEO802", (1, 2))]
    assert finding.severity == "error"


def test_missing_labels_do_not_conflict() -> None:
    """A missing label is reported at its record, and the question still counts as a duplicate."""
    found = duplicate_questions([asked(1), asked(2, label=None), asked(3)])
    assert codes(list(found)) == [("GEO801", (1, 2, 3))]


def test_whitespace_does_not_distinguish_contexts() -> None:
    """One record may come from another operating system."""
    records = [asked(1), replace(asked(2), context=TOWN.replace("\n", "\r\n") + "\n")]
    assert codes(list(duplicate_questions(records))) == [("GEO801", (1, 2))]


def test_open_answers_and_plans_count_as_labels() -> None:
    """Their contents are compared."""
    open_ = [replace(asked(n, options=(), label=None), expected="far") for n in (1, 2)]
    plans = [replace(asked(n, "Plan!", label=None), plan=("go", str(n))) for n in (3, 4)]
    assert codes(list(duplicate_questions([*open_, *plans]))) == [
        ("GEO801", (1, 2)),
        ("GEO802", (3, 4)),
    ]


def test_long_group_lists_are_counted() -> None:
    """Only the first few groups are named."""
    records = [asked(10 * n + copy, f"Question {n}?") for n in range(7) for copy in (1, 2)]
    (finding,) = duplicate_questions(records)
    assert finding.message.endswith("41, 42; and 2 more groups")
    assert finding.count == 14


def test_one_misspelt_word_makes_a_near_duplicate() -> None:
    """A letter may be added, missing, changed or swapped."""
    records = [
        asked(1, "Which museum is it?"),
        asked(2, "Which musuem is it?"),
        asked(3, "Which museums is it?"),
    ]
    (finding,) = duplicate_questions(records)
    assert codes([finding]) == [("GEO803", (1, 2, 3))]
    message = "3 questions differ only in the spelling of one word: 1, 2; 1, 3"
    assert finding.message == message


def test_words_of_the_context_are_not_misspellings() -> None:
    """Two places may have nearly the same name."""
    texts = "Is it far to Alban?", "Is it far to Alben?"
    records = [asked(n, text) for n, text in enumerate(texts)]
    assert [one.code for one in duplicate_questions(records)] == ["GEO803"]
    known = [replace(one, context="Alban, Alben, Albon") for one in records]
    assert list(duplicate_questions(known)) == []
    halves = [replace(one, context="Alban, Albens") for one in records]
    assert [one.code for one in duplicate_questions(halves)] == ["GEO803"]


def test_many_spellings_are_compared_quickly() -> None:
    """Three thousand random words are compared without checking every pair."""
    generator = random.Random(7)  # noqa: S311 - no secret
    words = {"".join(generator.choices("abcdefgh", k=12)) for _ in range(3000)}
    started = time.process_time()
    list(duplicate_questions([asked(n, f"Is it {word}?") for n, word in enumerate(words)]))
    assert time.process_time() - started < 3


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
    """Even a small difference may change the meaning."""
    assert list(duplicate_questions([asked(1, text), asked(2, other)])) == []


def test_another_context_or_other_options_make_another_question() -> None:
    """The same words ask for something else there."""
    elsewhere = replace(asked(2), context=TOWN + "It rains.")
    records = [asked(1), elsewhere, asked(3, options=POINTS[:3])]
    assert list(duplicate_questions(records)) == []


def placed(*counts: int, options: Sequence[str] = POINTS) -> list[Record]:
    """Make records with the given number of keys in each position."""
    labels = [label for label, number in enumerate(counts) for _ in range(number)]
    return [asked(n, f"Question {n}?", label, options) for n, label in enumerate(labels)]


def test_biased_key_positions_are_reported() -> None:
    """The finding has the counts of each position."""
    (finding,) = position_bias([*placed(10, 40, 5, 5), asked(99, label=-1), asked(98, label=None)])
    assert (finding.code, finding.count) == ("GEO804", 40)
    assert "in 60 questions with 4 options, the label is 10, 40, 5, 5 times" in finding.message


def test_fifty_keys_are_enough() -> None:
    """With fewer, even a strong bias is not reported."""
    assert [(one.code, one.count) for one in position_bias(placed(50, 0))] == [("GEO804", 50)]
    assert list(position_bias(placed(49, 0))) == []


def test_tiny_probabilities_are_bounded() -> None:
    """The message gives an upper bound instead of zero."""
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
def test_even_or_few_keys_are_not_reported(records: list[Record]) -> None:
    """Padding does not count as an option."""
    assert list(position_bias(records)) == []


def test_fair_datasets_are_rarely_reported() -> None:
    """At most two of 400 fair datasets fall below the significance level."""
    generator = random.Random(7)  # noqa: S311 - no secret
    low = 0
    for _ in range(400):
        labels = [generator.randrange(4) for _ in range(120)]
        low += uniformity_p_value([labels.count(place) for place in range(4)]) < 0.001
    assert low <= 2


def records_with(
    *fields: Mapping[str, object], labels: Sequence[int] | None = None
) -> list[Record]:
    """Make records with extra fields and rotating keys."""
    turns = labels or [n % 4 for n in range(len(fields))]
    return [
        asked(n, f"Question {n}?", label, **each)
        for n, (each, label) in enumerate(zip(fields, turns, strict=True))
    ]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (lambda n: {"gold": POINTS[n % 4].lower()}, '"gold" contains the answer in words'),
        (
            lambda n: {"meta": {"key": n % 4}},
            '"meta.key" contains the zero-based number of the answer',
        ),
        (lambda n: {"key": str(n % 4 + 1)}, '"key" contains the one-based number of the answer'),
        (lambda n: {"key": "ABCD"[n % 4]}, '"key" contains the letter of the answer'),
        (lambda n: {"key": float(n % 4)}, '"key" contains the zero-based number of the answer'),
        (lambda n: {"key": [POINTS[n % 4], "?"]}, '"key[0]" contains the answer in words'),
    ],
)
def test_fields_that_hold_the_answer_are_reported(fields: object, words: str) -> None:
    """The answer may be in words, a number or a letter, at any depth."""
    assert callable(fields)
    (finding,) = find_leaks(records_with(*(fields(n) for n in range(12))))
    assert (finding.code, finding.count) == ("GEO805", 12)
    assert words in finding.message


def test_open_answers_may_leak_too() -> None:
    """Without options the field holds the answer itself."""
    texts = ["far", "near", "here"] * 4
    records = [
        replace(asked(n, f"Question {n}?", None, ()), expected=text, fields={"gold": text})
        for n, text in enumerate(texts)
    ]
    assert codes(list(find_leaks(records))) == [("GEO805", tuple(range(12)))]


@pytest.mark.parametrize(
    "records",
    [
        records_with(*({"key": n % 4} for n in range(9))),
        records_with(*({"key": 0} for n in range(12)), labels=[0] * 12),
        records_with(*({"key": n % 4 if n else 3} for n in range(12))),
        records_with(*({"key": [n, n % 4], "deep": {"a": {"b": {"c": 1}}}} for n in range(12))),
        records_with(*({"key": None} for n in range(12))),
        records_with(*({"area": "north"} for n in range(12)), labels=[-1] * 3 + [0] * 9),
        records_with(*({"area": n} for n in range(12)), labels=[-1] * 3 + [0] * 9),
        records_with(
            *({"area": None if n < 2 else "a"} for n in range(12)), labels=[-1] * 2 + [0] * 10
        ),
        records_with(
            *({"area": None if n < 3 else "a"} for n in range(12)), labels=[-1] * 2 + [0] * 10
        ),
    ],
)
def test_harmless_fields_are_not_reported(records: list[Record]) -> None:
    """There are too few records, only one label, an exception, or distinct values."""
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
def test_fields_marking_unanswerable_questions_are_reported(fields: object, words: str) -> None:
    """The mark is null, a distinct value or a missing field."""
    assert callable(fields)
    records = records_with(*(fields(n) for n in range(9)), labels=[-1] * 3 + [0, 1, 2] * 2)
    (finding,) = find_leaks([*records, asked(9, label=None)])
    assert codes([finding]) == [("GEO806", (0, 1, 2))]
    assert words in finding.message
    assert finding.message.endswith("unanswerable questions and in none of the 6 others")


def test_findings_of_one_code_have_distinct_fingerprints() -> None:
    records = records_with(*({"a": n % 4, "b": n % 4} for n in range(12)))
    first, second = find_leaks(records)
    assert first.fingerprint != second.fingerprint

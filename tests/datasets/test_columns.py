"""Columns with usual names, and declared columns."""

from __future__ import annotations

import pytest

from geoeval.datasets.columns import (
    Columns,
    declared_columns,
    find_columns,
    look_up,
    option_name,
    parse_columns,
)
from geoeval.errors import UsageError


@pytest.mark.parametrize(
    ("names", "options"),
    [
        (["options"], ("options",)),
        (["Choices"], ("Choices",)),
        (["A", "B", "C"], ("A", "B", "C")),
        (["option_a", "option_b"], ("option_a", "option_b")),
        (["option1", "option2"], ("option1", "option2")),
        (["choice0", "choice1"], ("choice0", "choice1")),
        (["options", "A", "B"], ("options",)),
    ],
)
def test_options_are_in_one_or_several_columns(names: list[str], options: tuple[str, ...]) -> None:
    """Marks follow each other from the first."""
    found = find_columns(dict.fromkeys(["question", *names]), Columns())
    assert found.of == {"question": ("question",), "options": options}


@pytest.mark.parametrize("names", [["A"], ["B", "C"], ["a note"], []])
def test_unrelated_columns_are_not_options(names: list[str]) -> None:
    """A single letter is ambiguous, and a sequence begins at its first mark."""
    assert "options" not in find_columns(dict.fromkeys(names), Columns()).of


@pytest.mark.parametrize("name", ["Correct Answer", "correct-answer", "CORRECT_ANSWER"])
def test_usual_names_may_contain_spaces(name: str) -> None:
    """Tables for human readers have such names."""
    assert find_columns(dict.fromkeys(["Question", name]), Columns()).of["answer"] == (name,)


def test_two_answer_columns_are_ambiguous() -> None:
    """Neither is chosen unless it is declared."""
    names = ["question", "answer", "label"]
    found = find_columns(dict.fromkeys(names), Columns())
    assert "answer" not in found.of
    assert found.rivals == ("answer", "label")
    declared = find_columns(dict.fromkeys(names), parse_columns(["answer=label"]))
    assert (declared.of["answer"], declared.rivals) == (("label",), ())


def test_declared_columns_have_one_role() -> None:
    """Their usual role no longer applies."""
    found = find_columns(dict.fromkeys(["question", "label"]), parse_columns(["category=label"]))
    assert found.of == {"category": ("label",), "question": ("question",)}


def test_columns_may_be_declared_several_times_and_quoted() -> None:
    """A comma in a name needs quotes, and spaces around parts are ignored."""
    found = parse_columns(['question=ask, "answer=gold, final"', "options=x,options=y"])
    assert found.of == {
        "question": ("ask",),
        "answer": ("gold, final",),
        "options": ("x", "y"),
    }


def test_a_comma_is_declared_by_itself() -> None:
    """Elsewhere it separates declarations."""
    assert parse_columns(["separator=,"]).of == {"separator": (",",)}
    found = parse_columns(["options=choices", "separator=,"])
    assert found.of == {"separator": (",",), "options": ("choices",)}
    assert parse_columns(["options=choices,separator=;"]).of["separator"] == (";",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title=x", "expected ROLE=COLUMN with a role of question, options, .*got 'title=x'"),
        ("question", "got 'question'"),
        ("question=", "got 'question='"),
        ("", "expected ROLE=COLUMN"),
        ("id=a,id=b", "expected one column for id, got 'a' and 'b'"),
    ],
)
def test_invalid_declarations_are_rejected(text: str, words: str) -> None:
    """The message lists the roles."""
    with pytest.raises(UsageError, match=words):
        parse_columns([text])


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("a", (True, {"b": None})),
        ("a.b", (True, None)),
        ("a.c", (False, None)),
        ("a.b.c", (False, None)),
        ("x.y", (True, 1)),
        ("z", (False, None)),
    ],
)
def test_paths_lead_into_objects(column: str, expected: tuple[bool, object]) -> None:
    """A name that contains a dot takes precedence; null is a value, a missing field is not."""
    assert look_up({"a": {"b": None}, "x.y": 1, "x": {"y": 2}}, column) == expected


@pytest.mark.parametrize(
    ("column", "name"), [("B", "B"), ("opt-c", "C"), ("option1", ""), ("?", "")]
)
def test_only_letters_name_options(column: str, name: str) -> None:
    """A column number does not tell where labels start counting."""
    assert option_name(column) == name


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"prompt": "ask"}, "expected columns for question, options, .*, got 'prompt'"),
        ({"question": ""}, "expected the name of a column for question, got ''"),
        ({"question": ["a", "b"]}, r"expected the name of a column for question, got \['a', 'b'\]"),
        ({"options": []}, r"expected the name of a column for options, got \[\]"),
        ({"options": ["a", 2]}, r"expected the name of a column for options, got \['a', 2\]"),
        ({"id": None}, "expected the name of a column for id, got None"),
    ],
)
def test_mappings_without_columns_are_rejected(given: dict[str, object], message: str) -> None:
    """The error names the role and quotes the value."""
    with pytest.raises(UsageError, match=message):
        declared_columns(given)


@pytest.mark.parametrize(
    ("raw", "answers"),
    [
        ({"question": "?", "Answer": "B", "answer": "A"}, ("Answer", "answer")),
        ({"question": "?", "prediction": {"answer": "B"}, "solution": "A"}, ()),
        ({"question": "?", "answer": {"options": ["a"], "correct": 0}}, ("answer.correct",)),
        ({"row": {"question": "?", "answer": "A"}}, ("row.answer",)),
        ({"question": "?", "label": "A", "answer": {"correct": 0}}, ("label",)),
    ],
)
def test_answers_are_near_the_question(raw: dict[str, object], answers: tuple[str, ...]) -> None:
    """The nested answer of a prediction is not that of the author."""
    found = find_columns(raw, Columns())
    assert found.of.get("answer", found.rivals) == answers


def test_line_break_in_a_declaration_is_wrong_usage() -> None:
    """Within quotes it is part of a name."""
    with pytest.raises(UsageError, match="on one line"):
        parse_columns(["question=a\nb"])
    assert parse_columns(['"question=a\nb"']).of == {"question": ("a\nb",)}

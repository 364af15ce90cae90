"""Single questions about a world or a context."""

from __future__ import annotations

import pytest

from geoeval import ask, read_context, understand
from geoeval.datasets.load import load_dataset, sample_path
from geoeval.datasets.records import Question
from geoeval.errors import UsageError
from geoeval.understanding import RULES, FrontEnd
from geoeval.verification.answering import answer_records
from tests.verification.builders import TOWN

FAR = "How far is Fig Hall from Old Mill as the crow flies?"
WHICH_WAY = "Which way is Fig Hall from Old Mill?"


def test_worlds_and_contexts_give_the_same_answer() -> None:
    world, _ = read_context(TOWN)
    assert ask(FAR, TOWN) == ask(FAR, world)
    assert ask(FAR, world).value == ask(FAR, world).outcome.value


@pytest.mark.no_cover
def test_sample_answers_match_those_of_solve() -> None:
    """Ids aside, this holds for questions with a text context and no query; a third is asked."""
    records = load_dataset(sample_path(), labels=False).records[::3]
    answers = answer_records(records)
    compared = 0
    for record, solved in zip(records, answers, strict=True):
        question = record.question
        if record.world is None and question.query is None:
            answer = ask(question.text, record.context, question.options)
            assert (answer.status, answer.answer, answer.value, answer.reason) == (
                solved.status,
                solved.answer,
                solved.value,
                solved.reason,
            ), question.text
            compared += 1
    assert compared > 35


@pytest.mark.parametrize(
    ("text", "options", "shown"),
    [
        (FAR, (), "<Answer: answered, 33.359 km>"),
        (WHICH_WAY, ("South", "North"), "<Answer: answered, option 1, 0.0° (N)>"),
        (FAR, ("1 km", "2 km"), "<Answer: undetermined, no_option_fits, 33.359 km>"),
        ("How far is it to bliss?", (), "<Answer: not_understood, no frame fits>"),
        ("How scenic is Fig Hall?", ("a", "b"), "<Answer: unanswerable, no_such_fact>"),
    ],
)
def test_answers_print_on_one_line(text: str, options: tuple[str, ...], shown: str) -> None:
    """The line shows the status, reason, option and value."""
    assert repr(ask(text, TOWN, options)) == shown


def test_blank_contexts_give_no_answer() -> None:
    """A blank text is not read as an empty world."""
    answer = ask(FAR, " \n")
    assert (answer.status, answer.reason) == ("undetermined", "no_context")
    assert answer.derivation is None


def test_further_front_ends_are_tried() -> None:
    """A front end is asked only where the earlier ones do not understand."""

    def read_same(_question: Question, world: object) -> object:
        return understand(Question(id=1, text=FAR), world)

    fallback = FrontEnd(name="same", understand=read_same)
    answer = ask("Fig Hall, Old-Mill-wise?", TOWN, front_ends=(RULES, fallback))
    assert (repr(answer), answer.understood_by) == ("<Answer: answered, 33.359 km>", "same")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("  ", TOWN), "expected a question in words, got '  '"),
        ((7, TOWN), "expected a question in words, got 7"),
        ((FAR, TOWN, "33 km"), "expected options as a list of strings, got '33 km'"),
        ((FAR, TOWN, [1, 2]), r"expected options as a list of strings, got \[1, 2\]"),
        ((FAR, None), "expected a World or the text of a context, got None"),
    ],
)
def test_invalid_arguments_are_rejected(arguments: tuple[object, ...], message: str) -> None:
    """The error quotes the argument."""
    with pytest.raises(UsageError, match=message):
        ask(*arguments)

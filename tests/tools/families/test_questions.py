"""Answers to questions in words, and verdicts on given answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.load import load_dataset, sample_path
from geoeval.datasets.records import Question
from geoeval.tools.failure import CallFailed
from geoeval.tools.families import questions
from geoeval.tools.families.questions import read_answer
from geoeval.verification.answer import answer_question
from geoeval.verification.contexts import read_contexts
from geoeval.verification.model import Answer
from geoeval.verification.run import verify_datasets
from geoeval.world.model import World
from tests.tools import calls
from tests.tools.town import town

TOWN = town()
NEAREST = "Which is the nearest restaurant to Town Hall?"
OPEN = "How many restaurants near Town Hall are open on Monday?"
TWO = ["Ox Inn", "Blue Door"]


@pytest.mark.no_cover
def test_verdicts_equal_those_of_verify() -> None:
    """For every third record of the sample: verdict, answer and cause."""
    sample = load_dataset(sample_path())
    records = sample.records[::3]
    judged = {item.id: item for item in verify_datasets([replace(sample, records=records)]).items}
    contexts = read_contexts(records)
    assert len(records) == len(judged) > 40
    for record in records:
        asked, item = record.question, judged[record.question.id]
        found = calls.content(
            "verify_answer",
            contexts[record.context].world,
            question=asked.text,
            options=list(asked.options),
            answer=record.label,
        )
        findings = [each for each in item.findings if not each.code.startswith("GEO2")]
        assert found["verdict"] == item.verdict
        ours = found["ours"]
        assert isinstance(ours, dict)
        assert ours.get("answer") == item.answer.answer
        assert found.get("cause") == (findings[0].cause if findings else None)


def test_question_is_answered_with_its_derivation() -> None:
    found = calls.content("answer_question", TOWN, question=NEAREST, options=TWO)
    assert (found["status"], found["answer"], found["option"]) == ("answered", 0, "Ox Inn")
    understood = found["understood"]
    assert isinstance(understood, dict)
    assert understood["query"] == {
        "ask": "best",
        "figure": {"kind": "distance"},
        "among": {
            "kind": "places", "category": "restaurant", "anchor": "Town Hall", "among": TWO
        },
    }  # fmt: skip
    assert understood["outcome"]["steps"][0].startswith("listed: Ox Inn")


def test_understood_query_can_be_solved() -> None:
    """``solve_query`` gives the same result."""
    found = calls.content("answer_question", TOWN, question=OPEN)
    understood = found["understood"]
    assert isinstance(understood, dict)
    assert understood["query"]["of"]["filters"] == [{"kind": "open", "day": "monday"}]
    asked = dict(calls.content("solve_query", TOWN, query=understood["query"]))
    assert asked.pop("used") == {"query.of.anchor": "Town Hall"}
    assert (
        asked.pop("read_as") == "the number of restaurants around Town Hall that are open on Monday"
    )
    assert asked == understood["outcome"]


def test_nested_queries_keep_their_kind() -> None:
    question = "How much farther is Old Mill from Town Hall than City Museum as the crow flies?"
    found = calls.content("answer_question", TOWN, question=question)
    understood = found["understood"]
    assert isinstance(understood, dict)
    assert understood["query"]["first"]["kind"] == "distance"
    assert found["text"] == "829.9 m"


def test_question_not_understood_lists_its_words() -> None:
    """Each word is listed once."""
    question = f"Which is the nearest purple gloopy restaurant {'gloopy ' * 50}to Town Hall?"
    found = calls.content("answer_question", TOWN, question=question, options=TWO)
    assert found["status"] == "not_understood"
    assert found["unexplained"] == ["purple", "gloopy"]
    assert "understood" not in found


def test_answer_has_probability_and_assumptions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def answer_likely(question: Question, world: World) -> Answer:
        found = answer_question(question, world)
        return replace(found, probability=0.83, assumptions=('"again" does not narrow the answer',))

    monkeypatch.setattr(questions, "answer_question", answer_likely)
    found = calls.content("answer_question", TOWN, question=NEAREST, options=TWO)
    assert found["probability"] == 0.83
    assert found["assumptions"] == ['"again" does not narrow the answer']


def test_question_without_an_answer_is_unanswerable() -> None:
    question = "Which is the nearest hotel to Town Hall?"
    found = calls.content("answer_question", TOWN, question=question, options=TWO)
    assert (found["status"], found["answer"]) == ("unanswerable", -1)
    assert "option" not in found
    assert found["detail"] == "the context has no list of 'hotel' around Town Hall"


@pytest.mark.parametrize(
    ("answer", "options", "verdict", "given"),
    [
        ("B", ["1", "2", "3"], "supported", 1),
        ("2", [1, 2, 3], "supported", 1),
        (0, ["1", "2", "3"], "contradicted", 0),
        ("unanswerable", ["1", "2", "3"], "contradicted", -1),
        ("2", '["1", "2"]', "supported", 1),
        (2, [], "supported", "2"),
        ("three", [], "contradicted", "three"),
        ("", [], "undetermined", ""),
    ],
)
def test_answer_gets_a_verdict(
    answer: object, options: object, verdict: str, given: int | str
) -> None:
    """It is compared by option or, without options, by value."""
    found = calls.content("verify_answer", TOWN, question=OPEN, options=options, answer=answer)
    assert (found["verdict"], found["given"]) == (verdict, given)


def test_wrong_answer_has_a_cause_and_evidence() -> None:
    found = calls.content("verify_answer", TOWN, question=OPEN, options=["2", "3"], answer="3")
    assert found["cause"] == "off_by_one_count"
    assert "counted: 2" in str(found["evidence"])


@pytest.mark.parametrize("answer", ["D", 7, True, None, 1.5])
def test_answer_without_an_option_is_rejected(answer: object) -> None:
    failed = calls.failure("verify_answer", TOWN, question=OPEN, options=["1", "2"], answer=answer)
    assert failed.kind == "fix_arguments"
    assert failed.arguments[0].argument == "answer"


def test_true_is_read_as_yes() -> None:
    question = "Is City Museum open on Monday at 3 PM?"
    found = calls.content(
        "verify_answer", TOWN, question=question, options=["No", "Yes"], answer=True
    )
    assert (found["verdict"], found["given"]) == ("supported", 1)


def test_options_have_limited_number_and_length() -> None:
    failed = calls.failure("answer_question", TOWN, question=OPEN, options=["x"] * 27)
    assert failed.arguments[0].argument == "options"
    failed = calls.failure("answer_question", TOWN, question=OPEN, options=["1", "x" * 501])
    assert failed.arguments[0].argument == "options[1]"


@pytest.mark.parametrize("answer", [-1, "-1", "unanswerable"])
def test_unanswerable_may_be_given_without_options(answer: int | str) -> None:
    """It is right if the map lacks the fact."""
    height = calls.content("verify_answer", TOWN, question="How high is Town Hall?", answer=answer)
    assert (height["verdict"], height["given"]) == ("supported", -1)
    asked = "What is the straight-line distance between Town Hall and Old Mill?"
    distance = calls.content("verify_answer", TOWN, question=asked, answer=answer)
    assert distance["verdict"] == "contradicted"


@pytest.mark.parametrize("count", [27, 150])
def test_limit_of_options_is_reported(count: int) -> None:
    """There is one letter per option."""
    fault = calls.fault("answer_question", TOWN, question=NEAREST, options=["Ox Inn"] * count)
    assert fault == ("options", "at most 26 items", str(count))


FIGURES = ["3", "4", "5"]
NAMES = ["Ox Inn", "Blue Door", "Unanswerable"]


@pytest.mark.parametrize(
    ("answer", "options", "index"),
    [
        (2, FIGURES, 2),
        (-1, FIGURES, -1),
        ("4", FIGURES, 1),
        ("0", FIGURES, 0),
        ("-1", ["1", "2"], -1),
        ("b", NAMES, 1),
        ("(B)", NAMES, 1),
        ("Option A", NAMES, 0),
        ("B. blue  door", NAMES, 1),
        (" ox  inn ", NAMES, 0),
        ("unanswerable", NAMES, 2),
        ("Unanswerable", FIGURES, -1),
        ("c", ["b", "c", "a"], 1),
        ("same", ["same", "Same"], 0),
    ],
)
def test_answer_may_be_a_text_letter_or_number(
    answer: int | str, options: list[str], index: int
) -> None:
    """A text takes precedence over a letter, and a letter over a number."""
    assert read_answer(answer, options) == index


@pytest.mark.parametrize(
    ("answer", "options"),
    [(3, FIGURES), (-2, FIGURES), ("9", FIGURES), ("Z", NAMES), ("B. Ox Inn", NAMES), ("", NAMES)],
)
def test_invalid_answer_is_rejected(answer: int | str, options: list[str]) -> None:
    with pytest.raises(CallFailed, match="expected the number of an option, 0 to 2"):
        read_answer(answer, options)

"""Questions in words: their answers, and whether an answer is right."""

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
from geoeval.verification.run import verify_dataset
from geoeval.world.model import World
from tests.tools import calls
from tests.tools.town import town

TOWN = town()
NEAREST = "Which is the nearest restaurant to Town Hall?"
OPEN = "How many restaurants near Town Hall are open on Monday?"
TWO = ["Ox Inn", "Blue Door"]


@pytest.mark.no_cover
def test_verdicts_are_those_of_verify() -> None:
    """For every record of the sample: the verdict, the answer, the cause and the evidence."""
    judged = {item.id: item for item in verify_dataset(sample_path()).items}
    records = load_dataset(sample_path()).records
    contexts = read_contexts(records)
    assert len(records) == len(judged) > 100
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


def test_a_question_is_answered_with_its_derivation() -> None:
    """The option, the query that was understood, and how it was solved."""
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


def test_the_query_understood_can_be_asked_again() -> None:
    """``solve_query`` takes it, tags of filters included, and comes to the same."""
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


def test_nested_queries_are_told_whole() -> None:
    """A part of a query keeps its kind."""
    question = "How much farther is Old Mill from Town Hall than City Museum as the crow flies?"
    found = calls.content("answer_question", TOWN, question=question)
    understood = found["understood"]
    assert isinstance(understood, dict)
    assert understood["query"]["first"]["kind"] == "distance"
    assert found["text"] == "829.9 m"


def test_a_question_that_is_not_understood_says_why() -> None:
    """The words left over are named, each once and not without end."""
    question = f"Which is the nearest purple gloopy restaurant {'gloopy ' * 50}to Town Hall?"
    found = calls.content("answer_question", TOWN, question=question, options=TWO)
    assert found["status"] == "not_understood"
    assert found["unexplained"] == ["purple", "gloopy"]
    assert "understood" not in found


def test_how_likely_a_reading_is_and_what_it_leaves_out_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def answer_likely(question: Question, world: World) -> Answer:
        found = answer_question(question, world)
        return replace(found, probability=0.83, assumptions=('"again" does not narrow the answer',))

    monkeypatch.setattr(questions, "answer_question", answer_likely)
    found = calls.content("answer_question", TOWN, question=NEAREST, options=TWO)
    assert found["probability"] == 0.83
    assert found["assumptions"] == ['"again" does not narrow the answer']


def test_a_question_without_an_answer_is_unanswerable() -> None:
    """What the map lacks is said."""
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
def test_an_answer_is_judged(
    answer: object, options: object, verdict: str, given: int | str
) -> None:
    """By option or, where there are none, by value."""
    found = calls.content("verify_answer", TOWN, question=OPEN, options=options, answer=answer)
    assert (found["verdict"], found["given"]) == (verdict, given)


def test_a_wrong_answer_is_told_why_with_evidence() -> None:
    """The cause is the one that verification names."""
    found = calls.content("verify_answer", TOWN, question=OPEN, options=["2", "3"], answer="3")
    assert found["cause"] == "off_by_one_count"
    assert "counted: 2" in str(found["evidence"])


@pytest.mark.parametrize("answer", ["D", 7, True, None, 1.5])
def test_an_answer_that_names_no_option_is_refused(answer: object) -> None:
    """It can be mended."""
    failed = calls.failure("verify_answer", TOWN, question=OPEN, options=["1", "2"], answer=answer)
    assert failed.kind == "fix_arguments"
    assert failed.arguments[0].argument == "answer"


def test_yes_is_a_text() -> None:
    """A model may answer true where the options are yes and no."""
    question = "Is City Museum open on Monday at 3 PM?"
    found = calls.content(
        "verify_answer", TOWN, question=question, options=["No", "Yes"], answer=True
    )
    assert (found["verdict"], found["given"]) == ("supported", 1)


def test_options_are_bounded() -> None:
    """Neither many nor long ones are read."""
    failed = calls.failure("answer_question", TOWN, question=OPEN, options=["x"] * 27)
    assert failed.arguments[0].argument == "options"
    failed = calls.failure("answer_question", TOWN, question=OPEN, options=["1", "x" * 501])
    assert failed.arguments[0].argument == "options[1]"


@pytest.mark.parametrize("answer", [-1, "-1", "unanswerable"])
def test_unanswerable_is_an_answer_without_options_too(answer: int | str) -> None:
    """It is right where the map has no such fact, and wrong where it has."""
    high = calls.content("verify_answer", TOWN, question="How high is Town Hall?", answer=answer)
    assert (high["verdict"], high["given"]) == ("supported", -1)
    asked = "What is the straight-line distance between Town Hall and Old Mill?"
    far = calls.content("verify_answer", TOWN, question=asked, answer=answer)
    assert far["verdict"] == "contradicted"


@pytest.mark.parametrize("count", [27, 150])
def test_options_have_one_limit(count: int) -> None:
    """A letter each; the same is said of a few too many and of ever so many."""
    refused = calls.failure("answer_question", TOWN, question=NEAREST, options=["Ox Inn"] * count)
    assert refused.message == f"options: expected at most 26 items, got {count}"


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
def test_an_answer_is_a_number_a_letter_or_a_text(
    answer: int | str, options: list[str], index: int
) -> None:
    """What an option says goes before its letter, and that before its number."""
    assert read_answer(answer, options) == index


@pytest.mark.parametrize(
    ("answer", "options"),
    [(3, FIGURES), (-2, FIGURES), ("9", FIGURES), ("Z", NAMES), ("B. Ox Inn", NAMES), ("", NAMES)],
)
def test_an_answer_that_is_none_of_them_is_refused(answer: int | str, options: list[str]) -> None:
    """The message says what may be said."""
    with pytest.raises(
        CallFailed, match="answer: expected the number of an option, 0 to 2, its lett"
    ):
        read_answer(answer, options)

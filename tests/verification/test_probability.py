"""Probabilities that answers of the trained model need, and when the model is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import Question
from geoeval.query.algebra import Distance, Fact, Travel, TravelLeg, Unanswerable, Value
from geoeval.query.conventions import DEFAULT
from geoeval.understanding.learned.reader import LEARNED
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.readings import Interpretation
from geoeval.understanding.understand import RULES, FrontEnd
from geoeval.verification import answer as answering
from geoeval.verification.answer import (
    LIKELY,
    POSSIBLE,
    answer_query,
    answer_question,
    probability_of,
)
from geoeval.verification.judging import judge as judging
from geoeval.verification.judging.judge import SUPPORTING, judge
from geoeval.verification.model import Answer
from geoeval.verification.pooling import SolvedReading
from geoeval.verification.weighing import (
    CONVINCING,
)
from geoeval.world.model import Leg, TravelMode, World
from geoeval.world.reader import read_context
from tests.verification.builders import TOWN, record
from tests.verification.judging.test_judge import INNS, NEAREST

FAR = Value(figure=Distance(origin="Old Mill", destination="Fig Hall"))
NONE = Unanswerable(fact="scenery", words="scenic")
QUESTION = Question(
    id=1, text="How far is Fig Hall from Old Mill as the crow flies?", options=("5 km", "33.359 km")
)
WORLD = read_context(TOWN)[0]
STEP = 0.001


def solved(query: Value | Unanswerable, *, left_over: tuple[str, ...] = ()) -> SolvedReading:
    """Return a reading with the outcome of its query."""
    reading = Interpretation(query=query, score=1.0, assumptions=left_over)
    return SolvedReading(reading, answer_query(query, QUESTION, WORLD))


def answered(monkeypatch: pytest.MonkeyPatch, *found: tuple[SolvedReading, float]) -> Answer:
    """Answer the question from readings with the given probabilities."""
    monkeypatch.setattr(answering, "pool_outcomes", lambda *_: list(found))
    readings = tuple(each.reading for each, _ in found)
    front_end = FrontEnd(name="learned", understand=lambda *_: readings)
    return answer_question(QUESTION, WORLD, DEFAULT, (front_end,))


@pytest.mark.parametrize(("share", "answer"), [(LIKELY, 1), (LIKELY - STEP, None)])
def test_answers_need_a_minimum_probability(
    monkeypatch: pytest.MonkeyPatch, share: float, answer: int | None
) -> None:
    assert answered(monkeypatch, (solved(FAR), share)).answer == answer


def test_unlikely_answers_are_rivals_of_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    found = answered(monkeypatch, (solved(FAR), 0.6), (solved(NONE), 0.4))
    assert (found.answer, found.reason) == (None, "readings_differ")
    assert [(each.answer, each.probability) for each in found.rivals] == [(1, 0.6), (-1, 0.4)]


def test_the_trained_model_alone_calls_no_question_unanswerable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The missing fact is the reason that it is open."""
    found = answered(monkeypatch, (solved(NONE), 1.0))
    assert (found.status, found.answer, found.reason) == ("undetermined", None, "no_such_fact")


def test_unanswerable_needs_every_word_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = solved(NONE, left_over=('"bliss" does not narrow the answer',))
    answer = answered(monkeypatch, (reading, 1.0))
    assert (answer.status, answer.detail) == (
        "not_understood",
        '"bliss" does not narrow the answer',
    )


@pytest.mark.parametrize(("share", "rivals"), [(POSSIBLE, 1), (POSSIBLE - STEP, 0)])
def test_rivals_need_a_minimum_probability(
    monkeypatch: pytest.MonkeyPatch, share: float, rivals: int
) -> None:
    answer = answered(monkeypatch, (solved(FAR), 0.9), (solved(NONE), share))
    assert len(answer.rivals) == rivals


def test_model_readings_alone_give_no_finding() -> None:
    """The same label is a finding where the query is given."""
    labelled = record("Fig Inn", "Ox Inn", label=1, query=NEAREST, context=INNS)
    world = read_context(INNS)[0]
    found = answer_question(labelled.question, world)
    assert judge(labelled, found, world).verdict == "conditional"
    likely = replace(found, understood_by="learned", probability=1.0)
    unread = record("Fig Inn", "Ox Inn", label=1, text="Zorgle the quumble?", context=INNS)
    assert judge(unread, likely, world).verdict == "undetermined"


@pytest.mark.parametrize(
    ("probability", "verdict"), [(SUPPORTING, "contradicted"), (SUPPORTING + STEP, "undetermined")]
)
def test_likely_labels_are_not_contradicted(
    monkeypatch: pytest.MonkeyPatch, probability: float, verdict: str
) -> None:
    wrong = record(*QUESTION.options, label=0, text=QUESTION.text)
    found = answer_question(wrong.question, WORLD, DEFAULT, (RULES,))
    monkeypatch.setattr(judging, "probability_of", lambda *_: probability)
    assert judge(wrong, found, WORLD).verdict == verdict


def test_right_labels_are_likely_and_wrong_ones_are_not() -> None:
    right, wrong = (probability_of(label, (), QUESTION, WORLD) for label in (1, 0))
    assert right > LIKELY > wrong
    carried = answer_question(QUESTION, WORLD, DEFAULT, (LEARNED,)).readings
    assert probability_of(1, carried, QUESTION, WORLD) == right
    blank = Question(id=1, text="?", options=QUESTION.options)
    assert probability_of(0, (), blank, WORLD) == 0.0


@pytest.mark.parametrize("left_over", [(), ('"quaint" does not narrow the answer',)])
@pytest.mark.parametrize(("share", "answer"), [(CONVINCING, 1), (CONVINCING - STEP, None)])
def test_model_overrides_missing_facts_when_probable(
    monkeypatch: pytest.MonkeyPatch, share: float, answer: int | None, left_over: tuple[str, ...]
) -> None:
    lacking = Value(figure=Fact(place="Old Mill", fact="phone"))
    reading = solved(FAR, left_over=left_over)
    monkeypatch.setattr(answering, "pool_outcomes", lambda *_: [(reading, share)])
    model = replace(LEARNED, understand=lambda *_: (reading.reading,))
    monkeypatch.setattr(answering, "LEARNED", model)
    rules = FrontEnd(name="rules", understand=lambda *_: lacking)
    assert answer_question(QUESTION, WORLD, DEFAULT, (rules, model)).answer == answer


def counting_model(counts: list[str]) -> FrontEnd:
    """Return a model that reads nothing and counts how often it is asked."""

    def understand(question: Question, _world: object) -> NotUnderstood:
        counts.append(question.text)
        return NotUnderstood(reason="none")

    return replace(LEARNED, understand=understand)


@pytest.mark.parametrize(
    ("text", "options", "times"),
    [
        (QUESTION.text, QUESTION.options, 0),
        (QUESTION.text, ("1 km", "2 km"), 0),
        (f"I am not tired. {QUESTION.text}", QUESTION.options, 1),
        ("Zorgle the quumble?", QUESTION.options, 1),
    ],
)
def test_model_is_asked_where_rules_are_unsure(
    monkeypatch: pytest.MonkeyPatch, text: str, options: tuple[str, ...], times: int
) -> None:
    counts: list[str] = []
    model = counting_model(counts)
    monkeypatch.setattr(answering, "LEARNED", model)
    question = Question(id=1, text=text, options=options)
    answer_question(question, WORLD, DEFAULT, (RULES, model))
    assert len(counts) == times


def walk(origin: str, destination: str) -> Value:
    leg = TravelLeg(origin=origin, destination=destination, mode=TravelMode.WALKING)
    return Value(figure=Travel(legs=(leg,)))


THERE, BACK = walk("Old Mill", "Fig Hall"), walk("Fig Hall", "Old Mill")
HILL = World(
    places=WORLD.places,
    legs=tuple(
        Leg(origin=a, destination=b, mode=TravelMode.WALKING, duration_s=60.0 * minutes)
        for a, b, minutes in (("Old Mill", "Fig Hall", 20), ("Fig Hall", "Old Mill", 30))
    ),
)
MINUTES = ("20 minutes", "30 minutes")


@pytest.mark.parametrize(
    ("first", "second", "options", "share", "answer"),
    [
        (THERE, BACK, MINUTES, LIKELY, None),
        (THERE, BACK, MINUTES, LIKELY - STEP, 0),
        (THERE, THERE, MINUTES, LIKELY, 0),
        (FAR, Fact(place="Old Mill", fact="phone"), QUESTION.options, 1.0, 1),
    ],
)
def test_journeys_stay_open_where_the_model_disagrees(
    monkeypatch: pytest.MonkeyPatch,
    first: Value,
    second: Value | Fact,
    options: tuple[str, ...],
    share: float,
    answer: int | None,
) -> None:
    text = "From Old Mill to Fig Hall, and from Fig Hall to Old Mill?"
    question = Question(id=1, text=text, options=options)
    other = second if isinstance(second, Value) else Value(figure=second)
    reading = Interpretation(query=other, score=1.0)
    outcome = SolvedReading(reading, answer_query(other, question, HILL))
    monkeypatch.setattr(answering, "pool_outcomes", lambda *_: [(outcome, share)])
    model = replace(LEARNED, understand=lambda *_: (reading,))
    monkeypatch.setattr(answering, "LEARNED", model)
    rules = FrontEnd(name="rules", understand=lambda *_: first)
    assert answer_question(question, HILL, DEFAULT, (rules, model)).answer == answer


def test_missing_facts_are_the_reason_why_a_label_is_not_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An author can add the fact; that the rules read the question otherwise helps nobody."""
    unknown = Value(figure=Distance(origin="Old Mill", destination="Elm Court"))
    answer = answered(monkeypatch, (solved(unknown), 1.0))
    judgement = judge(replace(record(label=1), question=QUESTION), answer, WORLD)
    assert (judgement.verdict, judgement.reason) == ("undetermined", "unknown_place")

"""The trained reader as it ships: readings, probabilities, and contradicted labels."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner
from typer.main import get_command

from geoeval import Leg, Place, World, ask
from geoeval.cli.main import app
from geoeval.datasets.load import load_datasets, sample_path
from geoeval.datasets.records import Question
from geoeval.query.algebra import Distance, Fact, Value
from geoeval.understanding.learned.model import rank_candidates
from geoeval.understanding.learned.question import AskedQuestion
from geoeval.understanding.learned.reader import LEARNED, WEIGHTS, likeliest_readings, shipped_model
from geoeval.understanding.readings import Interpretation
from geoeval.understanding.understand import FrontEnd
from geoeval.verification.answer import LIKELY, POSSIBLE
from geoeval.verification.answering import Run
from geoeval.verification.model import Answer
from geoeval.verification.pooling import SCORE, SolvedReading, pool_outcomes
from geoeval.verification.run import verify_datasets
from geoeval.world.model import TravelMode

MAX_BYTES = 3_000_000
TOWN = World(
    places=(
        Place(name="Old Mill", location=(60.2, 24.9), rating=4.1),
        Place(name="Fig Hall", location=(60.1, 24.9), rating=3.9),
    ),
    legs=(
        Leg(origin="Old Mill", destination="Fig Hall", mode=TravelMode.DRIVING, duration_s=1500.0),
    ),
)


def test_the_weights_are_small_and_can_be_loaded() -> None:
    assert WEIGHTS.stat().st_size <= MAX_BYTES
    assert shipped_model().outcomes[SCORE] > 0


@pytest.mark.parametrize(
    ("text", "options", "right"),
    [
        ("What is the straight-line distance between Old Mill and Fig Hall?", ["5 km", "11 km"], 1),
        ("How long is the drive from Old Mill to Fig Hall?", ["25 mins", "40 mins"], 0),
        ("What is the rating of Old Mill?", ["3.9", "4.1"], 1),
    ],
)
def test_plain_questions_are_answered(text: str, options: list[str], right: int) -> None:
    answer = ask(text, TOWN, options, front_ends=(LEARNED,))
    assert answer.answer == right
    assert answer.understood_by == "learned"
    assert answer.probability is not None
    assert LIKELY <= answer.probability <= 1
    assert all(POSSIBLE <= rival.probability < answer.probability for rival in answer.rivals)


def test_readings_are_distinct_and_ordered_by_score() -> None:
    question = Question(id=1, text="How far is Fig Hall from Old Mill?", options=("5 km", "11 km"))
    found = likeliest_readings(AskedQuestion(question, TOWN), shipped_model())
    scores = [each.score for each in found]
    assert scores == sorted(scores, reverse=True)
    assert len({each.query for each in found}) == len(found)


def test_scores_are_integers() -> None:
    question = Question(id=1, text="How far is Fig Hall from Old Mill?", options=("5 km", "11 km"))
    assert all(
        isinstance(score, int)
        for score, _ in rank_candidates(shipped_model(), AskedQuestion(question, TOWN))
    )


def _solved(score: float, answer: int | None) -> SolvedReading:
    query = Value(figure=Distance(origin="Old Mill", destination="Fig Hall"))
    found = ask("How far is Fig Hall from Old Mill?", TOWN, ["5 km", "11 km"])
    reading = Interpretation(query=query, score=score)
    return SolvedReading(reading, replace(found, answer=answer, status="answered"))


def test_probabilities_of_equal_answers_add_up() -> None:
    readings = [_solved(1.0, 0), _solved(0.9, 1), _solved(0.9, 1)]
    (first, share), (other, rest) = pool_outcomes(readings, {SCORE: 1.0})
    assert (first.answer.answer, other.answer.answer) == (1, 0)
    assert share > 0.5 > rest
    assert share + rest == pytest.approx(1.0)


def test_a_reading_without_an_answer_keeps_its_probability() -> None:
    found = pool_outcomes(
        [_solved(1.0, 0), replace(_solved(1.0, None), answer=ask("?", TOWN))], {SCORE: 1}
    )
    assert [each.answer.answer for each, _ in found] == [0]
    assert found[0][1] == pytest.approx(0.5)


def test_the_trained_reader_alone_contradicts_no_label() -> None:
    report = verify_datasets(load_datasets(str(sample_path())), Run(front_ends=(LEARNED,)))
    assert {item.verdict for item in report.items} == {"supported", "undetermined"}


def test_the_command_line_shows_the_probability() -> None:
    path = str(sample_path())
    arguments = ["solve", path, "--understand", "learned", "--id", "2"]
    result = CliRunner().invoke(get_command(app), arguments)
    assert "understood by learned, probability" in result.output


def test_an_empty_model_name_is_rejected() -> None:
    arguments = ["solve", str(sample_path()), "--understand", "learned+"]
    result = CliRunner().invoke(get_command(app), arguments)
    assert "expected --understand rules, learned, MODEL" in str(result.exception)


def _answer_of_readings(*queries: Value, options: list[str]) -> Answer:
    readings = tuple(Interpretation(query=query, score=1.0) for query in queries)
    front_end = FrontEnd(name="fixed", understand=lambda _question, _world: readings)
    return ask("How far is Fig Hall?", TOWN, options, front_ends=(front_end,))


def test_readings_without_answers_leave_it_undetermined() -> None:
    far = Value(figure=Distance(origin="Old Mill", destination="Fig Hall"))
    answer = _answer_of_readings(far, options=["900 km", "700 km"])
    assert (answer.status, answer.probability) == ("undetermined", None)


def test_an_unlikely_answer_is_not_given() -> None:
    rating = [Value(figure=Fact(place=name, fact="rating")) for name in ("Old Mill", "Fig Hall")]
    near = Value(figure=Fact(place="Fig Hall", fact="address"))
    certain = _answer_of_readings(rating[0], options=["4.1", "3.9"])
    assert (certain.answer, certain.probability) == (0, 1.0)
    uncertain = _answer_of_readings(near, *rating, options=["4.1", "3.9"])
    assert (uncertain.answer, uncertain.reason) == (None, "readings_differ")
    assert uncertain.probability is not None
    assert uncertain.probability < LIKELY
    assert "it may ask for" in uncertain.detail

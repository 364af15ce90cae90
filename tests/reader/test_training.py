"""A small reader is trained, finds the queries of its examples, and is reproducible."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.reader.records import Record, make_records
from benchmarks.reader.train import Prepared, fit_outcomes, prepare, train
from benchmarks.reader.wordings import read_examples
from geoeval import Question
from geoeval.query.algebra import Query
from geoeval.query.solve import parse_query
from geoeval.understanding.learned.model import Model
from geoeval.understanding.learned.parts import canonical_query
from geoeval.understanding.learned.question import AskedQuestion
from geoeval.understanding.learned.reader import likeliest_readings
from geoeval.verification.answer import answer_query
from geoeval.verification.pooling import SolvedReading, pool_outcomes

_FORMS = ("distance", "direction", "nearest", "rated_best", "travel_time", "finish_2")
_WORDINGS_PER_FORM = 9


@pytest.fixture(scope="module")
def records() -> list[Record]:
    examples = read_examples()
    chosen = [
        e for form in _FORMS for e in [x for x in examples if x.form == form][:_WORDINGS_PER_FORM]
    ]
    return list(make_records(chosen, seed=5))


@pytest.fixture(scope="module")
def data(records: list[Record]) -> list[Prepared]:
    found = (
        prepare(each.text, each.options, each.world, each.query, number)
        for number, each in enumerate(records)
    )
    return [each for each in found if each is not None]


def test_the_right_query_is_among_the_candidates(
    records: list[Record], data: list[Prepared]
) -> None:
    assert len(records) > 0.9 * len(_FORMS) * _WORDINGS_PER_FORM
    assert len(data) >= 0.95 * len(records)


def _plain(query: Query) -> str:
    return canonical_query(query.model_dump(mode="json", exclude_none=True))


def test_a_trained_model_ranks_the_right_query_first(
    records: list[Record], data: list[Prepared], tmp_path: Path
) -> None:
    model = train(data)
    again = train(data)
    assert np.array_equal(model.values, again.values)
    assert np.array_equal(model.features, again.features)
    model.save(tmp_path / "weights.npz")
    loaded = Model.load(tmp_path / "weights.npz")
    outcomes = []
    first = 0
    for record in records:
        question = Question(id=1, text=record.text, options=record.options)
        readings = likeliest_readings(AskedQuestion(question, record.world), loaded)
        assert readings == likeliest_readings(AskedQuestion(question, record.world), model)
        first += _plain(readings[0].query) == _plain(parse_query(record.query))
        solved = [SolvedReading(r, answer_query(r.query, question, record.world)) for r in readings]
        outcomes.append((solved, record.answer))
    assert first >= 0.7 * len(records)  # of six forms, from nine wordings of each
    weights = fit_outcomes(outcomes)
    found = [(pool_outcomes(each, weights), answer) for each, answer in outcomes]
    decided = [bool(best) and best[0][0].key == answer for best, answer in found]
    assert sum(decided) >= 0.7 * len(outcomes)

"""A small reader, trained anew: it finds the queries of its examples, and is the same twice."""

from __future__ import annotations

import numpy as np
import pytest

from geoeval.verification.pooling import fit_decider, solve_likeliest
from geoeval.understanding.learned.parts import canonical
from benchmarks.reader.records import Record, make_records, read_examples, read_forms
from geoeval.understanding.learned.asked import Asked
from benchmarks.reader.train import Prepared, prepare, rank, train
from geoeval import Question

_FORMS = ("distance", "direction", "nearest", "rated_best", "travel_time", "finish_2")
_EACH = 9


@pytest.fixture(scope="module")
def records() -> list[Record]:
    examples = read_examples()
    some = [e for form in _FORMS for e in [x for x in examples if x.form == form][:_EACH]]
    return list(make_records(some, read_forms(), 1, seed=5))


@pytest.fixture(scope="module")
def data(records: list[Record]) -> list[Prepared]:
    found = (
        prepare(each.text, each.options, each.world, each.query, None, number)
        for number, each in enumerate(records)
    )
    return [each for each in found if each is not None]


def test_the_right_query_is_among_the_candidates(
    records: list[Record], data: list[Prepared]
) -> None:
    assert len(records) > 0.9 * len(_FORMS) * _EACH
    assert len(data) >= 0.95 * len(records)


def test_a_trained_model_ranks_the_right_query_first(
    records: list[Record], data: list[Prepared]
) -> None:
    model = train(data)
    again = train(data)
    assert np.array_equal(model.beside, again.beside)
    assert np.array_equal(model.features, again.features)
    first = [
        rank(model, Asked(Question(id=1, text=r.text, options=r.options), r.world))[0][1]
        for r in records
    ]
    right = [canonical(p.value) == canonical(r.query) for p, r in zip(first, records, strict=True)]
    assert sum(right) >= 0.7 * len(records)  # of six forms, from nine wordings of each
    outcomes = [
        (solve_likeliest(model, Question(id=1, text=r.text, options=r.options), r.world), r.answer)
        for r in records[::4]
    ]
    decider = fit_decider(outcomes)
    decided = [decider.decide(each)[0] == answer for each, answer in outcomes]
    assert sum(decided) >= 0.7 * len(outcomes)

"""Train the learned reader, measure it on authors held out, and write its weights.

    python -m benchmarks.reader [--held local,expert] [--output FILE]

It is trained twice, the second time against what the first takes for likely. How readings come
out is weighed by texts of the authors held out. Texts of MapEval are never trained on.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from benchmarks.reader.corpora import of_corpora
from benchmarks.reader.records import Record, make_records
from benchmarks.reader.train import Prepared, fit_outcomes, prepare, prepare_again, train
from benchmarks.reader.wordings import Example, join_parts, read_examples
from geoeval.datasets.records import Question
from geoeval.understanding.learned.model import Model
from geoeval.understanding.learned.question import AskedQuestion
from geoeval.understanding.learned.reader import WEIGHTS, likeliest_readings
from geoeval.verification.answer import answer_query
from geoeval.verification.pooling import SolvedReading, pool_outcomes

_WITHOUT_OPTIONS = 8  # one record of so many is also asked without options
_JOINED = 3  # wordings that are joined of each carrier
_BARS = (0.0, 0.5, 0.9)
_SEED, _OTHER_SEED = 7, 9
Item = TypeVar("Item")
Result = TypeVar("Result")
Solved = list[tuple[list[SolvedReading], int]]


def in_processes(call: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """Return what a function returns for each item."""
    with multiprocessing.Pool() as pool:
        return pool.map(call, items, chunksize=16)


def _prepared(work: tuple[int, Record]) -> Prepared | None:
    number, r = work
    return prepare(r.text, r.options, r.world, r.query, number)


def _prepared_again(model: Model, work: tuple[Prepared, Record]) -> Prepared:
    prepared, r = work
    return prepare_again(prepared, r.text, r.options, r.world, r.query, model)


def _solved(model: Model, record: Record) -> list[SolvedReading]:
    question = Question(id=1, text=record.text, options=record.options)
    found = likeliest_readings(AskedQuestion(question, record.world), model)
    return [SolvedReading(r, answer_query(r.query, question, record.world)) for r in found]


def training_records(examples: list[Example]) -> list[Record]:
    """Return the records of examples, some also without options, and those of our collections."""
    made = list(make_records(examples, _SEED))
    return [*made, *(replace(each, options=()) for each in made[::_WITHOUT_OPTIONS]), *of_corpora()]


def trained(records: list[Record]) -> Model:
    """Return the model of some records."""
    pairs = zip(in_processes(_prepared, list(enumerate(records))), records, strict=True)
    found = [(prepared, record) for prepared, record in pairs if prepared is not None]
    print(f"{len(found)} of {len(records)} records have their query among the candidates")
    model = train([prepared for prepared, _ in found])
    return train(in_processes(partial(_prepared_again, model), found))


def shares(data: Solved, weights: Mapping[str, float]) -> str:
    """Return how many are right, of all and of those that are likely enough."""
    decided = []
    for outcomes, right in data:
        found = pool_outcomes(outcomes, weights)
        decided.append((found[0][0].key == right, found[0][1]) if found else (False, 0.0))
    parts = []
    for bar in _BARS:
        likely = [is_right for is_right, share in decided if share >= bar]
        parts.append(f"p >= {bar}: {sum(likely)} of {len(likely)}")
    return ", ".join(parts)


def main() -> None:
    """Train, measure, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reader", description=__doc__)
    parser.add_argument(
        "--held", default="local,expert", help="authors to measure on and to weigh outcomes by"
    )
    parser.add_argument("--output", type=Path, default=WEIGHTS, help="where the weights go")
    args = parser.parse_args()
    held = set(args.held.split(","))
    start = time.perf_counter()
    examples = [*read_examples(), *join_parts(_JOINED, _SEED)]
    model = trained(training_records([each for each in examples if each.author not in held]))
    theirs = [each for each in examples if each.author in held]
    tests = list(make_records(theirs, _OTHER_SEED))
    outcomes = in_processes(partial(_solved, model), tests)
    data = list(zip(outcomes, (record.answer for record in tests), strict=True))
    print(f"texts of {', '.join(sorted(held))}: {shares(data[1::2], fit_outcomes(data[::2]))}")
    model.outcomes.update(fit_outcomes(data))
    model.save(args.output)
    size, seconds = args.output.stat().st_size, time.perf_counter() - start
    print(f"{args.output}: {size:,} bytes, {seconds:.0f} s")


if __name__ == "__main__":
    main()

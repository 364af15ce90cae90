"""Train the learned reader on all authors but some, and measure it on those and on other texts.

    python -m benchmarks.reader --held local,expert

It is an experiment: nothing in the package uses it. Texts of the benchmark are never trained on.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Sequence
from itertools import starmap

from benchmarks.reader.records import Record, make_records, read_examples, read_forms
from benchmarks.reader.train import Prepared, prepare, train
from geoeval import Question
from geoeval.understanding.learned.model import Model
from geoeval.verification.pooling import Decider, Outcome, fit_decider, solve_likeliest

_BARS = (0.0, 0.5, 0.8)


def prepared(records: Sequence[Record]) -> list[Prepared]:
    """Return the records whose right query is among the candidates, ready for training."""
    work = [(r.text, r.options, r.world, r.query, None, n) for n, r in enumerate(records)]
    with multiprocessing.Pool() as pool:
        found = pool.starmap(prepare, work, chunksize=16)
    return [each for each in found if each is not None]


def solved(model: Model, records: Sequence[Record]) -> list[tuple[list[Outcome], int]]:
    """Return the outcomes of the likeliest candidates of records, each with the right option."""
    work = [(model, Question(id=1, text=r.text, options=r.options), r.world) for r in records]
    return list(zip(starmap(solve_likeliest, work), (r.answer for r in records), strict=True))


def shares(decider: Decider, data: Sequence[tuple[list[Outcome], int]]) -> str:
    """Return how many are right, of all and of those that are likely enough."""
    decided = [(*decider.decide(outcomes), right) for outcomes, right in data]
    parts = []
    for bar in _BARS:
        likely = [answer == right for answer, share, right in decided if share >= bar]
        parts.append(f"p >= {bar}: {sum(likely)} of {len(likely)}")
    return ", ".join(parts)


def main() -> None:
    """Train, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reader", description=__doc__)
    parser.add_argument("--held", default="local,expert", help="authors to measure on")
    held = set(parser.parse_args().held.split(","))
    start = time.perf_counter()
    forms, examples = read_forms(), read_examples()
    records = list(make_records([e for e in examples if e.author not in held], forms, 1, seed=7))
    data = prepared(records)
    print(f"{len(data)} of {len(records)} records have the right query among 400 candidates")
    model = train(data)
    print(f"{len(model.atoms)} atoms, {len(model.grams)} runs of words")
    tests = list(make_records([e for e in examples if e.author in held], forms, 1, seed=9))
    outcomes = solved(model, tests)
    decider = fit_decider(outcomes[::2])
    print(f"texts of {', '.join(sorted(held))}: {shares(decider, outcomes[1::2])}")
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()

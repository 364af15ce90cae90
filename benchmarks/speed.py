"""Speed: a whole process, questions per second once warm, and the cost of importing."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from benchmarks.figures import Figure, third_party
from benchmarks.program import geoeval
from geoeval import load_dataset
from geoeval.query.conventions import DEFAULT
from geoeval.understanding.learned.reader import LEARNED
from geoeval.understanding.understand import RULES
from geoeval.verification.answer import FRONT_ENDS, answer_question
from geoeval.verification.answering import answer_record
from geoeval.verification.contexts import context_key, read_contexts

IMPORT = "from geoeval import haversine, bearing_cardinal"


def whole_process(runs: int = 5) -> list[Figure]:
    """Measure the wall time of ``geoeval solve`` on 151 questions, start-up included."""
    path = third_party("mapeval/dev.json")
    seconds = [_wall(lambda: geoeval("solve", path)) for _ in range(runs)]
    return [
        Figure(
            name="solve the development half, whole process",
            value=f"{statistics.median(seconds):.2f} s",
            note=f"median of {runs}, from {min(seconds):.2f} to {max(seconds):.2f}",
        )
    ]


def warm(runs: int = 5) -> list[Figure]:
    """Measure questions per second in one process, from context text to answer, once warm.

    As in ``geoeval solve``, a context that several questions share is read once.
    """
    records = load_dataset(third_party("mapeval/dev.json"), labels=False).records

    def answer_all() -> None:
        contexts = read_contexts(records)
        for record in records:
            answer_record(record, contexts[context_key(record)])

    answer_all()
    rates = [len(records) / _wall(answer_all) for _ in range(runs)]
    return [
        Figure(
            name="questions per second, warm, one core",
            value=f"{statistics.median(rates):.0f}",
            note=f"median of {runs}, from {min(rates):.0f} to {max(rates):.0f}",
        )
    ]


def readers(runs: int = 3) -> list[Figure]:
    """Measure each question by the rules, by the trained model and by both, one after another."""
    records = load_dataset(third_party("mapeval/dev.json"), labels=False).records
    contexts = read_contexts(records)
    front_ends = {"rules": (RULES,), "learned": (LEARNED,), "both": FRONT_ENDS}
    seconds: dict[str, list[float]] = {name: [] for name in front_ends}
    for number in range(runs + 1):
        for record in records:
            world = contexts[context_key(record)].world
            for name, some in front_ends.items():
                taken = _wall(partial(answer_question, record.question, world, DEFAULT, some))
                if number:  # the first run warms up
                    seconds[name].append(taken)
    figures = []
    for name, all_of in seconds.items():
        middle, late = statistics.median(all_of), statistics.quantiles(all_of, n=20)[-1]
        figures.append(
            Figure(
                name=f"a question by {name}, warm",
                value=f"{1000 * middle:.1f} ms",
                note=f"median of {len(all_of)}; 95 % within {1000 * late:.1f} ms",
            )
        )
    return figures


def importing(runs: int = 15) -> list[Figure]:
    """Measure the CPU time that the import adds to a bare interpreter, runs interleaved."""
    bare, loaded = [], []
    for _ in range(runs):
        bare.append(_cpu("pass"))
        loaded.append(_cpu(IMPORT))
    least = min(loaded) - min(bare)
    median = statistics.median(loaded) - statistics.median(bare)
    return [
        Figure(
            name=IMPORT,
            value=f"{1000 * median:.1f} ms CPU",
            note=f"above the bare interpreter; medians of {runs}, minima {1000 * least:.1f} ms",
        )
    ]


def _wall(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _cpu(code: str) -> float:
    before = _children()
    subprocess.run([sys.executable, "-c", code], check=True)
    return _children() - before


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime

"""Questions made anew: how fast, how hard to guess, and how many a second are verified."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.figures import Figure, NotMeasuredError, share, third_party
from geoeval.datasets.load import load_records
from geoeval.generation.generate import Controls, generate_questions
from geoeval.generation.writing import record_of
from geoeval.verification.answering import Run
from geoeval.verification.run import verify_datasets
from geoeval.workers.processes import count_cores
from geoeval.world.model import World
from geoeval.world.osm.build import build_from_osm

TOWNS = ("monaco", "helsinki")
EACH = 500
SEED = 7
TARGET_S, TEXT_TARGET_S = 60, 25
MANY, TEXTS = 50_000, 10_000
MOST_GUESSED = 30
NUMBER = re.compile(r"\d[\d.,]*")
WORD = re.compile(r"[^\W_]+")
Record = dict[str, Any]
Guess = Callable[[Record], int]


def questions() -> list[Figure]:
    """Make questions about two towns."""
    records, spent = _made()
    kinds = {record["proof"]["kind"] for record in records}
    flaws = Counter(item.verdict for item in _verified(records, "query"))
    moved = Counter(item.verdict for item in _verified([_moved(each) for each in records]))
    return [
        Figure(
            name=f"{len(records)} questions of {len(kinds)} kinds",
            value=f"{spent:.0f} s",
            note=f"{count_cores()} processes; target {TARGET_S} s",
        ),
        Figure(
            name="supported without their queries",
            value=share(flaws["supported"], len(records)),
            note=f"{flaws['contradicted']} contradicted",
        ),
        Figure(
            name="contradicted with the key moved",
            value=share(moved["contradicted"], len(records)),
            note=f"{moved['supported']} supported",
        ),
    ]


def guesses() -> list[Figure]:
    """Guess among four options by their form, by a word of the question, or by its kind."""
    records = [each for each in _made()[0] if len(each["answer"]["options"]) == 4]
    words = Counter(word for each in records for word in _words(each["question"]))
    given = _answers_of_kinds(records)
    chance = random.Random(1)  # noqa: S311 - seeded
    guess: Mapping[str, Guess] = {
        "random": lambda _: chance.randrange(4),
        "first": lambda _: 0,
        "longest": lambda each: _first_of(each, lambda text: -len(text)),
        "shortest": lambda each: _first_of(each, len),
        "second-smallest number": lambda each: sorted(range(4), key=lambda at: _number(each, at))[
            1
        ],
        "named most in the context": lambda each: _first_of(
            each, lambda t: -each["context"].count(t)
        ),
        "repeats the rarest word": lambda each: _repeats_rarest(each, words),
        "given most often to that kind": lambda each: _first_of(
            each, lambda t: -given[_half(each), each["proof"]["kind"]][t]
        ),
    }
    return [
        Figure(
            name=f"guess: {name}",
            value=share(sum(made(r) == r["answer"]["correct"] for r in records), len(records)),
            note=f"target at most {MOST_GUESSED} %",
        )
        for name, made in guess.items()
    ]


def many() -> list[Figure]:
    """Verify many records with queries by one process, two, and a Dask cluster of two workers."""
    made = _made()[0]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "many.jsonl"
        _write(path, [{**made[n % len(made)], "id": n} for n in range(MANY)])
        spent = {jobs: _verify(path, folder, "--jobs", str(jobs)) for jobs in (1, 2)}
        figures = [
            Figure(
                name=f"{MANY:,} records with queries, one process",
                value=f"{spent[1]:.1f} s, {MANY / spent[1]:.0f} a second",
            ),
            Figure(
                name="two processes",
                value=f"{spent[1] / spent[2]:.2f} times as fast",
                note="target 1.7",
            ),
        ]
        try:
            from distributed import LocalCluster
        except ImportError:
            return [*figures, Figure(name="Dask", value=None, note="distributed is absent")]
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
            dask = _verify(path, folder, "--scheduler", cluster.scheduler_address)
        name = "Dask, two workers on this machine"
        value = f"{dask / spent[2]:.2f} times the time of two processes"
        return [*figures, Figure(name=name, value=value, note="target 1.25")]


def texts() -> list[Figure]:
    """Verify records like MapEval's, contexts and words alone."""
    made = [_without(each, "query") for each in _made()[0]]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "texts.jsonl"
        _write(path, [{**made[n % len(made)], "id": n} for n in range(TEXTS)])
        spent = _verify(path, folder, "--jobs", "2")
    name = f"{TEXTS:,} records with contexts, no queries, two processes"
    return [Figure(name=name, value=f"{spent:.1f} s", note=f"target {TEXT_TARGET_S} s")]


@cache
def _made() -> tuple[list[Record], float]:
    """Return questions about the towns and the seconds that they took, maps not counted."""
    records: list[Record] = []
    spent = 0.0
    controls = Controls(count=EACH, seed=SEED)
    with TemporaryDirectory() as folder:
        for town in TOWNS:
            path = f"{folder}/{town}.world"
            build_from_osm(third_party(f"osm/{town}.osm.pbf"), path)
            began = time.perf_counter()
            found = generate_questions(World.open(path), controls, workers=count_cores())
            records += [record_of(each, 0, controls) for each in found]
            spent += time.perf_counter() - began
    return [{**each, "id": number} for number, each in enumerate(records, start=1)], spent


def _verified(records: list[Record], without: str = "") -> tuple[Any, ...]:
    """Return the verdicts on records without a field."""
    rows = [_without(each, without) for each in records]
    return verify_datasets([load_records(rows, "mapeval")], Run(workers=count_cores())).items


def _without(record: Record, name: str) -> Record:
    return {key: value for key, value in record.items() if key != name}


def _moved(record: Record) -> Record:
    """Return a record whose label is the next option."""
    answer = record["answer"]
    key = (answer["correct"] + 1) % len(answer["options"])
    return {**record, "answer": {**answer, "correct": key}}


def _first_of(record: Record, key: Callable[[str], int]) -> int:
    options = record["answer"]["options"]
    return min(range(len(options)), key=lambda at: key(options[at]))


def _words(text: str) -> set[str]:
    return set(WORD.findall(text.casefold()))


def _repeats_rarest(record: Record, words: Mapping[str, int]) -> int:
    """Return the option that repeats the word of the question that is rarest among questions."""
    asked = _words(record["question"])
    return _first_of(record, lambda t: min((words[w] for w in _words(t) & asked), default=MANY))


def _half(record: Record) -> int:
    return int(record["id"]) % 2


def _answers_of_kinds(records: list[Record]) -> dict[tuple[int, str], Counter[str]]:
    """Return how often each answer is right for a kind, for each half as the other half has it."""
    found: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for each in records:
        answer = each["answer"]
        found[1 - _half(each), each["proof"]["kind"]][answer["options"][answer["correct"]]] += 1
    return found


def _number(record: Record, at: int) -> float:
    found = NUMBER.search(record["answer"]["options"][at])
    return float(found[0].replace(",", "").rstrip(".")) if found else 0.0


def _write(path: Path, records: list[Record]) -> None:
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records), encoding="utf-8")


def _verify(path: Path, folder: str, *how: str) -> float:
    """Return the seconds of a whole run in parts."""
    parts = f"{folder}/parts{time.monotonic_ns()}"
    command = [sys.executable, "-m", "geoeval", "verify", str(path), "--parts", parts, *how]
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise NotMeasuredError(done.stderr.decode())
    return time.perf_counter() - began

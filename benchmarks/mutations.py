"""Labels changed at random, on the development half: how many of the changes are found."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.figures import Figure, counts, share, third_party
from geoeval.datasets.load import load_dataset
from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.verification.answering import answer_record
from geoeval.verification.contexts import context_key, read_contexts
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Status

CHANGES = 200
_SEED = 20_261_122


def mutations() -> list[Figure]:
    """Measure how many changed labels are contradicted."""
    by_status = changed_verdicts(third_party("mapeval/dev.json"))
    return [
        Figure(
            name=f"changed labels contradicted: {status.replace('_', ' ')}",
            value=share(verdicts["contradicted"], verdicts.total()),
            note=counts(verdicts),
        )
        for status, verdicts in by_status.items()
    ]


def changed_verdicts(path: Path, count: int = CHANGES) -> dict[Status, Counter[str]]:
    """Return the verdicts on labels that were changed, by the status of the question."""
    records = load_dataset(path).records
    contexts = read_contexts(records)
    found: dict[Status, Counter[str]] = {}
    for record in changed_labels(records, count):
        context = contexts[context_key(record)]
        answer = answer_record(record, context)
        verdict = judge(record, answer, context.world).verdict
        found.setdefault(answer.status, Counter())[verdict] += 1
    return found


def changed_labels(records: tuple[Record, ...], count: int) -> Iterator[Record]:
    """Yield records with another label than their own, drawn from all that there are."""
    draw = random.Random(_SEED)  # noqa: S311  # the same in every run
    changes = []
    for record in records:
        says = [i for i, option in enumerate(record.question.options) if option.strip()]
        changes += [
            replace(record, label=label) for label in (*says, UNANSWERABLE) if label != record.label
        ]
    yield from draw.sample(changes, count)

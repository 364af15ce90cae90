"""The blind rounds: questions by people who had not seen the rules.

Half of them ask about our own contexts, which the files contain; half ask about contexts of the
development half of MapEval, of which the files contain only the ids.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from geoeval.datasets.records import Question
from tests.understanding.asking import records

FOLDER = Path(__file__).with_name("rounds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Blind:
    """A question with its context, the right option (-1 for none), and the reasoning."""

    question: Question
    context: str
    answer: int
    why: str


def rounds() -> list[Path]:
    """Return the files of the rounds, in order."""
    return sorted(FOLDER.glob("round_*.json"))


@cache
def of_our_own(path: Path) -> tuple[Blind, ...]:
    """Return the questions of a round about our own contexts."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return tuple(_blind(found, found["contexts"], "context"))


@cache
def of_the_benchmark(path: Path, dataset: Path) -> tuple[Blind, ...]:
    """Return the questions of a round about contexts of the benchmark."""
    found = json.loads(path.read_text(encoding="utf-8"))
    contexts = {record.question.id: record.context for record in records(dataset)}
    return tuple(_blind(found, contexts, "mapeval"))


def _blind(found: dict[str, list[dict]], contexts: dict, key: str) -> Iterator[Blind]:  # type: ignore[type-arg]  # JSON
    for item in found["questions"]:
        if key in item:
            yield Blind(
                question=Question(
                    id=item["id"], text=item["question"], options=tuple(item["options"])
                ),
                context=contexts[item[key]],
                answer=item["answer"],
                why=item["why"],
            )

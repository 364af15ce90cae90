"""Weigh the outcomes of the likeliest readings and add up their probabilities per answer."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from geoeval.datasets.records import UNANSWERABLE
from geoeval.understanding.readings import Interpretation
from geoeval.verification.model import Answer

SCORE = "score"
"""The weight of a reading's own score."""
_MAX_COUNT = 3


@dataclass(frozen=True, slots=True)
class SolvedReading:
    """A reading with the answer it leads to."""

    reading: Interpretation
    answer: Answer

    @property
    def key(self) -> Hashable:
        """The identity of the answer, equal for outcomes with the same answer; None without one."""
        if self.answer.status == "unanswerable":
            return UNANSWERABLE
        if self.answer.answer is not None:
            return self.answer.answer
        return repr(self.answer.value) if self.answer.status == "answered" else None


def outcome_features(outcomes: Sequence[SolvedReading]) -> Iterator[list[str]]:
    """Yield the names of the weighted features of each outcome, besides its score."""
    for number, outcome in enumerate(outcomes):
        answer = outcome.answer
        fits = 0 if answer.match is None else min(_MAX_COUNT, len(answer.match.fits))
        where = "later" if number else "first"
        features = [
            f"{answer.status} {answer.reason}",
            f"fits {fits}",
            f"{answer.status} {where}",
        ]
        if answer.answer == UNANSWERABLE:
            assumed = min(_MAX_COUNT, len(outcome.reading.assumptions))
            features += [f"none {where} {answer.reason}", f"none, left over {assumed}"]
        yield features


def outcome_shares(outcomes: Sequence[SolvedReading], weights: Mapping[str, float]) -> list[float]:
    """Return the probability of each outcome, by softmax."""
    totals = [
        weights[SCORE] * (outcome.reading.score or 0.0) + sum(weights.get(n, 0.0) for n in names)
        for outcome, names in zip(outcomes, outcome_features(outcomes), strict=True)
    ]
    top = max(totals)
    exponentials = [math.exp(total - top) for total in totals]
    total = sum(exponentials)
    return [each / total for each in exponentials]


def pool_outcomes(
    outcomes: Sequence[SolvedReading], weights: Mapping[str, float]
) -> list[tuple[SolvedReading, float]]:
    """Return the likeliest outcome of each answer and the probability of the answer, sorted."""
    by_key: dict[Hashable, list[tuple[float, SolvedReading]]] = defaultdict(list)
    for outcome, share in zip(outcomes, outcome_shares(outcomes, weights), strict=True):
        if outcome.key is not None:
            by_key[outcome.key].append((share, outcome))
    pooled = [
        (max(rows, key=lambda row: row[0])[1], sum(share for share, _ in rows))
        for rows in by_key.values()
    ]
    return sorted(pooled, key=lambda each: -each[1])

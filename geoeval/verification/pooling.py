"""Decide on an answer: weigh how the likeliest readings come out, and add up their shares."""

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
_MANY = 3


@dataclass(frozen=True, slots=True)
class SolvedReading:
    """A reading with the answer it leads to."""

    reading: Interpretation
    answer: Answer

    @property
    def key(self) -> Hashable:
        """What outcomes of one answer have in common; None where there is none."""
        if self.answer.status == "unanswerable":
            return UNANSWERABLE
        if self.answer.answer is not None:
            return self.answer.answer
        return repr(self.answer.value) if self.answer.status == "answered" else None


def outcome_features(outcomes: Sequence[SolvedReading]) -> Iterator[list[str]]:
    """Yield what is weighed of each outcome besides its score."""
    for number, outcome in enumerate(outcomes):
        answer = outcome.answer
        fits = 0 if answer.match is None else min(_MANY, len(answer.match.fits))
        where = "later" if number else "first"
        found = [
            f"{answer.status} {answer.reason}",
            f"fits {fits}",
            f"{answer.status} {where}",
        ]
        if answer.answer == UNANSWERABLE:
            left = min(_MANY, len(outcome.reading.assumptions))
            found += [f"none {where} {answer.reason}", f"none, left over {left}"]
        yield found


def outcome_shares(outcomes: Sequence[SolvedReading], weights: Mapping[str, float]) -> list[float]:
    """Return the probability of each outcome."""
    totals = [
        weights[SCORE] * (outcome.reading.score or 0.0) + sum(weights.get(n, 0.0) for n in names)
        for outcome, names in zip(outcomes, outcome_features(outcomes), strict=True)
    ]
    top = max(totals)
    grown = [math.exp(total - top) for total in totals]
    whole = sum(grown)
    return [each / whole for each in grown]


def pool_outcomes(
    outcomes: Sequence[SolvedReading], weights: Mapping[str, float]
) -> list[tuple[SolvedReading, float]]:
    """Return the likeliest outcome of each answer, with the share of the answer, in order."""
    by_key: dict[Hashable, list[tuple[float, SolvedReading]]] = defaultdict(list)
    for outcome, share in zip(outcomes, outcome_shares(outcomes, weights), strict=True):
        if outcome.key is not None:
            by_key[outcome.key].append((share, outcome))
    found = [
        (max(rows, key=lambda row: row[0])[1], sum(share for share, _ in rows))
        for rows in by_key.values()
    ]
    return sorted(found, key=lambda each: -each[1])

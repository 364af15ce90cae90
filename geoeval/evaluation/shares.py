"""Shares of right answers with their uncertainty, and the significance of differences."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from geoeval.errors import UsageError

CONFIDENCE = 0.95
_RESAMPLES = 10_000
_SEED = 7
Group = TypeVar("Group", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Share:
    """A number of right answers out of a total."""

    right: int
    of: int

    @property
    def value(self) -> float | None:
        """The share from 0 to 1, None if the total is 0."""
        return self.right / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% interval after Wilson (1927), None if the total is 0."""
        if not self.of:
            return None
        from scipy.stats import binomtest

        found = binomtest(self.right, self.of).proportion_ci(CONFIDENCE, method="wilson")
        return float(found.low), float(found.high)

    def __add__(self, other: Share) -> Share:
        return Share(self.right + other.right, self.of + other.of)


def share_of(truths: Iterable[bool]) -> Share:
    """Return the share of values that are true."""
    listed = list(truths)
    return Share(sum(listed), len(listed))


def shares_by(answers: Iterable[tuple[Group | None, bool]]) -> dict[Group, Share]:
    """Return the share of true values in each group, without those that have no group."""
    grouped: dict[Group, list[bool]] = {}
    for group, is_right in answers:
        if group is not None:
            grouped.setdefault(group, []).append(is_right)
    return {group: share_of(each) for group, each in grouped.items()}


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between the shares of two runs on their common questions.

    ``low`` and ``high`` are the bounds of the 95% interval of paired resamples; all are shares.
    ``chance`` is the probability of a difference of this size between equally good runs (exact sign
    test).
    """

    of: int
    value: float
    low: float
    high: float
    chance: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval excludes zero and chance is an unlikely explanation."""
        # Resamples of a few questions with equal differences have no spread; then the test decides.
        return (self.low > 0 or self.high < 0) and self.chance < 1 - CONFIDENCE


def compare_paired(first: Sequence[bool], second: Sequence[bool]) -> Difference:
    """Compare two runs on the same questions: paired bootstrap (Efron, 1979), McNemar (1947)."""
    from scipy.stats import binomtest

    if not first or len(first) != len(second):
        raise UsageError(f"expected the same questions twice, got {len(first)} and {len(second)}")
    gains = np.asarray(second, float) - np.asarray(first, float)
    # The gain of each question is -1, 0 or 1, so resampling their counts is enough.
    counts = [np.count_nonzero(gains == gain) for gain in (-1, 0, 1)]
    drawn = np.random.default_rng(_SEED).multinomial(
        len(gains), np.array(counts) / len(gains), size=_RESAMPLES
    )
    means = (drawn[:, 2] - drawn[:, 0]) / len(gains)
    low, high = np.percentile(means, [100 * (1 - CONFIDENCE) / 2, 100 * (1 + CONFIDENCE) / 2])
    worse, _, better = counts
    chance = float(binomtest(better, better + worse).pvalue) if better + worse else 1.0
    return Difference(len(gains), float(gains.mean()), float(low), float(high), chance)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often two annotators agree, and Cohen's kappa, which corrects for chance."""

    share: Share
    kappa: float | None


def measure_agreement(first: Sequence[Hashable], second: Sequence[Hashable]) -> Agreement:
    """Return the agreement of two annotators (Cohen, 1960)."""
    share = share_of(one == other for one, other in zip(first, second, strict=True))
    if share.value is None:
        return Agreement(share, None)
    of = share.of
    chance = sum(first.count(each) / of * second.count(each) / of for each in set(first))
    return Agreement(share, None if chance == 1 else (share.value - chance) / (1 - chance))

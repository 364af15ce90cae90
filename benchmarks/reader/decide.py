"""Decide on an option: solve the likeliest candidates, weigh how each comes out, add up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from benchmarks.reader.parts import JsonValue, canonical
from benchmarks.reader.scorer import Model
from benchmarks.reader.text import Asked
from benchmarks.reader.train import rank
from geoeval import Question, World
from geoeval.errors import GeoEvalError
from geoeval.query.solve import parse_query
from geoeval.verification.answer import answer_query

_SOLVED = 15  # 5 lose two answers in a hundred, 30 win none
_REGULARISATION = 0.1


class Outcome(NamedTuple):
    """A candidate that was solved: its score, the option it leads to, and how it came out."""

    score: float
    answer: int | None
    seen: tuple[str, ...]
    query: JsonValue


def solve_likeliest(model: Model, question: Question, world: World) -> list[Outcome]:
    """Return the outcomes of the candidates of the highest scores."""
    asked = Asked(question, world)
    everything = sum(slot.bit for slot in asked.slots)
    found: list[Outcome] = []
    known: set[str] = set()
    for score, part in rank(model, asked):
        key = canonical(part.value)
        if key in known:
            continue
        known.add(key)
        try:
            answer = answer_query(parse_query(part.value), question, world)
        except GeoEvalError:
            continue
        fits = 0 if answer.match is None else min(3, len(answer.match.fits))
        seen = [f"status {answer.status}", f"fits {fits}", f"rank {min(5, len(found))}"]
        seen += [f"reason {answer.reason}", f"{part.value['ask']} {answer.status}"]
        if answer.answer == -1:
            left = (everything & ~part.used).bit_count()
            seen += ["none", f"none {answer.reason}", f"none, left over {min(3, left)}"]
        found.append(Outcome(score / model.scale, answer.answer, tuple(seen), part.value))
        if len(found) == _SOLVED:
            break
    return found


@dataclass
class Decider:
    """Weights of how candidates come out, and of their scores."""

    trust: float
    weights: dict[str, float]

    def decide(self, outcomes: Sequence[Outcome]) -> tuple[int | None, float]:
        """Return the likeliest option and its probability; None if nothing has an answer."""
        if not outcomes:
            return None, 0.0
        totals = np.asarray(
            [self.trust * o.score + sum(self.weights.get(s, 0.0) for s in o.seen) for o in outcomes]
        )
        grown = np.exp(totals - totals.max())
        by_option: dict[int, float] = defaultdict(float)
        for outcome, share in zip(outcomes, grown / grown.sum(), strict=True):
            if outcome.answer is not None:
                by_option[outcome.answer] += float(share)
        if not by_option:
            return None, 0.0
        best = max(by_option, key=lambda option: by_option[option])
        return best, by_option[best]


def fit_decider(data: Sequence[tuple[Sequence[Outcome], int]]) -> Decider:
    """Return the decider under which the right options are likeliest."""
    data = [(o, right) for o, right in data if any(each.answer == right for each in o)]
    names = sorted({name for outcomes, _ in data for o in outcomes for name in o.seen})
    index = {name: i for i, name in enumerate(names)}
    tables = []
    for outcomes, right in data:
        seen = np.zeros((len(outcomes), len(names)))
        for row, outcome in enumerate(outcomes):
            seen[row, [index[name] for name in outcome.seen]] = 1
        scores = np.asarray([o.score for o in outcomes])
        tables.append(
            (seen, scores - scores.max(), np.asarray([o.answer == right for o in outcomes]))
        )

    def loss(theta: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        value = 0.5 * _REGULARISATION * float((theta[1:] ** 2).sum())
        slope = np.concatenate([[0.0], _REGULARISATION * theta[1:]])
        for seen, scores, good in tables:
            totals = theta[0] * scores + seen @ theta[1:]
            grown = np.exp(totals - totals.max())
            share = grown / grown.sum()
            among = np.where(good, grown, 0.0) / (grown[good].sum() + 1e-300)
            value -= float(np.log(share[good].sum() + 1e-300))
            difference = share - among
            slope[0] += difference @ scores
            slope[1:] += difference @ seen
        return value, slope

    start = np.zeros(len(names) + 1)
    start[0] = 1.0
    found = optimize.minimize(loss, start, jac=True, method="L-BFGS-B").x
    return Decider(float(found[0]), dict(zip(names, map(float, found[1:]), strict=True)))

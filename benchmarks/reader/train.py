"""Train the learned reader: weights of a conditional log-linear model, by L-BFGS."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, sparse

from benchmarks.reader.candidates import Candidates
from benchmarks.reader.parts import JsonValue, Part, canonical
from benchmarks.reader.scorer import BITS, Blind, Learned, Model, Seen, bucket, pairs_of
from benchmarks.reader.text import Asked
from benchmarks.reader.towns import Draw
from geoeval import Question, World

_LEAST_COUNT = 3
_WIDTH = 20
_KEPT = 70
_REGULARISATION = 0.5
_ITERATIONS = 60
_SCALE = 200.0


@dataclass
class Prepared:
    """A record as it is trained on: what is seen of its words and of its candidates."""

    grams: dict[str, float]
    atoms: list[tuple[str, ...]]
    features: list[NDArray[np.int32]]
    right: NDArray[np.bool_]
    source: str = ""


def features_of(asked: Asked, seen: Seen, part: Part) -> list[int]:
    """Return the buckets of a candidate's features."""
    names: list[str] = list(part.features)
    for role, number in part.roles:
        names += seen.role(role, asked.slots[number])
    for slot in asked.slots:
        if not part.used & slot.bit:
            names += seen.unused(slot)
    names += pairs_of(part.atoms)
    return [bucket(name) for name in names]


def prepare(
    text: str,
    options: Sequence[str],
    world: World,
    query: JsonValue,
    model: Model | None,
    seed: int,
) -> Prepared | None:
    """Return a record with its candidates; None if the right query is not among them."""
    asked = Asked(Question(id=1, text=text, options=tuple(options)), world)
    sought = canonical(query)
    blind = Candidates(asked, Blind(query, noise=1.0, seed=seed), _WIDTH).all()
    pools = [blind]
    if model is not None:
        pools.insert(0, Candidates(asked, model.scorer(asked), 8).all()[:_KEPT])
    chosen: dict[str, Part] = {}
    right: Part | None = None
    draw = Draw(seed)
    for pool in pools:
        for part in pool:
            if right is None or model is None or pool is not blind:
                key = canonical(part.value)
                if key == sought:
                    right = right or part
                elif len(chosen) < _KEPT:
                    chosen.setdefault(key, part)
        if pool is blind and len(pool) > _KEPT:
            for part in draw.sample(pool, min(len(pool), _KEPT // 2)):
                key = canonical(part.value)
                if key != sought:
                    chosen.setdefault(key, part)
    if right is None:
        return None
    seen = Seen(asked)
    parts = [right, *chosen.values()]
    return Prepared(
        asked.grams(),
        [part.atoms for part in parts],
        [np.asarray(features_of(asked, seen, part), dtype=np.int32) for part in parts],
        np.asarray([i == 0 for i in range(len(parts))]),
    )


def train(data: Sequence[Prepared], weights: Sequence[float] | None = None) -> Model:
    """Return the model under which the right candidates are likeliest."""
    gram_counts = Counter(gram for each in data for gram in each.grams)
    grams = {
        g: i for i, g in enumerate(sorted(g for g, n in gram_counts.items() if n >= _LEAST_COUNT))
    }
    atoms = {a: i for i, a in enumerate(sorted({a for d in data for row in d.atoms for a in row}))}
    lengths = np.asarray([len(each.atoms) for each in data])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    of = np.repeat(np.arange(len(data)), lengths)
    total = int(lengths.sum())
    weight = np.asarray(weights if weights is not None else np.ones(len(data)))
    kept = [{grams[g]: v for g, v in d.grams.items() if g in grams} for d in data]
    gram_matrix = _matrix([list(k) for k in kept], [list(k.values()) for k in kept], len(grams))
    atom_rows = [[atoms[a] for a in row] for d in data for row in d.atoms]
    atom_matrix = _matrix(atom_rows, [[1.0] * len(row) for row in atom_rows], len(atoms))
    buckets = [f for d in data for f in d.features]
    flat = np.concatenate(buckets)
    used = np.unique(flat)
    columns = np.searchsorted(used, flat)
    rows = np.repeat(np.arange(total), [len(f) for f in buckets])
    feature_matrix = sparse.csr_matrix(
        (np.ones(len(flat), np.float32), (rows, columns)), (total, len(used))
    )
    right = np.concatenate([d.right for d in data])
    feature_t, gram_t = feature_matrix.T.tocsr(), gram_matrix.T.tocsr()
    size = len(atoms) * len(grams)
    atom_owner, atom_column = atom_matrix.nonzero()
    atom_count = np.asarray(atom_matrix[atom_owner, atom_column]).ravel()

    def loss(theta: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        beside = theta[:size].reshape(len(grams), len(atoms))
        plain = theta[size:]
        by_atom = gram_matrix @ beside
        scores = np.bincount(atom_owner, by_atom[of[atom_owner], atom_column] * atom_count, total)
        scores += feature_matrix @ plain
        top = np.maximum.reduceat(scores, starts)
        grown = np.exp(scores - top[of])
        whole = np.add.reduceat(grown, starts)
        good = np.add.reduceat(np.where(right, grown, 0.0), starts) + 1e-300
        value = float((weight * (np.log(whole) - np.log(good))).sum())
        slope = (grown / whole[of] - np.where(right, grown, 0.0) / good[of]) * weight[of]
        spread = (
            sparse.csr_matrix((slope, (of, np.arange(total))), (len(data), total)) @ atom_matrix
        )
        down = gram_t @ spread.toarray()
        value += 0.5 * _REGULARISATION * float((theta**2).sum())
        gradient = np.concatenate([np.asarray(down).ravel(), feature_t @ slope])
        return value, gradient + _REGULARISATION * theta

    found = optimize.minimize(
        loss, np.zeros(size + len(used)), jac=True, method="L-BFGS-B",
        options={"maxiter": _ITERATIONS, "maxcor": 6},
    ).x  # fmt: skip
    beside = np.rint(found[:size].reshape(len(grams), len(atoms)) * _SCALE)
    features = np.zeros(1 << BITS, dtype=np.int16)
    features[used] = np.clip(np.rint(found[size:] * _SCALE), -32000, 32000)
    return Model(
        atoms, grams, np.clip(beside, -32000, 32000).astype(np.int16), features, 10 * _SCALE
    )


def _matrix(
    rows: Sequence[Sequence[int]], values: Sequence[Sequence[float]], width: int
) -> sparse.csr_matrix:
    columns = np.asarray([c for row in rows for c in row], dtype=np.int64)
    data = np.asarray([v for row in values for v in row], dtype=np.float64)
    owners = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    return sparse.csr_matrix((data, (owners, columns)), (len(rows), width))


def rank(model: Model, asked: Asked, width: int = 8) -> list[tuple[int, Part]]:
    """Return candidates by their whole score, the highest first."""
    scorer = model.scorer(asked)
    parts = Candidates(asked, scorer, width).all()
    found = [(int(part.score) + unused(asked, scorer) + scorer.pairs(part), part) for part in parts]
    found.sort(key=lambda each: -each[0])
    return found


def unused(asked: Asked, scorer: Learned) -> int:
    """Return the weight of all mentions left out, from which parts win back what they use."""
    return sum(scorer.unused(slot) for slot in asked.slots)

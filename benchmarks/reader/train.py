"""Train the learned reader: weights of a conditional log-linear model, by L-BFGS."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, sparse

from benchmarks.reader.towns import Draw
from geoeval import Question, World
from geoeval.understanding.learned.candidates import Candidates
from geoeval.understanding.learned.model import (
    BITS,
    SCALE,
    MentionFeatures,
    Model,
    bucket_of,
    pairs_of,
    rank_candidates,
)
from geoeval.understanding.learned.parts import JsonValue, Part, canonical_query
from geoeval.understanding.learned.question import AskedQuestion, Slot
from geoeval.verification.pooling import SCORE, SolvedReading, outcome_features

_LEAST_COUNT = 3  # records that have a run of words; a single word is kept if one has it
_WIDTH = 20
_RIVALS = 60
_REGULARISATION = 0.5
_ITERATIONS = 60
_SOUGHT, _FIELD = 20.0, 2.0  # gains of a part of the right query, and of a field of one


@dataclass
class Prepared:
    """A record to train on: what is seen of its words and its candidates, the right one first."""

    grams: dict[str, float]
    atoms: list[tuple[str, ...]]
    features: list[NDArray[np.int32]]


class Blind:
    """A scorer without weights: it prefers what accounts for most mentions, and what is sought."""

    def __init__(self, sought: JsonValue = None, noise: float = 0.0, seed: int = 0) -> None:
        self._sought: set[str] = set()
        self._fields: set[tuple[str, str]] = set()
        self._noise, self._seed = noise, seed
        self._filtered = '"filters": [{' in json.dumps(sought)
        if sought is not None:
            self._collect(sought)

    def _collect(self, node: JsonValue) -> None:
        if isinstance(node, dict):
            for earlier in _made_of(node):
                self._collect(earlier)
            self._sought.add(canonical_query(node))
            for name, each in node.items():
                self._fields.add((name, canonical_query(each)))
                if node.get("kind") != "not":
                    self._collect(each)
        elif isinstance(node, list | tuple):
            bare = [_bare(each) for each in node]
            for part in (_sorted_filters(node), bare, bare[:-1]) if node else ():
                self._sought.add(canonical_query(part))
            for each in node:
                self._collect(each)

    def atom(self, name: str) -> float:
        """Return nothing but noise."""
        if not self._noise:
            return 0.0
        return self._noise * (zlib.crc32(f"{self._seed}{name}".encode()) % 1000) / 1000

    def role(self, name: str, slot: Slot) -> float:  # noqa: ARG002 - of the protocol
        """Return nothing."""
        return 0.0

    def feature(self, name: str) -> float:  # noqa: ARG002 - of the protocol
        """Return nothing."""
        return 0.0

    def unused(self, slot: Slot) -> float:
        """Return a loss for each mention, less for doubtful ones."""
        return -0.5 if slot.kind in "UNF" else -1.0

    def bonus(self, value: JsonValue) -> float:
        """Return a gain for what is sought."""
        if value == []:
            return 0.0 if self._filtered else _SOUGHT
        if not self._sought or not isinstance(value, dict | list) or not value:
            return 0.0
        found = _SOUGHT if canonical_query(_sorted_filters(value)) in self._sought else 0.0
        if isinstance(value, dict):
            found += sum(
                _FIELD
                for item in value.items()
                if (item[0], canonical_query(item[1])) in self._fields
            )
        return found


def _made_of(node: JsonValue) -> Iterator[JsonValue]:
    """Yield the forms that a part has while candidates are built, before more is added."""
    stops = node.get("stops", ())
    timeless = {key: value for key, value in node.items() if key not in ("depart", "finish_by")}
    if stops and timeless != node:
        yield timeless
    if len(stops) > 1 and "origin" not in node and not stops[0].get("visit_min"):
        yield {**node, "origin": stops[0]["place"], "stops": stops[1:]}
    if any(stop != _bare(stop) for stop in stops):
        yield {**node, "stops": [_bare(stop) for stop in stops]}
    if "before" in node:
        yield {key: value for key, value in node.items() if key != "before"}


def _sorted_filters(node: JsonValue) -> JsonValue:
    """Return filters in one order; anything else as it is."""
    if isinstance(node, list) and all(isinstance(each, dict) and "kind" in each for each in node):
        return sorted(node, key=canonical_query)
    return node


def _bare(node: JsonValue) -> JsonValue:
    """Return a stop without what is added to it last."""
    if not isinstance(node, dict):
        return node
    return {key: value for key, value in node.items() if key not in ("mode", "starts_at")}


def features_of(asked: AskedQuestion, seen: MentionFeatures, part: Part) -> list[int]:
    """Return the buckets of a candidate's features."""
    names: list[str] = list(part.features)
    for role, number in part.roles:
        names += seen.role(role, asked.slots[number])
    for slot in asked.slots:
        if not part.used & slot.bit:
            names += seen.unused(slot)
    names += pairs_of(part.atoms)
    return [bucket_of(name) for name in names]


def prepare(
    text: str, options: Sequence[str], world: World, query: JsonValue, seed: int
) -> Prepared | None:
    """Return a record with its candidates; None if the right query is not among them."""
    asked = AskedQuestion(Question(id=1, text=text, options=tuple(options)), world)
    sought = canonical_query(query)
    pool = Candidates(asked, Blind(query, noise=1.0, seed=seed), _WIDTH).all()
    rivals: dict[str, Part] = {}
    right: Part | None = None
    for part in (*pool[:_RIVALS], *Draw(seed).sample(pool, min(len(pool), _RIVALS // 2))):
        key = canonical_query(part.value)
        if key == sought:
            right = right or part
        else:
            rivals.setdefault(key, part)
    if right is None:
        right = next((part for part in pool if canonical_query(part.value) == sought), None)
    if right is None:
        return None
    return _prepared(asked, [right, *rivals.values()])


def _prepared(asked: AskedQuestion, parts: Sequence[Part]) -> Prepared:
    seen = MentionFeatures(asked)
    return Prepared(
        asked.grams(),
        [part.atoms for part in parts],
        [np.asarray(features_of(asked, seen, part), dtype=np.int32) for part in parts],
    )


def prepare_again(
    prepared: Prepared,
    text: str,
    options: Sequence[str],
    world: World,
    query: JsonValue,
    model: Model,
) -> Prepared:
    """Return a record with the candidates that a model takes for likely, the right one first."""
    asked = AskedQuestion(Question(id=1, text=text, options=tuple(options)), world)
    sought = canonical_query(query)
    likely = (part for _, part in rank_candidates(model, asked)[:_RIVALS])
    rivals = _prepared(asked, [part for part in likely if canonical_query(part.value) != sought])
    kept = slice(0, 1 + _RIVALS // 3)
    return Prepared(
        prepared.grams,
        [*prepared.atoms[kept], *rivals.atoms],
        [*prepared.features[kept], *rivals.features],
    )


def train(data: Sequence[Prepared], weights: Sequence[float] | None = None) -> Model:
    """Return the model under which the right candidates are likeliest."""
    gram_counts = Counter(gram for each in data for gram in each.grams)
    kept_grams = (g for g, n in gram_counts.items() if n >= _LEAST_COUNT or " " not in g)
    grams = {gram: number for number, gram in enumerate(sorted(kept_grams))}
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
    right = np.zeros(total, dtype=bool)
    right[starts] = True
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
    beside = sparse.csr_matrix(_whole(found[:size]).reshape(len(grams), len(atoms)))
    features = np.zeros(1 << BITS, dtype=np.int16)
    features[used] = _whole(found[size:])
    return Model(
        atoms,
        grams,
        beside.indptr.astype(np.int32),
        beside.indices.astype(np.uint16),
        beside.data,
        features,
    )


def _whole(weights: NDArray[np.float64]) -> NDArray[np.int16]:
    limit = np.iinfo(np.int16).max
    return np.clip(np.rint(weights * SCALE), -limit, limit).astype(np.int16)


def _matrix(
    rows: Sequence[Sequence[int]], values: Sequence[Sequence[float]], width: int
) -> sparse.csr_matrix:
    columns = np.asarray([c for row in rows for c in row], dtype=np.int64)
    data = np.asarray([v for row in values for v in row], dtype=np.float64)
    owners = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    return sparse.csr_matrix((data, (owners, columns)), (len(rows), width))


def fit_outcomes(data: Sequence[tuple[Sequence[SolvedReading], int]]) -> dict[str, float]:
    """Return the weights of outcomes under which the right options are likeliest."""
    data = [(o, right) for o, right in data if any(each.key == right for each in o)]
    named = [list(outcome_features(outcomes)) for outcomes, _ in data]
    names = sorted({name for rows in named for row in rows for name in row})
    index = {name: i for i, name in enumerate(names)}
    tables = []
    for (outcomes, right), rows in zip(data, named, strict=True):
        table = np.zeros((len(outcomes), len(names)))
        for number, row in enumerate(rows):
            table[number, [index[name] for name in row]] = 1
        scores = np.asarray([o.reading.score for o in outcomes], dtype=float)
        good = np.asarray([o.key == right for o in outcomes])
        tables.append((table, scores - scores.max(), good))

    def loss(theta: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        value = 0.5 * _REGULARISATION * float((theta[1:] ** 2).sum())
        slope = np.concatenate([[0.0], _REGULARISATION * theta[1:]])
        for table, scores, good in tables:
            totals = theta[0] * scores + table @ theta[1:]
            grown = np.exp(totals - totals.max())
            share = grown / grown.sum()
            among = np.where(good, grown, 0.0) / (grown[good].sum() + 1e-300)
            value -= float(np.log(share[good].sum() + 1e-300))
            difference = share - among
            slope[0] += difference @ scores
            slope[1:] += difference @ table
        return value, slope

    start = np.zeros(len(names) + 1)
    start[0] = 1.0
    found = optimize.minimize(loss, start, jac=True, method="L-BFGS-B").x
    weights = {name: round(float(w), 3) for name, w in zip(names, found[1:], strict=True)}
    return {SCORE: round(float(found[0]), 3), **weights}

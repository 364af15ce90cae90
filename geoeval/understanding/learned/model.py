"""The log-linear model that ranks candidates: weights of atoms with words, of roles, and more."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from geoeval.understanding.learned.candidates import Candidates
from geoeval.understanding.learned.parts import JsonValue, Part
from geoeval.understanding.learned.question import AskedQuestion, Slot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TENTHS = 10
"""Weights of grams, from 0.6 to 1, are integers in tenths."""
SCALE = 200
"""Weights are trained as floats and stored as multiples of 1 / SCALE."""
BITS = 18
"""Features are hashed to 2**18 buckets; twice as many change no decision on our examples."""


def bucket_of(name: str) -> int:
    """Return the bucket of a feature."""
    return zlib.crc32(name.encode()) & ((1 << BITS) - 1)


class MentionFeatures:
    """The features of the mentions of a question: the words around each of them."""

    def __init__(self, asked: AskedQuestion) -> None:
        self.asked = asked

    def role(self, name: str, slot: Slot) -> list[str]:
        """Return the features of a mention in a role."""
        row, at = self.asked.row, self.asked.at[slot.number]

        def word(offset: int) -> str:
            return row[at + offset] if 0 <= at + offset < len(row) else "^"

        asks = "?" if self.asked.asks[at] else "."
        before = sum(
            other.kind == slot.kind and other.start < slot.start for other in self.asked.slots
        )
        features = (
            slot.kind + ("~" if slot.doubt else "="),
            asks,
            f"-1 {word(-1)}",
            f"-2 {word(-2)} {word(-1)}",
            f"-2. {word(-2)}",
            f"-3 {word(-3)}",
            f"+1 {word(1)}",
            f"+2 {word(1)} {word(2)}",
            f"+2. {word(2)}",
            f"nth {min(3, before)}",
            *(f"cue {cue}" for cue in self.asked.cues_before(slot)),
        )
        return [f"{name}|{each}" for each in features]

    def unused(self, slot: Slot) -> list[str]:
        """Return the features of a mention that a query does not use."""
        row, at = self.asked.row, self.asked.at[slot.number]
        asks = "?" if self.asked.asks[at] else "."
        before = row[at - 1] if at else "^"
        return [f"unused {slot.kind}", f"unused {slot.kind}{asks}", f"unused {slot.kind}|{before}"]


def pairs_of(atoms: tuple[str, ...]) -> list[str]:
    """Return the pairs of atoms, each in sorted order."""
    return [f"{a}&{b}" for a, b in combinations(sorted(set(atoms)), 2)]


@dataclass(frozen=True, slots=True)
class Model:
    """The weights, as integers: of grams with atoms, of features by bucket, and of outcomes.

    Row ``i`` of the grams has the atoms ``columns[starts[i] : starts[i + 1]]`` with the weights
    ``values`` at the same positions. ``outcomes`` weighs what the queries of candidates solve to.
    """

    atoms: dict[str, int]
    grams: dict[str, int]
    starts: NDArray[np.int32]
    columns: NDArray[np.uint16]
    values: NDArray[np.int16]
    features: NDArray[np.int16]
    outcomes: dict[str, float] = field(default_factory=dict)

    def scorer(self, asked: AskedQuestion) -> ModelScorer:
        """Return a scorer for a question."""
        return ModelScorer(self, asked)

    def save(self, path: Path) -> None:
        """Write the weights as plain arrays."""
        import numpy as np

        names = {"atoms": list(self.atoms), "grams": list(self.grams), "outcomes": self.outcomes}
        np.savez_compressed(
            path,
            names=np.frombuffer(json.dumps(names).encode(), dtype=np.uint8),
            starts=self.starts,
            columns=self.columns,
            values=self.values,
            features=self.features,
        )

    @classmethod
    def load(cls, path: Path) -> Model:
        """Read the weights from a file that ``save`` wrote."""
        import numpy as np

        with np.load(path, allow_pickle=False) as arrays:
            names = json.loads(arrays["names"].tobytes())
            atoms, grams = ({n: i for i, n in enumerate(names[k])} for k in ("atoms", "grams"))
            return cls(
                atoms,
                grams,
                starts=arrays["starts"],
                columns=arrays["columns"],
                values=arrays["values"],
                features=arrays["features"],
                outcomes=names["outcomes"],
            )


class ModelScorer:
    """Scores the parts of the candidates for one question with a model."""

    def __init__(self, model: Model, asked: AskedQuestion) -> None:
        self.model, self.asked, self.mention_features = model, asked, MentionFeatures(asked)
        self._feature_weights: dict[str, int] = {}

    @cached_property
    def _atom_codes(self) -> list[int]:
        import numpy as np

        model = self.model
        columns, values = [], []
        for gram, weight in self.asked.grams().items():
            row = model.grams.get(gram)
            if row is not None:
                inside = slice(model.starts[row], model.starts[row + 1])
                columns.append(model.columns[inside])
                values.append(round(weight * TENTHS) * model.values[inside].astype(np.int64))
        if not columns:
            return [0] * len(model.atoms)
        sums = np.bincount(np.concatenate(columns), np.concatenate(values), len(model.atoms))
        found: list[int] = sums.astype(np.int64).tolist()
        return found

    def atom(self, name: str) -> int:
        """Return the weight of an atom, given the words of the question."""
        column = self.model.atoms.get(name)
        return 0 if column is None else self._atom_codes[column]

    def feature(self, name: str) -> int:
        """Return the weight of a feature, in the same unit as atoms."""
        found = self._feature_weights.get(name)
        if found is None:
            found = self._feature_weights[name] = TENTHS * int(self.model.features[bucket_of(name)])
        return found

    def role(self, name: str, slot: Slot) -> int:
        """Return the weight of a mention in a role."""
        return sum(map(self.feature, self.mention_features.role(name, slot)))

    def unused(self, slot: Slot) -> int:
        """Return the weight of a mention that a query does not use."""
        return sum(map(self.feature, self.mention_features.unused(slot)))

    def bonus(self, value: JsonValue) -> int:  # noqa: ARG002 - the protocol has it
        """Return 0: bonuses are for training only."""
        return 0

    def pairs(self, part: Part) -> int:
        """Return the weight of the pairs of atoms in a candidate."""
        return sum(map(self.feature, pairs_of(part.atoms)))


def rank_candidates(model: Model, asked: AskedQuestion, width: int = 8) -> list[tuple[int, Part]]:
    """Return the candidates with their total scores, the highest first."""
    scorer = model.scorer(asked)
    base = sum(map(scorer.unused, asked.slots))
    parts = Candidates(asked, scorer, width).all()
    found = [(int(part.score) + base + scorer.pairs(part), part) for part in parts]
    found.sort(key=lambda each: -each[0])
    return found

"""The log-linear model that ranks candidates: weights of atoms beside words, roles and more."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from benchmarks.reader.parts import JsonValue, Part, canonical
from benchmarks.reader.text import Asked, Slot

if TYPE_CHECKING:
    import numpy as np

BITS = 18
"""Features are found in 2**18 buckets: twice as many change no decision on our examples."""


def bucket(name: str) -> int:
    """Return the bucket of a feature."""
    return zlib.crc32(name.encode()) & ((1 << BITS) - 1)


class Seen:
    """What is seen of the mentions of a question: the words beside each."""

    def __init__(self, asked: Asked) -> None:
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
        seen = (
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
        )
        return [f"{name}|{each}" for each in seen]

    def unused(self, slot: Slot) -> list[str]:
        """Return the features of a mention that a query leaves out."""
        row, at = self.asked.row, self.asked.at[slot.number]
        asks = "?" if self.asked.asks[at] else "."
        before = row[at - 1] if at else "^"
        return [f"unused {slot.kind}", f"unused {slot.kind}{asks}", f"unused {slot.kind}|{before}"]


def pairs_of(atoms: tuple[str, ...]) -> list[str]:
    """Return the pairs of atoms, in one order."""
    return [f"{a}&{b}" for a, b in combinations(sorted(set(atoms)), 2)]


class Blind:
    """A scorer without weights: it prefers what accounts for most mentions, and what is sought."""

    def __init__(self, sought: JsonValue = None, noise: float = 0.0, seed: int = 0) -> None:
        self._sought: set[str] = set()
        self._fields: set[tuple[str, str]] = set()
        self._noise, self._seed = noise, seed
        if sought is not None:
            self._collect(sought)

    def _collect(self, node: JsonValue) -> None:
        if isinstance(node, dict) and "stops" in node and "origin" not in node:
            first, *rest = node["stops"]
            if rest and not first.get("visit_min"):
                self._collect({**node, "origin": first["place"], "stops": rest})
        if isinstance(node, dict):
            self._sought.add(canonical(node))
            for name, each in node.items():
                self._fields.add((name, canonical(each)))
                self._collect(each)
        elif isinstance(node, list | tuple):
            if node:
                self._sought.add(canonical(node))
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
        if not self._sought or not isinstance(value, dict | list) or not value:
            return 0.0
        found = 20.0 if canonical(value) in self._sought else 0.0
        if isinstance(value, dict):
            found += sum(
                2.0 for item in value.items() if (item[0], canonical(item[1])) in self._fields
            )
        return found


@dataclass
class Model:
    """The weights, as integers: of grams beside atoms, and of features by bucket."""

    atoms: dict[str, int]
    grams: dict[str, int]
    beside: np.ndarray
    features: np.ndarray
    scale: float

    def scorer(self, asked: Asked) -> Learned:
        """Return the scorer of a question."""
        return Learned(self, asked)


class Learned:
    """Weighs the parts of the candidates of one question by a model."""

    def __init__(self, model: Model, asked: Asked) -> None:
        self.model, self.asked, self.seen = model, asked, Seen(asked)
        self._found: dict[str, int] = {}

    @cached_property
    def _atoms(self) -> np.ndarray:
        import numpy as np

        rows, weights = [], []
        for gram, weight in self.asked.grams().items():
            row = self.model.grams.get(gram)
            if row is not None:
                rows.append(row)
                weights.append(round(weight * 10))
        return np.asarray(weights, dtype=np.int64) @ self.model.beside[rows].astype(np.int64)

    def atom(self, name: str) -> int:
        """Return the weight of an atom beside the words of the question."""
        column = self.model.atoms.get(name)
        return 0 if column is None else int(self._atoms[column])

    def feature(self, name: str) -> int:
        """Return the weight of a feature, in the unit of those of atoms."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = 10 * int(self.model.features[bucket(name)])
        return found

    def role(self, name: str, slot: Slot) -> int:
        """Return the weight of a mention in a role."""
        return sum(map(self.feature, self.seen.role(name, slot)))

    def unused(self, slot: Slot) -> int:
        """Return the weight of a mention that a query leaves out."""
        return sum(map(self.feature, self.seen.unused(slot)))

    def bonus(self, value: JsonValue) -> int:  # noqa: ARG002 - of the protocol
        """Return nothing: nothing is sought."""
        return 0

    def pairs(self, part: Part) -> int:
        """Return the weight of the atoms of a candidate beside one another."""
        return sum(map(self.feature, pairs_of(part.atoms)))

"""The label-setting engine: trips grow stop by stop, with a layer for each number of stops.

A strategy defines the contents of labels, their bound and their dominance. Tours visit every stop
at the least cost, so labels with the same stops compete. Prize trips leave stops out, so a label
also dominates labels with more closed stops, and a trip can end in any layer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Generic, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from geoeval.planning.instance import Flags, Nodes, Ticks

Words: TypeAlias = NDArray[np.uint64]
"""Sets of stops as bit masks, shape (labels, words)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """The labels of one layer, stored as columns."""

    last: Nodes  # the index of the last stop in the network; initially that of the origin
    tick: Ticks
    parent: Nodes  # the index of the previous label in its layer

    @property
    def size(self) -> int:
        """The number of labels."""
        return len(self.last)

    def take(self, chosen: Nodes | Flags) -> Self:
        """Select labels by index or by mask."""
        return type(self)(**{f.name: getattr(self, f.name)[chosen] for f in fields(self)})

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Concatenate layers."""
        return cls(
            **{f.name: np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(cls)}
        )


def pack_flags(flags: Flags) -> Words:
    """Pack flags of stops, shape (labels, stops), into bit masks."""
    count = flags.shape[1]
    room = np.zeros((len(flags), 8 * max(-(-count // 64), 1)), dtype=np.uint8)
    octets = np.packbits(flags, axis=1, bitorder="little")
    room[:, : octets.shape[1]] = octets
    return room.view("<u8").astype(np.uint64)


def unpack_flags(words: Words, count: int) -> Flags:
    """Unpack bit masks into flags of ``count`` stops."""
    octets = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=count, bitorder="little").astype(np.bool_)


LabelsT = TypeVar("LabelsT", bound=Labels)


class LabelSearch(ABC, Generic[LabelsT]):
    """One search through the layers; a strategy implements its steps."""

    def __init__(self, max_stops: int, block: int) -> None:
        self.max_stops = max_stops
        self.block = block  # labels extended at a time
        self.layer_size = 0  # the number of stops of each trip in the current layer
        self.history: list[tuple[Nodes, Nodes]] = []

    def run(self) -> None:
        """Build trips layer by layer until no label is left."""
        self.layer_size, self.history = 0, []
        layer = self.narrowed(self.origin())
        while layer.size:
            self.history.append((layer.last, layer.parent))
            self.complete(layer)
            if self.layer_size == self.max_stops:
                break
            self.layer_size += 1
            layer = self.narrowed(self._next_layer(layer))

    def order(self, label: int) -> list[int]:
        """Return the stops of a label in the last layer, in order."""
        order = []
        for last, parent in reversed(self.history[1:]):
            order.append(int(last[label]))
            label = int(parent[label])
        return order[::-1]

    def _next_layer(self, layer: LabelsT) -> LabelsT:
        blocks = [
            self.extended(layer, np.arange(low, min(low + self.block, layer.size)))
            for low in range(0, layer.size, self.block)
        ]
        return self.undominated(layer.joined(blocks))

    @abstractmethod
    def origin(self) -> LabelsT:
        """Return a layer with the label of the trip before its departure."""

    @abstractmethod
    def extended(self, layer: LabelsT, block: Nodes) -> LabelsT:
        """Return the extensions of some labels by one stop that may lead to a better trip."""

    @abstractmethod
    def undominated(self, layer: LabelsT) -> LabelsT:
        """Return the labels that no other label dominates."""

    @abstractmethod
    def narrowed(self, layer: LabelsT) -> LabelsT:
        """Return the most promising labels, as many as the search allows."""

    @abstractmethod
    def complete(self, layer: LabelsT) -> None:
        """Record the best trip that ends with one of the labels."""

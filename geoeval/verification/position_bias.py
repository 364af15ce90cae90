"""Whether the keyed options of a dataset stand in some positions too often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.verification.match import is_padding
from geoeval.verification.model import DatasetFinding
from geoeval.verification.shared import about_records

FEWEST = 50
SIGNIFICANT = 0.001


def position_bias(records: Sequence[Record]) -> Iterator[DatasetFinding]:
    """Yield a finding for each number of options with which keys are placed unevenly."""
    grouped: dict[int, list[tuple[int, Record]]] = {}
    for record in records:
        options, label = record.question.options, record.label
        used = [i for i, option in enumerate(options) if not is_padding(option)]
        if label is not None and label != UNANSWERABLE and label in used and len(used) > 1:
            grouped.setdefault(len(used), []).append((used.index(label), record))
    for width, placed in sorted(grouped.items()):
        counts = [sum(1 for place, _ in placed if place == at) for at in range(width)]
        chance = p_of_counts(counts)
        if len(placed) < FEWEST or chance >= SIGNIFICANT:
            continue
        most = counts.index(max(counts))
        message = (
            f"of {len(placed)} questions with {width} options, the key stands "
            f"{', '.join(map(str, counts))} times in positions 0 to {width - 1}; with equal "
            f"chances that happens with p {f'= {chance:.1g}' if chance else '< 1e-300'}"
        )
        favoured = [record for place, record in placed if place == most]
        yield about_records("GEO804", message, favoured, len(records), f"{width} options")


def p_of_counts(counts: Sequence[int]) -> float:
    """Return how likely counts are at least as uneven as these if all chances are equal.

    Examples
    --------
    >>> p_of_counts([25, 25, 25, 25])
    1.0
    >>> p_of_counts([60, 20, 10, 10]) < 0.001
    True
    """
    from scipy.special import chdtrc  # type: ignore[import-untyped]  # scipy ships no types

    expected = sum(counts) / len(counts)
    statistic = sum((seen - expected) ** 2 / expected for seen in counts)
    return float(chdtrc(len(counts) - 1, statistic))

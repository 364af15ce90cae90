"""Travel times between places, by direction and time of day, with missing legs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple, SupportsIndex, TypeAlias

from geoeval.errors import UsageError, quote
from geoeval.planning.stop import check_integer

Row: TypeAlias = tuple[int | None, ...]
Rows: TypeAlias = tuple[Row, ...]
_FOREVER = 1 << 62
_MAX_PIECES = 5000  # each takes a table in memory
Cells: TypeAlias = Iterable[Iterable[SupportsIndex | float | None]]


class Ride(NamedTuple):
    """A leg with its departure and arrival ticks."""

    leaves: int
    arrives: int


class Piece(NamedTuple):
    """The travel times of departures from a tick on, until the next piece begins."""

    since: int
    durations: Rows


@dataclass(frozen=True, slots=True)
class TravelMatrix:
    """Travel times from place to place, in ticks.

    Parameters
    ----------
    durations
        A square table in ticks: row = origin, column = destination, None if there is no leg.
        The diagonal is ignored: a leg from a place to itself takes no time.
    distances
        A table of the same shape for the objective "least_distance", as integers of any unit.
    by_time
        Further tables, keyed by the first tick of departure to which they apply; ``durations``
        applies before that. If waiting is allowed, trips leave later whenever that arrives
        earlier, so a later departure never arrives earlier (first in, first out).
    period
        The number of ticks after which ``by_time`` repeats, such as a day; None if it does not.
        The keys then lie in [0, period), and ``durations`` applies from 0.

    Raises
    ------
    UsageError
        If a table is not square or differs in size from the others, a time is negative or not
        an integer, or a tick is outside the period.

    Examples
    --------
    >>> matrix = TravelMatrix([[0, 20], [None, 0]])
    >>> matrix.ride(0, 1, leaves=540), matrix.ride(1, 0, leaves=540)
    (Ride(leaves=540, arrives=560), None)
    >>> rush_hour = TravelMatrix([[0, 20], [20, 0]], by_time={450: [[0, 50], [50, 0]]})
    >>> rush_hour.ride(0, 1, leaves=449).arrives, rush_hour.ride(0, 1, leaves=450).arrives
    (469, 500)
    """

    pieces: tuple[Piece, ...]
    distances: Rows | None
    period: int | None

    def __init__(
        self,
        durations: Cells,
        distances: Cells | None = None,
        by_time: Mapping[int, Cells] | None = None,
        period: int | None = None,
    ) -> None:
        period = None if period is None else check_integer(period, "the period", minimum=1)
        rows = _check_rows(durations, "durations")
        if not by_time:
            period = None
        object.__setattr__(self, "pieces", _build_pieces(rows, by_time or {}, period))
        checked = None if distances is None else _check_rows(distances, "distances", len(rows))
        if checked is not None:
            _check_distances(checked, self.pieces)
        object.__setattr__(self, "distances", checked)
        object.__setattr__(self, "period", period)

    @classmethod
    def from_legs(cls, legs: Mapping[tuple[int, int], int], size: int) -> TravelMatrix:
        """Return a matrix of single legs; an absent pair has no leg.

        Raises
        ------
        UsageError
            If a leg names a place beyond ``size``, or takes a negative time.

        Examples
        --------
        >>> TravelMatrix.from_legs({(0, 1): 5}, size=2).ride(0, 1, leaves=0)
        Ride(leaves=0, arrives=5)
        """
        for pair in legs:
            if not all(0 <= place < size for place in pair):
                raise UsageError(f"expected legs between places 0 to {size - 1}, got {quote(pair)}")
        return cls([[legs.get((i, j)) for j in range(size)] for i in range(size)])

    def lengths(self) -> TravelMatrix:
        """Return a matrix with the distances in place of the times.

        The matrix has a leg if there is one at any time of the day.

        Raises
        ------
        UsageError
            If there are no distances.
        """
        if self.distances is None:
            raise UsageError("expected distances in every travel matrix, got none")
        return TravelMatrix(
            [
                [
                    length if any(rows[i][j] is not None for _, rows in self.pieces) else None
                    for j, length in enumerate(row)
                ]
                for i, row in enumerate(self.distances)
            ]
        )

    @property
    def size(self) -> int:
        """The number of places."""
        return len(self.pieces[0].durations)

    @property
    def static(self) -> bool:
        """Whether travel times do not depend on the time of day."""
        return len(self.pieces) == 1

    def unrolled(self, first: int, last: int) -> tuple[Piece, ...]:
        """Return the pieces for departures between two ticks, with periods expanded."""
        if self.period is None:
            unrolled = list(self.pieces)
        else:
            days = range(first // self.period, last // self.period + 1)
            if len(days) * len(self.pieces) > _MAX_PIECES:
                raise UsageError(
                    f"expected travel times to change at most {_MAX_PIECES} times from {first} to "
                    f"{last}, but their period is {self.period}; choose an earlier deadline and "
                    "earlier closing times"
                )
            unrolled = [
                Piece(day * self.period + since, rows)
                for day in days
                for since, rows in self.pieces
            ]
        start = bisect_right(unrolled, first, key=lambda piece: piece.since) - 1
        return tuple(piece for piece in unrolled[max(start, 0) :] if piece.since <= last)

    def ride(
        self, origin: int, destination: int, leaves: int, *, waiting: bool = True
    ) -> Ride | None:
        """Return the leg that arrives first among departures from ``leaves`` on; None if missing.

        Without ``waiting``, the only departure is ``leaves``.
        """
        if origin == destination:
            return Ride(leaves, leaves)
        last = leaves if not waiting else leaves + self.period if self.period else _FOREVER
        return min(
            (
                Ride(max(since, leaves), max(since, leaves) + ticks)
                for since, rows in self.unrolled(leaves, last)
                if (ticks := rows[origin][destination]) is not None
            ),
            key=lambda ride: (ride.arrives, ride.leaves),
            default=None,
        )

    def latest(self, origin: int, destination: int, arrives: int) -> int | None:
        """Return the latest departure that arrives by a tick; None if there is none."""
        if origin == destination:
            return arrives
        longest = max(rows[origin][destination] or 0 for _, rows in self.pieces)
        first = -_FOREVER if self.period is None else arrives - self.period - longest
        pieces = self.unrolled(first, arrives)
        ends = [since - 1 for since, _ in pieces[1:]] + [arrives]
        for (since, rows), end in zip(reversed(pieces), reversed(ends), strict=True):
            ticks = rows[origin][destination]
            if ticks is not None and since + ticks <= arrives:
                return min(arrives - ticks, end)
        return None


def _build_pieces(
    rows: Rows, by_time: Mapping[int, Cells], period: int | None
) -> tuple[Piece, ...]:
    """Return the pieces in ascending order; ``rows`` applies before the first of ``by_time``."""
    pieces = {-_FOREVER if period is None else 0: rows}
    for since in sorted(by_time, key=lambda tick: check_integer(tick, "a tick of by_time")):
        if period is not None and not 0 <= since < period:
            raise UsageError(f"expected ticks of by_time in [0, {period}), got {quote(since)}")
        pieces[since] = _check_rows(by_time[since], f"by_time[{since}]", len(rows))
    return tuple(Piece(*entry) for entry in pieces.items())


def _check_rows(cells: Cells, what: str, size: int | None = None) -> Rows:
    try:
        rows = [list(row) for row in cells]
    except TypeError:
        raise UsageError(
            f"expected {what} to be a table with a row for each place, got {quote(cells)}"
        ) from None
    expected = len(rows) if size is None else size
    if len(rows) != expected:
        raise UsageError(f"expected {what} to have {expected} rows, got {len(rows)}")
    for i, row in enumerate(rows):
        if len(row) != expected:
            raise UsageError(
                f"expected {what} to be {expected} x {expected}, but row {i} has {len(row)}"
            )
        row[i] = None
    return tuple(
        tuple(_check_ticks(cell, f"{what}[{i}][{j}]") for j, cell in enumerate(row))
        for i, row in enumerate(rows)
    )


def _check_ticks(cell: SupportsIndex | float | None, where: str) -> int | None:
    if cell is None:
        return None
    if isinstance(cell, float) and not isfinite(cell):
        raise UsageError(
            f"expected an integer at {where}, got {quote(cell)}; use None if there is no leg"
        )
    if isinstance(cell, float) and not cell.is_integer():
        raise UsageError(
            f"expected {where} to be an integer, got {quote(cell)}; round an array by "
            ".round().astype(int); to represent fractions, choose a smaller tick"
        )
    return check_integer(cell, where, minimum=0)


def _check_distances(distances: Rows, pieces: tuple[Piece, ...]) -> None:
    for i, row in enumerate(distances):
        for j, length in enumerate(row):
            if length is None and any(rows[i][j] is not None for _, rows in pieces):
                raise UsageError(
                    f"expected a distance at distances[{i}][{j}], where there is a leg, got None"
                )

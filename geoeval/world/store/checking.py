"""Check a map file: what it contains, whether it is damaged, and where its sources disagree."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from geoeval.errors import MapFileError
from geoeval.world.store.rows import LINES
from geoeval.world.store.schema import explain_errors, open_readable

_LINE_TYPES = ", ".join(f"'[\"{line}\"]'" for line in sorted(LINES))
_TABLES = {
    "places": f"place WHERE types NOT IN ({_LINE_TYPES})",
    "places described by sources": "mention",
    "lists": "nearby",
    "legs": "leg",
    "routes": "route",
    "road networks": "network",
}
_MAX_FAULTS = 20
_MAX_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class MapReport:
    """The result of checking a map file; ``counts`` has None for a table that cannot be read.

    ``disagreeing`` are the legs for which sources give different times or lengths. ``expired``
    counts the facts that their source no longer permits to be kept.
    """

    path: str
    counts: dict[str, int | None]
    sources: tuple[str, ...] = ()
    attribution: tuple[str, ...] = ()
    skipped: dict[str, int] | None = None
    disagreeing: tuple[str, ...] = ()
    expired: int = 0
    damaged: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the result as JSON values."""
        return asdict(self)

    def as_text(self) -> list[str]:
        """Return the result as lines of text."""
        skipped = (f"{reason} ({count})" for reason, count in sorted((self.skipped or {}).items()))
        notes = (
            ("source", _first_lines(self.sources)),
            ("attribution", self.attribution),
            ("not used", skipped),
            ("sources disagree", _first_lines(self.disagreeing)),
        )
        lines = [f"{self.path}: {'damaged' if self.damaged else 'intact'}"]
        lines += [f"  damage: {each}" for each in self.damaged]
        lines += [f"{'?' if n is None else n:>8}  {name}" for name, n in self.counts.items()]
        lines += [f"  {label}: {each}" for label, found in notes for each in found]
        if self.expired:
            lines.append(f"  expired: {self.expired} facts; record them again or delete the file")
        return lines


def check_map(path: str | Path) -> MapReport:
    """Check a map file."""
    try:
        connection = open_readable(Path(path))
    except MapFileError as error:
        if not getattr(error.__cause__, "sqlite_errorname", "").startswith("SQLITE_CORRUPT"):
            raise
        return MapReport(path=str(path), counts={}, damaged=(str(error.__cause__),))
    try:
        return _check_connection(connection, str(path))
    finally:
        connection.close()


def _check_connection(connection: sqlite3.Connection, path: str) -> MapReport:
    damaged: list[str] = []

    def rows(statement: str) -> list[tuple[Any, ...]]:
        try:
            with explain_errors(Path(path)):
                return connection.execute(statement).fetchall()
        except MapFileError as error:
            damaged.append(str(error.__cause__))
            return []

    def count(table: str) -> int | None:
        return next((number for (number,) in rows(f"SELECT count(*) FROM {table}")), None)

    integrity = rows(f"PRAGMA integrity_check({_MAX_FAULTS})")
    damaged += [found for (found,) in integrity if found != "ok"]
    counts = {name: count(table) for name, table in _TABLES.items()}
    skipped = rows("SELECT value FROM meta WHERE key = 'skipped'")
    sources = rows(
        "SELECT coalesce(nullif(name, ''), 'not named') || ', ' || made FROM source ORDER BY number"
    )
    named = rows("SELECT DISTINCT attribution FROM source WHERE attribution != ''")
    expired = f"known_until < '{datetime.now(UTC).date().isoformat()}'"
    dated = ("place", "nearby", "leg", "route")
    return MapReport(
        path=path,
        counts=counts,
        sources=tuple(chain.from_iterable(sources)),
        attribution=tuple(chain.from_iterable(named)),
        skipped=json.loads(skipped[0][0]) if skipped else None,
        disagreeing=tuple(_describe_disagreement(*row) for row in rows(_DISAGREEING)),
        expired=sum(count(f"{table} WHERE {expired}") or 0 for table in dated),
        damaged=tuple(dict.fromkeys(damaged)),
    )


_DISAGREEING = """
SELECT coalesce(start.record ->> 'name', origin), coalesce(goal.record ->> 'name', destination),
    coalesce(mode, 'any mode'), group_concat(DISTINCT duration_s || ' s'),
    group_concat(DISTINCT distance_m || ' m')
FROM leg LEFT JOIN place AS start ON start.id = origin LEFT JOIN place AS goal
    ON goal.id = destination
GROUP BY origin, destination, mode
HAVING count(DISTINCT duration_s) > 1 OR count(DISTINCT distance_m) > 1
"""


def _describe_disagreement(origin: str, destination: str, mode: str, *parts: str | None) -> str:
    figures = " and ".join(each for each in parts if each and "," in each)
    return f"{origin} to {destination}, {mode}: {figures}"


def _first_lines(lines: tuple[str, ...]) -> list[str]:
    remaining = len(lines) - _MAX_SHOWN
    return [*lines[:_MAX_SHOWN], *([f"{remaining} more"] if remaining > 0 else [])]

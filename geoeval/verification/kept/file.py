"""Files of queries: JSON Lines, the query of one question on each; and those that geoeval ships."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from geoeval.errors import QueriesError, quote
from geoeval.verification.kept.entry import KeptQuery, entry_from_json, entry_to_json

SETS = Path(__file__).with_name("sets")
"""The folder of the sets of queries that geoeval ships, a file ``NAME.jsonl`` for each."""


def queries_path(source: str | Path) -> Path:
    """Return the path of a file of queries, or of a set that geoeval ships.

    Examples
    --------
    >>> queries_path("no_such_set")
    Traceback (most recent call last):
    ...
    geoeval.errors.QueriesError: expected a file of queries, or the name of a set that geoeval \
ships (mapeval), got 'no_such_set'; geoeval formalize writes a file
    """
    path = Path(source)
    shipped = {each.stem: each for each in sorted(SETS.glob("*.jsonl"))}
    if str(source) in shipped and not path.exists():
        return shipped[str(source)]
    if not path.is_file():
        there = ", ".join(shipped) or "there is none"
        message = (
            f"expected a file of queries, or the name of a set that geoeval ships ({there}), got "
            f"{quote(str(source))}; geoeval formalize writes a file"
        )
        raise QueriesError(message)
    return path


def read_queries(source: str | Path) -> tuple[KeptQuery, ...]:
    """Read the queries of a file."""
    path = queries_path(source)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        message = f"{path}: the queries cannot be read: {reason}"
        raise QueriesError(message) from None
    first: dict[tuple[str, str], int] = {}
    entries = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = entry_from_json(_decoded(line), number)
        except QueriesError as error:
            message = f"{path}:{number}: {error}"
            raise QueriesError(message) from None
        earlier = first.setdefault((str(entry.id), entry.fingerprint), number)
        if earlier != number:
            message = f"{path}:{number}: line {earlier} is about the same question; remove one"
            raise QueriesError(message)
        entries.append(entry)
    return tuple(entries)


def query_lines(entries: Iterable[KeptQuery]) -> Iterator[str]:
    """Yield the lines of a file of queries, without their ends."""
    for entry in entries:
        yield json.dumps(entry_to_json(entry), ensure_ascii=False)


def _decoded(line: str) -> object:
    """Return the JSON of a line."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        message = f"expected a JSON object on the line, got {quote(line.strip())}"
        raise QueriesError(message) from None

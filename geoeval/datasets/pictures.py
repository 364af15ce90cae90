"""Pictures that records name in other capitals than their files have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from geoeval.datasets.records import LoadIssue, Record
from geoeval.errors import quote


def misnamed_pictures(records: Sequence[Record]) -> tuple[LoadIssue, ...]:
    """Return the issue that pictures are found only where capitals do not count, if it is so.

    Examples
    --------
    >>> misnamed_pictures([])
    ()
    """
    misnamed = []
    for record in records:
        if record.picture is not None:
            found = _in_other_capitals(Path(record.span.file).parent, record.picture)
            if found is not None:
                misnamed.append((record, found))
    if not misnamed:
        return ()
    record, found = misnamed[0]
    message = (
        f"expected the name of a file as it is written, got {quote(record.picture)}, which is "
        f"stored as {quote(found)} ({len(misnamed)} of {len(records)} records)"
    )
    return (
        LoadIssue(
            code="GEO116",
            message=message,
            span=record.span,
            id=record.question.id,
            path="$.image_path",
            fatal=False,
        ),
    )


def _in_other_capitals(folder: Path, path: str) -> str | None:
    """Return how a path is stored that exists only if capitals do not count."""
    stored = []
    for name in Path(path).parts:
        try:
            names = [each.name for each in folder.iterdir()]
        except (OSError, ValueError):
            return None
        there = name if name in names else _alike(name, names)
        if there is None:
            return None
        stored.append(there)
        folder /= there
    found = Path(*stored).as_posix()
    return found if found != Path(path).as_posix() else None


def _alike(name: str, names: Sequence[str]) -> str | None:
    """Return the first name that differs from another in capitals only."""
    return next((each for each in names if each.casefold() == name.casefold()), None)

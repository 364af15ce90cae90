"""The JSON file of places that stands beside a CSV file of questions, and the join of the two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from geoeval.datasets.csv_rows import UNNAMED
from geoeval.datasets.decode import Decoder, ScanError
from geoeval.datasets.faults import json_type
from geoeval.datasets.mapqa import PLACES, MapQaFormat
from geoeval.datasets.position import Positions
from geoeval.datasets.records import LoadIssue, Span
from geoeval.datasets.scan import Element, Fault

_ROWS, _PLACES = ".csv", ".json"


def paired_files(folder: str | Path) -> tuple[Path, ...]:
    """Return the CSV files of a folder that have a JSON file of places beside them, by name.

    Examples
    --------
    >>> paired_files("no_such_folder")
    ()
    """
    try:
        rows = [path for path in sorted(Path(folder).iterdir()) if path.suffix.lower() == _ROWS]
        return tuple(path for path in rows if path.with_suffix(_PLACES).is_file())
    except OSError:
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """The places of each row by its id, and what is wrong with the file that holds them."""

    places: dict[str, object] = field(default_factory=dict)
    issues: tuple[LoadIssue, ...] = ()

    @classmethod
    def beside(cls, rows: str | Path) -> Companion:
        """Read the places of a CSV file: an object by the ids of its rows."""
        path = Path(rows).with_suffix(_PLACES)
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            message = "the file does not exist; it must hold the places of the questions"
            return cls._broken("GEO101", message, path)
        except (OSError, UnicodeDecodeError) as error:
            message = f"expected the places of the questions as UTF-8: {error}"
            return cls._broken("GEO101", message, path)
        start = len(text) - len(text.lstrip())
        try:
            decoded = Decoder().decode(text, start)
            if rest := text[decoded.end :].lstrip():
                what = f"expected the end of the file after the object, got {rest[0]!r}"
                raise ScanError(what, len(text) - len(rest))  # noqa: TRY301 - the same report
        except ScanError as error:
            line, column = Positions(text).at(error.offset)
            message = f"invalid JSON at line {line}, column {column}: {error}"
            return cls._broken("GEO102", message, path, line, column)
        if not isinstance(decoded.value, dict):
            message = (
                "expected an object that holds the places of each question by its id, got "
                f"{json_type(decoded.value)}"
            )
            return cls._broken("GEO102", message, path)
        issues = tuple(_odd(decoded.constants, decoded.repeated, path))
        return cls(places=decoded.value, issues=issues)

    @classmethod
    def _broken(
        cls, code: str, message: str, path: Path, line: int = 1, column: int = 1
    ) -> Companion:
        """Return the companion that stands for a file without places."""
        span = Span(file=str(path), line=line, column=column)
        return cls(issues=(LoadIssue(code=code, message=message, span=span),))

    @property
    def readable(self) -> bool:
        """Whether the whole file could be read."""
        return not any(issue.fatal for issue in self.issues)

    def joined(self, part: Element | Fault) -> Element | Fault:
        """Return a row with its places as a member more; with none where all are lost."""
        row = part.value if isinstance(part, Element) else None
        if isinstance(part, Fault) or not isinstance(row, dict) or PLACES in row:
            return part
        found = self.places.get(str(row.get("ID", row.get(UNNAMED)))) if self.readable else {}
        return part if found is None else replace(part, value={**row, PLACES: found})


def companion_of(name: str, form: str) -> Companion:
    """Return the companion of a file, empty where the format knows none.

    Examples
    --------
    >>> companion_of("set.csv", "mcq")
    Companion(places={}, issues=())
    """
    if form != MapQaFormat.name or not name.lower().endswith(_ROWS):
        return Companion()
    return Companion.beside(name)


def _odd(constants: tuple[str, ...], repeated: tuple[str, ...], path: Path) -> Iterator[LoadIssue]:
    """Yield what the decoder met and passed over."""
    span = Span(file=str(path))
    for where in constants:
        message = "NaN and Infinity are not JSON; read as null"
        yield LoadIssue(code="GEO102", message=message, span=span, path=where, fatal=False)
    for where in repeated:
        message = "the key stands more than once in its object; the last value counts"
        yield LoadIssue(code="GEO110", message=message, span=span, path=where, fatal=False)

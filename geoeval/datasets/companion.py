"""Join the rows of a CSV file with the places of each row in a JSON file next to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from geoeval.datasets.columns import PLACES, UNNAMED
from geoeval.datasets.fields import json_type
from geoeval.datasets.records import LoadIssue, Span
from geoeval.datasets.scan import Decoder, Element, Fault, Positions, ScanError

_ROWS, _PLACES = ".csv", ".json"


def paired_files(folder: str | Path) -> tuple[Path, ...]:
    """Return the CSV files of a folder that have a JSON file of places, sorted by name."""
    try:
        rows = [path for path in sorted(Path(folder).iterdir()) if path.suffix.lower() == _ROWS]
        return tuple(path for path in rows if path.with_suffix(_PLACES).is_file())
    except OSError:
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """The places of each row by id, and the issues of the file that holds them."""

    places: dict[str, object] = field(default_factory=dict)
    issues: tuple[LoadIssue, ...] = ()

    @classmethod
    def find_for(cls, rows: str | Path) -> Companion:
        """Read the places for a CSV file: an object keyed by row id."""
        path = Path(rows).with_suffix(_PLACES)
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            message = "expected a file with the places of the questions, got no such file"
            return cls._without_places("GEO101", message, path)
        except (OSError, UnicodeDecodeError) as error:
            message = f"expected the places of the questions as UTF-8: {error}"
            return cls._without_places("GEO101", message, path)
        start = len(text) - len(text.lstrip())
        try:
            decoded = Decoder().decode(text, start)
            if rest := text[decoded.end :].lstrip():
                message = f"expected the end of the file after the object, got {rest[0]!r}"
                raise ScanError(message, len(text) - len(rest))  # noqa: TRY301 - reported below
        except ScanError as error:
            line, column = Positions(text).at(error.offset)
            message = f"invalid JSON at line {line}, column {column}: {error}"
            return cls._without_places("GEO102", message, path, line, column)
        if not isinstance(decoded.value, dict):
            message = (
                "expected an object that maps the id of each question to its places, got "
                f"{json_type(decoded.value)}"
            )
            return cls._without_places("GEO102", message, path)
        issues = tuple(
            LoadIssue(code=code, message=text, span=Span(file=str(path)), path=where, fatal=False)
            for code, where, text in decoded.oddities()
        )
        return cls(places=decoded.value, issues=issues)

    @classmethod
    def _without_places(
        cls, code: str, message: str, path: Path, line: int = 1, column: int = 1
    ) -> Companion:
        span = Span(file=str(path), line=line, column=column)
        return cls(issues=(LoadIssue(code=code, message=message, span=span),))

    @property
    def readable(self) -> bool:
        """Whether the whole file could be read."""
        return not any(issue.fatal for issue in self.issues)

    def joined(self, part: Element | Fault) -> Element | Fault:
        """Return a row with its places added, or with no places if their file is unreadable."""
        row = part.value if isinstance(part, Element) else None
        if isinstance(part, Fault) or not isinstance(row, dict) or PLACES in row:
            return part
        places = self.places.get(str(row.get("ID", row.get(UNNAMED)))) if self.readable else {}
        return part if places is None else replace(part, value={**row, PLACES: places})


def has_companion(name: str) -> bool:
    """Return whether a CSV file has a JSON file of the same name next to it."""
    return name.lower().endswith(_ROWS) and Path(name).with_suffix(_PLACES).is_file()


def companion_of(name: str, *, wanted: bool) -> Companion:
    """Return the companion of a file, empty if none is wanted."""
    if not wanted or not name.lower().endswith(_ROWS):
        return Companion()
    return Companion.find_for(name)

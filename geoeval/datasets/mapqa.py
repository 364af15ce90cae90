"""The record format of MapQA: an open-ended question, its answer, and a file of places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from geoeval.datasets import fields
from geoeval.datasets.records import LoadIssue, Question, Record, Span
from geoeval.datasets.scan import Decoder, Element, Fault, Positions, ScanError
from geoeval.datasets.tables import UNNAMED

PLACES = "places"
"""The field that holds the places of a row after the two files are joined."""

_NO_NAME = "null"
_AXES = ("latitude", "longitude")


class MapQaFormat(fields.RecordReader):
    """``{"ID", "Question", "Answer", "places": {name: {"osm_id", "latitude", "longitude"}}}``.

    The places are in a JSON file next to the CSV of questions; a ``Companion`` joins the two.
    The file lists only the places of the question and the answer, so the world is partial. A
    place named "null" has no name and is left out. Coordinates are kept even if they are invalid.
    """

    name = "mapqa"
    about = "MapQA: questions with answers in words, and a file of places next to them"

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields of this format."""
        return {"Question", "Answer"} <= raw.keys() and "options" not in raw

    def record_of(
        self, raw: Mapping[str, object], span: Span, faults: fields.Faults, *, labels: bool
    ) -> Record:
        """Return the record that an object holds, with placeholders for faulty fields."""
        column = "ID" if "ID" in raw else UNNAMED if UNNAMED in raw else "ID"
        name = fields.read_identity(raw, column, faults)
        text = fields.read_text(raw, "Question", faults)
        expected = _read_expected(raw, faults) if labels else None
        places = list(_read_places(raw.get(PLACES), faults))
        return Record(
            question=Question(id=name, text=text, query=fields.read_query(raw)),
            span=span,
            world={"places": places, "partial": True},
            expected=expected,
            fields=fields.other_fields(raw, ("ID", UNNAMED, "Question", "Answer", "query", PLACES)),
        )


def _read_expected(raw: Mapping[str, object], faults: fields.Faults) -> str | None:
    value = raw.get("Answer")
    if isinstance(value, str):
        return value.strip()
    if value is None:
        message = f'expected an "Answer" to check, got {fields.describe_missing(raw, "Answer")}'
        faults.add("GEO103", "$.Answer", message, fatal=False)
    else:
        faults.mistyped("$.Answer", "a string", value, fatal=False)
    return None


def _read_places(value: object, faults: fields.Faults) -> Iterator[dict[str, object]]:
    if value is None:
        message = (
            "expected the places of the question in the file next to it, got none; nothing can "
            "be computed"
        )
        faults.add("GEO103", f"$.{PLACES}", message, fatal=False)
        return
    if not isinstance(value, dict):
        faults.mistyped(f"$.{PLACES}", "an object of places by name", value, fatal=False)
        return
    for name, facts in value.items():
        path = f"$.{PLACES}.{name}"
        if not isinstance(facts, dict):
            faults.mistyped(path, "an object with coordinates", facts, fatal=False)
        elif name not in ("", _NO_NAME):
            place: dict[str, object] = {"name": name}
            if isinstance(facts.get("osm_id"), int | str):
                place["id"] = str(facts["osm_id"])
            if (location := _read_location(facts, path, faults)) is not None:
                place["location"] = location
            yield place


def _read_location(
    facts: Mapping[str, object], path: str, faults: fields.Faults
) -> list[float] | None:
    location: list[float] = []
    for axis in _AXES:
        value = facts.get(axis)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and math.isfinite(value):  # type: ignore[arg-type]  # just tested to be a number
            location.append(float(value))  # type: ignore[arg-type]  # likewise
        else:
            faults.mistyped(f"{path}.{axis}", "a number of degrees", value, fatal=False)
    return location if len(location) == len(_AXES) else None


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
            message = "the file does not exist; it should hold the places of the questions"
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
                f"{fields.json_type(decoded.value)}"
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


def companion_of(name: str, form: str) -> Companion:
    """Return the companion of a file, empty if its format has none."""
    if form != MapQaFormat.name or not name.lower().endswith(_ROWS):
        return Companion()
    return Companion.find_for(name)

"""Reading a file of records: every fault becomes an issue, and the other records are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from geoeval.datasets.companion import companion_of
from geoeval.datasets.csv_rows import scan_rows
from geoeval.datasets.faults import Faults
from geoeval.datasets.formats import AUTO, Declared, RecordFormat, choose_format
from geoeval.datasets.parquet import is_parquet, parquet_rows
from geoeval.datasets.pictures import misnamed_pictures
from geoeval.datasets.records import Dataset, LoadIssue, Record, Span
from geoeval.datasets.rows import rows_of
from geoeval.datasets.scan import Element, Fault, scan
from geoeval.datasets.source import SourceText, wide_encoding
from geoeval.datasets.tally import merge_repeated
from geoeval.errors import UnreadableDatasetError, quote

STDIN_NAME = "<stdin>"
RECORDS_NAME = "<records>"
_LINE_SUFFIXES = (".jsonl", ".ndjson")
_ROW_SUFFIXES = (".csv", ".tsv")
_BROKEN = {"GEO102": "invalid JSON", "GEO112": "invalid CSV"}


def load_dataset(
    path: str | Path, dataset: str | Declared = AUTO, *, labels: bool = True
) -> Dataset:
    """Read the records of a file.

    Parameters
    ----------
    path
        A JSON list of records, JSON Lines, a single record, or an object that holds the list
        under "data", "records" or "questions"; or CSV, if its name ends in ".csv" or ".tsv".
        UTF-8, with or without a byte order mark. Or Parquet, whatever its name.
    dataset
        The record format: a key of ``geoeval.datasets.formats.FORMATS``, or "auto"; with what is
        declared about its columns and labels, if anything is.
    labels
        Whether to read the labels. Without them every label is None and none is found faulty.

    Returns
    -------
    Dataset
        The usable records with their places, and an issue for everything else. ``readable`` is
        False if a part of the file could not be read: it is missing, no UTF-8, no JSON or no CSV.

    Raises
    ------
    UsageError
        If there is no such record format.

    Examples
    --------
    >>> load_dataset("no_such_file.json").issues[0].message
    'the file does not exist'
    """
    choose_format(dataset, ())
    name = str(path)
    try:
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        return _unreadable(name, _why_not_opened(path, error))
    return parse_dataset(raw, name, dataset, labels=labels)


def parse_dataset(
    source: str | bytes,
    name: str = STDIN_NAME,
    dataset: str | Declared = AUTO,
    *,
    labels: bool = True,
) -> Dataset:
    """Read the records of a text, such as standard input.

    Examples
    --------
    >>> result = parse_dataset('[{"id": 7, "question": "How far is it?"}]', "trip.json")
    >>> [(str(issue.span), issue.code, issue.id, issue.path) for issue in result.issues]
    [('trip.json:1:2', 'GEO103', 7, '$.context'), ('trip.json:1:2', 'GEO103', 7, '$.answer')]
    """
    raw = source.encode(errors="surrogatepass") if isinstance(source, str) else source
    if encoding := wide_encoding(raw):
        return _unreadable(name, f"expected UTF-8, got {encoding}; save the file as UTF-8")
    source_text = SourceText(b"" if is_parquet(raw) else raw)
    try:
        parts = list(_parts(raw, source_text.text, name.lower()))
    except UnreadableDatasetError as error:
        return _unreadable(name, str(error))
    form = choose_format(dataset, _values(parts))
    companion = companion_of(name, form.name)
    found = _Loader(source_text, name, form, labels).run(map(companion.joined, parts))
    return replace(
        found,
        sha256=sha256(raw).hexdigest(),
        issues=(*companion.issues, *found.issues),
        readable=found.readable and companion.readable,
    )


def load_records(source: object, dataset: str | Declared = AUTO, *, labels: bool = True) -> Dataset:
    """Read records that are in memory already.

    Examples
    --------
    >>> result = load_records([{"question": "How far?", "options": ["1 km"], "label": "A"}])
    >>> result.records[0].label, str(result.records[0].span)
    (0, '<records>:1:1')
    """
    parts = [
        Element(value=row, start=0, end=0, line=number, column=1)
        for number, row in enumerate(rows_of(source), start=1)
    ]
    form = choose_format(dataset, _values(parts))
    return _Loader(SourceText(b""), RECORDS_NAME, form, labels).run(parts)


def _parts(raw: bytes, text: str, name: str) -> Iterator[Element | Fault]:
    """Yield the records of a file and its faults, as its bytes or its suffix say they stand."""
    if is_parquet(raw):
        return parquet_rows(raw)
    if name.endswith(_ROW_SUFFIXES):
        return scan_rows(text)
    return scan(text, lines=name.endswith(_LINE_SUFFIXES))


def _values(parts: Iterable[Element | Fault]) -> Iterator[object]:
    """Yield the values of the records of a file."""
    return (part.value for part in parts if isinstance(part, Element))


class _Loader:
    """The reading of one text."""

    def __init__(self, source: SourceText, name: str, form: RecordFormat, labels: bool) -> None:
        self._source = source
        self._name = name
        self._form = form
        self._labels = labels
        self._rows = 0
        self._records: list[Record] = []
        self._issues: list[LoadIssue] = []
        self._first_use: dict[str, Span] = {}
        self._readable = source.sound

    def run(self, parts: Iterable[Element | Fault]) -> Dataset:
        """Read everything that can be read."""
        bad_bytes = 0
        for part in parts:
            if isinstance(part, Fault):
                self._report_fault(part)
            else:
                bad_bytes += self._take(part)
        if not self._source.sound and not bad_bytes:
            self._report_stray_byte()
        return Dataset(
            path=self._name,
            records=tuple(self._records),
            issues=(*merge_repeated(self._issues), *misnamed_pictures(self._records)),
            readable=self._readable,
        )

    def _report_fault(self, fault: Fault) -> None:
        """Note text that is not what the file should hold."""
        span = Span(file=self._name, line=fault.line, column=fault.column)
        message = fault.message
        if fault.fatal:
            where = f"line {fault.line}, column {fault.column}"
            message = f"{_BROKEN[fault.code]} at {where}: {message}"
            self._readable = False
        issue = LoadIssue(code=fault.code, message=message, span=span, fatal=fault.fatal)
        self._issues.append(issue)

    def _report_stray_byte(self) -> None:
        """Note the first byte that is not UTF-8 where it stands in no record."""
        bad = self._source.bad_byte(0, len(self._source.text))
        assert bad is not None  # the text is not sound
        message = (
            f"expected UTF-8, got the byte 0x{bad.value:02X} at offset {bad.byte}; "
            "save the file as UTF-8"
        )
        span = Span(file=self._name)
        self._issues.insert(0, LoadIssue(code="GEO101", message=message, span=span))

    def _take(self, element: Element) -> bool:
        """Read one record; return whether it holds a byte that is not UTF-8."""
        span = Span(file=self._name, line=element.line, column=element.column)
        self._rows += 1
        faults = Faults(span, self._rows)
        for path in element.constants:
            message = "NaN and Infinity are not JSON; read as null"
            faults.add("GEO102", path, message, fatal=False)
        for path in element.repeated:
            message = "the key stands more than once in its object; the last value counts"
            faults.add("GEO110", path, message, fatal=False)
        record = self._form.read(element.value, span, faults, labels=self._labels)
        bad = self._source.bad_byte(element.start, element.end)
        if bad is not None:
            record = None
            line, column = self._place(element, bad.character)
            message = (
                f"expected UTF-8, got the byte 0x{bad.value:02X} at offset {bad.byte} "
                f"(line {line}, column {column}); save the file as UTF-8"
            )
            faults.add("GEO101", "$", message)
        self._check_id(faults, span)
        self._issues.extend(faults.issues)
        if record is not None:
            self._records.append(record)
        return bad is not None

    def _place(self, element: Element, character: int) -> tuple[int, int]:
        """Return the line and column of a character inside an element."""
        before = self._source.text[element.start : character]
        newlines = before.count("\n")
        column = len(before) - before.rfind("\n") if newlines else element.column + len(before)
        return element.line + newlines, column

    def _check_id(self, faults: Faults, span: Span) -> None:
        """Note an id that an earlier record of the file has already."""
        if faults.id is None:
            return
        first = self._first_use.setdefault(str(faults.id), span)
        if first is not span:
            message = (
                f"the id {quote(faults.id)} is that of the record at line {first.line} already; "
                "give each record its own"
            )
            faults.add("GEO106", faults.id_path, message, fatal=False)


def _unreadable(name: str, message: str) -> Dataset:
    """Return the dataset that stands for a file without any text."""
    issue = LoadIssue(code="GEO101", message=message, span=Span(file=name))
    return Dataset(path=name, issues=(issue,), readable=False)


def _why_not_opened(path: str | Path, error: Exception) -> str:
    """Say in words why a file could not be opened, and what to do."""
    if isinstance(error, FileNotFoundError):
        return "the file does not exist"
    if isinstance(error, IsADirectoryError):
        return (
            "expected a file, or a folder of CSV files with a JSON file of places beside each, "
            "got a directory without such; name the files in it"
        )
    if isinstance(error, PermissionError):
        return "the file may not be read: permission denied"
    return f"the file {quote(str(path))} cannot be opened: {error}"

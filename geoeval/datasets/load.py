"""Read files of records: each fault becomes an issue, and the other records are kept."""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from typing import Protocol, runtime_checkable

from geoeval.datasets.companion import companion_of, has_companion, paired_files
from geoeval.datasets.fields import Faults, value_at
from geoeval.datasets.formats import AUTO, FORMATS, Declared, RecordFormat, choose_format
from geoeval.datasets.mapped import MappedFormat
from geoeval.datasets.records import Dataset, LoadIssue, Record, Span
from geoeval.datasets.scan import Element, Fault, SourceText, describe_foreign_file, scan_json
from geoeval.datasets.tables import is_parquet, is_table, parquet_rows, scan_rows
from geoeval.errors import UnreadableDatasetError, UsageError, quote
from geoeval.extras import check_installed

UNDECLARED_LABEL = "GEO115"
_COLUMN_FAULTS = frozenset({"GEO103", "GEO104", UNDECLARED_LABEL})
"""Faults of a column (missing, mistyped or undeclared) if every record has them."""


def merge_repeated(issues: Iterable[LoadIssue], rows: int) -> tuple[LoadIssue, ...]:
    """Merge the issues that a single declaration would fix, and state how many they are.

    These are labels whose form is not declared, and fields missing or mistyped in all rows.
    """
    merged = list(issues)
    groups: dict[tuple[str, str], list[LoadIssue]] = {}
    for issue in merged:
        if issue.code in _COLUMN_FAULTS:
            groups.setdefault((issue.code, issue.path), []).append(issue)
    for key, group in groups.items():
        if key[0] == UNDECLARED_LABEL or len(group) == rows:
            first = merged.index(group[0])
            merged = [each for each in merged if (each.code, each.path) != key]
            merged.insert(first, _merge_issues(group))
    return tuple(merged)


def _merge_issues(group: Sequence[LoadIssue]) -> LoadIssue:
    first, *others = group
    if not others:
        return first
    records = "1 more record" if len(others) == 1 else f"{len(others)} more records"
    message = f"{first.message} (the same in {records})"
    return replace(first, message=message, others=tuple(each.span for each in others))


class Table(Protocol):
    """A table of pandas, pyarrow, polars or any library with the interchange protocol."""

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> object:
        """Return the table as an object of the dataframe interchange protocol."""
        ...


@runtime_checkable
class _SupportsToDict(Protocol):
    """A table with the ``to_dict`` method of pandas."""

    def to_dict(self, orient: str, /) -> list[object]:
        """Return a dictionary for each row if ``orient`` is "records"."""
        ...


def rows_of(source: object) -> list[object]:
    """Return records as JSON values."""
    if isinstance(source, (list, tuple)):
        rows: Iterable[object] = source
    elif isinstance(source, _SupportsToDict) and getattr(source, "ndim", 2) == 2:
        rows = _iterate_named_rows(source)
    else:
        rows = _iterate_arrow_rows(source)
    return [_to_plain_value(row) for row in rows]


def _iterate_named_rows(table: _SupportsToDict) -> Iterable[object]:
    """Return the rows of a table; the ``to_dict`` of polars does not take "records"."""
    try:
        return table.to_dict("records")
    except TypeError:
        return _iterate_arrow_rows(table)


def _iterate_arrow_rows(source: object) -> Iterable[object]:
    streams = hasattr(source, "__arrow_c_stream__")
    if getattr(source, "ndim", 2) != 2 or not (streams or hasattr(source, "__dataframe__")):
        expected = "expected the path of a dataset, a list of records or a table"
        raise UsageError(f"{expected}, got {quote(source)}")
    check_installed("pyarrow", "parquet")
    import pyarrow as pa  # type: ignore[import-untyped] # it ships no types
    from pyarrow.interchange import from_dataframe  # type: ignore[import-untyped] # likewise

    to_arrow: Callable[[object], pa.Table] = pa.table if streams else from_dataframe
    rows: list[object] = to_arrow(source).to_pylist()
    return rows


def _to_plain_value(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _to_plain_value(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_to_plain_value(each) for each in value]
    from geoeval.calculators.filters.kinds import (
        is_known,
    )  # imports pydantic, which is slow to load

    if not is_known(value):
        return None
    if hasattr(value, "tolist"):
        return _to_plain_value(value.tolist())
    return value


STDIN_NAME = "<stdin>"
RECORDS_NAME = "<records>"
LINE_SUFFIXES = (".jsonl", ".ndjson")
_GZIP_MAGIC = b"\x1f\x8b"
_INVALID = {"GEO102": "invalid JSON", "GEO112": "invalid CSV"}


def load_dataset(
    path: str | Path, dataset: str | Declared = AUTO, *, labels: bool = True
) -> Dataset:
    """Read the records of a file.

    Parameters
    ----------
    path
        One of: a JSON list of records; JSON Lines; a single record; an object with lists of records
        under "data", "train", "test" or other names; an object keyed by record id; CSV, if the
        name ends in ".csv" or ".tsv"; Parquet, whatever the name; or one of these compressed by
        gzip. Text is UTF-8, with or without a byte order mark.
    dataset
        The record format: a key of ``geoeval.datasets.formats.FORMATS``, or "auto"; or a
        ``Declared`` that also declares columns and the form of the labels.
    labels
        Whether to read the labels. If False, every label is None and none is checked.

    Returns
    -------
    Dataset
        The usable records with their positions, and an issue for everything else. ``readable`` is
        False if a part of the file cannot be read: the file is missing, or the part is not valid
        UTF-8, JSON or CSV.

    Raises
    ------
    UsageError
        If the record format does not exist.

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
        return _empty_dataset(name, _describe_open_error(path, error))
    return parse_dataset(raw, name, dataset, labels=labels)


def parse_dataset(
    source: str | bytes,
    name: str = STDIN_NAME,
    dataset: str | Declared = AUTO,
    *,
    labels: bool = True,
    before: tuple[int, int, int] = (0, 0, 0),
) -> Dataset:
    """Read records from text or bytes, such as standard input.

    If the text is a part of a file, ``before`` is the number of lines, bytes and records
    that precede it.
    """
    raw = source.encode(errors="surrogatepass") if isinstance(source, str) else source
    try:
        raw = decompress(raw)
    except UnreadableDatasetError as error:
        return _empty_dataset(name, str(error))
    if problem := describe_foreign_file(raw):
        return _empty_dataset(name, problem)
    lines, byte, rows = before
    source_text = SourceText(b"" if is_parquet(raw) else raw, byte)
    try:
        parts = [
            replace(part, line=part.line + lines) if lines else part
            for part in _scan_parts(raw, source_text.text, name)
        ]
    except UnreadableDatasetError as error:
        return _empty_dataset(name, str(error))
    form = choose_format(dataset, _part_values(parts), paired=has_companion(name))
    companion = companion_of(name, wanted=isinstance(form, MappedFormat) and form.companion)
    loaded = _Loader(source_text, name, form, labels, rows).run(map(companion.joined, parts))
    return replace(
        loaded,
        sha256=sha256(raw).hexdigest(),
        issues=(*companion.issues, *loaded.issues),
        readable=loaded.readable and companion.readable,
    )


def decompress(raw: bytes) -> bytes:
    """Return the content of a gzip file, or other bytes unchanged."""
    if not raw.startswith(_GZIP_MAGIC):
        return raw
    try:
        return gzip.decompress(raw)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableDatasetError(
            f"expected a complete gzip file, but it cannot be read: {error}"
        ) from None


def format_of(raw: bytes, name: str, dataset: str | Declared = AUTO) -> str:
    """Return the name of the record format of a text."""
    text = SourceText(b"" if is_parquet(raw) else raw).text
    values = _part_values(_scan_parts(raw, text, name))
    return choose_format(dataset, values, paired=has_companion(name)).name


def raw_records(path: str | Path) -> Iterator[object]:
    """Yield the JSON values of the records in a file; nothing if it cannot be read."""
    try:
        raw = decompress(Path(path).read_bytes())
        text = SourceText(b"" if is_parquet(raw) else raw).text
        yield from _part_values(_scan_parts(raw, text, str(path)))
    except (OSError, ValueError, UnreadableDatasetError):
        return


def load_records(source: object, dataset: str | Declared = AUTO, *, labels: bool = True) -> Dataset:
    """Read records that are already in memory."""
    parts = [Element(value=row, line=number) for number, row in enumerate(rows_of(source), start=1)]
    form = choose_format(dataset, _part_values(parts))
    return _Loader(SourceText(b""), RECORDS_NAME, form, labels).run(parts)


def _scan_parts(raw: bytes, text: str, name: str) -> Iterator[Element | Fault]:
    name = name.lower().removesuffix(".gz")
    if is_parquet(raw):
        return parquet_rows(raw)
    if is_table(name):
        return scan_rows(text)
    return scan_json(text, lines=name.endswith(LINE_SUFFIXES))


def _part_values(parts: Iterable[Element | Fault]) -> Iterator[object]:
    return (part.value for part in parts if isinstance(part, Element))


class _Loader:
    """Reads the records of one text."""

    def __init__(
        self, source: SourceText, name: str, form: RecordFormat, labels: bool, before: int = 0
    ) -> None:
        self._source = source
        self._name = name
        self._form = form
        self._labels = labels
        self._rows = 0
        self._position = before
        self._records: list[Record] = []
        self._issues: list[LoadIssue] = []
        self._first_use: dict[str, Span] = {}
        self._readable = source.sound

    def run(self, parts: Iterable[Element | Fault]) -> Dataset:
        bad_bytes = 0
        for part in parts:
            if isinstance(part, Fault):
                self._report_fault(part)
            else:
                bad_bytes += self._read_element(part)
        if not self._source.sound and not bad_bytes:
            self._report_stray_byte()
        return Dataset(
            path=self._name,
            records=tuple(self._records),
            issues=(*merge_repeated(self._issues, self._rows), *misnamed_pictures(self._records)),
            readable=self._readable,
        )

    def _report_fault(self, fault: Fault) -> None:
        span = Span(file=self._name, line=fault.line, column=fault.column)
        message = fault.message
        if fault.fatal:
            if fault.code in _INVALID:
                where = f"line {fault.line}, column {fault.column}"
                message = f"{_INVALID[fault.code]} at {where}: {message}"
            self._readable = False
            self._position += 1
        issue = LoadIssue(code=fault.code, message=message, span=span, fatal=fault.fatal)
        self._issues.append(issue)

    def _report_stray_byte(self) -> None:
        bad = self._source.bad_byte(0, len(self._source.text))
        assert bad is not None  # called only if the text has a byte that is not UTF-8
        message = (
            f"expected UTF-8, got the byte 0x{bad.value:02X} at offset {bad.byte}; "
            "save the file as UTF-8"
        )
        span = Span(file=self._name)
        self._issues.insert(0, LoadIssue(code="GEO101", message=message, span=span))

    def _read_element(self, element: Element) -> bool:
        """Read a record and return whether it contains a byte that is not UTF-8."""
        span = Span(file=self._name, line=element.line, column=element.column)
        self._rows += 1
        self._position += 1
        faults = Faults(span, self._position)
        for code, path, message in element.oddities():
            faults.add(code, path, message, fatal=False)
        record = self._form.read(element.value, span, faults, labels=self._labels)
        bad = self._source.bad_byte(element.start, element.end)
        if bad is not None:
            record = None
            line, column = self._line_and_column(element, bad.character)
            message = (
                f"expected UTF-8, got the byte 0x{bad.value:02X} at offset {bad.byte} "
                f"(line {line}, column {column}); save the file as UTF-8"
            )
            faults.add("GEO101", "$", message)
        self._check_id(faults, span)
        self._issues += (
            replace(issue, now=value_at(element.value, issue.path)) for issue in faults.issues
        )
        if record is not None:
            self._records.append(record)
        return bad is not None

    def _line_and_column(self, element: Element, character: int) -> tuple[int, int]:
        before = self._source.text[element.start : character]
        newlines = before.count("\n")
        column = len(before) - before.rfind("\n") if newlines else element.column + len(before)
        return element.line + newlines, column

    def _check_id(self, faults: Faults, span: Span) -> None:
        if faults.id is None:
            return
        first = self._first_use.setdefault(str(faults.id), span)
        if first is not span:
            message = (
                f"the record at line {first.line} already has the id {quote(faults.id)}; "
                "give each record its own"
            )
            faults.add("GEO106", faults.id_path, message, fatal=False)


def _empty_dataset(name: str, message: str) -> Dataset:
    issue = LoadIssue(code="GEO101", message=message, span=Span(file=name))
    return Dataset(path=name, issues=(issue,), readable=False)


def _describe_open_error(path: str | Path, error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "the file does not exist"
    if isinstance(error, IsADirectoryError):
        return (
            "expected a file, or a folder of CSV files with a JSON file of places next to each, "
            "got a folder without such files; name the files in it"
        )
    if isinstance(error, PermissionError):
        return "the file cannot be read: permission denied"
    return f"the file {quote(str(path))} cannot be opened: {error}"


def with_unique_ids(datasets: Iterable[Dataset]) -> tuple[Dataset, ...]:
    """Return the datasets with a file prefix on each id that occurs in several files."""
    datasets = tuple(datasets)
    uses = Counter(name for dataset in datasets for name in _collect_ids(dataset))
    shared = {name for name, count in uses.items() if count > 1}
    if not shared:
        return datasets
    stems = Counter(Path(dataset.path).stem for dataset in datasets)
    return tuple(_prefix_shared_ids(dataset, shared, stems) for dataset in datasets)


def own_id(name: int | str | None, file: str) -> int | str | None:
    """Return an id as written in the file, without the prefix of ``with_unique_ids``."""
    if isinstance(name, str):
        for prefix in (f"{file}/", f"{Path(file).stem}/"):
            if name.startswith(prefix):
                return name.removeprefix(prefix)
    return name


def _collect_ids(dataset: Dataset) -> set[str]:
    ids = {str(record.question.id) for record in dataset.records}
    return ids | {str(issue.id) for issue in dataset.issues if issue.id is not None}


def _prefix_shared_ids(dataset: Dataset, shared: set[str], stems: Counter[str]) -> Dataset:
    stem = Path(dataset.path).stem
    prefix = stem if stems[stem] == 1 else dataset.path
    prefixed = {name: f"{prefix}/{name}" for name in shared}
    return replace(
        dataset,
        records=tuple(
            replace(record, question=replace(record.question, id=prefixed[str(record.question.id)]))
            if str(record.question.id) in prefixed
            else record
            for record in dataset.records
        ),
        issues=tuple(
            replace(issue, id=prefixed[str(issue.id)]) if str(issue.id) in prefixed else issue
            for issue in dataset.issues
        ),
    )


def load_datasets(
    path: str | Path, dataset: str | Declared = AUTO, *, labels: bool = True
) -> tuple[Dataset, ...]:
    """Read the records of a file, or of all files in a MapQA folder."""
    form = dataset.format if isinstance(dataset, Declared) else dataset
    chosen = FORMATS.get(form)
    wanted = form == AUTO or (isinstance(chosen, MappedFormat) and chosen.companion)
    pairs = paired_files(path) if wanted else ()
    return tuple(load_dataset(each, dataset, labels=labels) for each in pairs or (path,))


def sample_path() -> Path:
    """Return the path of the sample dataset of this project, which has planted faults."""
    with as_file(files("geoeval.datasets") / "sample" / "questions.json") as path:
        return path


def misnamed_pictures(records: Sequence[Record]) -> tuple[LoadIssue, ...]:
    """Return an issue if pictures are found only on case-insensitive file systems."""
    misnamed = []
    for record in records:
        if record.picture is not None:
            stored = _find_stored_case(Path(record.span.file).parent, record.picture)
            if stored is not None:
                misnamed.append((record, stored))
    if not misnamed:
        return ()
    record, stored = misnamed[0]
    message = (
        f"expected the exact name of a file, got {quote(record.picture)}, which is stored as "
        f"{quote(stored)} ({len(misnamed)} of {len(records)} records)"
    )
    return (
        LoadIssue(
            code="GEO116",
            message=message,
            span=record.span,
            id=record.question.id,
            path="$.image_path",
            fatal=False,
            row=record.written.row,
            now=record.picture,
            write=stored,
        ),
    )


def _find_stored_case(folder: Path, path: str) -> str | None:
    """Return the stored spelling of a path that differs from it only in case, if it exists."""
    parts = []
    for name in Path(path).parts:
        try:
            names = [each.name for each in folder.iterdir()]
        except (OSError, ValueError):
            return None
        part = name if name in names else _find_case_variant(name, names)
        if part is None:
            return None
        parts.append(part)
        folder /= part
    stored = Path(*parts).as_posix()
    return stored if stored != Path(path).as_posix() else None


def _find_case_variant(name: str, names: Sequence[str]) -> str | None:
    return next((each for each in names if each.casefold() == name.casefold()), None)

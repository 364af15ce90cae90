"""Read the rows of CSV texts and Parquet files as records, each with its line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from geoeval.datasets.columns import UNNAMED
from geoeval.datasets.scan import Element, Fault, Positions
from geoeval.errors import UnreadableDatasetError, UsageError
from geoeval.extras import check_installed

_DELIMITERS = ",;\t|"
_NEWLINE = re.compile(r"\r\n?|\n")
_QUOTED = re.compile(r'"((?:[^"]|"")*+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """The fields of a row and its offsets; ``fault`` is the reason why it cannot be used.

    ``spans`` are the offsets of the fields, with their quotes.
    """

    fields: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    start: int
    end: int
    fault: str | None = None


def scan_rows(text: str, delimiter: str | None = None) -> Iterator[Element | Fault]:
    r"""Yield the rows of a CSV text as mappings from column to string, and its faults."""
    delimiter = delimiter or _likely_delimiter(text)
    message = "expected a header of column names, got the end of the file"
    missing = _Row(start=len(text), end=len(text), fault=message)
    header, *rows = [*_Reader(text, delimiter).rows()] or [missing]
    positions = Positions(text)
    where = positions.at(header.start)
    if header.fault:
        yield _row_fault(header.fault, where)
        return
    names = tuple(name.strip() for name in header.fields)
    if _lacks_index_name(names, rows):
        message = (
            f"the header names {len(names)} columns, but the rows have {len(names) + 1} fields; "
            "the first column is taken to have no name"
        )
        yield Fault(message=message, line=where[0], column=where[1], code="GEO113", fatal=False)
        names = (UNNAMED, *names)
    commonest = max(names, key=names.count)
    if names.count(commonest) > 1:
        message = f"expected a different name for each column, got {commonest!r} more than once"
        yield _row_fault(message, where)
        return
    for row in rows:
        where = positions.at(row.start)
        yield _row_element(row, names, where) or _row_fault(
            _row_problem(row, names, delimiter), where
        )


def is_table(name: str) -> bool:
    """Return whether the name of a file is that of a CSV text."""
    return name.lower().endswith((".csv", ".tsv"))


def cell_spans(text: str) -> Iterator[tuple[int, dict[str, tuple[int, int]]]]:
    """Yield the offset of each row of a CSV text that has a header, and those of its cells."""
    header, *rows = _Reader(text, _likely_delimiter(text)).rows()
    names = [name.strip() for name in header.fields]
    if _lacks_index_name(names, rows):
        names = [UNNAMED, *names]
    for row in rows:
        yield row.start, dict(zip(names, row.spans, strict=False))


def _lacks_index_name(names: Sequence[str], rows: Sequence[_Row]) -> bool:
    widths = Counter(len(row.fields) for row in rows if row.fault is None)
    return widths[len(names) + 1] > widths[len(names)]


def _likely_delimiter(text: str) -> str:
    """Return the most frequent delimiter in the first line that is not blank."""
    first = text.lstrip("\r\n")
    newline = _NEWLINE.search(first)
    line = _QUOTED.sub("", first[: newline.start()] if newline else first)
    return max(_DELIMITERS, key=line.count)


def _row_element(row: _Row, names: Sequence[str], where: tuple[int, int]) -> Element | None:
    if row.fault or len(row.fields) != len(names):
        return None
    value = dict(zip(names, row.fields, strict=True))
    return Element(value=value, start=row.start, end=row.end, line=where[0], column=where[1])


def _row_problem(row: _Row, names: Sequence[str], delimiter: str) -> str:
    columns = ", ".join(name or "(no name)" for name in names)
    advice = (
        f'put quotes around fields that contain "{delimiter}"'
        if len(row.fields) > len(names)
        else "add the missing fields, even if they are empty"
    )
    width = f"expected {len(names)} fields ({columns}), got {len(row.fields)}; {advice}"
    return row.fault or width


def _row_fault(message: str, where: tuple[int, int]) -> Fault:
    return Fault(message=message, line=where[0], column=where[1], code="GEO112")


class _Reader:
    """Reads the rows of one text in one pass."""

    def __init__(self, text: str, delimiter: str) -> None:
        self._text = text
        self._delimiter = delimiter
        self._plain = re.compile(rf"[^{re.escape(delimiter)}\r\n]*")

    def rows(self) -> Iterator[_Row]:
        """Yield the rows that are not blank, up to the first quote that is not closed."""
        offset = 0
        while offset < len(self._text):
            row = self._read_row(offset)
            if row.fault is not None or len(row.fields) > 1 or row.fields[0].strip():
                yield row
            newline = _NEWLINE.match(self._text, row.end)
            offset = newline.end() if newline else len(self._text)

    def _read_row(self, start: int) -> _Row:
        fields: list[str] = []
        spans: list[tuple[int, int]] = []
        offset = start
        while True:
            begin = offset
            if self._text.startswith('"', offset):
                quoted = _QUOTED.match(self._text, offset)
                if quoted is None:
                    message = "a quote is opened but never closed"
                    return _Row(start=offset, end=len(self._text), fault=message)
                fields.append(quoted[1].replace('""', '"'))
                offset = quoted.end()
            else:
                plain = self._plain.match(self._text, offset)
                assert plain is not None  # it also matches the empty string
                fields.append(plain[0])
                offset = plain.end()
            spans.append((begin, offset))
            if self._text.startswith(self._delimiter, offset):
                offset += 1
            elif offset == len(self._text) or self._text[offset] in "\r\n":
                return _Row(fields=tuple(fields), spans=tuple(spans), start=start, end=offset)
            else:
                return self._read_broken_row(offset)

    def _read_broken_row(self, offset: int) -> _Row:
        newline = _NEWLINE.search(self._text, offset)
        message = (
            f'expected "{self._delimiter}" or the end of the line after a closing quote, got '
            f"{self._text[offset]!a}; write a quote inside quotes twice"
        )
        end = newline.start() if newline else len(self._text)
        return _Row(start=offset, end=end, fault=message)


_PARQUET_MAGIC = b"PAR1"
_BATCH_ROWS = 1024


def is_parquet(raw: bytes) -> bool:
    """Return whether bytes begin like a Parquet file."""
    return raw.startswith(_PARQUET_MAGIC)


def parquet_rows(raw: bytes) -> Iterator[Element]:
    """Yield the rows of a Parquet file."""
    line = 0
    for batch, _ in _read_batches(BytesIO(raw), _BATCH_ROWS):
        for value in batch.to_pylist():
            line += 1
            yield Element(value=value, line=line)


def split_parquet(path: str, rows: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield (table, rows read so far, rows in the file) for every ``rows`` rows of a file."""
    rows_read = 0
    for batch, total in _read_batches(path, rows):
        from pyarrow import BufferOutputStream, Table  # type: ignore[import-untyped] # no types
        from pyarrow.parquet import write_table  # type: ignore[import-untyped] # likewise

        sink = BufferOutputStream()
        write_table(Table.from_batches([batch]), sink, compression="none")
        rows_read += batch.num_rows
        yield sink.getvalue().to_pybytes(), rows_read, total


def _read_batches(source: str | BytesIO, rows: int) -> Iterator[tuple[Any, int]]:
    """Yield batches of at most ``rows`` rows of a Parquet file, each with the total of rows."""
    try:
        check_installed("pyarrow", "parquet")
    except UsageError as error:
        raise UnreadableDatasetError(f"cannot read Parquet: {error}") from None
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(source) as file:
            for batch in file.iter_batches(rows):
                yield batch, file.metadata.num_rows
    except (ArrowException, OSError, ValueError) as error:
        raise UnreadableDatasetError(
            f"expected a complete Parquet file, but it cannot be read: {error}"
        ) from None

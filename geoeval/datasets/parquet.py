"""The rows of a Parquet file as records; a row stands on the line of its number."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from geoeval.datasets.scan import Element
from geoeval.errors import UnreadableDatasetError, UsageError
from geoeval.extras import check_installed

_MAGIC = b"PAR1"
_ROWS_AT_ONCE = 1024


def is_parquet(raw: bytes) -> bool:
    """Return whether bytes are those of a Parquet file.

    Examples
    --------
    >>> is_parquet(b"[]")
    False
    """
    return raw.startswith(_MAGIC)


def parquet_rows(raw: bytes) -> Iterator[Element]:
    """Yield the rows of a Parquet file.

    Examples
    --------
    >>> list(parquet_rows(b"PAR1"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    geoeval.errors.UnreadableDatasetError: expected a whole Parquet file, got ...
    """
    try:
        check_installed("pyarrow", "parquet")
    except UsageError as error:
        message = f"reading Parquet: {error}"
        raise UnreadableDatasetError(message) from None
    from pyarrow import ArrowException  # type: ignore[import-untyped] # it ships no types
    from pyarrow.parquet import ParquetFile  # type: ignore[import-untyped] # nor here

    line = 0
    try:
        for batch in ParquetFile(BytesIO(raw)).iter_batches(_ROWS_AT_ONCE):
            for value in batch.to_pylist():
                line += 1
                yield Element(value=value, start=0, end=0, line=line, column=1)
    except (ArrowException, OSError, ValueError) as error:
        message = f"expected a whole Parquet file, got one that cannot be read: {error}"
        raise UnreadableDatasetError(message) from None

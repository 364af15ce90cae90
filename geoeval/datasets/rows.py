"""Records that are in memory: a list of dictionaries, or the rows of a table of any library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, runtime_checkable

from geoeval.errors import UsageError, quote
from geoeval.extras import check_installed


class Table(Protocol):
    """A table of pandas, pyarrow, polars, or another library that speaks their protocol."""

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> object:
        """Return the table as the dataframe interchange protocol has it."""
        ...


@runtime_checkable
class _GivesRows(Protocol):
    """A table that gives its rows as pandas does."""

    def to_dict(self, orient: str, /) -> list[object]:
        """Return a dictionary for each row if ``orient`` is "records"."""
        ...


def rows_of(source: object) -> list[object]:
    """Return records as JSON values.

    Examples
    --------
    >>> rows_of([{"options": ("1 km", "2 km"), "label": float("nan")}])
    [{'options': ['1 km', '2 km'], 'label': None}]
    >>> rows_of({"question": "How far is it?"})
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected the path of a dataset, a list of records or a table, got \
{'question': 'How far is it?'}
    """
    if isinstance(source, (list, tuple)):
        rows: Iterable[object] = source
    elif isinstance(source, _GivesRows) and getattr(source, "ndim", 2) == 2:
        rows = _by_dict(source)
    else:
        rows = _by_arrow(source)
    return [_plain(row) for row in rows]


def _by_dict(table: _GivesRows) -> Iterable[object]:
    """Return the rows of a table that may give them as pandas does; tables of polars do not."""
    try:
        return table.to_dict("records")
    except TypeError:
        return _by_arrow(table)


def _by_arrow(source: object) -> Iterable[object]:
    """Return the rows of a table that Arrow can take over."""
    streams = hasattr(source, "__arrow_c_stream__")
    if getattr(source, "ndim", 2) != 2 or not (streams or hasattr(source, "__dataframe__")):
        expected = "expected the path of a dataset, a list of records or a table"
        message = f"{expected}, got {quote(source)}"
        raise UsageError(message)
    check_installed("pyarrow", "parquet")
    import pyarrow as pa  # type: ignore[import-untyped] # it ships no types
    from pyarrow.interchange import from_dataframe  # type: ignore[import-untyped] # nor here

    taken: Callable[[object], pa.Table] = pa.table if streams else from_dataframe
    rows: list[object] = taken(source).to_pylist()
    return rows


def _plain(value: object) -> object:
    """Return a value as JSON has it, of arrays and of numbers of numpy too."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    from geoeval.calculators.filters.kinds import is_known  # it comes with pydantic

    if not is_known(value):
        return None
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    return value

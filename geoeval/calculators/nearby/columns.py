"""The attributes of the points of an index: columns of values, some of them unknown."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Columns:
    """Named columns of values, one for each point.

    Parameters
    ----------
    length
        The number of points.
    given
        Sequences of that length by name; what they hold is copied.

    Raises
    ------
    UsageError
        If a column is not a sequence of that length.

    Examples
    --------
    >>> columns = Columns(2, {"kind": ["cafe", None]})
    >>> columns["kind"]
    ('cafe', None)
    >>> columns["rating"]
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected one of the columns 'kind', got 'rating'
    >>> Columns(2, {"kind": ["cafe"]})
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected column 'kind' as a sequence of 2 values, got 1: ['cafe']
    """

    __slots__ = ("_values",)

    def __init__(self, length: int, given: Mapping[str, Iterable[object]]) -> None:
        self._values = {name: _values(name, column, length) for name, column in given.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in the order in which they were given."""
        return tuple(self._values)

    def __getitem__(self, name: str) -> Sequence[object]:
        try:
            return self._values[name]
        except (KeyError, TypeError):
            known = ", ".join(map(repr, self._values)) or "none: the index has no attributes"
            message = f"expected one of the columns {known}, got {quote(name)}"
            raise UsageError(message) from None


def _values(name: str, column: Iterable[object], length: int) -> tuple[object, ...]:
    """Return the values of a column, those of arrays as Python's own."""
    expected = f"expected column {quote(name)} as a sequence of {length} values"
    as_list = getattr(column, "tolist", None)
    if as_list is not None and getattr(column, "dtype", None) != "datetime64[ns]":
        column = as_list()  # nanoseconds would become mere numbers
    if isinstance(column, (str, bytes)):
        message = f"{expected}, got the text {quote(column)}"
        raise UsageError(message)
    if isinstance(column, AbstractSet) or hasattr(column, "keys"):
        message = f"{expected}, got a {type(column).__name__}, which has no order of values"
        raise UsageError(message)
    try:
        values = tuple(column)
    except TypeError:
        message = f"{expected}, got {quote(column)}"
        raise UsageError(message) from None
    if len(values) != length:
        message = f"{expected}, got {len(values)}: {quote(column)}"
        raise UsageError(message)
    return values

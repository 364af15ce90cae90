"""Gathering everything that is wrong with one record before anything is given up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geoeval.datasets.records import LoadIssue, Span
from geoeval.errors import quote

_JSON_TYPES = {bool: "true or false", int: "a number", float: "a number", str: "a text"}


def json_type(value: object) -> str:
    """Return the JSON type of a value and the value itself, for the end of a message.

    Examples
    --------
    >>> json_type([1, 2])
    'a list: [1, 2]'
    >>> json_type(None)
    'null'
    """
    if value is None:
        return "null"
    kind = "a list" if isinstance(value, list) else _JSON_TYPES.get(type(value), "an object")
    return f"{kind}: {quote(value)}"


def came(raw: Mapping[str, object], name: str) -> str:
    """Return what came as a field that is missing or blank, for the end of a message.

    Examples
    --------
    >>> came({"id": ""}, "id"), came({"id": None}, "id"), came({}, "id")
    ("a text: ''", 'null', 'none')
    """
    return json_type(raw[name]) if name in raw else "none"


class Faults:
    """The faults of one record so far; ``id`` and its path are set as soon as it has been read.

    ``row`` is the number of the record in its file, from 1: an id for a record without one.
    """

    def __init__(self, span: Span, row: int = 1) -> None:
        self.row = row
        self.id: int | str | None = None
        self.id_path = "$.id"
        self.fatal = False
        self._span = span
        self._found: list[LoadIssue] = []

    def add(self, code: str, path: str, message: str, *, fatal: bool = True) -> None:
        """Note a fault at a JSON path of the record."""
        self.fatal = self.fatal or fatal
        issue = LoadIssue(code=code, message=message, span=self._span, path=path, fatal=fatal)
        self._found.append(issue)

    def mistyped(self, path: str, expected: str, value: object, *, fatal: bool = True) -> None:
        """Note a field of the wrong type."""
        self.add("GEO104", path, f"expected {expected}, got {json_type(value)}", fatal=fatal)

    @property
    def issues(self) -> tuple[LoadIssue, ...]:
        """The faults in the order they were found, each with the id of the record."""
        return tuple(replace(issue, id=self.id) for issue in self._found)

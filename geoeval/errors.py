"""Every error that geoeval raises on purpose, in one tree.

::

    GeoEvalError
    ├── InvalidCoordinateError   (ValueError)   a latitude or longitude out of range
    ├── CoincidentPointsError    (ValueError)   a bearing from a point to itself
    ├── UnitError                (ValueError)   a distance, duration or clock that cannot be read
    ├── HoursError               (ValueError)   opening hours that cannot be read, with the position
    ├── NaiveDatetimeError       (ValueError)   a datetime without a time zone
    ├── WorldError               (ValueError)   an invalid value of a place, list, leg or route
    ├── UnknownPlaceError        (LookupError)  a name that matches no place, or several
    ├── NotRecordedError         (LookupError)  a fact that a stored map does not record
    ├── MapFileError             (ValueError)   a stored map that cannot be read or written
    ├── MapReplyError                           an error or invalid reply of a map service
    ├── DatasetError
    │   ├── UnreadableDatasetError (ValueError) a file that holds no records at all
    │   ├── RecordError            (ValueError) a record that cannot be used, with its JSON path
    │   └── FetchError                          a published file that cannot be downloaded or saved
    │       └── ChecksumError                   a published file that has changed
    ├── BaselineError            (ValueError)   a file of accepted findings that cannot be used
    ├── QueriesError             (ValueError)   a file of kept queries that cannot be used
    ├── ModelError                              a fault of a language model or its endpoint
    │   ├── ModelUnavailableError (ConnectionError) an endpoint that is unreachable or fails
    │   ├── ModelRequestError (ValueError)      a request that the endpoint rejects
    │   ├── ModelOutputError (ValueError)       a reply in an unexpected form
    │   └── BudgetReachedError                  a request that might exceed the budget
    └── UsageError               (ValueError)   an invalid call or command line
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Mapping
    from typing import TypeVar

    Fault = TypeVar("Fault", bound=Exception)

MAX_QUOTED = 80
_ESCAPE = r"\\(?:x(?P<byte>[0-9a-f]{2})|U(?P<wide>[0-9a-f]{8})|.)"


def quote_path(path: object) -> str:
    """Return a quoted path in full, because its end distinguishes similar paths."""
    return quote(str(path), 4096)


def quote(value: object, max_length: int = MAX_QUOTED) -> str:
    r"""Return ``repr(value)`` on one line, truncated for an error message.

    Unprintable characters are escaped as in JSON, to match the reports.
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a value of type {type(value).__name__}"
    if "\\" in text:
        import re

        text = re.sub(_ESCAPE, _to_json_escape, text)
    text = " ".join(map(str.strip, text.split("\n")))
    return text if len(text) <= max_length else text[:max_length] + "…"


def _to_json_escape(match: re.Match[str]) -> str:
    if match["byte"]:
        return f"\\u00{match['byte']}"
    if match["wide"]:
        number = int(match["wide"], 16)
        return f"\\u{0xD7C0 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"
    return match[0]


def mismatch(kind: type[Fault], expected: str, got: object, suffix: str = "") -> Fault:
    """Return an error of type ``kind`` for an unexpected value.

    ``suffix`` is appended to the message: where the value is, and what to do.
    """
    return kind(f"expected {expected}, got {quote(got)}{suffix}")


_LIMITS = {
    "greater_than": "a number greater than {gt}",
    "greater_than_equal": "a number of at least {ge}",
    "less_than": "a number less than {lt}",
    "less_than_equal": "a number of at most {le}",
    "finite_number": "a finite number",
}


def describe_limit(kind: str, context: Mapping[str, object]) -> str | None:
    """Return the numbers that a limit allows, from the kind and the context of a pydantic error.

    None if the error is of another kind.
    """
    if kind not in _LIMITS:
        return None
    written = {
        name: f"{limit:.15g}" if isinstance(limit, float) else limit
        for name, limit in context.items()
    }
    return _LIMITS[kind].format_map(written)


def suggest(value: str, known: Iterable[str]) -> str:
    """Return "; did you mean …?" with the known words closest to ``value``, or an empty string."""
    from difflib import get_close_matches

    folded = {word.casefold(): word for word in known}
    closest = [folded[word] for word in get_close_matches(value.casefold(), folded)]
    return f"; did you mean {' or '.join(closest)}?" if closest else ""


class GeoEvalError(Exception):
    """Base class of every error that geoeval raises on purpose."""


class InvalidCoordinateError(GeoEvalError, ValueError):
    """A latitude or longitude is not a finite number of degrees in range."""


class CoincidentPointsError(GeoEvalError, ValueError):
    """A direction was requested between two identical points."""


class UnitError(GeoEvalError, ValueError):
    """A distance, duration or clock time cannot be read."""


class HoursError(GeoEvalError, ValueError):
    """Opening hours cannot be read; ``position`` is the offset of the first bad character."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.position = position


class NaiveDatetimeError(GeoEvalError, ValueError):
    """A datetime without a time zone was given instead of an instant."""


class WorldError(GeoEvalError, ValueError):
    """A place, list, leg or route has an invalid value; ``field`` locates it."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class UnknownPlaceError(GeoEvalError, LookupError):
    """A name matches no place of the world, or several; ``candidates`` are the closest names."""

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.candidates = candidates


class NotRecordedError(GeoEvalError, LookupError):
    """A stored map does not record the requested fact, which may exist nevertheless."""


class MapFileError(GeoEvalError, ValueError):
    """A file is not a stored map, is damaged, or cannot be written."""


class MapReplyError(GeoEvalError):
    """A map service rejects a request, fails, or sends an invalid reply.

    ``status`` is the status in the reply, such as "OVER_QUERY_LIMIT".
    """

    def __init__(self, message: str, status: str = "") -> None:
        super().__init__(message)
        self.status = status


class DatasetError(GeoEvalError):
    """Base class of errors about dataset files."""


class UnreadableDatasetError(DatasetError, ValueError):
    """A file cannot be read as a dataset at all."""


class RecordError(DatasetError, ValueError):
    """A record cannot be used; ``path`` is the JSON path of the problem.

    For a query, ``reason`` says what is wrong there, and ``got`` quotes the invalid value.
    """

    def __init__(
        self, message: str, path: str = "$", *, reason: str | None = None, got: str | None = None
    ) -> None:
        super().__init__(message)
        self.path = path
        self.reason = reason
        self.got = got


class BaselineError(GeoEvalError, ValueError):
    """A file of accepted findings cannot be read, or gives no reason for one of them."""


class QueriesError(GeoEvalError, ValueError):
    """A file of kept queries cannot be read, or has an invalid entry."""


class ModelError(GeoEvalError):
    """Base class of errors about language models."""


class ModelUnavailableError(ModelError, ConnectionError):
    """An endpoint is unreachable, rejects the key, lacks the model or fails repeatedly."""


class ModelRequestError(ModelError, ValueError):
    """An endpoint rejects a request, for example because it is too long for the model."""


class ModelOutputError(ModelError, ValueError):
    """The reply of a model does not have the requested form."""


class BudgetReachedError(ModelError):
    """A request is not sent, because its price might exceed the budget."""


class FetchError(DatasetError):
    """A file of a published dataset cannot be downloaded or saved."""


class ChecksumError(FetchError):
    """A file of a published dataset has changed since it was first downloaded."""


class UsageError(GeoEvalError, ValueError):
    """A call or command line is invalid."""

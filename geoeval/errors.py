"""Every error that geoeval raises on purpose, in one tree.

::

    GeoEvalError
    ├── InvalidCoordinateError   (ValueError)   a latitude or longitude that no place has
    ├── CoincidentPointsError    (ValueError)   a bearing between a point and itself
    ├── UnitError                (ValueError)   a distance, duration or clock that cannot be read
    ├── HoursError               (ValueError)   opening hours that cannot be read, with the position
    ├── NaiveDatetimeError       (ValueError)   a datetime without a time zone
    ├── WorldError               (ValueError)   a value that no place, list or way of a world has
    ├── UnknownPlaceError        (LookupError)  a name that no place of the world has, or several do
    ├── NotRecordedError         (LookupError)  a fact that a stored map does not hold
    ├── MapFileError             (ValueError)   a stored map that cannot be read or written
    ├── MapReplyError                           a reply of a map service that is no answer
    ├── DatasetError
    │   ├── UnreadableDatasetError (ValueError) a file that holds no records at all
    │   ├── RecordError            (ValueError) one record that cannot be used, with its JSON path
    │   └── FetchError                          a published file that cannot be downloaded or kept
    │       └── ChecksumError                   a published file that is not what it was
    ├── BaselineError            (ValueError)   a file of accepted findings that cannot be used
    ├── QueriesError             (ValueError)   a file of kept queries that cannot be used
    ├── ModelError                              a fault of a language model or its endpoint
    │   ├── ModelUnavailableError (ConnectionError) an endpoint that does not answer, or not us
    │   ├── ModelRequestError (ValueError)      a request that the endpoint refuses
    │   └── ModelOutputError (ValueError)       a reply that is not what was asked for
    └── UsageError               (ValueError)   a call or command line that cannot be carried out
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable
    from typing import TypeVar

    Fault = TypeVar("Fault", bound=Exception)

MAX_QUOTED = 80
_ESCAPE = r"\\(?:x(?P<byte>[0-9a-f]{2})|U(?P<wide>[0-9a-f]{8})|.)"


def quote_path(path: object) -> str:
    """Return a path between quotes, whole: its end is what tells files apart."""
    return quote(str(path), 4096)


def quote(value: object, most: int = MAX_QUOTED) -> str:
    r"""Return ``repr(value)``, cut to a length that fits into one line of an error message.

    What cannot be printed is escaped as in JSON, the way reports escape it; the lines of a table
    are joined.
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a value of type {type(value).__name__}"
    if "\\" in text:
        import re

        text = re.sub(_ESCAPE, _as_json, text)
    text = " ".join(map(str.strip, text.split("\n")))
    return text if len(text) <= most else text[:most] + "…"


def _as_json(found: re.Match[str]) -> str:
    """Return an escape of Python as one of JSON."""
    if found["byte"]:
        return f"\\u00{found['byte']}"
    if found["wide"]:
        number = int(found["wide"], 16)
        return f"\\u{0xD7C0 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"
    return found[0]


def mismatch(kind: type[Fault], expected: str, got: object, more: str = "") -> Fault:
    """Return the error that another value came than was expected.

    ``more`` follows the value: where it was, and what to do.
    """
    return kind(f"expected {expected}, got {quote(got)}{more}")


def suggest(value: str, known: Iterable[str]) -> str:
    """Return "; did you mean …?" with the known words most like one that is not, or nothing."""
    from difflib import get_close_matches

    folded = {word.casefold(): word for word in known}
    near = [folded[word] for word in get_close_matches(value.casefold(), folded)]
    return f"; did you mean {' or '.join(near)}?" if near else ""


class GeoEvalError(Exception):
    """The base of every error that geoeval raises on purpose."""


class InvalidCoordinateError(GeoEvalError, ValueError):
    """A latitude or longitude is not a finite number of degrees in range."""


class CoincidentPointsError(GeoEvalError, ValueError):
    """A direction was asked for between two points at the same place."""


class UnitError(GeoEvalError, ValueError):
    """A distance, duration or clock time cannot be read."""


class HoursError(GeoEvalError, ValueError):
    """Opening hours cannot be read; ``position`` is the offset of the first bad character."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.position = position


class NaiveDatetimeError(GeoEvalError, ValueError):
    """A datetime without a time zone was given where an instant is needed."""


class WorldError(GeoEvalError, ValueError):
    """A place, list, leg or route cannot have such a value; ``field`` says where it is."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class UnknownPlaceError(GeoEvalError, LookupError):
    """A name stands for no place of the world, or for several; ``candidates`` are the nearest."""

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.candidates = candidates


class NotRecordedError(GeoEvalError, LookupError):
    """A stored map does not hold what was asked for, which is not to say that there is none."""


class MapFileError(GeoEvalError, ValueError):
    """A file is no stored map, is damaged, or cannot be written."""


class MapReplyError(GeoEvalError):
    """A map service refuses a request, fails, or replies what is no answer.

    ``status`` is its own word for it, such as "OVER_QUERY_LIMIT".
    """

    def __init__(self, message: str, status: str = "") -> None:
        super().__init__(message)
        self.status = status


class DatasetError(GeoEvalError):
    """The base of errors about dataset files."""


class UnreadableDatasetError(DatasetError, ValueError):
    """A file cannot be read as a dataset at all."""


class RecordError(DatasetError, ValueError):
    """One record cannot be used; ``path`` says where in it, as a JSON path.

    Of a query, ``reason`` says what is wrong there, and ``got`` quotes what stood there.
    """

    def __init__(
        self, message: str, path: str = "$", *, reason: str | None = None, got: str | None = None
    ) -> None:
        super().__init__(message)
        self.path = path
        self.reason = reason
        self.got = got


class BaselineError(GeoEvalError, ValueError):
    """A file of accepted findings cannot be read, or does not say why it accepts one."""


class QueriesError(GeoEvalError, ValueError):
    """A file of kept queries cannot be read, or an entry of it is none."""


class ModelError(GeoEvalError):
    """The base of errors about language models."""


class ModelUnavailableError(ModelError, ConnectionError):
    """An endpoint cannot be reached, refuses the key, lacks the model or fails again and again."""


class ModelRequestError(ModelError, ValueError):
    """An endpoint refuses a request as it is, such as one that is too long for the model."""


class ModelOutputError(ModelError, ValueError):
    """A model replied something other than what it was asked for."""


class FetchError(DatasetError):
    """A file of a published dataset cannot be downloaded, or not be kept."""


class ChecksumError(FetchError):
    """A file of a published dataset is not what it was when it was first downloaded."""


class UsageError(GeoEvalError, ValueError):
    """A call or a command line cannot be carried out as given."""

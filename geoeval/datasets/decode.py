"""One JSON value of a text, with what the decoder of Python would pass over in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder

_NOT_JSON = object()


class ScanError(ValueError):
    """A fault on its way out of a scanner, with its offset."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A value and the offset behind it.

    ``constants`` are the paths of NaN and Infinity, read as null; ``repeated`` those of keys
    that stand more than once in their object, of which the last value is kept.
    """

    value: object
    end: int
    constants: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()


class _Repeating(dict[str, object]):
    """An object in which keys stand more than once."""

    keys_twice: tuple[str, ...] = ()


class Decoder:
    """Decodes values one by one.

    Examples
    --------
    >>> Decoder().decode('{"a": NaN, "a": 1}', 0).repeated
    ('$.a',)
    """

    def __init__(self) -> None:
        self._odd = False
        self._decoder = JSONDecoder(parse_constant=self._constant, object_pairs_hook=self._object)

    def decode(self, text: str, offset: int) -> Decoded:
        """Return the value at an offset."""
        self._odd = False
        try:
            value, end = self._decoder.raw_decode(text, offset)
            if not self._odd:
                return Decoded(value=value, end=end)
            constants: list[str] = []
            repeated = tuple(_repeated(value, "$"))
            value = _nulled(value, "$", constants)
        except JSONDecodeError as error:
            message = f"{error.msg[:1].lower()}{error.msg[1:]}"
            raise ScanError(message, min(error.pos, len(text))) from None
        except RecursionError:
            message = "values are nested too deeply to be a record"
            raise ScanError(message, offset) from None
        except ValueError:
            message = "a number has too many digits to be read"
            raise ScanError(message, offset) from None
        return Decoded(value=value, end=end, constants=tuple(constants), repeated=repeated)

    def _constant(self, _name: str) -> object:
        self._odd = True
        return _NOT_JSON

    def _object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        self._odd = True
        odd = _Repeating(found)
        odd.keys_twice = tuple(n for n, times in Counter(n for n, _ in pairs).items() if times > 1)
        return odd


def _repeated(value: object, path: str) -> Iterator[str]:
    """Yield the paths of the keys that stand more than once in their object."""
    if isinstance(value, _Repeating):
        yield from (f"{path}.{name}" for name in value.keys_twice)
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _repeated(part, f"{path}.{name}")
    if isinstance(value, list):
        for index, part in enumerate(value):
            yield from _repeated(part, f"{path}[{index}]")


def _nulled(value: object, path: str, found: list[str]) -> object:
    """Return the value with every NaN and Infinity replaced by null, noting their paths."""
    if value is _NOT_JSON:
        found.append(path)
        return None
    if isinstance(value, dict):
        return {name: _nulled(part, f"{path}.{name}", found) for name, part in value.items()}
    if isinstance(value, list):
        return [_nulled(part, f"{path}[{index}]", found) for index, part in enumerate(value)]
    return value

"""From the bytes of a file to its text, without losing the place of bytes that are not UTF-8."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")
_WIDE_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BadByte:
    """A byte that is not UTF-8: its value, and its offset in characters and in bytes."""

    value: int
    character: int
    byte: int


class SourceText:
    """The text of a file; bytes that are not UTF-8 stand in it as lone surrogates.

    Attributes
    ----------
    text
        The decoded text without its byte order mark.
    sound
        Whether every byte was UTF-8.
    """

    def __init__(self, raw: bytes) -> None:
        self._mark = len(codecs.BOM_UTF8) if raw.startswith(codecs.BOM_UTF8) else 0
        try:
            self.text = raw[self._mark :].decode()
            self.sound = True
        except UnicodeDecodeError:
            self.text = raw[self._mark :].decode(errors="surrogateescape")
            self.sound = False
        self._character, self._byte = 0, self._mark

    def bad_byte(self, start: int, end: int) -> BadByte | None:
        r"""Return the first byte between two character offsets that is not UTF-8, if any.

        Examples
        --------
        >>> SourceText(b'["caf\xe9"]').bad_byte(0, 8)
        BadByte(value=233, character=5, byte=5)
        """
        found = None if self.sound else _ESCAPED_BYTE.search(self.text, start, end)
        if found is None:
            return None
        between = self.text[self._character : found.start()]
        self._byte += len(between.encode(errors="surrogateescape"))
        self._character = found.start()
        value = ord(found.group()) - 0xDC00
        return BadByte(value=value, character=self._character, byte=self._byte)


def wide_encoding(raw: bytes) -> str | None:
    """Return the name of the encoding if the bytes begin with the mark of a wide one.

    Examples
    --------
    >>> wide_encoding("[]".encode("utf-16"))
    'UTF-16'
    >>> wide_encoding(b"[]") is None
    True
    """
    return next((name for mark, name in _WIDE_MARKS.items() if raw.startswith(mark)), None)

"""Text of others, made harmless: nothing in it may steer a terminal or reorder a line."""

from __future__ import annotations

import re

_BLANK = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
_MARK = re.compile("[\u061c\u200e\u200f\ufeff]")
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def escaped(character: str) -> str:
    r"""Return a character as an escape that every reader of JSON or Python knows.

    Examples
    --------
    >>> print(escaped("\x1b"), escaped("\u202e"))
    \u001b \u202e
    """
    number = ord(character)
    if number < 0x10000:
        return f"\\u{number:04x}"
    return f"\\u{0xD7C0 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"


def plain(text: str) -> str:
    r"""Return a text on one line, with every character that steers a terminal spelled out.

    Parameters
    ----------
    text
        Any text.

    Returns
    -------
    str
        Runs of line breaks and tabs become one space; invisible direction marks go; control
        characters, direction overrides and lone surrogates become escapes such as ``\u001b``.

    Examples
    --------
    >>> print(plain("Caf\u00e9\n\x1b[31mred"))
    Café \u001b[31mred
    """
    text = _MARK.sub("", _BLANK.sub(" ", text))
    return UNSAFE.sub(lambda found: escaped(found.group()), text)


def cut(text: str, width: int) -> str:
    """Return a text as ``plain`` does, cut to a number of characters.

    Examples
    --------
    >>> cut("how far is it", 8)
    'how far…'
    """
    text = plain(text).strip()
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"

"""Text for terminals: colours, and text of others that can neither steer it nor reorder a line."""

from __future__ import annotations

import re

_CODES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "cyan": 36}


class Paint:
    """Paints text if it is enabled."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled

    def __call__(self, colour: str, text: str) -> str:
        """Return the text in a colour: bold, dim, red, green, yellow or cyan."""
        return f"\x1b[{_CODES[colour]}m{text}\x1b[0m" if self._enabled else text


_BLANK = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
# Joiners (U+200C, U+200D) belong to some scripts and to emoji: only behind ASCII they hide.
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
    "|(?<![^\x00-\x7f])[\u200c\u200d]"
)


def escape_character(character: str) -> str:
    r"""Return a character as an escape that every reader of JSON or Python knows."""
    number = ord(character)
    if number < 0x10000:
        return f"\\u{number:04x}"
    return f"\\u{0xD7C0 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"


def safe_line(text: str) -> str:
    r"""Return a text on one line, in which what steers a terminal or hides is spelled out.

    Runs of line breaks and tabs become one space; control characters, direction marks,
    characters of no width and lone surrogates become escapes such as ``\u001b``.
    """
    return UNSAFE.sub(lambda found: escape_character(found.group()), _BLANK.sub(" ", text))


def cut_line(text: str, width: int) -> str:
    """Return a text as ``safe_line`` does, cut to a number of characters."""
    text = safe_line(text).strip()
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"

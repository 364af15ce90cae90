"""Text for terminals: colours, line breaks, and escapes for control characters from outside."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from itertools import chain

from geoeval.drawing.labels import count_cells

_CODES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "cyan": 36}


class Paint:
    """Colours text if enabled."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled

    def __call__(self, colour: str, text: str) -> str:
        """Return the text in a colour: bold, dim, red, green, yellow or cyan."""
        return f"\x1b[{_CODES[colour]}m{text}\x1b[0m" if self._enabled else text


_BLANK = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
# Some scripts and emoji need joiners (U+200C, U+200D); after ASCII they are only invisible.
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
    "|(?<![^\x00-\x7f])[\u200c\u200d]"
)


def escape_character(character: str) -> str:
    r"""Return a character as one or two ``\uXXXX`` escapes."""
    number = ord(character)
    if number < 0x10000:
        return f"\\u{number:04x}"
    return f"\\u{0xD7C0 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"


def safe_line(text: str) -> str:
    r"""Return a text on one line, with unsafe and invisible characters escaped.

    Each run of line breaks and tabs becomes a space. Control characters, direction marks,
    zero-width characters and lone surrogates become escapes such as ``\u001b``.
    """
    return UNSAFE.sub(lambda found: escape_character(found.group()), _BLANK.sub(" ", text))


def cut_line(text: str, width: int) -> str:
    """Return ``safe_line(text)``, cut to at most ``width`` characters."""
    text = safe_line(text).strip()
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


# The indent of a line and its columns, each of which ends with two spaces; tables have up to two.
_MARGIN = re.compile(r"( +)(?:\S+(?: \S+)*  +){0,2}")


_COMMAND = re.compile(r" +geoeval ")
_PAINT = re.compile("\x1b\\[[0-9;]*m")
_WORD = re.compile(r"(\s*)(\S+)")


def fold_line(line: str, width: int) -> list[str]:
    """Break an indented line at spaces; what follows begins below its text, or two columns in.

    ``width`` is in cells of a terminal. Headlines stay whole, because editors and ``grep`` read
    them. Commands and long words stay whole too, so that they can be copied.
    """
    found = _MARGIN.match(line)
    if found is None or _COMMAND.match(line) or _count_unpainted(line) <= width:
        return [line]
    # Next to a wide column there is no room for text.
    margin = found.end() if _count_unpainted(found[0]) <= width // 2 else found.end(1)
    lines, used = [line[:margin]], _count_unpainted(line[:margin])
    indent = " " * max(used, found.end(1) + 2)
    first, *rest = _WORD.findall(line[margin:]) or [("", "")]
    lines[0] += "".join(first)
    used += _count_unpainted("".join(first))
    for blank, word in rest:
        used += _count_unpainted(blank + word)
        if used <= width:
            lines[-1] += blank + word
        else:
            lines.append(indent + word)
            used = len(indent) + _count_unpainted(word)
    return lines


def _count_unpainted(text: str) -> int:
    return count_cells(_PAINT.sub("", text))


def format_command(words: Iterable[str]) -> str | None:
    """Return a command line of geoeval for a shell; None if it has unsafe characters.

    A terminal shows other characters than those of such a command, so that it cannot be copied.
    """
    line = shlex.join(chain(["geoeval"], words))
    return line if line == safe_line(line) else None


def path_word(path: str) -> str:
    """Return a path as an argument, which must not look like an option."""
    return f"./{path}" if path.startswith("-") else path

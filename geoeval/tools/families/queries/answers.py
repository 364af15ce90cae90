"""Which option an answer means: by its number, its letter or its text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from geoeval.datasets.choices import plain
from geoeval.datasets.records import UNANSWERABLE
from geoeval.errors import quote
from geoeval.tools.failure import mend
from geoeval.tools.faults import nearest

_WHOLE = re.compile(r"-?\d{1,3}")
_LETTER = re.compile(r"(?:option\s+)?[(\[]?([a-z])(?:[)\].:]+\s*(?P<rest>.*))?", re.IGNORECASE)
_NONE = frozenset({str(UNANSWERABLE), "unanswerable", "not answerable", "cannot be answered"})


def read_answer(answer: int | str, options: Sequence[str]) -> int:
    """Return the option that an answer means.

    Parameters
    ----------
    answer
        The 0-based number of an option or -1, or as text: what the option says, its letter,
        its number, or "unanswerable".
    options
        The options.

    Returns
    -------
    int
        A 0-based option, or -1 for unanswerable.

    Raises
    ------
    Refused
        If it means none of them, or several.

    Examples
    --------
    >>> read_answer("b", ["1 km", "2 km"]), read_answer("1 km", ["1 km", "2 km"])
    (1, 0)
    >>> read_answer("4", ["3", "4"]), read_answer(-1, ["3", "4"])
    (1, -1)
    """
    if isinstance(answer, int):
        return _numbered(answer, answer, options)
    said = plain(answer).casefold()
    written = [plain(option).casefold() for option in options]
    alike = [index for index, option in enumerate(written) if option == said]
    if alike:  # of options that say the same, any is right
        return alike[0]
    if says_unanswerable(answer):
        return UNANSWERABLE
    letter = _LETTER.fullmatch(plain(answer))
    if letter:
        index = ord(letter[1].lower()) - ord("a")
        if index < len(options) and (letter["rest"] or "").casefold() in {"", written[index]}:
            return index
    number = int(answer) if _WHOLE.fullmatch(answer.strip()) else None
    return _numbered(number, answer, options)


def says_unanswerable(answer: int | str) -> bool:
    """Return whether an answer says that there is none: -1, or "unanswerable".

    Examples
    --------
    >>> says_unanswerable("-1"), says_unanswerable("Unanswerable"), says_unanswerable("1 km")
    (True, True, False)
    """
    return plain(str(answer)).casefold() in _NONE


def _numbered(index: int | None, answer: int | str, options: Sequence[str]) -> int:
    """Return the number of an option, of which there must be one."""
    if index is None or not UNANSWERABLE <= index < len(options):
        expected = (
            f"the number of an option, 0 to {len(options) - 1}, its letter or its text; "
            '-1 or "unanswerable" for none'
        )
        mend("answer", expected, quote(answer), nearest(answer, options) or options[:5])
    return index

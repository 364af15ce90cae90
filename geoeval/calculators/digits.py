"""Numbers as people write them: digits of any script, separators, fractions and words."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from geoeval.errors import UnitError, quote

_UNITS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {word: value for value, word in enumerate(_UNITS)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
_SEPARATORS = {"\u066b": ".", "\u066c": ",", "\uff0e": ".", "\uff0c": ",", "\uff1a": ":"}

DIGITS = (
    r"(?:\d{1,3}(?:[,'’\u00a0\u2009\u202f]\d{2,3}){0,5}[,'’\u00a0\u2009\u202f]\d{3}(?!\d)(?:\.\d+)?"
    r"|\d{1,15}(?!\d)(?:\.\d+|,\d{1,2}(?!\d))?)"
)
"""Pattern of a number of at most 18 ASCII digits before its decimal point or comma."""

WORDS = (
    rf"(?:(?a:{'|'.join(_TENS)})(?:[\s-](?a:{'|'.join(_UNITS[1:10])}))?"
    rf"|(?a:{'|'.join(_UNITS[::-1])}))"
)
"""Pattern of a number in words, from zero to ninety-nine."""

_NUMBER = re.compile(
    rf"(?P<digits>{DIGITS})?\s?(?P<fraction>[¼½¾])|(?P<plain>{DIGITS})|(?P<words>{WORDS})",
    re.IGNORECASE,
)
_GROUPING = re.compile(r"[,'’\u00a0\u2009\u202f](?=\d{3}(?!\d)|\d{2},)")
_HALF = re.compile(r"\s+and\s+a\s+half", re.IGNORECASE)


def ascii_digits(text: str) -> str:
    """Return the text with the digits of every script as 0–9, at the same positions.

    Decimal and thousands separators that belong to such digits become ``.`` and ``,``; the
    length never changes, so that spans found in the result hold in the text.

    Parameters
    ----------
    text
        Any text.

    Returns
    -------
    str
        The text, one character for one.

    Examples
    --------
    >>> ascii_digits("১২ কিমি")
    '12 কিমি'
    >>> ascii_digits("٣٫٥")
    '3.5'
    """
    if text.isascii():
        return text
    table = _digit_table(text)
    return text.translate(table) if table else text


def _digit_table(text: str) -> dict[int, str]:
    """Map the non-ASCII digits and separators that occur in a text."""
    table = {}
    for character in set(text):
        if not character.isascii():
            value = unicodedata.decimal(character, None)
            plain = _SEPARATORS.get(character) if value is None else str(value)
            if plain is not None:
                table[ord(character)] = plain
    return table


def parse_number(text: str) -> float:
    """Return the number that a text is.

    Parameters
    ----------
    text
        Digits of any script with thousands separators and a decimal point or comma ("1,200",
        "1.5", "1,5", "1½"), or words from zero to ninety-nine ("twenty", "two and a half").
        A group of three digits after a comma is thousands, after a point decimals.

    Returns
    -------
    float
        The number.

    Raises
    ------
    UnitError
        If the whole text is not one number.

    Examples
    --------
    >>> parse_number("1,200")
    1200.0
    >>> parse_number("twenty")
    20.0
    >>> parse_number("many")
    Traceback (most recent call last):
    ...
    geoeval.errors.UnitError: expected a number such as '1,200' or 'twelve', got 'many'
    """
    figure = strip_figure(text)
    half = _HALF.search(figure)
    match = _NUMBER.fullmatch(figure[: half.start()] if half else figure)
    if match is None or (half and half.end() != len(figure)):
        message = f"expected a number such as '1,200' or 'twelve', got {quote(text)}"
        raise UnitError(message)
    if words := match["words"]:
        amount = float(sum(_WORDS[word] for word in re.split(r"[\s-]", words.lower())))
    else:
        digits = _GROUPING.sub("", match["digits"] or match["plain"] or "0").replace(",", ".")
        fraction = match["fraction"]
        amount = float(digits) + (unicodedata.numeric(fraction) if fraction else 0.0)
    return amount + 0.5 if half else amount


def strip_figure(text: str) -> str:
    """Return a figure with ASCII digits, without spaces around it and a full stop after it.

    Examples
    --------
    >>> strip_figure(" 5 km. ")
    '5 km'
    """
    if not isinstance(text, str):
        message = f"expected a text such as '5 km', '1 hour' or '2:05 PM', got {quote(text)}"
        raise UnitError(message)
    return ascii_digits(text).strip().removesuffix(".").rstrip()


@cache
def _first_number() -> re.Pattern[str]:
    """Compile the search for the first number in digits."""
    return re.compile(rf"{DIGITS}|(?<!\w){WORDS}(?!\w)", re.IGNORECASE)


def rounding(text: str) -> float:
    """Return half a unit of the last written digit of the first figure, in its own unit.

    Parameters
    ----------
    text
        A text that holds a number, such as "4.2 km" or "280".

    Returns
    -------
    float
        How far the true value may lie from the written one if it was rounded: 0.05 for "4.2",
        0.5 for "280", whose zero counts as written.

    Raises
    ------
    UnitError
        If the text holds no number.

    Examples
    --------
    >>> rounding("4.2 km"), rounding("280"), rounding("1 km")
    (0.05, 0.5, 0.5)
    """
    match = _first_number().search(ascii_digits(text))
    if match is None:
        message = f"expected a text with a number in it, got {quote(text)}"
        raise UnitError(message)
    digits = _GROUPING.sub("", match[0]).replace(",", ".")
    decimals = len(digits.partition(".")[2])
    return float(f"5e-{decimals + 1}")

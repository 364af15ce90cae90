"""Numbers as people write them, in digits of any script and in words, kept exact."""

from __future__ import annotations

import math
import re
import unicodedata
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from typing import NamedTuple

from geoeval.errors import UnitError, mismatch

EXACT = Context(prec=60, rounding=ROUND_HALF_EVEN, traps=[])
"""Arithmetic on written figures: exact for all that have a meaning, whatever a caller has set."""

_UNITS = tuple(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen".split()
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {word: value for value, word in enumerate(_UNITS)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
_INVISIBLE = dict.fromkeys(
    map(ord, "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
)
_SEPARATORS = {"\u066b": ".", "\u066c": ",", "\uff0e": ".", "\uff0c": ",", "\uff1a": ":"}
_SEPARATORS["\u2044"] = "/"  # the fraction slash

DIGITS = (
    r"(?:(?!0)\d{1,3}(?:[,'’\u00a0\u2009\u202f]\d{2,3}){0,5}[,'’\u00a0\u2009\u202f]\d{3}(?!\d)(?:\.\d+)?"
    r"|\d{1,15}(?!\d)(?:\.\d+|,\d{1,2}(?!\d)|(?<=\b0),\d{3}(?!\d))?|(?<![\w.])\.\d+)"
)
"""Pattern of a number of at most 21 ASCII digits before its decimal point or comma."""

WORDS = (
    rf"(?:(?a:{'|'.join(_TENS)})(?:[\s-](?a:{'|'.join(_UNITS[1:10])}))?"
    rf"|(?a:{'|'.join(_UNITS[::-1])}))"
)
"""Pattern of a number in words, from zero to ninety-nine."""

FRACTION = r"(?:[¼½¾]|(?<![\d/.,])(?:1/2|[12]/3|[13]/4|[1-4]/5|[15]/6|[1357]/8|[1-9]/10)(?![\d/]))"
"""Pattern of a common fraction: a sign, or two ASCII numbers such as 3/4."""

_NUMBER = re.compile(
    rf"(?:(?:(?P<digits>{DIGITS})[\s-]?)?(?P<fraction>{FRACTION})"
    rf"|(?P<plain>{DIGITS})|(?P<words>{WORDS}))"
    r"(?P<half>\s+and\s+a\s+half)?",
    re.IGNORECASE,
)
_GROUPING = re.compile(r"(?<!^0)[,'’\u00a0\u2009\u202f](?=\d{3}(?!\d)|\d{2},)")


class Number(NamedTuple):
    """An exact number as written: its amount, and the step of its last digit or fraction."""

    amount: Decimal
    step: Decimal

    def plus(self, fraction: Number) -> Number:
        """Return the number plus a fraction, with the finer step."""
        return Number(EXACT.add(self.amount, fraction.amount), fraction.step)

    def times(self, size: Decimal) -> Number:
        """Return the number in a unit of another size."""
        return Number(EXACT.multiply(self.amount, size), EXACT.multiply(self.step, size))


QUARTER = Number(Decimal("0.25"), Decimal("0.25"))
"""A quarter, in words or as a sign; its step is itself."""

HALF = Number(Decimal("0.5"), Decimal("0.5"))
"""A half, in words or as a sign; its step is itself."""

THREE_QUARTERS = Number(Decimal("0.75"), Decimal("0.25"))
"""Three quarters, in words or as a sign; the step is a quarter."""

_SIGNS = {"¼": QUARTER, "½": HALF, "¾": THREE_QUARTERS}


def ascii_digits(text: str) -> str:
    """Return the text with the digits of every script as 0–9, at the same positions.

    Decimal and thousands separators that belong to such digits become ``.`` and ``,``, the fraction
    slash ``/``; the length never changes, so that spans in the result are valid in the text.

    Raises ``UnitError`` if it is not a text.
    """
    if not isinstance(text, str):
        raise mismatch(UnitError, "a text such as '5 km', '1 hour' or '2:05 PM'", text)
    if text.isascii():
        return text
    table = _digit_table(text)
    return text.translate(table) if table else text


def _digit_table(text: str) -> dict[int, str]:
    table = {}
    for character in set(text):
        if not character.isascii():
            value = unicodedata.decimal(character, None)
            plain = _SEPARATORS.get(character) if value is None else str(value)
            if plain is not None:
                table[ord(character)] = plain
    return table


def parse_number(text: str) -> float:
    """Return the number of a text.

    Digits are of any script, with thousands separators and a decimal point or comma ("1,200",
    "1.5", "1,5", "1½", "1 1/2"); words go from zero to ninety-nine ("twenty", "two and a half"). A
    group of three digits after a comma is thousands, after "0," or a point decimals. Raises
    ``UnitError`` if the whole text is not one number.
    """
    return float(read_number(text).amount)


def read_number(text: str) -> Number:
    """Return the exact number of a text, with the step of its last digit.

    The step is 0.1 for "4.2", 1 for "280" and for words, and a half or a quarter for the
    fractions. Raises ``UnitError`` if the whole text is not one number.
    """
    match = _NUMBER.fullmatch(strip_figure(text))
    if match is None:
        raise mismatch(UnitError, "a number such as '1,200' or 'twelve'", text)
    number = _match_number(match)
    return number.plus(HALF) if match["half"] else number


def _match_number(match: re.Match[str]) -> Number:
    if words := match["words"]:
        total = sum(_WORDS[word] for word in re.split(r"[\s-]", words.lower()))
        return Number(Decimal(total), Decimal(1))
    digits = _GROUPING.sub("", match["digits"] or match["plain"] or "0").replace(",", ".")
    decimals = min(len(digits.partition(".")[2]), EXACT.prec)
    number = Number(EXACT.create_decimal(digits), Decimal(1).scaleb(-decimals, EXACT))
    fraction = match["fraction"]
    return number.plus(_parse_fraction(fraction)) if fraction else number


def _parse_fraction(text: str) -> Number:
    """Return a common fraction; its step is one over the denominator."""
    if text in _SIGNS:
        return _SIGNS[text]
    above, below = map(Decimal, text.split("/"))
    return Number(EXACT.divide(above, below), EXACT.divide(Decimal(1), below))


def plain_figure(text: str) -> str:
    """Return a figure in ASCII digits, without outer spaces and invisible marks."""
    return ascii_digits(text).translate(_INVISIBLE).strip()


def strip_figure(text: str) -> str:
    """Return a plain figure without a full stop after it."""
    return plain_figure(text).removesuffix(".").rstrip()


def to_decimal(value: float, expected: str) -> Decimal:
    """Return a number as the 15 significant digits that a float holds for certain.

    These are the digits that a person would read: 0.1 + 0.2 is 0.3. Raises ``UnitError`` unless it
    is a finite real number; ``expected`` is the text of the message.
    """
    from numbers import Real

    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return Decimal(f"{number:.15g}")
    raise mismatch(UnitError, f"a {expected}", value)


def check_magnitude(value: float, expected: str, end: float = 1e15) -> Decimal:
    """Return a number from 0 up to, but not including, ``end``, as its 15 digits."""
    expected = f"{expected}, below {end:.15g}"
    number = to_decimal(value, expected)
    if 0 <= number < Decimal(end):
        return number
    raise mismatch(UnitError, f"a {expected}", value)


def count_steps(number: Decimal, step: Decimal) -> int:
    """Return a number in steps, halves rounded up."""
    return int(EXACT.divide(number, step).to_integral_value(ROUND_HALF_UP))

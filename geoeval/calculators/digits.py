"""Numbers as people write them, in digits of any script and in words, kept exact."""

from __future__ import annotations

import math
import re
import unicodedata
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from typing import NamedTuple

from geoeval.errors import UnitError, mismatch

EXACT = Context(prec=60, rounding=ROUND_HALF_EVEN, traps=[])
"""Arithmetic on written figures, exact for realistic ones, whatever context the caller has set."""

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
"""Pattern for a number with at most 21 ASCII digits before its decimal point or comma."""

WORDS = (
    rf"(?:(?a:{'|'.join(_TENS)})(?:[\s-](?a:{'|'.join(_UNITS[1:10])}))?"
    rf"|(?a:{'|'.join(_UNITS[::-1])}))"
)
"""Pattern for a number in words, from zero to ninety-nine."""

FRACTION = r"(?:[¼½¾]|(?<![\d/.,])(?:1/2|[12]/3|[13]/4|[1-4]/5|[15]/6|[1357]/8|[1-9]/10)(?![\d/]))"
"""Pattern for a common fraction: a sign, or two ASCII numbers such as 3/4."""

_NUMBER = re.compile(
    rf"(?:(?:(?P<digits>{DIGITS})[\s-]?)?(?P<fraction>{FRACTION})"
    rf"|(?P<plain>{DIGITS})|(?P<words>{WORDS}))"
    r"(?P<half>\s+and\s+a\s+half)?",
    re.IGNORECASE,
)
_GROUPING = re.compile(r"(?<!^0)[,'’\u00a0\u2009\u202f](?=\d{3}(?!\d)|\d{2},)")


class Number(NamedTuple):
    """An exact number, and the step of its last written digit or fraction."""

    amount: Decimal
    step: Decimal

    def plus(self, fraction: Number) -> Number:
        """Return the number plus a fraction, with the step of the fraction."""
        return Number(EXACT.add(self.amount, fraction.amount), fraction.step)

    def times(self, size: Decimal) -> Number:
        """Return the number and its step, both multiplied by the size of a unit."""
        return Number(EXACT.multiply(self.amount, size), EXACT.multiply(self.step, size))


QUARTER = Number(Decimal("0.25"), Decimal("0.25"))
"""A quarter, in words or as a sign; its step is a quarter."""

HALF = Number(Decimal("0.5"), Decimal("0.5"))
"""A half, in words or as a sign; its step is a half."""

THREE_QUARTERS = Number(Decimal("0.75"), Decimal("0.25"))
"""Three quarters, in words or as a sign; their step is a quarter."""

_SIGNS = {"¼": QUARTER, "½": HALF, "¾": THREE_QUARTERS}


def ascii_digits(text: str) -> str:
    """Return the text with the digits of every script replaced by 0–9.

    The decimal and thousands separators of such digits become ``.`` and ``,``, the fraction slash
    becomes ``/``. The length never changes, so spans in the result are valid in the original text.

    Raises ``UnitError`` if the argument is not a string.
    """
    if not isinstance(text, str):
        raise mismatch(UnitError, "a string such as '5 km', '1 hour' or '2:05 PM'", text)
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
    """Return a written number as a float.

    Digits may be in any script, with thousands separators and a decimal point or comma ("1,200",
    "1.5", "1,5", "1½", "1 1/2"); words go from zero to ninety-nine ("twenty", "two and a half").
    Three digits after a comma are a thousands group; after "0," or a point they are decimals.
    Raises ``UnitError`` if the text is not exactly one number.
    """
    return float(read_number(text).amount)


def read_number(text: str) -> Number:
    """Return a written number exactly, with the step of its last digit.

    The step is 0.1 for "4.2", 1 for "280" and for words, and one over the denominator for
    fractions. Raises ``UnitError`` if the text is not exactly one number.
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
    if text in _SIGNS:
        return _SIGNS[text]
    numerator, denominator = map(Decimal, text.split("/"))
    return Number(EXACT.divide(numerator, denominator), EXACT.divide(Decimal(1), denominator))


def plain_figure(text: str) -> str:
    """Return a figure in ASCII digits, without surrounding spaces and invisible marks."""
    return ascii_digits(text).translate(_INVISIBLE).strip()


def strip_figure(text: str) -> str:
    """Return a figure as ``plain_figure`` does, without a final full stop."""
    return plain_figure(text).removesuffix(".").rstrip()


def to_decimal(value: float, expected: str) -> Decimal:
    """Return a number rounded to the 15 significant digits that a float always holds.

    These are the digits that a person would write: 0.1 + 0.2 is 0.3. Raises ``UnitError`` if the
    value is not a finite real number; ``expected`` describes it in the message.
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
    """Return a number from 0 to below ``end`` at 15 digits; raise ``UnitError`` for any other."""
    expected = f"{expected}, below {end:.15g}"
    number = to_decimal(value, expected)
    if 0 <= number < Decimal(end):
        return number
    raise mismatch(UnitError, f"a {expected}", value)


def count_steps(number: Decimal, step: Decimal) -> int:
    """Return a number divided by a step, rounded to an integer, halves up."""
    return int(EXACT.divide(number, step).to_integral_value(ROUND_HALF_UP))

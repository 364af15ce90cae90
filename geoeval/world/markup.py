"""Map text as plain text: tags, entities, direction marks, digits of any script, coordinates."""

from __future__ import annotations

import html
import re
from decimal import Decimal
from math import isfinite

from geoeval.calculators.digits import ascii_digits
from geoeval.errors import quote

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z]+\d*);")
_MARKS = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_NUMBER = r"[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|nan|inf(?:inity)?)"
_COORDINATES = re.compile(
    rf"[(\[]\s*({_NUMBER})\s*°?\s*,\s*({_NUMBER})\s*°?\s*[)\]]$", re.IGNORECASE
)
_LONGEST_WHOLE = 15


def plain(text: str) -> str:
    """Return text without tags, entities, direction marks and runs of spaces.

    Examples
    --------
    >>> plain("<b>Khan &amp; Sons</b>  Rd/<wbr/>E44")
    'Khan & Sons Rd/E44'
    """
    if "<" in text:
        text = _TAG.sub("", text)
    if "&" in text:
        text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    if not text.isascii():
        text = _MARKS.sub("", text)
    return " ".join(text.split())


def escape(text: str) -> str:
    """Return text such that ``plain`` gives it back; ordinary text stays as it is.

    Examples
    --------
    >>> escape("Khan & Sons"), escape("a<b>c")
    ('Khan & Sons', 'a&lt;b&gt;c')
    """
    if plain(text) == text:
        return text
    return html.escape(text, quote=False)


def figure(value: float) -> str:
    """Return a number in plain decimals that reads back as the same float.

    Examples
    --------
    >>> figure(4.0), figure(1e-7)
    ('4', '0.0000001')
    """
    text = format(Decimal(repr(value)), "f")
    return text.removesuffix(".0")


def split_coordinates(text: str) -> tuple[str, tuple[float, float] | None, str | None]:
    """Split coordinates off the end of a text.

    Returns
    -------
    tuple
        The text without them; (latitude, longitude) in degrees, if the text ends with a valid
        pair; and, if it ends with a pair that no place has, the reason.

    Notes
    -----
    A pair of whole numbers counts as part of the text: "Block C (12, 4)".

    Examples
    --------
    >>> split_coordinates("Harbour Rd(12.5, -7.25)")
    ('Harbour Rd', (12.5, -7.25), None)
    >>> split_coordinates("Harbour Rd (95.0, 181.0)")[2]
    'expected a latitude within ±90 and a longitude within ±180 degrees, got (95.0, 181.0)'
    """
    if not text.endswith((")", "]")):
        return text, None, None
    start = max(text.rfind("("), text.rfind("["))
    tail = ascii_digits(text[start:])
    found = _COORDINATES.match(tail)
    if found is None or all(n.isdigit() and len(n) <= _LONGEST_WHOLE for n in found.groups()):
        return text, None, None
    lat, lon = float(found[1]), float(found[2])
    rest = text[:start].rstrip()
    if -90 <= lat <= 90 and -180 <= lon <= 180:
        return rest, (lat, lon), None
    hint = ""
    if -90 <= lon <= 90 and -180 <= lat <= 180:
        hint = "; are they swapped?"
    got = quote((lat, lon)) if isfinite(lat) and isfinite(lon) else quote(tail)
    return (
        rest,
        None,
        f"expected a latitude within ±90 and a longitude within ±180 degrees, got {got}{hint}",
    )

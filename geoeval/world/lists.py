"""Lists of nearby places in a context: headings, rows, and the categories that they contain."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypedDict

from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.units import parse_distance
from geoeval.errors import UnitError
from geoeval.text import normalise_name, plain_text
from geoeval.world.categories import category_of, is_kind_of, singular
from geoeval.world.coordinates import split_coordinates
from geoeval.world.records import NearbyList

_TAIL = re.compile(
    r"(?:\s+are|\s+is)?\s*"
    r"(?P<how>\((?=[^()]*(?:sorted|ordered|ranked|radius|within))[^()]*\))?\s*:?\s*$",
    re.IGNORECASE,
)
_RADIUS = re.compile(r"\b(?:in|within)\s+(?:an?\s+)?([\d.,]+\s*[^\W\d]+)", re.IGNORECASE)
_SORTED = re.compile(
    r"\b(?:sorted|ordered|ranked)\s+by\s+distance\b(?!.*descending)", re.IGNORECASE
)
_TYPED = re.compile(
    r'(?P<before>.*)\bof type "(?P<category>[^"]*)"\s*(?P<after>.*)$', re.IGNORECASE
)
_SEARCH = re.compile(
    r"(?:POIs|places|(?:search )?results) (?:for|of) (?:the )?(?:query|search) "
    r'"(?P<search>.*?)"(?P<rest>(?:\s+(?:of|in|near|around|from)\s.*)?)$',
    re.IGNORECASE,
)
_NEARBY = re.compile(r"(?:the )?(?:nearby|nearest|closest)\b\s*(?P<rest>.*)$", re.IGNORECASE)
_AROUND = re.compile(
    r"\s(?:of|near|around|close to|next to|to|from)\s|^(?:of|near|around)\s", re.IGNORECASE
)
_ROW = re.compile(r"\s{0,2}(\d+)[.)]\s*")
_BOLD_NAME = re.compile(r"<b>(?P<name>.*?)</b>\s*(?P<rest>.*)$")
_MAX_TAIL_LENGTH = 120
_MAX_CATEGORY_LENGTH = 200


def read_list_heading(line: str) -> NearbyList | None:
    """Return the list of a heading, without places yet, or None if the line is not a heading."""
    head, order = _split_order(line)
    search = _SEARCH.match(head)
    nearby = search or _NEARBY.match(head)
    if nearby is None:
        return None
    anchor, category = _parse_subject(nearby["rest"].strip())
    return NearbyList(
        anchor=plain_text(anchor) or None,
        category=plain_text(category) or None,
        search=plain_text(search["search"]) if search else None,
        places=(),
        **order,
    )


def read_other_heading(line: str) -> NearbyList:
    """Return the list of any other heading, by category and anchor, else by search text."""
    head, order = _split_order(line)
    words = plain_text(head)
    for match in _AROUND.finditer(words[:_MAX_CATEGORY_LENGTH]):
        anchor, category = words[match.end() :], words[: match.start()]
        if category_of(category):
            return NearbyList(anchor=anchor, category=category, places=(), **order)
    return NearbyList(anchor=None, category=None, search=words, places=(), **order)


class _Order(TypedDict):
    sorted_by_distance: bool
    radius_m: float | None


def _split_order(line: str) -> tuple[str, _Order]:
    """Split a suffix such as "are (in 500 m radius, sorted by distance):" off a heading."""
    tail = _TAIL.search(line, max(0, len(line) - _MAX_TAIL_LENGTH))
    how = tail["how"] if tail else None
    order = _Order(
        sorted_by_distance=bool(_SORTED.search(how or "")), radius_m=_parse_radius(how or "")
    )
    return line[: tail.start()] if tail else line, order


def _parse_radius(how: str) -> float | None:
    match = _RADIUS.search(ascii_digits(how))
    try:
        return parse_distance(match[1]) if match else None
    except UnitError:
        return None


def _parse_subject(text: str) -> tuple[str, str]:
    """Return the anchor and the category of a text such as "Cafes of X" or "near X"."""
    typed = _TYPED.match(text)
    if typed:
        text = f"{typed['before'].rstrip()} {typed['after']}".strip()
    matches = list(_AROUND.finditer(text[:_MAX_CATEGORY_LENGTH]))
    categorised = (around for around in matches if category_of(text[: around.start()]))
    around = next(categorised, matches[0] if matches else None)
    words, anchor = text, ""
    if around is not None:
        words, anchor = text[: around.start()], text[around.end() :]
    if typed:
        return anchor, typed["category"]
    return anchor, "" if words.strip().casefold() in {"places", "pois"} else words


class Row(NamedTuple):
    """A numbered row: its line number, its bold name if any, and the rest of the text."""

    line: int
    name: str | None
    rest: str


def read_row(line: str, number: int) -> Row | None:
    """Return the numbered row of a line, or None for any other line."""
    start = _ROW.match(line)
    if start is None:
        return None
    body = line[start.end() :].strip()
    bold = _BOLD_NAME.match(body)
    if bold:
        return Row(number, plain_text(bold["name"]), plain_text(bold["rest"]))
    return Row(number, None, plain_text(body)) if body else None


def split_rows(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Return the name and the address, possibly empty, of each row of a list.

    Rows without a bold name share one style, so only a separator that occurs in all of them splits
    names from addresses.
    """
    unnamed = [row.rest for row in rows if row.name is None]
    split = next(split for is_marked, split in _STYLES if all(map(is_marked, unnamed)))
    return [
        split(row.rest) if row.name is None else (row.name, _strip_address_marks(row.rest))
        for row in rows
    ]


def _is_bracketed(text: str) -> bool:
    return text.endswith(")") and "(" in text and split_coordinates(text)[0] == text


def _split_off_coordinates(text: str) -> tuple[str, str]:
    name, location, wrong = split_coordinates(text)
    return (name, text[len(name) :]) if location or wrong else (text, "")


def _split_at_bar(text: str) -> tuple[str, str]:
    name, _, address = text.rpartition(" | ")
    return name.strip(), address.strip()


def _split_at_dash(text: str) -> tuple[str, str]:
    """Split at the last dash before the first comma, skipping dashes before a bare number."""
    comma = text.find(",")
    head = text[:comma] if comma > 0 else ""
    at = head.rfind(" - ")
    while at > 0 and head[at + 3 :].strip().isdigit() and head.rfind(" - ", 0, at) > 0:
        at = head.rfind(" - ", 0, at)
    if at <= 0:
        at = text.find(" - ")
    return text[:at].strip(), text[at + 3 :].strip()


def _split_at_bracket(text: str) -> tuple[str, str]:
    depth = 0
    for position in range(len(text) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[position], 0)
        if depth == 0:
            return text[:position].strip(), text[position + 1 : -1].strip()
    return text, ""


_STYLES: tuple[tuple[Callable[[str], bool], Callable[[str], tuple[str, str]]], ...] = (
    (lambda text: " | " in text, _split_at_bar),
    (lambda text: " - " in text, _split_at_dash),
    (_is_bracketed, _split_at_bracket),
    (lambda _: True, _split_off_coordinates),
)
"""Tests for the separator of a row, and the functions that split rows at it."""


def _strip_address_marks(rest: str) -> str:
    end = rest.find(")") + 1
    if rest.startswith("(") and not split_coordinates(rest[:end])[0]:
        rest = rest[end:] + rest[:end]
    address, _, _ = split_coordinates(rest)
    coordinates = rest[len(address) :]
    address = address.removeprefix("|").removeprefix("-").removeprefix(":").strip()
    if address.startswith("(") and address.endswith(")"):
        address = address[1:-1].strip()
    return address + coordinates


def list_has_category(nearby: NearbyList, category: str) -> bool:
    """Return whether a list contains a category or a subcategory of it."""
    wanted = category_of(category)
    if nearby.category:
        listed = category_of(nearby.category)
        if listed is None or wanted is None:
            return singular(nearby.category) == singular(category)
        return is_kind_of(listed, wanted)
    words = normalise_name(nearby.search or "").split(" ")
    phrases = (
        " ".join(words[start : start + count]) for count in (3, 2, 1) for start in range(len(words))
    )
    if wanted is None:
        return f" {normalise_name(category)} " in f" {' '.join(words)} "
    return any(is_kind_of(phrase, wanted) for phrase in phrases)

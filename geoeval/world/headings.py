"""Headings of lists of nearby places: the anchor, the category, the order and the radius."""

from __future__ import annotations

import re
from dataclasses import dataclass

from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.units import parse_distance
from geoeval.errors import UnitError
from geoeval.world.categories import category_of
from geoeval.world.markup import plain

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
_LONGEST_TAIL = 120
_LONGEST_CATEGORY = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ListHeading:
    """What the heading of a list says; the fields are those of a ``NearbyList``."""

    anchor: str | None = None
    category: str | None = None
    search: str | None = None
    sorted_by_distance: bool = False
    radius_m: float | None = None


def read_list_heading(line: str) -> ListHeading | None:
    """Return what the heading of a list of places says, or None if it is no such heading.

    Examples
    --------
    >>> heading = read_list_heading("Nearby Cafes of Old Mill are (in 500 m radius):")
    >>> heading.anchor, heading.category, heading.radius_m, heading.sorted_by_distance
    ('Old Mill', 'Cafes', 500.0, False)
    """
    head, radius, is_sorted = _without_tail(line)
    search = _SEARCH.match(head)
    nearby = search or _NEARBY.match(head)
    if nearby is None:
        return None
    anchor, category = _subject(nearby["rest"].strip())
    return ListHeading(
        anchor=plain(anchor) or None,
        category=plain(category) or None,
        search=plain(search["search"]) if search else None,
        sorted_by_distance=is_sorted,
        radius_m=radius,
    )


def read_other_heading(line: str) -> ListHeading:
    """Return a heading of any wording: category and anchor if it has them, else a search.

    Examples
    --------
    >>> read_other_heading("Top picks downtown:").search
    'Top picks downtown'
    """
    head, radius, is_sorted = _without_tail(line)
    words = plain(head)
    for found in _AROUND.finditer(words[:_LONGEST_CATEGORY]):
        category = words[: found.start()]
        if category_of(category):
            return ListHeading(
                anchor=words[found.end() :],
                category=category,
                sorted_by_distance=is_sorted,
                radius_m=radius,
            )
    return ListHeading(search=words, sorted_by_distance=is_sorted, radius_m=radius)


def _without_tail(line: str) -> tuple[str, float | None, bool]:
    """Return a heading without "are (…):", the radius in metres, and whether it is sorted."""
    tail = _TAIL.search(line, max(0, len(line) - _LONGEST_TAIL))
    how = tail["how"] if tail else None
    head = line[: tail.start()] if tail else line
    if not how:
        return head, None, False
    return head, _radius(how), bool(_SORTED.search(how))


def _radius(how: str) -> float | None:
    found = _RADIUS.search(ascii_digits(how))
    try:
        return parse_distance(found[1]) if found else None
    except UnitError:
        return None


def _subject(text: str) -> tuple[str, str]:
    """Return anchor and category of "Cafes of X", "places of X of type "cafe"", "near X"."""
    typed = _TYPED.match(text)
    if typed:
        text = f"{typed['before'].rstrip()} {typed['after']}".strip()
    found = list(_AROUND.finditer(text[:_LONGEST_CATEGORY]))
    named = (around for around in found if category_of(text[: around.start()]))
    around = next(named, found[0] if found else None)
    words, anchor = text, ""
    if around is not None:
        words, anchor = text[: around.start()], text[around.end() :]
    if typed:
        return anchor, typed["category"]
    return anchor, "" if words.strip().casefold() in {"places", "pois"} else words

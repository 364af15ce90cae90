"""The lines of a context: what kind each is, and which could not be read."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class LineKind(StrEnum):
    """What a line of a context says."""

    BLANK = "blank"
    BLOCK = "place heading"
    ADDRESS = "address"
    RATING = "rating"
    PRICE = "price level"
    HOURS = "opening hours"
    PHONE = "phone number"
    IDENTIFIER = "identifier"
    FEATURE = "feature"
    REVIEWS = "reviews heading"
    REVIEW = "review"
    REVIEW_TEXT = "text of a review"
    LIST = "list heading"
    ENTRY = "list entry"
    LEG = "travel time"
    ROUTES = "routes heading"
    ROUTE = "route"
    STEP = "step"
    TODAY = "day"
    USER_LOCATION = "user location"
    UNREAD = "not understood"


class ReadLine(NamedTuple):
    """A line with its 1-based number and its kind."""

    line: int
    kind: LineKind
    text: str


class UnreadLine(NamedTuple):
    """A line, or a fact in it, that could not be read, and why."""

    line: int
    text: str
    why: str

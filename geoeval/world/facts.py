"""The kinds of lines in a context, and the facts in the lines below the name of a place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.hours import WeeklyHours
from geoeval.errors import HoursError, InvalidCoordinateError, quote
from geoeval.text import a_or_an, plain_text
from geoeval.world.coordinates import read_coordinates, split_coordinates
from geoeval.world.place_facts import FACTS
from geoeval.world.records import LatLon, Place, Review


class LineKind(StrEnum):
    """The kind of a line in a context."""

    BLANK = "blank"
    COMMENT = "comment"
    BLOCK = "place heading"
    ADDRESS = "address"
    RATING = "rating"
    HOURS = "opening hours"
    DAY_HOURS = "hours of a day"
    PRICE_LEVEL = "price level"
    PHONE = "phone number"
    WEBSITE = "website"
    CATEGORY = "category"
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
    ATTRIBUTION = "attribution"
    UNREAD = "not understood"

    @classmethod
    def _missing_(cls, value: object) -> LineKind | None:
        """Add a member for a fact that only a row in ``FACTS`` defines."""
        for fact in FACTS.values():
            if fact.noun == value:
                member = str.__new__(cls, fact.noun)
                member._name_, member._value_ = fact.name.upper(), fact.noun
                cls._value2member_map_[fact.noun] = member
                return member
        return None


ATTRIBUTION = "Map data:"
"""The prefix of the line that credits the source of the facts."""


class ReadLine(NamedTuple):
    """A line with its 1-based number and its kind.

    ``why`` is the reason if all or part of it was not understood. If the line is explained,
    ``values`` are the fields that it was read as, and ``instead`` what to write instead.
    """

    line: int
    kind: LineKind
    text: str
    why: str = ""
    values: Mapping[str, object] = MappingProxyType({})
    instead: str = ""


class UnreadLine(NamedTuple):
    """A line, or a fact in a line, that could not be read, and the reason."""

    line: int
    text: str
    why: str


_RATING = re.compile(
    r"(?P<rating>\d+(?:[.,]\d+)?|unknown|none|n/?a|-)?\s*(?:/\s*5)?\s*(?:stars?)?\.?\s*"
    r"(?:\(\s*(?P<count>\d[\d,]*)\s*(?:user )?(?:ratings?|reviews?)?\s*\))?\.?$",
    re.IGNORECASE,
)
_REVIEW = re.compile(r"\s*\d+[.)]\s(?P<author>[^:]*?)\s?\(Rating:\s*(?P<rating>[^()]*)\)\s*:\s?")
_FEATURE = re.compile(r"[^\W\d_][^:.!?|<>]{1,60}\.?$")
_MAX_FEATURE_WORDS = 7
_SINGLE_FACTS = {LineKind(fact.noun): name for name, fact in FACTS.items() if fact.labels}
_FIELDS = {**_SINGLE_FACTS, LineKind.IDENTIFIER: "id"}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LABELS = {
    **{label: LineKind(fact.noun) for fact in FACTS.values() for label in fact.labels},
    **dict.fromkeys(("id", "osm id", "place id"), LineKind.IDENTIFIER),
    "reviews": LineKind.REVIEWS,
    **dict.fromkeys(_WEEKDAYS, LineKind.DAY_HOURS),
}
"""The kind of the line that each label begins."""
_HAS_TIMES = re.compile(r"\d|\boff\b|\bclosed\b", re.IGNORECASE)
_COMPARED_FIELDS = ("location", *(name for name in FACTS if name != "address"))
_YES = {"yes", "true"}


class FactError(Exception):
    """A fact cannot be read; the reader catches this error and reports the reason."""


def parse_fact_line(line: str) -> tuple[LineKind, str] | None:
    """Return the kind and the value of a "- Label: value." line, or None for any other line."""
    body = line.strip()
    if not body.startswith(("- ", "• ", "* ")):
        return None
    body = body[2:].strip()
    label, colon, value = body[:40].partition(":")
    if colon:
        kind = LABELS.get(label.strip().casefold())
        if kind is LineKind.DAY_HOURS:
            return kind, body
        if kind is not None:
            return kind, body[len(label) + 1 :].strip()
        if value.strip(" .").casefold() in _YES:
            return LineKind.FEATURE, plain_text(label)
        return None
    if _FEATURE.match(body) and body.count(" ") < _MAX_FEATURE_WORDS:
        return LineKind.FEATURE, plain_text(body.removesuffix("."))
    return None


def parse_review_start(line: str) -> Review | None:
    """Return the review that a line such as "1. Ann (Rating: 5): Good." starts, or None."""
    match = _REVIEW.match(line[:400])
    if match is None:
        return None
    try:
        rating = float(ascii_digits(match["rating"]))
    except ValueError:
        rating = None
    return Review(
        author=plain_text(match["author"]), rating=rating, text=plain_text(line[match.end() :])
    )


_MINUTES_OF_ARC = re.compile(r"\d\s*°\s*\d+(?:\.\d+)?\s*['′’]")
_EXPECTED_COORDINATES = (
    "expected coordinates alone or in brackets at the end, such as (53.4119, -2.88) or "
    "(53°24'43\"N 2°52'48\"W)"
)


def _read_bare_coordinates(text: str) -> tuple[str, LatLon | None]:
    """Return the point of a text that consists of coordinates; else the text as an address."""
    try:
        location = read_coordinates(ascii_digits(text))
    except InvalidCoordinateError as error:
        raise FactError(str(error)) from error
    return ("" if location else text), location


def _read_fact(name: str, text: str) -> object:
    fact = FACTS.get(name)
    if fact is None or fact.read is None:
        return text
    value = fact.read(ascii_digits(text))
    if value is None:
        expected = f"{a_or_an(fact.noun)} such as {quote(fact.example)}"
        raise FactError(f"expected {expected}, got {quote(text)}")
    return value


@dataclass(slots=True)
class PlaceFacts:
    """Collects the facts of a place line by line."""

    name: str
    line: int
    facts: dict[str, Any] = field(default_factory=dict)
    features: list[str] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    review_lines: list[str] = field(default_factory=list)
    day_lines: list[str] = field(default_factory=list)
    stated: set[LineKind] = field(default_factory=set)
    again: list[PlaceFacts] = field(default_factory=list)

    def mention_for(self, kind: LineKind, line: int) -> PlaceFacts:
        """Return the mention that takes a fact; a repeated fact starts a new mention."""
        if kind in self.stated:
            self.again.append(PlaceFacts(name=self.name, line=line))
            return self.again[-1]
        if kind in _SINGLE_FACTS:
            self.stated.add(kind)
        return self

    def add(self, kind: LineKind, value: str) -> None:
        """Add a fact; raise FactError if its value cannot be read."""
        match kind:
            case LineKind.ADDRESS:
                self.add_address(plain_text(value).removesuffix("."))
            case LineKind.RATING:
                self._add_rating(value)
            case LineKind.HOURS if self.day_lines:
                self._doubt_hours()
            case LineKind.HOURS:
                self._add_hours(plain_text(value).removesuffix("."))
            case LineKind.DAY_HOURS:
                self._add_day(plain_text(value).removesuffix("."))
            case LineKind.FEATURE:
                self.features.append(value)
            case LineKind.REVIEWS:
                self.end_review()
            case _ if text := plain_text(value).removesuffix("."):
                self.facts[_FIELDS[kind]] = _read_fact(_FIELDS[kind], text)

    def add_address(self, text: str) -> None:
        """Add an address, coordinates, or an address followed by coordinates in brackets.

        Coordinates may be in degrees, minutes and seconds. Other text with them stays the address.
        """
        address, location, error = split_coordinates(text)
        has_minutes = _MINUTES_OF_ARC.search(ascii_digits(text)) is not None
        if location is None and error is None and ("." in text or has_minutes):
            address, location = _read_bare_coordinates(text)
        if location is None and error is None and has_minutes:
            error = f"{_EXPECTED_COORDINATES}, got {quote(text)}"
        for name, value in (("address", address.strip() or None), ("location", location)):
            self.facts[name] = self.facts.get(name) or value
        if error:
            raise FactError(error)

    def start_review(self, review: Review) -> None:
        """Start a review with its first line."""
        self.end_review()
        self.reviews.append(review)
        self.review_lines = [review.text]

    def end_review(self) -> None:
        """Finish the current review, if any."""
        if self.review_lines:
            last = self.reviews[-1]
            text = "\n".join(self.review_lines).strip()
            self.reviews[-1] = replace(last, text=text)
            self.review_lines = []

    def places(self) -> Iterator[Place]:
        """Yield the place, then another mention of it for each repeated fact that differs."""
        self.end_review()
        addresses = (each.facts.get("address") for each in (self, *self.again))
        self.facts["address"] = next(filter(None, addresses), None)
        first = Place(
            name=self.name,
            line=self.line,
            features=tuple(self.features),
            reviews=tuple(self.reviews),
            **self.facts,
        )
        yield first
        for other in self.again:
            other.name = self.name
            other.facts |= {"id": self.facts.get("id", ""), "address": first.address}
            (again,) = other.places()
            if any(
                getattr(again, name) not in (None, getattr(first, name))
                for name in _COMPARED_FIELDS
            ):
                yield again

    def _add_rating(self, value: str) -> None:
        match = _RATING.match(ascii_digits(plain_text(value)))
        if match is None:
            raise FactError(f'expected a rating such as "4.5. (12 ratings).", got {quote(value)}')
        if match["count"]:
            self.facts["rating_count"] = int(match["count"].replace(",", ""))
        number = match["rating"]
        if number and number[0].isdigit():
            rating = float(number.replace(",", "."))
            if rating > 5:
                raise FactError(f"expected a rating within 0-5, got {number}")
            self.facts["rating"] = rating

    def _add_hours(self, text: str) -> None:
        try:
            self.facts["hours"] = WeeklyHours.parse(text)
        except HoursError as error:
            if not _HAS_TIMES.search(text):  # "Mo" alone would be open all day
                raise FactError(f"opening hours: {error}") from error
            try:
                self.facts["hours"] = WeeklyHours.from_osm(text, holidays=False)
            except HoursError:
                raise FactError(f"opening hours: {error}") from error

    def _add_day(self, text: str) -> None:
        """Add the hours of one weekday to those of the lines above it."""
        day = text.partition(":")[0]
        is_repeated = any(each.startswith(f"{day}:") for each in self.day_lines)
        self.day_lines.append(text)
        if LineKind.HOURS in self.stated or is_repeated:
            self._doubt_hours()
        self._add_hours(", ".join(self.day_lines))

    def _doubt_hours(self) -> NoReturn:
        """Leave the hours unknown, since two lines state them in part."""
        self.facts["hours"] = None
        raise FactError("two lines state hours in part, so they are unknown; write one line")

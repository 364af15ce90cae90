"""Parse a context, the text that describes a small part of a map, into a world.

Each line is recognised by its form and by the block above it (a place, a list, a route, a review).
The ends of legs and routes are split last, once all names are known, because a name may itself
contain " to ".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from geoeval.errors import UsageError, quote
from geoeval.text import plain_text
from geoeval.world.facts import (
    ATTRIBUTION,
    FactError,
    LineKind,
    PlaceFacts,
    ReadLine,
    UnreadLine,
    parse_fact_line,
    parse_review_start,
)
from geoeval.world.journeys import (
    read_leg,
    read_route_header,
    read_routes_heading,
    read_step,
    resolve_ends,
)
from geoeval.world.lists import Row, read_list_heading, read_other_heading, read_row, split_rows
from geoeval.world.model import Leg, NearbyList, Place, Route, Step, World

_Journey = TypeVar("_Journey", Leg, Route)

_BLOCK = re.compile(
    r"Information (?:of|about|on|for) "
    r"(?:<b>(?P<bold>.*?)</b>(?P<rest>[^:]*)|(?P<name>.*?))\s*:?\s*$",
    re.IGNORECASE,
)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TODAY = re.compile(
    rf"Today(?:'s| is)(?: a)? ((?a:{'|'.join(_DAYS)}))"
    r"(?:,? [\w ]{0,12}\d[\d ,]*)?\s*[.!]?$",
    re.IGNORECASE,
)
_USER = re.compile(r"(?:The )?current location of (?:the )?user is (.+?)\.?\s*$", re.IGNORECASE)
_LIST_LEADS = ("nearby", "nearest", "closest", "the ", "pois", "places", "search")
_GLUED = re.compile(
    r"(?<=\S)\s*(?P<heading>(?:Nearby |POIs for |There (?:are|is) \d+ routes? from )[^<>]*:)\s*$"
)
_MAX_GLUED_LENGTH = 400
_NUMBERED = re.compile(r"\s{0,2}\d+[.)]\s")

# Lines about the world as a whole: pattern, kind of line, field of the world, parser.
_REMARKS: tuple[tuple[re.Pattern[str], LineKind, str, Callable[[str], object]], ...] = (
    (_TODAY, LineKind.TODAY, "today", lambda day: _DAYS.index(day.casefold())),
    (_USER, LineKind.USER_LOCATION, "user_location", plain_text),
    (re.compile(f"{ATTRIBUTION}(.*)$"), LineKind.ATTRIBUTION, "attribution", plain_text),
)


def read_context(text: str) -> tuple[World, tuple[UnreadLine, ...]]:
    """Parse a context into a world.

    Parameters
    ----------
    text
        Blocks of facts, lists of nearby places, travel times and routes, in the style of map
        services and MapEval. May contain HTML tags and digits of any script.

    Returns
    -------
    tuple
        The world, and the lines or facts that could not be read, each with a reason. The readable
        part of a line is kept: a place with impossible coordinates has no location.

    Raises
    ------
    UsageError
        If ``text`` is not a string.

    Examples
    --------
    >>> world, unread = read_context("Travel Time from Inn to Port on foot is 9 mins (0.7 km).")
    >>> world.legs[0].destination, world.legs[0].duration_s, unread
    ('Port', 540, ())
    """
    if not isinstance(text, str):
        raise UsageError(f"expected a context as a string, got {quote(text)}")
    reader = _ContextReader(text)
    return reader.world(), tuple(reader.unread)


def read_lines(text: str) -> list[ReadLine]:
    """Return all lines of a context, each with its kind and what was not understood of it."""
    reader = _ContextReader(text)
    reader.world()  # rows of lists are split last
    reasons: dict[int, list[str]] = {}
    for each in reader.unread:
        reasons.setdefault(each.line, []).append(each.why)
    read = zip(reader.kinds, reader.texts, strict=True)
    return [
        ReadLine(number, kind, line, "; ".join(reasons.get(number, ())))
        for number, (kind, line) in enumerate(read, 1)
    ]


class _ContextReader:
    """Reads line by line and keeps track of the block that the next line may belong to."""

    def __init__(self, text: str) -> None:
        self.kinds: list[LineKind] = []
        self.unread: list[UnreadLine] = []
        self._blocks: list[PlaceFacts] = []
        self._lists: list[tuple[NearbyList, list[tuple[Row, PlaceFacts]]]] = []
        self._legs: list[Leg] = []
        self._routes: list[tuple[Route, list[Step]]] = []
        self._remarks: dict[str, Any] = {}
        self._place: PlaceFacts | None = None
        self._rows: list[tuple[Row, PlaceFacts]] | None = None
        self._routes_heading: Route | None = None
        self._steps: list[Step] | None = None
        self._in_reviews = False
        self.texts = [line.removesuffix("\r") for line in text.split("\n")]
        for number, line in enumerate(self.texts, 1):
            self.kinds.append(self._read_line(number, line) if line.strip() else self._read_blank())

    def world(self) -> World:
        """Return the world described by all lines."""
        places = [place for facts in self._blocks for place in facts.places()]
        lists = tuple(
            self._build_list(*heading_and_rows, places) for heading_and_rows in self._lists
        )
        known_names = {place.name for place in chain(places, *(each.places for each in lists))}
        other_names = (*(each.anchor for each in lists), self._remarks.get("user_location"))
        known_names.update(filter(None, other_names))
        routes = [replace(route, steps=tuple(steps)) for route, steps in self._routes]
        journeys: list[Leg | Route] = [*self._legs, *routes]
        ends = resolve_ends([each.origin for each in journeys], known_names)

        def with_ends(journey: _Journey) -> _Journey:
            origin, destination = ends[journey.origin]
            return replace(journey, origin=origin, destination=destination)

        return World(
            places=tuple(places),
            lists=lists,
            legs=tuple(map(with_ends, self._legs)),
            routes=tuple(map(with_ends, routes)),
            **self._remarks,
        )

    def _build_list(
        self, heading: NearbyList, rows: list[tuple[Row, PlaceFacts]], mentions: list[Place]
    ) -> NearbyList:
        """Return a list with its rows split; append repeated facts that differ to ``mentions``."""
        entries = []
        parts = split_rows([row for row, _ in rows])
        for (row, entry), (name, address) in zip(rows, parts, strict=True):
            entry.name = name
            self._add_address(entry, row.line, address, row.rest)
            place, *again = entry.places()
            entries.append(place)
            mentions += again
        return replace(heading, places=tuple(entries))

    def _read_blank(self) -> LineKind:
        if self._in_reviews and self._place is not None and self._place.review_lines:
            self._place.review_lines.append("")
        return LineKind.BLANK

    def _read_line(self, number: int, line: str) -> LineKind:
        if not self._in_reviews and line.rstrip().endswith(":"):
            heading = _GLUED.search(line, max(0, len(line) - _MAX_GLUED_LENGTH))
            if heading is not None:
                self._read_line(number, line[: heading.start()])
                return self._read_statement(number, heading["heading"])
        first = line.lstrip(" \t\u200e\u200f")[:1]
        if first == "#" and not self._in_reviews:
            return LineKind.COMMENT
        if first in "-•*":
            return self._read_bullet(number, line)
        if first.isdecimal():
            return self._read_numbered(number, line)
        return self._read_statement(number, line)

    def _read_statement(self, number: int, line: str) -> LineKind:
        text = line.strip()
        if self._in_reviews and not text.endswith((":", ".")):
            return self._read_review_text(line)
        for read in (self._read_heading, self._read_travel, self._read_remark):
            if (kind := read(number, text)) is not None:
                return kind
        if self._in_reviews:
            return self._read_review_text(line)
        if text.endswith(":") and self._row_follows(number):
            return self._open_list(number, read_other_heading(text))
        return self._mark_unread(number, text, "unrecognised line")

    def _read_heading(self, number: int, text: str) -> LineKind | None:
        lead = text[:12].casefold()
        if lead.startswith("information") and (block := _BLOCK.match(text)):
            return self._open_block(number, text, block)
        heading = read_list_heading(text) if lead.startswith(_LIST_LEADS) else None
        if heading is not None and (text.endswith(":") or self._row_follows(number)):
            return self._open_list(number, heading)
        return None

    def _read_travel(self, number: int, text: str) -> LineKind | None:
        if leg := read_leg(text, number):
            self._close_blocks()
            self._legs.append(leg)
            return LineKind.LEG
        if "route" in text[:60].casefold() and (heading := read_routes_heading(text)):
            self._close_blocks()
            self._routes_heading = heading
            return LineKind.ROUTES
        return None

    def _read_remark(self, _: int, text: str) -> LineKind | None:
        for pattern, kind, name, read in _REMARKS:
            if match := pattern.match(text):
                self._close_blocks()
                self._remarks[name] = read(match[1])
                return kind
        return None

    def _read_bullet(self, number: int, line: str) -> LineKind:
        """Read a "- …" line: a fact of the place above it, or a step of the route above it."""
        if self._routes_heading is not None:
            step = read_step(line, number)
            if step is None or self._steps is None:
                return self._mark_unread(number, line, "a step without a route above it")
            self._steps.append(step)
            return LineKind.STEP
        labelled = parse_fact_line(line)
        if labelled is None and self._in_reviews:
            return self._read_review_text(line)
        if labelled is None:
            return self._mark_unread(number, line, "unrecognised fact")
        if self._place is None:
            return self._mark_unread(number, line, "a fact without a place above it")
        kind, value = labelled
        self._place.end_review()
        self._in_reviews = kind is LineKind.REVIEWS
        try:
            self._place.mention_for(kind, number).add(kind, value)
        except FactError as error:
            self.unread.append(UnreadLine(number, line.strip(), str(error)))
        return kind

    def _read_numbered(self, number: int, line: str) -> LineKind:
        """Read a "1. …" line: a review, a route or a list entry."""
        if self._in_reviews and self._place is not None:
            review = parse_review_start(line)
            if review is not None:
                self._place.start_review(review)
                return LineKind.REVIEW
            if self._rows is None or "<b>" not in line or line[:1].isspace():
                return self._read_review_text(line)
        if self._routes_heading is not None:
            return self._read_route(self._routes_heading, number, line)
        return self._read_entry(number, line)

    def _read_entry(self, number: int, line: str) -> LineKind:
        row = read_row(line, number)
        if self._rows is None or row is None:
            return self._mark_unread(number, line, "a numbered line without a list above it")
        self._in_reviews = False
        self._place = PlaceFacts(name=row.name or "", line=number)
        self._rows.append((row, self._place))
        return LineKind.ENTRY

    def _read_route(self, routes_heading: Route, number: int, line: str) -> LineKind:
        header = read_route_header(line)
        if header is None:
            return self._mark_unread(number, line, "neither a route nor a route step")
        name, figures = header
        self._steps = []
        route = replace(routes_heading, name=name, line=number, **figures._asdict())
        self._routes.append((route, self._steps))
        return LineKind.ROUTE

    def _open_block(self, number: int, text: str, block: re.Match[str]) -> LineKind:
        self._close_blocks()
        name = plain_text(block["bold"] if block["bold"] is not None else block["name"])
        self._place = PlaceFacts(name=name, line=number)
        self._blocks.append(self._place)
        self._add_address(self._place, number, plain_text(block["rest"] or ""), text)
        return LineKind.BLOCK

    def _open_list(self, number: int, heading: NearbyList) -> LineKind:
        self._close_blocks()
        self._rows = []
        self._lists.append((replace(heading, line=number), self._rows))
        return LineKind.LIST

    def _close_blocks(self) -> None:
        if self._place is not None:
            self._place.end_review()
        self._place = self._rows = self._routes_heading = self._steps = None
        self._in_reviews = False

    def _add_address(self, place: PlaceFacts, number: int, address: str, text: str) -> None:
        if not address:
            return
        try:
            place.add_address(address)
        except FactError as error:
            self.unread.append(UnreadLine(number, text, str(error)))

    def _read_review_text(self, line: str) -> LineKind:
        if self._place is not None:
            if not self._place.review_lines:
                return self._mark_unread(
                    len(self.kinds) + 1, line, "review text without an author above it"
                )
            self._place.review_lines.append(plain_text(line))
        return LineKind.REVIEW_TEXT

    def _row_follows(self, number: int) -> bool:
        following = (line for line in self.texts[number : number + 4] if line.strip())
        return _NUMBERED.match(next(following, "")) is not None

    def _mark_unread(self, number: int, text: str, reason: str) -> LineKind:
        self.unread.append(UnreadLine(number, text.strip(), reason))
        return LineKind.UNREAD

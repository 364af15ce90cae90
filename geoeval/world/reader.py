"""Reading a context, the text that describes a small part of a map, into a world.

The text is read line by line: each line is recognised by its own form and by what it stands
below (a place, a list, a route, a review). The ends of legs and routes are parted last, when
all names are known, since a name may itself hold " to ".
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from geoeval.errors import UsageError, quote
from geoeval.text import plain
from geoeval.world.facts import (
    ATTRIBUTION,
    FactError,
    LineKind,
    PlaceFacts,
    ReadLine,
    UnreadLine,
    fact_label,
    review_start,
)
from geoeval.world.journeys import (
    Ends,
    Figures,
    part_ends,
    read_leg,
    read_route_header,
    read_routes_heading,
    read_step,
)
from geoeval.world.lists import (
    ListHeading,
    Row,
    read_list_heading,
    read_other_heading,
    read_row,
    split_rows,
)
from geoeval.world.model import Leg, NearbyList, Place, Route, Step, World

_BLOCK = re.compile(
    r"Information (?:of|about|on|for) "
    r"(?:<b>(?P<bold>.*?)</b>(?P<rest>[^:]*)|(?P<name>.*?))\s*:?\s*$",
    re.IGNORECASE,
)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TODAY = re.compile(
    rf"Today(?:'s| is)(?: a)? (?P<day>(?a:{'|'.join(_DAYS)}))"
    r"(?:,? [\w ]{0,12}\d[\d ,]*)?\s*[.!]?$",
    re.IGNORECASE,
)
_USER = re.compile(
    r"(?:The )?current location of (?:the )?user is (?P<name>.+?)\.?\s*$", re.IGNORECASE
)
_GLUED = re.compile(
    r"(?<=\S)\s*(?P<heading>(?:Nearby |POIs for |There (?:are|is) \d+ routes? from )[^<>]*:)\s*$"
)
_LONGEST_GLUED = 400
_NUMBERED = re.compile(r"\s{0,2}\d+[.)]\s")
_UNKNOWN_FORM = "no known form of line"


def read_context(text: str) -> tuple[World, tuple[UnreadLine, ...]]:
    """Read the text of a context.

    Parameters
    ----------
    text
        Blocks of facts, lists of nearby places, travel times and routes, as map services and
        MapEval write them; HTML tags and digits of any script are understood.

    Returns
    -------
    tuple
        The world, and the lines or facts that could not be read, each with the reason. What
        can be read of a line is kept: a place with impossible coordinates has no location.

    Raises
    ------
    UsageError
        If it is no text.

    Examples
    --------
    >>> world, unread = read_context("Travel Time from Inn to Port on foot is 9 mins (0.7 km).")
    >>> world.legs[0].destination, world.legs[0].duration_s, unread
    ('Port', 540, ())
    """
    if not isinstance(text, str):
        message = f"expected the text of a context, got {quote(text)}"
        raise UsageError(message)
    draft = _Reader(text).draft
    return draft.world(), tuple(draft.unread)


def read_lines(text: str) -> list[ReadLine]:
    """Return every line of a context with its number and its kind."""
    reader = _Reader(text)
    read = zip(reader.kinds, reader.texts, strict=True)
    return [ReadLine(number, kind, line) for number, (kind, line) in enumerate(read, 1)]


def count_lines(text: str) -> dict[LineKind, int]:
    """Return how many lines of each kind a context has, in the order of their frequency."""
    return dict(Counter(line.kind for line in read_lines(text)).most_common())


class _Reader:
    """The state of reading: what the next line stands below."""

    def __init__(self, text: str) -> None:
        self.kinds: list[LineKind] = []
        self.draft = _Draft()
        self._place: PlaceFacts | None = None
        self._list: _OpenList | None = None
        self._ends: Ends | None = None
        self._reviewing = False
        self.texts = [line.removesuffix("\r") for line in text.split("\n")]
        for number, line in enumerate(self.texts, 1):
            self.kinds.append(self._read(number, line) if line.strip() else self._blank())

    def _blank(self) -> LineKind:
        if self._reviewing and self._place is not None and self._place.review_lines:
            self._place.review_lines.append("")
        return LineKind.BLANK

    def _read(self, number: int, line: str) -> LineKind:
        if not self._reviewing and line.rstrip().endswith(":"):
            heading = _GLUED.search(line, max(0, len(line) - _LONGEST_GLUED))
            if heading is not None:
                self._read(number, line[: heading.start()])
                return self._statement(number, heading["heading"])
        first = line.lstrip(" \t\u200e\u200f")[:1]
        if first in "-•*":
            return self._bullet(number, line)
        if first.isdecimal():
            return self._numbered(number, line)
        return self._statement(number, line)

    def _statement(self, number: int, line: str) -> LineKind:
        text = line.strip()
        lead = text[:12].casefold()
        if self._reviewing and not text.endswith((":", ".")):
            return self._review_text(line)
        if lead.startswith("information") and (block := _BLOCK.match(text)):
            return self._open_block(number, text, block)
        if lead.startswith(("nearby", "nearest", "closest", "the ", "pois", "places", "search")):
            heading = read_list_heading(text)
            if heading is not None and (text.endswith(":") or self._row_follows(number)):
                return self._open_list(number, heading)
        leg = read_leg(text)
        if leg is not None and " to " in leg[0].text:
            self._close()
            self.draft.legs.append((number, *leg))
            return LineKind.LEG
        if "route" in text[:60].casefold() and (ends := read_routes_heading(text)):
            self._close()
            self._ends = ends
            return LineKind.ROUTES
        if found := _TODAY.match(text):
            self._close()
            self.draft.today = _DAYS.index(found["day"].casefold())
            return LineKind.TODAY
        if found := _USER.match(text):
            self._close()
            self.draft.user_location = plain(found["name"])
            return LineKind.USER_LOCATION
        if text.startswith(ATTRIBUTION):
            self._close()
            self.draft.attribution = plain(text.removeprefix(ATTRIBUTION))
            return LineKind.ATTRIBUTION
        if self._reviewing:
            return self._review_text(line)
        if text.endswith(":") and self._row_follows(number):
            return self._open_list(number, read_other_heading(text))
        return self._not_read(number, text, _UNKNOWN_FORM)

    def _bullet(self, number: int, line: str) -> LineKind:
        """Read a "- …" line: a fact of the place above, or a step of the route above."""
        if self._ends is not None:
            step = read_step(line, number) if self.draft.routes and self._place is None else None
            if step is None or self.draft.routes[-1].ends is not self._ends:
                return self._not_read(number, line, "a step without a route above it")
            self.draft.routes[-1].steps.append(step)
            return LineKind.STEP
        labelled = fact_label(line)
        if labelled is None and self._reviewing:
            return self._review_text(line)
        if labelled is None:
            return self._not_read(number, line, "no known kind of fact")
        if self._place is None:
            return self._not_read(number, line, "a fact without a place above it")
        kind, value = labelled
        self._place.end_review()
        self._reviewing = kind is LineKind.REVIEWS
        try:
            self._place.at_line(kind, number).add(kind, value)
        except FactError as error:
            self.draft.unread.append(UnreadLine(number, line.strip(), str(error)))
        return kind

    def _numbered(self, number: int, line: str) -> LineKind:
        """Read a "1. …" line: a review, a route or an entry of a list."""
        if self._reviewing and self._place is not None:
            review = review_start(line)
            if review is not None:
                self._place.begin_review(review)
                return LineKind.REVIEW
            if self._list is None or "<b>" not in line or line[:1].isspace():
                return self._review_text(line)
        if self._ends is not None:
            header = read_route_header(line)
            if header is None:
                return self._not_read(number, line, "neither a route nor a step of one")
            name, figures = header
            self.draft.routes.append(_OpenRoute(self._ends, number, name, figures))
            return LineKind.ROUTE
        row = read_row(line, number)
        if self._list is None or row is None:
            return self._not_read(number, line, "a numbered line without a list above it")
        self._reviewing = False
        self._place = PlaceFacts(name=row.name or "", line=number)
        self._list.rows.append(row)
        self._list.entries.append(self._place)
        return LineKind.ENTRY

    def _open_block(self, number: int, text: str, block: re.Match[str]) -> LineKind:
        self._close()
        name = plain(block["bold"] if block["bold"] is not None else block["name"])
        self._place = PlaceFacts(name=name, line=number)
        self.draft.blocks.append(self._place)
        self.draft.add_address(self._place, number, plain(block["rest"] or ""), text)
        return LineKind.BLOCK

    def _open_list(self, number: int, heading: ListHeading) -> LineKind:
        self._close()
        self._list = _OpenList(heading, number)
        self.draft.lists.append(self._list)
        return LineKind.LIST

    def _close(self) -> None:
        if self._place is not None:
            self._place.end_review()
        self._place = self._list = self._ends = None
        self._reviewing = False

    def _review_text(self, line: str) -> LineKind:
        if self._place is not None:
            if not self._place.review_lines:
                return self._not_read(len(self.kinds) + 1, line, "a review without its author")
            self._place.review_lines.append(plain(line))
        return LineKind.REVIEW_TEXT

    def _row_follows(self, number: int) -> bool:
        """Tell whether the next line that is not blank is numbered."""
        following = (line for line in self.texts[number : number + 4] if line.strip())
        return _NUMBERED.match(next(following, "")) is not None

    def _not_read(self, number: int, text: str, why: str) -> LineKind:
        self.draft.unread.append(UnreadLine(number, text.strip(), why))
        return LineKind.UNREAD


@dataclass(slots=True)
class _OpenList:
    """A list that is being read: its rows and the facts below them."""

    heading: ListHeading
    line: int
    rows: list[Row] = field(default_factory=list)
    entries: list[PlaceFacts] = field(default_factory=list)


@dataclass(slots=True)
class _OpenRoute:
    """A route that is being read."""

    ends: Ends
    line: int
    name: str
    figures: Figures
    steps: list[Step] = field(default_factory=list)


@dataclass(slots=True)
class _Draft:
    """A world that is being read: names and ends are parted when all of it is known."""

    unread: list[UnreadLine] = field(default_factory=list)
    blocks: list[PlaceFacts] = field(default_factory=list)
    lists: list[_OpenList] = field(default_factory=list)
    legs: list[tuple[int, Ends, Figures]] = field(default_factory=list)
    routes: list[_OpenRoute] = field(default_factory=list)
    today: int | None = None
    user_location: str | None = None
    attribution: str | None = None

    def add_address(self, place: PlaceFacts, number: int, address: str, text: str) -> None:
        """Take up the address of a place, noting coordinates that no place has."""
        if not address:
            return
        try:
            place.add_address(address)
        except FactError as error:
            self.unread.append(UnreadLine(number, text, str(error)))

    def world(self) -> World:
        mentions = [place for facts in self.blocks for place in facts.places()]
        lists = tuple(self._finish_list(opened, mentions) for opened in self.lists)
        places = tuple(mentions)
        known = {place.name for place in places}
        known.update(place.name for nearby in lists for place in nearby.places)
        known.update(nearby.anchor for nearby in lists if nearby.anchor)
        if self.user_location:
            known.add(self.user_location)
        parted = part_ends(
            [ends.text for _, ends, _ in self.legs] + [route.ends.text for route in self.routes],
            known,
        )
        return World(
            places=places,
            lists=lists,
            legs=tuple(_leg(number, e, figures, parted) for number, e, figures in self.legs),
            routes=tuple(_route(route, parted) for route in self.routes),
            today=self.today,
            user_location=self.user_location,
            attribution=self.attribution,
        )

    def _finish_list(self, opened: _OpenList, mentions: list[Place]) -> NearbyList:
        """Return a list with its rows split; what they state again goes to the other mentions."""
        entries = []
        for row, entry, (name, address) in zip(
            opened.rows, opened.entries, split_rows(opened.rows), strict=True
        ):
            entry.name = name
            self.add_address(entry, row.line, address, row.rest)
            place, *again = entry.places()
            entries.append(place)
            mentions += again
        heading = opened.heading
        return NearbyList(
            anchor=heading.anchor,
            category=heading.category,
            places=tuple(entries),
            sorted_by_distance=heading.sorted_by_distance,
            radius_m=heading.radius_m,
            search=heading.search,
            line=opened.line,
        )


def _leg(number: int, ends: Ends, figures: Figures, parted: dict[str, tuple[str, str]]) -> Leg:
    origin, destination = parted[ends.text]
    return Leg(
        origin=origin,
        destination=destination,
        mode=ends.mode,
        line=number,
        **figures._asdict(),
    )


def _route(route: _OpenRoute, parted: dict[str, tuple[str, str]]) -> Route:
    origin, destination = parted[route.ends.text]
    return Route(
        origin=origin,
        destination=destination,
        mode=route.ends.mode,
        name=route.name,
        steps=tuple(route.steps),
        line=route.line,
        **route.figures._asdict(),
    )

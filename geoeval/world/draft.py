"""What has been read of a context so far, and the world that it comes to in the end."""

from __future__ import annotations

from dataclasses import dataclass, field

from geoeval.world.facts import FactError, PlaceFacts
from geoeval.world.headings import ListHeading
from geoeval.world.journeys import Ends, Figures, part_ends
from geoeval.world.lines import UnreadLine
from geoeval.world.model import Leg, NearbyList, Route, Step, World
from geoeval.world.rows import Row, split_rows


@dataclass(slots=True)
class OpenList:
    """A list that is being read: its rows and the facts below them."""

    heading: ListHeading
    line: int
    rows: list[Row] = field(default_factory=list)
    entries: list[PlaceFacts] = field(default_factory=list)


@dataclass(slots=True)
class OpenRoute:
    """A route that is being read."""

    ends: Ends
    line: int
    name: str
    figures: Figures
    steps: list[Step] = field(default_factory=list)


@dataclass(slots=True)
class Draft:
    """A world that is being read: names and ends are parted when all of it is known."""

    unread: list[UnreadLine] = field(default_factory=list)
    blocks: list[PlaceFacts] = field(default_factory=list)
    lists: list[OpenList] = field(default_factory=list)
    legs: list[tuple[int, Ends, Figures]] = field(default_factory=list)
    routes: list[OpenRoute] = field(default_factory=list)
    today: int | None = None
    user_location: str | None = None

    def add_address(self, place: PlaceFacts, number: int, address: str, text: str) -> None:
        """Take up the address of a place, noting coordinates that no place has."""
        if not address:
            return
        try:
            place.add_address(address)
        except FactError as error:
            self.unread.append(UnreadLine(number, text, str(error)))

    def world(self) -> World:
        """Return the world that was read."""
        places = tuple(facts.place() for facts in self.blocks)
        lists = tuple(self._finish_list(opened) for opened in self.lists)
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
        )

    def _finish_list(self, opened: OpenList) -> NearbyList:
        """Return a list with its rows split into names and addresses."""
        for row, entry, (name, address) in zip(
            opened.rows, opened.entries, split_rows(opened.rows), strict=True
        ):
            entry.name = name
            self.add_address(entry, row.line, address, row.rest)
        heading = opened.heading
        return NearbyList(
            anchor=heading.anchor,
            category=heading.category,
            places=tuple(entry.place() for entry in opened.entries),
            sorted_by_distance=heading.sorted_by_distance,
            radius_m=heading.radius_m,
            search=heading.search,
            line=opened.line,
        )


def _leg(number: int, ends: Ends, figures: Figures, parted: dict[str, tuple[str, str]]) -> Leg:
    """Return a leg between its two parted ends."""
    origin, destination = parted[ends.text]
    return Leg(
        origin=origin,
        destination=destination,
        mode=ends.mode,
        line=number,
        **figures._asdict(),
    )


def _route(route: OpenRoute, parted: dict[str, tuple[str, str]]) -> Route:
    """Return a route between its two parted ends."""
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

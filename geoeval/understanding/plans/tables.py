"""The lines of a prompt that are rows of a table: travel times, and lists of direct flights."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from geoeval.understanding.plans.names import any_of, is_name
from geoeval.understanding.text import clean

Line = tuple[int, str]
_LEG = re.compile(
    r"\W*(?:[Ff]rom )?(?P<origin>[^:,;]+?) to (?P<destination>[^:,;]+?)\s*:\s*"
    r"(?P<minutes>\d{1,5})\s*(?P<unit>min(?:ute)?s?)?\s*\.?\s*"
)
_LEAD = re.compile(r"\W*(?:and )?(?:[Ff]rom )?")
_JOINT = re.compile(" (?:and|to) ")
_END = re.compile(r"\s*(?:[,;.]+(?=\s|$)|$)")


class LegLine(NamedTuple):
    """A row "A to B: 8." with its line; ``minutes_said``: whether it names its unit."""

    line: int
    origin: str
    destination: str
    minutes: int
    minutes_said: bool


class FlightList(NamedTuple):
    """A line, its flights as one-way pairs, and the text around them, where there is any."""

    line: int
    flights: tuple[tuple[str, str], ...]
    rest: tuple[Line, ...]


def numbered_lines(text: str) -> list[Line]:
    r"""Return the lines of a text that are not blank, numbered from 1, in plain characters.

    Examples
    --------
    >>> numbered_lines("Meet Ada.\n\nThen rest.")
    [(1, 'Meet Ada.'), (3, 'Then rest.')]
    """
    numbered = enumerate(text.split("\n"), start=1)
    return [(number, clean(line)) for number, line in numbered if line.strip()]


def read_leg(line: Line) -> LegLine | None:
    """Return the travel time that a line states, if it is a row of such a table.

    Examples
    --------
    >>> read_leg((4, "Old Pier to The Mill: 8."))
    LegLine(line=4, origin='Old Pier', destination='The Mill', minutes=8, minutes_said=False)
    >>> read_leg((5, "You must not go Old Pier to The Mill: 8.")) is None
    True
    """
    number, text = line
    row = _LEG.fullmatch(text)
    if row is None or not (is_name(row["origin"]) and is_name(row["destination"])):
        return None
    minutes = int(row["minutes"])
    return LegLine(number, row["origin"], row["destination"], minutes, row["unit"] is not None)


def read_flights(line: Line, cities: Iterable[str]) -> FlightList:
    """Return the flights that a line lists between known cities.

    Examples
    --------
    >>> read_flights((9, "Rome and Oslo, from Oslo to Bern. Avoid Bern."), ["Rome", "Oslo", "Bern"])
    FlightList(line=9, flights=(('Rome', 'Oslo'), ('Oslo', 'Rome'), ('Oslo', 'Bern')), \
rest=((9, 'Avoid Bern.'),))
    """
    number, text = line
    known = any_of(frozenset(cities))
    at = begin = text.rfind(": ") + 1
    flights: list[tuple[str, str]] = []
    while (
        (lead := _LEAD.match(text, at))
        and (one := known.match(text, lead.end()))
        and (joint := _JOINT.match(text, one.end()))
        and (other := known.match(text, joint.end()))
        and (end := _END.match(text, other.end()))
    ):
        at = end.end()
        flights.append((one[0], other[0]))
        if joint[0] == " and ":
            flights.append((other[0], one[0]))
    if not flights:
        return FlightList(number, (), (line,))
    around = (text[:begin], text[at:].strip())
    return FlightList(number, tuple(flights), tuple((number, part) for part in around if part))

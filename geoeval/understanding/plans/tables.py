"""The lines of a prompt that are rows of a table: travel times, and lists of direct flights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from geoeval.understanding.text import clean

Line = tuple[int, str]
_NAME = r"[^\W\d_][^:,;]*?"
_LEG = re.compile(
    rf"\W*(?:[Ff]rom )?(?P<origin>{_NAME}) to (?P<destination>{_NAME})\s*:\s*"
    r"(?P<minutes>\d{1,5})\s*(?P<unit>min(?:ute)?s?)?\s*\.?\s*"
)
_FLIGHT = re.compile(
    rf"\s*(?:(?:from )?(?P<origin>{_NAME}) to (?P<destination>{_NAME})"
    rf"|(?P<one>{_NAME}) and (?P<other>{_NAME}))\s*\.?\s*"
)


class LegLine(NamedTuple):
    """A row "A to B: 8." with its line; ``minutes_said``: whether it names its unit."""

    line: int
    origin: str
    destination: str
    minutes: int
    minutes_said: bool


class FlightLine(NamedTuple):
    """An entry "A and B" or "from A to B" with its line, as one-way pairs."""

    line: int
    pairs: tuple[tuple[str, str], ...]


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
    """
    number, text = line
    row = _LEG.fullmatch(text)
    if row is None or not _are_names(row["origin"], row["destination"]):
        return None
    minutes = int(row["minutes"])
    return LegLine(number, row["origin"], row["destination"], minutes, row["unit"] is not None)


def read_flights(line: Line) -> Iterator[FlightLine | Line]:
    """Yield the flights that a line lists, and what of it is none; nothing if it is no list.

    Parameters
    ----------
    line
        A numbered line; a heading that ends in a colon may stand before the list.

    Yields
    ------
    FlightLine or tuple of (int, str)
        "A and B" goes both ways, "from A to B" one way.

    Examples
    --------
    >>> list(read_flights((9, "Rome and Oslo, from Oslo to Bern.")))
    [FlightLine(line=9, pairs=(('Rome', 'Oslo'), ('Oslo', 'Rome'))), \
FlightLine(line=9, pairs=(('Oslo', 'Bern'),))]
    """
    number, text = line
    heading, _, entries = text.rpartition(":")
    rows = [(entry, _pairs(entry)) for entry in re.split(r"[,;]", entries) if entry.strip(" .")]
    if not rows or rows[0][1] is None:
        return
    if heading:
        yield number, heading
    for entry, pairs in rows:
        yield (number, entry.strip()) if pairs is None else FlightLine(number, pairs)


def _pairs(entry: str) -> tuple[tuple[str, str], ...] | None:
    """Return the one-way pairs of an entry."""
    row = _FLIGHT.fullmatch(entry)
    if row is None:
        return None
    if row["one"] is None:
        origin, destination = row["origin"], row["destination"]
        return ((origin, destination),) if _are_names(origin, destination) else None
    one, other = row["one"], row["other"]
    return ((one, other), (other, one)) if _are_names(one, other) else None


def _are_names(*texts: str) -> bool:
    """Return whether texts are written as names are, without a word of a sentence between."""
    return all(text[0].isupper() and not re.search(r" (?:and|to|from) ", text) for text in texts)

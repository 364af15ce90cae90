"""Lines of a route: its header ("1. Via X | 12 mins | 3.9 km") and its steps with their notes."""

from __future__ import annotations

import re

from geoeval.world.journeys import Figures, join_figures, read_figure
from geoeval.world.markup import plain
from geoeval.world.model import Step

_HEADER = re.compile(r"\s*\d+[.)]\s*(?:<b>)?\s*(via\b)?", re.IGNORECASE)
_FIGURES = re.compile(r"\(([^()<>]{1,60})\)\s*")
_NOTE = re.compile(r"<div[^<>]*>")
_WORD_BREAK = re.compile(r"<wbr\s*/?>")
_BOLD = re.compile(r"<b>(.*?)</b>(?:\s*/\s*(?=<b>))?")
_TURN = (
    r"(?:left|right|straight|slight(?:ly)?|sharp(?:ly)?|u-?turn"
    r"|(?:north|south)?(?:east|west)|north|south)"
)
_MANOEUVRE = re.compile(rf"{_TURN}(?:\s{_TURN})*|\d+(?:st|nd|rd|th)", re.IGNORECASE)
_NO_FIGURES = Figures(None, None)


def read_route_header(line: str) -> tuple[str, Figures] | None:
    """Return the name and the totals of a route, or None if the line is no route's header.

    A header without the word "via" needs at least one figure.

    Examples
    --------
    >>> read_route_header("2. Via Hill Rd | 1 hour 2 mins | 9.5 km")
    ('Hill Rd', Figures(duration_s=3720, distance_m=9500.0))
    """
    start = _HEADER.match(line)
    if start is None:
        return None
    name = plain(line[start.end() :])
    figures = _NO_FIGURES
    while True:
        head, bar, tail = name.rpartition("|")
        figure = read_figure(tail) if bar else None
        if figure is None:
            break
        figures = join_figures(figures, figure)
        name = head.rstrip()
    if start[1] is None and figures == _NO_FIGURES:
        return None
    return name, figures


def read_step(line: str, number: int) -> Step | None:
    """Return the step of a route that a "- …" line says, or None if it is no such line.

    Examples
    --------
    >>> step = read_step(" - (1 min | 26 m) Turn <b>left</b> onto <b>Hill Rd</b>/<b>E4</b>", 7)
    >>> step.instruction, step.roads, step.duration_s, step.distance_m
    ('Turn left onto Hill Rd/E4', ('Hill Rd/E4',), 60, 26.0)
    """
    body = line.strip()
    if not body.startswith(("- ", "• ", "* ")):
        return None
    body = _WORD_BREAK.sub("", body[2:].strip())
    figures, body = _leading_figures(body)
    instruction, *notes = _NOTE.split(body)
    return Step(
        instruction=plain(instruction),
        roads=_roads(instruction),
        notes=tuple(note for note in map(plain, notes) if note),
        duration_s=figures.duration_s,
        distance_m=figures.distance_m,
        line=number,
    )


def _leading_figures(body: str) -> tuple[Figures, str]:
    """Split "(1 min | 26 m)" off the front of a step."""
    found = _FIGURES.match(body)
    if found is None:
        return _NO_FIGURES, body
    figures = _NO_FIGURES
    for part in found[1].split("|"):
        figure = read_figure(part)
        if figure is None:
            return _NO_FIGURES, body
        figures = join_figures(figures, figure)
    return figures, body[found.end() :]


def _roads(instruction: str) -> tuple[str, ...]:
    """Return the bold names, joined where only a slash parts them, without manoeuvre words."""
    roads: list[str] = []
    joined = ""
    for bold in _BOLD.finditer(instruction):
        name = plain(bold[1])
        joined = f"{joined}/{name}" if joined else name
        if bold[0].endswith("</b>"):
            before = instruction[: bold.start()].rstrip().casefold()
            if not (is_manoeuvre_word(joined) or before.endswith("exit")):
                roads.append(joined)
            joined = ""
    return tuple(road for road in roads if road)


def is_manoeuvre_word(text: str) -> bool:
    """Tell whether a bold text of a step says how to move.

    Examples
    --------
    >>> is_manoeuvre_word("Slight left"), is_manoeuvre_word("2nd"), is_manoeuvre_word("Left Bank")
    (True, True, False)
    """
    return _MANOEUVRE.fullmatch(text) is not None

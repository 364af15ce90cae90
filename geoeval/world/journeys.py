"""Parse lines about travel: times and distances between places, and routes with steps and notes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from geoeval.calculators.digits import ascii_digits
from geoeval.calculators.languages.figures import in_english
from geoeval.calculators.units import parse_distance, parse_duration
from geoeval.errors import UnitError
from geoeval.text import plain_text
from geoeval.world.records import Leg, Route, Step, TravelMode

MODE_WORDS = {
    TravelMode.DRIVING: ("by car", "by driving", "driving", "by taxi", "by road", "by auto"),
    TravelMode.WALKING: ("on foot", "by foot", "by walking", "walking", "by walk"),
    TravelMode.BICYCLING: (
        *("by cycle", "by bicycle", "by bike", "by cycling", "by bicycling"),
        *("bicycling", "cycling"),
    ),
    TravelMode.TRANSIT: (
        *("by public transport", "by public transportation", "by transit", "by public transit"),
        *("by train", "by bus", "transit", "by metro"),
    ),
}
"""Phrases for each travel mode in contexts; the writer uses the first."""
MODE_PHRASES = {phrase: mode for mode, phrases in MODE_WORDS.items() for phrase in phrases}
_MODE_END = re.compile(
    rf"(?:^|\s|,)(?P<mode>(?a:{'|'.join(sorted(MODE_PHRASES, key=len, reverse=True))}))\s*$",
    re.IGNORECASE,
)
_MAX_MODE_LENGTH = 40
_LEG = re.compile(
    r"(?:the )?(?:travel |travelling )?(?:time|distance|duration) from ", re.IGNORECASE
)
_ROUTES = re.compile(
    r"(?:there (?:are|is) )?(?:(?:only )?\d+|no|an?|the)?\s*(?:possible )?routes? from ",
    re.IGNORECASE,
)
_ROUTES_END = re.compile(
    r"(?:\.?\s*(?:they|it|these) (?:are|is)|\s+are)?\s*[:.]?\s*$", re.IGNORECASE
)
_FIGURES = re.compile(r"[\s,(|;/]*([^()|,;]+?)(?:\s*[(|;]\s*([^()|;]+?)\s*\)?)?\s*$")
_MAX_SPLITS = 64
_UNKNOWN = {"unknown", "not available", "n/a"}
_HEADER = re.compile(r"\s*\d+[.)]\s*(?:<b>)?\s*(via\b)?", re.IGNORECASE)
_STEP_FIGURES = re.compile(r"\(([^()<>]{1,60})\)\s*")
_NOTE = re.compile(r"<div[^<>]*>")
_WORD_BREAK = re.compile(r"<wbr\s*/?>")
_BOLD = re.compile(r"<b>(.*?)</b>(?:\s*/\s*(?=<b>))?")
_TURN = (
    r"(?:left|right|straight|slight(?:ly)?|sharp(?:ly)?|u-?turn"
    r"|(?:north|south)?(?:east|west)|north|south)"
)
_MANOEUVRE = re.compile(rf"{_TURN}(?:\s{_TURN})*|\d+(?:st|nd|rd|th)", re.IGNORECASE)


class Figures(NamedTuple):
    """A duration in seconds and a distance in metres; None if not given."""

    duration_s: int | None
    distance_m: float | None


_NO_FIGURES = Figures(None, None)


def split_mode(text: str) -> tuple[str, TravelMode | None]:
    """Split a travel mode off the end of a text."""
    tail = text[-_MAX_MODE_LENGTH:]
    match = _MODE_END.search(tail)
    if match is None:
        return text, None
    return text[: len(text) - len(tail) + match.start()], MODE_PHRASES[match["mode"].lower()]


@lru_cache(maxsize=4096)
def read_figure(text: str) -> Figures | None:
    """Return the duration or the distance that a text states, or None if it states neither."""
    text = ascii_digits(text.strip())
    if not text or not text[0].isdigit():
        return None
    figures = _read_english(text)
    if figures is None:
        duration, distance = in_english([text], "duration"), in_english([text], "distance")
        figures = _read_english(*duration) or _read_english(*distance)
    return figures


def _read_english(text: str) -> Figures | None:
    try:
        return Figures(parse_duration(text), None)
    except UnitError:
        pass
    try:
        return Figures(None, parse_distance(text))
    except UnitError:
        return None


def read_figures(text: str) -> Figures | None:
    """Parse "13 mins (4.2 km)", in either order, or one of the two; return None for other text."""
    if text.strip().casefold() in _UNKNOWN:
        return _NO_FIGURES
    match = _FIGURES.match(text) if len(text) <= 120 else None
    if match is None:
        return None
    first = read_figure(match[1])
    if first is None or match[2] is None:
        return first
    second = read_figure(match[2])
    if second is None or (first.duration_s is None) == (second.duration_s is None):
        return None
    return join_figures(first, second)


def join_figures(first: Figures, second: Figures) -> Figures:
    """Merge two pairs of figures; ``first`` takes precedence."""
    return Figures(
        second.duration_s if first.duration_s is None else first.duration_s,
        second.distance_m if first.distance_m is None else first.distance_m,
    )


def read_leg(line: str, number: int) -> Leg | None:
    """Return the leg that a line states, or None; its origin is still "A to B"."""
    start = _LEG.match(line)
    if start is None:
        return None
    body = line[start.end() :].strip().removesuffix(".")
    ends, separator, tail = body.rpartition(" is ")
    if not separator:
        ends, separator, tail = body.rpartition(": ")
    tail, mode_after = split_mode(tail)
    figures = read_figures(tail)
    if not separator or figures is None:
        return None
    ends, mode = split_mode(ends)
    origin, mode = plain_text(ends), mode or mode_after
    if " to " not in origin:
        return None
    return Leg(origin=origin, destination="", mode=mode, line=number, **figures._asdict())


def read_routes_heading(line: str) -> Route | None:
    """Return a route with the ends and mode of a heading, or None; its origin is still "A to B"."""
    start = _ROUTES.match(line)
    if start is None:
        return None
    end = _ROUTES_END.search(line, max(start.end(), len(line) - 40))
    body = line[start.end() : end.start() if end else len(line)]
    ends, mode = split_mode(plain_text(body))
    return (
        Route(origin=ends.strip(), destination="", mode=mode, name="") if " to " in ends else None
    )


def split_ends(text: str) -> Iterator[tuple[str, str]]:
    """Yield every way to read "A to B" as two names."""
    at = text.find(" to ")
    for _ in range(_MAX_SPLITS):
        if at < 0:
            return
        yield text[:at].strip(), text[at + 4 :].strip()
        at = text.find(" to ", at + 1)


def resolve_ends(texts: Iterable[str], known: Collection[str]) -> dict[str, tuple[str, str]]:
    """Split each "A to B" into two names, preferring names that are known or occur elsewhere."""
    options = {text: list(split_ends(text)) for text in texts}
    names = set(known)
    names.update(name for pairs in options.values() if len(pairs) == 1 for name in pairs[0])

    def score(pair: tuple[str, str]) -> tuple[int, int]:
        known_ends = [name for name in pair if name in names]
        return len(known_ends), max(map(len, known_ends), default=0)

    return {text: max(pairs, key=score) for text, pairs in options.items()}


def read_route_header(line: str) -> tuple[str, Figures] | None:
    """Return the name and the totals of a route, or None if the line is not a route header.

    A header without the word "via" needs at least one figure.
    """
    start = _HEADER.match(line)
    if start is None:
        return None
    name = plain_text(line[start.end() :])
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
    """Return the route step of a "- …" line, or None for any other line."""
    body = line.strip()
    if not body.startswith(("- ", "• ", "* ")):
        return None
    body = body[2:].strip()
    if "<wbr" in body:
        body = _WORD_BREAK.sub("", body)
    figures, body = _split_figures(body)
    instruction, *notes = _NOTE.split(body)
    return Step(
        instruction=plain_text(instruction),
        roads=_find_bold_roads(instruction),
        notes=tuple(filter(None, map(plain_text, notes))),
        line=number,
        **figures._asdict(),
    )


def _split_figures(body: str) -> tuple[Figures, str]:
    match = _STEP_FIGURES.match(body)
    if match is None:
        return _NO_FIGURES, body
    figures = _NO_FIGURES
    for part in match[1].split("|"):
        figure = read_figure(part)
        if figure is None:
            return _NO_FIGURES, body
        figures = join_figures(figures, figure)
    return figures, body[match.end() :]


def _find_bold_roads(instruction: str) -> tuple[str, ...]:
    """Return the road names in bold; names separated only by a slash are joined."""
    roads: list[str] = []
    joined = ""
    for bold in _BOLD.finditer(instruction):
        name = plain_text(bold[1])
        joined = f"{joined}/{name}" if joined else name
        if bold[0].endswith("</b>"):
            before = instruction[: bold.start()].rstrip()[-len("exit") :]
            if not (before.casefold() == "exit" or is_manoeuvre_word(joined)):
                roads.append(joined)
            joined = ""
    return tuple(road for road in roads if road)


def is_manoeuvre_word(text: str) -> bool:
    """Return whether a bold text in a step is a manoeuvre such as "slight left", not a road."""
    return _MANOEUVRE.fullmatch(text) is not None

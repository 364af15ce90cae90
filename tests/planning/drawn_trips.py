"""Sample trips, random trips and checks of their pictures."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree as ET

from geoeval.drawing.labels import Box, text_width
from geoeval.planning import Objective, Stop, TravelMatrix, TripProblem, Window

LONG_NAME = "the national museum of the history of everything that was ever collected"


def museums(count: int, **changes: object) -> TripProblem:
    """Return a day of equal stops on a line, open 9 to 12 and 13 to 22, in minutes."""
    windows = (Window(540, 720), Window(780, 1320))
    stops = tuple(Stop(name=f"museum {i}", duration=20, windows=windows) for i in range(count))
    ways = [[10 + 5 * abs(i - j) for j in range(count + 1)] for i in range(count + 1)]
    given: dict[str, object] = {
        "stops": stops,
        "travel": TravelMatrix(ways),
        "depart": 540,
        "origin": count,
        "end": count,
        "unit": "minute",
    }
    return TripProblem(**(given | changes))  # type: ignore[arg-type] - fields by name


def two_days(count: int = 4) -> TripProblem:
    """Return stops that need two days from a hotel."""
    hours = (Window(600, 1020), Window(2040, 2460))
    stops = tuple(Stop(name=f"sight {i}", duration=150, windows=hours) for i in range(count))
    days = ((540, 1140), (1980, 2580))
    return museums(count, stops=stops, days=days)


def random_trip(random: Random, objective: Objective) -> TripProblem:
    """Return a random trip of up to six stops that uses all options.

    Legs may be missing, longer than via another stop, and change with the time of day; a trip of
    several days keeps to a line, since it rejects legs to the hotel that are longer than others.
    """
    count = random.choice((0, 1, 2, 2, 3, 3, 4, 4, 5, 6))
    late = objective == "latest_departure"
    many = not late and objective not in {"least_travel", "least_distance"}
    several = (((0, 30), (40, 75)), ((0, 30), (40, 75)), ((2, 25), (30, 45), (60, 90)))
    days = random.choice((*[()] * 8, ((5, 60),), *(several if many else ())))
    nights = len(days) > 1
    spots = [random.randrange(9) for _ in range(count + 2)] if nights else None
    static = objective == "least_travel" or random.random() < 0.6
    busy = random.random() < 0.5
    stops = tuple(_random_stop(random, name, count, busy=busy) for name in "abcdef"[:count])
    closes = any(stop.mandatory and stop.windows is not None for stop in stops)
    limited = (late and not closes and not days) or random.random() < 0.4
    depart = random.choice((0, 0, 3, random.randrange(12), random.randrange(35)))
    pairs = [tuple(random.sample(range(count), 2)) for _ in range(2)] if count > 1 else []
    return TripProblem(
        stops=stops,
        travel=_random_matrix(random, count + 2, spots, static=static),
        modes={"bus": _random_matrix(random, count + 2, spots, static=static)},
        depart=depart,
        origin=count if nights or random.random() < 0.7 else None,
        end=random.choice((None, count, count + 1, 0)),
        end_mode=random.choice((None, None, None, "bus")),
        deadline=depart + random.randint(5, 80) if limited else None,
        budget=random.randint(5, 70) if not late and random.random() < 0.2 else None,
        days=days,
        before=tuple(pairs[: random.choice((0, 0, 1, 2))]),
        directly=tuple(pairs[1:] * random.choice((0, 0, 0, 1))),
        waiting=nights or random.random() < 0.65,
    )


def _random_stop(random: Random, name: str, count: int, *, busy: bool) -> Stop:
    """Return a stop, with windows or a booking if the trip is busy."""
    cuts = sorted(random.randrange(70) for _ in range(4))
    bounds = random.choice(("end", "end", "start"))
    one = (Window(cuts[0], cuts[3] + 8, bounds),)
    two = (Window(cuts[0], cuts[1] + 4, bounds), Window(cuts[2], cuts[3] + 8, bounds))
    return Stop(
        name=name,
        duration=random.choice((0, 1, 2, 5, 9)),
        windows=random.choice((None, one, one, two, two)) if busy else None,
        starts_at=random.randrange(50) if busy and random.random() < 0.1 else None,
        prize=random.randrange(4),
        mandatory=random.random() < 0.6,
        place=random.randrange(count + 2) if random.random() < 0.1 else None,
        mode=random.choice((None, None, None, "bus")),
    )


def _random_matrix(
    random: Random, size: int, spots: list[int] | None, *, static: bool
) -> TravelMatrix:
    """Return travel times and distances, by the time of day unless they are static."""
    missing = random.choice((0, 0, 0.1, 0.3))

    def table(slower: int = 1) -> list[list[int | None]]:
        if spots is not None:
            return [[abs(a - b) * slower for b in spots] for a in spots]
        return [
            [None if random.random() < missing else random.randrange(14) for _ in range(size)]
            for _ in range(size)
        ]

    changes = [] if static else sorted(random.sample(range(1, 45), random.choice((1, 2))))
    return TravelMatrix(
        table(),
        distances=[[random.randrange(14) for _ in range(size)] for _ in range(size)],
        by_time={tick: table(random.choice((1, 2))) for tick in changes},
        period=random.choice((None, None, 50)),
    )


def all_mandatory(problem: TripProblem) -> TripProblem:
    """Return the same trip with every stop mandatory."""
    return replace(problem, stops=tuple(replace(stop, mandatory=True) for stop in problem.stops))


class Element(NamedTuple):
    """An element of a picture with its class, its text and its numbers by name."""

    kind: str
    role: str
    text: str
    at: dict[str, float]


def elements(svg: str, picture: str = "day") -> list[Element]:
    """Return the elements of the map or the timeline of a trip."""
    found = [each for each in ET.fromstring(svg) if each.get("class") == picture]  # noqa: S314 - written just before
    return [
        Element(
            each.tag.rpartition("}")[2],
            each.get("class", ""),
            (each.text or "").lstrip("\u200e"),
            {k: float(v) for k, v in each.items() if re.fullmatch(r"-?[\d.]+(e[+-]\d+)?", v)},
        )
        for part in found
        for each in part
    ]


def texts(svg: str, role: str, picture: str = "day") -> list[str]:
    """Return the texts with a class."""
    return [
        each.text for each in elements(svg, picture) if (each.kind, each.role) == ("text", role)
    ]


def check_texts(svg: str) -> None:
    """Check that all texts are inside their picture and none overlaps another."""
    parts = [each for each in ET.fromstring(svg) if each.get("class") in {"map", "day"}]  # noqa: S314 - written just before
    assert parts
    for part in parts:
        width, height = float(part.attrib["width"]), float(part.attrib["height"])
        boxes = [
            (each.text, _box(each)) for each in part if each.tag.endswith("text") and each.text
        ]
        assert boxes
        for text, box in boxes:
            assert box.left >= -1, (text, box)
            assert box.right <= width + 1, (text, box)
            assert 0 <= box.top < box.bottom <= height, (text, box)
        for (one, first), (other, second) in combinations(boxes, 2):
            assert first.overlap(second) == 0, (one, other)


def _box(text: ET.Element) -> Box:
    """Return the box of a text."""
    x, y, wide = float(text.attrib["x"]), float(text.attrib["y"]), text_width(text.text or "")
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.attrib["text-anchor"]]
    return Box(left, y - 10, left + wide, y + 2)

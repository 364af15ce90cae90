"""Questions that are or were misread: each should give the query beside it, or none.

A wrong query is worse than a refusal, so these are the gaps that matter most; refusals are counted
by the shares of the paraphrases and the fresh questions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from geoeval.query.geometry_kinds import DirectionOf
from geoeval.query.hours_kinds import OpenAt
from geoeval.query.kinds import Query
from geoeval.query.place_kinds import CountPlaces, Nearest, PickPlace
from geoeval.query.route_kinds import CountManoeuvres, ExtremeRoute, RouteWith
from geoeval.query.travel_kinds import TravelTotal
from geoeval.query.trip_kinds import BestOrder, FinishTime, ScheduleCheck
from geoeval.understanding import NotUnderstood
from geoeval.world.model import World
from tests.understanding.asking import asked
from tests.understanding.towns import ROADS, TOWN

Holds = Callable[[Any], bool]
ENDS = "from Hotel Vardo to Gorm Castle"
ROUTES = ("Elm Street", "Bay Highway")
SEEN_FROM_PIER = DirectionOf(place="Old Mill", seen_from="Stone Pier")


def never(_: object) -> bool:
    """Say that no query of this kind carries all that the question asks."""
    return False


Cases = tuple[tuple[str, World, tuple[str, ...], type[Any], Holds], ...]

GAPS: Cases = (
    (
        ("I see the Old Mill for 2 horus. I leave Hotel Vardo at 9:30 AM by car. When am I done?"),
        TOWN,
        (),
        FinishTime,
        lambda query: query.stops[0].visit_min == 120,
    ),
    (
        (
            "I leave Hotel Vardo at 9:00 AM by car to visit the Old Mill for 1 hour. Which "
            "schedule works?"
        ),
        TOWN,
        ("Arrive at Old Mill at 9:20 AM, leave Old Mill at 10:20 AM", "Old Mill 9 AM - 10 AM"),
        ScheduleCheck,
        lambda query: query.schedules[0].visits[0].start == "09:20",
    ),
    (
        (
            "I spend 1 hour at the Old Mill and 2 hours at the Stone Pier. I leave Hotel Vardo at "
            "9:00 AM by car for the Stone Pier and the Old Mill. When do I finish?"
        ),
        TOWN,
        (),
        FinishTime,
        lambda query: query.stops[0].place == "Stone Pier",
    ),
)

CLOSED: Cases = (
    (
        "How far is it by car or on foot from the Old Mill to the Stone Pier by bus?",
        TOWN,
        (),
        TravelTotal,
        never,
    ),
    (
        f"How far do I drive on the fastest route {ENDS}?",
        ROADS,
        (),
        ExtremeRoute,
        lambda query: query.asks == "distance",
    ),
    (
        f"Which route {ENDS} has several roundabouts?",
        ROADS,
        ROUTES,
        RouteWith,
        lambda query: query.times == 2,
    ),
    (
        f"How many left and right turns are there {ENDS}?",
        ROADS,
        (),
        CountManoeuvres,
        lambda query: query.manoeuvre == "turn",
    ),
    (
        "Sunday is today. Is the Stone Pier open tomorrow?",
        TOWN,
        (),
        OpenAt,
        lambda query: query.day == "monday",
    ),
    (
        "We are leaving the Stone Pier; which direction is the Old Mill from there?",
        TOWN,
        (),
        DirectionOf,
        lambda query: query == SEEN_FROM_PIER,
    ),
    (
        "we are leaving the stone pier. which direction is the old mill from there?",
        TOWN,
        (),
        DirectionOf,
        lambda query: query == SEEN_FROM_PIER,
    ),
    (
        f"Which route {ENDS} is the fastest and has a toll road?",
        ROADS,
        ROUTES,
        ExtremeRoute,
        never,
    ),
    (
        f"Which route {ENDS} is the fastest?",
        ROADS,
        (),
        ExtremeRoute,
        lambda query: query.asks == "name",
    ),
    (
        "Which order is best for the Old Mill and the Stone Pier from Hotel Vardo on foot?",
        TOWN,
        ("Old Mill -> Stone Pier -> hotel", "Stone Pier -> Old Mill -> hotel"),
        BestOrder,
        lambda query: query.end == "Hotel Vardo",
    ),
    (
        "Good morning, could you please help me? I am at the Old Mill. Which cafe is nearest?",
        TOWN,
        (),
        Nearest,
        lambda query: query.anchor == "Old Mill",
    ),
    ("Which cold cafe is nearest to the Old Mill?", TOWN, (), Nearest, never),
    ("Which cafe on the third floor is nearest to the Old Mill?", TOWN, (), Nearest, never),
    ("How many cafes are more than 500 m from the Old Mill?", TOWN, (), CountPlaces, never),
    ("Is the Stone Pier open on Tuesday or Sunday?", TOWN, (), OpenAt, never),
    ("Which cafe near the Old Mill is open on Tuesday and Sunday?", TOWN, (), PickPlace, never),
    (
        "Which of these is not open on Monday but open on Sunday?",
        TOWN,
        ("Stone Pier", "Rose Garden"),
        PickPlace,
        never,
    ),
    (f"Which route {ENDS} has a toll road but no roundabout?", ROADS, ROUTES, RouteWith, never),
    (
        f"How long is the shortest route {ENDS}?",
        ROADS,
        ("4 km", "9 km"),
        ExtremeRoute,
        lambda query: query.asks == "distance",
    ),
)


@pytest.mark.xfail(strict=True, reason="known to be misread")
@pytest.mark.parametrize(
    ("text", "world", "options", "kind", "holds"), GAPS, ids=[gap[0] for gap in GAPS]
)
def test_misread_question(
    text: str, world: World, options: tuple[str, ...], kind: type[Query], holds: Holds
) -> None:
    """The question gives what it asks, or no query at all."""
    query = asked(text, world, *options)
    assert isinstance(query, NotUnderstood) or (isinstance(query, kind) and holds(query))


@pytest.mark.parametrize(
    ("text", "world", "options", "kind", "holds"), CLOSED, ids=[case[0] for case in CLOSED]
)
def test_question_misread_before(
    text: str, world: World, options: tuple[str, ...], kind: type[Query], holds: Holds
) -> None:
    """A question that was misread once stays right, or refused."""
    query = asked(text, world, *options)
    assert isinstance(query, NotUnderstood) or (isinstance(query, kind) and holds(query))

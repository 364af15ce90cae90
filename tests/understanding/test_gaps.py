"""Questions that are or were misread: each should give the query next to it, or none.

A wrong query is worse than none, so these gaps matter most; the outcomes of the corpora count the
questions that are not understood.
"""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.understanding import NotUnderstood
from geoeval.world.model import World
from tests.understanding.asking import pick_fields, query_of
from tests.understanding.towns import ROADS, TOWN

ENDS = "from Hotel Vardo to Gorm Castle"
ROUTES = ("Elm Street", "Bay Highway")
SEEN_FROM_PIER = {"figure": {"kind": "direction", "place": "Old Mill", "seen_from": "Stone Pier"}}
Cases = tuple[tuple[str, World, tuple[str, ...], dict[str, Any] | None], ...]
"""Texts with worlds, options and the expected fields; None if not to be understood."""

GAPS: Cases = (
    (
        (
            "I leave Hotel Vardo at 9:00 AM by car to visit the Old Mill for 1 hour. Which "
            "schedule works?"
        ),
        TOWN,
        ("Arrive at Old Mill at 9:20 AM, leave Old Mill at 10:20 AM", "Old Mill 9 AM - 10 AM"),
        {"of": {"schedules": [{"visits": [{"start": "09:20"}]}, {}]}},
    ),
    (
        (
            "I spend 1 hour at the Old Mill and 2 hours at the Stone Pier. I leave Hotel Vardo at "
            "9:00 AM by car for the Stone Pier and the Old Mill. When do I finish?"
        ),
        TOWN,
        (),
        {"figure": {"figure": "finish", "trip": {"stops": [{"place": "Stone Pier"}, {}]}}},
    ),
)

CLOSED: Cases = (
    (
        f"On Elm Street {ENDS} by car, what do I go by after turning left onto Oak Avenue?",
        ROADS,
        ("Obelisk", "Fir Lane"),
        None,
    ),
    ("How big is the Stone Pier?", TOWN, (), {"ask": "unanswerable", "fact": "size"}),
    ("How far is it by car or on foot from the Old Mill to the Stone Pier by bus?", TOWN, (), None),
    (
        f"How far do I drive on the fastest route {ENDS}?",
        ROADS,
        (),
        {"figure": {"measure": "distance", "route": {"ask": "best"}}},
    ),
    (
        f"Which route {ENDS} has several roundabouts?",
        ROADS,
        ROUTES,
        {"ask": "list", "of": {"filters": [{"kind": "has", "times": 2}]}},
    ),
    (
        f"How many left and right turns are there {ENDS}?",
        ROADS,
        (),
        {"ask": "value", "figure": {"kind": "route", "measure": "turn"}},
    ),
    (
        "Sunday is today. Is the Stone Pier open tomorrow?",
        TOWN,
        (),
        {"ask": "check", "passes": {"kind": "open", "day": "monday"}},
    ),
    (
        "We are leaving the Stone Pier; which direction is the Old Mill from there?",
        TOWN,
        (),
        SEEN_FROM_PIER,
    ),
    (
        "we are leaving the stone pier. which direction is the old mill from there?",
        TOWN,
        (),
        SEEN_FROM_PIER,
    ),
    (
        ("I see the Old Mill for 2 horus. I leave Hotel Vardo at 9:30 AM by car. When am I done?"),
        TOWN,
        (),
        {"figure": {"figure": "finish", "trip": {"stops": [{"visit_min": 120}]}}},
    ),
    (
        f"Which route {ENDS} is the fastest and has a toll road?",
        ROADS,
        ROUTES,
        {"ask": "best", "among": {"filters": [{"manoeuvre": "toll_road"}]}},
    ),
    (
        f"Which route {ENDS} is the fastest?",
        ROADS,
        (),
        {"ask": "best", "figure": {"measure": "time"}},
    ),
    (
        "Which order is best for the Old Mill and the Stone Pier from Hotel Vardo on foot?",
        TOWN,
        ("Old Mill -> Stone Pier -> hotel", "Stone Pier -> Old Mill -> hotel"),
        {"ask": "best", "among": {"kind": "orders", "trip": {"end": "Hotel Vardo"}}},
    ),
    (
        "Good morning, could you please help me? I am at the Old Mill. Which cafe is nearest?",
        TOWN,
        (),
        {"figure": {"kind": "distance"}, "among": {"anchor": "Old Mill"}},
    ),
    ("Which cold cafe is nearest to the Old Mill?", TOWN, (), None),
    ("Which cafe on the third floor is nearest to the Old Mill?", TOWN, (), None),
    (
        "How many cafes are more than 500 m from the Old Mill?",
        TOWN,
        (),
        {"ask": "count", "of": {"within_m": None, "filters": [{"comparator": ">", "value": 500}]}},
    ),
    ("Is the Stone Pier open on Tuesday or Sunday?", TOWN, (), None),
    ("Which cafe near the Old Mill is open on Tuesday and Sunday?", TOWN, (), None),
    (
        "Which of these is not open on Monday but open on Sunday?",
        TOWN,
        ("Stone Pier", "Rose Garden"),
        None,
    ),
    (f"Which route {ENDS} has a toll road but no roundabout?", ROADS, ROUTES, None),
    (
        f"How long is the shortest route {ENDS}?",
        ROADS,
        ("4 km", "9 km"),
        {"figure": {"measure": "distance", "route": {"ask": "best"}}},
    ),
)


MISREAD = pytest.mark.xfail(strict=True, reason="known to be misread")


@pytest.mark.parametrize(
    ("text", "world", "options", "wanted"),
    [pytest.param(*case, id=case[0], marks=MISREAD) for case in GAPS]
    + [pytest.param(*case, id=case[0]) for case in CLOSED],
)
def test_a_question_is_read_correctly_or_not_at_all(
    text: str, world: World, options: tuple[str, ...], wanted: dict[str, Any] | None
) -> None:
    query = query_of(text, world, *options)
    assert (
        isinstance(query, NotUnderstood)
        or pick_fields(query.model_dump(mode="json"), wanted) == wanted
    )

"""The required and optional parts of frames: variations of their questions about the small town."""

from __future__ import annotations

from typing import Any

import pytest

from geoeval.understanding import NotUnderstood
from tests.understanding.asking import pick_fields, query_fields, query_of
from tests.understanding.towns import ROADS, TOWN

SIGHTS = ("Stone Pier", "Gorm Castle")
ROUTES = ("Elm Street", "Bay Highway")
ENDS = "from Hotel Vardo to Gorm Castle"
BETWEEN = "between the Old Mill and the Stone Pier"
VISITS = "visit the Old Mill for 1 hour and the Stone Pier for 2 hours"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Is the Stone Pier closed on Monday?",
            {"ask": "check", "passes": {"kind": "not", "of": {"kind": "open"}}},
        ),
        (
            "Can I visit the Stone Pier on Monday?",
            {"ask": "check", "passes": {"kind": "open", "day": "monday"}},
        ),
        (
            "When does the Stone Pier open on Tuesday?",
            {"figure": {"kind": "hours", "edge": "opens"}},
        ),
        ("Where is the Stone Pier located?", {"figure": {"fact": "address"}}),
        ("What number do I dial for the Stone Pier?", {"figure": {"fact": "phone"}}),
        ("How expensive is the Stone Pier?", {"figure": {"fact": "price_level"}}),
        ("What are the opening hours of the Stone Pier?", {"figure": {"fact": "hours"}}),
        (
            "What is the rating of the restaurant named Gull Cafe?",
            {"figure": {"place": "Gull Cafe"}},
        ),
    ],
)
def test_facts_of_a_place_are_asked_in_many_ways(text: str, expected: dict[str, Any]) -> None:
    assert pick_fields(query_fields(text, TOWN), expected) == expected


@pytest.mark.parametrize("options", [(), ("1.1 km", "2.2 km")])
@pytest.mark.parametrize(
    "line", ["crow-flight", "crow flight", "straight-line", "straight line", "air-line", "aerial"]
)
def test_a_gap_in_a_straight_line_is_a_distance(line: str, options: tuple[str, ...]) -> None:
    fields = query_fields(f"What's the {line} gap {BETWEEN}?", TOWN, *options)
    figure = fields["figure"]
    assert (fields["ask"], figure["kind"]) == ("value", "distance")
    assert {figure["origin"], figure["destination"]} == {"Old Mill", "Stone Pier"}


@pytest.mark.parametrize(
    "text",
    [
        f"What's the gap {BETWEEN}?",
        f"What's the flight gap {BETWEEN}?",
        f"What's the age gap {BETWEEN}?",
        f"What's the crow-flight price gap {BETWEEN}?",
        f"What's the crow-flight gap in rating {BETWEEN}?",
        f"What's the straight-line gap in height {BETWEEN}?",
        "What's the gap between the crow flights from the Old Mill to the Stone Pier?",
    ],
)
def test_a_gap_in_anything_else_is_not_understood(text: str) -> None:
    assert isinstance(query_of(text, TOWN, "1.1 km", "2.2 km"), NotUnderstood)


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (
            "Which place is not open on Monday?",
            SIGHTS,
            {"ask": "list", "wanted": "any", "of": {"anchor": None}},
        ),
        (
            "What is the best cafe near the Old Mill going by rating?",
            (),
            {"figure": {"kind": "quality", "praise": "best"}},
        ),
        (
            "I walk from the Old Mill to the Rose Garden. Which of these lies in between?",
            SIGHTS,
            {"figure": {"kind": "detour", "first": "Old Mill", "second": "Rose Garden"}},
        ),
        (
            "I am at the Old Mill. Which of these is directly north of me?",
            SIGHTS,
            {"figure": {"kind": "toward", "direction": "north"}, "among": {"anchor": "Old Mill"}},
        ),
        (
            "Where would you send me? I want a cafe near the Old Mill rated at least 4.2.",
            (),
            {"of": {"category": "cafe", "anchor": "Old Mill"}},
        ),
    ],
)
def test_missing_parts_come_from_the_story(
    text: str, options: tuple[str, ...], expected: dict[str, Any]
) -> None:
    """The story, the options and the position of the asker complete the question."""
    assert pick_fields(query_fields(text, TOWN, *options), expected) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (
            "How far is it by car from the Old Mill to the Stone Pier and back?",
            (),
            {"ask": "value", "figure": {"kind": "travel", "measure": "distance"}},
        ),
        (
            "Which of these is closest to Hotel Vardo by car?",
            SIGHTS,
            {"figure": {"measure": "distance", "legs": [{"mode": "driving"}]}, "most": False},
        ),
        (
            "From Hotel Vardo, which of these is the farthest by car?",
            SIGHTS,
            {"figure": {"kind": "travel"}, "most": True},
        ),
    ],
)
def test_travel_may_mean_time_or_distance(
    text: str, options: tuple[str, ...], expected: dict[str, Any]
) -> None:
    assert pick_fields(query_fields(text, TOWN, *options), expected) == expected


def test_each_leg_has_the_mode_of_its_clause() -> None:
    text = (
        "I walk from the Old Mill to the Stone Pier and take a taxi back to the Old Mill. How "
        "long does it take in total?"
    )
    legs = query_fields(text, TOWN)["figure"]["legs"]
    assert [(leg["origin"], leg["mode"]) for leg in legs] == [
        ("Old Mill", "walking"),
        ("Stone Pier", "driving"),
    ]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (
            (
                f"I have a 4-hour budget in total. From Hotel Vardo I {VISITS} by car. How many "
                "places can I see at most?"
            ),
            (),
            {"figure": {"figure": "visits", "trip": {"budget_min": 240}}},
        ),
        (
            (
                f"Can I {VISITS} as Stone Pier -> Old Mill in this order, leaving Hotel Vardo at "
                "9:00 AM by car with 4 hours in total?"
            ),
            ("Yes", "No"),
            {"ask": "check_trip", "trip": {"depart": "09:00"}},
        ),
        (
            (
                "Which order is best for the Old Mill and the Stone Pier if I leave Hotel Vardo by "
                "car?"
            ),
            ("Hotel -> Old Mill -> Stone Pier -> Hotel", "Hotel -> Stone Pier -> Old Mill -> Home"),
            {"among": {"kind": "orders", "trip": {"origin": "Hotel Vardo", "end": "Hotel Vardo"}}},
        ),
        (
            (
                "What is the latest time to leave Hotel Vardo to reach the Stone Pier by 5:00 PM "
                "by car?"
            ),
            (),
            {
                "figure": {
                    "figure": "departure",
                    "trip": {"end": "Stone Pier", "finish_by": "17:00"},
                }
            },
        ),
        (
            (
                "What is the latest I can leave home? I live at Hotel Vardo and must be at the "
                "Stone Pier by 5:00 PM by car."
            ),
            (),
            {"figure": {"figure": "departure", "place": "Hotel Vardo"}},
        ),
        (
            (
                "I start my day at the Old Mill at 9:00 AM, where I spend 2 hours. Then I drive to "
                "the Stone Pier for 1 hour. When do I finish?"
            ),
            (),
            {"figure": {"figure": "finish", "trip": {"origin": None, "depart": "09:00"}}},
        ),
    ],
)
def test_trips_have_budgets_orders_and_deadlines(
    text: str, options: tuple[str, ...], expected: dict[str, Any]
) -> None:
    assert pick_fields(query_fields(text, TOWN, *options), expected) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (
            f"How many roundabouts are there before reaching Fir Lane {ENDS}?",
            (),
            {"ask": "value", "figure": {"measure": "roundabout", "before": "Fir Lane"}},
        ),
        (
            f"How many turns are there after Oak Avenue {ENDS} via Elm Street?",
            (),
            {"figure": {"measure": "turn", "after": "Oak Avenue", "route": {"via": "Elm Street"}}},
        ),
        (
            f"Which route {ENDS} has the fewest turns?",
            ROUTES,
            {"figure": {"measure": "turn"}, "most": False},
        ),
        (
            f"Which route {ENDS} has the most turns?",
            ROUTES,
            {"figure": {"measure": "turn"}, "most": True},
        ),
        (
            f"Which route {ENDS} has the most distance?",
            ROUTES,
            {"figure": {"measure": "distance"}, "most": True},
        ),
        (
            f"Which route {ENDS} has the highest total distance?",
            ROUTES,
            {"figure": {"measure": "distance"}, "most": True},
        ),
        (
            f"Which route {ENDS} has the lowest total distance?",
            ROUTES,
            {"figure": {"measure": "distance"}, "most": False},
        ),
        (
            f"Which route {ENDS} takes the least time?",
            ROUTES,
            {"ask": "best", "figure": {"measure": "time"}},
        ),
        (
            f"How many minutes does the fastest route {ENDS} take?",
            ("4 min", "9 min"),
            {"figure": {"measure": "time", "route": {"figure": {"measure": "time"}}}},
        ),
        (
            f"How many km is the shortest route {ENDS}?",
            ("4 km", "9 km"),
            {"figure": {"measure": "distance", "route": {"figure": {"measure": "distance"}}}},
        ),
        (
            f"What does the fastest route {ENDS} take?",
            ("4 min", "9 min"),
            {"figure": {"measure": "time", "route": {"figure": {"measure": "time"}}}},
        ),
        (
            "Which is the longest route to Gorm Castle by car if I am at Hotel Vardo?",
            ROUTES,
            {"among": {"origin": "Hotel Vardo", "destination": "Gorm Castle"}, "most": True},
        ),
        (
            f"Which route {ENDS} avoids toll roads?",
            ROUTES,
            {"of": {"filters": [{"kind": "not", "of": {"manoeuvre": "toll_road"}}]}},
        ),
        (
            f"Which route {ENDS} goes through Fir Lane?",
            ROUTES,
            {"of": {"filters": [{"road": "Fir Lane"}]}},
        ),
        (
            f"Which route {ENDS} has more than once a roundabout?",
            ROUTES,
            {"of": {"filters": [{"manoeuvre": "roundabout", "times": 2}]}},
        ),
        (
            f"What is the distance of the Elm Street route {ENDS}?",
            (),
            {"figure": {"kind": "route", "measure": "distance", "road": None}},
        ),
    ],
)
def test_routes_are_measured_ranked_and_filtered(
    text: str, options: tuple[str, ...], expected: dict[str, Any]
) -> None:
    assert pick_fields(query_fields(text, ROADS, *options), expected) == expected


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("What is the rating?", ()),
        ("Does it serve dinner?", ()),
        ("Is it open on Monday?", ()),
        ("When does it close on Monday?", ()),
        ("Is the Stone Pier open for 2 hours on Tuesday?", ()),
        ("Is the Stone Pier open?", ()),
        ("What is the straight-line distance?", ()),
        ("Which direction is it from the Old Mill?", ()),
        ("Where is the Stone Pier from the Old Mill?", ("Alba", "Berg")),
        ("In which direction and how far away is the Stone Pier?", ()),
        ("Which pair of places is closest together?", ("Old Mill", "Stone Pier")),
        ("Which pair of places is closest together?", ("Ab and Cd and Ef", "Gh and Ij and Kl")),
        ("Which two of these are blue, as a pair of the most places?", ("A and B", "C and D")),
        ("Which of these lies between the Old Mill and nothing?", SIGHTS),
        ("Which of these lies directly north?", SIGHTS),
        ("Which of these lies north and east of the Old Mill?", SIGHTS),
        ("How long does it take?", ()),
        ("Which of these can I reach fastest?", SIGHTS),
        ("Which order is best?", ("first", "last")),
        ("Is it possible to visit the Old Mill?", ("Yes", "No")),
        (f"I leave Hotel Vardo at 9 AM by car to {VISITS}. Which schedule works?", ("yes", "no")),
        ("Which schedule works?", ("yes", "no")),
        ("How much free time do I have?", ()),
        ("How much free time do I have at the Old Mill?", ()),
        ("How many places can I visit?", ()),
        ("When should I leave?", ()),
        ("What is the latest time to leave?", ()),
        ("What is the latest time to leave the Old Mill?", ()),
        ("What is the latest time to start my visit to the Old Mill?", ()),
        ("When am I back?", ()),
        ("How long does the whole trip take?", ()),
        ("What can I not visit?", SIGHTS),
    ],
)
def test_a_question_with_missing_parts_is_not_understood(
    text: str, options: tuple[str, ...]
) -> None:
    assert isinstance(query_of(text, TOWN, *options), NotUnderstood)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("What comes next after Zed Road?", ()),
        ("Which landmark do I pass by?", ()),
        ("Which landmark do I pass when turning left?", ()),
        ("Which route is the fastest?", ROUTES),
        (f"Which route {ENDS} has the highest rating?", ROUTES),
        (f"Which route {ENDS} involves nothing?", ROUTES),
        ("How many are there via Elm Street?", ()),
        ("How long does it take via the motorway?", ()),
        (f"Elm Street is closed. How long does it take to drive {ENDS}?", ()),
    ],
)
def test_a_route_question_with_missing_parts_is_not_understood(
    text: str, options: tuple[str, ...]
) -> None:
    """A road, a manoeuvre or a figure is missing."""
    assert isinstance(query_of(text, ROADS, *options), NotUnderstood)


def test_a_route_question_needs_routes_in_the_world() -> None:
    assert isinstance(query_of(f"Which route {ENDS} is the fastest?", TOWN, *ROUTES), NotUnderstood)

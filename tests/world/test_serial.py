"""The JSON form of worlds."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given, settings

from geoeval.calculators.hours import Season, WeeklyHours
from geoeval.errors import RecordError
from geoeval.world.model import Place, World, world_from_json, world_to_json
from tests.strategies import worlds


@given(worlds)
@settings(max_examples=40)
def test_worlds_survive_json(world: World) -> None:
    assert world_from_json(json.loads(json.dumps(world_to_json(world)))) == world


def test_json_keeps_dates_seasons_and_zones() -> None:
    """Unknown dates are distinguished from closed dates."""
    hours = WeeklyHours(
        (((540, 1020),),) * 5 + ((), None),
        (Season(frozenset({7, 8}), ((),) * 7),),
        ((date(2024, 12, 24), None), (date(2024, 12, 25), ()), (date(2024, 12, 26), ((0, 60),))),
        "Europe/Paris",
        (date(2024, 1, 1), date(2024, 12, 31)),
        WeeklyHours((*[None] * 6, ((600, 660),))),
    )
    unknown = WeeklyHours((None,) * 7)
    world = World(places=(Place(name="A", hours=hours), Place(name="B", hours=unknown)))
    assert world_from_json(json.loads(json.dumps(world_to_json(world)))) == world


@pytest.mark.parametrize(
    ("obj", "path"),
    [
        ([], r"\$: "),
        ({"places": [{"name": 5}]}, r"\$\.places\[0\]\.name"),
        ({"places": [{"name": "A", "hours": "Mon: x"}]}, r"\$\.places\[0\]\.hours"),
        ({"places": [{"name": "A", "hours": 5}]}, r"\$\.places\[0\]\.hours, got 5"),
        ({"places": [{"name": "A", "hours": {"week": 5}}]}, r"hours: expected a string, got 5"),
        (
            {"places": [{"name": "A", "hours": {"weeks": ""}}]},
            r"week, dates, zone, valid, certain, at .*hours, got {'weeks': ''}",
        ),
        (
            {"places": [{"name": "A", "hours": {"certain": "x"}}]},
            r"expected opening hours at \$\.places\[0\]\.hours\.certain: expected a day",
        ),
        ({"places": [{"name": "A", "hours": {"zone": "X/Y"}}]}, r"hours: expected a time zone"),
        ({"places": [{"name": "A", "hours": {"dates": []}}]}, r"expected hours by date, got \[\]"),
        (
            {"places": [{"name": "A", "hours": {"dates": {"2024-12-25": [[1]]}}}]},
            r"hours: expected intervals such as \[\[540, 1020\]\], got \[\[1\]\]",
        ),
        (
            {"places": [{"name": "A", "hours": {"dates": {"x": []}}}]},
            r"hours: expected a date .*, got 'x'",
        ),
        (
            {"places": [{"name": "A", "hours": {"valid": ["x"]}}]},
            r"expected a first and a last date",
        ),
        ({"places": [{"name": "A", "location": [95.0, 0.0]}]}, r"\$\.places\[0\]\.location"),
        (
            {"places": [{"name": "A", "location": [float("nan"), 0.0]}]},
            r"\.location: expected a latitude .* got nan",
        ),
        ({"places": [{"name": "A", "rating": 7}]}, r"rating within 0-5"),
        (
            {
                "lists": [
                    {"anchor": None, "category": None, "places": [{"name": "A", "rating": -1}]}
                ]
            },
            r"\$\.lists\[0\]\.places\[0\]\.rating",
        ),
        ({"today": 7}, r"weekday from 0 to 6"),
        ({"todays": 6}, r"\$\.todays: expected one of the fields places, .*, got 'todays'"),
        ({"places": [{"name": "A", "rating": "4.5"}]}, r"\[0\]\.rating: .* got '4\.5'"),
        ({"places": {"name": "A"}}, r"\$\.places: expected a tuple of Place"),
        (
            {"legs": [{"origin": "A", "destination": "B", "mode": "flying"}]},
            r"\.mode: expected one of the modes driving, walking, .* got 'flying'",
        ),
        (
            {"legs": [{"origin": "A", "destination": "B", "mode": None, "duration_s": -5}]},
            r"\$\.legs\[0\]\.duration_s",
        ),
    ],
)
def test_invalid_values_give_their_path(obj: object, path: str) -> None:
    with pytest.raises(RecordError, match=path):
        world_from_json(obj)

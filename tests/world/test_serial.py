"""The JSON form of worlds."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from geoeval.errors import RecordError
from geoeval.world.model import World
from geoeval.world.serial import world_from_json, world_to_json
from tests.strategies import worlds


@given(worlds)
@settings(max_examples=40)
def test_json_round_trip(world: World) -> None:
    """World → JSON text → World loses nothing."""
    assert world_from_json(json.loads(json.dumps(world_to_json(world)))) == world


@pytest.mark.parametrize(
    ("obj", "path"),
    [
        ([], r"\$: "),
        ({"places": [{"name": 5}]}, r"\$\.places\[0\]\.name"),
        ({"places": [{"name": "A", "hours": "Mon: x"}]}, r"\$\.places\[0\]\.hours"),
        ({"places": [{"name": "A", "hours": 5}]}, r"\$\.places\[0\]\.hours, got 5"),
        ({"places": [{"name": "A", "location": [95.0, 0.0]}]}, r"\$\.places\[0\]\.location"),
        ({"places": [{"name": "A", "location": [float("nan"), 0.0]}]}, r"latitude within ±90"),
        ({"places": [{"name": "A", "rating": 7}]}, r"rating within 0-5"),
        (
            {
                "lists": [
                    {"anchor": None, "category": None, "places": [{"name": "A", "rating": -1}]}
                ]
            },
            r"\$\.lists\[0\]\.places\[0\]\.rating",
        ),
        ({"today": 7}, r"weekday of 0-6"),
        (
            {"legs": [{"origin": "A", "destination": "B", "mode": None, "duration_s": -5}]},
            r"\$\.legs\[0\]\.duration_s",
        ),
    ],
)
def test_faults_name_their_path(obj: object, path: str) -> None:
    """A value that no world has is refused with its JSON path."""
    with pytest.raises(RecordError, match=path):
        world_from_json(obj)

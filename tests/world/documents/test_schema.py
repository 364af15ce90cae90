"""The JSON Schema of worlds accepts what the reader accepts, and rejects what it rejects."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from geoeval.errors import RecordError
from geoeval.world.documents.schema import world_schema
from geoeval.world.documents.template import context_template
from geoeval.world.model import World, world_from_json, world_to_json
from geoeval.world.reader import read_context
from tests.query.towns import QUEUE, TOWN

HOURS = {
    "week": "Monday: Closed",
    "dates": {"2024-12-25": None, "2024-12-26": [[540, 600]]},
    "zone": "Europe/Paris",
    "valid": ["2024-01-01", "2024-12-31"],
}
WORLDS = [
    read_context(context_template())[0], TOWN, QUEUE, World(),
    world_from_json({"places": [{"name": "Mill", "hours": HOURS}], "partial": True}),
]  # fmt: skip


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(world_schema())


@pytest.mark.parametrize("world", WORLDS, ids=repr)
def test_worlds_follow_the_schema(world: World) -> None:
    described = world_to_json(world)
    assert [
        error.message for error in Draft202012Validator(world_schema()).iter_errors(described)
    ] == []
    assert world_from_json(described) == world


@pytest.mark.parametrize(
    "wrong",
    [
        {"places": [{"rating": 4.5}]},
        {"places": [{"name": "Mill", "rating": 5.5}]},
        {"places": [{"name": "Mill", "location": [95.0, 4.0]}]},
        {"places": [{"name": "Mill", "location": [52.0]}]},
        {"places": [{"name": "Mill", "features": [1]}]},
        {"places": [{"name": "Mill", "hours": {"days": []}}]},
        {"places": [{"name": "Mill", "colour": "red"}]},
        {"legs": [{"origin": "Mill", "destination": "Inn", "mode": "flying"}]},
        {"legs": [{"origin": "Mill", "destination": "Inn", "mode": None, "duration_s": -1}]},
        {"lists": [{"anchor": None, "category": None}]},
        {"today": 7},
        {"partial": "yes"},
        {"places": None},
        [],
    ],
)
def test_wrong_worlds_are_rejected_by_both(wrong: Any) -> None:  # noqa: ANN401 - any JSON value
    assert not Draft202012Validator(world_schema()).is_valid(wrong)
    with pytest.raises(RecordError, match="expected"):
        world_from_json(wrong)

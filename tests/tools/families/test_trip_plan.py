"""The tool that plans trips."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.tools.session import ToolSession
from geoeval.world.reader import read_context

ASAKUSA = {
    "origin": "Khaosan Tokyo Origami",
    "stops": [
        {"place": "Senso-ji Temple", "visit_min": 60},
        {"place": "Shibuya Scramble Crossing", "visit_min": 90},
        {"place": "Ueno Park", "visit_min": 120},
        {"place": "Tokyo Skytree", "visit_min": 90},
    ],
    "depart": "7:00 AM",
    "mode": "walking",
    "objective": "most_visits",
}


@pytest.mark.parametrize(("question", "budget_min", "visits"), [(490, 330, 2), (491, 210, 1)])
def test_the_walk_from_asakusa_of_the_paper(
    data_dir: Path, question: int, budget_min: int, visits: int
) -> None:
    """In three and a half hours one of the four places can be seen, in five and a half two."""
    records = json.loads((data_dir / "mapeval" / "dev.json").read_text(encoding="utf-8"))
    context = next(record["context"] for record in records if record["id"] == question)
    session = ToolSession(read_context(context)[0])
    result = session.call("plan_trip", {**ASAKUSA, "budget_min": budget_min})
    assert result.content["visits"] == visits
    assert result.content["proved"] is True

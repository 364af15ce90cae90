"""A small town, questions about it, and its facts in a map file."""

from __future__ import annotations

import json
from pathlib import Path

from geoeval.world.model import Leg, Place, TravelMode, World

CONTEXT = """Information of <b>Old Mill</b>:
- Location: 1 Low Rd(60.0, 25.0).

Information of <b>Ox Inn</b>:
- Location: 2 High Rd(60.0, 25.2).

Information of <b>Fig Hall</b>:
- Location: 3 Quay(60.3, 25.0).
"""
TOWN = World(
    places=(
        Place(name="Old Mill", location=(60.0, 25.0), address="1 Low Rd"),
        Place(name="Ox Inn", location=(60.0, 25.2), address="2 High Rd"),
        Place(name="Fig Hall", location=(60.3, 25.0), address="3 Quay"),
    ),
    legs=(
        Leg(origin="Old Mill", destination="Ox Inn", mode=TravelMode.DRIVING, duration_s=900),
        Leg(origin="Ox Inn", destination="Fig Hall", mode=TravelMode.DRIVING, duration_s=1500),
    ),
)
QUESTIONS = (
    ("In which direction is Ox Inn from Old Mill?", ("North", "East", "South", "West"), 1),
    ("In which direction is Old Mill from Fig Hall?", ("North", "East", "South", "West"), 2),
    ("How far is it from Old Mill to Ox Inn in a straight line?", ("5 km", "11 km", "25 km"), 1),
    ("Which is nearer to Old Mill, Ox Inn or Fig Hall?", ("Ox Inn", "Fig Hall"), 0),
)


def record(number: int, *, label: int | None = None) -> dict[str, object]:
    """Return a record about the town in MapEval's format."""
    text, options, right = QUESTIONS[number % len(QUESTIONS)]
    correct = right if label is None else label
    return {
        "id": number,
        "question": text,
        "answer": {"type": "mcq", "options": list(options), "correct": correct},
        "context": CONTEXT,
        "classification": "poi",
    }


def write_questions(folder: Path, count: int = 4) -> Path:
    """Write questions about the town to a file."""
    path = folder / "town.json"
    path.write_text(json.dumps([record(number) for number in range(count)]), encoding="utf-8")
    return path

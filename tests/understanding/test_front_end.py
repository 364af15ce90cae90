"""Front ends: rules are one, and say what they doubt."""

from __future__ import annotations

from geoeval.datasets.records import Question
from geoeval.understanding.understand import RULES, FrontEnd
from geoeval.world.model import Place, World

WORLD = World(places=(Place(name="Old Mill"), Place(name="Stone Pier")))
FAR = "How far is the Stone Pier from the Old Mill as the crow flies?"


def test_rules_say_what_they_doubt() -> None:
    """Others doubt nothing unless they say so."""
    tired = Question(id=1, text=f"I am not tired. {FAR}")
    assert RULES.doubts(tired, WORLD) == ("not",)
    assert RULES.doubts(Question(id=1, text=FAR), WORLD) == ()
    assert FrontEnd(name="other", understand=RULES.understand).doubts(tired, WORLD) == ()

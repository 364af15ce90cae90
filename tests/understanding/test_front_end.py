"""Front ends: rules are one, and say what they doubt."""

from __future__ import annotations

from geoeval.datasets.records import Question
from geoeval.understanding.understand import interpret
from geoeval.world.model import Place, World

WORLD = World(places=(Place(name="Old Mill"), Place(name="Stone Pier")))
FAR = "How far is the Stone Pier from the Old Mill as the crow flies?"


def test_rules_say_what_they_doubt() -> None:
    """Words that may turn a question travel with each reading of it."""
    for before, doubts in (("I am not tired. ", ("not",)), ("", ())):
        found = interpret(Question(id=1, text=f"{before}{FAR}"), WORLD)
        assert isinstance(found, tuple)
        assert {each.doubts for each in found} == {doubts}

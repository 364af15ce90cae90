"""The rules as a front end."""

from __future__ import annotations

from geoeval.datasets.records import Question
from geoeval.understanding.understand import interpret
from geoeval.world.model import Place, World

WORLD = World(places=(Place(name="Old Mill"), Place(name="Stone Pier")))
FAR = "How far is the Stone Pier from the Old Mill as the crow flies?"


def test_readings_carry_their_doubts() -> None:
    """Doubts are words that may change the question."""
    for before, doubts in (("I am not tired. ", ("not",)), ("", ())):
        found = interpret(Question(id=1, text=f"{before}{FAR}"), WORLD)
        assert isinstance(found, tuple)
        assert {each.doubts for each in found} == {doubts}

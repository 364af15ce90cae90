"""Front ends, one after the other."""

from __future__ import annotations

from geoeval.datasets.records import Question
from geoeval.query.algebra import Query
from geoeval.understanding import NotUnderstood, understand
from geoeval.understanding.front_end import RULES, FrontEnd, understand_with
from geoeval.world.model import Place, World
from tests.query.asking import direction

WORLD = World(places=(Place(name="Old Mill"), Place(name="Stone Pier")))
ODD = Question(id=1, text="How far is the Stone Pier from the Old Mill by zorgle?")
PLAIN = Question(id=2, text="In which direction is the Stone Pier from the Old Mill?")


def as_direction(_question: Question, _world: World) -> Query | NotUnderstood:
    """Understand everything as a direction."""
    return direction("Old Mill", "Stone Pier")


def nothing(_question: Question, _world: World) -> Query | NotUnderstood:
    """Understand nothing."""
    return NotUnderstood(reason="tired", detail="it is late")


ALWAYS = FrontEnd(name="always", understand=as_direction)
NEVER = FrontEnd(name="never", understand=nothing)


def test_the_first_that_understands_is_taken() -> None:
    """A later front end is asked for what those before it do not understand."""
    result, by = understand_with([RULES, ALWAYS], PLAIN, WORLD)
    assert not isinstance(result, NotUnderstood)
    assert (result[0].query, by) == (understand(PLAIN, WORLD), "rules")
    assert understand_with([NEVER, RULES], PLAIN, WORLD).by == "rules"
    assert understand_with([RULES, ALWAYS], ODD, WORLD).by == "always"


def test_where_none_understands() -> None:
    """The last one says why, with the words that the rules could not place."""
    result, by = understand_with([RULES, NEVER], ODD, WORLD)
    assert by is None
    assert isinstance(result, NotUnderstood)
    assert (result.reason, result.detail) == ("tired", "it is late")
    assert result.unexplained == ("zorgle",)

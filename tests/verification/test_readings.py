"""Two front ends: when each is asked, and which reading is used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import Question
from geoeval.query.algebra import Query
from geoeval.query.solve import parse_query
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.readings import Interpretation
from geoeval.understanding.understand import FrontEnd
from geoeval.verification.answer import answer_question, why_rejected
from geoeval.verification.model import Answer
from geoeval.world.model import World
from tests.queries import value
from tests.verification.builders import question, world_of

WORLD = world_of(Old_Mill=(60.0, 25.0), Ox_Inn=(60.0, 25.2), Fig_Hall=(60.3, 25.0))
NORTH = value("direction", place="Fig Hall", seen_from="Old Mill")
ALSO_NORTH = value("direction", place="Fig Hall", seen_from="Ox Inn")
EAST = value("direction", place="Ox Inn", seen_from="Old Mill")
FAR = value("distance", origin="Ox Inn", destination="Old Mill")
LOST = value("direction", place="Fig Hall", seen_from="Moon Base")
LACKS = {"ask": "unanswerable", "fact": "scenery", "words": "scenic"}


class Reader:
    """A front end that reads every question as one query and counts its calls."""

    def __init__(self, query: object, name: str, *doubts: str) -> None:
        self.asked = 0
        self._query = None if query is None else parse_query(query)
        self._doubts = doubts
        self.front_end = FrontEnd(name=name, understand=self.read)

    def read(
        self, _question: Question, _world: World
    ) -> Query | tuple[Interpretation, ...] | NotUnderstood:
        """Read a question."""
        self.asked += 1
        if self._query is None:
            return NotUnderstood(reason="tired", detail="late", unexplained=self._doubts)
        if not self._doubts:
            return self._query
        return (Interpretation(query=self._query, doubts=self._doubts),)


def answered(first: Reader, second: Reader, *options: str) -> Answer:
    """Return the answer of both front ends."""
    named = "Which way is it at the Old Mill, the Ox Inn and Fig Hall?"
    asked = replace(question(*(options or ("North", "East"))), text=named)
    return answer_question(asked, WORLD, front_ends=[first.front_end, second.front_end])


@pytest.mark.parametrize(
    ("first", "doubts", "second", "answer", "by"),
    [
        (NORTH, (), EAST, 0, "a"),
        (None, (), EAST, 1, "b"),
        (NORTH, ("only",), None, 0, "a"),
        (NORTH, ("only",), ALSO_NORTH, 0, "a+b"),
        (NORTH, ("only",), EAST, 1, "b"),
        (NORTH, ("only",), LOST, 0, "a"),
        (FAR, (), EAST, 1, "b"),
        (FAR, (), LOST, None, "a"),
        (LACKS, (), LACKS, -1, "a+b"),
        (LACKS, (), None, -1, "a"),
    ],
)
def test_clear_readings_win_over_the_second(
    first: object, doubts: tuple[str, ...], second: object, answer: int | None, by: str
) -> None:
    """Otherwise the second front end decides, and agreement is credited to both."""
    one, other = Reader(first, "a", *doubts), Reader(second, "b")
    found = answered(one, other)
    assert (found.answer, found.understood_by) == (answer, by)
    assert other.asked == (0 if first is NORTH and not doubts else 1)


@pytest.mark.parametrize(("first", "doubts"), [(LACKS, ()), (NORTH, ("only",))])
def test_differing_readings_decide_nothing(first: object, doubts: tuple[str, ...]) -> None:
    """Both are reported where neither is more credible."""
    found = answered(Reader(first, "a", *doubts), Reader(EAST, "b", *doubts))
    assert (found.status, found.answer, found.reason) == ("undetermined", None, "readings_differ")
    assert found.detail.endswith("; b: the compass direction of Ox Inn seen from Old Mill")
    queries = [rival.query for rival in found.rivals]
    assert queries == [parse_query(first), parse_query(EAST)]
    assert [rival.answer for rival in found.rivals] == [-1 if first is LACKS else 0, 1]


def test_overruled_readings_are_rivals() -> None:
    """The first reading leaves a word out, the second does not."""
    found = answered(Reader(NORTH, "a", "only"), Reader(EAST, "b"))
    assert (found.answer, [rival.answer for rival in found.rivals]) == (1, [0])


def test_unnamed_places_are_an_assumption() -> None:
    """The reading may be right, but it neither overrules another nor contradicts a label."""
    asked = replace(question("North", "East"), text="Which way is the Ox Inn from the Mill School?")
    one, other = Reader(NORTH, "a", "only"), Reader(EAST, "b")
    alone = answer_question(asked, WORLD, front_ends=[other.front_end])
    assert (alone.answer, alone.assumptions) == (1, ("the question means 'Old Mill'",))
    both = answer_question(asked, WORLD, front_ends=[one.front_end, other.front_end])
    assert both.reason == "readings_differ"


def test_last_front_end_gives_the_reason() -> None:
    """The words that any of them left unexplained are kept."""
    found = answered(Reader(None, "a", "zorgle"), Reader(None, "b"))
    assert (found.reason, found.detail, found.unexplained) == ("tired", "late", ("zorgle",))


def test_readings_without_options_compare_values() -> None:
    readers = [Reader(query, name, "only") for query, name in ((FAR, "a"), (FAR, "b"))]
    found = answer_question(question(), WORLD, front_ends=[each.front_end for each in readers])
    assert found.understood_by == "a+b"


def test_unsuitable_queries_are_rejected() -> None:
    """They cannot be solved, fit no option or give a value of another kind."""
    asked = question("North", "East")
    assert why_rejected(parse_query(NORTH), asked, WORLD) is None
    lost = why_rejected(parse_query(LOST), asked, WORLD)
    assert lost is not None
    assert "$.figure.seen_from is 'Moon Base'" in lost
    other = why_rejected(parse_query(FAR), asked, WORLD)
    assert other is not None
    assert other.startswith("options of another kind: the options are not of the same kind as")
    assert why_rejected(parse_query(NORTH), question("South", "East"), WORLD) == (
        "no option fits: no option agrees with the computed value, 0.0° (N)"
    )
    best = {"ask": "best", "figure": {"kind": "quality"}, "among": {"kind": "places"}, "most": True}
    assert why_rejected(parse_query(best), asked, WORLD) is None  # no other query would rate them
    visit = {"place": "Ox Inn", "start": "09:00", "end": "09:20"}
    trip = {"depart": "09:00", "stops": [{"place": "Ox Inn", "visit_min": 60}]}
    schedules = [{"text": "9 to 9:20", "visits": [visit]}]
    plan = {"ask": "list", "of": {"kind": "schedules", "trip": trip, "schedules": schedules}}
    broken = why_rejected(parse_query(plan), question("9 to 9:20"), WORLD)
    assert broken is not None
    assert broken.startswith("no option fits: no offered plan is feasible: ")

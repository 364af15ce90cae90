"""Context lines that support an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import Span
from geoeval.query.values import Derivation, Fact, Names, Spot, Text
from geoeval.verification.answer import answer_question
from geoeval.verification.evidence import cited_lines, evidence_of, keyed_place
from geoeval.verification.model import Answer, CitedLine, Item
from geoeval.world.model import Place, World
from geoeval.world.reader import read_context
from tests.queries import value
from tests.verification.builders import record

NORTH = value("direction", place="Fig Hall", seen_from="Old Mill")


def test_cited_lines_state_the_facts() -> None:
    """The name of each place and the line with its coordinates, in the order of the context."""
    asked = record("North", "South", label=0, query=NORTH)
    answer = answer_question(asked.question, read_context(asked.context)[0])
    assert cited_lines(asked, answer) == (
        CitedLine(number=1, text="Information of <b>Old Mill</b>:"),
        CitedLine(number=2, text="- Location: 1 Low Rd(60.0, 25.0)."),
        CitedLine(number=9, text="Information of <b>Fig Hall</b>:"),
        CitedLine(number=10, text="- Location: 3 Quay(60.3, 25.0)."),
    )


def test_facts_outside_lists_cite_their_line() -> None:
    """A derived fact without a line is not cited."""
    context = "Travel Time from Inn to Port on foot is 90 mins.\nOpen 1 hour 30 mins\n\n<b>Inn</b>"
    asked = record("1", label=0, context=context)
    derived = Fact(text="the way back is taken to be as long")
    facts = (Fact(text="Inn to Port: 1 hour 30 mins", line=1), Fact(text="rated 4.1", line=4))
    facts = (*facts, derived)
    outcome = Derivation(value=Text(text=""), steps=(), facts=facts)
    answer = Answer(id=1, status="answered", answer=None, outcome=outcome)
    assert [line.number for line in cited_lines(asked, answer)] == [1, 4]


def test_list_lines_without_the_figures_are_skipped() -> None:
    """The figures may follow further down in the entry of the place."""
    context = "<b>Inn</b>\n- Phone: 555.\n- Rating: 4.1.\n"
    asked = record("1", label=0, context=context)
    outcome = Derivation(value=Text(text=""), steps=(), facts=(Fact(text="rated 4.1", line=1),))
    answer = Answer(id=1, status="answered", answer=None, outcome=outcome)
    assert [line.number for line in cited_lines(asked, answer)] == [1, 3]


BLOCK = """<b>Inn</b>
- Location: 3 Quay(60.10, 25.0).
- Rating: 4.1. (60 ratings).

- Price Level: Moderate.
- Open: Monday: Closed."""


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        ("Inn lies at (60.1, 25.0)", 2),
        ("Inn: rating 4.1", 3),
        ("Inn: rating count 60", 3),
        ("Inn: price level Moderate", 5),
        ("Inn is open: Monday: Closed", 6),
        ("Inn: service flags none", 1),
        ("list of inns at the location", 1),
    ],
)
def test_evidence_cites_the_line_of_the_fact(fact: str, line: int) -> None:
    """The first line of the block holds only the name of the place."""
    outcome = Derivation(value=Text(text=""), steps=(), facts=(Fact(text=fact, line=1),))
    answer = Answer(id=1, status="answered", answer=None, outcome=outcome)
    assert evidence_of(answer, BLOCK) == (f"context line {line}: {fact}",)


def test_known_lines_are_cited_without_the_text() -> None:
    """An explicit world may keep the lines it was read from."""
    outcome = Derivation(value=Text(text=""), steps=(), facts=(Fact(text="rated 4", line=7),))
    answer = Answer(id=1, status="answered", answer=None, outcome=outcome)
    assert evidence_of(answer) == ("context line 7: rated 4",)


def test_questions_without_an_outcome_cite_nothing() -> None:
    """A question that was not understood rests on no line."""
    answer = Answer(id=1, status="not_understood", answer=None)
    assert cited_lines(record("North", label=0), answer) == ()


def test_explicit_worlds_cite_no_lines() -> None:
    """The lines of their facts refer to a text that is not there."""
    asked = record("North", label=0, context="")
    facts = (Fact(text="rated 4.1", line=4),)
    outcome = Derivation(value=Text(text=""), steps=(), facts=facts)
    answer = Answer(id=1, status="answered", answer=None, outcome=outcome)
    assert cited_lines(replace(asked, world={}), answer) == ()


def test_keyed_places_are_found_by_any_name() -> None:
    """The result is None where the place is unknown or has no coordinates."""
    mill = Place(name="The Old Mill", location=(52.0, 4.0))
    world = World(places=(mill, Place(name="New Inn")))
    value = Names(names=("New Inn",), reading="any")
    answer = Answer(id=1, status="answered", answer=1, outcome=Derivation(value=value, steps=()))
    item = Item(
        id=1,
        span=Span(file="x"),
        question="Which?",
        options=("old mill", "New Inn", "", "Pier"),
        verdict="contradicted",
        label=0,
        answer=answer,
    )
    assert item.key == "old mill"
    assert keyed_place(item, world) == Spot(name="The Old Mill", location=(52.0, 4.0))
    for unknown in (1, 2, 3, -1, 9, None):
        assert keyed_place(replace(item, label=unknown), world) is None
    assert keyed_place(replace(item, verdict="supported"), world) is None
    assert keyed_place(replace(item, answer=replace(answer, outcome=None)), world) is None
    asked = replace(item, options=(), label=None, expected="Old Mill")
    assert keyed_place(asked, world) == Spot(name="The Old Mill", location=(52.0, 4.0))

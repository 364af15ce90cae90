"""Entries of files of queries."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from geoeval.datasets.records import Question
from geoeval.errors import QueriesError
from geoeval.query.conventions import DEFAULT
from geoeval.query.solve import parse_query
from geoeval.verification.kept.entries import (
    KeptQuery,
    entry_from_json,
    entry_to_json,
    question_fingerprint,
    with_own_conventions,
)
from tests.queries import value

WAY = value("direction", place="Pier", seen_from="Mill")
ASKED = Question(id=1, text="Which way?", options=("North", "South"))
ENTRY = KeptQuery(id=1, fingerprint=question_fingerprint(ASKED), query=parse_query(WAY), by="rules")
PLAIN = {"id": 1, "fingerprint": "0123456789abcdef", "query": WAY}


@pytest.mark.parametrize(
    "entry",
    [
        ENTRY,
        replace(ENTRY, reviewed=True, remark="agreed", conventions=(("nearest", "computed"),)),
        replace(ENTRY, id="a", query=None, reason="words_unexplained: zorgle", by=None),
        replace(ENTRY, doubts=("only",)),
    ],
)
def test_an_entry_comes_back_from_its_json(entry: KeptQuery) -> None:
    """Nothing is lost but the line, and the sentence is made anew."""
    shape = json.loads(json.dumps(entry_to_json(entry)))
    assert entry_from_json(shape, 7) == replace(entry, line=7)
    assert shape["sentence"] == entry.sentence


def test_the_sentence_of_a_file_is_not_believed() -> None:
    """A sentence that was changed by hand says nothing."""
    entry = entry_from_json({**PLAIN, "sentence": "something else"})
    assert entry.sentence == "the compass direction of Pier seen from Mill"


def test_what_a_fingerprint_depends_on() -> None:
    """Text, options and their order, and the query of the record; neither id nor spaces."""
    same = question_fingerprint(ASKED)
    assert same == "01b6cf31bcfb27ed"  # the same on every machine
    assert question_fingerprint(replace(ASKED, id="x", text=" Which\n way? ")) == same
    others = (
        replace(ASKED, text="Which Way?"),
        replace(ASKED, options=("South", "North")),
        replace(ASKED, query=WAY),
    )
    assert len({same, *map(question_fingerprint, others)}) == 4


def test_conventions_of_a_question() -> None:
    """They go before those of the run, which hold for the rest."""
    own = replace(ASKED, conventions=(("nearest", "computed"),))
    taken = with_own_conventions(replace(DEFAULT, recommend="cannot"), own)
    assert taken == replace(DEFAULT, recommend="cannot", nearest="computed")
    assert with_own_conventions(DEFAULT, ASKED) is DEFAULT


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": True}, 'expected a string or an integer as "id", got True'),
        ({"query": "far"}, "expected an object or null as \"query\", got 'far'"),
        ({"fingerprint": "xyz"}, "expected 16 hexadecimal digits as \"fingerprint\", got 'xyz'"),
        ({"reviewed": "yes"}, 'expected true or false as "reviewed"'),
        ({"remark": 5}, 'expected a string as "remark", got 5'),
        ({"doubts": "only"}, 'expected a list of words as "doubts"'),
        ({"note": ""}, "expected only the fields .*, got 'note'"),
        ({"conventions": []}, r'expected an object as "conventions", got \[\]'),
        ({"conventions": {"near": "list"}}, "expected a convention, one of nearest, .*'near'"),
        ({"conventions": {"nearest": "x"}}, "expected nearest to be list or computed, got 'x'"),
        ({"query": value("distance", origin=5)}, r"\$\.query\.figure\.origin: expected a query"),
    ],
)
def test_what_is_no_entry(changes: dict[str, object], message: str) -> None:
    """The message says what was expected, and what came."""
    with pytest.raises(QueriesError, match=message):
        entry_from_json({**PLAIN, **changes})


def test_what_is_no_object() -> None:
    """A line that is a list is no entry."""
    with pytest.raises(QueriesError, match=r"expected a JSON object, got \[\]"):
        entry_from_json([])

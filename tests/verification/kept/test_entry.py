"""Entries of query files."""

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
QUESTION = Question(id=1, text="Which way?", options=("North", "South"))
ENTRY = KeptQuery(
    id=1, fingerprint=question_fingerprint(QUESTION), query=parse_query(WAY), by="rules"
)
PLAIN = {"id": 1, "fingerprint": "0123456789abcdef", "query": WAY}


@pytest.mark.parametrize(
    "entry",
    [
        ENTRY,
        replace(ENTRY, reviewed=True, remark="agreed", conventions=(("nearest", "computed"),)),
        replace(ENTRY, id="a", query=None, reason="words_unexplained: zorgle", by=None),
        replace(ENTRY, doubts=("only",)),
        replace(
            ENTRY,
            basis={
                "assumptions": ["the pub is open"],
                "links": [{"words": "the landing", "name": "Pier"}],
                "asides": ["sunny"],
                "rivals": [{"answer": None, "probability": 0.2, "query": WAY, "sentence": "?"}],
            },
        ),
    ],
)
def test_entries_survive_a_json_round_trip(entry: KeptQuery) -> None:
    """Only the line number is not stored, and the sentence is computed again."""
    shape = json.loads(json.dumps(entry_to_json(entry)))
    assert entry_from_json(shape, 7) == replace(entry, line=7)
    assert shape["sentence"] == entry.sentence


def test_stored_sentences_are_ignored() -> None:
    """A sentence edited by hand does not change the query."""
    entry = entry_from_json({**PLAIN, "sentence": "something else"})
    assert entry.sentence == "the compass direction of Pier seen from Mill"


def test_fingerprints_cover_text_options_and_query() -> None:
    """The order of options counts; id and spacing do not."""
    fingerprint = question_fingerprint(QUESTION)
    assert fingerprint == "01b6cf31bcfb27ed"  # the same on every machine
    assert question_fingerprint(replace(QUESTION, id="x", text=" Which\n way? ")) == fingerprint
    others = (
        replace(QUESTION, text="Which Way?"),
        replace(QUESTION, options=("South", "North")),
        replace(QUESTION, query=WAY),
    )
    assert len({fingerprint, *map(question_fingerprint, others)}) == 4


def test_question_conventions_override_the_run() -> None:
    """The conventions of the run apply to all other choices."""
    with_conventions = replace(QUESTION, conventions=(("nearest", "computed"),))
    combined = with_own_conventions(replace(DEFAULT, recommend="cannot"), with_conventions)
    assert combined == replace(DEFAULT, recommend="cannot", nearest="computed")
    assert with_own_conventions(DEFAULT, QUESTION) is DEFAULT


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": True}, 'expected a string or an integer as "id", got True'),
        ({"query": "far"}, "expected an object or null as \"query\", got 'far'"),
        ({"fingerprint": "xyz"}, "expected 16 hexadecimal digits as \"fingerprint\", got 'xyz'"),
        ({"asides": "sunny"}, "expected a list of words as \"asides\", got 'sunny'"),
        ({"links": [{"words": "a"}]}, 'expected a list of objects with words and name as "links"'),
        (
            {"rivals": [{"sentence": "a", "probability": "high"}]},
            'expected a list of objects with answer and probability and sentence as "rivals"',
        ),
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
def test_invalid_entries_are_rejected(changes: dict[str, object], message: str) -> None:
    """The message states what was expected and what was found."""
    with pytest.raises(QueriesError, match=message):
        entry_from_json({**PLAIN, **changes})


def test_non_objects_are_rejected() -> None:
    with pytest.raises(QueriesError, match=r"expected a JSON object, got \[\]"):
        entry_from_json([])

"""Sentences as mentions and words."""

from __future__ import annotations

import pytest

from geoeval.naturalplan.sentences import Statement, read_statements, split_sentences
from geoeval.understanding.vocabulary.text import clean_text

KNOWN = ("Fisherman's Wharf", "The Fig Hall", "Fig Hall Annexe", "Noon Gallery")
WORDS = frozenset("you meet at the day visit in and for wait until european".split())


def read(text: str) -> list[Statement]:
    return list(read_statements(split_sentences([(7, clean_text(text))]), KNOWN, WORDS))


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("Meet Ada at The Fig Hall", [("name", "Ada", 0), ("name", "The Fig Hall", 0)]),
        ("wait at Fisherman's Wharf", [("name", "Fisherman's Wharf", 0)]),
        ("visit Fig Hall Annexe", [("name", "Fig Hall Annexe", 0)]),
        ("wait at Noon Gallery", [("name", "Noon Gallery", 0)]),
        ("meet Mary-Ann Lee", [("name", "Mary-Ann Lee", 0)]),
        ("visit Århus", [("name", "Århus", 0)]),
        ("wait until 1:15PM", [("clock", "1:15PM", 795)]),
        ("wait until 13:15", [("clock", "13:15", 795)]),
        ("meet for 75 minutes", [("minutes", "75 minutes", 75)]),
        ("meet for 1 hour", [("minutes", "1 hour", 60)]),
        ("visit for 3 days", [("days", "3 days", 3)]),
        ("**Day 3-5:** visit", [("day", "Day 3", 3), ("day", "5", 5)]),
        ("in day 3 and day 5", [("day", "day 3", 3), ("day", "day 5", 5)]),
        ("visit 10 European", [("count", "10", 10)]),
        ("wait for 30 seconds", [("count", "30", 30)]),
        ("meet Dr. Lee", [("name", "Dr. Lee", 0)]),
        ("meet Mary J. Blige", [("name", "Mary J. Blige", 0)]),
        ("visit for 2.3 days", []),
        ("visit for -3 days", []),
        ("visit on day 2.5", []),
        ("-5 minutes", []),
    ],
)
def test_mentions_are_found(text: str, mentions: list[tuple[str, str, int]]) -> None:
    """Names, times and durations have their figures; a known name is found whole."""
    (statement,) = read(text)
    found = [(p.kind, p.text, p.figure) for p in statement.parts if p.kind != "word"]
    assert found == mentions


def test_other_words_are_kept() -> None:
    """They are in lower case, with contractions expanded."""
    (statement,) = read("You'd never meet Ada at 9:00AM before")
    assert statement.words == ("you", "would", "never", "meet", "at", "before")
    assert statement.skeleton == "you would never meet <name> at <clock> before "


def test_sentences_of_a_line_are_separate() -> None:
    """Each knows its line, and the whole line is quoted with it."""
    first, second = read("Meet Ada at 9:00AM. Wait until 10:00AM.")
    assert str(first) == "line 7: 'Meet Ada at 9:00AM'"
    assert [part.figure for part in second.parts if part.kind == "clock"] == [600]

"""Question text as words and sentences."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.understanding.vocabulary.text import clean_text, key_of, split_keys, tokenise


def words(text: str) -> list[str]:
    """Return the keys of the words of a text."""
    return [token.key for token in tokenise(clean_text(text))]


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each as its words in one string."""
    found: dict[int, list[str]] = {}
    for token in tokenise(clean_text(text)):
        found.setdefault(token.sentence, []).append(token.text)
    return [" ".join(row) for row in found.values()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How far is it?", ["how", "far", "is", "it"]),
        ("I can't, won't and don't", ["i", "can", "not", "will", "not", "and", "do", "not"]),
        ("What's there? I'm here; we've gone", "what is there i am here we have gone".split()),
        ("they're late, I'd say, she'll come", "they are late i would say she will come".split()),
        ("AT&T at J.F.K. on Wi-Fi", ["at&t", "at", "j.f.k", "on", "wi", "fi"]),
        ("rated 4.5+ by 1,200 users", ["rated", "4.5", "+", "by", "1,200", "users"]),
        ("Café Sacher", ["cafe", "sacher"]),
        ("12:30 or 10.44", ["12:30", "or", "10.44"]),
    ],
)
def test_text_is_split_into_words(text: str, expected: list[str]) -> None:
    """Contractions are expanded, accents removed, and figures kept whole."""
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I am here. How far is it?", ["I am here", "How far is it"]),
        ("At St. Mary's near Oak Rd. where is it?", ["At St Mary's near Oak Rd where is it"]),
        ("See Dr. Who and J. Smith.", ["See Dr Who and J Smith"]),
        ("It is 5 p.m. Is it open?", ["It is 5 p.m", "Is it open"]),
        ("It opens at 5 p.m. sharp", ["It opens at 5 p.m sharp"]),
        ("Really?! Yes", ["Really", "Yes"]),
        ("One\nTwo", ["One", "Two"]),
        ("I am here.Where is it?", ["I am here", "Where is it"]),
        ('He said "stop." Then he left', ["He said stop", "Then he left"]),
        ("It is I. Where am I?", ["It is I", "Where am I"]),
        ("A 4.5 km walk", ["A 4.5 km walk"]),
    ],
)
def test_text_is_split_into_sentences(text: str, expected: list[str]) -> None:
    """A full stop ends a sentence unless it belongs to an abbreviation, initial or figure."""
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("the “Old” Mill’s gate – open", 'the "Old" Mill\'s gate - open'),
        ("5\u202fkm\u200e away", "5 km away"),
        ("A/<wbr/>B <b>bold</b>", "A/ B bold"),
        ("the Centre of St. Theatre Rd", "the Center of Street Theater Road"),
        ("the dogs' park", "the dogs park"),
        ("\uff15\uff10\uff10 \uff4d", "500 m"),
    ],
)
def test_variant_spellings_give_the_same_words(first: str, second: str) -> None:
    """Typography and markup make no difference."""
    assert words(first) == words(second)


@pytest.mark.parametrize("digits", ["৫০০", "٥٠٠", "５００", "५००"])
def test_digits_of_other_scripts_are_digits(digits: str) -> None:
    assert words(f"within {digits} m") == ["within", "500", "m"]


def test_right_to_left_text_is_split_into_words() -> None:
    """Direction marks are ignored."""
    found = tokenise(clean_text("\u200fأين برج الساعة\u200f, 5 km?"))
    assert [token.text for token in found][:3] == ["أين", "برج", "الساعة"]
    assert all(token.key.isascii() for token in found)
    assert found[0].is_capital


def test_a_gap_holds_the_marks_between_words() -> None:
    """Blanks are removed."""
    assert [token.gap for token in tokenise(clean_text("Home -> Mill, (Tower)"))] == [
        "",
        "->",
        ",(",
    ]


@pytest.mark.parametrize(
    ("word", "capital"), [("Mill", True), ("mill", False), ("24", True), ("برج", True)]
)
def test_capitals_are_recognised(word: str, capital: bool) -> None:
    """Figures and letters of scripts without case count as capitals."""
    assert tokenise(word)[0].is_capital is capital


def test_keys_omit_brackets_and_possessives() -> None:
    assert split_keys("St. Mary's (Old) Church") == ("st", "mary", "old", "church")
    assert key_of("Avenue") == key_of("Ave")


@given(st.text(max_size=100))
def test_any_text_can_be_tokenised(text: str) -> None:
    """Words are in order, and sentence numbers do not decrease."""
    cleaned = clean_text(text)
    found = tokenise(cleaned)
    assert all(cleaned[token.start : token.end] == token.text for token in found)
    assert all(a.end <= b.start and a.sentence <= b.sentence for a, b in pairwise(found))


@given(st.text(max_size=80))
def test_cleaning_plain_text_is_idempotent(text: str) -> None:
    once = clean_text(text)
    assert words(once) == words(text) or "<" in once or "'" in once

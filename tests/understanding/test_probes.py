"""How far understanding reaches with fewer known words and with names in other forms."""

from __future__ import annotations

import pytest

from benchmarks.probes import AS_IT_IS, deletion, names, own_rounds
from benchmarks.renaming import VARIANTS, renamed
from benchmarks.thinning import Thinning, given_words, thinned
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.vocabulary.lexicon import all_phrases, category_of, neutral_words
from geoeval.understanding.vocabulary.spelling import known_words
from geoeval.world.categories import category_words
from geoeval.world.model import Place, World

# Correct answers when last measured, which must not decrease.
WITH_FEWER_WORDS = {AS_IT_IS: 182, "seed 1": 129, "seed 2": 133}
WITH_OTHER_NAMES = {
    "in a town": 121,
    "comma and town": 120,
    "bracket behind": 133,
    "last word cut": 78,
    "middle word cut": 80,
    "lower case": 154,
    "abbreviated": 19,
    "initial in the middle": 60,
}
HALL = World(
    places=(
        Place(name="Old Corn Hall", address="3 Mill Lane, Alba, AB 12345, Utopia"),
        Place(name="Saint Ann Street Museum", address="5 Mill Lane, Alba"),
    )
)


@pytest.mark.slow
def test_fewer_words_leave_as_many_correct_answers() -> None:
    """The vocabulary lacks 30 % of its content words."""
    rows = deletion(own_rounds(), seeds=(1, 2))
    right = {row["variant"]: row["score"].right for row in rows}
    assert right.keys() == WITH_FEWER_WORDS.keys()
    assert {each: n for each, n in right.items() if n < WITH_FEWER_WORDS[each]} == {}


@pytest.mark.slow
def test_other_names_leave_as_many_correct_answers() -> None:
    rows = names(own_rounds())
    right = {row["variant"]: row["score"].right for row in rows if row["probe"] == "names"}
    assert right.keys() == WITH_OTHER_NAMES.keys()
    assert {each: n for each, n in right.items() if n < WITH_OTHER_NAMES[each]} == {}


def test_thinning_removes_words_and_restores_them() -> None:
    """It applies to everything derived from the vocabulary."""

    def sizes() -> list[int]:
        kinds = sum(category_of(words) is not None for words in category_words())
        listed = word_list("journeys.going")
        return [len(all_phrases()), len(neutral_words()), len(known_words()), len(listed), kinds]

    before = sizes()
    with thinned(1):
        assert all(now < then for now, then in zip(sizes(), before, strict=True))
    assert sizes() == before


def test_full_thinning_removes_all_content_words() -> None:
    """Grammar, numbers, units and days remain."""
    with thinned(1, share=1):
        assert neutral_words() <= given_words()
        assert {
            word for first in all_phrases() for word in [first] if word.isalpha()
        } <= given_words()
        assert category_of("museum") is None


@pytest.mark.parametrize(
    ("pattern", "left"),
    [
        ("by|in a? car~", "by|in a? car"),
        ("by bus|car", "by car"),
        ("by bus", None),
        ("by bus? car", "by car"),
        ("by bus_stop|car", "by car"),
    ],
)
def test_patterns_lose_alternatives(pattern: str, left: str | None) -> None:
    """Only alternatives with a lost word are removed, unless the slot would be empty."""
    words = frozenset({"by", "in", "a", "car", "stop"})
    assert Thinning(1, 1, words).pattern(pattern) == left


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("in a town", "Where is Old Corn Hall in Alba?"),
        ("comma and town", "Where is Old Corn Hall, Alba?"),
        ("bracket behind", "Where is Old Corn Hall (main entrance)?"),
        ("last word cut", "Where is Old Corn?"),
        ("middle word cut", "Where is Old Hall?"),
        ("lower case", "Where is old corn hall?"),
        ("abbreviated", None),
        ("initial in the middle", "Where is Old C. Hall?"),
    ],
)
def test_each_variant_changes_the_name(variant: str, text: str | None) -> None:
    assert renamed("Where is Old Corn Hall?", HALL, VARIANTS[variant]) == text


def test_usual_abbreviations_are_used() -> None:
    renamed_text = renamed("How far is Saint Ann Street Museum?", HALL, VARIANTS["abbreviated"])
    assert renamed_text == "How far is St Ann St. Mus.?"


@pytest.mark.parametrize(
    "text",
    ["Where is Old Corn Hall in Alba?", "Where is Old Corn Hall (east)?", "Is Old Corn Hall's?"],
)
def test_a_continued_name_gets_no_addition(text: str) -> None:
    """A town, a bracket or a possessive follows the name."""
    assert renamed(text, HALL, VARIANTS["in a town"]) is None
    assert renamed(text, HALL, VARIANTS["bracket behind"]) is None


def test_a_shortened_name_stays_unambiguous() -> None:
    both = World(places=(Place(name="Old Corn Hall"), Place(name="Old Corn Exchange")))
    assert renamed("Where is Old Corn Hall?", both, VARIANTS["last word cut"]) is None

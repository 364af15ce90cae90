"""Slips of the pen in everyday words."""

from __future__ import annotations

import pytest

from geoeval.understanding.vocabulary.spelling import correct_text, known_words
from geoeval.understanding.vocabulary.text import tokenise


def mend(text: str, *names: tuple[str, ...]) -> list[str]:
    """Return the keys of the words of a text, slips mended."""
    return [word.key for word in tokenise(correct_text(text, names))]


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("wihch", "which"), ("nearst", "nearest"), ("distanxe", "distance"), ("wehre", "where"),
        ("pharmcies", "pharmacies"), ("restuarant", "restaurant"), ("kilometrs", "kilometers"),
        ("frthest", "farthest"), ("teir", "their"), ("soth", "south"), ("taes", "takes"),
    ],
)  # fmt: skip
def test_slip_is_mended(slip: str, meant: str) -> None:
    """Swapped, missing and wrong letters are set right."""
    assert mend(f"Tell me {slip}")[-1] == meant


@pytest.mark.parametrize("slip", ["Wehre", "wehre"])
def test_first_word_is_mended_though_it_is_capital(slip: str) -> None:
    """A capital at the beginning of a sentence makes no name."""
    assert mend(f"{slip} is it?")[0] == "where"
    assert mend(f"I am here. {slip} is it?")[3] == "where"


def test_names_are_left_alone() -> None:
    """Neither a capital nor a word of a name of the world is mended."""
    assert mend("Is it in Wihch")[-1] == "wihch"
    assert mend("is it in wihch", ("wihch", "town"))[-1] == "wihch"


@pytest.mark.parametrize("word", ["xq", "qwrtzpl", "24", "restaurant", "nearest"])
def test_other_words_stay(word: str) -> None:
    """Short words, figures, kinds of place, known words and riddles stay as they are."""
    assert mend(f"the {word}")[-1] == word


def test_the_vocabulary_is_known() -> None:
    """The words of the vocabulary are known, and so are not taken for slips."""
    assert {"which", "nearest", "roundabout"} <= known_words()


@pytest.mark.parametrize("slip", ["hors", "huors", "hurs", "hourrs"])
def test_a_slip_behind_a_figure_is_a_unit(slip: str) -> None:
    """Behind a figure a unit is meant, and so the duration is read."""
    assert mend(f"for 1.5 {slip}")[-1] == "hours"


@pytest.mark.parametrize("word", ["told", "movie", "horse", "lest", "bother", "mist"])
def test_words_of_english_are_no_slips(word: str) -> None:
    """A word that is one itself is not taken for another one of the vocabulary."""
    assert mend(f"the {word}")[-1] == word

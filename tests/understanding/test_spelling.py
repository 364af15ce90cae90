"""Correction of spelling mistakes in everyday words."""

from __future__ import annotations

import pytest

from geoeval.understanding.vocabulary.spelling import correct_text, known_words
from geoeval.understanding.vocabulary.text import tokenise


def corrected_words(text: str, *names: tuple[str, ...]) -> list[str]:
    """Return the keys of the words of a text after correction."""
    return [word.key for word in tokenise(correct_text(text, names))]


@pytest.mark.parametrize(
    ("misspelling", "corrected"),
    [
        ("wihch", "which"), ("nearst", "nearest"), ("distanxe", "distance"), ("wehre", "where"),
        ("pharmcies", "pharmacies"), ("restuarant", "restaurant"), ("kilometrs", "kilometers"),
        ("frthest", "farthest"), ("teir", "their"), ("soth", "south"), ("taes", "takes"),
    ],
)  # fmt: skip
def test_a_misspelling_is_corrected(misspelling: str, corrected: str) -> None:
    """Swapped, missing and wrong letters."""
    assert corrected_words(f"Tell me {misspelling}")[-1] == corrected


@pytest.mark.parametrize("misspelling", ["Wehre", "wehre"])
def test_a_capitalised_first_word_is_corrected(misspelling: str) -> None:
    assert corrected_words(f"{misspelling} is it?")[0] == "where"
    assert corrected_words(f"I am here. {misspelling} is it?")[3] == "where"


def test_names_are_not_corrected() -> None:
    """Capitalised words and words of known names are not corrected."""
    assert corrected_words("Is it in Wihch")[-1] == "wihch"
    assert corrected_words("is it in wihch", ("wihch", "town"))[-1] == "wihch"


@pytest.mark.parametrize("word", ["xq", "qwrtzpl", "24", "restaurant", "nearest"])
def test_other_words_are_not_corrected(word: str) -> None:
    """Short words, figures, kinds of place, known words and nonsense."""
    assert corrected_words(f"the {word}")[-1] == word


def test_words_of_the_vocabulary_are_known() -> None:
    assert {"which", "nearest", "roundabout"} <= known_words()


@pytest.mark.parametrize("misspelling", ["hors", "huors", "hurs", "hourrs"])
def test_a_misspelling_after_a_figure_is_a_unit(misspelling: str) -> None:
    assert corrected_words(f"for 1.5 {misspelling}")[-1] == "hours"


@pytest.mark.parametrize("word", ["told", "movie", "horse", "lest", "bother", "mist"])
def test_english_words_are_not_corrected(word: str) -> None:
    assert corrected_words(f"the {word}")[-1] == word

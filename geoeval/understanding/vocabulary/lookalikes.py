"""English words that are one typo away from a word of the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from geoeval.files import write_file
from geoeval.understanding.vocabulary.lexicon import category_of
from geoeval.understanding.vocabulary.spelling import LOOKALIKES, intended_word, known_words

_MIN_USES = 400
_MIN_LENGTH, _MAX_LENGTH = 3, 14


def find_lookalikes(uses: Mapping[str, int]) -> list[str]:
    """Return the words that must not be mistaken for typos of vocabulary words."""
    return sorted(
        word
        for word, count in uses.items()
        if count >= _MIN_USES
        and _MIN_LENGTH <= len(word) <= _MAX_LENGTH
        and word.isascii()
        and word.isalpha()
        and word not in known_words()
        and category_of(word) is None
        and intended_word(word) != word
    )


@cache
def english_words() -> Mapping[str, int]:
    """Return English words with their number of occurrences in a large corpus."""
    from spellchecker import SpellChecker

    uses: Mapping[str, int] = SpellChecker().word_frequency.dictionary
    return uses


def write_lookalikes() -> None:
    """Write the lookalikes file of the package, ten words a line."""
    words = find_lookalikes(english_words())
    lines = (" ".join(words[start : start + 10]) for start in range(0, len(words), 10))
    with resources.as_file(resources.files("geoeval.understanding")) as folder:
        path = Path(folder) / "vocabulary" / LOOKALIKES
        write_file(path, "".join(f"{line}\n" for line in lines).encode())


if __name__ == "__main__":
    write_lookalikes()

"""The words of English that are no slips of the vocabulary's."""

from __future__ import annotations

from importlib import resources

import pytest

from geoeval.understanding.vocabulary.lookalikes import english_words, find_lookalikes
from geoeval.understanding.vocabulary.spelling import LOOKALIKES


@pytest.mark.slow
def test_the_file_is_up_to_date() -> None:
    """The file holds what is found in the dictionary for the vocabulary as it is now.

    If this fails, run ``python -m geoeval.understanding.vocabulary.lookalikes``.
    """
    file = resources.files("geoeval.understanding") / "vocabulary" / LOOKALIKES
    assert file.read_text(encoding="utf-8").split() == find_lookalikes(english_words())


def test_rare_words_are_left_out() -> None:
    """A word that hardly anyone writes is likelier a slip."""
    assert find_lookalikes({"whew": 3, "lest": 4000}) == ["lest"]

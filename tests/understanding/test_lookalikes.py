"""English words that are not misspellings of the vocabulary."""

from __future__ import annotations

from importlib import resources

import pytest

from geoeval.understanding.vocabulary.lookalikes import english_words, find_lookalikes
from geoeval.understanding.vocabulary.spelling import LOOKALIKES


@pytest.mark.slow
def test_the_file_of_lookalikes_is_up_to_date() -> None:
    """If this fails, run ``python -m geoeval.understanding.vocabulary.lookalikes``."""
    file = resources.files("geoeval.understanding") / "vocabulary" / LOOKALIKES
    assert file.read_text(encoding="utf-8").split() == find_lookalikes(english_words())


def test_rare_words_are_left_out() -> None:
    """A very rare word is more likely a misspelling."""
    assert find_lookalikes({"whew": 3, "lest": 4000}) == ["lest"]

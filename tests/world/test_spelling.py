"""Similarity of names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from geoeval.world.names import Spelling, Spellings, name_similarity

WORDS = ("old", "mill", "mil", "park", "hotel", "the", "café", "Гостиница", "парк", "17", "5", "")
NAMES = st.lists(st.sampled_from(WORDS) | st.text("aemil пк", max_size=6), max_size=4).map(" ".join)


@given(NAMES, st.lists(NAMES, max_size=12), st.sampled_from([55.0, 80.0]))
def test_similar_names_equal_pairwise_comparison(text: str, names: list[str], least: float) -> None:
    query = Spelling.of(text)
    each = {index: name_similarity(query, Spelling.of(name)) for index, name in enumerate(names)}
    expected = {index: score for index, score in each.items() if score >= least}
    assert Spellings(names).find_similar(text, least) == expected

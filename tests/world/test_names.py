"""Matching a text with one of several names."""

from __future__ import annotations

import re

import pytest
from anyascii import anyascii
from hypothesis import given
from hypothesis import strategies as st

from geoeval.text import key_words, normalise_name, plain_text, short_name
from geoeval.world.names import NameIndex, best_match
from tests.strategies import names


@pytest.mark.parametrize(
    ("name", "candidates", "index", "how"),
    [
        ("Via Hill Road", ["Via Hill Road and X", "Via Hill Road"], 1, "exact"),
        ("Hill Rd", ["Hill Road and Port St", "Hill Road"], 1, "short_form"),
        ("hill museum", ["The Hill Museum Café", "Hill  Museum"], 1, "normalised"),
        ("Hill Museum", ["The Hill Museum", "The Great Hall at the Hill Museum"], 0, "short_form"),
        ("Anna's Table", ["Anna's Table, Port Branch", "Anna Café"], 0, "short_form"),
        ("Anna's Table - 5 Port St", ["Anna's Table, Port Branch", "Port"], 0, "short_form"),
        ("Mill Café, 5 Hill Rd", ["Mill Café", "Mill Café Reserve"], 0, "short_form"),
        ("Mill | 5 Hill Rd", ["Mill", "Mill House"], 0, "short_form"),
        ("Café Court Petrie", ["Petrie Court Café", "Mill"], 0, "short_form"),
        ("Heros Square", ["Heroes' Square", "Old Castle"], 0, "close"),
        ("মোহাম্মদপুর", ["Mohammadpur", "Dhanmondi"], 0, "close"),
        ("Senkoji Temple", ["Senkō-ji", "Ueno"], 0, "close"),
        ("St. Anna & Co", ["Saint Anna and Co."], 0, "short_form"),
        ("Vell Aquarium", ["Acuario Vell", "Mill"], 0, "short_form"),
        ("the Duomo", ["Duomo di Santa Vell", "Mill"], 0, "short_form"),
        ("Market of Vell", ["Mercato di Vell", "Mill"], 0, "short_form"),
    ],
)
def test_each_rule_finds_its_name(name: str, candidates: list[str], index: int, how: str) -> None:
    match = best_match(name, candidates)
    assert (match.index, match.how) == (index, how)


@pytest.mark.parametrize(
    ("name", "candidates", "tied"),
    [
        ("Mill", ["Old Mill", "New Mill"], (0, 1)),
        ("Mill Café", ["Mill Café", "Mill Café"], (0, 1)),
        ("Terminal 2", ["Terminal 1", "Terminal 3"], ()),
        ("Hill Park", ["Hill Park Hotel"], ()),
        ("Wellford", ["Grand Wellford", "University of Wellford"], ()),
        ("Hill University Library", ["Hill University"], ()),
        ("the museum", ["City Museum"], ()),
        ("Greenmont Square", ["Greenmond Square", "Greenmonk Square"], (0, 1)),
        ("abc", ["abd"], ()),
        ("[closed] Old Mill", ["Old Mill", "Old Mill, East Wing", "Mill"], (0, 1)),
        ("x", [], ()),
    ],
)
def test_ambiguous_names_are_not_guessed(
    name: str, candidates: list[str], tied: tuple[int, ...]
) -> None:
    """Other numbers or types mean other places."""
    match = best_match(name, candidates)
    assert match.index is None
    assert match.tied == tied


def test_the_nearest_names_are_offered() -> None:
    match = best_match("Gallery Lafitte", ["Gallerya Lafitte Hausser", "Port", "Gallery Lafont X"])
    assert match.index is None
    assert "Port" not in match.candidates
    assert match.candidates


@given(names())
def test_every_name_matches_itself(name: str) -> None:
    """Its normal form is stable."""
    assert NameIndex(["Some Other Inn", name]).match(name).index == 1
    assert normalise_name(normalise_name(name)) == normalise_name(name)
    assert key_words(name)
    assert short_name(name)


@given(st.text() | st.text("aÉß京 the&'’,;()-–|<>\u200b"))
def test_normal_forms_contain_only_letters_and_digits(name: str) -> None:
    """Apostrophes vanish, "&" becomes a word, and text of signs alone is kept."""
    text = re.sub("['`]", "", anyascii(plain_text(name)).lower()).replace("&", " and ")
    assert normalise_name(name) == (
        " ".join(re.findall("[a-z0-9]+", text)) or name.strip().casefold()
    )


@given(st.text() | st.text("aÉß京 the&'’,;()-–|<>[]\u200b"))
def test_every_short_form_matches_its_name(name: str) -> None:
    assert NameIndex(["Some Other Inn", name]).match(short_name(name)).index == 1


def test_names_sharing_a_rare_word_are_near() -> None:
    """A common word or a category word is not enough."""
    branches = [f"Costa Corner {letter}" for letter in "ABCDEF"]
    index = NameIndex(["Starbucks", "Musée du Louvre", "Reserve Bank", "Gate 5", *branches])
    assert index.nearest("Starbucks Reserve Roastery Chicago") == ("Starbucks", "Reserve Bank")
    assert index.nearest("The Louvre")[0] == "Musée du Louvre"
    assert index.match("Starbucks Roastery, Chicago").candidates == ("Starbucks",)
    assert index.nearest("Costa Pacifica Bank of Elsewhere, Pier 5") == ()

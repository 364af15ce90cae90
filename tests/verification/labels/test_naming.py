"""Names and facts in words compared with options."""

from __future__ import annotations

import pytest

from geoeval.query.values import Names, Text
from geoeval.verification.labels.match import fit_names, fit_text
from geoeval.verification.labels.naming import NameRanks, segment_ranks
from tests.verification.builders import ranked

LISTED = ("Yianni's Kitchen", "Salt, Pepper & Spice", "Big Pita", "Manotas Organics, Quito Foods")


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        (["Fig Hall", "Old Mill"], [1]),
        (["Fig Hall ", ". The Ox Inn"], [1]),
        (["OLD MILL - 1 Low Rd, Ely", "Fig Hall"], [0]),
        (["Via <b>Fig</b> Hall", "Elsewhere"], [0]),
        (["Old Mill", "Fig Hall", "Old Mill"], [0, 2]),
        (["Elsewhere", ""], []),
        (["Old Mlil", "Fig Hall"], [0]),
    ],
)
def test_first_offered_name_fits(options: list[str], fits: list[int]) -> None:
    """Names are recognised within other words, and identical options both fit."""
    value = ranked("Old Mill", "The Ox Inn", "Fig Hall", "Elm House", "Ash Court")
    assert sorted(fit_names(value, options).options) == fits


def test_tied_names_fit_together() -> None:
    found = fit_names(ranked("Old Mill", "Ox Inn", "Fig Hall", tied=2), ["Ox Inn", "Old Mill"])
    assert sorted(found.options) == [0, 1]
    assert len(set(found.options.values())) == 2


def test_sets_may_offer_only_the_best() -> None:
    """The next name does not belong to the set."""
    value = ranked("Old Mill", "Ox Inn", "Fig Hall")
    assert [*fit_names(value, ["Only Ox Inn", "Ox Inn and Fig Hall"]).options] == [0]
    tied = ranked("Old Mill", "Ox Inn", "Fig Hall", tied=2)
    assert [*fit_names(tied, ["Ox Inn and Old Mill", "Fig Hall"]).options] == [0]


def test_margin_of_names_is_a_rank_difference() -> None:
    """It counts the places between the answer and the next option."""
    value = ranked("Old Mill", "Ox Inn", "Fig Hall", "Elm House")
    assert fit_names(value, ["Old Mill", "Fig Hall"]).margin == 2
    assert fit_names(value, ["Old Mill"]).margin is None


def test_known_names_are_not_confused() -> None:
    """An option that names another place of the world does not fit."""
    value = ranked("Harbour Market", "Fig Hall")
    assert list(fit_names(value, ["Harbor Markets"]).options) == [0]
    assert not fit_names(value, ["Harbor Markets"], ["Harbor Markets"]).options


def test_transliterated_names_are_recognised() -> None:
    assert list(fit_names(ranked("শিশির বেকারি", "Fig Hall"), ["Shishir Bakery"]).options) == [0]


@pytest.mark.parametrize(
    ("options", "fits"),
    [(["Fig Hall", "Elsewhere"], [0]), (["Fig Hall", "Old Mill"], [0, 1]), (["Elsewhere"], [])],
)
def test_any_correct_name_fits(options: list[str], fits: list[int]) -> None:
    """Every option with one of the names fits."""
    value = Names(names=("Old Mill", "Fig Hall"), reading="any")
    assert sorted(fit_names(value, options).options) == fits


@pytest.mark.parametrize(("rank", "fits"), [(2, [1]), (3, []), (9, [])])
def test_only_the_name_of_the_rank_fits(rank: int, fits: list[int]) -> None:
    """No option fits where that name is not offered."""
    value = Names(names=("Old Mill", "Ox Inn", "Fig Hall"), reading="nth", rank=rank)
    assert sorted(fit_names(value, ["Old Mill", "Ox Inn"]).options) == fits


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        (["Big Pita, Yianni's Kitchen, Manotas Organics, Quito Foods, Salt, Pepper & Spice"], [0]),
        (["Big Pita and Yianni's Kitchen", "Big Pita"], [0]),
        (["Big Pita, Elsewhere", "Yianni's Kitchen"], [1]),
        (["Salt, Pepper & Spice", "Elsewhere"], [0]),
        (["Elsewhere", "", "Nowhere Inn"], []),
    ],
)
def test_sets_match_in_any_order(options: list[str], fits: list[int]) -> None:
    """Commas inside names do not split them, and a wrong name spoils the list."""
    assert sorted(fit_names(Names(names=LISTED, reading="all"), options).options) == fits


def test_empty_segments_are_skipped() -> None:
    """Doubled commas produce no names."""
    value = Names(names=("Old Mill", "Ox Inn"), reading="all")
    assert segment_ranks("Old Mill,, Ox Inn,", NameRanks(value)) == [0, 1]


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        (["Turn right onto Mirpur road", "Turn left onto Mirpur road"], [1]),
        (["Turn right onto Mirpur Rd"], []),
        (["Elm Sq", "Mirpur road"], [1]),
    ],
)
def test_instructions_match_by_turn_and_road(options: list[str], fits: list[int]) -> None:
    """Left never matches right, and a road stands for the step along it."""
    value = Names(names=("Turn left onto Mirpur Rd",), reading="ranked", aliases=(("Mirpur Rd",),))
    assert sorted(fit_names(value, options).options) == fits


def test_long_instructions_still_differ_by_turn() -> None:
    """Sharing many words does not make two turns equal."""
    value = ranked("Turn left onto Sheikh Omar Bin Hamdan Street toward the Old Harbour Market")
    options = ["Turn right onto Sheikh Omar Bin Hamdan Street toward the Old Harbour Market"]
    assert not fit_names(value, options).options


def test_routes_differ_by_their_number_of_roads() -> None:
    """A route over one road is not the route over that road and a second."""
    value = ranked("NH 48 and Uran Rd", "Palm Rd")
    assert not fit_names(value, ["Via NH 48"]).options


def test_verbatim_orders_are_distinguished() -> None:
    """The same places in another sequence are another option."""
    value = ranked("Home -> Mill -> Inn")
    options = ["Home -> Inn -> Mill", "Home -> Mill -> Inn"]
    assert list(fit_names(value, options).options) == [1]


def test_blank_names_are_skipped() -> None:
    """A route may have a blank name."""
    assert not fit_names(Names(names=("", "Elm St"), reading="ranked"), ["", "Ash St"]).options


@pytest.mark.parametrize(
    ("text", "options", "fits"),
    [
        ("12 Low Rd, Ely", ["12 Low Road, Ely", "12 High Road, Ely"], [0]),
        ("12 Low Rd, Ely", ["14 Low Road", "12 Low Road"], [1]),
        ("12 Low Rd", ["12 Low Rd, Ely, Norfolk", ""], [0]),
        ("+44 20 7946 0018", ["020 7946 0018", "+44 (20) 79460018"], [1]),
        ("Moderate", ["Inexpensive", "Moderate"], [1]),
        ("Quayside Gardens", ["Quayside Gardns", "Elm House"], [0]),
        ("Moderate", ["cheap", "dear"], []),
    ],
)
def test_worded_facts_match_similar_words(text: str, options: list[str], fits: list[int]) -> None:
    """Addresses, phone numbers and words may be shortened or misspelt."""
    assert sorted(fit_text(Text(text=text), options).options) == fits


def test_two_misspelt_words_are_accepted() -> None:
    """Each resembles one word of the name."""
    assert NameRanks(ranked("Grosvenor Palace")).rank("Grosvenar Pallace") == 0

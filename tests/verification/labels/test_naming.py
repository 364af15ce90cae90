"""Names and facts in words against options."""

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
def test_the_first_ranked_name_that_is_offered_fits(options: list[str], fits: list[int]) -> None:
    """Names are recognised whatever is around them; identical options both fit."""
    value = ranked("Old Mill", "The Ox Inn", "Fig Hall", "Elm House", "Ash Court")
    assert sorted(fit_names(value, options).options) == fits


def test_tied_names_fit_together() -> None:
    """Two places that are equally good are both right."""
    found = fit_names(ranked("Old Mill", "Ox Inn", "Fig Hall", tied=2), ["Ox Inn", "Old Mill"])
    assert sorted(found.options) == [0, 1]
    assert len(set(found.options.values())) == 2


def test_a_set_may_hold_the_best_that_is_offered_alone() -> None:
    """The next one does not belong to it."""
    value = ranked("Old Mill", "Ox Inn", "Fig Hall")
    assert [*fit_names(value, ["Only Ox Inn", "Ox Inn and Fig Hall"]).options] == [0]
    tied = ranked("Old Mill", "Ox Inn", "Fig Hall", tied=2)
    assert [*fit_names(tied, ["Ox Inn and Old Mill", "Fig Hall"]).options] == [0]


def test_the_margin_of_names_is_a_difference_of_ranks() -> None:
    """How many places stand between the answer and the next option."""
    value = ranked("Old Mill", "Ox Inn", "Fig Hall", "Elm House")
    assert fit_names(value, ["Old Mill", "Fig Hall"]).margin == 2
    assert fit_names(value, ["Old Mill"]).margin is None


def test_another_known_name_is_not_taken_for_a_similar_one() -> None:
    """An option that means another place of the world does not fit."""
    value = ranked("Harbour Market", "Fig Hall")
    assert list(fit_names(value, ["Harbor Markets"]).options) == [0]
    assert not fit_names(value, ["Harbor Markets"], ["Harbor Markets"]).options


def test_a_name_in_another_script_is_recognised() -> None:
    """A transliteration stands for the name."""
    assert list(fit_names(ranked("শিশির বেকারি", "Fig Hall"), ["Shishir Bakery"]).options) == [0]


@pytest.mark.parametrize(
    ("options", "fits"),
    [(["Fig Hall", "Elsewhere"], [0]), (["Fig Hall", "Old Mill"], [0, 1]), (["Elsewhere"], [])],
)
def test_any_of_the_names_fits(options: list[str], fits: list[int]) -> None:
    """Where each name is right, every option with one of them fits."""
    value = Names(names=("Old Mill", "Fig Hall"), reading="any")
    assert sorted(fit_names(value, options).options) == fits


@pytest.mark.parametrize(("rank", "fits"), [(2, [1]), (3, []), (9, [])])
def test_the_so_manieth_name_fits_alone(rank: int, fits: list[int]) -> None:
    """The name of that rank answers, offered or not."""
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
def test_a_set_is_listed_in_any_order(options: list[str], fits: list[int]) -> None:
    """Commas inside names do not part them; a wrong name spoils a list."""
    assert sorted(fit_names(Names(names=LISTED, reading="all"), options).options) == fits


def test_segments_skip_empty_pieces() -> None:
    """Doubled commas are no names."""
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
def test_an_instruction_is_matched_with_its_turn(options: list[str], fits: list[int]) -> None:
    """Left is never right, and a road stands for the step that takes it."""
    value = Names(names=("Turn left onto Mirpur Rd",), reading="ranked", aliases=(("Mirpur Rd",),))
    assert sorted(fit_names(value, options).options) == fits


def test_a_long_instruction_keeps_its_turn() -> None:
    """However many words two instructions share."""
    value = ranked("Turn left onto Sheikh Omar Bin Hamdan Street toward the Old Harbour Market")
    options = ["Turn right onto Sheikh Omar Bin Hamdan Street toward the Old Harbour Market"]
    assert not fit_names(value, options).options


def test_one_road_is_not_taken_for_two() -> None:
    """A route over one road is another than the route over it and a second one."""
    value = ranked("NH 48 and Uran Rd", "Palm Rd")
    assert not fit_names(value, ["Via NH 48"]).options


def test_orders_offered_word_for_word_are_not_confused() -> None:
    """An order of the same places in another sequence is another option."""
    value = ranked("Home -> Mill -> Inn")
    options = ["Home -> Inn -> Mill", "Home -> Mill -> Inn"]
    assert list(fit_names(value, options).options) == [1]


def test_names_without_letters_are_passed_over() -> None:
    """A blank name of a route is no name."""
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
def test_a_fact_in_words_fits_the_same_words(
    text: str, options: list[str], fits: list[int]
) -> None:
    """Addresses, phone numbers and words, shortened or misspelt."""
    assert sorted(fit_text(Text(text=text), options).options) == fits


def test_each_misspelt_word_resembles_one_of_the_name() -> None:
    """Not all of them: two words may be misspelt at once."""
    assert NameRanks(ranked("Grosvenor Palace")).rank("Grosvenar Pallace") == 0

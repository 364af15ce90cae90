"""Names written differently from the world: longer, shorter, without capitals."""

from __future__ import annotations

import pytest

from geoeval.understanding.linking.overlap import is_short_for, overlap_of
from geoeval.understanding.reading import Mention
from geoeval.world.model import Place, World
from tests.understanding.asking import reading

ALBA = World(
    places=(
        Place(name="Old Mill", address="1 Quay Road, Alba"),
        Place(name="Stone Pier", address="9 Shore Road, Alba"),
        Place(name="Quarrel Bay Lighthouse", address="3 Cape Lane, Alba"),
        Place(name="Museum of Clocks and Keys (MUCK)", address="4 Bell Lane, Alba"),
        Place(name="Peregrine Park", address="5 Bell Lane, Alba"),
        Place(name="University of Gorm", address="6 Bell Lane, Alba"),
        Place(name="Berg", address="Berg, Sindhu"),
    )
)


def linked_places(text: str) -> list[tuple[str, str]]:
    """Return the names that a text is linked to, with the words that they cover."""
    found = reading(text, ALBA)
    return [(mention.value, " ".join(found.keys(mention))) for mention in found.of("place")]


def link_of(name: str) -> Mention | None:
    """Return the link of a name in a plain question, or None."""
    found = reading(f"How far is {name} from here?", ALBA).of("place")
    return found[0] if len(found) == 1 else None


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("the Quarrel Bay Lths", "Quarrel Bay Lighthouse"),
        ("Quarrel Lighthouse", "Quarrel Bay Lighthouse"),
        ("the Q. Bay Lighthouse", "Quarrel Bay Lighthouse"),
        ("Univ. of Gorm", "University of Gorm"),
        ("the peregrine park", "Peregrine Park"),
        ("the quarrel lighthouse", "Quarrel Bay Lighthouse"),
        ("MUCK", "Museum of Clocks and Keys (MUCK)"),
    ],
)
def test_a_name_is_linked_by_its_rare_words(written: str, name: str) -> None:
    """Words may be omitted, abbreviated or without capitals."""
    found = link_of(written)
    assert found is not None
    assert found.value == name


@pytest.mark.parametrize("written", ["Zork University", "Berg University"])
def test_another_rare_word_names_another_place(written: str) -> None:
    """A different kind of place or a rare word makes a name unknown."""
    assert link_of(written) is None
    assert reading(f"How far is {written} from here?", ALBA).of("unknown")


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("How far is the Old Mill (main entrance) from here?", "old mill main entrance"),
        ("How far is the Old Mill (East Wing) from here?", "old mill east wing"),
        ("How far is the Old Mill, Alba, from here?", "old mill alba"),
        ("How far is the Old Mill in Alba from here?", "old mill in alba"),
        ("how far is the old mill in zorkograd from here?", "old mill in zorkograd"),
        ("How far is the Old Mill in zorkograd from here?", "old mill"),
        ("How far is the Old Mill in Alba, Sindhu, from here?", "old mill in alba sindhu"),
    ],
)
def test_brackets_and_towns_belong_to_the_name(text: str, covered: str) -> None:
    assert linked_places(text) == [("Old Mill", covered)]


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("How far is Quarrel Bay Hall from the Old Mill?", "quarrel bay hall"),
        ("How far is Quarrel Bay Building from the Old Mill?", "quarrel bay"),
        ("How far is Quarrel Bay Zyzzyva from the Old Mill?", "quarrel bay"),
    ],
)
def test_three_quarters_of_a_phrase_must_match(text: str, covered: str) -> None:
    """A word for a kind of place counts little, so it may be added; a rare word may not."""
    assert linked_places(text)[0] == ("Quarrel Bay Lighthouse", covered)


@pytest.mark.parametrize("aside", ["1 hour", "by car", "Stone Pier"])
def test_informative_brackets_are_not_part_of_a_name(aside: str) -> None:
    """They contain a duration, a mode or another place."""
    assert ("Old Mill", "old mill") in linked_places(f"I visit the Old Mill ({aside}) first.")


def test_an_inexact_link_has_a_doubt_and_a_reason() -> None:
    exact, short = link_of("the Stone Pier"), link_of("Quarrel Lighthouse")
    assert exact is not None
    assert short is not None
    assert (exact.doubt, exact.reason) == (0.0, "")
    assert short.doubt > 0.0
    assert short.reason


def test_a_kind_asked_for_is_not_a_name() -> None:
    """Words after "which" or "a" describe what is asked for."""
    assert linked_places("Which lighthouse is nearest?") == []
    assert linked_places("Is there a quarrel lighthouse?") == []


def test_a_name_that_fits_two_places_links_to_none() -> None:
    world = World(places=(Place(name="Gorm North Hall"), Place(name="Gorm South Hall")))
    assert reading("How far is the Gorm Hall from here?", world).of("place") == []


@pytest.mark.parametrize(
    ("short", "word", "expected"),
    [
        ("univ", "university", True),
        ("htl", "hotel", True),
        ("br", "bridge", True),
        ("it", "inn", False),
        ("mill", "mill", False),
    ],
)
def test_abbreviations_are_prefixes_or_consonants(short: str, word: str, *, expected: bool) -> None:
    assert is_short_for(short, word) is expected


def test_the_overlap_of_a_world_is_cached() -> None:
    assert overlap_of(ALBA.atlas) is overlap_of(ALBA.atlas)


def test_names_that_differ_in_case_are_distinguished_by_their_spelling() -> None:
    """A question about a town is not about a shop with its name in capitals."""
    town = World(places=(Place(name="Hay-on-Wye"), Place(name="HAY ON WYE", address="Shop 4")))
    for name in ("Hay-on-Wye", "HAY ON WYE"):
        found = reading(f"How far is {name} from here, and why?", town).of("place")
        assert [mention.value for mention in found] == [name]

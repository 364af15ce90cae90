"""Names that are written otherwise than in the world: longer, shorter, without capitals."""

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


def places(text: str) -> list[tuple[str, str]]:
    """Return the names that a text is linked to, with the words that they cover."""
    found = reading(text, ALBA)
    return [(mention.value, " ".join(found.keys(mention))) for mention in found.of("place")]


def link(name: str) -> Mention | None:
    """Return the link of a name in a plain question, if there is one."""
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
    """Words left out, shortened or without capitals still lead to the one name."""
    found = link(written)
    assert found is not None
    assert found.value == name


@pytest.mark.parametrize("written", ["Zork University", "Berg University"])
def test_another_rare_word_is_another_place(written: str) -> None:
    """A kind of place that disagrees, or a rare word, makes a name unknown."""
    assert link(written) is None
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
def test_what_adds_nothing_belongs_to_the_name(text: str, covered: str) -> None:
    """Brackets and the town behind a name are part of it."""
    assert places(text) == [("Old Mill", covered)]


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("How far is Quarrel Bay Hall from the Old Mill?", "quarrel bay hall"),
        ("How far is Quarrel Bay Building from the Old Mill?", "quarrel bay"),
        ("How far is Quarrel Bay Zyzzyva from the Old Mill?", "quarrel bay"),
    ],
)
def test_three_quarters_of_a_phrase_are_in_the_name(text: str, covered: str) -> None:
    """A word for a kind of place counts little, so it may be added; a rare word may not."""
    assert places(text)[0] == ("Quarrel Bay Lighthouse", covered)


@pytest.mark.parametrize("aside", ["1 hour", "by car", "Stone Pier"])
def test_brackets_that_tell_something_are_kept_apart(aside: str) -> None:
    """A duration, a mode or another place in brackets is no part of the name before."""
    assert ("Old Mill", "old mill") in places(f"I visit the Old Mill ({aside}) first.")


def test_a_doubtful_link_says_why() -> None:
    """An exact name is beyond doubt; another form of it is not, and has a reason."""
    exact, short = link("the Stone Pier"), link("Quarrel Lighthouse")
    assert exact is not None
    assert short is not None
    assert (exact.doubt, exact.reason) == (0.0, "")
    assert short.doubt > 0.0
    assert short.reason


def test_words_asked_for_are_no_name() -> None:
    """What stands behind "which" or "a" is asked for."""
    assert places("Which lighthouse is nearest?") == []
    assert places("Is there a quarrel lighthouse?") == []


def test_two_names_that_share_a_word_are_neither() -> None:
    """Where no name leads, none is meant."""
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
def test_abbreviations(short: str, word: str, *, expected: bool) -> None:
    """A beginning or the consonants of a word stand for it."""
    assert is_short_for(short, word) is expected


def test_the_words_of_a_world_are_counted_once() -> None:
    """The overlap of a world is kept."""
    assert overlap_of(ALBA.atlas) is overlap_of(ALBA.atlas)

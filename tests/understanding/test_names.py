"""Names of places, roads and routes in the words of a question."""

from __future__ import annotations

import pytest

from geoeval.understanding.linking.forms import short_forms
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import distance, fact
from tests.understanding.asking import names_in, query_of
from tests.understanding.towns import ROADS


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("The Grand Hall (Old Wing) - Harbour, Springfield", "the grand hall"),
        ("The Grand Hall (Old Wing) - Harbour, Springfield", "grand hall"),
        ("Café Sacher Wien", "cafe sacher wien"),
        ("Bay Hwy/B7", "bay highway"),
        ("The", "the"),
    ],
)
def test_a_name_has_short_forms(name: str, form: str) -> None:
    """The whole name, without its article, and without its suffixes."""
    assert tuple(form.split()) in set(short_forms(name))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How far is the Old Mill from the Stone Pier?", ["Old Mill", "Stone Pier"]),
        ("how far is old mill from stone pier", ["Old Mill", "Stone Pier"]),
        ("HOW FAR IS OLD MILL FROM STONE PIER?", ["Old Mill", "Stone Pier"]),
        ("I visit the Maritime Museum. When does the museum close?", ["Maritime Museum"] * 2),
        ("I am in a mill.", []),
        ("Where is Zork Palace?", []),
    ],
)
def test_places_are_found_by_name(text: str, expected: list[str]) -> None:
    """Case does not matter; the kind of a mentioned place names it, too."""
    assert names_in(text) == expected


def test_the_longest_name_counts() -> None:
    world = World(places=(Place(name="Old Mill"), Place(name="Old Mill Inn")))
    assert names_in("From the Old Mill Inn to the Old Mill", world) == ["Old Mill Inn", "Old Mill"]


def test_an_arrow_separates_names() -> None:
    """Both together may be a name as well."""
    world = World(places=(Place(name="Old Mill"), Place(name="Mill"), Place(name="Old")))
    assert "Old Mill" not in names_in("I go Old -> Mill", world)


def test_an_ambiguous_short_form_names_nothing() -> None:
    world = World(
        places=(Place(name="Grand Hall, Alba"), Place(name="Grand Hall, Berg"), Place(name="Pier"))
    )
    assert names_in("Where is the Grand Hall?", world) == []
    assert names_in("Where is the Grand Hall, Berg?", world) == ["Grand Hall, Berg"]


def test_an_exact_name_has_priority_over_a_short_form() -> None:
    """The order of places does not matter."""
    places = (Place(name="Grand Hall, Alba"), Place(name="Grand Hall"))
    for known in (places, places[::-1]):
        assert names_in("Where is the Grand Hall?", World(places=known)) == ["Grand Hall"]


RAJPUR = World(places=(Place(name="Rajpur", address="Rajpur, Sindhu"), Place(name="Old Mill")))


def test_an_extended_name_is_another_place() -> None:
    """Rajpur University is not the town of Rajpur."""
    text = "How far is Rajpur University from the Old Mill as the crow flies?"
    query = query_of(text, RAJPUR)
    assert query == distance("Rajpur University", "Old Mill")


def test_a_bare_name_is_the_town() -> None:
    assert names_in("How far is Rajpur from the Old Mill?", RAJPUR) == ["Rajpur", "Old Mill"]


def test_a_kind_after_a_name_may_belong_to_it() -> None:
    """A word that only describes the place does not name another place."""
    world = World(places=(Place(name="Big Obelisk"), Place(name="Old Mill")))
    assert names_in("Where is the Big Obelisk Monument?", world) == ["Big Obelisk"]


def test_a_similar_name_is_recognised() -> None:
    world = World(places=(Place(name="Karen Blixen Museum"), Place(name="Giraffe Centre")))
    assert names_in("How far is the Karen Blixen House Museum from here?", world) == [
        "Karen Blixen Museum"
    ]


def test_an_unknown_name_is_kept_as_written() -> None:
    assert names_in("How far is Zork Palace of Azra from the Old Mill?", kind="unknown") == [
        "Zork Palace of Azra"
    ]


def test_an_unknown_name_needs_no_capitals() -> None:
    assert names_in("how far is zyxwoq from old mill", kind="unknown") == ["zyxwoq"]


def test_listed_places_and_anchors_are_found() -> None:
    assert names_in("What is the rating of Gull Cafe?") == ["Gull Cafe"]
    world = World(lists=(NearbyList(anchor="Harbour Gate", category="Cafes", places=()),))
    assert names_in("I am at Harbour Gate.", world) == ["Harbour Gate"]


def test_roads_and_routes_are_found() -> None:
    text = "After Oak Avenue, what is next via Bay Highway?"
    assert names_in(text, ROADS, "road") == ["Oak Avenue", "Bay Highway"]
    assert names_in(text, ROADS, "route") == ["Bay Highway"]


@pytest.mark.parametrize("name", ["برج الساعة", "দক্ষিণ ঘাট", "清水寺", "Київ"])
def test_names_of_all_scripts_are_found(name: str) -> None:
    world = World(places=(Place(name=name, rating=4.0), Place(name="Old Mill")))
    assert query_of(f"What is the rating of {name}?", world) == fact(name, "rating")

"""Names of places, roads and routes in the words of a question."""

from __future__ import annotations

import pytest

from geoeval.understanding.linking.forms import short_forms
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import distance, fact
from tests.understanding.asking import asked, reading
from tests.understanding.towns import ROADS, TOWN


def named(text: str, world: World = TOWN, kind: str = "place") -> list[str]:
    """Return the names of one kind that a text mentions."""
    return [mention.value for mention in reading(text, world).of(kind)]


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
def test_name_is_known_by_its_short_forms(name: str, form: str) -> None:
    """A name is known whole, without its article, and without what trails it."""
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
    """Names are found in any case, and by the word that says what they are."""
    assert named(text) == expected


def test_the_longest_name_counts() -> None:
    """A name that begins with another name is the longer one."""
    world = World(places=(Place(name="Old Mill"), Place(name="Old Mill Inn")))
    assert named("From the Old Mill Inn to the Old Mill", world) == ["Old Mill Inn", "Old Mill"]


def test_names_joined_by_an_arrow_are_two() -> None:
    """An arrow parts names even where both together are a name."""
    world = World(places=(Place(name="Old Mill"), Place(name="Mill"), Place(name="Old")))
    assert "Old Mill" not in named("I go Old -> Mill", world)


def test_a_short_form_of_two_names_is_neither() -> None:
    """What may stand for several places stands for none."""
    world = World(
        places=(Place(name="Grand Hall, Alba"), Place(name="Grand Hall, Berg"), Place(name="Pier"))
    )
    assert named("Where is the Grand Hall?", world) == []
    assert named("Where is the Grand Hall, Berg?", world) == ["Grand Hall, Berg"]


def test_an_exact_name_goes_before_a_short_form() -> None:
    """The place that bears exactly this name is meant, in whichever order they are known."""
    places = (Place(name="Grand Hall, Alba"), Place(name="Grand Hall"))
    for known in (places, places[::-1]):
        assert named("Where is the Grand Hall?", World(places=known)) == ["Grand Hall"]


RAJPUR = World(places=(Place(name="Rajpur", address="Rajpur, Sindhu"), Place(name="Old Mill")))


def test_an_extended_name_is_another_place() -> None:
    """The words 'Rajpur University' is not the town of Rajpur."""
    text = "How far is Rajpur University from the Old Mill as the crow flies?"
    query = asked(text, RAJPUR)
    assert query == distance("Rajpur University", "Old Mill")


def test_a_town_with_its_kind_behind_is_the_town() -> None:
    """A name alone is the town."""
    assert named("How far is Rajpur from the Old Mill?", RAJPUR) == ["Rajpur", "Old Mill"]


def test_the_kind_behind_a_name_may_be_part_of_it() -> None:
    """A word that only says what a place is makes no other place of it."""
    world = World(places=(Place(name="Big Obelisk"), Place(name="Old Mill")))
    assert named("Where is the Big Obelisk Monument?", world) == ["Big Obelisk"]


def test_a_near_name_is_recognised() -> None:
    """A name that is written a little differently still is the place."""
    world = World(places=(Place(name="Karen Blixen Museum"), Place(name="Giraffe Centre")))
    assert named("How far is the Karen Blixen House Museum from here?", world) == [
        "Karen Blixen Museum"
    ]


def test_an_unknown_name_is_kept_as_written() -> None:
    """A name of no place of the world is an unknown, with all its words."""
    assert named("How far is Zork Palace of Azra from the Old Mill?", kind="unknown") == [
        "Zork Palace of Azra"
    ]


def test_a_name_without_capitals_is_unknown_too() -> None:
    """In a question without capitals unusual words are names."""
    assert named("how far is zyxwoq from old mill", kind="unknown") == ["zyxwoq"]


def test_entries_of_lists_are_places() -> None:
    """The places of a nearby list are known by name, and their anchor as well."""
    assert named("What is the rating of Gull Cafe?") == ["Gull Cafe"]
    world = World(lists=(NearbyList(anchor="Harbour Gate", category="Cafes", places=()),))
    assert named("I am at Harbour Gate.", world) == ["Harbour Gate"]


def test_roads_and_routes_are_found() -> None:
    """The roads of steps and the names of routes are mentions of their own."""
    text = "After Oak Avenue, what is next via Bay Highway?"
    assert named(text, ROADS, "road") == ["Oak Avenue", "Bay Highway"]
    assert named(text, ROADS, "route") == ["Bay Highway"]


@pytest.mark.parametrize("name", ["برج الساعة", "দক্ষিণ ঘাট", "清水寺", "Київ"])
def test_names_of_all_scripts_are_found(name: str) -> None:
    """Names without Latin letters are names."""
    world = World(places=(Place(name=name, rating=4.0), Place(name="Old Mill")))
    assert asked(f"What is the rating of {name}?", world) == fact(name, "rating")

"""Questions about areas, read from words alone, on a world with shapes."""

from __future__ import annotations

import pytest

from geoeval.query.describe import describe
from geoeval.understanding import NotUnderstood
from geoeval.world.model import NearbyList, Place, World
from tests.query.places.test_areas import area
from tests.understanding.asking import query_of

pytest.importorskip("shapely")

AREAS = (
    area("Westing", 0, 0, 2, 2),
    area("Easting", 2, 0, 4, 2),
    area("Northing", 0, 2, 4, 4),
    area("Farring", 9, 0, 11, 2),
)
PARISHES = NearbyList(anchor=None, category="parish", search="parish", places=AREAS)
COURSE = "LINESTRING (-0.01 0.01, 0.03 0.01)"
WORLD = World(
    places=(
        *AREAS,
        Place(name="Harrow Mill", location=(0.01, 0.01)),
        Place(name="Long Water", location=(0.01, 0.01), shape=COURSE),
    ),
    lists=(PARISHES,),
)
NAMES = tuple(place.name for place in AREAS)
AMONG = "Westing, Easting, Northing and Farring"
YES = ("Yes", "No")
CONTAINS = f"any of the administrative areas that contain Harrow Mill among {AMONG}"


def described(text: str, *options: str, world: World = WORLD) -> str | None:
    """Return in words what a question is read as, or None."""
    found = query_of(text, world, *options)
    return None if isinstance(found, NotUnderstood) else describe(found)


@pytest.mark.parametrize(
    "text",
    [
        "In which parish is Harrow Mill?",
        "Which parish is Harrow Mill in?",
        "What ward does Harrow Mill lie in?",
        "Which parish contains Harrow Mill?",
        "Which of these parishes contains Harrow Mill?",
        "Harrow Mill lies in which of these parishes?",
        "Tell me which parish Harrow Mill is located in.",
        "Which county is Harrow Mill part of?",
    ],
)
def test_the_area_around_a_place(text: str) -> None:
    assert described(text, *NAMES) == CONTAINS


@pytest.mark.parametrize(
    "text",
    [
        "Which of these parishes borders Westing?",
        "Which parish shares a border with Westing?",
        "Which parish has a boundary in common with Westing?",
        "Which parish is adjacent to Westing?",
        "Which of these adjoins Westing?",
        "Tell me which parish touches Westing.",
    ],
)
def test_the_area_that_borders_another(text: str) -> None:
    found = described(text, *NAMES[1:])
    assert found is not None
    assert found.endswith("that border Westing among Easting, Northing and Farring")


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Does Westing border Easting?", "Westing borders Easting"),
        ("Do Westing and Easting share a border?", "Westing borders Easting"),
        ("Are Westing and Easting neighbours?", "Westing borders Easting"),
        ("Is Westing adjacent to Easting?", "Westing borders Easting"),
        ("Does the parish of Westing border Easting?", "Westing borders Easting"),
        ("Does Westing not border Easting?", "Westing does not border Easting"),
        ("Is Harrow Mill in Westing?", "Harrow Mill lies within Westing"),
        ("Is Harrow Mill located in the parish of Westing?", "Harrow Mill lies within Westing"),
        ("Is Harrow Mill part of Westing?", "Harrow Mill lies within Westing"),
        ("Does Westing contain Harrow Mill?", "Westing contains Harrow Mill"),
        ("Does the Long Water cross Westing?", "Long Water crosses Westing"),
        ("Does the river Long Water flow through Westing?", "Long Water crosses Westing"),
        ("Is Westing crossed by the Long Water?", "Westing is crossed by Long Water"),
        ("Is Northing north of Westing?", "Northing lies to the north of Westing"),
    ],
)
def test_relations_are_checked(text: str, query: str) -> None:
    """With the options yes and no."""
    assert described(text, *YES) == f"whether {query}"


@pytest.mark.parametrize(
    ("text", "options", "query"),
    [
        (
            "How many parishes border Westing?",
            ("1", "2", "3"),
            "the number of administrative areas that border Westing",
        ),
        ("Which parishes border Westing?", (), "all administrative areas that border Westing"),
        (
            "Which parishes border Westing?",
            ("Easting, Northing", "Farring, Easting"),
            "all administrative areas that border Westing",
        ),
        (
            "Which parishes does the Long Water flow through?",
            (),
            "all administrative areas that are crossed by Long Water",
        ),
        (
            "Which of these parishes does not border Westing?",
            ("Easting", "Farring"),
            "any of the administrative areas that do not border Westing among Easting and Farring",
        ),
        (
            "Which of these is in Westing?",
            ("Harrow Mill", "Easting"),
            "any of the places that lie within Westing among Harrow Mill and Easting",
        ),
    ],
)
def test_areas_are_chosen_listed_and_counted(
    text: str, options: tuple[str, ...], query: str
) -> None:
    assert described(text, *options) == query


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Does Harrow Mill border the sea?", YES),
        ("Is Westing in Harrow Mill?", YES),
        ("Does Westing border Harrow Mill?", YES),
        ("Does the Long Water border Harrow Mill?", YES),
        ("Which of these borders Harrow Mill?", NAMES),
        ("Which is it that borders Westing?", ("red", "blue")),
        ("Which parish lies between Westing and Harrow Mill?", ("Farring", "red")),
    ],
)
def test_other_questions_are_not_read_as_relations(text: str, options: tuple[str, ...]) -> None:
    found = described(text, *options)
    assert found is None or not any(word in found for word in ("border", "within", "contain"))


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Does Westing border Easting?", YES),
        ("Is Harrow Mill in Westing?", YES),
        ("In which parish is Harrow Mill?", NAMES),
        ("In which parish is Harrow Mill?", ()),
    ],
)
def test_a_world_without_shapes_has_no_relations(text: str, options: tuple[str, ...]) -> None:
    bare = tuple(Place(name=name, location=(0.0, 0.0)) for name in (*NAMES, "Harrow Mill"))
    listed = NearbyList(anchor=None, category="parish", search="parish", places=bare[:-1])
    found = described(text, *options, world=World(places=bare, lists=(listed,)))
    assert found is None or not any(word in found for word in ("border", "within", "contain"))

"""Writing worlds as contexts, and reading them back."""

from __future__ import annotations

from hypothesis import given, settings

from geoeval.world.model import Leg, NearbyList, Place, Route, Step, TravelMode, World
from geoeval.world.reader import read_context
from geoeval.world.writer import write_context
from tests.strategies import worlds


@given(worlds)
@settings(max_examples=80)
def test_reading_what_was_written_gives_the_same_world(world: World) -> None:
    """World → context → World loses nothing and leaves no line unread."""
    text = write_context(world)
    assert read_context(text) == (world, ())


def test_text_that_looks_like_markup_survives() -> None:
    """Names with tags and entities in them are escaped, ordinary ampersands are not."""
    world = World(places=(Place(name="<b>A&amp;B</b>"), Place(name="C & D")))
    text = write_context(world)
    assert "C & D" in text
    assert read_context(text) == (world, ())


def test_known_names_may_hold_to() -> None:
    """A leg between names with " to " in them is parted where both sides are known."""
    names = ("Road to Port", "Port to Nowhere")
    world = World(
        places=tuple(Place(name=name) for name in names),
        legs=(Leg(origin=names[0], destination=names[1], mode=None, duration_s=60),),
    )
    assert read_context(write_context(world)) == (world, ())


def test_headings_fall_back_to_the_quoted_form() -> None:
    """A category that the plain heading would misread is written in quotes."""
    world = World(lists=(NearbyList(anchor="Old Mill", category="Friends of the Mill", places=()),))
    text = write_context(world)
    assert 'of type "Friends of the Mill"' in text
    assert read_context(text) == (world, ())


def test_figures_are_written_as_maps_do() -> None:
    """Round figures come out in km and minutes, others lose no digit."""
    world = World(
        legs=(
            Leg(
                origin="A",
                destination="B",
                mode=TravelMode.DRIVING,
                duration_s=780,
                distance_m=4200.0,
            ),
            Leg(origin="A", destination="B", mode=TravelMode.TRANSIT, distance_m=4123.5),
        ),
        routes=(
            Route(
                origin="A",
                destination="B",
                mode=TravelMode.WALKING,
                name="Hill Rd",
                duration_s=600,
                steps=(Step(instruction="Turn left onto Hill Rd", roads=("Hill Rd",)),),
            ),
        ),
    )
    assert write_context(world).splitlines() == [
        "Travel Time from A to B by car is 13 mins (4.2 km).",
        "Distance from A to B by public transport is 4123.5 m.",
        "",
        "There are 1 routes from A to B on foot. They are:",
        "1. Via Hill Rd | 10 mins",
        " - Turn left onto <b>Hill Rd</b>",
    ]

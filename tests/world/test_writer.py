"""Writing worlds as contexts and reading them back."""

from __future__ import annotations

from hypothesis import given, settings

from geoeval.world.model import Leg, NearbyList, Place, Route, Step, TravelMode, World
from geoeval.world.reader import read_context
from geoeval.world.writer import write_context
from tests.strategies import worlds


@given(worlds)
@settings(max_examples=80)
def test_written_worlds_are_read_back_unchanged(world: World) -> None:
    text = write_context(world)
    assert read_context(text) == (world, ())


def test_markup_in_names_is_kept() -> None:
    """Tags and entities are escaped, ordinary ampersands are not."""
    world = World(places=(Place(name="<b>A&amp;B</b>"), Place(name="C & D")))
    text = write_context(world)
    assert "C & D" in text
    assert read_context(text) == (world, ())


def test_known_names_may_contain_to() -> None:
    """A leg is split between names that are known."""
    names = ("Road to Port", "Port to Nowhere")
    world = World(
        places=tuple(Place(name=name) for name in names),
        legs=(Leg(origin=names[0], destination=names[1], mode=None, duration_s=60),),
    )
    assert read_context(write_context(world)) == (world, ())


def test_ambiguous_categories_are_quoted() -> None:
    world = World(lists=(NearbyList(anchor="Old Mill", category="Friends of the Mill", places=()),))
    text = write_context(world)
    assert 'of type "Friends of the Mill"' in text
    assert read_context(text) == (world, ())


def test_round_figures_use_kilometres_and_minutes() -> None:
    """Other figures keep all digits."""
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

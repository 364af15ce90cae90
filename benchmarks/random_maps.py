"""Maps drawn at random: places with hours and ratings, lists around some, travel times, routes."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

from geoeval.calculators.hours import WeeklyHours
from geoeval.world.model import Leg, NearbyList, Place, Route, Step, TravelMode, World

FIRST = "Old New Royal Golden Silver Green Red Blue White Black North South East West Little Grand"
MIDDLE = "Mill Harbour Castle River Garden Forest Station Market Abbey Bridge Tower Meadow Anchor"
LAST = (
    "Museum Restaurant Hotel Café Theatre Gallery Library Park Church Inn Bakery Pharmacy "
    "School Cinema Stadium Temple Arcade Fountain Square Lodge House Court Hall Yard Lane"
)
CENTRE = (48.86, 2.34)


def random_map(n_places: int, seed: int = 1) -> World:
    """Draw a map of 50 places or more: a list per 50, a travel time per place, few routes."""
    random = Random(seed)  # noqa: S311 - a benchmark, no secret
    names = [" ".join(words) for words in product(FIRST.split(), MIDDLE.split(), LAST.split())]
    hours = [WeeklyHours.parse(_week(start)) for start in range(6, 12)]
    places = [
        Place(
            name=name,
            address=f"{random.randrange(1, 200)} {random.choice(MIDDLE.split())} Street",
            location=(CENTRE[0] + random.gauss(0, 0.05), CENTRE[1] + random.gauss(0, 0.08)),
            rating=round(random.uniform(2, 5), 1),
            hours=random.choice(hours),
        )
        for name in random.sample(names, n_places)
    ]
    return World(
        places=tuple(places),
        lists=tuple(
            NearbyList(
                anchor=anchor.name,
                category="Restaurants",
                places=tuple(random.sample(places, 20)),
                sorted_by_distance=True,
            )
            for anchor in places[: n_places // 50]
        ),
        legs=tuple(
            Leg(
                origin=origin.name,
                destination=destination.name,
                mode=TravelMode.WALKING,
                duration_s=random.randrange(300, 5000),
                distance_m=random.randrange(300, 5000),
            )
            for origin, destination in pairwise(places)
        ),
        routes=tuple(
            Route(
                origin=origin.name,
                destination=destination.name,
                mode=TravelMode.DRIVING,
                name="Ring Road",
                duration_s=random.randrange(300, 5000),
                steps=tuple(Step(instruction="Turn left onto Mill Street") for _ in range(12)),
            )
            for origin, destination in pairwise(places[: n_places // 50])
        ),
    )


def _week(start: int) -> str:
    """Return the text of a week with one day off."""
    open_days = "Monday Tuesday Wednesday Thursday Friday Saturday".split()
    told = [f"{day}: {start}:00 AM – {start - 4}:30 PM" for day in open_days]
    return ", ".join([*told, "Sunday: Closed"])

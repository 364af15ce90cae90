"""Travel times and distances between places."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import pytest

from geoeval.query.algebra import (
    Best,
    CheckTrip,
    Count,
    Modes,
    Places,
    Routes,
    Travel,
    TravelLeg,
    Value,
)
from geoeval.query.conventions import Conventions
from geoeval.query.parts import OfferedMode, Trip, TripFigure, TripStop
from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve
from geoeval.world.model import Leg, Place, Route, TravelMode, World
from tests.query.asking import travel
from tests.query.routes.asking import figure
from tests.query.routes.worlds import KEEP
from tests.query.towns import (
    DRIVING,
    ROADS,
    TRIPS,
    WALKING,
    derived,
    failure,
    names,
    quantity,
    reason,
)


def total(*stops: str, by: Literal["time", "distance"] = "time") -> Value:
    """Ask for the total drive from stop to stop."""
    return travel(*pairwise(stops), measure=by, mode=DRIVING)


def test_travel_times_add_up_without_duplicates() -> None:
    """The world states a leg twice; it counts once."""
    time = quantity(total("Inn", "Zoo", "Fair"), TRIPS)
    assert (time.amount, time.unit, time.tolerance) == (900, "s", 60)


def test_distances_add_up_with_their_rounding() -> None:
    """Kilometres are known to 50 m, metres to half a metre."""
    distance = quantity(total("Inn", "Zoo", "Fair", by="distance"), TRIPS)
    assert (distance.amount, distance.unit, distance.tolerance) == (4550, "m", 50.5)


def test_a_missing_direction_is_symmetric_by_convention() -> None:
    """The derivation says so."""
    found = derived(total("Fair", "Zoo"), TRIPS)
    assert found.conventions == (("missing_leg", "symmetric"),)
    assert "opposite direction" in found.steps[0]


def test_a_missing_direction_may_stay_unknown() -> None:
    outcome = solve(total("Fair", "Zoo"), TRIPS, Conventions(missing_leg="absent"))
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == "missing_leg"
    assert outcome.lacking == "travel time from Fair to Zoo by driving"


def test_a_leg_with_only_a_time_has_no_distance() -> None:
    assert reason(total("Inn", "Fair", by="distance"), TRIPS) == "missing_leg"


def test_a_missing_mode_is_reported() -> None:
    assert reason(travel(("Zoo", "Fair"), mode=WALKING), TRIPS) == "missing_leg"


def _road(name: str, minutes: int, metres: float) -> Route:
    return Route(
        origin="Inn",
        destination="Zoo",
        mode=DRIVING,
        name=name,
        duration_s=60 * minutes,
        distance_m=metres,
    )


def test_travel_falls_back_to_the_best_route() -> None:
    """The fastest route gives the time, the shortest the distance, and the steps say so."""
    world = World(routes=(_road("Elm St", 10, 4200), _road("Bay Hwy", 6, 7500)))
    time = derived(total("Inn", "Zoo"), world)
    assert quantity(total("Inn", "Zoo"), world).amount == 360
    assert time.steps[0] == "via Bay Hwy (driving): 6 mins, in all, the fastest of the routes"
    distance = derived(total("Inn", "Zoo", by="distance"), world)
    assert quantity(total("Inn", "Zoo", by="distance"), world).amount == 4200
    assert distance.steps[0].endswith("4.2 km, in all, the shortest of the routes")
    assert (time.conventions, distance.conventions) == ((), ())


def test_a_stated_leg_precedes_routes() -> None:
    """A faster route does not replace the stated travel time."""
    world = World(legs=TRIPS.legs, routes=(_road("Bay Hwy", 6, 7500),))
    assert quantity(total("Inn", "Zoo"), world).amount == 600


def test_routes_count_only_in_their_mode_and_direction() -> None:
    """With several modes the query must name one."""
    walk = travel(("Inn", "Zoo"), mode=WALKING)
    assert quantity(walk, ROADS).amount == 3000
    assert reason(total("Zoo", "Inn"), ROADS) == "missing_leg"
    either = travel(("Inn", "Zoo"))
    assert reason(either, ROADS) == "missing_leg"


def test_the_default_mode_must_be_unique() -> None:
    only = travel(("Zoo", "Fair"))
    assert quantity(only, TRIPS).amount == 300
    either = travel(("Inn", "Zoo"))
    assert reason(either, TRIPS) == "under_specified"


def test_statements_of_a_leg_are_combined() -> None:
    """Two statements of the same leg complete each other."""
    legs = (
        Leg(origin="Inn", destination="Zoo", mode=DRIVING, duration_s=600),
        Leg(origin="Inn", destination="Zoo", mode=DRIVING, distance_m=2000.0),
    )
    assert quantity(total("Inn", "Zoo", by="distance"), World(legs=legs)).amount == 2000


def test_a_leg_to_its_own_origin_is_rejected() -> None:
    failed = failure(total("Inn", "inn"), TRIPS)
    assert (failed.reason, failed.path) == ("same_place", "$.figure.legs[0].origin")
    only = Places(among=("Inn",))
    leg = TravelLeg(origin=only, destination="Inn", mode=DRIVING)
    assert reason(Value(figure=Travel(legs=(leg,))), TRIPS) == "same_place"


def test_places_rank_by_travel_time() -> None:
    """The answer has the text that named each place."""
    query = Best(
        figure=Travel(legs=(TravelLeg(origin="Inn", mode=DRIVING),)),
        among=Places(among=("Fair", "zoo")),
    )
    found = names(query, TRIPS)
    assert (found.names, found.aliases, found.tied) == (("Zoo", "Fair"), (("zoo",), ("Fair",)), 1)
    assert names(query.model_copy(update={"most": True}), TRIPS).names[0] == "Fair"


def test_modes_rank_by_travel_time() -> None:
    """The answer has the offered text; an unknown mode leaves it undecided."""
    drive, walk = OfferedMode(text="Car", mode=DRIVING), OfferedMode(text="Walk", mode=WALKING)
    leg = TravelLeg(origin="Inn", destination="Keep")
    ask = Best(figure=Travel(legs=(leg,)), among=Modes(modes=(walk, drive)))
    assert names(ask, KEEP).names == ("Car", "Walk")
    assert names(ask.model_copy(update={"most": True}), KEEP).names == ("Walk", "Car")
    bus = OfferedMode(text="Bus", mode=TravelMode.TRANSIT)
    assert (
        reason(ask.model_copy(update={"among": Modes(modes=(drive, bus))}), KEEP) == "missing_leg"
    )


def test_candidates_by_travel_are_distinct() -> None:
    """Two texts may name the same place, and excluded places are skipped."""
    fastest = Best(
        figure=Travel(legs=(TravelLeg(origin="Inn", mode=DRIVING),)),
        among=Places(among=("Zoo", "zoo", "Fair"), excluding=("Fair",)),
    )
    legs = [("Zoo", 300), ("Fair", 100)]
    world = World(
        legs=tuple(
            Leg(origin="Inn", destination=goal, mode=DRIVING, duration_s=time)
            for goal, time in legs
        )
    )
    found = names(fastest, world)
    assert (found.names, found.tied, found.aliases) == (("Zoo",), 1, (("Zoo", "zoo"),))


def test_travel_to_homonyms_is_undecided() -> None:
    """Legs and routes name places, so either could be meant."""
    cafes = (
        Place(name="Quay Cafe", id=i, address=a) for i, a in (("a", "1 Elm St"), ("b", "9 Fir Ln"))
    )
    leg = Leg(origin="Inn", destination="Quay Cafe", mode=DRIVING, duration_s=100)
    route = Route(origin="Inn", destination="Quay Cafe", mode=DRIVING, name="Elm St")
    world = World(places=(*cafes, Place(name="Inn")), legs=(leg,), routes=(route,))
    for query in (
        travel(("Inn", "b"), mode=DRIVING),
        Count(of=Routes(origin="Inn", destination="b")),
        CheckTrip(trip=Trip(origin="Inn", depart="09:00", stops=(TripStop(place="b"),))),
    ):
        failed = failure(query, world)
        assert (failed.reason, failed.value) == ("ambiguous_place", "b")


@pytest.mark.parametrize(("gap_m", "assumed"), [(150.0, 0), (150.5, 1)])
def test_a_place_far_from_the_road_is_an_assumption(gap_m: float, assumed: int) -> None:
    """Up to 150 m are a forecourt; a longer walk is noted in the derivation."""
    figures = {"mode": DRIVING, "duration_s": 300, "distance_m": 2000.0, "gaps_m": (3.0, gap_m)}
    places = (Place(name="Inn"), Place(name="Hut"))
    by_leg = World(places=places, legs=(Leg(origin="Inn", destination="Hut", **figures),))
    route = Route(origin="Inn", destination="Hut", name="Hill Road", **figures)
    by_route = World(places=places, routes=(route,))
    trip = Trip(origin="Inn", mode=DRIVING, stops=(TripStop(place="Hut", visit_min=5),))
    cases = [
        (travel(("Inn", "Hut"), mode=DRIVING), by_leg),
        (travel(("Inn", "Hut"), mode=DRIVING), by_route),
        (figure("distance", origin="Inn", destination="Hut"), by_route),
        (Value(figure=TripFigure(figure="length", trip=trip)), by_leg),
    ]
    words = f"Hut is reached on foot from the nearest road, {gap_m:.0f} m away"
    for query, world in cases:
        outcome = derived(query, world)
        assert outcome.assumptions == (words,) * assumed

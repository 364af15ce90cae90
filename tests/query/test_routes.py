"""Comparing routes: which are meant, their totals, superlatives, and what they have."""

from __future__ import annotations

import pytest
from geoeval.query.route_choice import title
from geoeval.query.route_kinds import CountManoeuvres, ExtremeRoute, RouteAttribute, RouteWith

from geoeval.world.model import Route, Step, World
from tests.query.towns import (
    DRIVING,
    ELM,
    FIR,
    PATH,
    ROADS,
    WALKING,
    amount,
    derived,
    names,
    quantity,
    reason,
)


def test_a_total_of_the_header() -> None:
    """A route's own totals come first."""
    time = quantity(RouteAttribute(via="Elm Street", attribute="time"), ROADS)
    assert (time.amount, time.unit, time.tolerance) == (600, "s", 30)
    length = quantity(RouteAttribute(via="elm st", attribute="distance"), ROADS)
    assert (length.amount, length.unit, length.tolerance) == (4200, "m", 50)


def test_a_total_of_the_steps() -> None:
    """Where the header has none, the steps add up."""
    query = RouteAttribute(via="Elm St and Fir Ln", attribute="distance")
    assert amount(query, ROADS) == 1850
    assert "the sum of its 2 steps" in derived(query, ROADS).steps[-1]


def test_a_total_that_nobody_states() -> None:
    """A route without figures has no length."""
    bare = Route(origin="Inn", destination="Zoo", mode=DRIVING, name="Elm St", steps=ELM.steps)
    query = RouteAttribute(attribute="time")
    assert reason(query, World(routes=(bare,))) == "no_such_fact"


def test_miles_are_rounded_to_tenths() -> None:
    """A length of 4.0 miles is known to a twentieth of a mile."""
    route = Route(origin="Inn", destination="Zoo", mode=DRIVING, name="", distance_m=4 * 1609.344)
    length = quantity(RouteAttribute(attribute="distance"), World(routes=(route,)))
    assert length.tolerance == pytest.approx(80.4672)


def test_the_exact_name_comes_before_a_longer_one() -> None:
    """The name of one route begins with that of another."""
    assert amount(RouteAttribute(via="Elm St", attribute="time"), ROADS) == 600
    assert amount(RouteAttribute(via="Fir Lane", attribute="time"), ROADS) == 480
    assert amount(RouteAttribute(via="Fir Ln and Elm St", attribute="time"), ROADS) == 480


def test_a_name_that_no_route_has() -> None:
    """An unknown name says which routes there are."""
    assert reason(RouteAttribute(via="Ash Way", attribute="time"), ROADS) == "no_route"


def test_a_name_that_several_routes_share() -> None:
    """Without a name, or with a part of several, one route is not determined."""
    assert reason(RouteAttribute(attribute="time"), ROADS) == "under_specified"


def test_the_unsaid_mode_is_driving() -> None:
    """Driving routes come first where no mode is asked for, and the steps say so."""
    query = ExtremeRoute(origin="Inn", destination="Zoo", by="time", most=True)
    found = derived(query, ROADS)
    assert names(query, ROADS).names == ("Elm St", "Elm St and Fir Ln")
    assert found.steps[0] == "no mode of travel is asked for: driving is taken"


def test_a_name_decides_the_mode() -> None:
    """A route of one mode alone needs no mode."""
    assert amount(RouteAttribute(via="Mill Path", attribute="time"), ROADS) == 3000


def test_modes_that_nothing_decides() -> None:
    """Without driving among several modes, the mode must be said."""
    ride = Route(origin="Inn", destination="Zoo", mode=None, name="Canal")
    query = ExtremeRoute(by="time")
    assert reason(query, World(routes=(PATH, ride))) == "under_specified"


def test_no_route_between_the_ends() -> None:
    """Neither the other way round nor by another mode."""
    back = ExtremeRoute(origin="Zoo", destination="Inn", by="time")
    assert reason(back, ROADS) == "no_route"
    ride = ExtremeRoute.model_validate({"origin": "Inn", "mode": "bicycling", "by": "time"})
    assert reason(ride, ROADS) == "no_route"


def test_routes_of_several_pairs() -> None:
    """Without ends, routes between one pair of places are meant."""
    other = Route(origin="Zoo", destination="Inn", mode=DRIVING, name="Elm St", duration_s=60)
    world = World(routes=(ELM, other))
    assert reason(ExtremeRoute(by="time"), world) == "under_specified"
    assert amount(RouteAttribute(origin="Zoo", attribute="time"), world) == 60


def test_the_fastest_and_the_shortest() -> None:
    """Fastest goes by time, shortest and longest by distance."""
    fastest = ExtremeRoute(mode=DRIVING, by="time")
    assert names(fastest, ROADS).names == ("Elm St and Fir Ln", "Elm St")
    longest = ExtremeRoute(mode=DRIVING, by="distance", most=True)
    assert names(longest, ROADS).names[0] == "Elm St"


def test_a_figure_of_the_extreme_route() -> None:
    """The time of the shortest route, and its own length."""
    query = ExtremeRoute(mode=DRIVING, by="distance", asks="time")
    assert amount(query, ROADS) == 480
    assert amount(query.model_copy(update={"asks": "distance"}), ROADS) == 1850


def test_equal_routes_with_other_figures() -> None:
    """Two equally long routes of different times have no one time."""
    twin = Route(
        origin="Inn", destination="Zoo", mode=DRIVING, name="Twin", duration_s=1, distance_m=4200
    )
    query = ExtremeRoute(by="distance", asks="time")
    assert reason(query, World(routes=(ELM, twin))) == "under_specified"
    assert names(ExtremeRoute(by="distance"), World(routes=(ELM, twin))).tied == 2


def test_the_most_of_a_manoeuvre() -> None:
    """Roundabouts gone through count as well."""
    query = ExtremeRoute(mode=DRIVING, by="roundabout", most=True)
    assert names(query, ROADS).names[0] == "Elm St and Fir Ln"
    fewest = ExtremeRoute(mode=DRIVING, by="left_turn")
    assert names(fewest, ROADS).names[0] == "Elm St and Fir Ln"


def test_the_most_of_what_no_route_has() -> None:
    """No route has the most ferries if none has any."""
    query = ExtremeRoute(mode=DRIVING, by="ferry", most=True)
    assert reason(query, ROADS) == "nothing_matches"


def test_routes_without_steps() -> None:
    """What happens on a route is unknown without its steps."""
    assert reason(CountManoeuvres(mode=WALKING, manoeuvre="turn"), ROADS) == "no_such_fact"
    bare = Route(origin="Inn", destination="Zoo", mode=DRIVING, name="Bare", duration_s=1)
    found = derived(RouteWith(manoeuvre="roundabout"), World(routes=(FIR, bare)))
    assert "via Bare (driving): left out, the context gives no steps" in found.steps


def test_routes_with_a_manoeuvre_or_road() -> None:
    """A manoeuvre so many times, a road, or both at one step; or neither."""
    driving = RouteWith(mode=DRIVING, manoeuvre="roundabout")
    assert names(driving, ROADS).names == ("Elm St", "Elm St and Fir Ln")
    often = RouteWith(mode=DRIVING, manoeuvre="roundabout", times=3)
    assert names(often, ROADS).names == ("Elm St and Fir Ln",)
    assert names(RouteWith(mode=DRIVING, road="B7"), ROADS).names == ("Elm St",)
    both = RouteWith(mode=DRIVING, manoeuvre="merge", road="Bay Highway")
    assert names(both, ROADS).names == ("Elm St",)
    lacking = RouteWith(mode=DRIVING, road="Bay Hwy", absent=True)
    assert names(lacking, ROADS).names == ("Elm St and Fir Ln",)


def test_routes_that_pass_a_landmark() -> None:
    """A landmark is one that a step passes by, under its whole name; a road is none."""
    assert names(RouteWith(mode=DRIVING, landmark="old mill"), ROADS).names == ("Elm St",)
    lacking = RouteWith(mode=DRIVING, landmark="Old Mill", absent=True)
    assert names(lacking, ROADS).names == ("Elm St and Fir Ln",)
    for other in ("Mill", "Oak Ave"):
        assert reason(RouteWith(mode=DRIVING, landmark=other), ROADS) == "nothing_matches"


def test_a_landmark_goes_without_its_article() -> None:
    """The words "the Old Mill" mean what a step notes as "Pass by Old Mill"."""
    assert names(RouteWith(mode=DRIVING, landmark="the Old Mill"), ROADS).names == ("Elm St",)


def test_a_landmark_is_looked_for_alone() -> None:
    """Beside a manoeuvre or a road, none of them is dropped in silence."""
    query = RouteWith(mode=DRIVING, landmark="Old Mill", manoeuvre="toll_road")
    assert reason(query, ROADS) == "under_specified"


def test_no_route_has_it() -> None:
    """A road that is only pointed at is not used; what nobody asks for is not found."""
    assert reason(RouteWith(mode=DRIVING, road="Zoo Rd"), ROADS) == "nothing_matches"
    lacking = RouteWith(mode=DRIVING, manoeuvre="roundabout", absent=True)
    assert reason(lacking, ROADS) == "nothing_matches"
    assert reason(RouteWith(mode=DRIVING), ROADS) == "under_specified"


def test_a_route_without_name_or_mode_has_a_title() -> None:
    """Steps of a derivation can speak of every route."""
    assert title(Route(origin="A", destination="B", mode=None, name="")) == "the unnamed route"


def test_a_route_given_twice_is_one() -> None:
    """A repeated route is no second choice."""
    step = Step(instruction="Turn left")
    route = Route(origin="A", destination="B", mode=DRIVING, name="Elm St", steps=(step,))
    world = World(routes=(route, route))
    assert amount(CountManoeuvres(manoeuvre="left_turn"), world) == 1

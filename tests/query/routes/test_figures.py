"""Figures of routes: totals, superlatives, stretches, counts and comparisons."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import ValidationError

from geoeval.query.algebra import (
    Best,
    Compare,
    Difference,
    Distance,
    Places,
    RouteFigure,
    Routes,
    StepFact,
    Value,
)
from geoeval.query.filter_kinds import Manoeuvre
from geoeval.query.values import Fact, YesNo
from geoeval.world.model import Route, World
from tests.query.routes.asking import best, figure, figure_of_best
from tests.query.routes.worlds import ASH, COAST, FERN, KEEP, KEEP_AND_GAP
from tests.query.towns import (
    DRIVING,
    ELM,
    FIR,
    ROADS,
    amount,
    derived,
    failure,
    names,
    quantity,
    reason,
    road,
)


def test_totals_come_from_the_header() -> None:
    time = quantity(figure("time", via="Elm Street"), ROADS)
    assert (time.amount, time.unit, time.tolerance) == (600, "s", 30)
    length = quantity(figure("distance", via="elm st"), ROADS)
    assert (length.amount, length.unit, length.tolerance) == (4200, "m", 50)


def test_totals_fall_back_to_the_steps() -> None:
    query = figure("distance", via="Elm St and Fir Ln")
    assert amount(query, ROADS) == 1850
    assert "the sum of its 2 steps" in derived(query, ROADS).steps[-1]


def test_a_route_without_figures_has_no_length() -> None:
    bare = Route(origin="Inn", destination="Zoo", mode=DRIVING, name="Elm St", steps=ELM.steps)
    query = figure("time")
    failed = failure(query, World(routes=(bare,)))
    assert (failed.reason, failed.lacking) == ("no_such_fact", "time of via Elm St (driving)")


def test_miles_are_known_to_half_their_last_digit() -> None:
    """A length of 4.0 miles is known to 0.05 miles."""
    route = Route(origin="Inn", destination="Zoo", mode=DRIVING, name="", distance_m=4 * 1609.344)
    length = quantity(figure("distance"), World(routes=(route,)))
    assert length.tolerance == pytest.approx(80.4672)


def test_the_fastest_and_the_shortest_route() -> None:
    """Fastest ranks by time, shortest and longest by distance."""
    fastest = best("time", mode=DRIVING)
    assert names(fastest, ROADS).names == ("Elm St and Fir Ln", "Elm St")
    longest = best("distance", mode=DRIVING, most=True)
    assert names(longest, ROADS).names[0] == "Elm St"


def test_the_second_fastest_route() -> None:
    """Equal routes share a rank."""
    second = best("time", rank=2)
    found = names(second, COAST)
    assert (found.names[found.rank - 1], found.tied) == ("Quay Rd", 1)
    assert amount(figure_of_best("time", second), COAST) == 660
    assert reason(best("time", rank=3), COAST) == "nothing_matches"


def test_a_figure_of_the_best_route() -> None:
    """Covers the time and the length of the shortest route."""
    shortest = best("distance", mode=DRIVING)
    assert amount(figure_of_best("time", shortest), ROADS) == 480
    assert amount(figure_of_best("distance", shortest), ROADS) == 1850
    assert amount(figure_of_best("roundabout", shortest), ROADS) == 3
    assert len(derived(figure_of_best("distance", shortest), ROADS).steps) == 2
    assert len(derived(figure_of_best("time", shortest), ROADS).steps) == 3


def test_tied_routes_with_different_figures_are_undecided() -> None:
    twin = Route(
        origin="Inn", destination="Zoo", mode=DRIVING, name="Twin", duration_s=1, distance_m=4200
    )
    world = World(routes=(ELM, twin))
    assert names(best("distance"), world).tied == 2
    assert reason(figure_of_best("time", best("distance")), world) == "under_specified"
    assert amount(figure_of_best("distance", best("distance")), world) == 4200
    assert reason(figure_of_best("turn", best("distance")), world) == "no_such_fact"
    exit_taken = StepFact(step="exit", route=best("distance"))
    failed = failure(Value(figure=exit_taken), world)
    assert failed.detail == "via Elm St (driving), via Twin (driving) tie"


def test_routes_rank_by_manoeuvre_count() -> None:
    """A roundabout that is gone through counts as well."""
    query = best("roundabout", mode=DRIVING, most=True)
    assert names(query, ROADS).names[0] == "Elm St and Fir Ln"
    fewest = best("left_turn", mode=DRIVING)
    assert names(fewest, ROADS).names[0] == "Elm St and Fir Ln"


def test_a_superlative_needs_a_nonzero_count() -> None:
    """No route has the most ferries if none has any."""
    query = best("ferry", mode=DRIVING, most=True)
    assert reason(query, ROADS) == "nothing_matches"
    assert names(best("ferry", mode=DRIVING), ROADS).tied == 2


@pytest.mark.parametrize(
    ("manoeuvre", "expected"),
    [
        ("turn", 2),
        ("left_turn", 2),
        ("right_turn", 0),
        ("roundabout", 1),
        ("exit", 1),
        ("merge", 1),
        ("toll_road", 1),
        ("merge_onto_toll_road", 1),
        ("step", 7),
    ],
)
def test_manoeuvres_are_counted(manoeuvre: Manoeuvre, expected: int) -> None:
    assert amount(figure(manoeuvre, via="Elm St"), ROADS) == expected


def test_closures_are_counted() -> None:
    """Each note of a closure counts."""
    assert amount(figure("closure", via="Quay Rd"), COAST) == 1


def test_parts_of_a_route_are_counted() -> None:
    """A part ends before, or starts after, the step onto the road."""
    before = figure("left_turn", via="Elm St", before="Fir Ln")
    after = figure("left_turn", via="Elm St", after="Oak Ave")
    assert (amount(before, ROADS), amount(after, ROADS)) == (1, 1)
    between = figure("step", via="Elm St", after="Oak Ave", before="B7")
    assert amount(between, ROADS) == 2


@pytest.mark.parametrize(("onto", "turns", "steps"), [
    ("Oak Ave", 1, 2),  # two steps lead onto and along it; the first only points toward it
    ("Elm St", 0, 1),
    ("B7", 0, 1),
])  # fmt: skip
def test_a_manoeuvre_is_counted_on_a_road(onto: str, turns: int, steps: int) -> None:
    counts = [amount(figure(m, via="Elm St", road=onto), ROADS) for m in ("left_turn", "step")]
    assert counts == [turns, steps]


def test_a_count_on_a_road_that_is_not_taken_names_the_roads() -> None:
    """Zoo Rd is only ahead of a step."""
    failed = failure(figure("left_turn", via="Elm St", road="Zoo Rd"), ROADS)
    assert (failed.reason, failed.path) == ("no_such_step", "$.figure.road")
    assert failed.candidates == ("Elm St", "Oak Ave", "Fir Ln", "Bay Hwy/B7")


def test_routes_rank_by_a_count_on_a_road() -> None:
    turns = RouteFigure(measure="left_turn", road="Oak Ave")
    query = best("left_turn", most=True).model_copy(update={"figure": turns})
    assert names(query, ROADS).names[0] == "Elm St"
    none = query.model_copy(update={"figure": turns.model_copy(update={"road": "Ash Way"})})
    assert failure(none, ROADS).detail == "no route has a left turn on Ash Way"


NOTED = World(routes=(Route(origin="Inn", destination="Zoo", name="Elm St", mode=DRIVING, steps=(
    road("Head west on Elm St"),
    road("Turn left onto Oak Ave", "Pass by Old Mill Bakery (on the left)", "Entering Delaware"),
    road("Turn left onto Fir Ln", "Toll road", "Pass by Old Mill"),
    road("Turn left onto Ash Way"),
)),))  # fmt: skip


@pytest.mark.parametrize(("name", "before", "after"), [
    ("Delaware", 1, 2),  # noted: the turn onto Oak Ave comes first
    ("the Old Mill", 2, 1),  # the landmark of this name, not the bakery
    ("toll_road", 1, 1),  # the step itself counts in neither
    ("Fir Ln", 1, 1),
])  # fmt: skip
def test_limits_may_be_in_the_notes(name: str, before: int, after: int) -> None:
    assert amount(figure("left_turn", before=name), NOTED) == before
    assert amount(figure("left_turn", after=name), NOTED) == after


def test_an_impossible_part_of_a_route_is_reported() -> None:
    """The end precedes the start."""
    query = figure("turn", via="Elm St", after="Bay Hwy", before="Oak Ave")
    failed = failure(query, ROADS)
    assert (failed.reason, failed.path) == ("no_such_step", "$.figure.before")


def test_the_length_on_a_road_is_summed() -> None:
    """Only steps with figures can be summed."""
    world = World(routes=(FIR,))
    assert amount(figure("distance", road="Elm St"), world) == 1500
    assert amount(figure("time", road="Elm St"), world) == 240
    assert reason(figure("time", road="Ash Way"), world) == "no_such_step"
    assert reason(figure("time", via="Quay Rd", road="Sea Ln"), COAST) == "no_such_fact"


def test_the_length_of_toll_roads_is_summed() -> None:
    """Steps noted as toll roads count whole; the length of a partial one is unknown."""
    assert amount(figure("distance", via="Ash Rd", noted="toll_road"), KEEP) == 1800
    partial = failure(figure("distance", via="Fern Ln", noted="toll_road"), KEEP)
    assert partial.reason == "no_such_fact"
    assert partial.lacking == "distance of toll road on via Fern Ln (driving)"
    both = replace(ASH, steps=(*ASH.steps, *FERN.steps))
    mixed = failure(figure("distance", noted="toll_road"), World(routes=(both,)))
    assert mixed.lacking == "distance of toll road on via Ash Rd (driving)"
    none = figure("time", via="Fern Ln", noted="ferry")
    assert reason(none, KEEP) == "no_such_step"


def test_a_stretch_names_a_road_or_a_kind_of_road() -> None:
    """Both together are rejected."""
    with pytest.raises(ValidationError, match="either a road or a kind of road"):
        figure("time", road="Elm St", noted="ferry")


def test_routes_rank_by_a_stretch() -> None:
    """A route without it counts as zero, so a maximum needs a route with it."""
    on_oak = RouteFigure(measure="distance", road="Oak Ave")
    least = best("distance").model_copy(update={"figure": on_oak})
    assert names(least, KEEP).names == ("Fern Ln", "Ash Rd")
    most = least.model_copy(update={"most": True})
    assert names(most, KEEP).names == ("Ash Rd", "Fern Ln")
    on_yew = most.model_copy(update={"figure": RouteFigure(measure="time", road="Yew Rd")})
    assert failure(on_yew, KEEP).detail == "no route runs on Yew Rd"


def test_routes_without_steps_are_not_ranked() -> None:
    """The step names them; if none is left, the question is undecided."""
    found = derived(best("roundabout"), KEEP_AND_GAP)
    assert found.steps[-1] == "left out: the context gives no steps of via Gap Rd (driving)"
    gap_only = failure(best("roundabout", via="Gap Rd"), KEEP_AND_GAP)
    assert gap_only.lacking == "steps of via Gap Rd (driving)"


def test_routes_rank_by_a_limited_part() -> None:
    """The limit applies to each route."""
    before = RouteFigure(measure="roundabout", before="Oak Ave")
    query = best("roundabout", via="Ash Rd").model_copy(update={"figure": before})
    assert derived(query, KEEP).steps == (
        "via Ash Rd (driving), steps 1 to 1 of 3: roundabout × 1",
    )


def test_a_place_is_not_a_route() -> None:
    """The best of some places has no steps."""
    nearest = Best(figure=Distance(), among=Places(category="cafe", anchor="Inn"))
    with pytest.raises(ValidationError, match="expected the best of routes, got the best of pl"):
        RouteFigure(measure="time", route=nearest)


def test_figures_of_routes_are_compared() -> None:
    """Covers less and more for routes, stretches, counts and superlatives."""
    ash, fern = (
        RouteFigure(measure="time", route=Routes(via=via)) for via in ("Ash Rd", "Fern Ln")
    )
    assert derived(Compare(first=ash, second=fern), KEEP).value == YesNo(yes=True)
    assert derived(Compare(first=ash, second=fern, more=True), KEEP).value == YesNo(yes=False)
    fastest = ash.model_copy(update={"route": best("time")})
    assert amount(Difference(first=fern, second=fastest), KEEP) == 300
    tolls = RouteFigure(measure="distance", noted="toll_road", route=Routes(via="Ash Rd"))
    whole = RouteFigure(measure="distance", route=Routes(via="Ash Rd"))
    assert amount(Difference(first=tolls, second=whole), KEEP) == 4200
    turns = [
        RouteFigure(measure="roundabout", route=Routes(via=via)) for via in ("Ash Rd", "Fern Ln")
    ]
    assert derived(Compare(first=turns[0], second=turns[1], more=True), KEEP).value == YesNo(
        yes=True
    )


def test_a_failed_comparison_has_the_path_of_the_figure() -> None:
    known = RouteFigure(measure="time", route=Routes(via="Ash Rd"))
    unknown = RouteFigure(measure="time", route=Routes(via="Yew Rd"))
    failed = failure(Compare(first=known, second=unknown), KEEP)
    assert (failed.reason, failed.path) == ("no_route", "$.second.route.via")
    stretch = RouteFigure(measure="time", road="Bay St", route=Routes(via="Gap Rd"))
    failed = failure(Difference(first=known, second=stretch), KEEP_AND_GAP)
    assert (failed.reason, failed.lacking) == ("no_such_fact", "steps of via Gap Rd (driving)")


def test_a_count_quotes_the_counted_steps() -> None:
    """Counting all steps needs no facts."""
    whole = Fact(text="route via Ash Rd (driving) from Inn to Keep")
    assert derived(figure("toll_road", via="Ash Rd"), KEEP).facts == (
        whole,
        Fact(text="step 1: At the roundabout, take the 2nd exit onto Ash Rd — Toll road"),
        Fact(text="step 3: At the roundabout, take the 3rd exit onto Bay St — Toll road"),
    )
    assert derived(figure("step", via="Ash Rd"), KEEP).facts == (whole,)

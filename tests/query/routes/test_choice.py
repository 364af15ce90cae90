"""The choice of routes: by their ends, name, mode and features."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from geoeval.query.algebra import CheckRoutes, Routes
from geoeval.query.filter_kinds import AnyFilter, CompareFilter, Filter, NotFilter, Total
from geoeval.query.parts import Comparator
from geoeval.query.routes.instructions import exit_numbers
from geoeval.query.routes.travel import route_title
from geoeval.query.values import Quantity, YesNo
from geoeval.world.model import Route, Step, TravelMode, World
from tests.query.routes.asking import (
    best,
    figure,
    has,
    how_many,
    lacks,
    step,
    whether,
    which,
)
from tests.query.routes.worlds import ASH, COAST, DAMP, GAP, KEEP, KEEP_AND_GAP, PLACES, QUAY
from tests.query.towns import (
    DRIVING,
    ELM,
    FIR,
    PATH,
    ROADS,
    WALKING,
    amount,
    derived,
    failure,
    names,
    quantity,
    reason,
    yes,
)

ROUNDABOUT, TOLL = has(manoeuvre="roundabout"), has(manoeuvre="toll_road")
SHORT = CompareFilter(measure="distance", comparator="<", value=7000)
QUICK = CompareFilter(measure="time", comparator="<", value=700)


def test_an_exact_name_precedes_a_longer_one() -> None:
    """One route's name is a prefix of another's."""
    assert amount(figure("time", via="Elm St"), ROADS) == 600
    assert amount(figure("time", via="Fir Lane"), ROADS) == 480
    assert amount(figure("time", via="Fir Ln and Elm St"), ROADS) == 480


def test_an_unknown_route_name_is_reported() -> None:
    """The message has the known routes."""
    failed = failure(figure("time", via="Ash Way"), ROADS)
    assert (failed.reason, failed.path, failed.value) == (
        "no_route",
        "$.figure.route.via",
        "Ash Way",
    )
    assert failed.candidates == ("Elm St", "Elm St and Fir Ln", "Mill Path")


def test_an_ambiguous_route_name_is_undecided() -> None:
    """The name is missing, or is a part of several names."""
    failed = failure(figure("time"), ROADS)
    assert (failed.reason, failed.path) == ("under_specified", None)
    assert failed.candidates == ("Elm St", "Elm St and Fir Ln")


def test_the_only_route_on_a_road_is_selected() -> None:
    """Without a name, the road identifies the route."""
    assert names(step("landmark", road="Sea Ln"), COAST).names == ("Lighthouse", "Red Barn")
    assert names(step("next", road="Fir Ln"), COAST).names[0] == "Merge onto Bay Hwy/B7"
    assert reason(step("landmark", road="Ash Way"), COAST) == "under_specified"
    assert amount(figure("time", via="Sea Ln"), COAST) == 660


def test_the_default_mode_is_driving() -> None:
    """The steps say so."""
    query = best("time", origin="Inn", destination="Zoo", most=True)
    found = derived(query, ROADS)
    assert names(query, ROADS).names == ("Elm St", "Elm St and Fir Ln")
    assert found.steps[0] == "no mode of travel is given, so driving is assumed"


def test_a_route_name_decides_the_mode() -> None:
    assert amount(figure("time", via="Mill Path"), ROADS) == 3000


def test_several_modes_without_driving_need_a_mode() -> None:
    ride = Route(origin="Inn", destination="Zoo", mode=None, name="Canal")
    query = best("time")
    assert reason(query, World(routes=(PATH, ride))) == "under_specified"


def test_ends_and_mode_must_match() -> None:
    """The reverse direction and other modes do not match."""
    back = best("time", origin="Zoo", destination="Inn")
    assert reason(back, ROADS) == "no_route"
    ride = failure(best("time", origin="Inn", mode=TravelMode.BICYCLING), ROADS)
    assert (ride.reason, ride.lacking) == (
        "no_route",
        "a route from Inn to anywhere by bicycling",
    )


def test_without_ends_routes_join_a_single_pair() -> None:
    other = Route(origin="Zoo", destination="Inn", mode=DRIVING, name="Elm St", duration_s=60)
    world = World(routes=(ELM, other))
    assert reason(best("time"), world) == "under_specified"
    assert amount(figure("time", origin="Zoo"), world) == 60


def test_duplicate_routes_count_once() -> None:
    turn = Step(instruction="Turn left")
    route = Route(origin="A", destination="B", mode=DRIVING, name="Elm St", steps=(turn,))
    world = World(routes=(route, route))
    assert amount(figure("left_turn"), world) == 1


def test_a_route_without_name_or_mode_has_a_title() -> None:
    """Steps can refer to every route."""
    assert (
        route_title(Route(origin="A", destination="B", mode=None, name="")) == "the unnamed route"
    )


def test_routes_are_selected_by_manoeuvre_or_road() -> None:
    """Covers counts of a manoeuvre, a road, both at the same step, and their absence."""
    driving = which(has(manoeuvre="roundabout"), mode=DRIVING)
    assert names(driving, ROADS).names == ("Elm St", "Elm St and Fir Ln")
    often = which(has(manoeuvre="roundabout", times=3), mode=DRIVING)
    assert names(often, ROADS).names == ("Elm St and Fir Ln",)
    assert names(which(has(road="B7"), mode=DRIVING), ROADS).names == ("Elm St",)
    both = which(has(manoeuvre="merge", road="Bay Highway"), mode=DRIVING)
    assert names(both, ROADS).names == ("Elm St",)
    lacking = which(lacks(road="Bay Hwy"), mode=DRIVING)
    assert names(lacking, ROADS).names == ("Elm St and Fir Ln",)


def test_routes_are_selected_by_landmark() -> None:
    """A step must pass it under its full name; roads are not landmarks."""
    assert names(which(has(landmark="old mill"), mode=DRIVING), ROADS).names == ("Elm St",)
    lacking = which(lacks(landmark="Old Mill"), mode=DRIVING)
    assert names(lacking, ROADS).names == ("Elm St and Fir Ln",)
    for other in ("Mill", "Oak Ave"):
        assert reason(which(has(landmark=other), mode=DRIVING), ROADS) == "nothing_matches"


def test_landmarks_match_without_article() -> None:
    """The name "the Old Mill" matches the note "Pass by Old Mill"."""
    assert names(which(has(landmark="the Old Mill"), mode=DRIVING), ROADS).names == ("Elm St",)


def test_a_landmark_excludes_manoeuvre_and_road() -> None:
    """Such a query is rejected, so nothing is silently ignored."""
    with pytest.raises(ValidationError, match="a landmark alone"):
        has(manoeuvre="toll_road", landmark="Old Mill")


def test_a_road_only_pointed_at_is_not_used() -> None:
    assert reason(which(has(road="Zoo Rd"), mode=DRIVING), ROADS) == "nothing_matches"
    lacking = which(lacks(manoeuvre="roundabout"), mode=DRIVING)
    assert failure(lacking, ROADS).detail == "no route lacks roundabout"


def test_without_filters_all_routes_are_listed() -> None:
    """Any of them is right, or all are."""
    found = names(which(mode=DRIVING), ROADS)
    assert (found.names, found.reading, found.tied) == (("Elm St", "Elm St and Fir Ln"), "any", 2)
    listed = names(which(mode=DRIVING).model_copy(update={"wanted": "all"}), ROADS)
    assert (listed.names, listed.reading) == (found.names, "all")


def test_routes_without_steps_are_undecided() -> None:
    failed = failure(figure("turn", mode=WALKING), ROADS)
    assert failed.reason == "no_such_fact"
    assert failed.lacking == "steps of via Mill Path (walking)"
    bare = Route(origin="Inn", destination="Zoo", mode=DRIVING, name="Bare", duration_s=1)
    found = derived(which(ROUNDABOUT), World(routes=(FIR, bare)))
    assert "left out: the context gives no steps of via Bare (driving)" in found.steps
    assert reason(which(ROUNDABOUT), World(routes=(bare,))) == "no_such_fact"


def test_routes_are_selected_by_closure() -> None:
    """A temporary closure counts; at a given time, only if the road is closed then."""
    assert names(which(has(manoeuvre="closure")), COAST).names == ("Quay Rd",)
    early = which(lacks(manoeuvre="closure", day="sunday", at="07:00"))
    assert names(early, COAST).names == ("Elm St",)
    late = which(lacks(manoeuvre="closure", day="sunday", at="12:00"))
    assert names(late, COAST).names == ("Elm St", "Quay Rd")
    monday = which(lacks(manoeuvre="closure", day="monday"))
    assert names(monday, COAST).names == ("Elm St", "Quay Rd")


def test_closures_without_hours_are_undecided() -> None:
    """They are left out of a list, and block a count and a check unless others decide."""
    open_then = lacks(manoeuvre="closure", day="sunday", at="12:00")
    world = World(routes=(ELM, DAMP))
    detail = "it is not stated when this road is closed: 'Head east on Damp Ln'"
    assert names(which(open_then), world).names == ("Elm St",)
    assert derived(which(open_then), world).steps[-1] == f"left out: {detail}"
    failed = failure(which(open_then), World(routes=(DAMP,)))
    assert (failed.detail, failed.lacking) == (
        detail,
        "when roads of via Damp Ln (driving) are closed",
    )
    assert reason(how_many(open_then), world) == "no_such_fact"
    assert reason(whether(open_then), world) == "no_such_fact"
    closed_and_maybe = Route(
        origin="Inn", destination="Zoo", mode=DRIVING, name="Both", steps=QUAY.steps + DAMP.steps
    )
    closed_then = has(manoeuvre="closure", day="sunday", at="07:00")
    assert yes(whether(closed_then), World(routes=(closed_and_maybe,)))
    twice = closed_then.model_copy(update={"times": 2})
    assert reason(whether(twice), World(routes=(closed_and_maybe,))) == "no_such_fact"


def test_routes_are_selected_by_exit_number() -> None:
    """The number alone or with the exit's name."""
    assert names(which(has(exit="3")), COAST).names == ("Elm St",)
    assert reason(which(has(exit="4")), COAST) == "nothing_matches"
    assert exit_numbers(Step(instruction="Take exit 6 for B7")) == ("6",)
    assert exit_numbers(Step(instruction="Turn left onto Exit Rd")) == ()


def _of(measure: Total, comparator: Comparator, value: float) -> CompareFilter:
    return CompareFilter(measure=measure, comparator=comparator, value=value)


def test_routes_are_selected_by_figure() -> None:
    """Figures match within their rounding; limits are exact."""
    assert names(which(_of("time", "==", 610)), KEEP).names == ("Ash Rd",)
    assert names(which(_of("distance", ">", 7000)), KEEP).names == ("Fern Ln",)
    failed = failure(which(_of("time", "<=", 60)), KEEP)
    assert (failed.reason, failed.detail) == ("nothing_matches", "no route has such a time")


def test_routes_are_counted() -> None:
    """Without a filter all routes count; the count may be zero."""
    assert derived(how_many(), KEEP).value == Quantity(amount=2, unit="count")
    assert derived(how_many(ROUNDABOUT), KEEP).value == Quantity(amount=1, unit="count")
    assert derived(how_many(has(road="Yew Rd")), KEEP).value == Quantity(amount=0, unit="count")


def test_a_route_is_checked_for_a_feature() -> None:
    """Differing routes or missing steps leave it undecided."""
    assert derived(whether(ROUNDABOUT, via="Ash Rd"), KEEP).value == YesNo(yes=True)
    assert derived(whether(ROUNDABOUT, via="Fern Ln"), KEEP).value == YesNo(yes=False)
    assert reason(whether(ROUNDABOUT), KEEP) == "under_specified"
    failed = failure(whether(ROUNDABOUT), World(places=PLACES, routes=(ASH, GAP)))
    assert (failed.reason, failed.lacking) == ("no_such_fact", "steps of via Gap Rd (driving)")
    assert reason(how_many(ROUNDABOUT), KEEP_AND_GAP) == "no_such_fact"


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        # Gap Rd has no steps; it is neither short nor quick.
        ((TOLL,), ("Ash Rd", "Fern Ln")),
        ((NotFilter(of=TOLL), NotFilter(of=SHORT)), ()),
        ((NotFilter(of=ROUNDABOUT),), ("Fern Ln",)),
        ((NotFilter(of=SHORT),), ("Fern Ln", "Gap Rd")),
        ((AnyFilter(of=(ROUNDABOUT, QUICK)),), ("Ash Rd",)),
        ((AnyFilter(of=(ROUNDABOUT, NotFilter(of=SHORT))),), ("Ash Rd", "Fern Ln", "Gap Rd")),
        ((ROUNDABOUT, SHORT), ("Ash Rd",)),
        ((ROUNDABOUT, QUICK, NotFilter(of=SHORT)), ()),
    ],
)
def test_filters_are_combined(filters: tuple[Filter, ...], expected: tuple[str, ...]) -> None:
    """All must hold, or a single part of "any"; unknown does not pass."""
    query = which(*filters)
    if expected:
        assert names(query, KEEP_AND_GAP).names == expected
    else:
        assert reason(query, KEEP_AND_GAP) == "nothing_matches"


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ((ROUNDABOUT, SHORT), 1),
        ((AnyFilter(of=(ROUNDABOUT, NotFilter(of=SHORT))),), 3),
        ((NotFilter(of=SHORT),), 2),
        ((ROUNDABOUT,), None),
        ((NotFilter(of=ROUNDABOUT),), None),
        ((AnyFilter(of=(ROUNDABOUT, SHORT)),), None),
    ],
)
def test_unknown_steps_block_a_count_if_they_matter(
    filters: tuple[Filter, ...], expected: int | None
) -> None:
    """A known failing, or sufficient, condition decides without them."""
    query = how_many(*filters)
    if expected is None:
        failed = failure(query, KEEP_AND_GAP)
        assert (failed.reason, failed.lacking) == ("no_such_fact", "steps of via Gap Rd (driving)")
    else:
        assert quantity(query, KEEP_AND_GAP).amount == expected


def test_a_route_without_a_figure_is_unknown() -> None:
    """It is left out of a list and blocks a count."""
    without_steps = Route(origin="Inn", destination="Keep", mode=DRIVING, name="Mute")
    world = World(places=PLACES, routes=(ASH, without_steps))
    assert names(which(QUICK), world).names == ("Ash Rd",)
    assert failure(how_many(QUICK), world).lacking == "time of via Mute (driving)"


def test_a_filter_may_select_a_single_route() -> None:
    """The figure is that of the route without roundabouts; unknown routes leave it open."""
    without = figure("time", filters=(NotFilter(of=ROUNDABOUT),))
    assert amount(without, KEEP) == 900
    assert reason(without, KEEP_AND_GAP) == "no_such_fact"
    either = AnyFilter(of=(has(road="Yew Rd"), NotFilter(of=TOLL)))
    none = failure(figure("time", filters=(either, QUICK)), KEEP)
    detail = "no route has Yew Rd or lacks toll road and has such a time"
    assert (none.reason, none.detail) == ("nothing_matches", detail)


def test_the_best_passing_route_is_found() -> None:
    """Filters are applied first, and an unknown route could be the best."""
    query = best("time", filters=(NotFilter(of=ROUNDABOUT),))
    assert names(query, KEEP).names == ("Fern Ln",)
    assert reason(query, KEEP_AND_GAP) == "no_such_fact"


def test_the_best_route_is_checked() -> None:
    """Tied routes must agree."""
    assert yes(CheckRoutes(routes=best("time"), passes=ROUNDABOUT), KEEP)
    assert not yes(CheckRoutes(routes=best("time", most=True), passes=ROUNDABOUT), KEEP)
    twin = Route(origin="Inn", destination="Keep", mode=DRIVING, name="Twin", duration_s=600)
    check = CheckRoutes(routes=best("time"), passes=QUICK)
    assert yes(check, World(places=PLACES, routes=(ASH, twin)))
    check = CheckRoutes(routes=best("time"), passes=ROUNDABOUT)
    assert reason(check, World(places=PLACES, routes=(ASH, twin))) == "no_such_fact"


def test_filters_of_places_are_rejected() -> None:
    rated = CompareFilter(measure="rating", comparator=">", value=4)
    with pytest.raises(ValidationError, match="filters of a route"):
        Routes(filters=(rated,))


def test_unmatched_filters_are_all_named() -> None:
    failed = failure(which(has(exit="12b"), ROUNDABOUT), KEEP)
    assert failed.reason == "nothing_matches"
    assert set(failed.detail.removeprefix("no route ").split(" and ")) == {
        "has exit 12b",
        "has roundabout",
    }


def test_steps_on_other_roads_do_not_count() -> None:
    """Only one of the two left turns leads onto Oak Ave."""
    found = derived(whether(has(manoeuvre="left_turn", road="Oak Ave"), via="Elm St"), ROADS)
    assert found.value == YesNo(yes=True)
    assert found.steps[-1].endswith(" × 1")

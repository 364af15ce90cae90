"""Places around an anchor: nearest, counts, lists, picks, praise, detours and directions."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from geoeval.query.conventions import Conventions
from geoeval.query.filter_kinds import CompareFilter
from geoeval.query.solve import solve
from geoeval.query.trace import sort_by_key
from geoeval.query.values import CannotSolve, Derivation, Fact, Names
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import (
    all_of,
    any_of,
    between,
    count,
    highest,
    in_direction,
    nearest,
    recommended,
)
from tests.query.towns import (
    CAFES,
    EGRET,
    QUEUE,
    SORTED,
    SQUARE,
    TOWN,
    amount,
    derived,
    names,
    reason,
)

HERE = "Harbour Square"


def test_a_sorted_list_gives_the_ranking() -> None:
    """The derivation says that the order of the list decides."""
    found = derived(nearest(category="cafe", anchor=HERE), QUEUE)
    assert found.value == Names(
        names=("Tern Cafe", "Ibis Cafe", "Crane Cafe"), reading="ranked", aliases=((), (), ())
    )
    assert found.conventions == (("nearest", "list"),)


def test_a_list_within_a_radius_is_not_sorted() -> None:
    """Its places are ranked by great-circle distance."""
    found = derived(nearest(category="cafe", anchor=HERE), TOWN)
    assert isinstance(found.value, Names)
    assert found.value.names == ("Gull Cafe", "Heron Cafe", "Egret Cafe")
    assert found.conventions == ()
    assert "Gull Cafe (0.001, 0.0): 111 m" in found.steps[1]


def test_the_farthest_is_the_last_of_the_ranking() -> None:
    """Listed and computed rankings are both reversed."""
    query = nearest(category="cafe", anchor=HERE, farthest=True)
    assert names(query, QUEUE).names[0] == "Crane Cafe"
    assert names(query, TOWN).names[0] == "Egret Cafe"


def test_nearest_is_limited_to_the_candidates() -> None:
    """Candidates keep the list's order; those not listed are dropped."""
    query = nearest(category="cafe", anchor=HERE, among=("Crane Cafe", "ibis cafe", "Moon Bar"))
    found = names(query, QUEUE)
    assert found.names == ("Ibis Cafe", "Crane Cafe")
    assert found.aliases == (("ibis cafe",), ("Crane Cafe",))


def test_the_second_nearest_counts_the_whole_list() -> None:
    """The rank is not counted among the candidates."""
    query = nearest(category="cafe", anchor=HERE, rank=2, among=("Crane Cafe", "Ibis Cafe"))
    found = names(query, QUEUE)
    assert (found.reading, found.rank, found.names[1]) == ("nth", 2, "Ibis Cafe")


def test_a_rank_past_the_end_is_undecided() -> None:
    assert reason(nearest(category="cafe", anchor=HERE, rank=9), QUEUE) == "nothing_matches"


def test_equal_distances_tie() -> None:
    twins = (
        Place(name="East Bar", location=(0, 0.01)),
        Place(name="West Bar", location=(0, -0.01)),
    )
    bars = NearbyList(anchor=HERE, category="Bars", places=twins)
    world = World(places=(SQUARE,), lists=(bars,))
    assert names(nearest(category="bar", anchor=HERE), world).tied == 2
    assert names(nearest(category="bar", anchor=HERE, rank=2), world).tied == 2


@pytest.mark.parametrize(("south", "tied"), [(52.51, 2), (52.5099999, 1)])
def test_rounding_errors_break_no_tie(south: float, tied: int) -> None:
    """The distances of 0.01 degrees to the north and south differ by less than a nanometre."""
    twins = (
        Place(name="Heath", location=(52.53, 13.405)),
        Place(name="Marsh", location=(south, 13.405)),
    )
    world = World(places=(Place(name=HERE, location=(52.52, 13.405)), *twins))
    query = nearest(anchor=HERE, among=("Heath", "Marsh"))
    assert names(query, world).tied == tied


@pytest.mark.parametrize(("gap", "is_tie"), [(0.9e-6, True), (1.1e-6, False)])
def test_keys_tie_within_rounding_errors(gap: float, is_tie: bool) -> None:
    first, second = sort_by_key([(1000.0 + gap, "b"), (1000.0, "a")])
    assert (first[1], second[1]) == ("a", "b")
    assert (first[0] == second[0]) is is_tie


def test_nearest_may_be_computed_by_convention() -> None:
    """Then a sorted list without coordinates does not decide."""
    outcome = solve(nearest(category="cafe", anchor=HERE), QUEUE, Conventions(nearest="computed"))
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == "no_coordinates"


def test_the_anchor_is_not_near_itself() -> None:
    """It is skipped even at the head of a list."""
    cafes = NearbyList(
        anchor="Tern Cafe", category="Cafes", places=SORTED.places, sorted_by_distance=True
    )
    query = nearest(category="cafe", anchor="Tern Cafe")
    assert names(query, World(lists=(cafes,))).names[0] == "Ibis Cafe"


def test_candidates_need_no_list() -> None:
    """Without a list, the candidates' coordinates decide."""
    world = World(places=(SQUARE, *CAFES.places))
    query = nearest(category="cafe", anchor=HERE, among=("Egret Cafe", "Gull Cafe"))
    assert names(query, world).names == ("Gull Cafe", "Egret Cafe")


def test_nearest_needs_an_anchor() -> None:
    world = World(places=CAFES.places)
    assert reason(nearest(category="cafe"), world) == "under_specified"


def test_places_within_a_radius_are_counted() -> None:
    """Two of three cafes lie within 500 m, one of them at 333.6 m."""
    assert amount(count(category="cafe", anchor=HERE, within_m=500), TOWN) == 2
    assert amount(count(category="cafe", anchor=HERE, within_m=333), TOWN) == 1


def test_places_that_pass_are_counted() -> None:
    """The count may be zero."""
    high = CompareFilter(measure="rating", comparator=">=", value=4.9)
    assert amount(count(category="cafe", anchor=HERE), TOWN) == 3
    assert amount(count(category="cafe", anchor=HERE, filters=(high,)), TOWN) == 0


def test_all_places_are_listed() -> None:
    found = names(all_of(category="cafe", anchor=HERE, within_m=500), TOWN)
    assert (found.reading, set(found.names)) == ("all", {"Gull Cafe", "Heron Cafe"})


def test_an_empty_list_is_not_an_answer() -> None:
    assert reason(all_of(category="cafe", anchor=HERE, within_m=10), TOWN) == "nothing_matches"


def test_any_place_of_the_selection_is_right() -> None:
    found = names(any_of(category="cafe", anchor=HERE, within_m=200), TOWN)
    assert (found.reading, found.names) == ("any", ("Gull Cafe",))


def test_the_highest_figure_is_picked() -> None:
    """The lowest if asked for; unknown figures are left out."""
    best = names(highest("rating", category="cafe", anchor=HERE), TOWN)
    assert (best.names, best.tied) == (("Gull Cafe", "Egret Cafe", "Heron Cafe"), 2)
    fewest = highest("rating_count", category="cafe", anchor=HERE, lowest=True)
    assert names(fewest, TOWN).names == ("Heron Cafe", "Gull Cafe")


@pytest.mark.parametrize(
    ("by", "expected"), [("rating", "no_rating"), ("price_level", "no_such_fact")]
)
def test_figures_that_no_place_has_pick_nothing(by: str, expected: str) -> None:
    query = highest(by, category="cafe", anchor=HERE)
    assert reason(query, QUEUE) == expected


def test_praise_goes_by_rating() -> None:
    """The derivation names that convention."""
    found = derived(recommended(category="cafe", anchor=HERE), TOWN)
    assert isinstance(found.value, Names)
    assert found.value.names[0] == "Gull Cafe"
    assert found.conventions == (("recommend", "rating"),)


def test_praise_may_be_left_open() -> None:
    """Under the other convention ratings do not decide."""
    query = recommended(category="cafe", anchor=HERE)
    outcome = solve(query, TOWN, Conventions(recommend="cannot"))
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == "subjective"


def test_a_single_listed_candidate_needs_no_rating() -> None:
    query = recommended(category="cafe", anchor=HERE, among=("Ibis Cafe", "Moon Bar", "Sun Bar"))
    found = derived(query, QUEUE)
    assert isinstance(found.value, Names)
    assert found.value.names == ("Ibis Cafe",)
    assert "only candidate" in found.steps[-1]


@pytest.mark.parametrize(
    ("among", "quality"),
    [(("Ibis Cafe", "Tern Cafe"), "good"), (("Ibis Cafe",), "most renowned"), ((), "best")],
)
def test_praise_without_ratings_is_subjective(among: tuple[str, ...], quality: str) -> None:
    """Several candidates, fame or no candidates: the context does not decide."""
    query = recommended(quality, category="cafe", anchor=HERE, among=among)
    assert reason(query, QUEUE) == "subjective"


def test_unknown_candidates_cannot_be_recommended() -> None:
    query = recommended(category="cafe", anchor=HERE, among=("Moon Bar",))
    assert reason(query, QUEUE) == "nothing_matches"


BRIDGE = World(
    places=(
        Place(name="Abbey", location=(0.0, 0.0)),
        Place(name="Bridge", location=(0.0, 0.02)),
        Place(name="Chapel", location=(0.001, 0.01)),
        Place(name="Dome", location=(0.01, 0.01)),
        Place(name="Elms", location=(-0.001, -0.01)),
    )
)


def test_between_is_the_smallest_detour() -> None:
    """Chapel is almost on the way from Abbey to Bridge; the ends do not count."""
    query = between("Abbey", "Bridge", among=("Dome", "Chapel", "Abbey"))
    assert names(query, BRIDGE).names == ("Chapel", "Dome")


def test_the_place_in_a_direction_is_found() -> None:
    """Only places in the sector are ranked, the best aligned first."""
    east = in_direction("east", anchor="Abbey", among=("Chapel", "Dome", "Bridge", "Elms"))
    assert names(east, BRIDGE).names == ("Bridge", "Chapel")
    south = in_direction("south", anchor="Abbey", among=("Chapel", "Dome", "Bridge", "Elms"))
    assert reason(south, BRIDGE) == "nothing_matches"


def test_a_direction_needs_an_anchor() -> None:
    """Such a query cannot be written."""
    with pytest.raises(ValidationError, match="left open"):
        in_direction("east", among=("Dome",))


def test_solving_twice_gives_the_same_outcome() -> None:
    query = nearest(category="cafe", anchor=HERE)
    first, second = solve(query, TOWN), solve(query, TOWN)
    assert isinstance(first, Derivation)
    assert first == second
    assert EGRET in CAFES.places


def test_the_farthest_is_measured_in_metres() -> None:
    """The values are distances, whichever way the places are ranked."""
    near, far = (
        names(nearest(category="cafe", anchor=HERE, farthest=farthest), TOWN).lengths_m
        for farthest in (False, True)
    )
    assert near == pytest.approx((111.195, 333.585, 1572.536), abs=0.001)
    assert far == near[::-1]


def test_equal_detours_tie() -> None:
    world = World(places=(*BRIDGE.places, Place(name="Crypt", location=(0.001, 0.01))))
    found = names(between("Abbey", "Bridge", among=("Chapel", "Dome", "Crypt")), world)
    assert (found.names, found.tied) == (("Chapel", "Crypt", "Dome"), 2)


def test_the_next_place_follows_the_given_order() -> None:
    """A place with an equal figure comes after it, too."""
    after_gull = highest("rating", after="Gull Cafe", category="cafe", anchor=HERE)
    assert names(after_gull, TOWN).names == ("Egret Cafe", "Heron Cafe")
    after_heron = highest("rating", after="Heron Cafe", category="cafe", anchor=HERE)
    assert reason(after_heron, TOWN) == "nothing_matches"
    upwards = highest("rating", lowest=True, after="Heron Cafe", category="cafe", anchor=HERE)
    assert names(upwards, TOWN).names == ("Gull Cafe", "Egret Cafe")


def test_figures_of_several_places_quote_their_lines() -> None:
    facts = derived(highest("rating", category="cafe", anchor=HERE), TOWN).facts
    assert facts == (
        Fact(text="list of Cafes around Harbour Square", line=2),
        Fact(text="Heron Cafe: rating 4", line=5),
        Fact(text="Gull Cafe: rating 4.5", line=3),
        Fact(text="Egret Cafe: rating 4.5", line=7),
    )

"""The source of a selection's places and the filters that they pass."""

from __future__ import annotations

from math import nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.sphere.distance import haversine
from geoeval.query.algebra import Best, Detour, Distance, Fact, Hours, Places, Quality
from geoeval.query.filter_kinds import (
    CompareFilter,
    DirectionFilter,
    FeatureFilter,
    Filter,
    NameFilter,
    OpenFilter,
)
from geoeval.query.parts import DAYS, Figure
from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve, Names
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import all_of, closed, count, highest, lacks, nearest
from tests.query.towns import CAFES, QUEUE, SQUARE, TOWN, amount, derived, names, reason

HERE = "Harbour Square"


def passing(*filters: Filter) -> set[str]:
    """Return the cafes of the town that pass some filters."""
    return set(names(all_of(category="cafe", anchor=HERE, filters=filters), TOWN).names)


def failure(*filters: Filter, world: World = QUEUE) -> str:
    """Return why a list of cafes cannot be filtered."""
    return reason(all_of(category="cafe", anchor=HERE, filters=filters), world)


@pytest.mark.parametrize(
    ("comparator", "value", "expected"),
    [
        (">=", 4.5, {"Gull Cafe", "Egret Cafe"}),
        (">", 4.0, {"Gull Cafe", "Egret Cafe"}),
        ("<=", 4.0, {"Heron Cafe"}),
        ("<", 4.5, {"Heron Cafe"}),
        ("==", 4.0, {"Heron Cafe"}),
    ],
)
def test_ratings_are_compared(comparator: str, value: float, expected: set[str]) -> None:
    """Covers each comparator."""
    wanted = CompareFilter.model_validate(
        {"measure": "rating", "comparator": comparator, "value": value}
    )
    assert passing(wanted) == expected


def test_places_without_the_figure_do_not_pass() -> None:
    """Egret Cafe has no price level and no number of ratings."""
    assert passing(CompareFilter(measure="price_level", comparator="<=", value=4)) == {
        "Gull Cafe",
        "Heron Cafe",
    }
    assert passing(CompareFilter(measure="rating_count", comparator=">=", value=100)) == {
        "Gull Cafe"
    }


def test_a_radius_includes_a_place_at_its_end() -> None:
    """The next smaller float excludes it."""
    pier, bar = Place(name="Pier", location=(0.0, 0.0)), Place(name="Owl Bar", location=(0.0, 0.01))
    world = World(
        places=(pier,), lists=(NearbyList(anchor="Pier", category="Bars", places=(bar,)),)
    )
    edge = haversine((0.0, 0.0), (0.0, 0.01))

    def found(radius_m: float) -> float:
        return amount(count(category="bar", anchor="Pier", within_m=radius_m), world)

    assert (found(edge), found(nextafter(edge, 0))) == (1, 0)


@pytest.mark.parametrize(("library", "expected"), [((0.001, 0.0), "Library"), (None, "Cafe Nino")])
def test_a_located_candidate_outside_the_list_competes(
    library: tuple[float, float] | None, expected: str
) -> None:
    """A list of cafes around the Hall does not say what else is near; one cannot be computed."""
    cafe = Place(name="Cafe Nino", location=(0.003, 0.0))
    world = World(
        places=(Place(name="Hall", location=(0.0, 0.0)), Place(name="Library", location=library)),
        lists=(NearbyList(anchor="Hall", category="cafe", places=(cafe,)),),
    )
    query = nearest(anchor="Hall", among=("Cafe Nino", "Library"))
    assert names(query, world).names[0] == expected


def test_places_must_pass_all_filters() -> None:
    rated = CompareFilter(measure="rating", comparator=">=", value=4.5)
    cheap = CompareFilter(measure="price_level", comparator="<=", value=2)
    assert passing(rated, cheap) == {"Gull Cafe"}


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (OpenFilter(day="monday"), {"Gull Cafe", "Heron Cafe"}),
        (OpenFilter(day="monday", at="12:00"), {"Gull Cafe"}),
        (OpenFilter(day="monday", at="18:00"), {"Heron Cafe"}),
        (OpenFilter(day="monday", at="20:00", until="01:00"), {"Heron Cafe"}),
        (closed(day="sunday"), {"Gull Cafe"}),
    ],
)
def test_open_places_are_selected(wanted: OpenFilter, expected: set[str]) -> None:
    """Covers days, times and spans; unknown hours are neither open nor closed."""
    assert passing(wanted) == expected


def test_a_span_past_closing_does_not_pass() -> None:
    """Gull Cafe closes at five."""
    wanted = OpenFilter(day="monday", at="16:00", until="17:30")
    assert failure(wanted, world=TOWN) == "nothing_matches"


def test_always_open_places_are_selected() -> None:
    """They are open around the clock on the given day, or else on every known day."""
    assert passing(OpenFilter(day="sunday", all_day=True)) == {"Heron Cafe"}
    assert passing(closed(day="sunday", all_day=True)) == {"Gull Cafe"}
    assert failure(OpenFilter(all_day=True), world=TOWN) == "nothing_matches"
    always = WeeklyHours.parse("Saturday: Open 24 hours, Sunday: Open 24 hours")
    bars = (
        Place(name="Lark Bar", hours=always),
        Place(name="Owl Bar", hours=CAFES.places[0].hours),
    )
    world = World(lists=(NearbyList(anchor=None, category="Bars", places=bars),))
    query = all_of(category="bar", filters=(OpenFilter(all_day=True),))
    assert names(query, world).names == ("Lark Bar",)


def test_always_open_may_be_unknown() -> None:
    """The place has no hours, or no place has hours on that day."""
    assert failure(OpenFilter(all_day=True)) == "no_hours"
    assert failure(OpenFilter(day="wednesday", all_day=True), world=TOWN) == "no_hours"
    query = count(category="cafe", anchor=HERE, filters=(OpenFilter(day="sunday", all_day=True),))
    assert (
        "24 hours sunday: Heron Cafe; hours unknown, not counted: 1"
        in (derived(query, TOWN).steps[-2])
    )


def test_unknown_hours_are_counted_separately() -> None:
    """The step has the number of places without hours."""
    query = count(category="cafe", anchor=HERE, filters=(OpenFilter(day="monday"),))
    assert "hours unknown, not counted: 1" in derived(query, TOWN).steps[-2]


def test_places_with_or_without_flags_are_selected() -> None:
    assert passing(FeatureFilter(feature="dinner")) == {"Gull Cafe"}
    assert passing(lacks(FeatureFilter(feature="dinner"))) == {"Heron Cafe", "Egret Cafe"}


def test_names_and_directions_are_filtered() -> None:
    """Covers a part of the name and the sector."""
    assert passing(NameFilter(contains="gull")) == {"Gull Cafe"}
    assert passing(DirectionFilter(direction="east")) == {"Heron Cafe"}
    assert passing(DirectionFilter(direction="northeast")) == {"Egret Cafe"}


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (CompareFilter(measure="rating", comparator=">", value=4), "no_rating"),
        (CompareFilter(measure="price_level", comparator=">", value=1), "no_such_fact"),
        (OpenFilter(day="monday"), "no_hours"),
        (FeatureFilter(feature="dinner"), "no_such_fact"),
        (DirectionFilter(direction="east"), "no_coordinates"),
    ],
)
def test_filters_on_unknown_facts_decide_nothing(wanted: Filter, expected: str) -> None:
    assert failure(wanted) == expected


def test_a_radius_needs_coordinates() -> None:
    """A sorted list without them does not show what lies within 500 m."""
    assert reason(count(category="cafe", anchor=HERE, within_m=500), QUEUE) == "no_coordinates"


def test_a_list_within_the_radius_needs_no_coordinates() -> None:
    """Everything listed within 500 m lies within 500 m."""
    close = NearbyList(anchor="Pier", category="Cafes", places=(Place(name="Tern"),), radius_m=500)
    world = World(places=(Place(name="Pier"),), lists=(close,))
    assert amount(count(category="cafe", anchor="Pier", within_m=500), world) == 1
    assert reason(count(category="cafe", anchor="Pier", within_m=400), world) == ("no_coordinates")


def test_a_radius_wider_than_the_list_is_undecided() -> None:
    """Places beyond the reach of the list are unknown."""
    query = count(category="cafe", anchor=HERE, within_m=3000)
    assert reason(query, TOWN) == "under_specified"
    assert names(nearest(category="cafe", anchor=HERE, within_m=3000), TOWN).names[0] == "Gull Cafe"


@given(st.permutations(["Heron Cafe", "Gull Cafe", "Egret Cafe", "Moon Bar"]))
def test_the_order_of_candidates_does_not_matter(among: list[str]) -> None:
    query = nearest(category="cafe", anchor=HERE, among=tuple(among))
    assert names(query, TOWN).names == ("Gull Cafe", "Heron Cafe", "Egret Cafe")


def test_an_unknown_anchor_is_reported() -> None:
    assert reason(nearest(category="cafe", anchor="Zanzibar"), TOWN) == "unknown_place"


def test_a_list_around_another_place_does_not_apply() -> None:
    world = World(places=(SQUARE, Place(name="Old Mill")), lists=(CAFES,))
    assert reason(nearest(category="cafe", anchor="Old Mill"), world) == "other_anchor"


def test_an_unlisted_kind_is_not_found() -> None:
    """A list of cafes says nothing about museums."""
    assert reason(nearest(category="museum", anchor=HERE), TOWN) == "no_such_fact"
    assert reason(nearest(category="museum"), TOWN) == "no_such_fact"


def test_the_only_list_needs_no_anchor() -> None:
    """With several lists of the kind, an anchor is needed."""
    assert amount(count(category="cafe"), TOWN) == 3
    other = NearbyList(anchor="Old Mill", category="Cafes", places=CAFES.places)
    world = World(places=(SQUARE,), lists=(CAFES, other))
    assert reason(count(category="cafe"), world) == "under_specified"


def test_listed_places_include_facts_from_their_blocks() -> None:
    """Facts described apart from the list count as well."""
    block = Place(name="Tern Cafe", rating=4.7)
    world = World(places=(SQUARE, block), lists=QUEUE.lists)
    wanted = CompareFilter(measure="rating", comparator=">=", value=4.5)
    query = all_of(category="cafe", anchor=HERE, filters=(wanted,))
    assert names(query, world).names == ("Tern Cafe",)


def test_described_places_are_selected_by_kind() -> None:
    """Without a list, described places known to be of the kind are the choice."""
    world = World(places=(SQUARE, *CAFES.places))
    assert amount(count(category="cafe", anchor=HERE, within_m=500), world) == 2
    mixed = World(places=(*world.places, Place(name="Lark", location=(0.0, 0.001))))
    assert reason(count(category="cafe", anchor=HERE, within_m=500), mixed) == "no_such_fact"
    assert amount(count(anchor=HERE, within_m=500), mixed) == 3


def test_a_world_with_only_the_anchor_has_nothing_near() -> None:
    world = World(places=(SQUARE,))
    assert reason(count(category="cafe", anchor=HERE), world) == "no_such_fact"


def test_unlisted_candidates_are_the_selection() -> None:
    """The candidates are described but not listed."""
    masts = (
        Place(name="Red Mast", location=(0.002, 0.0)),
        Place(name="Blue Mast", location=(1, 1)),
    )
    world = World(places=(SQUARE, *masts), lists=TOWN.lists)
    query = nearest(anchor=HERE, among=("Blue Mast", "Red Mast", HERE))
    assert names(query, world).names == ("Red Mast", "Blue Mast")


def test_homonyms_of_a_list_are_all_selected() -> None:
    """A name shared by two entries selects both."""
    twins = (
        Place(name="Finch Bar", address="1 Ash St"),
        Place(name="Finch Bar", address="9 Low Rd"),
    )
    places = (Place(name="Lark Bar"), *twins)
    bars = NearbyList(anchor=HERE, category="Bars", places=places, sorted_by_distance=True)
    world = World(places=(SQUARE,), lists=(bars,))
    query = nearest(category="bar", anchor=HERE, among=("Finch Bar",))
    assert names(query, world).names == ("Finch Bar", "Finch Bar")


def test_places_of_unknown_kind_are_not_the_nearest() -> None:
    """Without a list, nothing shows that the hotel next door is not a pharmacy."""
    places = {"Hotel Anna": 0.001, "Elm Pharmacy": 0.002}
    described = [Place(name=name, location=(0.0, east)) for name, east in places.items()]
    world = World(places=(SQUARE, *described))
    failed = solve(nearest(category="pharmacy", anchor=HERE), world)
    assert isinstance(failed, CannotSolve)
    assert failed.lacking == "whether 'Hotel Anna' is of the category 'pharmacy'"
    pharmacies = World(places=(SQUARE, described[1]))
    assert names(nearest(category="pharmacy", anchor=HERE), pharmacies).names == ("Elm Pharmacy",)


def test_a_radius_needs_an_anchor() -> None:
    """The reason is the anchor, not missing coordinates."""
    failed = solve(count(within_m=100), TOWN)
    assert isinstance(failed, CannotSolve)
    assert (failed.reason, failed.lacking) == ("under_specified", None)


def _at(name: str, metres: float, rating: float, closes: int) -> Place:
    """Return a cafe some metres to the east."""
    hours = WeeklyHours.parse_lines([f"{day.capitalize()}: 09:00-{closes}:00" for day in DAYS])
    return Place(name=name, location=(0.0, metres / 111_195), rating=rating, hours=hours)


ROW = World(
    places=(Place(name="Pier", location=(0.0, 0.0)), Place(name="Mast", location=(0.0, 0.001))),
    lists=(
        NearbyList(
            anchor="Pier",
            category="Cafes",
            places=(_at("A", 300, 5.0, 22), _at("B", 400, 4.0, 21), _at("C", 500, 3.0, 20)),
        ),
    ),
)


@pytest.mark.parametrize(
    ("figure", "most"),
    [
        (Hours(edge="closes"), True),
        (Detour(first="Pier", second="Mast"), False),
        (Quality(), True),
        (Fact(fact="rating"), True),
        (Distance(), False),
    ],
    ids=lambda each: getattr(each, "kind", None),
)
def test_ranks_include_places_that_are_not_offered(figure: Figure, *, most: bool) -> None:
    """The first of all precedes the two that are offered, by every figure."""
    among = Places(category="cafe", anchor="Pier", among=("B", "C"))
    found = names(
        Best.model_validate({"figure": figure, "among": among, "most": most, "rank": 2}), ROW
    )
    assert (found.reading, found.names) == ("nth", ("A", "B", "C"))


LOST = Place(name="Lost Cafe", rating=4.2)
DIM = World(
    places=(Place(name=HERE, location=(0.0, 0.0)),),
    lists=(
        NearbyList(
            anchor=HERE,
            category="Cafes",
            places=(
                Place(name="North Cafe", location=(0.01, 0.0), rating=4.0),
                LOST,
                Place(name="Far Cafe", location=(0.1, 0.0), rating=4.5),
                Place(name="South Cafe", location=(-0.01, 0.0), rating=5.0),
            ),
        ),
    ),
)
TO_THE_NORTH = DirectionFilter(direction="north")


@pytest.mark.parametrize(
    "limits",
    [
        {"filters": (TO_THE_NORTH,)},
        {"filters": (lacks(DirectionFilter(direction="south")),)},
        {"filters": (NameFilter(contains="north") | NameFilter(contains="far") | TO_THE_NORTH,)},
        {"within_m": 20_000, "filters": (lacks(NameFilter(contains="south")),)},
    ],
    ids=["north", "not south", "any", "radius"],
)
def test_a_place_without_coordinates_blocks_what_it_affects(limits: dict[str, object]) -> None:
    """It may change a count, a list, or an order in which it may be first."""
    places = {"category": "cafe", "anchor": HERE, **limits}
    best = derived(highest("rating", **places), DIM)
    assert isinstance(best.value, Names)
    assert best.value.names == ("Far Cafe",)
    assert any("coordinates unknown, not counted: Lost Cafe" in step for step in best.steps)
    for query in (
        count(**places),
        all_of(**places),
        highest("rating", lowest=False, **places).model_copy(update={"rank": 2}),
        nearest(**places),
    ):
        found = solve(query, DIM)
        assert isinstance(found, CannotSolve)
        assert (found.reason, found.lacking) == ("no_coordinates", "coordinates of Lost Cafe")


def test_other_conditions_may_decide_without_coordinates() -> None:
    places = {"category": "cafe", "anchor": HERE}
    rated = CompareFilter(measure="rating", comparator=">", value=4.2)
    assert amount(count(**places, filters=(TO_THE_NORTH, rated)), DIM) == 1
    either = TO_THE_NORTH | NameFilter(contains="lost")
    assert amount(count(**places, filters=(either,)), DIM) == 3


def typed_street(*categories: str | None) -> World:
    """Return places A, B, … with the given categories, each farther from a pier."""
    places = [
        Place(name="ABC"[at], location=(0.001 * (at + 1), 0.0), category=category)
        for at, category in enumerate(categories)
    ]
    return World(places=(Place(name="Pier", location=(0.0, 0.0)), *places))


def test_stated_categories_decide_without_a_list() -> None:
    """Places of another category are left out, also if they are candidates."""
    street = typed_street("cafe", "supermarket", "Supermarkets")
    assert names(nearest(category="supermarket", anchor="Pier"), street).names == ("B", "C")
    among = nearest(category="supermarket", anchor="Pier", among=("A", "C"))
    assert names(among, street).names == ("C",)
    assert amount(count(category="supermarket", anchor="Pier"), street) == 2


def test_a_place_of_unknown_category_blocks_the_choice() -> None:
    """It may be nearer; as a candidate it is accepted, as before."""
    street = typed_street(None, "supermarket")
    assert reason(nearest(category="supermarket", anchor="Pier"), street) == "no_such_fact"
    among = nearest(category="supermarket", anchor="Pier", among=("A", "B"))
    assert names(among, street).names == ("A", "B")


def test_candidates_alone_are_the_whole_choice() -> None:
    """They may be in several lists, around different places, or in none."""
    pier, mill = (Place(name=name, rating=4.0) for name in ("Pier", "Mill"))
    inn = Place(name="Inn", rating=4.6)
    lists = tuple(
        NearbyList(anchor=anchor, category="Sights", places=(place,))
        for anchor, place in (("North", pier), ("South", mill))
    )
    world = World(places=(inn,), lists=lists)
    among = ("Inn", "Pier", "Mill")
    best = Best(figure=Fact(fact="rating"), among=Places(among=among), most=True)
    assert names(best, world).names[0] == "Inn"

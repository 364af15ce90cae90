"""Questions are fair: names are unambiguous, words are natural, and guessing does not pay."""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from geoeval.generation.draft import Draft, Task, Wrong, number_options
from geoeval.generation.generate import Controls, Generated, Seen, generate_questions
from geoeval.generation.kinds import KINDS
from geoeval.generation.kinds.trips import _stay_minutes
from geoeval.generation.town import Town, category_text, pluralise_kind
from geoeval.query.algebra import Value
from geoeval.query.values import Clock
from geoeval.world.categories import all_categories, category_of
from geoeval.world.model import Leg, NearbyList, Place, TravelMode, World

NAMES = ("Gull", "Heron", "Tern", "Plover", "Dunlin", "Avocet", "Curlew", "Ruff")
SPOTS = tuple(Place(name=name, location=(0.004 * at, 0.001 * at)) for at, name in enumerate(NAMES))


def drafts_of(kind: str, world: World, count: int = 60) -> list[Draft]:
    """Return the drafts of a kind of question in a world."""
    tasks = (Task(town=Town(world), draw=Random(n), difficulty="hard") for n in range(count))  # noqa: S311 - no secret
    return [draft for draft in map(KINDS[kind], tasks) if draft is not None]


def test_every_option_names_the_road_in_question(town: World) -> None:
    """Every option also occurs in the context, so neither gives the key away."""
    found = list(generate_questions(town, Controls(count=12, seed=4, kinds=("step_onto",))))
    onto = [each for each in found if each.kind == "step_onto"]
    assert len(onto) > 3
    for each in onto:
        road = cast("dict[str, dict[str, str]]", each.query)["figure"]["road"]
        assert all(road in option for option in each.options)
        plain = re.sub(r"</?b>", "", each.context)
        assert all(option in plain for option in each.options)
    most = [each for each in onto if each.choice]
    assert abs(sum(each.expected for each in most) - sum(not each.expected for each in most)) <= 1


def legs_by_mode(*, by_car: tuple[int, int]) -> tuple[Leg, ...]:
    """Return travel between all places: two alternating times by car, 8 minutes by bicycle."""
    times = {TravelMode.BICYCLING: (480, 480), TravelMode.DRIVING: by_car}
    return tuple(
        Leg(
            origin=origin,
            destination=destination,
            mode=mode,
            duration_s=each[at % 2],
            distance_m=1000,
        )
        for mode, each in times.items()
        for at, (origin, destination) in enumerate(permutations(NAMES, 2))
    )


@pytest.mark.parametrize("kind", ["mode", "faster"])
def test_car_is_right_in_half_of_the_questions(kind: str) -> None:
    """The share does not depend on how often a car is faster."""
    world = World(places=SPOTS, legs=legs_by_mode(by_car=(180, 840)))
    found = list(generate_questions(world, Controls(count=20, seed=1, kinds=(kind,))))
    assert Counter(each.expected for each in found if each.kind == kind) == {True: 10, False: 10}


def test_car_is_not_asked_about_if_always_faster() -> None:
    """Other kinds are asked instead."""
    world = World(places=SPOTS, legs=legs_by_mode(by_car=(180, 240)))
    wanted = Controls(count=6, seed=1, kinds=("mode", "faster", "distance"))
    assert {each.kind for each in generate_questions(world, wanted)} == {"distance"}


def test_answers_are_right_as_often_as_by_chance() -> None:
    """After it was right, an answer has to be a wrong option before it may be right again."""
    seen = Seen()

    def draft(right: str, *wrong: str) -> Draft:
        return Draft(
            kind="nearest",
            context="",
            world=World(),
            slots={},
            ask=lambda _: cast("Value", None),
            right=right,
            wrong=tuple(Wrong(text=text, mistake="") for text in wrong),
        )

    def add(each: Draft) -> None:
        parts = {"likeness": (), "kind": each.kind, "guesses": each.guesses}
        seen.add(cast("Generated", SimpleNamespace(**parts, choice="", expected=False)))

    add(draft("Gull", "Tern", "Ruff"))
    assert not seen.balances(draft("Gull", "Avocet", "Heron"))
    assert seen.balances(draft("Tern", "Gull", "Ruff"))
    add(draft("Tern", "Gull", "Ruff"))
    assert seen.balances(draft("Gull", "Avocet", "Heron"))
    assert draft("2", "3", "1").guesses == (("2", "3", "1"), ("rank 1", "rank 2", "rank 0"))


def test_names_denote_one_place_and_no_road() -> None:
    """A name that is part of a longer name is not used either."""
    named = ("Gull", "Gull", "Park Inn", "Park Inn North", "Harbour Road", "Heron")
    places = tuple(
        Place(id=f"n{at}", name=name, location=(1.0 * at, 0.0)) for at, name in enumerate(named)
    )
    town = Town(World(places=places))
    town.__dict__["_road_names"] = frozenset({"Harbour Road"})
    assert town.named == {"Park Inn North", "Heron"}


def world_around_a_pier(category: str, *others: Place) -> World:
    """Return a list of places around a pier, the nearest first, and other places."""
    listed = tuple(
        Place(id=f"n{at}", name=name, location=(0.001 * at, 0.0))
        for at, name in enumerate(NAMES, start=1)
    )
    pier = Place(id="n0", name="Old Pier", location=(0.0, 0.0))
    nearby = NearbyList(anchor="Old Pier", category=category, places=listed, radius_m=1000)
    return World(places=(pier, *others), lists=(nearby,))


def test_lists_contain_unambiguous_names_only() -> None:
    """A list ends before a place whose name another place of the map has."""
    for others, expected in (
        ((), NAMES),
        ((Place(id="n9", name="Ruff", location=(1.0, 1.0)),), NAMES[:-1]),
    ):
        town = Town(world_around_a_pier("cafe", *others))
        found = [town.list_around(Random(seed)) for seed in range(9)]  # noqa: S311 - no secret
        assert {place.name for each in found if each for place in each.places} == {*expected}


def test_lists_are_not_around_a_place_of_their_kind(town: World) -> None:
    """It would be unclear whether a café belongs to the cafés around it."""
    map_town = Town(town)
    kinds = {kind: {place.name for place in places} for kind, places in map_town.kinds.items()}
    for seed in range(80):
        nearby = map_town.list_around(Random(seed))  # noqa: S311 - no secret
        if nearby is not None:
            assert nearby.anchor not in kinds[nearby.category or ""]


@pytest.mark.parametrize("category", all_categories())
def test_kind_names_are_read_back(category: str) -> None:
    """Names of nationalities are capitalised."""
    assert category_of(category_text(category)) == category
    assert category_of(pluralise_kind(category)) == category
    assert "American" in category_text(category) or "american" not in category


def test_kinds_have_everyday_names() -> None:
    plurals = [pluralise_kind(each) for each in ("tourist information", "parking", "lodging")]
    assert plurals == ["tourist offices", "car parks", "places to stay"]
    for draft in drafts_of("count", world_around_a_pier("american restaurant")):
        assert draft.slots["categories"] == "American restaurants"
        assert "american" not in draft.context


def test_lengths_of_stay_are_plausible() -> None:
    """There is no visit to a fire station and no dinner of 15 minutes."""

    def stays(*types: str, is_map: bool = True) -> tuple[int, ...]:
        atlas = SimpleNamespace(types=lambda _: types)
        town = SimpleNamespace(atlas=atlas, is_map=is_map, place=lambda name: Place(name=name))
        return _stay_minutes(cast("Town", town), "Gull")

    assert stays("fire_station") == stays("neighborhood") == stays("bus_stop") == stays() == ()
    assert min(stays("italian_restaurant")) == 45
    assert max(stays("bakery")) == 40
    assert stays(is_map=False)


def test_travel_times_are_whole_minutes(made: list[Generated]) -> None:
    """Contexts and options have no seconds."""
    times = [time for each in made for time in re.findall(r" is (.*?) \(", each.context)]
    assert times
    assert all(re.fullmatch(r"(\d+ hours? )?[1-9]?\d mins?", time) for time in times)
    heads = [head for each in made for head in re.findall(r"\d\. Via .* \| (.*) \|", each.context)]
    assert heads
    assert not any("sec" in text for each in made for text in (*each.options, *heads))
    assert not any(re.search(r"\b0 mins", text) for each in made for text in each.options)


def test_legs_shorter_than_a_minute_are_left_out() -> None:
    short = (*legs_by_mode(by_car=(59, 59)),)
    town = Town(World(places=SPOTS, legs=short))
    assert {leg.mode for leg in town.legs(NAMES, town.modes)} == {TravelMode.BICYCLING}


def test_very_short_distances_are_not_asked() -> None:
    """The positions on a map are not precise enough."""
    assert drafts_of("distance", World(places=SPOTS))
    close = tuple(Place(name=p.name, location=(0.00001 * at, 0.0)) for at, p in enumerate(SPOTS))
    assert drafts_of("distance", World(places=close)) == []


def test_incomplete_phones_and_addresses_are_not_asked() -> None:
    """A range of phone numbers cannot be dialled."""
    facts = [("+886 2 25 63", "5 Pier"), ("+886-2-2563~3", "Pier"), ("+886 2 25 64", "6 Pier"),
             ("+886 2 25 65", "7 Pier"), ("+886 2 25 66", "8 Pier")]  # fmt: skip
    world = World(places=tuple(
        Place(name=name, location=(0.0, 0.0), phone=phone, address=address)
        for name, (phone, address) in zip(NAMES, facts, strict=False)
    ))  # fmt: skip
    for kind in ("phone", "address"):
        found = drafts_of(kind, world)
        assert found
        assert not any(text.text in {"+886-2-2563~3", "Pier"} for d in found for text in d.wrong)


def test_options_stay_on_the_day_of_the_key() -> None:
    """Otherwise the latest closing time would be a good guess."""
    for seed in range(30):
        found = number_options(Random(seed), Clock(minute=1410), [(1500, "that of Friday")])  # noqa: S311 - no secret
        assert found is not None
        assert all(each.text.endswith("PM") for each in found)


def test_options_of_a_trip_lie_within_it(made: list[Generated]) -> None:
    for each in made:
        if each.kind in {"trip_finish", "trip_start"}:
            limit = re.findall(r"\d+:\d\d [AP]M", each.text)[0]
            times = [_minutes(option) for option in each.options]
            if each.kind == "trip_finish":
                assert min(times) >= _minutes(limit)
            else:
                assert max(times) <= _minutes(limit)


def _minutes(text: str) -> int:
    hour, minute = map(int, text[:-3].split(":"))
    return 60 * (hour % 12 + 12 * text.endswith("PM")) + minute

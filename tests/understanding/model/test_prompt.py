"""The prompts for a model."""

from __future__ import annotations

import json
from dataclasses import replace

from geoeval.understanding.model.checks import BECAUSE
from geoeval.understanding.model.prompt import (
    BUDGET,
    build_messages,
    map_summary,
    reply_schema,
    to_repair,
)
from geoeval.world.model import NearbyList, Place, Route, Step, World
from tests.understanding.model.questions import WORLD, ask

QUESTION = ask("How far is the Stone Pier from the Harbour Museum?", "1 km", "2 km")


def test_the_map_summary_lists_all_names() -> None:
    """It contains no figures."""
    assert map_summary(WORLD, "") == [
        "today: monday",
        "place: Harbour Museum",
        "place: Stone Pier",
        "list of Cafes around Harbour Museum: Café Lune; Kettle & Cup",
        "travel (walking): Harbour Museum -> Stone Pier",
        "travel (any mode): Stone Pier -> Harbour Museum",
        "route: Harbour Museum -> Stone Pier via A14",
        "route: Stone Pier -> Harbour Museum",
        "service flags: Wheelchair Accessible",
    ]
    assert map_summary(World(user_location="Old Mill"), "") == ["the user is at: Old Mill"]


def test_the_map_summary_lists_kinds_and_roads() -> None:
    """A model need not guess the roads of steps, whose instructions it does not see."""
    step = Step(instruction="Turn left onto Quay Rd", roads=("Quay Rd",), duration_s=60)
    route = Route(origin="Inn", destination="Mill", mode=None, name="A14", steps=(step, step))
    world = World(places=(Place(name="Inn", category="hotel"),), routes=(route,))
    lines = map_summary(world, "")
    assert lines[1:] == [
        "kinds of places: hotel", "route: Inn -> Mill via A14", "roads of the routes: Quay Rd",
    ]  # fmt: skip
    assert not any("Turn left" in line for line in lines)


def test_names_beyond_the_budget_are_counted() -> None:
    """Places of the question come first, and lines keep the order of the world."""
    crowd = tuple(Place(name=f"Place number {number}") for number in range(5000))
    world = replace(WORLD, places=(*crowd, Place(name="Lighthouse")))
    lines = map_summary(world, "Where is the Lighthouse, seen from the Harbour Museum?")
    assert "place: Lighthouse" in lines
    assert sum(map(len, lines)) <= BUDGET + 20
    *shown, last = lines
    assert last == f"and {len(map_summary(world, '', 10**7)) - len(shown)} more"
    assert lines.index("place: Lighthouse") < lines.index("route: Stone Pier -> Harbour Museum")


def test_a_long_list_is_shown_in_part() -> None:
    """Its heading is shown, and the names that the question or an option mentions."""
    cafes = tuple(Place(name=f"Cafe {number}") for number in range(2000))
    world = World(lists=(NearbyList(anchor="Inn", category="cafe", places=cafes),))
    *shown, last = map_summary(world, "Is Cafe 1999 near the Inn?")
    assert all(line.startswith("list of cafe around Inn: Cafe ") for line in shown)
    assert "; Cafe 1999" in "".join(shown)
    assert last.endswith(" more")
    few = World(lists=(NearbyList(anchor="Inn", category="cafe", places=cafes[:100]),))
    assert map_summary(few, "")[0].endswith("; Cafe 99")


def test_the_prompt_explains_the_reply() -> None:
    """It names every member of the reply's schema, every reason, and the types."""
    system, user = build_messages(QUESTION, WORLD, "Query = Value")
    members = reply_schema()["properties"]
    assert isinstance(members, dict)
    for name in members:
        assert f'"{name}": ' in system.content
    for name, why in BECAUSE.items():
        assert f'"{name}" ({why})' in system.content
    assert system.content.endswith("Query = Value")
    assert json.loads(user.content)["options"] == ["1 km", "2 km"]


def test_the_prompt_is_short() -> None:
    """The part before the types is the same for all questions, so that providers can cache it."""
    first, second = (
        build_messages(each, world, "")[0].content
        for each, world in ((QUESTION, WORLD), (ask("Where?"), World()))
    )
    assert first == second
    assert len(first) < 4000


def test_a_long_reply_is_truncated_in_the_repair() -> None:
    """A rambling model does not fill the next request."""
    reply, request = to_repair("x" * 100_000, "no JSON")
    assert len(reply.content) == 4000
    assert "no JSON" in request.content

"""Calls of a session over a world."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from threading import Barrier

import pytest
from pydantic import BaseModel

from geoeval import WeeklyHours
from geoeval.errors import UsageError
from geoeval.tools.failure import no_answer
from geoeval.tools.registry import TOOLS
from geoeval.tools.session import ToolSession
from geoeval.tools.tool import Result
from geoeval.world.model import Place, Route, World
from geoeval.world.reader import read_context

CONTEXT = """Information of Harbour Lighthouse:
- Location: 1 Quay (60.10, 24.90).
- Rating: 4.5. (12 ratings).
Information of Old Mill:
- Location: 5 Hill Rd (60.20, 24.90).
Nearby Restaurants of Old Mill are (sorted by distance in ascending order):
1. Ox Inn
- Rating: 4.
2. Mill Kitchen
Travel Time from Old Mill to Harbour Lighthouse on foot is 51 mins (3.5 km).
"""

UNKNOWN_HOURS = WeeklyHours((None,) * 7)


@pytest.fixture
def session() -> ToolSession:
    world, _ = read_context(CONTEXT)
    return ToolSession(world)


@pytest.mark.parametrize(
    "place",
    [
        "Harbour Lighthouse",
        "harbor lighthouse",
        "60.1,24.9",
        [60.1, 24.9],
        {"lat": 60.1, "lng": 24.9},
    ],
)
def test_place_may_be_a_name_or_coordinates(session: ToolSession, place: object) -> None:
    """A misspelt name is accepted too."""
    result = session.call("haversine", {"origin": place, "destination": "Old Mill"})
    assert result.content["distance_m"] == 11119.508
    assert result.content["text"] == "11.1 km"


def test_id_identifies_its_place(session: ToolSession) -> None:
    """Every tool accepts the result of a search."""
    found = session.call("PlaceSearch", {"placeName": "the old mill"}).content["placeId"]
    details = session.call("PlaceDetails", {"placeId": found})
    assert details.content["name"] == "Old Mill"


def test_unknown_place_suggests_the_nearest_names(session: ToolSession) -> None:
    failure = session.call("PlaceDetails", {"placeId": "Mill Street Castle"}).failure
    assert failure is not None
    assert failure.kind == "fix_arguments"
    assert failure.reason == "unknown_place"
    assert "Old Mill" in failure.arguments[0].nearest


def test_overlong_name_is_not_looked_up(session: ToolSession) -> None:
    """Looked-up names are cached, so they have to be short."""
    failure = session.call("PlaceDetails", {"placeId": "x" * 501}).failure
    assert failure is not None
    assert failure.arguments[0].expected == "at most 500 characters"


def test_missing_route_is_final(session: ToolSession) -> None:
    """The arguments are understood, so no correction helps."""
    ends = {"originId": "Old Mill", "destinationId": "Harbour Lighthouse"}
    failure = session.call("TravelTime", {**ends, "travelMode": "driving"}).failure
    assert failure is not None
    assert (failure.kind, failure.reason) == ("final", "no_route")
    assert "walking: 51 mins" in failure.message


def test_failing_call_is_blocked_the_third_time(session: ToolSession) -> None:
    """The three answers differ, and the tool does not run again."""
    runs = []

    def run(given: BaseModel, world: World) -> Result:
        runs.append((given, world))
        no_answer("no_route", "no way leads there")

    session.tools = {**TOOLS, "TravelTime": replace(TOOLS["TravelTime"], run=run)}
    ends = {"originId": "Old Mill", "destinationId": "Ox Inn", "travelMode": "walking"}
    calls = [session.call("TravelTime", ends) for _ in range(5)]
    assert [call.failure.attempt for call in calls if call.failure] == [1, 2, 3, 4, 5]
    assert len({call.text for call in calls[:3]}) == 3
    assert "This call is blocked" in calls[2].text
    assert "Other calls still work" in calls[2].text
    assert len(runs) == 2


def test_blocked_call_does_not_affect_other_calls(session: ToolSession) -> None:
    for _ in range(4):
        session.call("haversine", {"origin": "Atlantis", "destination": "Old Mill"})
    assert session.call("haversine", {"origin": "Ox Inn", "destination": "Old Mill"}).failure
    assert session.call("haversine", {"origin": "0,0", "destination": "Old Mill"}).ok
    assert session.call("PlaceSearch", {"placeName": "Old Mill"}).ok


def test_instructions_describe_the_map_and_failures(session: ToolSession) -> None:
    instructions = session.instructions
    assert "Places on the map: Harbour Lighthouse; Old Mill; Ox Inn; Mill Kitchen." in instructions
    assert "Facts of its 4 places: address of 2, coordinates of 2, rating of 2." in instructions
    assert "Not recorded for any place: price, hours, services, phone." in instructions
    assert "Lists: Restaurants around Old Mill." in instructions
    assert "Legs with a travel time: 1 (walking)." in instructions
    assert 'kind "final" do not repeat the call' in instructions


def test_instructions_separate_names_and_give_modes() -> None:
    """Names with commas and modes can be copied into a call."""
    way = Route(origin="Clinic, East", destination="Mill", mode="walking", name="Quay Rd")
    instructions = ToolSession(World(routes=(way,))).instructions
    assert "Places on the map: Clinic, East; Mill." in instructions
    assert "Routes: Clinic, East to Mill (walking)." in instructions


def test_dissimilar_places_are_not_suggested(session: ToolSession) -> None:
    """They serve as examples of names only."""
    failure = session.call("PlaceDetails", {"placeId": "Zanzibar"}).failure
    assert failure is not None
    assert failure.arguments[0].nearest == ()
    assert "such as Harbour Lighthouse; Old Mill" in failure.arguments[0].expected
    assert "If you know the intended place" in failure.advice
    found = session.call("PlaceSearch", {"placeName": "Zanzibar"}).failure
    assert found is not None
    assert (found.reason, found.arguments[0].nearest) == ("unknown_place", ())


@pytest.mark.parametrize(
    ("name", "partial", "lacking"),
    [
        ("Zanzibar", False, "a place called 'Zanzibar'"),
        ("Grand Lighthouse of Zanzibar", False, None),
        ("Zanzibar", True, None),
    ],
)
def test_place_is_missing_if_no_search_can_find_it(
    session: ToolSession, name: str, partial: bool, lacking: str | None
) -> None:
    """No name is similar, and the world is complete."""
    asked = ToolSession(replace(session.world, partial=partial))
    calls = {"PlaceDetails": "placeId", "PlaceSearch": "placeName"}
    for tool, argument in calls.items():
        failure = asked.call(tool, {argument: name}).failure
        assert failure is not None
        assert (failure.kind, failure.lacking) == ("fix_arguments", lacking)
        assert ("(unanswerable)" in failure.advice) is (lacking is not None)
        assert bool(failure.arguments[0].nearest) is ("Lighthouse" in name)


def test_unknown_candidates_get_the_nearest_names() -> None:
    """The suggestions are those for any other unknown name."""
    names = ["Starbucks", *(f"Old Mill {letter}" for letter in "ABC"), "Costa"]
    session = ToolSession(World(places=tuple(Place(name=name, rating=4.0) for name in names)))
    name = "Starbucks Reserve Roastery Chicago"
    used = session.call("find_places", {"among": ["Costa", name]}).content["used"]
    assert used == {"among[0]": "Costa", "among[1]": "not on the map (nearest: Starbucks)"}
    failure = session.call("PlaceDetails", {"placeId": name}).failure
    assert failure is not None
    assert failure.arguments[0].nearest == ("Starbucks",)


def test_name_without_a_map_asks_for_coordinates() -> None:
    """The caller may know them, so the question is not yet unanswerable."""
    failure = ToolSession().call("haversine", {"origin": "Rome", "destination": "0,0"}).failure
    assert failure is not None
    assert (failure.reason, failure.advice) == ("no_places", "Call again with other arguments.")


def test_oldest_failing_call_is_forgotten() -> None:
    """A session remembers 256 of them."""
    session = ToolSession(World())

    def attempt(number: int) -> int:
        failure = session.call("haversine", {"origin": f"Nowhere {number}"}).failure
        assert failure is not None
        return failure.attempt

    assert {attempt(number) for number in range(256)} == {1}
    assert attempt(0) == 2
    assert attempt(256) == 1
    assert (attempt(256), attempt(0), attempt(2)) == (2, 3, 2)
    assert attempt(1) == 1


def test_order_of_arguments_does_not_matter() -> None:
    session = ToolSession(World())
    session.call("haversine", {"origin": "Atlantis", "destination": "Avalon"})
    again = session.call("haversine", '{"destination": "Avalon", "origin": "Atlantis"}')
    assert again.failure is not None
    assert again.failure.attempt == 2


def test_hours_with_exceptions_show_the_regular_week() -> None:
    """Dated exceptions are left out."""
    week = WeeklyHours.parse("Monday: 9:00 AM – 5:00 PM")
    dated = WeeklyHours(week.days, dates=((date(2024, 12, 25), ()),))
    world = World(
        places=(Place(name="Ox Inn", hours=dated), Place(name="Mill", hours=UNKNOWN_HOURS))
    )
    session = ToolSession(world)
    details = session.call("PlaceDetails", {"placeId": "Ox Inn"}).content
    assert details["hours"] == "Mon 09:00-17:00; Tue-Sun unknown"
    assert "hours" not in session.call("PlaceDetails", {"placeId": "Mill"}).content


@pytest.mark.parametrize("part", ["Paris", "Land Paris"])
def test_last_words_of_a_name_do_not_match(part: str) -> None:
    """A town in the name of a sight is not the sight."""
    world = World(
        places=(Place(name="Fun Land Paris", id="f1", location=(48.9, 2.8)), Place(name="Parys"))
    )
    session = ToolSession(world)
    found = session.call("haversine", {"origin": part, "destination": "48.86,2.34"}).failure
    assert found is not None
    assert found.reason == "unknown_place"
    assert "Fun Land Paris" in found.arguments[0].nearest
    for name in ("Fun Land Paris", "fun land", "f1"):
        assert session.call("haversine", {"origin": name, "destination": "48.86,2.34"}).ok


def test_last_words_with_the_kind_match() -> None:
    """They denote the sight, not its town."""
    world = World(places=(Place(name="Bangla Military Museum", location=(23.8, 90.4)),))
    asked = {"origin": "Military Museum", "destination": "23.8,90.4"}
    assert ToolSession(world).call("haversine", asked).content["distance_m"] == 0


def test_broken_tool_is_a_final_failure(caplog: pytest.LogCaptureFixture) -> None:
    """The error is logged and not shown to the model."""

    def broken(given: BaseModel, world: World) -> Result:
        raise RuntimeError(repr((given, world)))

    tool = replace(TOOLS["bearing_cardinal"], run=broken)
    failure = ToolSession(tools=[tool]).call(
        "bearing_cardinal", {"origin": "0,0", "destination": "0,1"}
    )
    assert failure.failure is not None
    assert (failure.failure.kind, failure.failure.reason) == ("final", "internal")
    assert failure.failure.message == "the tool itself failed: RuntimeError"
    assert "Traceback" in caplog.text


def test_a_session_needs_a_world() -> None:
    """``read_context`` returns a world and its notes."""
    with pytest.raises(UsageError, match="expected a World or None, got"):
        ToolSession(read_context(CONTEXT))  # type: ignore[arg-type]  # rejected at run time


def test_failures_in_several_threads_are_each_counted_once() -> None:
    """The calls wait for each other inside the tool, so that all of them overlap."""
    threads = 8
    together = Barrier(threads)

    def run(given: BaseModel, world: World) -> Result:
        together.wait(timeout=20)
        no_answer("no_route", f"no way leads there for {given} in {world}")

    slow = replace(TOOLS["map_contents"], run=run)
    session = ToolSession(tools=[slow], time_limit_s=None)
    with ThreadPoolExecutor(threads) as pool:
        calls = [pool.submit(session.call, "map_contents", {}) for _ in range(threads)]
        results = [each.result().failure for each in calls]
    assert sorted(each.attempt for each in results if each) == list(range(1, threads + 1))

"""The tool that plans trips."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.tools.session import ToolSession
from geoeval.world.model import Leg, Place, TravelMode, World
from geoeval.world.reader import read_context
from tests.query.trips.town import town
from tests.tools.families.calls import ELSEWHERE, content, failure

ASAKUSA = {
    "origin": "Khaosan Tokyo Origami",
    "stops": [
        {"place": "Senso-ji Temple", "visit_min": 60},
        {"place": "Shibuya Crossing", "visit_min": 90},
        {"place": "Ueno Park", "visit_min": 120},
        {"place": "Tokyo Skytree", "visit_min": 90},
    ],
    "depart": "7:00 AM",
    "mode": "walking",
    "objective": "most_visits",
}
CASTLE = {"place": "Castle", "visit_min": 120}
BANK = {"place": "Bank", "visit_min": 30}
PARK = {"place": "Park", "visit_min": 10}
SATURDAY = {"origin": "Inn", "depart": "10:00", "day": "saturday", "mode": "walking"}
ZOO_WAYS = [
    {"origin": "Hotel", "destination": "Museum", "minutes": 15},
    {"origin": "Museum", "destination": "Zoo", "minutes": 25},
    {"origin": "Hotel", "destination": "Zoo", "minutes": 30.5, "mode": "walk"},
]
MUSEUM = {"place": "Museum", "visit_min": 90, "hours": "10:00-17:00"}
ZOO = {"place": "Zoo", "visit_min": 120, "hours": "9 AM - 4 PM"}


@pytest.mark.parametrize(("question", "budget_min", "visits"), [(490, 330, 2), (491, 210, 1)])
def test_the_walk_from_asakusa_of_the_paper(
    data_dir: Path, question: int, budget_min: int, visits: int
) -> None:
    """One call, and one more with the name that the first one's fault told, answer it."""
    records = json.loads((data_dir / "mapeval" / "dev.json").read_text(encoding="utf-8"))
    context = next(record["context"] for record in records if record["id"] == question)
    session = ToolSession(read_context(context)[0])
    arguments = {**ASAKUSA, "budget_min": budget_min}
    refused = session.call("plan_trip", arguments)
    assert refused.failure is not None
    (fault,) = refused.failure.arguments
    assert fault.argument == "stops[1].place"
    mended = json.loads(json.dumps(arguments).replace("Shibuya Crossing", fault.nearest[0]))
    result = session.call("plan_trip", mended)
    assert result.content["visits"] == visits
    assert result.content["proved"] is True


def test_a_plan_is_told_by_the_clock() -> None:
    """Arrival, wait, start, leaving and slack of each stop, and the totals."""
    stops = [{**CASTLE, "visit_min": 60}, BANK]
    plan = content("plan_trip", town(), **SATURDAY | {"depart": "09:30"}, stops=stops, end="Inn")
    assert plan["timeline"] == [
        {
            "place": "Bank",
            "travel_min": 5,
            "arrive": "09:35",
            "wait_min": 0,
            "start": "09:35",
            "leave": "10:05",
            "slack_min": 295,
        },
        {
            "place": "Castle",
            "travel_min": 25,
            "arrive": "10:30",
            "wait_min": 0,
            "start": "10:30",
            "leave": "11:30",
            "slack_min": 330,
        },
    ]
    assert plan["end"] == {"place": "Inn", "travel_min": 12, "arrive": "11:42"}
    assert (plan["finish"], plan["total_min"], plan["travel_min"]) == ("11:42", 132, 42)
    assert "notes" not in plan


def test_figures_of_another_map_need_no_world() -> None:
    """Travel times and hours of the call are enough; a missing way back is taken as symmetric."""
    plan = content(
        "plan_trip",
        origin="Hotel",
        end="Hotel",
        stops=[MUSEUM, ZOO],
        depart="9:00",
        day="Sat",
        mode="walking",
        travel_times=ZOO_WAYS,
    )
    assert [visit["place"] for visit in plan["timeline"]] == ["Zoo", "Museum"]
    assert plan["timeline"][0]["arrive"] == "09:30:30"
    assert plan["timeline"][1]["opposite"] is True
    assert plan["end"] == {
        "place": "Hotel",
        "travel_min": 15,
        "opposite": True,
        "arrive": "13:40:30",
    }


def test_figures_of_the_call_hold_in_place_of_the_map() -> None:
    """The castle is nearer and closed on Saturdays, whatever the map says."""
    nearer = [{"origin": "Inn", "destination": "Castle", "minutes": 1}]
    castle = {**CASTLE, "hours": "Saturday: Closed, Sunday: 8:00 AM – 9:00 PM"}
    sunday = SATURDAY | {"day": "sunday"}
    plan = content("plan_trip", town(), **sunday, stops=[castle], travel_times=nearer)
    assert plan["timeline"][0]["arrive"] == "10:01"
    closed = content("plan_trip", town(), **SATURDAY, stops=[castle], travel_times=nearer)
    assert closed["feasible"] is False
    assert closed["first_broken"] == "Castle is closed on Saturday"


def test_times_past_midnight_carry_their_day() -> None:
    """The cinema is open until 2 AM; the last show ends on the next day."""
    stops = [{"place": "Cinema", "visit_min": 120, "starts_at": "23:30"}]
    plan = content("plan_trip", town(), **SATURDAY, stops=stops, end="Inn")
    assert plan["timeline"][0]["leave"] == "01:30+1"
    assert plan["finish"] == "01:45+1"


def test_what_is_impossible_is_explained() -> None:
    """The first constraint that breaks, and a smallest set of demands that cannot hold."""
    late = SATURDAY | {"depart": "14:00"}
    plan = content("plan_trip", town(), **late, stops=[CASTLE, {**BANK, "visit_min": 60}])
    assert plan["feasible"] is False
    assert plan["proved"] is True
    assert plan["first_broken"] == "arrives at Bank at 4:25 PM, it closes at 3:00 PM"
    assert plan["conflict"] == (
        "Bank (1 hour 0 mins), the hours of Bank (9:00 AM to 3:00 PM) and leaving at 2:00 PM "
        "cannot all hold"
    )
    assert "timeline" not in plan


@pytest.mark.parametrize("objective", ["least_travel", "most_visits", "latest_departure"])
def test_the_same_is_impossible_whatever_is_sought(objective: str) -> None:
    """The castle closes before the stay is over; it must not be left out."""
    stops = [{**CASTLE, "visit_min": 600, "optional": False if "most" in objective else None}]
    limits = SATURDAY | {"objective": objective, "finish_by": "23:00"}
    plan = content("plan_trip", town(), **limits, stops=stops)
    assert plan["feasible"] is False
    assert plan["proved"] is True
    assert "the hours of Castle" in plan["conflict"]


def test_without_a_day_most_days_count() -> None:
    """On Sundays the castle opens late, and on Mondays the bank is open longer."""
    hours = "Monday: 10:00 AM – 5:00 PM, Tuesday – Saturday: 10:00 AM – 5:00 PM, Sunday: Closed"
    any_day = {name: value for name, value in SATURDAY.items() if name != "day"}
    plan = content("plan_trip", town(), **any_day, stops=[{**CASTLE, "hours": hours}])
    assert plan["days"] == ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    rare = [{**CASTLE, "hours": "Monday – Saturday: Closed, Sunday: 9:00 AM – 6:00 PM"}]
    refused = content("plan_trip", town(), **any_day, stops=rare)
    assert refused["feasible"] is False
    assert refused["notes"] == ["there is a plan on sunday: give that day"]


def test_a_better_day_is_named() -> None:
    """Two visits fit on Sundays only."""
    hours = "Monday – Saturday: 4:00 – 5:00 PM, Sunday: 10:00 AM – 5:00 PM"
    any_day = {name: value for name, value in SATURDAY.items() if name != "day"}
    stops = [{**CASTLE, "visit_min": 60, "hours": hours}, {**PARK, "hours": "09:00-12:00"}]
    limit = {"objective": "most_visits", "budget_min": 120}
    plan = content("plan_trip", town(), **any_day, stops=stops, **limit)
    assert plan["visits"] == 1
    assert plan["left_out"] == ["Castle"]
    assert plan["notes"] == ["a better plan is possible on sunday"]


def test_the_order_may_be_kept() -> None:
    """In the order given it takes longer than in the best one; pairs bind as they are."""
    stops = [BANK, {**CASTLE, "visit_min": 60}, PARK]
    asked = SATURDAY | {"depart": "10:30", "stops": stops}
    best = content("plan_trip", town(), **asked, before=[["Park", "bank"]])
    assert [visit["place"] for visit in best["timeline"]] == ["Park", "Castle", "Bank"]
    kept = content("plan_trip", town(), **asked, in_order=True)
    assert [visit["place"] for visit in kept["timeline"]] == ["Bank", "Castle", "Park"]


def test_only_optional_stops_are_left_out() -> None:
    """The castle has to be visited, so the others go."""
    stops = [CASTLE, {**BANK, "optional": True}, {**PARK, "visit_min": 60, "optional": True}]
    limit = {"objective": "most_visits", "budget_min": 140}
    plan = content("plan_trip", town(), **SATURDAY, stops=stops, **limit)
    assert [visit["place"] for visit in plan["timeline"]] == ["Castle"]
    free = [{**stop, "optional": None} for stop in stops]
    assert content("plan_trip", town(), **SATURDAY, stops=free, **limit)["visits"] == 2
    must = [{**CASTLE, "optional": False}, {**BANK, "optional": None}]
    assert content("plan_trip", town(), **SATURDAY, stops=must, **limit)["visits"] == 1


def test_without_a_departure_times_are_counted() -> None:
    """They count from 00:00, and the hours of the map play no part; it says so."""
    asked = {"origin": "Inn", "mode": "walking", "stops": [CASTLE]}
    plan = content("plan_trip", town(), **asked)
    assert plan["finish"] == "02:10"
    assert plan["notes"] == [
        "no departure is given: times count from 00:00, opening hours play no part"
    ]


def test_what_was_assumed_is_noted() -> None:
    """A name taken otherwise than written, and hours that nothing tells."""
    plan = content("plan_trip", town(), **SATURDAY, stops=[{"place": "the Parks", "visit_min": 5}])
    assert plan["notes"] == [
        "'the Parks' is taken as Park",
        "opening hours not known, taken as open: Park",
    ]


def test_the_latest_departure_may_be_on_the_day_before() -> None:
    """Three days on the way to be there by noon is too long; one night is not."""
    ways = [{"origin": "Hut", "destination": "Summit", "minutes": 13 * 60}]
    asked = {"origin": "Hut", "stops": [{"place": "Summit"}], "travel_times": ways}
    late = {**asked, "finish_by": "12:00", "objective": "latest_departure"}
    assert content("plan_trip", **late)["depart"] == "23:00-1"
    refused = content("plan_trip", **late, depart="06:00")
    assert refused["feasible"] is False


def test_two_places_of_one_name_are_told_apart() -> None:
    """Both branches can be stops of one trip."""
    branches = tuple(
        Place(name="Bakery", id=f"b{number}", address=f"{number} Mill Road", location=(60, number))
        for number in (1, 2)
    )
    ways = [
        {"origin": "b1", "destination": "b2", "minutes": 7},
        {"origin": "Home", "destination": "b1", "minutes": 3},
    ]
    plan = content(
        "plan_trip",
        World(places=branches),
        origin="Home",
        depart="08:00",
        stops=[{"place": "b1"}, {"place": "b2"}],
        travel_times=ways,
    )
    names = [visit["place"] for visit in plan["timeline"]]
    assert names == ["Bakery (1 Mill Road)", "Bakery (2 Mill Road)"]
    assert plan["finish"] == "08:10"


def test_the_one_mode_that_is_known_serves_where_none_is_said() -> None:
    """The caller gives the way by car only, and no mode of the trip."""
    ways = [{"origin": "Hotel", "destination": "Zoo", "minutes": 9, "mode": "car"}]
    asked = {"origin": "Hotel", "depart": "08:00", "stops": [{"place": "Zoo"}]}
    assert content("plan_trip", **asked, travel_times=ways)["finish"] == "08:09"


def test_coordinates_are_places() -> None:
    """However they are written."""
    ways = [{"origin": "60.1,24.9", "destination": [60.2, 24.8], "minutes": 9}]
    stops = [{"place": {"lat": 60.2, "lng": 24.8}}]
    plan = content("plan_trip", origin="60.1, 24.9", depart="08:00", stops=stops, travel_times=ways)
    assert plan["finish"] == "08:09"


def test_a_missing_way_is_final_and_says_what_is_known() -> None:
    """Both ends, the mode, and what is known of the way and back."""
    there = {"origin": "Inn", "destination": "Lake", "minutes": 8, "mode": "car"}
    asked = SATURDAY | {"stops": [{"place": "Lake"}, PARK]}
    found = failure("plan_trip", town(), **asked, travel_times=[there])
    assert found.kind == "final"
    assert found.reason == "missing_leg"
    assert found.message.startswith("no walking travel time from")
    assert "Lake" in found.message
    only = failure("plan_trip", town(), **SATURDAY, stops=[{"place": "Lake"}], travel_times=[there])
    assert only.message == (
        "no walking travel time from Inn to Lake is known; known are driving: 8 mins" + ELSEWHERE
    )
    back = failure(
        "plan_trip",
        town(),
        **SATURDAY | {"mode": "transit"},
        stops=[{"place": "Castle"}],
    )
    assert back.message == (
        "no transit travel time from Inn to Castle is known; known are walking: 10 mins; "
        "known for the way back are walking: 12 mins" + ELSEWHERE
    )


def test_a_missing_mode_is_asked_for_where_several_are_known() -> None:
    """The way is known by car and on foot, and neither is said."""
    legs = tuple(
        Leg(origin="Inn", destination="Pier", mode=mode, duration_s=600)
        for mode in (TravelMode.DRIVING, TravelMode.WALKING)
    )
    asked = {"origin": "Inn", "depart": "08:00", "stops": [{"place": "Pier"}]}
    found = failure("plan_trip", World(legs=legs), **asked)
    assert found.kind == "fix_arguments"
    assert found.arguments[0].argument == "mode"
    assert found.arguments[0].nearest == ("driving", "walking")


@pytest.mark.parametrize("objective", ["earliest_finish", "least_travel"])
def test_a_better_plan_by_unknown_ways_is_not_ruled_out(objective: str) -> None:
    """The detour over the castle is the only known way to the park, hence no proof."""
    ways = [
        {"origin": "Hut", "destination": "Spring", "minutes": 10},
        {"origin": "Spring", "destination": "Summit", "minutes": 30},
        {"origin": "Summit", "destination": "Cave", "minutes": 30},
    ]
    stops = [{"place": place} for place in ("Spring", "Summit", "Cave")]
    asked = {"origin": "Hut", "depart": "08:00", "stops": stops, "travel_times": ways}
    plan = content("plan_trip", **asked, objective=objective)
    assert plan["proved"] is False
    (note,) = [note for note in plan["notes"] if "ruled out" in note]
    assert note.endswith("as no travel time is known from Cave to Spring (4 such ways)")


def test_the_effort_of_one_call_is_limited() -> None:
    """With many windows the least travel may not be proved; the plan says so."""
    names = [f"P{i}" for i in range(15)]
    ways = [
        {"origin": a, "destination": b, "minutes": 5 + (7 * i * i + 11 * j * j + i * j) % 50}
        for i, a in enumerate(["Hotel", *names])
        for j, b in enumerate(["Hotel", *names])
        if a != b
    ]
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    stops = [
        {
            "place": name,
            "visit_min": 10 + i % 3 * 10,
            "hours": ", ".join(
                f"{day}: {7 + (i * k) % 5}:00 AM – {3 + (i + k) % 6}:00 PM"
                for k, day in enumerate(days)
            ),
        }
        for i, name in enumerate(names)
    ]
    plan = content(
        "plan_trip",
        origin="Hotel",
        end="Hotel",
        depart="08:00",
        stops=stops,
        travel_times=ways,
        objective="least_travel",
    )
    assert plan["visits"] == 15
    assert plan["proved"] is False
    assert "a better plan is not ruled out: one call makes no more effort" in plan["notes"]


@pytest.mark.parametrize(
    ("changed", "argument", "expected"),
    [
        ({"finish_by": "18:00", "depart": None}, "depart", "as finish_by is given"),
        ({"stops": [MUSEUM], "depart": None}, "depart", r"as stops[0].hours is given"),
        (
            {"objective": "latest_departure", "budget_min": 60},
            "budget_min",
            "no budget with latest_departure; use finish_by",
        ),
        (
            {"stops": [{**MUSEUM, "optional": True}]},
            "objective",
            "most_visits, as stops[0] is optional",
        ),
        (
            {"mode": None, "stops": [{**MUSEUM, "mode": "car"}]},
            "mode",
            "the mode of the other ways, as a stop has one of its own",
        ),
        (
            {"objective": "latest_departure", "stops": [{"place": "Zoo"}]},
            "finish_by",
            "a time HH:MM to be done by, as nothing else limits the departure",
        ),
        (
            {"objective": "most_visits", "stops": [{"place": "Zoo"}]},
            "budget_min",
            "minutes available, or finish_by, as nothing limits the visits",
        ),
        ({"before": [["Zoo", "Museum"]]}, "before[0][0]", "a stop of this trip"),
        ({"stops": [{"place": "Volcano"}]}, "stops[0].place", "a place of this map"),
        ({"stops": [{"place": "Museum", "hours": "whenever"}]}, "stops[0].hours", "opening hours"),
        ({"stops": [{"place": "Museum", "hours": 9}]}, "stops[0].hours", "opening hours"),
        ({"stops": []}, "stops", "at least 1 of them"),
        ({"stops": [{"place": "Zoo"}] * 16}, "stops", "at most 15 of them"),
        (
            {"stops": [MUSEUM, {**MUSEUM, "hours": "10:00-18:00"}]},
            "stops[1].hours",
            "the same opening hours of Museum as before",
        ),
        (
            {"travel_times": [{"origin": "Zoo", "destination": "Zoo", "minutes": 5}]},
            "travel_times[0].destination",
            "another place than the origin, Zoo",
        ),
        (
            {
                "travel_times": [
                    {"origin": f"P{i}", "destination": f"P{i + 1}", "minutes": 5} for i in range(40)
                ]
            },
            "travel_times",
            "ways between at most 40 places, those of the trip",
        ),
        (
            {"travel_times": [*ZOO_WAYS, {**ZOO_WAYS[0], "minutes": 16}]},
            "travel_times[3].minutes",
            "one figure for this way, as before 15 mins",
        ),
    ],
)
def test_arguments_that_cannot_be_taken_are_named(
    changed: dict[str, object], argument: str, expected: str
) -> None:
    """Each fault says where it is and what would be taken."""
    asked = {
        "origin": "Hotel",
        "depart": "09:00",
        "mode": "walking",
        "stops": [MUSEUM],
        "travel_times": ZOO_WAYS,
    }
    found = failure("plan_trip", **asked | changed)
    assert found.kind == "fix_arguments"
    fault = next(fault for fault in found.arguments if fault.argument == argument)
    assert expected in fault.expected


def test_all_unknown_names_are_told_at_once() -> None:
    """With the nearest ones, so that one call mends them."""
    stops = [{"place": "Castel of Otranto"}, {"place": "Volcano"}]
    found = failure("plan_trip", town(), **SATURDAY, stops=stops)
    assert found.reason == "unknown_place"
    assert [fault.argument for fault in found.arguments] == ["stops[0].place", "stops[1].place"]
    assert found.arguments[1].nearest[0] == "Inn"


def test_a_name_that_means_several_places_is_ambiguous() -> None:
    """The candidates are told apart."""
    inns = tuple(
        Place(name="Red Inn", address=address) for address in ("1 Hill Road", "9 Quay Street")
    )
    ways = [{"origin": "Red Inn", "destination": "Pier", "minutes": 5}]
    asked = {"stops": [{"place": "Pier"}], "travel_times": ways}
    found = failure("plan_trip", World(places=inns), **asked)
    assert found.reason == "ambiguous_place"
    assert found.arguments[0].argument == "travel_times[0].origin"
    assert "several" in found.arguments[0].expected


ROUND = [
    {"origin": origin, "destination": goal, "minutes": 10}
    for origin in ("Inn", "A", "B", "C")
    for goal in ("Inn", "A", "B", "C")
    if origin != goal
]
HOUR_EACH = [{"place": place, "visit_min": 60} for place in ("A", "B", "C")]


@pytest.mark.parametrize("order", [{"in_order": True}, {"before": [["A", "B"], ["A", "C"]]}])
def test_what_breaks_first_is_never_the_order_that_was_asked_for(order: dict[str, object]) -> None:
    """Leaving the first stop to the end would save nothing: the time is too short."""
    asked = {"origin": "Inn", "depart": "09:00", "stops": HOUR_EACH, "travel_times": ROUND}
    found = content("plan_trip", **asked, **order, budget_min=150)
    assert found["feasible"] is False
    assert found["first_broken"] == "is over at 12:30 PM, the limit is 11:30 AM"


def test_an_order_that_contradicts_itself_is_what_breaks() -> None:
    """Each of two stops before the other."""
    pairs = [["A", "B"], ["B", "A"]]
    found = content("plan_trip", depart="09:00", stops=HOUR_EACH, travel_times=ROUND, before=pairs)
    assert found["first_broken"] == "visits A before B"


def test_a_stop_is_not_before_itself() -> None:
    """The pair is named."""
    pairs = [["A", "B"], ["A", "A"]]
    refused = failure("plan_trip", stops=HOUR_EACH, travel_times=ROUND, before=pairs)
    assert refused.message == "before[1]: expected two different stops, got 'A'"


def test_a_place_that_never_closes_limits_no_departure() -> None:
    """It would be left in a week; a bar that closes in the night does limit it."""
    stop = {"place": "A", "visit_min": 60}
    asked = {"origin": "Inn", "depart": "09:00", "day": "monday", "travel_times": ROUND}
    late = {**asked, "objective": "latest_departure"}
    refused = failure("plan_trip", **late, stops=[{**stop, "hours": "24/7"}])
    assert refused.message == (
        "finish_by: expected a time HH:MM to be done by, as nothing else limits the departure, "
        "nothing was given"
    )
    found = content("plan_trip", **late, stops=[{**stop, "hours": "18:00-02:00"}])
    assert found["depart"] == "00:50+1"


def test_hours_that_leave_out_the_day_are_taken_as_open_and_told() -> None:
    """Not only a place without any hours."""
    stop = {"place": "A", "hours": "Monday: 9 AM – 5 PM"}
    asked = {"depart": "20:00", "stops": [stop], "travel_times": ROUND}
    assert content("plan_trip", **asked, day="tuesday")["notes"] == [
        "opening hours not known, taken as open: A"
    ]
    assert content("plan_trip", **asked, day="monday")["feasible"] is False


def test_two_figures_for_one_way_are_told_apart() -> None:
    """The figure that came, and the one before it."""
    twice = [*ROUND, {**ROUND[0], "minutes": 12}]
    refused = failure("plan_trip", stops=HOUR_EACH, travel_times=twice)
    assert refused.message == (
        "travel_times[12].minutes: expected one figure for this way, as before 10 mins, got 12.0"
    )


def test_a_limit_before_the_departure_is_one_of_the_next_day() -> None:
    """Which is told, as it may be a slip."""
    asked = {"depart": "20:00", "stops": HOUR_EACH, "travel_times": ROUND}
    next_day = "finish_by 19:00 is taken as that of the next day"
    assert next_day in content("plan_trip", **asked, finish_by="7 PM")["notes"]
    assert next_day not in content("plan_trip", **asked, finish_by="23:30")["notes"]


@pytest.mark.parametrize("hours", ["9-5", "every day 9 to 5", "9:30 – 5:00", "Mon-Fri 10-2"])
def test_hours_of_half_a_day_that_is_not_said_are_refused(hours: str) -> None:
    """They would be open until the next morning."""
    stops = [{"place": "A", "hours": hours}]
    refused = failure("plan_trip", depart="10:00", stops=stops, travel_times=ROUND)
    assert refused.message.startswith("stops[0].hours: expected opening hours such as")


@pytest.mark.parametrize("hours", ["9-17", "18:00-02:00", "22-6", "9-5 PM", "9-12, 13-17"])
def test_hours_that_can_be_meant_in_one_way_are_read(hours: str) -> None:
    """By 24-hour times, or a half of the day."""
    stops = [{"place": "A", "hours": hours}]
    assert content("plan_trip", depart="08:00", stops=stops, travel_times=ROUND)["feasible"]

"""Planning, comparing, checking and measuring trips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.query.algebra import Best, Listing
from geoeval.query.parts import (
    OfferedOrder,
    OfferedSchedule,
    Orders,
    Schedules,
    Trip,
    TripFigure,
    TripStop,
)
from geoeval.query.solve import solve
from geoeval.query.trips import days
from geoeval.query.values import Derivation, Infeasible, Names
from geoeval.tools.families.trips import _time_text
from geoeval.world.model import Leg, Place, TravelMode, World
from tests.tools.calls import content, failure, fault, world_from_context
from tests.tools.town import town

TOWN = town()
MUSEUM = {"place": "City Museum", "visit_min": 60}
MILL = {"place": "Old Mill", "visit_min": 30}
LIGHT = {"place": "Harbour Lighthouse", "visit_min": 20}
TRIP = {"origin": "Town Hall", "depart": "11:00", "day": "saturday", "mode": "walking"}
ORDERS = [
    {"text": "A", "places": ["City Museum", "Old Mill"]},
    {"text": "B", "places": ["Town Hall", "Old Mill", "City Museum"]},
]


def test_plan_has_a_timeline_and_a_proof() -> None:
    plan = content("plan_trip", TOWN, **TRIP, stops=[MUSEUM, MILL], end="Town Hall")
    assert (plan["feasible"], plan["proved"], plan["visits"]) == (True, True, 2)
    assert [(v["place"], v["arrive"], v["leave"]) for v in plan["timeline"]] == [
        ("Old Mill", "11:20", "11:50"),
        ("City Museum", "12:15", "13:15"),
    ]
    assert (plan["finish"], plan["total_min"], plan["travel_min"]) == ("13:20", 140, 50)
    assert plan["end"]["place"] == "Town Hall"
    assert plan["used"]["stops[1].place"] == "Old Mill"


def test_offered_orders_are_compared() -> None:
    """Each has its finish; an order may start with the origin."""
    found = content("plan_trip", TOWN, **TRIP, stops=[MUSEUM, MILL], orders=ORDERS)
    assert found["orders"] == [
        {"text": "A", "feasible": True, "finish": "13:00", "total_min": 120, "travel_min": 30},
        {"text": "B", "feasible": True, "finish": "13:15", "total_min": 135, "travel_min": 45},
    ]
    assert (found["best"], found["finish"]) == ("A", "13:00")


def test_order_lists_legs_known_in_reverse_only() -> None:
    world = World(
        legs=(
            Leg(origin="A", destination="B", mode=TravelMode.WALKING, duration_s=600),
            Leg(origin="C", destination="B", mode=TravelMode.WALKING, duration_s=300),
        )
    )
    orders = [{"text": "B, C", "places": ["B", "C"]}]
    stops = [{"place": "B"}, {"place": "C"}]
    found = content("plan_trip", world, origin="A", mode="walking", stops=stops, orders=orders)
    assert found["orders"][0]["opposite"] == ["B to C"]


def test_missing_mode_is_requested() -> None:
    """The map knows travel by several modes."""
    legs = tuple(
        Leg(origin="A", destination="B", mode=mode, duration_s=600)
        for mode in (TravelMode.WALKING, TravelMode.DRIVING)
    )
    assert fault("plan_trip", World(legs=legs), origin="A", stops=[{"place": "B"}])[:2] == (
        "mode",
        "a mode with known travel from A to B: driving, walking",
    )


@pytest.mark.parametrize("world", [World(), TOWN])
def test_places_in_travel_times_are_known(world: World) -> None:
    """They are known even if other arguments are wrong."""
    times = [{"origin": "Home", "destination": "Shop", "minutes": 5}]
    asked = {"origin": "Home", "stops": [{"place": "Shop"}]}
    assert fault("plan_trip", world, **asked, travel_times=times, mode="jet")[0] == "mode"
    wrong = [{**times[0], "minutes": "soon"}, {"origin": " "}]
    found = failure("plan_trip", world, **{**asked, "origin": "Hme"}, travel_times=wrong)
    first, *others = found.arguments
    assert (first.argument, first.nearest) == ("origin", ("Home",))
    assert all(each.argument.startswith("travel_times") for each in others)


def test_contradictory_travel_times_are_rejected() -> None:
    """Repeating the same time is accepted."""
    legs = [{"origin": "A", "destination": "B", "minutes": each} for each in (3, 3, 9)]
    asked = {"origin": "A", "stops": [{"place": "B"}]}
    assert content("plan_trip", World(), **asked, travel_times=legs[:2])["total_min"] == 3
    assert fault("plan_trip", World(), **asked, travel_times=legs)[:3] == (
        "travel_times[2].minutes",
        "the same time from A to B as before, 3",
        "9",
    )


@pytest.mark.parametrize(("finish_by", "noted"), [("09:59", True), ("10:00", False)])
def test_finish_before_departure_is_the_next_day(finish_by: str, *, noted: bool) -> None:
    """A note says so."""
    legs = [{"origin": "A", "destination": "A1", "minutes": 0}]
    asked = {"origin": "A", "stops": [{"place": "A1"}], "depart": "10:00", "travel_times": legs}
    found = content("plan_trip", World(), **asked, finish_by=finish_by)
    note = f"finish_by {finish_by} is before depart 10:00: taken as the next day"
    assert (note in found["notes"]) is noted


@pytest.mark.parametrize("depart", ["11:00", "14:30"])
def test_compared_orders_agree_with_the_query(depart: str) -> None:
    trip = Trip.model_validate({**TRIP, "depart": depart, "stops": [MUSEUM, MILL]})
    orders = tuple(OfferedOrder.model_validate(each) for each in ORDERS)
    outcome = solve(
        Best(figure=TripFigure(figure="finish"), among=Orders(trip=trip, orders=orders)), TOWN
    )
    found = content(
        "plan_trip", TOWN, **{**TRIP, "depart": depart}, stops=[MUSEUM, MILL], orders=ORDERS
    )
    if isinstance(outcome, Infeasible):
        assert not found["feasible"]
        assert "best" not in found
    else:
        assert isinstance(outcome, Derivation)
        assert isinstance(outcome.value, Names)
        assert outcome.value.names[0] == found["best"]
        holding = [each["text"] for each in found["orders"] if each["feasible"]]
        assert sorted(outcome.value.names) == sorted(holding)


def test_order_of_other_stops_is_rejected() -> None:
    wrong = [{"text": "A", "places": ["City Museum"]}]
    assert (
        fault("plan_trip", TOWN, **TRIP, stops=[MUSEUM, MILL], orders=wrong)[0]
        == "orders[0].places"
    )


def test_infeasible_plan_has_a_conflict() -> None:
    """The first broken constraint is named."""
    late = content("plan_trip", TOWN, **{**TRIP, "depart": "15:30"}, stops=[MUSEUM])
    assert (late["feasible"], late["proved"]) == (False, True)
    assert "City Museum" in late["first_broken"]
    assert "City Museum" in late["conflict"]


def test_parts_of_the_day_are_planned_and_named() -> None:
    """The museum after two, or the reason why it cannot be left early enough."""
    plan = content("plan_trip", TOWN, **TRIP, stops=[{**MUSEUM, "not_before": "14:00"}, MILL])
    assert [visit["start"] for visit in plan["timeline"]] == ["11:20", "14:00"]
    stops = [{**MUSEUM, "ends_by": "12:30"}, {**MILL, "ends_by": "12:40"}]
    broken = content("plan_trip", TOWN, **TRIP, stops=stops)
    assert broken["first_broken"].endswith("but it must be visited by 12:30 PM")
    assert "that Old Mill must be visited by 12:40 PM and leaving at 11:00 AM" in broken["conflict"]
    for name in ("not_before", "ends_by"):
        assert fault("plan_trip", TOWN, stops=[{**MUSEUM, name: "14:00"}])[0] == "depart"


def test_objectives_of_plans() -> None:
    """As many visits as possible, with required stops, or the latest departure."""
    most = content(
        "plan_trip",
        TOWN,
        **TRIP,
        stops=[MUSEUM, MILL, LIGHT],
        budget_min=100,
        objective="most_visits",
    )
    assert most["visits"] == 1
    needed = content(
        "plan_trip", TOWN, **TRIP, stops=[MUSEUM, MILL], budget_min=100,
        objective="most visits", optional=["Old Mill"],
    )  # fmt: skip
    assert needed["left_out"] == ["Old Mill"]
    del (late := dict(TRIP))["depart"]
    leave = content("plan_trip", TOWN, **late, stops=[MUSEUM], objective="latest_departure")
    assert (leave["depart"], leave["finish"]) == ("14:55", "16:00")
    assert (
        fault(
            "plan_trip",
            TOWN,
            **TRIP,
            stops=[MUSEUM],
            optional=["Old Mill"],
            objective="most_visits",
        )[0]
        == "optional[0]"
    )
    assert (
        fault("plan_trip", TOWN, **TRIP, stops=[MUSEUM], optional=["City Museum"])[0] == "objective"
    )
    assert fault("plan_trip", TOWN, stops=[MUSEUM], finish_by="12:00")[0] == "depart"


def test_missing_travel_time_can_be_supplied() -> None:
    """It may lead to places that are not on the map."""
    world = world_from_context("Travel Time from Hotel to Zoo on foot is 20 mins (1.6 km).\n")
    stops = [{"place": "Zoo"}, {"place": "Park"}]
    trip = {"origin": "Hotel", "depart": "9:00", "mode": "walking", "stops": stops}
    assert fault("plan_trip", world, **trip)[:1] == ("stops[1].place",)
    times = [{"origin": "Zoo", "destination": "Park", "minutes": 5}]
    plan = content("plan_trip", world, **trip, travel_times=times)
    assert (plan["finish"], [v["place"] for v in plan["timeline"]]) == ("09:25", ["Zoo", "Park"])
    assert plan["notes"][0] == "opening hours unknown, assumed open: Zoo, Park"
    known = replace(world, places=())
    lacking = failure("plan_trip", TOWN, **{**TRIP, "mode": "transit"}, stops=[MUSEUM])
    assert (lacking.kind, lacking.reason) == ("final", "missing_leg")
    assert lacking.lacking == "travel time from Town Hall to City Museum"
    assert "give it in travel_times" in lacking.message
    again = [{"origin": "Hotel", "destination": "hotel", "minutes": 5}]
    assert fault("plan_trip", known, **trip, travel_times=again)[0] == "travel_times[0].destination"


def test_leg_known_in_reverse_only_is_marked() -> None:
    world = world_from_context("Travel Time from Mill to Pier on foot is 12 mins (900 m).\n")
    found = content(
        "plan_trip", world, origin="Pier", depart="9:00", stops=[{"place": "Mill"}], mode="walking"
    )
    assert found["timeline"][0]["opposite"] is True


def offered_schedule(text: str, *visits: tuple[str, str, str]) -> dict[str, object]:
    """Return a schedule in the form of arguments."""
    return {
        "text": text,
        "visits": [{"place": place, "start": start, "end": end} for place, start, end in visits],
    }


def test_schedules_are_checked_together() -> None:
    """All violations of a schedule are listed."""
    offers = [
        offered_schedule("A", ("City Museum", "11:05", "12:05"), ("Old Mill", "12:30", "13:00")),
        offered_schedule("B", ("City Museum", "11:05", "12:05"), ("Old Mill", "12:10", "13:00")),
        offered_schedule("C", ("Old Mill", "11:30", "12:00"), ("City Museum", "15:30", "16:30")),
    ]
    found = content("check_schedule", TOWN, **TRIP, stops=[MUSEUM, MILL], schedules=offers)
    assert found["holding"] == ["A"]
    first, second, third = found["schedules"]
    assert (first["finish"], first["spare_min"]) == ("13:00", 0)
    assert first["visits"][1]["travel_min"] == 25
    assert second["broken"] == [
        "is at Old Mill at 12:10 PM, but it takes 25 mins from 12:05 PM: 12:30 PM"
    ]
    assert second["visits"][1]["wait_min"] == -20
    assert len(third["broken"]) == 1
    assert "closes" in third["broken"][0]


@pytest.mark.parametrize("end", ["12:00", "12:05", "12:25", "13:00", "16:00", "16:01"])
def test_checked_schedules_agree_with_the_query(end: str) -> None:
    offer = offered_schedule("A", ("City Museum", "11:05", end))
    found = content("check_schedule", TOWN, **TRIP, stops=[MUSEUM], schedules=[offer])
    of = Schedules(
        trip=Trip(**TRIP, stops=(TripStop(**MUSEUM),)),
        schedules=(OfferedSchedule.model_validate(offer),),
    )
    outcome = solve(Listing(of=of), TOWN)
    assert bool(found["holding"]) is isinstance(outcome, Derivation)


def test_stops_default_to_the_first_schedule() -> None:
    offer = offered_schedule("A", ("City Museum", "11:05", "12:00"))
    assert content("check_schedule", TOWN, **TRIP, schedules=[offer])["holding"] == ["A"]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({**TRIP, "figure": "finish", "stops": [MUSEUM, MILL]}, "1:00 PM"),
        ({**TRIP, "figure": "length", "stops": [MUSEUM, MILL]}, "2 hours 0 mins"),
        ({**TRIP, "figure": "start", "depart": None, "finish_by": "14:00", "stops": [MUSEUM]},
         "at the latest 12:55 PM"),
        ({"figure": "departure", "place": "Town Hall", "day": "saturday", "mode": "walking",
          "stops": [{"place": "City Museum", "visit_min": 90}],
          "before_closing": "City Museum"}, "at the latest 2:25 PM"),
        ({**TRIP, "figure": "visits", "budget_min": 100, "stops": [MUSEUM, MILL]}, "1"),
    ],
)  # fmt: skip
def test_trip_figures_are_computed(arguments: dict[str, object], text: str) -> None:
    given = {name: each for name, each in arguments.items() if each is not None}
    assert content("trip_figure", TOWN, **given)["text"] == text


def test_figure_of_a_stop_needs_the_place() -> None:
    """The stops are suggested."""
    found = failure("trip_figure", TOWN, **TRIP, figure="stay", stops=[MUSEUM])
    assert found.arguments[0].argument == "place"
    assert found.arguments[0].nearest == ("City Museum",)


def test_times_past_midnight_have_a_day_offset() -> None:
    assert [_time_text(s) for s in (0, 86399, 86400, -60)] == [
        "00:00",
        "23:59:59",
        "00:00+1",
        "23:59-1",
    ]


def test_depart_is_rejected_if_the_start_is_requested() -> None:
    asked = {"figure": "start", "stops": [MUSEUM], "finish_by": "15:00"}
    found = fault("trip_figure", TOWN, **TRIP, **asked)
    assert found == ("depart", "nothing, since the start is asked for", "'11:00'")


def test_large_plan_reports_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(days, "_LARGE_TRIP_LABELS", {"most_visits": 1_000})
    monkeypatch.setattr(days, "_LARGE_TRIP_LABELS_DEFAULT", 1_000)
    names = [f"Farm {number}" for number in range(21)]
    ways = [
        Leg(origin=a, destination=b, mode=None, duration_s=60 * (1 + (7 * i + 11 * j) % 29))
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if a != b
    ]
    farms = World(places=tuple(Place(name=name) for name in names), legs=tuple(ways))
    limits = {"most_visits": "08:40", "latest_departure": "23:00"}
    for goal, note in {
        "earliest_finish": "no plan finishes before",
        "least_travel": "no plan travels for less than",
        "latest_departure": "no plan departs after",
        "most_visits": "stops do not fit",
    }.items():
        plan = content(
            "plan_trip", farms, depart="08:00", stops=names, objective=goal,
            finish_by=limits.get(goal),
        )  # fmt: skip
        assert plan["feasible"]
        assert plan["proved"] or note in plan["notes"][-1]


def test_latest_start_agrees_with_the_plan() -> None:
    """Both respect opening hours until the end of the last visit."""
    trip = {"origin": "Town Hall", "day": "saturday", "mode": "walking", "end": "Town Hall"}
    asked = {**trip, "stops": [MUSEUM], "finish_by": "23:00"}
    plan = content("plan_trip", TOWN, **asked, objective="latest_departure")
    for figure in ({"figure": "start"}, {"figure": "departure", "place": "Town Hall"}):
        found = content("trip_figure", TOWN, **asked, **figure)
        assert found["value"]["minute"] == 60 * int(plan["depart"][:2]) + int(plan["depart"][3:5])

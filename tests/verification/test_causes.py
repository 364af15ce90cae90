"""Why wrong labels came about."""

from __future__ import annotations

import pytest

from geoeval.datasets.records import Record
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.verification.answer import answer_question
from geoeval.verification.judge import judge
from geoeval.verification.model import Finding
from geoeval.world.reader import read_context
from tests.verification.builders import TOWN, record

UP = {"kind": "straight_line_distance", "origin": "Old Mill", "destination": "Fig Hall"}
FAR = {"kind": "straight_line_distance", "origin": "Old Mill", "destination": "Ox Inn"}
LEG = "Travel Time from Inn to Mill by car is 90 mins (60 km).\n"
TRAVEL = {"kind": "travel_total", "legs": [{"origin": "Inn", "destination": "Mill"}]}
OPEN = """Information of <b>Old Mill</b>:
- Opening hours: Monday: 8:00 AM - 5:00 PM.
"""
DOORS = """Information of <b>Old Mill</b>:
- Opening hours: Monday: 8:00 AM - 5:00 PM.

Information of <b>Ox Inn</b>:
- Opening hours: Monday: 11:00 AM - 11:00 PM.
"""
ROUTES = """There are 3 routes from Inn to Mill by car. They are:
1. Via Elm St | 5 mins | 2.0 km
2. Via Ash St | 7 mins | 4.0 km
3. Via Oak St | 9 mins | 3.0 km
"""


def found(made: Record, conventions: Conventions = DEFAULT) -> Finding:
    """Return the finding about a record whose label is not what was computed."""
    world = read_context(made.context)[0]
    answer = answer_question(made.question, world, conventions)
    item = judge(made, answer, world, conventions)
    assert item.verdict == "contradicted" or item.reason == "no_option_fits"
    return item.findings[0]


CASES = {
    "reversed bearing": (
        record("North", "South", "East", "West", label=1,
               query={"kind": "direction_of", "place": "Fig Hall", "seen_from": "Old Mill"}),
        "reversed_bearing", "GEO302", "direction back is 180.0°",
    ),
    "reversed bearing with distance": (
        record("North, 33.36 km", "South, 33.36 km", "East, 5 km", label=1,
               query={"kind": "direction_and_distance", "origin": "Old Mill",
                      "destination": "Fig Hall"}),
        "reversed_bearing", "GEO302", "direction back",
    ),
    "web mercator": (
        record("11.12 km", "22.26 km", "30 km", label=1, query=FAR),
        "web_mercator_distance", "GEO301", "100 % more",
    ),
    "web mercator with direction": (
        record("East, 11.12 km", "East, 22.26 km", label=1,
               query={"kind": "direction_and_distance", "origin": "Old Mill",
                      "destination": "Ox Inn"}),
        "web_mercator_distance", "GEO302", "Web Mercator",
    ),
    "miles for kilometres": (
        record("11.12 km", "6.91 km", "30 km", label=1, query=FAR),
        "unit_confusion", "GEO301", "miles",
    ),
    "miles with direction": (
        record("East, 11.12 km", "East, 6.91 km", label=1,
               query={"kind": "direction_and_distance", "origin": "Old Mill",
                      "destination": "Ox Inn"}),
        "unit_confusion", "GEO302", "miles",
    ),
    "hours for minutes": (
        record("90 mins", "1.5 mins", label=1, query=TRAVEL, context=LEG),
        "unit_confusion", "GEO501", "hours",
    ),
    "swapped coordinates": (
        record("33.36 km", "30.23 km", "40 km", label=1, query=UP),
        "swapped_coordinates", "GEO301", "swapped",
    ),
    "one too few": (
        record("1", "2", "3", label=0,
               query={"kind": "count_places", "among": ["Old Mill", "Ox Inn", "Fig Hall"],
                      "filters": [{"filter": "compare", "measure": "rating", "comparator": ">=",
                                   "value": 4.2}]}),
        "off_by_one_count", "GEO305", "one short of the 2",
    ),
    "one too many": (
        record("1", "2", "3", label=2,
               query={"kind": "count_places", "among": ["Old Mill", "Ox Inn", "Fig Hall"],
                      "filters": [{"filter": "compare", "measure": "rating", "comparator": ">=",
                                   "value": 4.2}]}),
        "off_by_one_count", "GEO305", "one more than the 2",
    ),
    "farthest for nearest": (
        record("Ox Inn", "Fig Hall", "Elsewhere", label=1,
               query={"kind": "nearest", "anchor": "Old Mill", "among": ["Ox Inn", "Fig Hall"]}),
        "inverted_comparison", "GEO303", "the farthest for the nearest",
    ),
    "nearest for farthest": (
        record("Ox Inn", "Fig Hall", "Elsewhere", label=0,
               query={"kind": "nearest", "anchor": "Old Mill", "farthest": True,
                      "among": ["Ox Inn", "Fig Hall"]}),
        "inverted_comparison", "GEO303", "the nearest for the farthest",
    ),
    "lowest for highest": (
        record("Old Mill", "Ox Inn", "Fig Hall", label=1,
               query={"kind": "pick_place", "by": "rating",
                      "among": ["Old Mill", "Ox Inn", "Fig Hall"]}),
        "inverted_comparison", "GEO306", "the lowest for the highest",
    ),
    "highest for lowest": (
        record("Old Mill", "Ox Inn", "Fig Hall", label=2,
               query={"kind": "pick_place", "by": "rating", "lowest": True,
                      "among": ["Old Mill", "Ox Inn", "Fig Hall"]}),
        "inverted_comparison", "GEO306", "the highest for the lowest",
    ),
    "most for least": (
        record("Via Elm St", "Via Ash St", "Via Oak St", label=1, context=ROUTES,
               query={"kind": "extreme_route", "by": "distance"}),
        "inverted_comparison", "GEO507", "the most for the least",
    ),
    "least for most": (
        record("Via Elm St", "Via Ash St", "Via Oak St", label=0, context=ROUTES,
               query={"kind": "extreme_route", "by": "distance", "most": True}),
        "inverted_comparison", "GEO507", "the least for the most",
    ),
    "below for above": (
        record("Ox Inn", "Old Mill, Fig Hall", "Old Mill", label=0,
               query={"kind": "list_places", "among": ["Old Mill", "Ox Inn", "Fig Hall"],
                      "filters": [{"filter": "compare", "measure": "rating", "comparator": ">",
                                   "value": 4.0}]}),
        "inverted_comparison", "GEO306", '"<" for ">"',
    ),
    "latest for earliest": (
        record("Old Mill", "Ox Inn", "Neither", label=1, context=DOORS,
               query={"kind": "pick_by_hours", "by": "opens", "day": "monday",
                      "among": ["Old Mill", "Ox Inn"]}),
        "inverted_comparison", "GEO401", "the most for the least",
    ),
    "closing before for after": (
        record("Old Mill", "Ox Inn", "Neither", label=0, context=DOORS,
               query={"kind": "pick_place", "among": ["Old Mill", "Ox Inn"],
                      "filters": [{"filter": "hours", "edge": "closes", "comparator": ">",
                                   "at": "18:00", "day": "monday"}]}),
        "inverted_comparison", "GEO401", '"<" for ">"',
    ),
    "southernmost for northernmost": (
        record("Ox Inn", "Fig Hall", "Elsewhere", label=0,
               query={"kind": "farthest_toward", "direction": "north",
                      "among": ["Ox Inn", "Fig Hall"]}),
        "inverted_comparison", "GEO302", "the last to the south for the last to the north",
    ),
    "a fact of the lowest for the highest": (
        record("4.8", "3.9", "4.2", label=1,
               query={"kind": "attribute_of_picked", "attribute": "rating",
                      "picked": {"kind": "pick_place", "by": "rating",
                                 "among": ["Old Mill", "Ox Inn", "Fig Hall"]}}),
        "inverted_comparison", "GEO307", "the lowest for the highest",
    ),
    "a fact of neither": (
        record("4.8", "3.9", "4.2", label=2,
               query={"kind": "attribute_of_picked", "attribute": "rating",
                      "picked": {"kind": "pick_place", "by": "rating",
                                 "among": ["Old Mill", "Ox Inn", "Fig Hall"]}}),
        "other_option_fits", "GEO307", "4.8",
    ),
    "web mercator difference": (
        record("22.24 km", "44.9 km", "30 km", label=1,
               query={"kind": "difference", "first": UP, "second": FAR}),
        "web_mercator_distance", "GEO501", "Web Mercator",
    ),
    "a difference of journeys": (
        record("30 mins", "40 mins", label=1,
               context=LEG + "Travel Time from Inn to Mill on foot is 120 mins (6 km).\n",
               query={"kind": "difference",
                      "first": {"kind": "travel_total", "legs": [
                          {"origin": "Inn", "destination": "Mill", "mode": "driving"}]},
                      "second": {"kind": "travel_total", "legs": [
                          {"origin": "Inn", "destination": "Mill", "mode": "walking"}]}}),
        "other_option_fits", "GEO501", "30 mins",
    ),
    "not the nearest": (
        record("Ox Inn", "Fig Hall", label=1,
               query={"kind": "nearest", "anchor": "Old Mill", "among": ["Ox Inn", "Fig Hall"]}),
        "not_the_nearest", "GEO303", "number 2 by distance, number 1",
    ),
    "not the k-th nearest": (
        record("Ox Inn", "Fig Hall", label=0,
               query={"kind": "nearest", "anchor": "Old Mill", "rank": 2,
                      "among": ["Ox Inn", "Fig Hall"]}),
        "not_the_nearest", "GEO303", "number 1 by distance, number 2",
    ),
    "nearest that is not there": (
        record("Ox Inn", "Elsewhere", label=1,
               query={"kind": "nearest", "anchor": "Old Mill", "among": ["Ox Inn", "Fig Hall"]}),
        "other_option_fits", "GEO303", "the computed answer is Ox Inn",
    ),
    "schedule past closing": (
        record("Mill 4-6", "Mill 5-7", label=0, context=OPEN,
               query={"kind": "schedule_check", "day": "monday", "mode": "walking",
                      "stops": [{"place": "Old Mill", "visit_min": 120}],
                      "schedules": [
                          {"text": "Mill 4-6", "visits": [
                              {"place": "Old Mill", "start": "16:00", "end": "18:00"}]},
                          {"text": "Mill 5-7", "visits": [
                              {"place": "Old Mill", "start": "17:00", "end": "19:00"}]}]}),
        "closing_time_ignored", "GEO601", "opening hours are ignored",
    ),
    "visits past closing": (
        record("None", "One", label=1, context=OPEN,
               query={"kind": "max_visits", "day": "monday", "depart": "16:30", "budget_min": 240,
                      "stops": [{"place": "Old Mill", "visit_min": 60}]}),
        "closing_time_ignored", "GEO504", "with them: 0",
    ),
    "no option": (
        record("20 mins", "25 mins", label=1, query=TRAVEL, context=LEG),
        "no_option_fits", "GEO601", "no option agrees",
    ),
    "unanswerable although computed": (
        record("90 mins", "25 mins", label=-1, query=TRAVEL, context=LEG),
        "other_option_fits", "GEO501", "1 hour 30 mins",
    ),
    "a wrong fact": (
        record("Yes", "No", label=1, context=OPEN,
               query={"kind": "open_at", "place": "Old Mill", "day": "monday", "at": "16:00"}),
        "other_option_fits", "GEO401", "yes",
    ),
    "a wrong figure": (
        record("4.2", "3.9", "5", label=2,
               query={"kind": "attribute_of", "place": "Old Mill", "attribute": "rating"}),
        "other_option_fits", "GEO307", "4.2",
    ),
    "a wrong place between": (
        record("Ox Inn", "Fig Hall", "Old Mill", label=1, context=TOWN,
               query={"kind": "in_direction", "anchor": "Old Mill", "direction": "east",
                      "among": ["Ox Inn", "Fig Hall"]}),
        "other_option_fits", "GEO302", "the computed answer is Ox Inn",
    ),
    "far off the count": (
        record("1", "4", label=1,
               query={"kind": "count_places", "among": ["Old Mill", "Ox Inn", "Fig Hall"],
                      "filters": [{"filter": "name", "contains": "mill"}]}),
        "other_option_fits", "GEO305", "the computed answer is 1",
    ),
    "another name": (
        record("Old Mill", "Ox Inn", "Fig Hall", label=1,
               query={"kind": "list_places", "among": ["Old Mill", "Ox Inn", "Fig Hall"],
                      "filters": [{"filter": "name", "contains": "mill"},
                                  {"filter": "compare", "measure": "rating", "comparator": "==",
                                   "value": 4.2},
                                  {"filter": "compare", "measure": "rating", "comparator": "<",
                                   "value": 4.5}]}),
        "other_option_fits", "GEO306", "the computed answer is Old Mill",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_wrong_label_is_explained(case: tuple[Record, str, str, str]) -> None:
    """Each cause is shown by its arithmetic, under the code of the question's kind."""
    made, cause, code, words = case
    finding = found(made)
    assert (finding.cause, finding.code) == (cause, code)
    assert words in finding.evidence[0]


def test_hours_that_do_not_bind_cannot_be_ignored() -> None:
    """Where opening hours are ignored by convention they explain nothing."""
    made = record("None", "One", label=0, context=OPEN, query={
        "kind": "max_visits", "day": "monday", "depart": "16:30", "budget_min": 240,
        "stops": [{"place": "Old Mill", "visit_min": 60}]})  # fmt: skip
    finding = found(made, Conventions(opening_hours="ignore"))
    assert finding.cause == "off_by_one_count"


def test_a_longitude_beyond_ninety_cannot_be_a_latitude() -> None:
    """Swapping then leaves the place without coordinates, and explains nothing."""
    context = TOWN.replace("25.", "125.")
    made = record("11.12 km", "20.16 km", label=1, query=FAR, context=context)
    assert found(made).cause == "other_option_fits"


def test_places_named_in_lists_are_swapped_too() -> None:
    """Coordinates of list entries count as well, entries without any are left alone."""
    context = """Nearby Inns of Old Mill are (in 900 m radius):
1. <b>Ox Inn</b>
   - Location: 1 Low Rd(60.3, 25.0).
2. <b>Elm Inn</b>
   - Address: 2 Low Rd.

Information of <b>Old Mill</b>:
- Location: 1 Low Rd(60.0, 25.0).
"""
    made = record("33.36 km", "30.23 km", "40 km", label=1, query=FAR, context=context)
    assert found(made).cause == "swapped_coordinates"

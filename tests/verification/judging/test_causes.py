"""Causes of wrong labels."""

from __future__ import annotations

import pytest

from geoeval.datasets.records import Record
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.verification.model import Finding
from tests.queries import best, places, rated, value
from tests.verification.builders import TOWN, judged, record

UP = value("distance", origin="Old Mill", destination="Fig Hall")
FAR = value("distance", origin="Old Mill", destination="Ox Inn")
LEG = "Travel Time from Inn to Mill by car is 90 mins (60 km).\n"
TRAVEL = value("travel", legs=[{"origin": "Inn", "destination": "Mill"}])
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
INNS = "Nearby Inns of Old Mill are (sorted by distance):\n1. <b>Fig Inn</b>\n2. <b>Ox Inn</b>\n"


def finding_of(labelled: Record, conventions: Conventions = DEFAULT) -> Finding:
    """Return the finding about a record with a wrong label."""
    item = judged(labelled, conventions)
    assert item.verdict == "contradicted" or item.reason == "no_option_fits"
    return item.findings[0]


TWO = places("Ox Inn", "Fig Hall", anchor="Old Mill")
THREE = places("Old Mill", "Ox Inn", "Fig Hall")
TOP = best("fact", THREE, most=True, fact="rating")
MILL = {"kind": "name", "contains": "mill"}
VISITS = value(
    "trip",
    figure="visits",
    trip={
        "depart": "16:30",
        "day": "monday",
        "stops": [{"place": "Old Mill", "visit_min": 60}],
        "budget_min": 240,
    },
)


def offered(start: str, end: str) -> dict[str, object]:
    """Return an offered schedule of one visit."""
    text = f"Mill {int(start[:2]) - 12}-{int(end[:2]) - 12}"
    return {"text": text, "visits": [{"place": "Old Mill", "start": start, "end": end}]}


STOPS = [{"place": "Old Mill", "visit_min": 120}]
SCHEDULES = {
    "ask": "list",
    "of": {
        "kind": "schedules",
        "trip": {"day": "monday", "stops": STOPS, "mode": "walking"},
        "schedules": [offered("16:00", "18:00"), offered("17:00", "19:00")],
    },
}


def direction_and_distance(place: str) -> dict[str, object]:
    """Ask for the direction and the distance of a place from the mill."""
    distance = {"kind": "distance", "origin": "Old Mill", "destination": place}
    return {**value("direction", place=place, seen_from="Old Mill"), "also": distance}


def travel_time(mode: str) -> dict[str, object]:
    """Return the travel time from the inn to the mill."""
    leg = {"origin": "Inn", "destination": "Mill", "mode": mode}
    return {"kind": "travel", "legs": [leg]}


CASES = {
    "reversed bearing": (
        record("North", "South", "East", "West", label=1,
               query=value("direction", place="Fig Hall", seen_from="Old Mill")),
        "reversed_bearing", "GEO302", "direction back is 180.0°",
    ),
    "reversed bearing with distance": (
        record("North, 33.36 km", "South, 33.36 km", "East, 5 km", label=1,
               query=direction_and_distance("Fig Hall")),
        "reversed_bearing", "GEO302", "direction back",
    ),
    "web mercator": (
        record("11.12 km", "22.26 km", "30 km", label=1, query=FAR),
        "web_mercator_distance", "GEO301", "it is 22.264 km, 100% more than the true 11.120 km",
    ),
    "web mercator with direction": (
        record("East, 11.12 km", "East, 22.26 km", label=1,
               query=direction_and_distance("Ox Inn")),
        "web_mercator_distance", "GEO302", "Web Mercator",
    ),
    "miles for kilometres": (
        record("11.12 km", "6.91 km", "30 km", label=1, query=FAR),
        "unit_confusion", "GEO301", "miles",
    ),
    "miles with direction": (
        record("East, 11.12 km", "East, 6.91 km", label=1,
               query=direction_and_distance("Ox Inn")),
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
               query={"ask": "count", "of": {**THREE, "filters": rated(">=", 4.2)}}),
        "off_by_one_count", "GEO305", "the label 1 is one short of the right count 2",
    ),
    "one too many": (
        record("1", "2", "3", label=2,
               query={"ask": "count", "of": {**THREE, "filters": rated(">=", 4.2)}}),
        "off_by_one_count", "GEO305", "the label 3 is one more than the right count 2",
    ),
    "farthest for nearest": (
        record("Ox Inn", "Fig Hall", "Elsewhere", label=1,
               query=best("distance", TWO)),
        "inverted_comparison", "GEO303", "the farthest instead of the nearest",
    ),
    "nearest for farthest": (
        record("Ox Inn", "Fig Hall", "Elsewhere", label=0,
               query=best("distance", TWO, most=True)),
        "inverted_comparison", "GEO303", "the nearest instead of the farthest",
    ),
    "lowest for highest": (
        record("Old Mill", "Ox Inn", "Fig Hall", label=1,
               query=best("fact", THREE, most=True, fact="rating")),
        "inverted_comparison", "GEO306", "the lowest instead of the highest",
    ),
    "highest for lowest": (
        record("Old Mill", "Ox Inn", "Fig Hall", label=2,
               query=best("fact", THREE, fact="rating")),
        "inverted_comparison", "GEO306", "the highest instead of the lowest",
    ),
    "most for least": (
        record("Via Elm St", "Via Ash St", "Via Oak St", label=1, context=ROUTES,
               query=best("route", {"kind": "routes"}, measure="distance")),
        "inverted_comparison", "GEO507", "the most instead of the least",
    ),
    "least for most": (
        record("Via Elm St", "Via Ash St", "Via Oak St", label=0, context=ROUTES,
               query=best("route", {"kind": "routes"}, most=True, measure="distance")),
        "inverted_comparison", "GEO507", "the least instead of the most",
    ),
    "below for above": (
        record("Ox Inn", "Old Mill, Fig Hall", "Old Mill", label=0,
               query={"ask": "list", "of": {**THREE, "filters": rated(">", 4.0)}}),
        "inverted_comparison", "GEO306", '"<" instead of ">"',
    ),
    "latest for earliest": (
        record("Old Mill", "Ox Inn", "Neither", label=1, context=DOORS,
               query=best("hours", places("Old Mill", "Ox Inn"), edge="opens", day="monday")),
        "inverted_comparison", "GEO401", "the most instead of the least",
    ),
    "closing before for after": (
        record("Old Mill", "Ox Inn", "Neither", label=0, context=DOORS,
               query={"ask": "list", "wanted": "any",
                      "of": places("Old Mill", "Ox Inn", filters=[{
                          "kind": "hours", "edge": "closes", "comparator": ">", "at": "18:00",
                          "day": "monday"}])}),
        "inverted_comparison", "GEO401", '"<" instead of ">"',
    ),
    "southernmost for northernmost": (
        record("Ox Inn", "Fig Hall", "Elsewhere", label=0,
               query=best("toward", places("Ox Inn", "Fig Hall"), most=True, direction="north")),
        "inverted_comparison", "GEO302", "the least far instead of the farthest",
    ),
    "fact of the lowest for the highest": (
        record("4.8", "3.9", "4.2", label=1,
               query=value("fact", fact="rating", place=TOP)),
        "inverted_comparison", "GEO307", "the lowest instead of the highest",
    ),
    "a fact of neither": (
        record("4.8", "3.9", "4.2", label=2,
               query=value("fact", fact="rating", place=TOP)),
        "other_option_fits", "GEO307", "4.8",
    ),
    "web mercator difference": (
        record("22.24 km", "44.9 km", "30 km", label=1,
               query={"ask": "difference", "first": UP["figure"], "second": FAR["figure"]}),
        "web_mercator_distance", "GEO501", "Web Mercator",
    ),
    "a difference of journeys": (
        record("30 mins", "40 mins", label=1,
               context=LEG + "Travel Time from Inn to Mill on foot is 120 mins (6 km).\n",
               query={"ask": "difference", "first": travel_time("driving"),
                      "second": travel_time("walking")}),
        "other_option_fits", "GEO501", "30 mins",
    ),
    "not the nearest": (
        record("Ox Inn", "Fig Hall", label=1,
               query=best("distance", TWO)),
        "not_the_nearest", "GEO303", "number 2 by distance; the question asks for number 1",
    ),
    "not the k-th nearest": (
        record("Ox Inn", "Fig Hall", label=0,
               query=best("distance", TWO, rank=2)),
        "not_the_nearest", "GEO303", "number 1 by distance; the question asks for number 2",
    ),
    "nearest missing": (
        record("Fig Inn", "Elsewhere", label=1, context=INNS,
               query=best("distance", places(category="inn", anchor="Old Mill"))),
        "other_option_fits", "GEO303", "the computed answer is Fig Inn",
    ),
    "schedule past closing": (
        record("Mill 4-6", "Mill 5-7", label=0, context=OPEN,
               query=SCHEDULES),
        "closing_time_ignored", "GEO601", "only without opening hours",
    ),
    "visits past closing": (
        record("None", "One", label=1, context=OPEN,
               query=VISITS),
        "closing_time_ignored", "GEO504", "with them: 0",
    ),
    "no option": (
        record("20 mins", "25 mins", label=1, query=TRAVEL, context=LEG),
        "no_option_fits", "GEO601", "no option agrees",
    ),
    "unanswerable despite a computed value": (
        record("90 mins", "25 mins", label=-1, query=TRAVEL, context=LEG),
        "other_option_fits", "GEO501", "1 hour 30 mins",
    ),
    "a wrong fact": (
        record("Yes", "No", label=1, context=OPEN,
               query={"ask": "check", "place": "Old Mill",
                      "passes": {"kind": "open", "day": "monday", "at": "16:00"}}),
        "other_option_fits", "GEO401", "yes",
    ),
    "a wrong figure": (
        record("4.2", "3.9", "5", label=2,
               query=value("fact", fact="rating", place="Old Mill")),
        "other_option_fits", "GEO307", "4.2",
    ),
    "a wrong place between": (
        record("Ox Inn", "Fig Hall", "Old Mill", label=1, context=TOWN,
               query=best("toward", TWO, direction="east", of_anchor=True)),
        "other_option_fits", "GEO302", "the computed answer is Ox Inn",
    ),
    "count far off": (
        record("1", "4", label=1,
               query={"ask": "count", "of": {**THREE, "filters": [MILL]}}),
        "other_option_fits", "GEO305", "the computed answer is 1",
    ),
    "another name": (
        record("Old Mill", "Ox Inn", "Fig Hall", label=1,
               query={"ask": "list",
                      "of": {**THREE, "filters": [MILL, *rated("==", 4.2), *rated("<", 4.5)]}}),
        "other_option_fits", "GEO306", "the computed answer is Old Mill",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_wrong_labels_get_the_right_cause(case: tuple[Record, str, str, str]) -> None:
    """Each case gives the code, the cause and the explanation of its finding."""
    labelled, cause, code, words = case
    finding = finding_of(labelled)
    assert (finding.cause, finding.code) == (cause, code)
    assert words in finding.evidence[0]


def test_unbinding_hours_give_no_cause() -> None:
    """With opening hours ignored by convention, they explain no wrong label."""
    labelled = record(
        "None",
        "One",
        label=0,
        context=OPEN,
        query=VISITS,
    )
    finding = finding_of(labelled, Conventions(opening_hours="ignore"))
    assert finding.cause == "off_by_one_count"


def test_longitudes_beyond_ninety_are_not_swapped() -> None:
    """Swapping would leave the place without valid coordinates."""
    context = TOWN.replace("25.", "125.")
    labelled = record("11.12 km", "20.16 km", label=1, query=FAR, context=context)
    assert finding_of(labelled).cause == "other_option_fits"


def test_list_entries_are_swapped_too() -> None:
    """Entries without coordinates are left alone."""
    context = """Nearby Inns of Old Mill are (in 900 m radius):
1. <b>Ox Inn</b>
   - Location: 1 Low Rd(60.3, 25.0).
2. <b>Elm Inn</b>
   - Address: 2 Low Rd.

Information of <b>Old Mill</b>:
- Location: 1 Low Rd(60.0, 25.0).
"""
    labelled = record("33.36 km", "30.23 km", "40 km", label=1, query=FAR, context=context)
    assert finding_of(labelled).cause == "swapped_coordinates"

"""Every query is rendered in plain English."""

from __future__ import annotations

import pytest

from geoeval.query.describe import describe
from geoeval.query.solve import parse_query
from tests.queries import Json, best, places, rated, value

PIER = places(category="cafe", anchor="Pier")
ROUTES: Json = {"kind": "routes"}
FROM_A: Json = {"kind": "routes", "origin": "A", "destination": "B", "mode": "driving"}
ELM: Json = {"kind": "routes", "via": "Elm St"}
LEG = {"origin": "A", "destination": "B", "mode": "transit"}
BACK = {"origin": "B", "destination": "A", "mode": "walking"}
TRIP = {
    "origin": "Inn",
    "depart": "09:00",
    "day": "monday",
    "stops": [
        {"place": "Mill", "visit_min": 60},
        {"place": "Hall", "visit_min": 90, "starts_at": "14:00", "mode": "driving"},
    ],
    "mode": "walking",
}
SHORT = {"stops": [{"place": "Mill"}]}
WINDOWS = "Mill (1 hour, not before 09:00, over by 12:00), "
WINDOWS += "Hall (not before 15:00) and Pier (over by 18:00)"
TRIP_SENTENCE = "the trip from Inn on Monday at 09:00 on foot to Mill (1 hour) and "
TRIP_SENTENCE += "Hall by car (1 hour 30 mins, booked for 14:00)"


def among(**slots: object) -> Json:
    """Return cafes around the pier with further conditions."""
    return places(**{"category": "cafe", "anchor": "Pier", **slots})


def every(condition: Json) -> Json:
    """Ask for all cafes that meet a condition."""
    return {"ask": "list", "of": among(filters=[condition])}


def check(passes: Json) -> Json:
    """Ask whether the mill meets a condition."""
    return {"ask": "check", "place": "Mill", "passes": passes}


def route_check(passes: Json, routes: Json = ROUTES) -> Json:
    """Ask whether routes meet a condition."""
    return {"ask": "check_routes", "routes": routes, "passes": passes}


def no(of: Json) -> Json:
    """Negate a condition."""
    return {"kind": "not", "of": of}


SUNNY: Json = {"kind": "open", "day": "sunday"}
OPEN: Json = {"kind": "open", "day": "monday", "at": "09:00"}
TOLL: Json = {"kind": "has", "manoeuvre": "toll_road"}
FASTEST = best("route", FROM_A, measure="time")
NEAREST = best("distance", PIER)
OFFERED = [{"text": "x", "first": "A", "second": "B"}, {"text": "y", "first": "A", "second": "C"}]
MODES = [{"text": "x", "mode": "walking"}, {"text": "y", "mode": "bicycling"}]
PLAN = {"text": "x", "visits": [{"place": "Mill", "start": "09:00"}]}
TAKES = "the travel time from A to B by public transport"
TO_TIME: Json = {"kind": "travel", "legs": [LEG]}

SENTENCES: list[tuple[Json, str]] = [
    (
        {"ask": "count", "of": among(or_categories=["bar", "bakery"], within_m=500)},
        "the number of bakeries, bars or cafes within 500 m of Pier",
    ),
    (best("distance", among(or_categories=["bar"])), "the nearest bar or cafe to Pier"),
    # Values.
    (value("distance", origin="A", destination="B"), "the straight-line distance between A and B"),
    (value("direction", place="A", seen_from="B"), "the compass direction of A seen from B"),
    (
        {**value("direction", place="A", seen_from="B"),
         "also": {"kind": "distance", "origin": "A", "destination": "B"}},
        "the compass direction of A seen from B and the straight-line distance between A and B",
    ),
    (value("fact", fact="phone", place="Mill"), "the phone number of Mill"),
    (value("fact", fact="price_level", place=NEAREST),
     "the price level of the nearest cafe to Pier"),
    (value("fact", fact="address", place=among(filters=rated(">=", 4.5))),
     "the address of the only cafe around Pier that has a rating of at least 4.5"),
    (value("hours", place="Mill", edge="opens"), "the time at which Mill opens"),
    (value("hours", place="Mill", edge="closes", day="friday"),
     "the time at which Mill closes on Friday"),
    (value("hours", place="Mill", edge="length", day="friday"), "how long Mill is open on Friday"),
    (value("hours", place="Mill", edge="length", week=True), "how long Mill is open in a week"),
    (value("detour", place="C", first="A", second="B"), "the detour over C from A to B"),
    (value("travel", legs=[LEG]), "the travel time from A to B by public transport"),
    (value("travel", legs=[LEG, BACK], measure="distance"),
     "the total travel distance from A to B by public transport and from B to A on foot"),
    # Routes.
    (value("route", route=ELM, measure="distance"), "the length of the route via Elm St"),
    (value("route", route=FASTEST, measure="distance"),
     "the length of the fastest route from A to B by car"),
    (value("route", route=FROM_A, measure="time", noted="toll_road"),
     "the time spent on toll roads by the route from A to B by car"),
    (value("route", route=ELM, measure="distance", road="Ash Rd"),
     "the distance covered on Ash Rd by the route via Elm St"),
    (value("route", route=ELM, measure="left_turn", before="Ash Rd"),
     "the number of left turns before Ash Rd on the route via Elm St"),
    (value("route", route=ELM, measure="merge_onto_toll_road", after="Ash Rd"),
     "the number of merges onto a toll road after Ash Rd on the route via Elm St"),
    (value("route", route=ELM, measure="stairs"),
     "the number of flights of stairs on the route via Elm St"),
    (value("step", step="next", road="Ash Rd", route=ELM),
     "the step after Ash Rd on the route via Elm St"),
    (value("step", step="before", road="Ash Rd", route=ELM),
     "the step before Ash Rd on the route via Elm St"),
    (value("step", step="onto", road="Ash Rd", route=ELM),
     "the step onto Ash Rd on the route via Elm St"),
    (value("step", step="number", number=3, route=ELM), "the third step of the route via Elm St"),
    (value("step", step="number", number=2, manoeuvre="left_turn", route=ELM),
     "the second step with a left turn of the route via Elm St"),
    (value("step", step="number", number=1, route=ELM), "the first step of the route via Elm St"),
    (value("step", step="number", number=22, route=ELM), "the 22nd step of the route via Elm St"),
    (value("step", step="number", number=12, route=ELM), "the 12th step of the route via Elm St"),
    (value("step", step="number", number=-1, route=ELM), "the last step of the route via Elm St"),
    (value("step", step="number", number=-2, route=ELM),
     "the second to last step of the route via Elm St"),
    (value("step", step="exit", number=2, route=ELM),
     "the second exit taken on the route via Elm St"),
    (value("step", step="roundabout", road="Ash Rd", route=ELM),
     "the exit taken onto Ash Rd at the roundabout of the route via Elm St"),
    (value("step", step="landmark", road="Ash Rd", manoeuvre="left_turn", side="right", route=ELM),
     "the landmark on the right at the left turn onto Ash Rd on the route via Elm St"),
    (value("step", step="landmark", road="Ash Rd", route=ELM),
     "the landmark at the step onto Ash Rd on the route via Elm St"),
    (value("step", step="side", route=ELM),
     "the side of the route via Elm St on which the destination lies"),
    (value("step", step="side", landmark="Mill", route=ELM),
     "the side of the route via Elm St on which Mill lies"),
    # Trips.
    (value("trip", figure="finish", trip=TRIP), f"the time of finishing {TRIP_SENTENCE}"),
    (value("trip", figure="start", trip={**SHORT, "finish_by": "18:00"}),
     "the latest time to start the trip to Mill, by 18:00"),
    (value("trip", figure="length", trip={**SHORT, "origin": "Inn", "end": "Inn"}),
     "the length of the trip from Inn to Mill, and back to Inn"),
    (value("trip", figure="waiting", trip={**SHORT, "end": "Hall"}),
     "the wait at the last stop of the trip to Mill, and on to Hall"),
    (value("trip", figure="departure", place="Mill", trip=SHORT, before_closing="Hall"),
     "the latest time to leave Mill on the trip to Mill, before Hall closes"),
    (value("trip", figure="free_time", place="Mill", trip=SHORT),
     "the free time before Mill on the trip to Mill"),
    (value("trip", figure="stay", place="Mill", trip=SHORT),
     "the longest stay at Mill on the trip to Mill"),
    (value("trip", figure="stay", place="Mill", trip=SHORT, before_closing="Mill"),
     "the longest stay at Mill on the trip to Mill, until it closes"),
    (value("trip", figure="visits", trip={**SHORT, "budget_min": 120, "before": [["A", "B"]]}),
     "the greatest number of stops that fit into the trip to Mill, within 2 hours, A before B"),
    ({"ask": "check_trip", "trip": SHORT}, "whether it is possible to keep to the trip to Mill"),
    ({"ask": "check_trip", "trip": SHORT, "holds": False},
     "whether it is impossible to keep to the trip to Mill"),
    (value("route", measure="left_turn", route=ELM, road="Oak Ave"),
     "the number of left turns onto or along Oak Ave on the route via Elm St"),
    (value("trip", figure="arrival", place="Mill", trip={**SHORT, "origin": "Inn"}),
     "the time of arriving at Mill on the trip from Inn to Mill"),
    (value("trip", figure="finish", trip={"stops": [
        {"place": "Mill", "visit_min": 60, "not_before": "09:00", "ends_by": "12:00"},
        {"place": "Hall", "not_before": "15:00"}, {"place": "Pier", "ends_by": "18:00"},
     ]}),
     f"the time of finishing the trip to {WINDOWS}"),
    (value("trip", figure="travel", trip={**SHORT, "origin": "Inn"}),
     "the travel time of the trip from Inn to Mill"),
    (best("trip", {"kind": "orders", "trip": SHORT}, figure="travel"),
     "the order of stops with the shortest travel time on the trip to Mill"),
    (best("trip", {"kind": "orders", "trip": SHORT}, figure="finish"),
     "the order of stops that finishes earliest on the trip to Mill"),
    (best("trip", {"kind": "orders", "trip": SHORT, "orders": [{"text": "x", "places": ["Mill"]}]},
          figure="finish", most=True),
     "the offered order of stops that finishes latest on the trip to Mill"),
    ({"ask": "list", "of": {"kind": "schedules", "trip": SHORT, "schedules": [PLAN]}},
     "an offered schedule that works for the trip to Mill"),
    ({"ask": "list", "of": {"kind": "omissions", "trip": SHORT}},
     "a stop to leave out, so that the others fit into the trip to Mill"),
    # The best of some.
    (best("distance", among(within_m=500, filters=[OPEN]), rank=2),
     "the second nearest cafe to Pier within 500 m that is open on Monday at 09:00"),
    (best("distance", places("A", "B", "C", anchor="Pier"), most=True),
     "the farthest place from Pier among A, B and C"),
    (best("distance", PIER, origin="Mill"), "the nearest cafe to Mill around Pier"),
    (best("travel", places("A", "B"), legs=[BACK | {"destination": None}]),
     "the place with the shortest travel time from B on foot among A and B"),
    (best("fact", PIER, fact="rating_count", most=True),
     "the cafe with the highest number of ratings around Pier"),
    ({**best("fact", PIER, fact="rating", most=True), "after": "Mill"},
     "the cafe that follows Mill by rating, highest first, around Pier"),
    (best("hours", PIER, edge="closes", day="sunday", most=True),
     "the cafe with the latest closing time on Sunday around Pier"),
    (best("hours", PIER, edge="length"), "the cafe with the shortest opening hours around Pier"),
    (best("detour", PIER, first="A", second="B"),
     "the cafe with the shortest detour from A to B around Pier"),
    (best("quality", PIER, praise="reputable", most=True),
     'the cafe that best fits the description "reputable" around Pier'),
    (best("toward", PIER, direction="northeast", of_anchor=True),
     "the cafe most directly northeast of Pier"),
    (best("toward", places("A", "B"), direction="east", most=True),
     "the place farthest to the east among A and B"),
    (best("distance", {"kind": "pairs", "pairs": OFFERED}),
     "the pair of places with the shortest straight-line distance: A and B; A and C"),
    (best("travel", {"kind": "modes", "modes": MODES}, legs=[{"origin": "A", "destination": "B"}]),
     "the travel mode with the shortest travel time from A to B: on foot or by bicycle"),
    (FASTEST, "the fastest route from A to B by car"),
    (best("route", ROUTES, measure="distance", most=True, rank=2), "the second longest route"),
    (best("route", {**ROUTES, "filters": [no(TOLL)]}, measure="left_turn"),
     "the route that does not have a toll road with the fewest left turns"),
    (best("route", ROUTES, measure="time", noted="ferry"),
     "the route with the least time spent on ferries"),
    # Lists and counts.
    ({"ask": "count", "of": among(within_m=1500)}, "the number of cafes within 1.5 km of Pier"),
    ({"ask": "count", "of": places(category="pharmacy", within_m=800)},
     "the number of pharmacies within 800 m"),
    ({"ask": "count", "of": among(category="subway")}, "the number of subways around Pier"),
    ({"ask": "list", "of": among(category="church", excluding=["St Mary"])},
     "all churches around Pier, other than St Mary"),
    ({"ask": "list", "of": PIER, "wanted": "any"}, "any of the cafes around Pier"),
    ({"ask": "count", "of": {**PIER, "category": "bakeries"}},
     "the number of bakeries around Pier"),
    ({"ask": "count", "of": FROM_A}, "the number of routes from A to B by car"),
    ({"ask": "list", "of": {"kind": "days", "place": "Mill", "open": False}},
     "the days of the week on which Mill is closed"),
    ({"ask": "count", "of": {"kind": "days", "place": "Mill"}},
     "the number of days of the week on which Mill is open"),
    ({"ask": "count", "of": {"kind": "days", "place": "Mill", "at": "20:00"}},
     "the number of days of the week on which Mill is open at 20:00"),
    # Conditions.
    (every({"kind": "open", "day": "sunday", "at": "09:00", "until": "17:00"}),
     "all cafes around Pier that are open on Sunday from 09:00 until 17:00"),
    (every({"kind": "open", "all_day": True}),
     "all cafes around Pier that are open around the clock"),
    (every(no(OPEN)), "all cafes around Pier that are not open on Monday at 09:00"),
    (every({"kind": "any", "of": [SUNNY, no({"kind": "name", "contains": "Inn"})]}),
     'all cafes around Pier that either are open on Sunday or do not have "Inn" in the name'),
    (every({"kind": "compare", "measure": "rating_count", "comparator": ">", "value": 100}),
     "all cafes around Pier that have more than 100 ratings"),
    (every({"kind": "compare", "measure": "price_level", "comparator": "==", "value": 2}),
     "all cafes around Pier that have a price level of exactly 2"),
    (check(no(OPEN)), "whether Mill is not open on Monday at 09:00"),
    (check({"kind": "hours", "edge": "closes", "comparator": ">", "at": "18:00"}),
     "whether Mill closes after 18:00"),
    (check({"kind": "feature", "feature": "serves dinner"}),
     'whether Mill has the service "serves dinner"'),
    (check(no({"kind": "address", "contains": "Quay"})),
     'whether Mill does not have "Quay" in the address'),
    (check({"kind": "direction", "direction": "north", "seen_from": "Pier"}),
     "whether Mill lies to the north of Pier"),
    (check({"kind": "area", "relation": "within", "other": "Port"}),
     "whether Mill lies within Port"),
    (check({"kind": "area", "relation": "crosses", "other": "Port"}), "whether Mill crosses Port"),
    (check(no({"kind": "area", "relation": "borders", "other": "Port"})),
     "whether Mill does not border Port"),
    (check({"kind": "area", "relation": "crossed_by", "other": "Leat"}),
     "whether Mill is crossed by Leat"),
    (check({"kind": "area", "relation": "contains", "other": "Inn"}), "whether Mill contains Inn"),
    (route_check(TOLL, FROM_A), "whether every route from A to B by car has a toll road"),
    (route_check({"kind": "has", "exit": "35", "road": "Ash Rd"}, FASTEST),
     "whether the fastest route from A to B by car takes exit 35 onto Ash Rd"),
    (route_check({"kind": "has", "road": "Ash Rd", "times": 2}),
     "whether every route uses Ash Rd at least 2 times"),
    (route_check(no({"kind": "has", "landmark": "Mill"})), "whether no route passes Mill"),
    (route_check({"kind": "has", "manoeuvre": "closure", "day": "monday", "at": "09:00"}),
     "whether every route has a closed road on Monday at 09:00"),
    ({"ask": "list", "of": {**ROUTES, "filters": [
        {"kind": "compare", "measure": "time", "comparator": "<", "value": 780}]}},
     "all routes that take less than 13 mins"),
    ({"ask": "list", "of": {**ROUTES, "filters": [
        {"kind": "compare", "measure": "distance", "comparator": ">=", "value": 5000}]}},
     "all routes that are at least 5.0 km long"),
    # Two figures.
    ({"ask": "compare", "first": {"kind": "fact", "fact": "rating", "place": "A"},
      "second": {"kind": "fact", "fact": "rating", "place": "B"}, "more": True},
     "whether the rating of A is higher than the rating of B"),
    ({"ask": "compare", "first": TO_TIME, "second": {"kind": "travel", "legs": [BACK]}},
     f"whether {TAKES} is shorter than the travel time from B to A on foot"),
    ({"ask": "difference", "first": {"kind": "route", "measure": "time", "route": FASTEST},
      "second": TO_TIME},
     f"the difference between the travel time of the fastest route from A to B by car and {TAKES}"),
    # Plans, and no answer.
    ({"ask": "meeting_plan", "origin": "Pier", "depart": "09:00", "meetings": [
        {"person": "Ada", "place": "Mill", "present_from": "10:00", "present_until": "11:00",
         "at_least_min": 30}]},
     "a plan to meet as many as possible of Ada, starting at Pier at 09:00"),
    ({"ask": "stay_plan", "days": 4, "stays": [
        {"city": "Oslo", "days": 4}, {"city": "Rome", "days": 1}]},
     "a plan of 4 days in Oslo (4 days) and Rome (1 day) by direct flights only"),
    ({"ask": "unanswerable", "fact": "scenery", "words": "scenic"},
     'scenery ("scenic"), which no map contains'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES]
)
def test_a_query_is_rendered_in_full(query: Json, sentence: str) -> None:
    """A single sentence has everything that the query asks."""
    assert describe(parse_query(query)) == sentence


def test_different_queries_are_rendered_differently() -> None:
    assert len({sentence for _, sentence in SENTENCES}) == len(SENTENCES) >= 60

"""The rule catalogue."""

from __future__ import annotations

import re

import pytest

from geoeval.errors import UsageError
from geoeval.query.solve import parse_query
from geoeval.verification.judging.judgements import code_of
from geoeval.verification.rules import RULES, find_rule
from tests.queries import best, places, value


@pytest.mark.parametrize("code", RULES)
def test_every_rule_is_explained(code: str) -> None:
    """Its name states a fault in a few words, and no part of the explanation is missing."""
    known = RULES[code]
    assert re.fullmatch(r"GEO\d{3}", code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", known.name)
    assert all((known.what, known.why, known.example, known.fix))
    assert find_rule(known.name) is find_rule(code) is known


def test_codes_are_ordered_and_names_unique() -> None:
    """No code is used twice."""
    assert list(RULES) == sorted(RULES)
    assert len({known.name for known in RULES.values()}) == len(RULES)


def test_unknown_rules_are_rejected() -> None:
    """The message states what was expected."""
    with pytest.raises(UsageError, match="expected the code or name of a rule"):
        find_rule("GEO000")


MILL = {"place": "Mill"}
TRIP = {"stops": [MILL]}
ROUTES = {"kind": "routes"}
CAFES = places(category="cafe", anchor="Pier")
OPEN = {"kind": "open", "day": "monday"}
LEG = {"origin": "Inn", "destination": "Mill"}
TRAVEL = {"kind": "travel", "legs": [LEG]}
PAIR = {"text": "Inn and Mill", "first": "Inn", "second": "Mill"}
MODES = [{"text": "on foot", "mode": "walking"}, {"text": "by car", "mode": "driving"}]
RATING = {"kind": "fact", "fact": "rating", "place": "Inn"}
PLAN = {"text": "9-10", "visits": [{"place": "Mill", "start": "09:00"}]}
CODES = [
    ("GEO301", value("distance", **LEG)),
    ("GEO302", value("direction", place="Inn", seen_from="Mill")),
    ("GEO302", {"ask": "check", **MILL, "passes": {"kind": "direction", "direction": "north",
                                                   "seen_from": "Inn"}}),
    ("GEO302", best("toward", CAFES, direction="north", most=True)),
    ("GEO303", best("distance", CAFES)),
    ("GEO304", best("detour", CAFES, first="Inn", second="Mill")),
    ("GEO304", best("distance", {"kind": "pairs", "pairs": [PAIR, PAIR]})),
    ("GEO305", {"ask": "count", "of": CAFES}),
    ("GEO306", {"ask": "list", "of": CAFES}),
    ("GEO306", best("fact", CAFES, fact="rating", most=True)),
    ("GEO306", best("quality", CAFES, most=True)),
    ("GEO307", {"ask": "value", "figure": RATING}),
    ("GEO307", {"ask": "compare", "first": RATING, "second": RATING}),
    ("GEO307", value("fact", fact="phone", place=best("distance", CAFES))),
    ("GEO307", {"ask": "check", **MILL, "passes": {"kind": "feature", "feature": "takeaway"}}),
    ("GEO401", {"ask": "check", **MILL, "passes": {"kind": "not", "of": OPEN}}),
    ("GEO401", {"ask": "count", "of": {**CAFES, "filters": [{"kind": "not", "of": OPEN}]}}),
    ("GEO401", value("hours", edge="opens", **MILL)),
    ("GEO401", best("hours", CAFES, edge="closes", most=True)),
    ("GEO401", {"ask": "list", "of": {"kind": "days", **MILL}}),
    ("GEO401", {"ask": "count", "of": {"kind": "days", **MILL}}),
    ("GEO402", value("trip", figure="finish", trip=TRIP)),
    ("GEO403", value("trip", figure="start", trip=TRIP)),
    ("GEO403", value("trip", figure="departure", trip=TRIP, **MILL)),
    ("GEO404", {"ask": "list", "of": {"kind": "schedules", "trip": TRIP, "schedules": [PLAN]}}),
    ("GEO501", {"ask": "value", "figure": TRAVEL}),
    ("GEO501", {"ask": "difference", "first": TRAVEL, "second": TRAVEL}),
    ("GEO502", best("travel", places("Inn", "Mill"), legs=[{"origin": "Pier"}])),
    ("GEO502", best("travel", {"kind": "modes", "modes": MODES}, legs=[LEG])),
    ("GEO503", best("trip", {"kind": "orders", "trip": TRIP}, figure="finish")),
    ("GEO503", {"ask": "check_trip", "trip": TRIP}),
    ("GEO504", value("trip", figure="visits", trip=TRIP)),
    ("GEO504", {"ask": "list", "of": {"kind": "omissions", "trip": TRIP}}),
    ("GEO505", value("step", step="number", number=1, route=ROUTES)),
    ("GEO506", value("route", measure="left_turn", route=ROUTES)),
    ("GEO507", best("route", ROUTES, measure="time")),
    ("GEO507", value("route", measure="distance", route=best("route", ROUTES, measure="time"))),
    ("GEO507", {"ask": "count", "of": ROUTES}),
    ("GEO507", {"ask": "check_routes", "routes": ROUTES,
                "passes": {"kind": "has", "manoeuvre": "toll_road"}}),
    ("GEO508", value("route", measure="time", route=ROUTES)),
    ("GEO601", {"ask": "unanswerable", "fact": "scenery", "words": "scenic"}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "query"), CODES)
def test_codes_follow_from_the_query(code: str, query: object) -> None:
    """The ask, its figure and its candidates decide, after any condition on hours."""
    assert code_of(parse_query(query)) == code


def test_every_label_rule_has_a_query() -> None:
    """Rules about plans depend on what the plan violates instead."""
    reached = {code for code, _ in CODES} - {"GEO601"}
    assert reached == {code for code in RULES if "GEO3" < code < "GEO6"} - {"GEO405", "GEO406"}


def test_plans_have_one_rule() -> None:
    """The rule is the same wherever a plan fails."""
    stay = {"ask": "stay_plan", "days": 3, "stays": [{"city": "Oslo", "days": 3}]}
    assert code_of(parse_query(stay)) == "GEO405"

"""Labels that rest on a fact stated twice with different values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import Record
from geoeval.verification.answer import answer_question
from geoeval.verification.judging.conflicts import find_conflicts
from geoeval.verification.judging.judge import judge
from geoeval.world.model import Place, World
from geoeval.world.reader import read_context
from tests.queries import best, places, rated, value
from tests.verification.builders import judged, record

WALK = "Travel Time from Old Mill to Ox Inn on foot is {}.\n"
ROUTES = """There are 2 routes from Old Mill to Ox Inn on foot. They are:
1. Via Low Rd | {} | {}
 - Head <b>north</b> on <b>Low Rd</b>
2. Via Quay | 50 mins | 5.0 km
 - Head <b>east</b> on <b>Quay</b>
"""
BY_CAR = ROUTES.replace("on foot", "by car")
BLOCK = "Information of <b>{}</b>:\n- Location: 1 Low Rd({}).\n- {}.\n\n"
HERE = "60.0, 25.0"
LEG = {"origin": "Old Mill", "destination": "Ox Inn", "mode": "walking"}
TIME = value("travel", measure="time", legs=[LEG])
LENGTH = value("travel", measure="distance", legs=[LEG])
PHONE = value("fact", place="Old Mill", fact="phone")
RATING = value("fact", place="Old Mill", fact="rating")
CLOSES = value("hours", place="Old Mill", edge="closes", day="monday")
FAR = value("distance", origin="Old Mill", destination="Ox Inn")
HIGHEST = best("fact", places("Old Mill", "Ox Inn"), most=True, fact="rating")
COUNT = {"ask": "count", "of": places("Old Mill", "Ox Inn", filters=rated(">", 4))}
OTHER_INN = BLOCK.format("Ox Inn", "60.0, 25.2", "Rating: 3.9")


def mill(*facts: str, at: str = HERE) -> str:
    """Write one block about the mill for each fact."""
    return "".join(BLOCK.format("Old Mill", at, fact) for fact in facts)


def asked(options: str, label: int, query: object, context: str) -> Record:
    """Make a record from options separated by bars."""
    return record(*options.split("|"), label=label, query=query, context=context)


TWO_LEGS = WALK.format("20 mins (1.1 km)") + WALK.format("35 mins (2.1 km)")
RATED_TWICE = mill("Rating: 4.1", "Rating: 4.7")
HOURS_TWICE = mill(
    "Open: Monday: 9:00 AM – 5:00 PM, Tuesday: 9:00 AM – 5:00 PM",
    "Open: Monday: 9:00 AM – 8:00 PM, Tuesday: 9:00 AM – 5:00 PM, Sunday: Closed",
)
IN_CONFLICT = {
    "the second leg": asked("20 mins|35 mins", 1, TIME, TWO_LEGS),
    "the first leg": asked("20 mins|35 mins", 0, TIME, TWO_LEGS),
    "neither leg": asked("20 mins|50 mins", 1, TIME, TWO_LEGS),
    "not offered": asked("35 mins|50 mins", 0, TIME, TWO_LEGS),
    "length of a leg": asked("1.1 km|2.1 km", 1, LENGTH, TWO_LEGS),
    "a leg with another name for an end": asked(
        "20 mins|35 mins", 1, TIME,
        WALK.format("20 mins").replace("Old Mill", "The Old Mill") + WALK.format("35 mins"),
    ),
    "length alone": asked(
        "1.1 km|2.1 km", 1, LENGTH, WALK.format("1.1 km") + WALK.format("2.1 km")
    ),
    "leg and route": asked(
        "20 mins|35 mins", 1, TIME, WALK.format("20 mins") + ROUTES.format("35 mins", "3.0 km")
    ),
    "leg and route length": asked(
        "1.1 km|3.0 km", 1, LENGTH,
        WALK.format("20 mins (1.1 km)") + ROUTES.format("20 mins", "3.0 km"),
    ),
    "rating": asked("4.1|4.7", 1, RATING, RATED_TWICE),
    "rating in one block": asked("4.1|4.7", 1, RATING, mill("Rating: 4.1.\n- Rating: 4.7")),
    "rating of one entry": asked(
        "4.1|4.7", 0, RATING,
        "Nearby mills of Ox Inn are:\n1. <b>Old Mill</b>\n - Rating: 4.1.\n - Rating: 4.7.\n",
    ),
    "rank": asked("Old Mill|Ox Inn", 1, HIGHEST, mill("Rating: 4.1", "Rating: 3.1") + OTHER_INN),
    "count": asked("0|1", 0, COUNT, mill("Rating: 4.1", "Rating: 3.1") + OTHER_INN),
    "count of neither": asked("1|2", 1, COUNT, RATED_TWICE + OTHER_INN),
    "closing time": asked("5:00 PM|8:00 PM", 1, CLOSES, HOURS_TWICE),
    "coordinates": asked(
        "11.1 km|11.0 km", 1, FAR, mill("Phone: 123 4567") + mill("Phone: 123 4567",
        at="60.0, 25.002") + OTHER_INN,
    ),
    "phone": asked(
        "123 4567|123 4568", 1, PHONE,
        mill("Phone: 123 4567", "Phone: 123 4568"),
    ),
    "price": asked(
        "Moderate|Expensive", 1, value("fact", place="Old Mill", fact="price_level"),
        mill("Price level: Moderate", "Price level: Expensive"),
    ),
    "rating count": asked(
        "10|12", 1, value("fact", place="Old Mill", fact="rating_count"),
        mill("Rating: 4.1 (10 ratings)", "Rating: 4.1 (12 ratings)"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("labelled", IN_CONFLICT.values(), ids=IN_CONFLICT)
def test_labels_on_conflicting_facts_are_ambiguous(labelled: Record) -> None:
    item = judged(labelled)
    assert item.verdict == "ambiguous"
    (finding,) = item.findings
    assert (finding.code, len(finding.evidence)) == ("GEO203", 2)
    assert all(line.startswith("context line ") for line in finding.evidence)


CASES = {
    "both statements support it": (
        asked("Old Mill|Ox Inn", 0, HIGHEST, RATED_TWICE + OTHER_INN), "supported",
    ),
    "legs that agree within rounding": (
        asked("20 mins|35 mins", 1, TIME, WALK.format("20 mins") + WALK.format("19 mins 45 secs")),
        "contradicted",
    ),
    "lengths that agree within rounding": (
        asked("2.1 km|5 km", 1, LENGTH, WALK.format("2.14 km") + WALK.format("2.1 km")),
        "contradicted",
    ),
    "legs of other modes": (
        asked(
            "20 mins|35 mins", 1, TIME,
            WALK.format("20 mins") + WALK.format("35 mins").replace("on foot", "by car"),
        ),
        "contradicted",
    ),
    "the second leg states no time": (
        asked("20 mins|35 mins", 1, TIME, WALK.format("20 mins") + WALK.format("2.1 km")),
        "contradicted",
    ),
    "a route is as long as the leg": (
        asked(
            "20 mins|50 mins", 1, TIME, WALK.format("20 mins") + ROUTES.format("20 mins", "1.1 km"),
        ),
        "contradicted",
    ),
    "hours of another day": (
        asked("5:00 PM|8:00 PM", 1, value("hours", place="Old Mill", edge="closes", day="tuesday"),
              HOURS_TWICE), "contradicted",
    ),
    "routes by car": (
        asked("20 mins|35 mins", 1, TIME,
              WALK.format("20 mins") + BY_CAR.format("35 mins", "3 km")),
        "contradicted",
    ),
    "statements in different notation": (
        asked("0123 4567|123 4568", 1, PHONE, mill("Phone: 0123 4567", "Phone: +49 123 4567")
              + mill("Price level: Moderate", "Price level: moderate")
              + mill(*["Open: Monday: Closed"] * 2)
              + mill("Rating: 4.1 (10 ratings)", "Rating: 4.1 (10 ratings)", at="60.00001, 25.0")),
        "contradicted",
    ),
    "other facts are stated twice": (
        asked("20 mins|35 mins", 1, TIME,
              WALK.format("20 mins") + TWO_LEGS.replace("Ox Inn", "Quay")
              + RATED_TWICE.replace("Old Mill", "Fig Hall")),
        "contradicted",
    ),
    "the fact is not used": (asked("10 km|11.1 km", 0, FAR, RATED_TWICE + OTHER_INN),
                             "contradicted"),
}  # fmt: skip


@pytest.mark.parametrize(("labelled", "verdict"), CASES.values(), ids=CASES)
def test_labels_on_other_facts_are_judged(labelled: Record, verdict: str) -> None:
    assert judged(labelled).verdict == verdict


@pytest.mark.parametrize(
    ("expected", "context", "verdict"),
    [
        ("4.7", RATED_TWICE, "ambiguous"),
        ("4.1", RATED_TWICE, "ambiguous"),
        ("4.1", mill("Rating: 4.1", "Rating: 4.1"), "supported"),
        ("Old Mill", RATED_TWICE + OTHER_INN, "supported"),
    ],
)
def test_open_answers_on_conflicting_facts_are_ambiguous(
    expected: str, context: str, verdict: str
) -> None:
    query = HIGHEST if expected == "Old Mill" else RATING
    labelled = replace(record(label=None, query=query, context=context), expected=expected)
    assert judged(labelled).verdict == verdict


def test_conflicts_are_found_once_under_any_name() -> None:
    world = read_context(IN_CONFLICT["a leg with another name for an end"].context)[0]
    (found,) = find_conflicts(world, with_routes=True)
    assert (found.first.line, found.other.line) == (1, 2)


def test_explicit_worlds_have_no_lines_to_cite() -> None:
    world = World(
        places=(Place(name="Old Mill", rating=4.1), Place(name="Old Mill", rating=4.7, line=1))
    )
    labelled = replace(asked("4.1|4.7", 1, RATING, ""), world=world)
    (finding,) = judge(labelled, answer_question(labelled.question, world), world).findings
    assert finding.evidence == (
        "Old Mill: rating 4.1", "context line 1: Old Mill: rating 4.7",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("case", "facts"),
    [
        ("the second leg", ("1: Old Mill to Ox Inn by walking: 20 mins",
                            "2: Old Mill to Ox Inn by walking: 35 mins")),
        ("length of a leg", ("1: Old Mill to Ox Inn by walking: 1.1 km",
                             "2: Old Mill to Ox Inn by walking: 2.1 km")),
        ("coordinates", ("2: Old Mill lies at (60.0, 25.0)",
                         "6: Old Mill lies at (60.0, 25.002)")),
    ],
)  # fmt: skip
def test_evidence_shows_both_statements(case: str, facts: tuple[str, ...]) -> None:
    (finding,) = judged(IN_CONFLICT[case]).findings
    assert finding.evidence == tuple(f"context line {fact}" for fact in facts)


def test_seasonal_hours_may_conflict_too() -> None:
    winter = "Open: Monday: 9:00 AM – 5:00 PM, November – March: {}"
    labelled = asked(
        "5:00 PM|8:00 PM", 1, CLOSES, mill(winter.format("Closed"), winter.format("Open 24 hours"))
    )
    assert judged(labelled).verdict == "undetermined"

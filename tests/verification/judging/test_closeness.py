"""Labels that miss the computed answer by too little to be called wrong."""

from __future__ import annotations

import pytest

from geoeval.datasets.records import Record
from geoeval.verification.answer import answer_question
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Item
from geoeval.world.reader import read_context
from tests.queries import best, places, value
from tests.verification.builders import record

Query = dict[str, object]


def context(**places: tuple[float, float]) -> str:
    """Return a context that describes places by their coordinates."""
    return "\n".join(
        f"Information of <b>{name}</b>:\n- Location: 1 Low Rd({lat}, {lon}).\n"
        for name, (lat, lon) in places.items()
    )


def listed(**places: tuple[float, float]) -> str:
    """Return a context with a list of inns within 900 m of the Mill."""
    entries = "\n".join(
        f"{number}. <b>{name}</b>\n   - Location: {number} Low Rd({lat}, {lon})."
        for number, (name, (lat, lon)) in enumerate(places.items(), start=1)
    )
    return f"Nearby Inns of Mill are (in 900 m radius):\n{entries}\n\n" + context(Mill=(0.0, 0.0))


def judged(made: Record) -> Item:
    """Answer and judge a record."""
    world = read_context(made.context)[0]
    return judge(made, answer_question(made.question, world), world)


DIRECTION: Query = value("direction", place="Inn", seen_from="Mill")
DISTANCE: Query = value("distance", origin="Mill", destination="Inn")
BOTH: Query = {
    "ask": "value",
    "figure": {"kind": "direction", "place": "Inn", "seen_from": "Mill"},
    "also": {"kind": "distance", "origin": "Mill", "destination": "Inn"},
}
NEAREST: Query = best("distance", places("Inn", "Hall", anchor="Mill"))
FIRST: Query = best("distance", places(category="inn", anchor="Mill"))
SECOND: Query = best("distance", places(category="inn", anchor="Mill"), rank=2)
PAIR: Query = best(
    "distance",
    {
        "kind": "pairs",
        "pairs": [
            {"text": "Mill and Inn", "first": "Mill", "second": "Inn"},
            {"text": "Mill and Hall", "first": "Mill", "second": "Hall"},
        ],
    },
)
COUNT: Query = {"ask": "count", "of": places(category="inn", anchor="Mill", within_m=500)}
NORTHWARD: Query = {
    "ask": "check",
    "place": "Inn",
    "passes": {"kind": "direction", "direction": "north", "seen_from": "Mill"},
}
TO_HALL = value("distance", origin="Mill", destination="Hall")
CLOSER: Query = {
    "ask": "compare",
    "first": DISTANCE["figure"],
    "second": TO_HALL["figure"],
}
TRAVEL: Query = value("travel", legs=[{"origin": "Mill", "destination": "Inn", "mode": "driving"}])
LEG = "Travel Time from Mill to Inn by car is 10 mins (4.2 km).\n"
NORTH_NORTH_EAST = {"Mill": (0.0, 0.0), "Inn": (1.0, 0.99)}  # 44.7°
ALIKE = {"Mill": (0.0, 0.0), "Inn": (0.01, 0.0), "Hall": (0.0, 0.010_05)}  # 1112 and 1118 m
APART = {"Mill": (0.0, 0.0), "Inn": (0.01, 0.0), "Hall": (0.0, 0.012)}  # 1112 and 1334 m
INNS = {"Fig Inn": (0.001, 0.0), "Ox Inn": (0.004_45, 0.0)}  # 111 and 495 m

CLOSE = {
    "bearing beside an edge": record(
        "North", "East", label=1, query=DIRECTION, context=context(**NORTH_NORTH_EAST)),
    "yes or no beside an edge": record(
        "Yes", "No", label=1, query=NORTHWARD, context=context(**NORTH_NORTH_EAST)),
    "bearing and distance": record(
        "North, 156.5 km", "East, 156.5 km", label=1, query=BOTH,
        context=context(**NORTH_NORTH_EAST)),
    "rounded length": record(
        "1.1 km", "1.11 km", "2 km", label=0, query=DISTANCE, context=context(**ALIKE)),
    "rounded duration": record(
        "10 mins", "590 seconds", "0 hours", label=2, query=TRAVEL, context=LEG),
    "nearest": record("Hall", "Inn", label=0, query=NEAREST, context=context(**ALIKE)),
    "second nearest": record(
        "Ox Inn", "Elm Inn", label=0, query=SECOND,
        context=listed(**{"Fig Inn": (0.001, 0.0), "Ox Inn": (0.004_49, 0.0),
                          "Elm Inn": (0.004_45, 0.0)})),
    "closest pair": record(
        "Mill and Hall", "Mill and Inn", label=0, query=PAIR, context=context(**ALIKE)),
    "comparison": record("Yes", "No", label=1, query=CLOSER, context=context(**ALIKE)),
    "radius": record("1", "2", label=0, query=COUNT, context=listed(**INNS)),
}  # fmt: skip

FAR = {
    "bearing": record(
        "North", "East", label=1, query=DIRECTION,
        context=context(Mill=(0.0, 0.0), Inn=(1.0, 0.9))),
    "yes or no": record(
        "Yes", "No", label=1, query=NORTHWARD, context=context(Mill=(0.0, 0.0), Inn=(1.0, 0.9))),
    "bearing alone": record(
        "North, 156 km", "East, 176 km", label=1, query=BOTH, context=context(**NORTH_NORTH_EAST)),
    "length": record("1.11 km", "1.19 km", label=1, query=DISTANCE, context=context(**ALIKE)),
    "sum of legs": record("10 mins", "9 mins", label=1, query=TRAVEL, context=LEG),
    "nearest": record("Hall", "Inn", label=0, query=NEAREST, context=context(**APART)),
    "elsewhere": record("Elsewhere", "Inn", label=0, query=FIRST, context=listed(Inn=(0.004, 0.0))),
    "comparison": record("Yes", "No", label=1, query=CLOSER, context=context(**APART)),
    "radius": record(
        "1", "2", "3", label=2, query=COUNT, context=listed(**INNS)),
    "small radius": record(
        "1", "2", label=1,
        query={"ask": "count", "of": places(category="inn", anchor="Mill", within_m=5)},
        context=listed(**{"Fig Inn": (0.0, 0.0), "Ox Inn": (0.004, 0.0)})),
    "unanswerable": record(
        "North", "East", label=-1, query=DIRECTION, context=context(**NORTH_NORTH_EAST)),
}  # fmt: skip


@pytest.mark.parametrize("made", CLOSE.values(), ids=CLOSE)
def test_a_label_within_the_margin_is_not_called_wrong(made: Record) -> None:
    """Other coordinates of the same places would give it."""
    item = judged(made)
    assert (item.verdict, item.reason) == ("undetermined", "within_margin")
    (finding,) = item.findings
    assert (finding.code, finding.severity) == ("GEO603", "warning")
    assert "too close to call" in finding.message
    assert finding.suggested == item.answer.answer


@pytest.mark.parametrize("made", FAR.values(), ids=FAR)
def test_a_label_beyond_the_margin_is_wrong(made: Record) -> None:
    """The margin excuses nothing else."""
    item = judged(made)
    assert item.verdict == "contradicted"
    assert item.findings[0].code != "GEO603"


def test_the_margin_of_an_item_is_that_of_its_finding_or_of_the_options() -> None:
    """It is in the unit of the value."""
    right = judged(record("10 mins", "15 mins", label=0, query=TRAVEL, context=LEG))
    assert (right.verdict, right.margin) == ("supported", 300.0)
    wrong = judged(record("10 mins", "15 mins", label=1, query=TRAVEL, context=LEG))
    assert wrong.margin == 300.0
    unread = judged(record("1", "2", label=0, text="Colourless green ideas sleep?"))
    assert unread.margin is None


NORTH = context(Mill=(0.0, 0.0), Inn=(0.5, 0.1))
NOWHERE = "".join(f"Information of <b>{name}</b>:\n- Rating: 4.1.\n\n" for name in ("Mill", "Inn"))
NORTH_EAST = context(Mill=(0.0, 0.0), Inn=(0.5, 1.0))  # 63.4°


@pytest.mark.parametrize(
    ("options", "query"),
    [
        (("North", "South"), DIRECTION),
        (("North", "South", "Northeast exactly"), DIRECTION),
        (("Yes", "No"), NORTHWARD),
    ],
)
def test_north_may_mean_all_that_lies_north(options: tuple[str, ...], query: Query) -> None:
    """Two opposite points may be half-planes: the label is conditional and has no cause."""
    item = judged(record(*options, label=0, query=query, context=NORTH_EAST))
    assert item.verdict == "conditional"
    assert item.findings[0].cause is None
    assert "half-planes" in item.findings[0].message


def test_a_point_on_the_other_half_is_no_half_plane() -> None:
    """A bearing on the other side supports neither point of a pair."""
    behind = context(Mill=(0.0, 0.0), Inn=(-0.5, 1.0))
    item = judged(record("Yes", "No", label=0, query=NORTHWARD, context=behind))
    assert item.verdict == "contradicted"


@pytest.mark.parametrize(
    ("options", "label"),
    [
        (("Nord", "Ost", "Süd", "West"), 1),
        (("North", "Esat", "South", "West"), 1),
        (("North", "East", "Upwards"), 0),
        (("East", "North", "-"), 2),
        (("-", "???"), 0),
        (("★", "☆"), 0),
    ],
)
def test_an_option_that_is_not_read_accuses_no_label(options: tuple[str, ...], label: int) -> None:
    """What the others say decides nothing while one may say anything."""
    item = judged(record(*options, label=label, query=DIRECTION, context=NORTH_EAST))
    assert item.verdict == "undetermined"
    assert item.reason in {"options_of_another_kind", "no_usable_label"}


@pytest.mark.parametrize(
    ("context", "label", "verdict"),
    [
        (NOWHERE, 2, "supported"),
        (NOWHERE, 0, "undetermined"),
        (NOWHERE, -1, "undetermined"),
        (NORTH, 0, "supported"),
        (NORTH, 2, "contradicted"),
        (NORTH, -1, "undetermined"),
    ],
)
def test_an_option_says_that_nothing_decides(context: str, label: int, verdict: str) -> None:
    """It is then the one that an unanswerable question has, and -1 means none."""
    options = ("North", "South", "Not enough information")
    item = judged(record(*options, label=label, query=DIRECTION, context=context))
    assert item.verdict == verdict


def test_that_none_fits_is_wrong_where_one_does() -> None:
    """Such an option has no compass point to be near to."""
    options = ("North", "South", "None of these")
    item = judged(record(*options, label=2, query=DIRECTION, context=NORTH))
    assert item.verdict == "contradicted"


def test_a_wrong_sum_has_the_rule_of_its_first_part() -> None:
    """A sum is no figure with a rule of its own."""
    there_and_back: Query = {
        "ask": "value",
        "figure": {
            "kind": "sum",
            "times": 2,
            "of": [{"kind": "distance", "origin": "Mill", "destination": "Inn"}],
        },
    }
    item = judged(record("248 km", "400 km", label=1, query=there_and_back, context=NORTH_EAST))
    assert item.findings[0].code == "GEO301"


def test_a_sum_with_one_straight_line_is_as_inexact_as_that() -> None:
    """The other summands are roads."""
    leg = {"origin": "Mill", "destination": "Inn", "mode": "driving"}
    summed: Query = {
        "ask": "value",
        "figure": {
            "kind": "sum",
            "of": [
                {"kind": "distance", "origin": "Mill", "destination": "Inn"},
                {"kind": "travel", "legs": [leg], "measure": "distance"},
            ],
        },
    }
    drive = NORTH_EAST + "\nTravel Time from Mill to Inn by car is 2 hours (150.0 km).\n"
    item = judged(record("274.35 km", "275.2 km", label=1, query=summed, context=drive))
    assert (item.verdict, item.reason) == ("undetermined", "within_margin")


EQUALLY_RATED = """Information of <b>Fig Cafe</b>:
- Rating: 4.4. (20 ratings).

Information of <b>Ox Cafe</b>:
- Rating: 4.4. (40 ratings).
"""
RATED: Query = best("fact", places("Fig Cafe", "Ox Cafe"), fact="rating", most=True)


@pytest.mark.parametrize(
    ("said", "label", "verdict"),
    [
        ("They are equal", 2, "supported"),
        ("Both have 4.4", 2, "supported"),
        ("Same rating", 2, "supported"),
        ("No difference", 2, "supported"),
        ("Fig Cafe and Ox Cafe", 2, "supported"),
        ("They are equal", 0, "ambiguous"),
        ("Only Fig Cafe", 2, "undetermined"),
    ],
)
def test_those_that_tie_agree_with_an_option_that_says_so(
    said: str, label: int, verdict: str
) -> None:
    """One of them by name is not wrong either."""
    made = record("Fig Cafe", "Ox Cafe", said, label=label, query=RATED, context=EQUALLY_RATED)
    assert judged(made).verdict == verdict


@pytest.mark.parametrize("options", [("↗", "↘", "↙", "↖"), ("⬆️", "➡️", "⬇️", "⬅️")])
def test_arrows_are_compass_points(options: tuple[str, ...]) -> None:
    """An arrow points as on a map with north up, as text or as emoji."""
    right = 0 if "↗" in options else 1
    for label in (0, 1):
        item = judged(record(*options, label=label, query=DIRECTION, context=NORTH_EAST))
        assert item.verdict == ("supported" if label == right else "contradicted")


def test_a_symbol_names_no_place() -> None:
    """It may stand for anything, so that the places named decide nothing."""
    item = judged(record("Fig Cafe", "★", label=1, query=RATED, context=EQUALLY_RATED))
    assert item.verdict == "undetermined"


@pytest.mark.parametrize(("north", "verdict"), [(0.0, "contradicted"), (0.01, "conditional")])
def test_a_half_plane_ends_at_90_degrees(north: float, verdict: str) -> None:
    """Due east is on neither side of north and south."""
    inn = (north, 1.0)
    made = record("Yes", "No", label=0, query=NORTHWARD, context=context(Mill=(0.0, 0.0), Inn=inn))
    assert judged(made).verdict == verdict

"""Labels too close to the computed answer to be called wrong."""

from __future__ import annotations

import pytest

from geoeval.datasets.records import Record
from tests.queries import best, places, value
from tests.verification.builders import judged, record

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
    "bearing near an edge": record(
        "North", "East", label=1, query=DIRECTION, context=context(**NORTH_NORTH_EAST)),
    "yes or no near an edge": record(
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


@pytest.mark.parametrize("labelled", CLOSE.values(), ids=CLOSE)
def test_labels_within_the_margin_are_not_wrong(labelled: Record) -> None:
    """Slightly different coordinates of the same places would support the label."""
    item = judged(labelled)
    assert (item.verdict, item.reason) == ("undetermined", "within_margin")
    (finding,) = item.findings
    assert (finding.code, finding.severity) == ("GEO603", "warning")
    assert "too close to call" in finding.message
    assert finding.suggested == item.answer.answer


@pytest.mark.parametrize("labelled", FAR.values(), ids=FAR)
def test_labels_beyond_the_margin_are_wrong(labelled: Record) -> None:
    """The margin excuses no larger difference."""
    item = judged(labelled)
    assert item.verdict == "contradicted"
    assert item.findings[0].code != "GEO603"


def test_item_margin_comes_from_finding_or_options() -> None:
    """The margin is in the unit of the value."""
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
def test_opposite_points_may_be_half_planes(options: tuple[str, ...], query: Query) -> None:
    """With two opposite points offered, the label is conditional and has no cause."""
    item = judged(record(*options, label=0, query=query, context=NORTH_EAST))
    assert item.verdict == "conditional"
    assert item.findings[0].cause is None
    assert "half-planes" in item.findings[0].message


def test_bearings_outside_the_half_plane_contradict() -> None:
    """A bearing on the other side supports neither point of the pair."""
    south_east = context(Mill=(0.0, 0.0), Inn=(-0.5, 1.0))
    item = judged(record("Yes", "No", label=0, query=NORTHWARD, context=south_east))
    assert item.verdict == "contradicted"


@pytest.mark.parametrize(
    ("options", "label"),
    [
        (("N", "O"), 1),
        (("North", "Esat", "South", "West"), 1),
        (("North", "East", "Upwards"), 0),
        (("East", "North", "-"), 2),
        (("-", "???"), 0),
        (("★", "☆"), 0),
    ],
)
def test_unread_options_prevent_a_contradiction(options: tuple[str, ...], label: int) -> None:
    """While one option may mean anything, the others decide nothing."""
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
def test_undecidable_option_supports_unanswerable(context: str, label: int, verdict: str) -> None:
    """With such an option, the label -1 means that no option is right."""
    options = ("North", "South", "Not enough information")
    item = judged(record(*options, label=label, query=DIRECTION, context=context))
    assert item.verdict == verdict


def test_none_of_these_is_wrong_where_an_option_fits() -> None:
    """Such an option has no compass point for the margin to apply to."""
    options = ("North", "South", "None of these")
    item = judged(record(*options, label=2, query=DIRECTION, context=NORTH))
    assert item.verdict == "contradicted"


def test_wrong_sums_take_the_rule_of_their_first_part() -> None:
    """A sum has no rule of its own."""
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


def test_sums_inherit_the_margin_of_a_straight_line() -> None:
    """The other summands are road distances."""
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
    ("tie_option", "label", "verdict"),
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
def test_tied_places_agree_with_a_tie_option(tie_option: str, label: int, verdict: str) -> None:
    """Naming one of the tied places is not wrong either."""
    labelled = record(
        "Fig Cafe", "Ox Cafe", tie_option, label=label, query=RATED, context=EQUALLY_RATED
    )
    assert judged(labelled).verdict == verdict


@pytest.mark.parametrize("options", [("↗", "↘", "↙", "↖"), ("⬆️", "➡️", "⬇️", "⬅️")])
def test_arrows_are_compass_points(options: tuple[str, ...]) -> None:
    """Text and emoji arrows point as on a map with north up."""
    right = 0 if "↗" in options else 1
    for label in (0, 1):
        item = judged(record(*options, label=label, query=DIRECTION, context=NORTH_EAST))
        assert item.verdict == ("supported" if label == right else "contradicted")


def test_symbols_are_not_place_names() -> None:
    """A symbol may mean anything, so the named places decide nothing."""
    item = judged(record("Fig Cafe", "★", label=1, query=RATED, context=EQUALLY_RATED))
    assert item.verdict == "undetermined"


@pytest.mark.parametrize(("north", "verdict"), [(0.0, "contradicted"), (0.01, "conditional")])
def test_half_planes_end_at_90_degrees(north: float, verdict: str) -> None:
    """Due east is neither north nor south."""
    inn = (north, 1.0)
    labelled = record(
        "Yes", "No", label=0, query=NORTHWARD, context=context(Mill=(0.0, 0.0), Inn=inn)
    )
    assert judged(labelled).verdict == verdict


@pytest.mark.parametrize(
    ("options", "label", "verdict"),
    [
        (("11.120 m", "11.1 km"), 0, "undetermined"),
        (("11,120 km", "11.1 km"), 0, "undetermined"),
        (("11.620 m", "11.1 km"), 0, "contradicted"),
        (("11120 km", "11.1 km"), 0, "contradicted"),
        (("11.120 m", "11.1 km"), 1, "supported"),
    ],
)
def test_a_separator_of_thousands_or_decimals_does_not_contradict(
    options: tuple[str, ...], label: int, verdict: str
) -> None:
    """Such a label follows if its comma or point is read the other way."""
    length = value("distance", origin="Old Mill", destination="Ox Inn")
    assert judged(record(*options, label=label, query=length)).verdict == verdict

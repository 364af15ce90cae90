"""Reading contexts in the styles that maps and people write."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.errors import UsageError
from geoeval.world.facts import LineKind
from geoeval.world.model import Place, TravelMode
from geoeval.world.reader import read_context, read_lines


def test_every_line_of_real_contexts_is_read(data_dir: Path) -> None:
    """Free text occurs only in reviews."""
    records = json.loads((data_dir / "mapeval" / "dev.json").read_text(encoding="utf-8"))
    contexts = {record["context"] for record in records}
    unread = [line for context in contexts for line in read_context(context)[1]]
    assert unread == []
    for context in contexts:
        kinds = [line.kind for line in read_lines(context)]
        assert LineKind.UNREAD not in kinds
        for before, kind in pairwise(kinds):
            if kind is LineKind.REVIEW_TEXT:
                assert before in (LineKind.REVIEW, LineKind.REVIEW_TEXT, LineKind.BLANK)


def test_a_block_with_all_facts_is_read() -> None:
    """Digits of any script are accepted."""
    world, unread = read_context(
        "Information of <b>Old Mill</b>(12.50000, -7.25):\n"
        "- Location: 5 Hill Rd.\n- Rating: ৪.৫. (১,২৩৪ ratings).\n- Price Level: Moderate.\n\n"
        "- Phone Number: +1 555-0100.\n- Open: Monday: Open 24 hours.\n- Delivery: Yes.\n"
        " - Takeout Available.\n- Id: mill.\n- Rating: 4.5/5 (1234 reviews)."
    )
    (mill,) = world.places
    assert unread == ()
    assert mill.location == (12.5, -7.25)
    assert (mill.id, mill.address, mill.rating, mill.rating_count) == (
        "mill",
        "5 Hill Rd",
        4.5,
        1234,
    )
    assert (mill.price_level, mill.phone) == ("Moderate", "+1 555-0100")
    assert mill.features == ("Delivery", "Takeout Available")
    assert mill.hours is not None


def test_repeated_facts_form_another_mention() -> None:
    """Facts that add to the first value are merged instead."""
    world, unread = read_context(
        "Information of <b>Old Mill</b>:\n- Coordinates: (12.5, -7.25).\n- Address: 5 Hill Rd.\n"
        "- Open: Monday: 9:00 AM – 5:00 PM.\n- Open: Tuesday: Closed.\n"
        "- Phone: 123 4567.\n- Phone: 123 4567.\n- Rating: 4.1.\n- Rating: 3.9.\n"
    )
    assert unread == ()
    (mill,) = world.atlas.places
    assert mill.location == (12.5, -7.25)
    assert (mill.address, mill.phone, mill.rating) == ("5 Hill Rd", "123 4567", 4.1)
    assert mill.hours is not None
    assert mill.hours.days[:3] == (((540, 1020),), (), None)
    ((*_, other),) = world.atlas.restated
    assert (other.rating, other.phone, other.line) == (3.9, None, 9)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("- Location: Hill Rd(95.0, 12.5).", "are they swapped"),
        ("- Location: (nan, 12.5).", "latitude within ±90"),
        ("- Location: Hill Rd (95°24'43\"N 2°52'48\"W).", "latitude within ±90"),
        ("- Location: Hill Rd (53°74'43\"N 2°52'48\"W).", "such as (53.4119, -2.88) or"),
        ("- Location: Hill Rd, 53°24'43\"N 2°52'48\"W, Wexmoor.", "in brackets at the end"),
        ("- Open: Someday: 9:00.", "opening hours: expected a day"),
        ("- Coordinates: 95.5, 12.5.", "the pair looks swapped"),
        ("- Rating: great.", "expected a rating such as"),
        ("- Rating: 7.5.", "rating within 0-5"),
        ("- Owner: example.", "unrecognised fact"),
        ("- Delivery: No.", "unrecognised fact"),
        ("Some prose.", "unrecognised line"),
        ("2. Row", "without a list above"),
        ("Travel Time from A to B is long.", "unrecognised line"),
        ("Travel Time from A to B is 5 mins (6 mins).", "unrecognised line"),
        ("Travel Time from A to B is 5 bananas.", "unrecognised line"),
        ("Travel Time from A to B is 5 mins, 4 km, 3 stops.", "unrecognised line"),
        ("The scenic route is closed in winter.", "unrecognised line"),
    ],
)
def test_unreadable_lines_are_reported(line: str, why: str) -> None:
    """Only the line itself is lost, and the reason is given."""
    world, (unread,) = read_context(f"Information of <b>Old Mill</b>:\n{line}")
    assert world.places[0].name == "Old Mill"
    assert world.places[0].location is None
    assert (unread.line, unread.text) == (2, line)
    assert why in unread.why


def test_lines_out_of_place_are_reported() -> None:
    """These are facts, steps and reviews without the entry they belong to."""
    text = (
        "- Rating: 4.5.\nThere are 1 routes from A to B by car. They are:\n - Head north\n"
        "1. nonsense\nInformation of <b>A</b>:\n- Reviews:\nno author"
    )
    assert [line.line for line in read_context(text)[1]] == [1, 3, 4, 7]


@pytest.mark.parametrize(
    ("line", "mode", "duration", "distance"),
    [
        ("Travel Time from A to B by car is 13 mins (4.2 km).", TravelMode.DRIVING, 780, 4200),
        ("Distance from  A to  B is 800 m (9 mins) on foot.", TravelMode.WALKING, 540, 800),
        ("Distance from A to B by public transport is 1 mi.", TravelMode.TRANSIT, None, 1609.344),
        ("The travel time from A to B is 1 hour 3 mins.", None, 3780, None),
        ("Travel Time from A to B on foot is 8분 (600미터).", TravelMode.WALKING, 480, 600),
        ("Travel Time from A to B on foot is 1 heure 20 min.", TravelMode.WALKING, 4800, None),
        ("Travel Time from A to B by cycle: 5 mins | 2 km", TravelMode.BICYCLING, 300, 2000),
        ("Travel Time from A to B by car is unknown.", TravelMode.DRIVING, None, None),
    ],
)
def test_legs_are_read_in_all_phrasings(
    line: str, mode: TravelMode | None, duration: int | None, distance: float | None
) -> None:
    """Time or distance comes first, and the mode before or after."""
    (leg,) = read_context(line)[0].legs
    assert (leg.origin, leg.destination, leg.mode) == ("A", "B", mode)
    assert (leg.duration_s, leg.distance_m) == (duration, distance)


def test_known_names_may_contain_to() -> None:
    """Names known from blocks or from other legs are not split at " to "."""
    world, _ = read_context(
        "Travel Time from Port to Inn on foot is 5 mins.\n"
        "Travel Time from Road to Nowhere to Inn on foot is 5 mins.\n"
        "Travel Time from Inn by the Sea to Road to Nowhere by car is 6 mins.\n"
        "Information of <b>Road to Nowhere</b>:\n"
    )
    assert [(leg.origin, leg.destination) for leg in world.legs] == [
        ("Port", "Inn"),
        ("Road to Nowhere", "Inn"),
        ("Inn by the Sea", "Road to Nowhere"),
    ]


@pytest.mark.parametrize(
    ("heading", "anchor", "category", "search", "is_sorted", "radius"),
    [
        (
            "Nearby Cafes of Old Mill are (sorted by distance in ascending order):",
            *("Old Mill", "Cafes", None, True, None),
        ),
        (
            "Nearby Cafes of Mill (East) are (in 500 m radius):",
            "Mill (East)",
            "Cafes",
            None,
            False,
            500,
        ),
        ('Nearby places of Mill of type "cafe"  are:', "Mill", "cafe", None, False, None),
        ("Nearest ATMs to Mill are (within 1.5 km)", "Mill", "ATMs", None, False, 1500),
        ("Nearby places are (within 5 parsecs):", None, None, None, False, None),
        ('POIs for query "Cafes in "X"" are:', None, None, 'Cafes in "X"', False, None),
        ("Cafes near Mill:", "Mill", "Cafes", None, False, None),
        ("Top of the town (ranked by distance):", None, None, "Top of the town", True, None),
    ],
)
def test_list_headings_are_parsed(
    heading: str,
    anchor: str | None,
    category: str | None,
    search: str | None,
    is_sorted: bool,
    radius: float | None,
) -> None:
    world, unread = read_context(f"{heading}\n1. <b>A</b>")
    (nearby,) = world.lists
    assert unread == ()
    assert (nearby.anchor, nearby.category, nearby.search) == (anchor, category, search)
    assert (nearby.sorted_by_distance, nearby.radius_m) == (is_sorted, radius)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["<b>A</b>(1.5, 2.5)"], [("A", None, (1.5, 2.5))]),
        (["<b>A</b> (5 Hill (rear))"], [("A", "5 Hill (rear)", None)]),
        (["<b>A</b>(1.5, 2.5) (5 Hill)"], [("A", "5 Hill", (1.5, 2.5))]),
        (["<b>A</b> - 5 Hill"], [("A", "5 Hill", None)]),
        (["A | X | 5 Hill", "B | 6 Hill"], [("A | X", "5 Hill", None), ("B", "6 Hill", None)]),
        (
            ["A - X - 5 Hill, Port", "B - Level - 3, Hill", "C, X - 7 Hill, Port", "D - 8 Hill"],
            [
                *(("A - X", "5 Hill, Port", None), ("B", "Level - 3, Hill", None)),
                *(("C, X", "7 Hill, Port", None), ("D", "8 Hill", None)),
            ],
        ),
        (["A (5 Hill)", "B (6 (7) Hill)"], [("A", "5 Hill", None), ("B", "6 (7) Hill", None)]),
        (["A", "B (shut)"], [("A", None, None), ("B (shut)", None, None)]),
        (["A(1.5, 2.5)", "B"], [("A", None, (1.5, 2.5)), ("B", None, None)]),
    ],
)
def test_rows_are_read_in_several_styles(
    rows: list[str], expected: list[tuple[str, str | None, tuple[float, float] | None]]
) -> None:
    """The style of the address is the same throughout a list."""
    text = "\n".join(["Nearby Cafes of X are:", *(f"{n}. {row}" for n, row in enumerate(rows, 1))])
    (nearby,) = read_context(text)[0].lists
    assert [(place.name, place.address, place.location) for place in nearby.places] == expected


def test_an_entry_with_impossible_coordinates_is_kept() -> None:
    """It has no location, and its line is reported."""
    world, (unread,) = read_context("Nearby Cafes of X are:\n1. A(95.0, 200.0)\n2. B")
    assert [place.name for place in world.lists[0].places] == ["A", "B"]
    assert unread.line == 2


def test_routes_have_steps_and_notes() -> None:
    world, unread = read_context(
        "There is 1 route from A to B by car. They are:\n"
        "1. Via Hill Rd | 1 hour 2 mins | 9.5 mi\n"
        ' - Take exit <b>12</b> toward <b>Y &amp; Co</b>/<wbr/><b>E4</b><div style="x">Toll road'
        "<div>Pass by Inn</div></div>\n"
        ' - (1 min | 26 m) Turn <b>slight left</b> onto <b><span dir="rtl">X</span>\u200e</b> \n'
        " - (on foot) Take the <b>2nd</b> exit\n"
        "There are no routes from A to C on foot.\n"
        "There are 1 routes from A to B. They are:\n1. Via "
    )
    first, second = world.routes
    assert unread == ()
    assert (first.name, first.duration_s, first.mode) == ("Hill Rd", 3720, TravelMode.DRIVING)
    assert [step.roads for step in first.steps] == [("Y & Co/E4",), ("X",), ()]
    assert first.steps[0].notes == ("Toll road", "Pass by Inn")
    assert first.steps[1].instruction == "Turn slight left onto X"
    assert (first.steps[1].duration_s, first.steps[1].distance_m) == (60, 26)
    assert first.steps[2].instruction == "(on foot) Take the 2nd exit"
    assert (second.name, second.duration_s) == ("", None)


def test_stray_lines_in_a_route_are_reported() -> None:
    """The steps after them are still read."""
    world, unread = read_context(
        "There are 1 routes from A to B by car. They are:\n1. Via X | 5 mins\n"
        "5 lights on the way\n---\n - Turn left onto <b>Y</b>"
    )
    (route,) = world.routes
    assert [step.instruction for step in route.steps] == ["Turn left onto Y"]
    assert [line.text for line in unread] == ["5 lights on the way", "---"]


def test_a_list_on_the_line_of_a_step_is_read() -> None:
    world, unread = read_context(
        "There are 1 routes from A to B by car. They are:\n1. Via X | 5 mins\n"
        " - Turn left<div>Toll road</div>Nearby Cafes of B are (in 500 m radius):\n1. <b>C</b>"
    )
    assert unread == ()
    assert world.routes[0].steps[0].notes == ("Toll road",)
    assert world.lists[0].places[0].name == "C"


def test_reviews_are_free_text() -> None:
    """A review extends to the next fact, heading or entry."""
    world, unread = read_context(
        "Nearby Cafes of X are:\n1. <b>A</b>\n   - Reviews:\n   1. Bo (Rating: 5): Nice.\n\n"
        "5 stars - really\nNearest I know: fine\n- so: good\n   2. Cy (Rating: -): \n"
        "   - Reservable.\n2. <b>B</b>"
    )
    first, second = world.lists[0].places
    assert unread == ()
    assert first.reviews[0].text == "Nice.\n\n5 stars - really\nNearest I know: fine\n- so: good"
    assert (first.reviews[1].rating, first.reviews[1].text) == (None, "")
    assert first.features == ("Reservable",)
    assert second == Place(name="B")


def test_day_and_user_location_are_read() -> None:
    world, unread = read_context("Today is sunday.\r\nCurrent location of user is St. X St..\r\n")
    assert unread == ()
    assert (world.today, world.user_location) == (6, "St. X St.")


def test_lines_have_a_number_and_a_kind() -> None:
    text = "Information of A:\n- Location: X.\n\nBlah"
    assert [line.line for line in read_lines(text)] == [1, 2, 3, 4]
    assert [line.kind for line in read_lines(text)][1] is LineKind.ADDRESS


@given(st.text())
def test_any_text_is_read_without_error(text: str) -> None:
    """Every line is accounted for."""
    assert len(read_lines(text)) == text.count("\n") + 1
    read_context(f"Nearby X of Y are:\n1. {text}\n- Rating: {text}\n- Reviews:\n{text}")


def test_lookalike_letters_do_not_match() -> None:
    """A dotless i makes another word."""
    world, unread = read_context(
        "Today is Frıday.\nTravel Time from Inn to Port by traın is 9 mins."
    )
    assert world.today is None
    assert (world.legs[0].destination, world.legs[0].mode) == ("Port by traın", None)
    assert [line.line for line in unread] == [1]


def test_other_types_than_text_are_rejected() -> None:
    with pytest.raises(UsageError, match="expected a context as a string, got None"):
        read_context(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("figure", ["5" * 400, "5" * 400 + ".5", "-" + "5" * 400])
def test_very_long_coordinates_are_out_of_range(figure: str) -> None:
    """They do not become part of the address."""
    block = f"Information of <b>Mill</b>:\n- Location: 1 Quay({figure}, {'6' * 400}).\n"
    world, unread = read_context(block)
    assert (world.places[0].address, world.places[0].location) == ("1 Quay", None)
    assert "latitude within ±90" in unread[0].why


def test_lone_surrogates_are_read() -> None:
    world, _ = read_context("Information of <b>M\ud800ll</b>:\n- Location: 1 Quay.\n")
    assert len(world.places[0].id) == 12


@pytest.mark.parametrize(
    ("line", "address", "location"),
    [
        ("Location: 52.5, 4.2.", None, (52.5, 4.2)),
        ("Coordinates: 52.5° N, 4.2° W", None, (52.5, -4.2)),
        ("Coordinates: (٥٢٫٥, ٤٫٢)", None, (52.5, 4.2)),
        ("Address: 12, 14", "12, 14", None),
        ("Address: No. 5, Hill Road", "No. 5, Hill Road", None),
    ],
)
def test_coordinates_need_no_brackets_without_an_address(
    line: str, address: str | None, location: tuple[float, float] | None
) -> None:
    """Whole numbers are part of an address."""
    world, unread = read_context(f"Information of Mill:\n- {line}")
    assert unread == ()
    assert (world.places[0].address, world.places[0].location) == (address, location)


def test_ratings_may_name_their_scale() -> None:
    world, unread = read_context("Information of Mill:\n- Rating: 4.5/5 stars (12 reviews).")
    assert unread == ()
    assert (world.places[0].rating, world.places[0].rating_count) == (4.5, 12)


@pytest.mark.parametrize(
    "lines",
    [
        "- Monday:",
        "- Monday: 9:00 AM - 12:00 PM.\n- Monday: 6:00 PM - 8:00 PM.",
        "- Open: Mo-Fr 09:00-17:00.\n- Sunday: 9:00 AM - 5:00 PM.",
        "- Sunday: 9:00 AM - 5:00 PM.\n- Open: Mo-Fr 09:00-17:00.",
    ],
)
def test_hours_stated_in_part_are_unknown(lines: str) -> None:
    """The first line alone would prove what the second denies."""
    world, unread = read_context(f"Information of Inn:\n{lines}")
    assert [place.hours for place in world.places] == [None]
    assert len(unread) == 1


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Market Row 1, Wexmoor (53°24'43\"N 2°52'48\"W)", "Market Row 1, Wexmoor"),
        ("Market Row 1, Wexmoor (53° 24′ 43″ N, 2° 52′ 48″ W)", "Market Row 1, Wexmoor"),
        ("53°24'43''N 2°52'48''W", None),
        ("53°24.71667'N 2°52.8'W", None),
    ],
)
def test_degrees_minutes_and_seconds_are_read(text: str, address: str | None) -> None:
    world, unread = read_context(f"Information of <b>Old Mill</b>:\n- Location: {text}.")
    (mill,) = world.places
    assert (unread, mill.address) == ((), address)
    assert mill.location == pytest.approx((53.411944, -2.88), abs=1e-6)


@pytest.mark.parametrize("text", ["Calle Mayor N° 12", "Rue du 8° 5", "Via Roma 1, 2° piano"])
def test_a_degree_sign_in_an_address_is_no_coordinate(text: str) -> None:
    world, unread = read_context(f"Information of <b>Old Mill</b>:\n- Location: {text}.")
    assert (unread, world.places[0].address, world.places[0].location) == ((), text, None)


def test_southern_and_eastern_points_have_their_signs() -> None:
    world, _ = read_context("Information of <b>Old Mill</b>:\n- Location: 33°30'S 18°15'E.")
    assert world.places[0].location == (-33.5, 18.25)

"""Routes of trips drawn on the map."""

from __future__ import annotations

import pytest

from geoeval.errors import InvalidCoordinateError, UsageError
from geoeval.planning import TravelMatrix, TripPlan, TripProblem, plan_trip
from tests.planning.drawn_trips import check_texts, elements, museums, texts, two_days

TOWN = [(60.0 + 0.01 * (i % 5), 24.0 + 0.02 * (i // 5)) for i in range(19)]


def _arrows(svg: str) -> int:
    """Return the number of arrows."""
    return sum(each.role == "arrow" for each in elements(svg, "map"))


def _dots(svg: str) -> list[tuple[float, float]]:
    """Return the positions of stops."""
    found = [each.at for each in elements(svg, "map") if each.role == "visit"]
    return [(at["cx"], at["cy"]) for at in found]


def test_stops_have_numbered_names_and_arrows() -> None:
    plan = plan_trip(museums(4))
    svg = plan.to_svg(TOWN[:5])
    names = [plan.problem.stops[stop].name for stop in plan.order]
    labels = [f"{number} {name}" for number, name in enumerate(names, start=1)]
    assert texts(svg, "", "map") == ["start and end", *labels]
    assert _arrows(svg) == 5


def test_many_stops_have_only_numbers() -> None:
    labels = texts(plan_trip(museums(8)).to_svg(TOWN[:9]), "", "map")
    assert labels == ["start and end", *map(str, range(1, 9))]


def test_north_is_up_and_the_scale_is_true() -> None:
    """A degree of longitude is half as long as a degree of latitude at 60° north."""
    plan = plan_trip(museums(3, origin=None, end=None))
    found = _dots(plan.to_svg([(60.0, 10.0), (60.0, 12.0), (61.0, 10.0), (60.0, 10.0)]))
    (ax, ay), (bx, by), (cx, cy) = (found[plan.order.index(stop)] for stop in range(3))
    assert (ay, ax) == (pytest.approx(by), pytest.approx(cx))
    assert bx - ax == pytest.approx(ay - cy, rel=0.02)


@pytest.mark.parametrize("places", [TOWN, [(60.0, 24.0)] * 19])
def test_texts_do_not_overlap(places: list[tuple[float, float]]) -> None:
    """The 18 stops are spread over a town or at the same place."""
    check_texts(plan_trip(museums(18)).to_svg(places))


def test_stops_at_the_same_place_share_a_dot() -> None:
    """The text has both numbers."""
    svg = plan_trip(museums(8)).to_svg([*TOWN[:7], TOWN[0], TOWN[8]])
    assert len(_dots(svg)) == 7
    assert any("," in text for text in texts(svg, "", "map"))


def test_start_and_end_keep_their_names() -> None:
    plan = plan_trip(museums(2, origin=2, end=3, travel=TravelMatrix([[5] * 4] * 4)))
    svg = plan.to_svg([(0.0, 0.0), (0.0, 30.0), (0.0, 4.0), (0.0, -4.0)])
    assert {"start", "end"} < set(texts(svg, "", "map"))
    check_texts(svg)


def test_nights_add_an_arrow_to_the_hotel() -> None:
    plan = plan_trip(two_days())
    assert isinstance(plan, TripPlan)
    assert _arrows(plan.to_svg(TOWN[:5])) == 6


def test_places_across_the_date_line_are_near() -> None:
    """The scale is in kilometres."""
    plan = plan_trip(museums(2, origin=None, end=None))
    svg = plan.to_svg([(0, 179.9), (0, -179.9), (0, 0)])
    (ax, _), (bx, _) = _dots(svg)
    assert abs(ax - bx) > 300
    assert texts(svg, "scale", "map") == ["2.0 km"]


def test_separate_start_and_end_have_texts() -> None:
    labels = texts(plan_trip(museums(3, end=0)).to_svg(TOWN[:4]), "", "map")
    assert labels[0] == "start"
    assert labels[1].startswith("end, ")


def test_an_empty_trip_has_no_map() -> None:
    assert elements(plan_trip(museums(0, origin=None, end=None)).to_svg([(0, 0)]), "map") == []
    assert _arrows(plan_trip(museums(0)).to_svg([(0, 0)])) == 0
    nowhere = plan_trip(TripProblem(stops=(), travel=TravelMatrix([]))).to_svg([])
    assert elements(nowhere, "map") == []


def test_invalid_coordinates_are_rejected() -> None:
    plan = plan_trip(museums(2))
    with pytest.raises(
        UsageError, match="coordinates for the 3 places of the travel matrix, got 1"
    ):
        plan.to_svg([(0, 0)])
    with pytest.raises(InvalidCoordinateError, match="expected a latitude"):
        plan.to_svg([(0, 0), (95, 0), (0, 1)])

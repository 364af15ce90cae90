"""Routes drawn on the plane."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations
from math import hypot

import pytest

from geoeval.errors import InvalidCoordinateError, UsageError
from geoeval.planning import TravelMatrix, TripPlan, TripProblem, plan_trip

pytest.importorskip("matplotlib")

from matplotlib.text import Annotation

from geoeval.planning.pictures import Picture
from tests.planning.drawn_trips import check_texts, museums, two_days

TOWN = [(60.0 + 0.01 * (i % 5), 24.0 + 0.02 * (i // 5)) for i in range(19)]


def _arrows(picture: Picture) -> int:
    """Count the arrows."""
    return sum(isinstance(text, Annotation) for text in picture.axes[0].texts)


def _numbers(picture: Picture) -> dict[str, tuple[float, float]]:
    """Return where numbers stand."""
    texts = picture.axes[0].texts
    return {text.get_text(): text.get_position() for text in texts if text.get_text()}


def test_numbers_arrows_and_names() -> None:
    """There is a number for each stop, an arrow for each leg, and a list of names."""
    plan = plan_trip(museums(4))
    picture = plan.sketch(TOWN[:5])
    assert list(_numbers(picture)) == ["1", "2", "3", "4"]
    assert _arrows(picture) == 5
    lines = [text.get_text().lstrip("\u200e") for text in picture.axes[1].texts]
    assert lines[0] == f"1  {plan.problem.stops[plan.order[0]].name}"
    assert lines[-1] == "■  start and end"


def test_north_is_up_and_the_scale_true() -> None:
    """A degree of longitude is half as long as one of latitude at 60° north."""
    plan = plan_trip(museums(2, origin=None, end=None))
    picture = plan.sketch([(60.0, 10.0), (60.0, 12.0), (60.0, 10.0)])
    (ax, ay), (bx, by) = _numbers(picture).values()
    assert hypot(ax - bx, ay - by) == pytest.approx(1.0)
    assert picture.axes[0].get_aspect() == 1


@pytest.mark.parametrize("places", [TOWN, [(60.0, 24.0)] * 19])
def test_texts_do_not_meet(places: list[tuple[float, float]]) -> None:
    """18 numbers and names lie apart, even if all stops are at one place."""
    plan = plan_trip(museums(18))
    picture = plan.sketch(places)
    check_texts(picture)
    low, high = picture.axes[0].get_xlim()
    apart = (
        hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(_numbers(picture).values(), 2)
    )
    assert min(apart) > 0.045 * (high - low)


def test_a_number_between_two_ends_stays_near() -> None:
    """Where there is no room between the ends, the number is still beside them."""
    plan = plan_trip(museums(2, origin=2, end=3, travel=TravelMatrix([[5] * 4] * 4)))
    places = [(0.0, 0.0), (0.0, 90.0), (0.0, 4.0), (0.0, -4.0)]
    where = _numbers(plan.sketch(places))[str(plan.order.index(0) + 1)]
    assert hypot(*where) < 20


def test_nights_lead_to_the_hotel() -> None:
    """A trip of two days comes by the hotel: an arrow more."""
    plan = plan_trip(two_days())
    assert isinstance(plan, TripPlan)
    assert _arrows(plan.sketch(TOWN[:5])) == 6


def test_places_across_the_date_line_are_near() -> None:
    """Longitudes 179.9 and -179.9 lie side by side."""
    plan = plan_trip(museums(2, origin=None, end=None))
    (ax, _), (bx, _) = _numbers(plan.sketch([(0, 179.9), (0, -179.9), (0, 0)])).values()
    assert abs(ax - bx) == pytest.approx(0.2)


def test_start_and_end_apart() -> None:
    """A start and an end of their own have a mark each."""
    picture = plan_trip(museums(3, end=0)).sketch(TOWN[:4])
    lines = [text.get_text() for text in picture.axes[1].texts]
    assert lines[-2:] == ["■  start", "◆  end"]


def test_nothing_to_draw() -> None:
    """A trip without stops, start or end is an empty picture."""
    picture = plan_trip(museums(0, origin=None, end=None)).sketch([(0, 0)])
    assert _numbers(picture) == {}
    assert _arrows(picture) == 0
    assert _arrows(plan_trip(museums(0)).sketch([(0, 0)])) == 0
    nowhere = plan_trip(TripProblem(stops=(), travel=TravelMatrix([]))).sketch([])
    assert _numbers(nowhere) == {}


def test_svg_is_the_same_each_time() -> None:
    """The bytes of two sketches of one trip are equal."""
    written = [BytesIO(), BytesIO()]
    for file in written:
        plan_trip(museums(6)).sketch(TOWN[:7]).savefig(file, format="svg")
    assert written[0].getvalue() == written[1].getvalue()


def test_wrong_coordinates() -> None:
    """Too few coordinates, and such as no place has, are refused."""
    plan = plan_trip(museums(2))
    with pytest.raises(UsageError, match="coordinates of the 3 places of the travel matrix, got 1"):
        plan.sketch([(0, 0)])
    with pytest.raises(InvalidCoordinateError, match="expected a latitude"):
        plan.sketch([(0, 0), (95, 0), (0, 1)])

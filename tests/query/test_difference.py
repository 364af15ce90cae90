"""By how much two figures differ."""

from __future__ import annotations

from geoeval.query.figure_kinds import Difference
from geoeval.query.geometry_kinds import StraightLineDistance
from geoeval.query.route_kinds import ExtremeRoute, RouteAttribute
from geoeval.world.model import TravelMode
from tests.query.towns import ROADS, amount, derived, reason

ELM = RouteAttribute(via="Elm St", attribute="time", mode=TravelMode.DRIVING)
FIR = RouteAttribute(via="Elm St and Fir Ln", attribute="time")
PATH = RouteAttribute(via="Mill Path", mode=TravelMode.WALKING, attribute="time")


def test_a_difference_has_no_sign() -> None:
    """It is the same whichever figure is named first."""
    assert amount(Difference(first=PATH, second=FIR), ROADS) == 2520
    assert amount(Difference(first=FIR, second=PATH), ROADS) == 2520


def test_a_difference_shows_both_figures() -> None:
    """The derivation holds the steps of both and the difference."""
    steps = derived(Difference(first=PATH, second=FIR), ROADS).steps
    assert steps[-1] == "they differ by 42 mins"
    assert len(steps) == 3


def test_differences_that_cannot_be_told() -> None:
    """Unlike figures, names, and what the world does not know have no difference."""
    length = RouteAttribute(via="Mill Path", mode=TravelMode.WALKING, attribute="distance")
    assert reason(Difference(first=PATH, second=length), ROADS) == "under_specified"
    best = ExtremeRoute(by="time")
    assert reason(Difference(first=PATH, second=best), ROADS) == "under_specified"
    nowhere = StraightLineDistance(origin="Moon", destination="Mars")
    assert reason(Difference(first=nowhere, second=PATH), ROADS) == "unknown_place"

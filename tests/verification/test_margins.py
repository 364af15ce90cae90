"""What readings may cost, from both sides of each bound."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Query, Unanswerable
from geoeval.verification.answer import (
    CERTAIN,
    CLOSE,
    MAX_READINGS,
    SURE,
    decide_answer,
    may_support,
)
from geoeval.world.model import World
from tests.query.asking import distance, nearest
from tests.verification.test_decide import FAR, NOWHERE, TO_INN, TO_MAST, TOWN, asked, readings

SIDES = pytest.mark.parametrize(("off", "inside"), [(-1e-6, True), (0.0, True), (1e-6, False)])
LACK = Unanswerable(fact="scenery", words="scenic")
SELDOM = distance("Mast", "Inn")


def test_the_bounds_are_those_documented() -> None:
    """None changes by accident."""
    assert (SURE, CERTAIN, CLOSE, MAX_READINGS) == (0.3, 0.04, 0.05, 6)


@pytest.mark.parametrize(("lack", "bound"), [(LACK, SURE), (NOWHERE, CERTAIN)])
@SIDES
def test_a_reading_that_says_nothing_answers(
    off: float, inside: bool, lack: Query, bound: float
) -> None:
    """It is believed as long as it is cheap; where it may be misread, it must be cheaper."""
    found = decide_answer(readings((lack, bound + off)), asked("Mast", "Inn"), TOWN)
    assert found.status == ("unanswerable" if inside else "undetermined")


@SIDES
def test_rivals_cost_nearly_the_same(off: float, inside: bool) -> None:
    """Where they differ, nothing is decided."""
    found = decide_answer(readings((TO_MAST, 0.0), (TO_INN, CLOSE + off)), asked(*FAR), TOWN)
    assert found.status == ("undetermined" if inside else "answered")


@SIDES
def test_a_name_outweighs_a_lack_that_costs_as_much(off: float, inside: bool) -> None:
    """Beyond that the lack stands."""
    any_place = nearest(anchor="Pier", among=("Mast", "Inn"))
    found = decide_answer(
        readings((LACK, 0.0), (any_place, CLOSE + off)), asked("Mast", "Inn"), TOWN
    )
    assert found.status == ("answered" if inside else "unanswerable")


@pytest.mark.parametrize(
    ("before", "status"), [(MAX_READINGS - 1, "answered"), (MAX_READINGS, "undetermined")]
)
def test_only_the_first_readings_are_tried(before: int, status: str) -> None:
    """What comes later answers nothing."""
    none_fit = [(TO_MAST, 0.0)] * before
    found = decide_answer(readings(*none_fit, (TO_INN, 0.2)), asked(FAR[2], "90 km"), TOWN)
    assert found.status == status


@SIDES
def test_a_reading_that_may_support_a_label(off: float, inside: bool) -> None:
    """It must be one that is believed."""
    found = readings((TO_MAST, SURE + off))
    assert may_support(0, found, asked(*FAR), World(places=TOWN.places)) is inside

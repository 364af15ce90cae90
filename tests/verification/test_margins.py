"""Bounds on the cost of readings, checked from both sides."""

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

SIDES = pytest.mark.parametrize(("offset", "inside"), [(-1e-6, True), (0.0, True), (1e-6, False)])
LACK = Unanswerable(fact="scenery", words="scenic")
UNUSED = distance("Mast", "Inn")


def test_bounds_have_their_documented_values() -> None:
    """The values must not change by accident."""
    assert (SURE, CERTAIN, CLOSE, MAX_READINGS) == (0.3, 0.04, 0.05, 6)


@pytest.mark.parametrize(("lack", "bound"), [(LACK, SURE), (NOWHERE, CERTAIN)])
@SIDES
def test_cheap_readings_may_say_unanswerable(
    offset: float, inside: bool, lack: Query, bound: float
) -> None:
    """A reading that may be a mistake must be cheaper still."""
    found = decide_answer(readings((lack, bound + offset)), asked("Mast", "Inn"), TOWN)
    assert found.status == ("unanswerable" if inside else "undetermined")


@SIDES
def test_rivals_of_similar_cost_decide_nothing(offset: float, inside: bool) -> None:
    found = decide_answer(readings((TO_MAST, 0.0), (TO_INN, CLOSE + offset)), asked(*FAR), TOWN)
    assert found.status == ("undetermined" if inside else "answered")


@SIDES
def test_names_outweigh_missing_facts_of_equal_cost(offset: float, inside: bool) -> None:
    """Beyond the bound, the missing fact decides."""
    any_place = nearest(anchor="Pier", among=("Mast", "Inn"))
    found = decide_answer(
        readings((LACK, 0.0), (any_place, CLOSE + offset)), asked("Mast", "Inn"), TOWN
    )
    assert found.status == ("answered" if inside else "unanswerable")


@pytest.mark.parametrize(
    ("before", "status"), [(MAX_READINGS - 1, "answered"), (MAX_READINGS, "undetermined")]
)
def test_later_readings_are_not_tried(before: int, status: str) -> None:
    """Only a fixed number of readings is considered."""
    none_fit = [(TO_MAST, 0.0)] * before
    found = decide_answer(readings(*none_fit, (TO_INN, 0.2)), asked(FAR[2], "90 km"), TOWN)
    assert found.status == status


@SIDES
def test_only_cheap_readings_support_a_label(offset: float, inside: bool) -> None:
    found = readings((TO_MAST, SURE + offset))
    assert may_support(0, found, asked(*FAR), World(places=TOWN.places)) is inside

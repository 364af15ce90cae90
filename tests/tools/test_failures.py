"""What the failure of a query tells: the argument, what would do there, or the fact that lacks."""

from __future__ import annotations

import pytest

from geoeval.query.parts import Model, OfferedOrder
from geoeval.query.trace import Blocked
from geoeval.query.values import CannotSolve
from geoeval.tools.failure import ArgumentFault, Failure, add_advice
from geoeval.tools.linking import failure_of_absence, text_leaves
from tests.tools.calls import failure
from tests.tools.town import town

GIVEN = OfferedOrder(text="A", places=("Mill", "Castle"))
TOWN = town()


@pytest.mark.parametrize(
    ("absent", "failed"),
    [
        (
            Blocked(
                reason="no_hours", detail="the context gives no hours of Mill", value="Mill",
                lacking="opening hours of Mill",
            ),
            Failure(
                kind="final", reason="no_hours", message="the map gives no hours of Mill",
                lacking="opening hours of Mill",
            ),
        ),
        (
            CannotSolve(
                reason="unknown_place", detail="no place is called 'Castle'", path="$.x",
                value="Castle", candidates=("Castle Inn",),
            ),
            Failure(
                kind="fix_arguments", reason="unknown_place",
                message="places[1]: expected another value: no place is called 'Castle', "
                "got 'Castle' (nearest: Castle Inn)",
                arguments=(
                    ArgumentFault(
                        argument="places[1]",
                        expected="another value: no place is called 'Castle'",
                        got="'Castle'",
                        nearest=("Castle Inn",),
                    ),
                ),
            ),
        ),
        (
            CannotSolve(reason="no_route", detail="no route runs so", candidates=("A", "B")),
            Failure(
                kind="fix_arguments", reason="no_route",
                message="no route runs so (nearest: A, B)",
            ),
        ),
        (
            CannotSolve(reason="under_specified", detail="no day is given"),
            Failure(kind="fix_arguments", reason="under_specified", message="no day is given"),
        ),
        (
            CannotSolve(reason="nothing_matches", detail="none passes"),
            Failure(kind="final", reason="nothing_matches", message="none passes"),
        ),
    ],
)  # fmt: skip
def test_fields_of_the_failure_decide(absent: Blocked | CannotSolve, failed: Failure) -> None:
    """Nothing is read out of prose."""
    assert failure_of_absence(absent, GIVEN) == failed


def test_what_lacks_stands_in_the_advice_however_often_it_is_asked() -> None:
    """And that the question cannot be answered if it needs it."""
    failed = Failure(kind="final", reason="no_hours", message="…", lacking="hours of Mill")
    for attempt in (1, 2, 3):
        told = add_advice(failed, attempt)
        assert told.advice.startswith("The map lacks this, and no call can give it: hours of Mill.")
        assert "cannot be determined (unanswerable)" in told.advice


def test_a_query_with_the_fault_deep_inside_names_the_argument() -> None:
    """As the caller wrote it."""
    offers = [{"text": "A", "places": ["Old Mill", "Castle Rock"]}]
    found = failure("plan_trip", TOWN, stops=["Old Mill", "City Museum"], orders=offers)
    assert [each.argument for each in found.arguments] == ["orders[0].places[1]"]


def test_leaves_are_all_texts() -> None:
    """In models, rows and tables, by the names that are written."""

    class Table(Model):
        ways: dict[str, dict[str, int | str]]

    paths = [leaf.path for leaf in text_leaves(Table(ways={"A": {"B": "x", "C": 3}}))]
    assert paths == ["ways.A.B"]

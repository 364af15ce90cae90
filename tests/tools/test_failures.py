"""Failures of queries: the faulty argument with suggestions, or the missing fact."""

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
def test_failure_follows_from_fields(absent: Blocked | CannotSolve, failed: Failure) -> None:
    """No prose is parsed."""
    assert failure_of_absence(absent, GIVEN) == failed


def test_advice_names_the_missing_fact_at_any_attempt() -> None:
    """It says that the question may be unanswerable."""
    failed = Failure(kind="final", reason="no_hours", message="…", lacking="hours of Mill")
    for attempt in (1, 2, 3):
        advised = add_advice(failed, attempt)
        assert advised.advice.startswith(
            "The map does not have this, and no other call returns it: hours of Mill."
        )
        assert "cannot be determined (unanswerable)" in advised.advice


def test_nested_fault_names_the_argument() -> None:
    offers = [{"text": "A", "places": ["Old Mill", "Castle Rock"]}]
    found = failure("plan_trip", TOWN, stops=["Old Mill", "City Museum"], orders=offers)
    assert [each.argument for each in found.arguments] == ["orders[0].places[1]"]


def test_text_leaves_are_all_strings() -> None:
    """Their paths lead through models, lists and tables."""

    class Table(Model):
        ways: dict[str, dict[str, int | str]]

    paths = [leaf.path for leaf in text_leaves(Table(ways={"A": {"B": "x", "C": 3}}))]
    assert paths == ["ways.A.B"]

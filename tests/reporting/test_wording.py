"""Descriptions of values, margins, options and answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.query.values import (
    Bearing,
    CannotSolve,
    Clock,
    Derivation,
    Quantity,
    Value,
    YesNo,
)
from geoeval.reporting.summary import Summary
from geoeval.reporting.wording import (
    format_answer,
    format_margin,
    format_option,
    format_summary,
)
from geoeval.verification.model import Answer
from tests.reporting.conftest import ANSWERED, LOST, OPTIONS, PUZZLED


@pytest.mark.parametrize(
    ("margin", "value", "words"),
    [
        (90.0, Quantity(amount=1.0, unit="s"), "1 min 30 secs"),
        (-90.0, Quantity(amount=1.0, unit="s"), "-1 min 30 secs"),
        (1500.0, Quantity(amount=1.0, unit="m", tolerance=9.0), "1.500 km"),
        (5.0, Clock(minute=1), "5 min"),
        (12.34, Bearing(degrees=1.0), "12.3°"),
        (2.0, YesNo(yes=True), "2"),
        (2.0, None, "2"),
    ],
)
def test_margins_have_the_unit_of_their_value(
    margin: float, value: Value | None, words: str
) -> None:
    """Minutes and metres are distinguished."""
    assert format_margin(margin, value) == words


def test_options_out_of_range_are_described() -> None:
    """The index is displayed as in the file."""
    assert format_option(5, OPTIONS) == "5 (no such option)"


@pytest.mark.parametrize(
    ("answer", "options", "words"),
    [
        (ANSWERED, OPTIONS, '0 "180 km" (computed 181.500 km ± 50 m, margin 22.000 km)'),
        (replace(ANSWERED, match=None), (), "computed 181.500 km ± 50 m"),
        (LOST, OPTIONS, "no coordinates: Mill has no coordinates"),
        (PUZZLED, OPTIONS, "words unexplained: scenic, quiet"),
        (
            Answer(id=1, status="unanswerable", answer=-1, reason="other_anchor"),
            OPTIONS,
            "unanswerable: other anchor",
        ),
        (
            Answer(
                id=1,
                status="unanswerable",
                answer=-1,
                reason="no_option_fits",
                outcome=Derivation(value=YesNo(yes=True), steps=()),
            ),
            OPTIONS,
            "unanswerable: no option fits (computed yes)",
        ),
        (
            Answer(
                id=1,
                status="answered",
                answer=1,
                outcome=CannotSolve(reason="no_hours", detail="d"),
            ),
            OPTIONS,
            '1 "205 km"',
        ),
    ],
)
def test_answers_state_option_value_and_margin(
    answer: Answer, options: tuple[str, ...], words: str
) -> None:
    """An answer without a value states the reason."""
    assert format_answer(answer, options) == words


def test_conditional_labels_are_counted_where_present() -> None:
    """The summary otherwise omits this rare verdict."""
    summary = Summary(
        questions=3,
        verdicts={
            "supported": 1,
            "conditional": 2,
            "contradicted": 0,
            "ambiguous": 0,
            "undetermined": 0,
        },
        reasons={},
        unusable=0,
        unreadable=0,
        by_code={},
        by_severity={},
        accepted={},
    )
    assert format_summary(summary) == (
        "3 questions: 1 supported, 2 conditional, 0 contradicted, 0 ambiguous, 0 not checkable"
    )
    assert summary.coverage == 1.0

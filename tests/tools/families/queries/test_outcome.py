"""What a query comes to, as a tool returns it."""

from __future__ import annotations

import pytest

from geoeval.query.values import (
    Bearing,
    Clock,
    Compound,
    Derivation,
    Fact,
    Names,
    Quantity,
    Value,
    YesNo,
)
from geoeval.tools.families.queries.outcome import answer_of, value_shape


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (Quantity(amount=3.0, unit="count"), {"kind": "quantity", "amount": 3, "unit": "count"}),
        (Clock(minute=1500, bound="latest"),
         {"kind": "clock", "time": "01:00", "days_later": 1, "minute": 1500, "bound": "latest"}),
        (YesNo(yes=False), {"kind": "yes_no", "yes": False}),
        (Compound(parts=(Bearing(degrees=1 / 3), Quantity(amount=0.5, unit="m", tolerance=0.1))),
         {"kind": "compound", "parts": [
             {"kind": "bearing", "degrees": 0.333333},
             {"kind": "quantity", "amount": 0.5, "unit": "m", "tolerance": 0.1}]}),
        (Names(names=("A", "B", "C"), reading="ranked", tied=2),
         {"kind": "names", "names": ["A", "B"], "order": ["A", "B", "C"]}),
        (Names(names=("A",), reading="ranked", aliases=(("x",),)),
         {"kind": "names", "names": ["A"]}),
        (Names(names=("A", "B"), reading="any"),
         {"kind": "names", "names": ["A", "B"], "any": True}),
        (Names(names=("A", "B"), reading="all", tied=2), {"kind": "names", "names": ["A", "B"]}),
    ],
)  # fmt: skip
def test_a_value_says_what_it_is_and_nothing_idle(value: Value, shape: dict[str, object]) -> None:
    """Its kind stands first, and what is left to its default is left out."""
    assert value_shape(value) == shape


def test_what_is_long_is_cut() -> None:
    """Forty steps and facts are shown, each in a readable length."""
    derived = Derivation(
        value=YesNo(yes=True),
        steps=("x" * 1000,) * 100,
        facts=tuple(Fact(text=f"fact {n}") for n in range(100)),
    )
    answer = answer_of(derived)
    assert len(answer.steps) == 41
    assert answer.steps[-1] == "and 60 more steps"
    assert len(answer.steps[0]) == 401
    assert answer.facts is not None
    assert len(answer.facts) == 40

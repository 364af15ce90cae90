"""The catalogue of rules."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from geoeval.query.base import OpenFilter
from geoeval.query.kinds import Query, Unanswerable
from geoeval.query.place_kinds import CountPlaces

from geoeval.errors import UsageError
from geoeval.verification.rules import RULES, code_of, rule


@pytest.mark.parametrize("code", RULES)
def test_every_rule_explains_itself(code: str) -> None:
    """Its name states a fault in a few words; no part of the explanation is missing."""
    known = RULES[code]
    assert re.fullmatch(r"GEO\d{3}", code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", known.name)
    assert all((known.what, known.why, known.example, known.fix))
    assert rule(known.name) is rule(code) is known


def test_codes_are_in_order_and_names_are_unique() -> None:
    """A code is never used twice."""
    assert list(RULES) == sorted(RULES)
    assert len({known.name for known in RULES.values()}) == len(RULES)


def test_an_unknown_rule_is_refused() -> None:
    """The message says what was expected."""
    with pytest.raises(UsageError, match="expected the code or name of a rule"):
        rule("GEO000")


def test_every_kind_of_query_has_a_code() -> None:
    """A wrong label is always an error of a known rule."""
    union, _ = get_args(Query)
    for kind in get_args(union):
        made = kind.model_construct()
        lacking = made.kind == "unanswerable"  # a fact that is absent proves no label wrong
        assert RULES[code_of(made)].severity == ("warning" if lacking else "error")


def test_a_condition_of_hours_makes_it_a_question_of_hours() -> None:
    """What is open belongs to the rules of time."""
    query = CountPlaces(category="café", filters=(OpenFilter(day="monday"),))
    assert code_of(query) == "GEO401"
    assert code_of(Unanswerable(fact="scenery", words="scenic")) == "GEO601"

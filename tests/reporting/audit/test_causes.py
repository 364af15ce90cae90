"""Every cause is explained, and so is a rule without one."""

from __future__ import annotations

from typing import get_args

import pytest

from geoeval.reporting.audit.meanings import explain
from geoeval.verification.model import Cause
from geoeval.verification.rules import RULES


@pytest.mark.parametrize("cause", get_args(Cause))
def test_every_cause_has_a_heading_and_two_sentences(cause: str) -> None:
    """In words, without the name that programs use."""
    told = explain("GEO301", cause)
    assert "_" not in told.title
    assert told.text.count(". ") + told.text.endswith(".") >= 2


@pytest.mark.parametrize("code", RULES)
def test_a_rule_without_a_cause_says_what_it_finds_and_why(code: str) -> None:
    """Its name is the heading."""
    told = explain(code, None)
    assert told.title.lower().replace(" ", "-") == RULES[code].name
    assert told.text == f"{RULES[code].what} {RULES[code].why}"

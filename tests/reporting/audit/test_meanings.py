"""Every cause is explained, a rule without one too, and every choice of the conventions."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.reporting.audit.meanings import describe_choice, explain_findings, list_choices
from geoeval.verification.model import Cause
from geoeval.verification.rules import RULES


@pytest.mark.parametrize("cause", get_args(Cause))
def test_every_cause_has_a_heading_and_two_sentences(cause: str) -> None:
    """In words, without the name that programs use."""
    told = explain_findings("GEO301", cause)
    assert "_" not in told.title
    assert told.text.count(". ") + told.text.endswith(".") >= 2


@pytest.mark.parametrize("code", RULES)
def test_a_rule_without_a_cause_says_what_it_finds_and_why(code: str) -> None:
    """Its name is the heading."""
    told = explain_findings(code, None)
    assert told.title.lower().replace(" ", "-") == RULES[code].name
    assert told.text == f"{RULES[code].what} {RULES[code].why}"


def test_every_choice_has_a_sentence_of_its_own() -> None:
    """No two say the same."""
    said = [
        describe_choice(field, choice)
        for field, hint in get_type_hints(Conventions).items()
        for choice in get_args(hint)
    ]
    assert len(set(said)) == len(said) == 17
    assert all(sentence.endswith(".") for sentence in said)


def test_the_choices_are_those_of_the_conventions() -> None:
    """All fields, each with what was taken."""
    assert list_choices(DEFAULT) == {
        field: str(getattr(DEFAULT, field)) for field in get_type_hints(Conventions)
    }

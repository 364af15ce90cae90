"""Every cause, rule and convention has an explanation."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.reporting.audit.meanings import describe_choice, explain_findings, list_choices
from geoeval.verification.model import Cause
from geoeval.verification.rules import RULES


@pytest.mark.parametrize("cause", get_args(Cause))
def test_every_cause_has_a_heading_and_two_sentences(cause: str) -> None:
    """The text avoids the internal name of the cause."""
    explanation = explain_findings("GEO301", cause)
    assert "_" not in explanation.title
    assert explanation.text.count(". ") + explanation.text.endswith(".") >= 2


@pytest.mark.parametrize("code", RULES)
def test_rules_without_a_cause_explain_themselves(code: str) -> None:
    """The heading is the name of the rule."""
    explanation = explain_findings(code, None)
    assert explanation.title.lower().replace(" ", "-") == RULES[code].name
    assert explanation.text == f"{RULES[code].what} {RULES[code].why}"


def test_every_choice_has_a_distinct_sentence() -> None:
    sentences = [
        describe_choice(field, choice)
        for field, hint in get_type_hints(Conventions).items()
        for choice in get_args(hint)
    ]
    assert len(set(sentences)) == len(sentences) == 17
    assert all(sentence.endswith(".") for sentence in sentences)


def test_all_choices_of_conventions_are_listed() -> None:
    """Each field has the choice that was made."""
    assert list_choices(DEFAULT) == {
        field: str(getattr(DEFAULT, field)) for field in get_type_hints(Conventions)
    }

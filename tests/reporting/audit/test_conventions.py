"""Every choice of the conventions is put in words."""

from __future__ import annotations

from typing import get_args, get_type_hints

from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.reporting.audit.meanings import choices, meaning


def test_every_choice_has_a_sentence_of_its_own() -> None:
    """No two say the same."""
    said = [
        meaning(field, choice)
        for field, hint in get_type_hints(Conventions).items()
        for choice in get_args(hint)
    ]
    assert len(set(said)) == len(said) == 15
    assert all(sentence.endswith(".") for sentence in said)


def test_the_choices_are_those_of_the_conventions() -> None:
    """All fields, each with what was taken."""
    assert choices(DEFAULT) == {
        field: str(getattr(DEFAULT, field)) for field in get_type_hints(Conventions)
    }

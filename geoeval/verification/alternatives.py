"""The other ways in which a thing left unsaid can be taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import get_args, get_type_hints

from geoeval.query.conventions import Conventions

# Not keeping to opening hours is a mistake with a cause of its own, not another convention.
_NO_ALTERNATIVE = frozenset({"opening_hours"})


def alternatives(conventions: Conventions) -> Iterator[tuple[str, str, Conventions]]:
    """Yield the conventions with one choice changed: the field, the other choice, the whole.

    Examples
    --------
    >>> next(alternatives(Conventions()))[:2]
    ('nearest', 'computed')
    """
    choices = get_type_hints(Conventions)
    for field in fields(conventions):
        for choice in get_args(choices[field.name]):
            if field.name not in _NO_ALTERNATIVE and choice != getattr(conventions, field.name):
                yield field.name, choice, replace(conventions, **{field.name: choice})

"""Validation against the types of the providers' libraries."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from pydantic import TypeAdapter


def validate_type(value: object, kind: object) -> None:
    """Raise ``ValidationError`` if a value does not have a type, at any depth."""
    adapter = _adapter(kind)
    _consume(adapter.validate_python(value))


@cache
def _adapter(kind: object) -> TypeAdapter[Any]:
    """Return the validator of a type; it must outlive the iterables that it validates."""
    return TypeAdapter(kind)


def _consume(value: object) -> None:
    """Consume a validated value, since iterables are validated lazily."""
    if isinstance(value, dict):
        value = value.values()
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        for each in value:
            _consume(each)

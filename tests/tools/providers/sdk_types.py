"""Values against the types of the providers' libraries."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from pydantic import TypeAdapter


def fits(value: object, kind: object) -> None:
    """Raise a ``ValidationError`` where a value is not of a type, however deep inside."""
    adapter = _adapter(kind)
    _walk(adapter.validate_python(value))


@cache
def _adapter(kind: object) -> TypeAdapter[Any]:
    """Return what validates a type; iterables need it for as long as they are walked."""
    return TypeAdapter(kind)


def _walk(value: object) -> None:
    """Walk through a validated value, since iterables are validated when they are walked."""
    if isinstance(value, dict):
        value = value.values()
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        for each in value:
            _walk(each)

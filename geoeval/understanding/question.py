"""The outcome of understanding: a query, or a stated failure to understand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NotUnderstood:
    """No query accounts for every word; ``unexplained`` are the words left over.

    ``detail`` quotes what could not be read, with its line, where the text is long.
    """

    reason: str
    unexplained: tuple[str, ...] = ()
    detail: str = ""

"""Queries as JSON, in short."""

from __future__ import annotations

Json = dict[str, object]


def value(kind: str, **figure: object) -> Json:
    """Ask for the value of a figure."""
    return {"ask": "value", "figure": {"kind": kind, **figure}}


def places(*among: str, **slots: object) -> Json:
    """Make a selection of places, of named candidates if there are any."""
    return {"kind": "places", **({"among": [*among]} if among else {}), **slots}


def best(kind: str, among: Json, *, most: bool = False, rank: int = 1, **figure: object) -> Json:
    """Ask for the candidate of the least, or the greatest, figure."""
    asked = {"ask": "best", "figure": {"kind": kind, **figure}, "among": among}
    return {**asked, "most": most, "rank": rank}


def rated(comparator: str, bound: float) -> list[Json]:
    """Make the conditions of a bound on the rating."""
    return [{"kind": "compare", "measure": "rating", "comparator": comparator, "value": bound}]

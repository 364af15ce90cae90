"""Short builders of queries as JSON."""

from __future__ import annotations

Json = dict[str, object]


def value(kind: str, **figure: object) -> Json:
    """Ask for the value of a figure."""
    return {"ask": "value", "figure": {"kind": kind, **figure}}


def places(*among: str, **slots: object) -> Json:
    """Build a selection of places, from named candidates if there are any."""
    return {"kind": "places", **({"among": [*among]} if among else {}), **slots}


def best(kind: str, among: Json, *, most: bool = False, rank: int = 1, **figure: object) -> Json:
    """Ask for the candidate with the smallest, or greatest, figure."""
    asked = {"ask": "best", "figure": {"kind": kind, **figure}, "among": among}
    return {**asked, "most": most, "rank": rank}


def rated(comparator: str, bound: float) -> list[Json]:
    """Build the condition for a bound on the rating."""
    return [{"kind": "compare", "measure": "rating", "comparator": comparator, "value": bound}]

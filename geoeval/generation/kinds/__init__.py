"""Every kind of question that can be made, by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from geoeval.generation.draft import Draft, Task
from geoeval.generation.kinds.choices import CHOICES
from geoeval.generation.kinds.figures import FIGURES
from geoeval.generation.kinds.hours import HOURS
from geoeval.generation.kinds.journeys import JOURNEYS
from geoeval.generation.kinds.trips import TRIPS

Maker = Callable[[Task], Draft | None]
KINDS: Mapping[str, Maker] = {**FIGURES, **CHOICES, **HOURS, **JOURNEYS, **TRIPS}
_OF_A_PLACE = "opens closes open_length is_open closed_days count_days".split()
_ON_A_WAY = ["on_the_way"]
CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "poi": (*FIGURES, *_OF_A_PLACE),
    "nearby": tuple(each for each in (*CHOICES, *HOURS) if each not in (*_OF_A_PLACE, *_ON_A_WAY)),
    "routing": (*JOURNEYS, *_ON_A_WAY),
    "trip": tuple(TRIPS),
}
"""The kinds of each of MapEval's categories."""

__all__ = ["CATEGORIES", "KINDS", "Maker", "about_kinds", "category_of_kind"]


def category_of_kind(kind: str) -> str:
    """Return the category of a kind.

    Examples
    --------
    >>> category_of_kind("is_open")
    'poi'
    """
    return next(category for category, kinds in CATEGORIES.items() if kind in kinds)


def about_kinds() -> list[tuple[str, str]]:
    """Return the name of each kind and what it asks for."""
    return [
        (kind, (_function(make).__doc__ or "").partition("\n")[0]) for kind, make in KINDS.items()
    ]


def _function(make: Maker) -> Maker:
    """Return the function of a kind, whose arguments may be filled in."""
    return make.func if isinstance(make, partial) else make

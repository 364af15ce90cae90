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

__all__ = ["KINDS", "Maker", "about_kinds"]


def about_kinds() -> list[tuple[str, str]]:
    """Return the name of each kind and what it asks for."""
    return [
        (kind, (_function(make).__doc__ or "").partition("\n")[0]) for kind, make in KINDS.items()
    ]


def _function(make: Maker) -> Maker:
    """Return the function of a kind, whose arguments may be filled in."""
    return make.func if isinstance(make, partial) else make

"""Every kind of question that can be made, by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from geoeval.generation.draft import Draft, Task
from geoeval.generation.kinds.choices import CHOICES
from geoeval.generation.kinds.figures import FIGURES
from geoeval.generation.kinds.hours import HOURS
from geoeval.generation.kinds.journeys import JOURNEYS
from geoeval.generation.kinds.trips import TRIPS

Maker = Callable[[Task], Draft | None]
KINDS: Mapping[str, Maker] = {**FIGURES, **CHOICES, **HOURS, **JOURNEYS, **TRIPS}

__all__ = ["KINDS", "Maker"]

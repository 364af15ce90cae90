"""Every kind of generated question, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from geoeval.generation.draft import Draft, Task, Unsuitable
from geoeval.generation.kinds.areas import AREAS
from geoeval.generation.kinds.choices import CHOICES
from geoeval.generation.kinds.figures import FIGURES
from geoeval.generation.kinds.hours import HOURS
from geoeval.generation.kinds.journeys import JOURNEYS
from geoeval.generation.kinds.trips import TRIPS


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question: a function from a task to a draft, or None if the draw is unsuitable."""

    name: str
    make: Callable[[Task], Draft]

    def __call__(self, task: Task) -> Draft | None:
        """Return a draft, or None if the drawn facts do not make a question."""
        try:
            return replace(self.make(task), kind=self.name)
        except Unsuitable:
            return None

    @property
    def about(self) -> str:
        """The question that it asks."""
        made = self.make.func if isinstance(self.make, partial) else self.make
        return (made.__doc__ or "").partition("\n")[0]


KINDS: Mapping[str, Kind] = {
    name: Kind(name, make)
    for name, make in (FIGURES | CHOICES | AREAS | HOURS | JOURNEYS | TRIPS).items()
}
_OF_A_PLACE = "opens closes open_length is_open closed_days count_days".split()
_ON_A_WAY = ["on_the_way"]
CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "poi": (*FIGURES, *AREAS, *_OF_A_PLACE),
    "nearby": tuple(each for each in (*CHOICES, *HOURS) if each not in (*_OF_A_PLACE, *_ON_A_WAY)),
    "routing": (*JOURNEYS, *_ON_A_WAY),
    "trip": tuple(TRIPS),
}
"""The kinds of each of MapEval's categories."""

__all__ = ["CATEGORIES", "KINDS", "Kind", "about_kinds", "category_of_kind"]


def category_of_kind(kind: str) -> str:
    """Return the category of a kind."""
    return next(category for category, kinds in CATEGORIES.items() if kind in kinds)


def about_kinds() -> list[tuple[str, str]]:
    """Return the name of each kind and what it asks for."""
    return [(name, kind.about) for name, kind in KINDS.items()]

"""Questions about administrative areas of a map: which contains a place, which border, directions.

A context has no outlines, so the questions are about the whole map. Relations that are too
close to call, and directions that differ between the points of areas and whole areas, are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from geoeval.calculators.areas import Relation
from geoeval.calculators.sphere.bearing import angle_between
from geoeval.calculators.sphere.compass import Compass
from geoeval.generation.draft import OPTIONS, Draft, Scene, Task, Wrong, require_that
from geoeval.generation.kinds.figures import yes_or_no
from geoeval.query.algebra import Check, DirectionOf, Listing, Places, Value
from geoeval.query.filter_kinds import AreaFilter, DirectionFilter, Filter
from geoeval.query.parts import Direction
from geoeval.query.solve import solve
from geoeval.query.values import Bearing, Derivation, YesNo

_KIND = "administrative area"
_DIRECTIONS = tuple(each for each in get_args(Direction) if len(each) <= len("north"))
_HALF_SECTOR = 45.0  # degrees to each side of north, east, south or west
_FEWEST = 3  # options, where a map has few areas


def ask_area(task: Task) -> Draft:
    """In which administrative area a place lies."""
    areas, scene = _draw_areas(task)
    place = task.draw.choice(task.town.spots)
    require_that(place.name not in areas)
    inside, outside = _divide(scene, areas, "contains", place.name)
    require_that(len(inside) == 1)
    return _draft_choice(task, scene, place.name, "contains", inside, outside)


def ask_neighbour(task: Task) -> Draft:
    """Which administrative area borders another."""
    areas, scene = _draw_areas(task)
    other, *rest = task.draw.sample(areas, len(areas))
    inside, outside = _divide(scene, rest, "borders", other)
    require_that(inside)
    return _draft_choice(task, scene, other, "borders", inside, outside)


def is_neighbour(task: Task) -> Draft:
    """Whether two administrative areas border each other."""
    areas, scene = _draw_areas(task)
    first, second = task.draw.sample(areas, 2)
    return _draft_check(scene, first, second, AreaFilter(relation="borders", other=second))


def is_north(task: Task) -> Draft:
    """Whether one administrative area lies north, east, south or west of another."""
    areas, scene = _draw_areas(task)
    first, second = task.draw.sample(areas, 2)
    direction: Direction = task.draw.choice(_DIRECTIONS)
    bearing = scene.need(Bearing, Value(figure=DirectionOf(place=first, seen_from=second)))
    margin = abs(_HALF_SECTOR - angle_between(bearing.degrees, Compass(direction).degrees))
    require_that(margin >= task.margins.degrees)
    passes = DirectionFilter(direction=direction, seen_from=second)
    draft = _draft_check(scene, first, second, passes, direction)
    return replace(draft, margin=margin, unit="°")


def _draw_areas(task: Task) -> tuple[list[str], Scene]:
    """Draw a level, and return the names of its areas with the scene of the whole map."""
    require_that(not task.in_context and task.town.areas)
    level = task.draw.choice(sorted(task.town.areas))
    return [place.name for place in task.town.areas[level]], task.scene(())


def _divide(
    scene: Scene, areas: Sequence[str], relation: Relation, other: str
) -> tuple[list[str], list[str]]:
    """Divide areas into those that are in a relation and those that are not."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for name in areas:
        value = scene.find(Check(place=name, passes=AreaFilter(relation=relation, other=other)))
        if isinstance(value, YesNo):
            found[value.yes].append(name)
    return found[True], found[False]


def _draft_choice(
    task: Task,
    scene: Scene,
    other: str,
    relation: Relation,
    inside: list[str],
    outside: list[str],
) -> Draft:
    require_that(len(outside) >= _FEWEST - 1)
    passes = AreaFilter(relation=relation, other=other)
    right = task.draw.choice(inside)
    near, _ = _divide(scene, outside, "borders", right)
    mistakes = dict.fromkeys(near, "an area that borders the right one")
    wrong = [
        Wrong(text=name, mistake=mistakes.get(name, "an area farther away"))
        for name in task.draw.sample(outside, min(len(outside), OPTIONS - 1))
    ]
    return scene.draft(
        {"other": other},
        lambda options: Listing(
            of=Places(category=_KIND, among=tuple(options), filters=(passes,)), wanted="any"
        ),
        right,
        wrong,
    )


def _draft_check(
    scene: Scene, first: str, second: str, passes: Filter, direction: str = ""
) -> Draft:
    query = Check(place=first, passes=passes)
    outcome = solve(query, scene.world)
    require_that(isinstance(outcome, Derivation) and not outcome.assumptions)
    value = scene.need(YesNo, query)
    slots = {"first": first, "second": second, "direction": direction}
    return scene.draft(slots, query, value, yes_or_no(value, "the opposite"))


AREAS = {
    "in_area": ask_area,
    "bordering": ask_neighbour,
    "is_bordering": is_neighbour,
    "area_direction": is_north,
}

"""Questions about a picture of a map; answers are computed from the drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import hypot
from random import Random

from geoeval.generation.town import pluralise_kind
from geoeval.generation.visual.snapshot import Shown, Snapshot

OPTIONS = 4
_CLEAR_PX = 30.0  # margin of an answer over the next, in pixels
_CLEAR_SHARE = 0.2  # and as a share


@dataclass(frozen=True, slots=True, kw_only=True)
class MapQuestion:
    """A question about a picture: its right option, its wrong options and the margin in pixels."""

    kind: str
    category: str
    text: str
    right: str
    wrong: tuple[str, ...]
    steps: tuple[str, ...]
    margin: float | None = None


def ask_count(seen: Snapshot, draw: Random) -> MapQuestion | None:
    """How many places of a kind are on the map."""
    counts = Counter(place.kind for place in seen.places)
    kinds = [kind for kind, number in sorted(counts.items()) if number > 1]
    if not kinds:
        return None
    kind = draw.choice(kinds)
    number = counts[kind]
    below = draw.randint(0, min(OPTIONS - 1, number))
    others = [*range(number - below, number), *range(number + 1, number + OPTIONS - below)]
    texts = (
        f"How many {pluralise_kind(kind)} are shown on the map?",
        f"Count the {pluralise_kind(kind)} marked on this map. How many are there?",
        f"What is the number of {pluralise_kind(kind)} that this map shows?",
    )
    names = ", ".join(place.name for place in seen.places if place.kind == kind)
    return MapQuestion(
        kind="count",
        category="counting",
        text=draw.choice(texts),
        right=str(number),
        wrong=tuple(map(str, others)),
        steps=(f"{pluralise_kind(kind)}: {names}",),
    )


def ask_nearest(seen: Snapshot, draw: Random) -> MapQuestion | None:
    """Which of four places is nearest to another on the map."""
    picked = _pick_places(seen, draw, OPTIONS + 1)
    if picked is None:
        return None
    anchor, *offered = picked
    return _ask_for_least(
        "nearest",
        "nearby",
        draw.choice(
            (
                f"Which of these places is closest to {anchor.name} on the map?",
                f"On this map, which of the following lies nearest to {anchor.name}?",
                f"Standing at {anchor.name}, which of these would be the nearest?",
            )
        ),
        [(_pixel_distance(anchor, place), place) for place in offered],
        f"from {anchor.name}",
    )


def ask_between(seen: Snapshot, draw: Random) -> MapQuestion | None:
    """Which of four places is closest to the straight line between two others."""
    picked = _pick_places(seen, draw, OPTIONS + 2)
    if picked is None:
        return None
    first, second, *offered = picked
    longer = [
        (
            _pixel_distance(first, place)
            + _pixel_distance(place, second)
            - _pixel_distance(first, second),
            place,
        )
        for place in offered
    ]
    ends = f"{first.name} to {second.name}"
    return _ask_for_least(
        "between",
        "routing",
        draw.choice(
            (
                f"Which of these is the smallest detour on the straight way from {ends}?",
                f"Going straight from {ends}, which of these adds the least distance as a stop?",
                f"On the way from {ends} in straight lines, which of these adds the least?",
            )
        ),
        longer,
        f"detour between {first.name} and {second.name}",
    )


_SIDES: dict[str, tuple[str, Callable[[Shown], float]]] = {
    "left": ("to the left of", lambda place: -place.x),
    "right": ("to the right of", lambda place: place.x),
    "above": ("above", lambda place: -place.y),
    "below": ("below", lambda place: place.y),
}


def ask_side(seen: Snapshot, draw: Random) -> MapQuestion | None:
    """Which of four places lies on one side of another; exactly one does."""
    words, along = _SIDES[draw.choice(tuple(_SIDES))]
    if not seen.places:
        return None
    anchor = draw.choice(seen.places)
    gaps = {place: along(place) - along(anchor) for place in seen.places}
    on = [place for place, gap in gaps.items() if gap >= _CLEAR_PX]
    off = [place for place, gap in gaps.items() if -gap >= _CLEAR_PX]
    if not on or len(off) < OPTIONS - 1:
        return None
    right, wrong = draw.choice(on), draw.sample(off, OPTIONS - 1)
    texts = (
        f"Which of these places is {words} {anchor.name} on the map?",
        f"Looking at the map, which of the following lies {words} {anchor.name}?",
        f"Which one of these is shown {words} {anchor.name}?",
    )
    return MapQuestion(
        kind="side",
        category="poi",
        text=draw.choice(texts),
        right=right.name,
        wrong=_place_names(wrong),
        steps=tuple(map(_describe_place, (anchor, right, *wrong))),
        margin=round(min(abs(gaps[place]) for place in (right, *wrong)), 1),
    )


def ask_extreme(seen: Snapshot, draw: Random) -> MapQuestion | None:
    """Which of four places is farthest towards one side of the map."""
    picked = _pick_places(seen, draw, OPTIONS)
    if picked is None:
        return None
    which = draw.choice(tuple(_SIDES))
    _, along = _SIDES[which]
    words = {"left": "farthest to the left", "right": "farthest to the right",
             "above": "nearest to the top", "below": "nearest to the bottom"}[which]  # fmt: skip
    texts = (
        f"Which of these places is {words} of the map?",
        f"Of the following, which is shown {words} of this map?",
        f"Which one lies {words} of the picture?",
    )
    ranked = sorted(picked, key=along, reverse=True)
    margin = along(ranked[0]) - along(ranked[1])
    if margin < _CLEAR_PX:
        return None
    return MapQuestion(
        kind="extreme",
        category="poi",
        text=draw.choice(texts),
        right=ranked[0].name,
        wrong=_place_names(ranked[1:]),
        steps=tuple(map(_describe_place, ranked)),
        margin=round(margin, 1),
    )


def _pick_places(seen: Snapshot, draw: Random, number: int) -> list[Shown] | None:
    return draw.sample(seen.places, number) if len(seen.places) >= number else None


def _ask_for_least(
    kind: str, category: str, text: str, measured: list[tuple[float, Shown]], of: str
) -> MapQuestion | None:
    """Return a question for the place with the smallest value, if the margin is large enough."""
    ranked = sorted(measured, key=lambda each: each[0])
    margin = ranked[1][0] - ranked[0][0]
    if margin < max(_CLEAR_PX, _CLEAR_SHARE * ranked[0][0]):
        return None
    return MapQuestion(
        kind=kind,
        category=category,
        text=text,
        right=ranked[0][1].name,
        wrong=_place_names(place for _, place in ranked[1:]),
        steps=tuple(f"{place.name}: {px:.0f} px {of}" for px, place in ranked),
        margin=round(margin, 1),
    )


def _place_names(places: Iterable[Shown]) -> tuple[str, ...]:
    return tuple(place.name for place in places)


def _pixel_distance(one: Shown, other: Shown) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _describe_place(place: Shown) -> str:
    return f"{place.name}: {place.x:.0f} px from the left, {place.y:.0f} px from the top"


VISUAL_KINDS = {
    "count": ask_count,
    "nearest": ask_nearest,
    "between": ask_between,
    "side": ask_side,
    "extreme": ask_extreme,
}

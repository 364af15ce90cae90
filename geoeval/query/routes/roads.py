"""Roads in the text of a step: whether it names a road, and whether it puts one on it."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

from geoeval.text import normalise
from geoeval.world.model import Step

_SHORT = {
    "alley": "aly",
    "avenue": "ave",
    "av": "ave",
    "boulevard": "blvd",
    "bypass": "byp",
    "circle": "cir",
    "court": "ct",
    "crescent": "cres",
    "drive": "dr",
    "expressway": "expy",
    "freeway": "fwy",
    "highway": "hwy",
    "lane": "ln",
    "motorway": "mwy",
    "number": "no",
    "parkway": "pkwy",
    "place": "pl",
    "road": "rd",
    "route": "rte",
    "saint": "st",
    "square": "sq",
    "street": "st",
    "terrace": "ter",
    "east": "e",
    "north": "n",
    "south": "s",
    "west": "w",
}
_ON = {"onto", "on", "becomes", "follow"}
_NEAR = {"to", "at", "via", "past", "after"}
_AHEAD = {"toward", "towards", "for"}
_LINKS = _ON | _NEAR | _AHEAD


class Relation(IntEnum):
    """What a step does with a road; more is closer."""

    ABSENT = 0
    AHEAD = 1
    NEAR = 2
    ON = 3


@lru_cache(maxsize=4096)
def road_tokens(text: str) -> tuple[str, ...]:
    """Return the words of a road's name or an instruction, kinds of road in their short form.

    Alternatives stay separated by a token "/".
    """
    pieces = re.split(r"([/()|])", text)
    words = (word for piece in pieces for word in normalise(piece).split())
    return tuple(_SHORT.get(word, word) for word in words)


@lru_cache(maxsize=4096)
def _names(road: str) -> tuple[tuple[str, ...], ...]:
    """Return the ways to say a road, the fullest first: whole, then each alternative."""
    whole = road_tokens(re.sub(r"\([^()]*\)", " ", road))
    if "/" not in whole:
        return (whole,) if whole else ()
    parts = " ".join(whole).split(" / ")
    return (whole, *(tuple(part.split()) for part in parts))


def _relation(words: tuple[str, ...], start: int, end: int) -> tuple[Relation, bool]:
    """Say how the words from ``start`` to ``end`` stand, and whether they are a whole name."""
    whole = (start == 0 or words[start - 1] in _LINKS | {"/"}) and (
        end == len(words) or words[end] in _LINKS | {"/", "(", ")", "and"}
    )
    for word in reversed(words[:start]):
        if word in _ON:
            return Relation.ON, whole
        if word in _AHEAD:
            return Relation.AHEAD, whole
        if word in _NEAR:
            return Relation.NEAR, whole
    return Relation.NEAR, whole


def relation(step: Step, road: str) -> tuple[Relation, bool]:
    """Return how the instruction of a step stands to a road, and whether by its whole name.

    ``ON`` if it puts or keeps one on the road, ``NEAR`` if it leads to it or passes it, ``AHEAD``
    if it only points toward it. The road may have alternatives ("Hill St/D7").

    Examples
    --------
    >>> step = Step(instruction="Turn left onto Elm St/B7 toward Oak Ave")
    >>> relation(step, "Elm Street")[0].name, relation(step, "Oak Avenue")[0].name
    ('ON', 'AHEAD')
    >>> relation(step, "St")[1]
    False
    """
    words = road_tokens(step.instruction)
    best = (Relation.ABSENT, False)
    for name in _names(road):
        for start in range(len(words) - len(name) + 1):
            if words[start : start + len(name)] == name:
                found = _relation(words, start, start + len(name))
                best = max(best, found, key=lambda pair: (pair[1], pair[0]))
        if best[0]:
            return best
    return best


def is_onto(step: Step, road: str) -> bool:
    """Return whether a step changes onto a road, rather than starting or staying on it."""
    text = normalise(step.instruction)
    return relation(step, road)[0] is Relation.ON and not re.search(
        r"^head\b|\b(?:stay|continue) on\b", text
    )


def reached(steps: tuple[Step, ...], road: str) -> tuple[int, int] | None:
    """Return the run of steps that puts one on a road: its first step and the one after its last.

    Steps that merely stay on the road belong to the run. A step onto the road counts before one
    that starts on it, that before one that leads to it; whole names before parts of names.

    Examples
    --------
    >>> steps = (Step(instruction="Head west on Elm St toward Oak Ave"),
    ...          Step(instruction="Turn left onto Oak Ave"),
    ...          Step(instruction="Continue straight to stay on Oak Ave"),
    ...          Step(instruction="Turn right onto Fir Ln"))
    >>> reached(steps, "Oak Avenue")
    (1, 3)
    >>> reached(steps, "Ash Way") is None
    True
    """
    ranks = [
        (whole, near is Relation.ON, is_onto(step, road), near)
        for step in steps
        for near, whole in [relation(step, road)]
    ]
    best = max((rank for rank in ranks if rank[-1] > Relation.AHEAD), default=None)
    if best is None:
        return None
    first = ranks.index(best)
    after = first + 1
    while after < len(steps) and ranks[after][-1] is Relation.ON:
        after += 1
    return first, after


def roads_taken(step: Step) -> tuple[str, ...]:
    """Return the roads that a step puts one on; those it merely points toward are left out."""
    return tuple(road for road in step.roads if relation(step, road)[0] > Relation.AHEAD)

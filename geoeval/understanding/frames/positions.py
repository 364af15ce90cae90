"""Frames for places compared by where they lie: differences, yes or no, the northernmost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from geoeval.query.base import Direction
from geoeval.query.geometry_kinds import (
    CloserThan,
    DistanceDifference,
    FarthestToward,
    LiesInDirection,
)
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.reading import Mention, Reading

_BY_TRAVEL = ("mode", "mode_verb", "duration", "clock")


def _three_places(reading: Reading) -> tuple[Mention, Mention, Mention] | None:
    """Return (anchor, first, second) of "how much farther is A from X than B".

    The second place stands behind "than"; the anchor is the one that is measured from, or where
    somebody is.
    """
    compared = reading.asked("farther_than")
    start = compared[-1].start if compared else len(reading.words)
    than = [i for i in range(start, len(reading.words)) if reading.words[i].key == "than"]
    placed = [m for m in scene.names(reading) if not scene.is_locality(reading, m)]
    if not than or any(reading.asked(kind) for kind in _BY_TRAVEL):
        return None
    word = than[0]
    behind = [m for m in placed if m.start > word]
    before = [m for m in placed if m.end <= word]
    anchored = [m for m in before if reading.relation(m, 2) in {"from", "to", "near"}]
    anchor = anchored[-1] if anchored else scene.user_place(reading)
    first = [m for m in before if anchor is not None and m.value != anchor.value]
    if anchor is None or len({m.value for m in first}) != 1:
        return None
    second = [m for m in behind if m.value not in {anchor.value, first[0].value}]
    return (anchor, first[0], second[0]) if len({m.value for m in second}) == 1 else None


def _taken(reading: Reading) -> Account:
    """Return an account of the words that say what is compared."""
    account = Account()
    account.take(*reading.asked("farther_than"), *reading.asked("comparison"))
    account.take(*reading.asked("superlative", "nearest", "farthest"))
    account.take(*(m for m in scene.names(reading) if not scene.is_locality(reading, m)))
    return account


def _difference(reading: Reading) -> Iterator[Draft]:
    three = _three_places(reading)
    if three is not None:
        anchor, first, second = (m.value for m in three)
        yield _taken(reading).draft(DistanceDifference(anchor=anchor, farther=first, nearer=second))


def _closer(reading: Reading) -> Iterator[Draft]:
    three = _three_places(reading)
    if three is not None:
        anchor, first, second = (m.value for m in three)
        farther = reading.asked("farther_than")[-1].value == "farther"
        yield _taken(reading).draft(
            CloserThan(anchor=anchor, first=first, second=second, farther=farther)
        )


def _lies(reading: Reading) -> Iterator[Draft]:
    """Read "is the Mill north of the Inn"."""
    compass = reading.asked("compass")
    placed = [m for m in reading.asked("place") if not scene.is_locality(reading, m)]
    if len(compass) != 1 or len(placed) != 2 or not choices.options_are_verdicts(reading):
        return
    place, seen_from = placed
    if place.end <= compass[0].start and compass[0].end <= seen_from.start:
        account = Account()
        account.take(*placed, *compass)
        direction = cast("Direction", compass[0].value)
        query = LiesInDirection(place=place.value, seen_from=seen_from.value, direction=direction)
        yield account.draft(query)


def _toward(reading: Reading) -> Iterator[Draft]:
    """Read "which of these lies farthest north", "the northernmost"."""
    account = Account()
    most = reading.asked("most_compass")
    if len(most) != 1 or not choices.from_offered(reading, account, None):
        return
    account.take(*most, selection.any_category(reading))
    direction = cast("Literal['north', 'east', 'south', 'west']", most[0].value)
    yield account.draft(FarthestToward(among=choices.offered(reading), direction=direction))


FRAMES = (
    Frame(
        name="distance difference",
        cues=(("farther_than", "how_much_more"), ("farther_than", "how_much_more", "ask:distance")),
        fill=_difference,
        absorbs=(*PLAIN_ASK, "topic:straight_line", "directly", "attribute:address"),
    ),
    Frame(
        name="closer than",
        cues=(("farther_than", "ask:whether"),),
        fill=_closer,
        absorbs=(*PLAIN_ASK, "topic:straight_line", "directly", "attribute:address"),
    ),
    Frame(
        name="lies in a direction",
        cues=(("compass", "ask:whether"),),
        fill=_lies,
        absorbs=(*PLAIN_ASK, "directly", "attribute:address"),
    ),
    Frame(
        name="farthest toward",
        cues=(("most_compass",), ("most_compass", "ask:which")),
        fill=_toward,
        absorbs=(*PLAIN_ASK, "directly", "attribute:address", "superlative:farthest", "compass"),
    ),
)

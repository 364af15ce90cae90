"""Frames for places compared by where they lie: differences, yes or no, the northernmost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from geoeval.query.base import Direction
from geoeval.query.geometry_kinds import (
    FarthestToward,
    LiesInDirection,
)
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.reading import Reading


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

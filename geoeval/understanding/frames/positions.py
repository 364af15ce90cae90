"""Frames for places compared by where they lie: differences, yes or no, the northernmost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from geoeval.query.algebra import Best, Check, Places, Toward
from geoeval.query.filter_kinds import DirectionFilter
from geoeval.query.parts import Direction
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
        lies = DirectionFilter(direction=direction, seen_from=seen_from.value)
        yield account.draft(Check(place=place.value, passes=lies))


def _toward(reading: Reading) -> Iterator[Draft]:
    """Read "which of these lies farthest north", "the northernmost"."""
    account = Account()
    most = reading.asked("most_compass")
    if len(most) != 1 or not choices.from_offered(reading, account, None):
        return
    account.take(*most, selection.any_category(reading))
    toward = Toward(direction=cast("Direction", most[0].value))
    among = Places(among=choices.offered(reading))
    yield account.draft(Best(figure=toward, among=among, most=True))


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

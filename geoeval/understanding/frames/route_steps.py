"""Frames for the steps of one route: what comes next or before, what one passes, on which side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from geoeval.query.algebra import RouteFigure, StepFact, Value
from geoeval.query.filter_kinds import Total
from geoeval.understanding.choices import offered
from geoeval.understanding.frame import Account, Draft, Frame
from geoeval.understanding.frames.route_parts import (
    BESIDE,
    ROUTE_WORDS,
    ends,
    exit_number,
    manoeuvre,
    roads,
    side,
)
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.text import keys

_LAST = frozenset({"last", "final"})
Noted = Literal["toll_road", "restricted", "ferry"]
_NOTED = ("toll_road", "restricted", "ferry")
_SIDES = frozenset({"left", "right"})


def _next_step(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = ends(reading, account)
    along = roads(reading)
    sights = reading.of("passed") if not along else []
    after = [m for m in along if reading.relation(m, 3) == "after"]
    chosen = after[:1] or along[:1] or sights[:1]
    number = None if chosen else exit_number(reading, account)
    if not chosen and number is None:
        return
    account.take(*along, *chosen, *_asked_for(reading))
    if chosen:  # "after reaching Turn right onto the B4": the step as the route tells it
        account.take(*(m for m in reading.asked("manoeuvre") if 0 <= chosen[0].start - m.end <= 1))
        account.used.update(_told_turn(reading, chosen[0].start))
    road = chosen[0].value if chosen else f"exit {number}"
    yield account.draft(Value(figure=StepFact(step="next", route=between, road=road)))


def _told_turn(reading: Reading, road: int) -> set[int]:
    """Return the words of "turn right onto" right before a road."""
    begun = reading.words[max(0, road - 3) : road]
    return {road - len(begun) + i for i, word in enumerate(begun) if word.key in _TURNING}


_TURNING = frozenset({"turn", "left", "right", "onto"})


def _asked_for(reading: Reading) -> list[Mention]:
    """Return what one does onto the road asked for ("which road do I merge onto")."""
    which = [m.end for m in reading.asked("ask", "which")]
    return [m for m in reading.asked("manoeuvre") if any(0 <= m.start - end <= 4 for end in which)]


def _step_before(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = ends(reading, account)
    reached = [m for m in roads(reading) if reading.relation(m, 3) == "before"]
    if len(reached) != 1:
        return
    account.take(*reached)
    road = reached[0].value
    yield account.draft(Value(figure=StepFact(step="before", route=between, road=road)))


def _step_number(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = ends(reading, account)
    for step in reading.asked("manoeuvre", "step"):
        ordinal = next((m for m in reading.asked("ordinal") if m.end == step.start), None)
        last = step.start > 0 and reading.words[step.start - 1].key in _LAST
        if ordinal is None and not last:
            continue
        account.take(step, ordinal)
        account.used.add(step.start - 1)
        number = int(ordinal.value) if ordinal else -1
        yield account.draft(Value(figure=StepFact(step="number", route=between, number=number)))
        return


def _road_figure(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = ends(reading, account)
    measure: Total = "distance" if reading.asks("ask:distance") else "time"
    kinds = reading.asked("manoeuvre", *_NOTED)
    if kinds:
        account.take(*kinds)
        noted = cast("Noted", kinds[0].value)
        yield account.draft(Value(figure=RouteFigure(route=between, measure=measure, noted=noted)))
        return
    along = [m for m in roads(reading) if reading.before(m, ("topic",), 2) in _stays(reading)]
    if len(along) != 1:
        return
    account.take(*along)
    road = along[0].value
    yield account.draft(Value(figure=RouteFigure(route=between, measure=measure, road=road)))


def _stays(reading: Reading) -> list[Mention]:
    """Return where it is said that one stays on a road."""
    return reading.asked("topic", "along")


def _landmark(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = ends(reading, account)
    made = manoeuvre(reading, account)
    along = roads(reading)
    beside = side(reading, account)
    account.take(*along[-1:], *_kinds_asked(reading))
    road = along[-1].value if along else None
    passed = StepFact(step="landmark", route=between, road=road, manoeuvre=made, side=beside)
    yield account.draft(Value(figure=passed))


def _kinds_asked(reading: Reading) -> list[Mention]:
    """Return the kind of place in "which shop", which only says what a landmark may be."""
    return [
        kind
        for kind in reading.asked("category")
        if any(which.end == kind.start for which in reading.asked("ask", "which"))
    ]


def _side(reading: Reading) -> Iterator[Draft]:
    if not all(_SIDES & {*keys(option)} for option in offered(reading)):
        return
    account = Account()
    between = ends(reading, account)
    sights = reading.of("passed")
    account.take(*sights[:1], *reading.asked("lacking", "roadside"))
    account.take(*reading.asked("topic", "side"))
    landmark = sights[0].value if sights else None
    if landmark is None and not _asks_of_the_goal(reading, between.destination):
        return
    yield account.draft(Value(figure=StepFact(step="side", route=between, landmark=landmark)))


def _asks_of_the_goal(reading: Reading, goal: object) -> bool:
    """Whether the destination is what lies on a side, by that word or by its name."""
    asked = {word.key for word in reading.words if word.sentence in reading.asking}
    return "destination" in asked or any(m.value == goal for m in reading.asked("place"))


FRAMES = (
    Frame(
        name="next step",
        cues=(
            ("topic:next", "told:road"),
            ("relation:after", "topic:next"),
            ("relation:after", "road"),
            ("relation:after", "topic:next", "road"),
            ("topic:next", "road"),
            ("topic:next", "manoeuvre:exit"),
            ("relation:after", "manoeuvre:exit", "ask:which"),
            ("relation:after", "passed", "ask:which"),
            ("relation:after", "passed", "topic:next"),
        ),
        fill=_next_step,
        absorbs=(
            *ROUTE_WORDS,
            "manoeuvre:turn",
            "manoeuvre:step",
            "topic:visits",
            "relation:after",
            "topic:next",
            "topic:landmark",
        ),
    ),
    Frame(
        name="step before",
        cues=(
            ("relation:before", "road"),
            ("relation:before", "topic:next", "road"),
            ("relation:before", "manoeuvre:step", "road"),
        ),
        fill=_step_before,
        absorbs=(
            *ROUTE_WORDS,
            "manoeuvre:turn",
            "manoeuvre:step",
            "topic:next",
            "relation:before",
        ),
    ),
    Frame(
        name="step number",
        cues=(("manoeuvre:step", "ask:which"), ("manoeuvre:step", "ask:tell")),
        fill=_step_number,
        absorbs=ROUTE_WORDS,
    ),
    Frame(
        name="road figure",
        cues=(
            ("ask:time", "topic:along", "road"),
            ("ask:distance", "topic:along", "road"),
            *(
                (ask, f"manoeuvre:{noted}")
                for ask in ("ask:time", "ask:distance")
                for noted in _NOTED
            ),
        ),
        fill=_road_figure,
        absorbs=(
            *ROUTE_WORDS,
            "topic:along",
            "topic:whole_trip",
            "topic:next",
            "relation:before",
            "manoeuvre:step",
        ),
    ),
    Frame(
        name="landmark passed",
        cues=(
            ("topic:landmark", "road"),
            ("topic:landmark", "manoeuvre", "road"),
            ("topic:landmark", "relation:after", "road", "manoeuvre"),
            ("topic:landmark", "lacking:roadside"),
            ("lacking:roadside", "relation:after", "road"),
        ),
        fill=_landmark,
        absorbs=(*ROUTE_WORDS, *BESIDE),
    ),
    Frame(
        name="side noted",
        cues=(("topic:side",), ("topic:side", "passed"), ("topic:side", "told:passed")),
        fill=_side,
        absorbs=(*ROUTE_WORDS, *BESIDE),
    ),
)

"""Frames for getting onto a road: which way one turns, onto which road, which exit one takes."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.query.algebra import StepFact, Value
from geoeval.understanding.frame import Account, Draft, Frame
from geoeval.understanding.frames.route_parts import (
    ROUTE_WORDS,
    ends,
    exit_number,
    manoeuvre,
    roads,
)
from geoeval.understanding.reading import Reading


def _onto(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = ends(reading, account)
    reached = [m for m in roads(reading) if reading.relation(m, 2) in {"onto", "to", "at"}]
    if len(reached) != 1:
        return
    account.take(*reached, *reading.asked("topic", "side"), *reading.asked("manoeuvre", "turn"))
    account.take(*reading.asked("manoeuvre", "left_turn", "right_turn"))
    account.take(*reading.asked("lacking", "roadside"))
    road = reached[0].value
    yield account.draft(Value(figure=StepFact(step="onto", route=between, road=road)))


def _taken(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = ends(reading, account)
    made = manoeuvre(reading, account)
    if made is None or roads(reading):
        return
    ranks = [m for m in reading.asked("ordinal") if not reading.covering(m.end, "superlative")]
    last = [
        i
        for i, word in enumerate(reading.words)
        if word.key == "last" and word.sentence in reading.asking
    ]
    if len(ranks) + len(last) > 1:
        return
    account.take(*ranks)
    account.used.update(last)
    number = int(ranks[0].value) if ranks else -1 if last else None
    figure = StepFact(step="number", route=between, manoeuvre=made, number=number)
    yield account.draft(Value(figure=figure))


def _exit(reading: Reading) -> Iterator[Draft]:
    account = Account()
    if exit_number(reading, Account()) is not None:
        return
    between = ends(reading, account)
    along = [m for m in roads(reading) if reading.relation(m, 2) in {"onto", "to", "via", "for"}]
    circles = reading.asked("manoeuvre", "roundabout") or reading.told("manoeuvre", "roundabout")
    account.take(*along[:1], *circles, *reading.asked("manoeuvre", "exit"))
    ranks = [
        rank
        for rank in reading.asked("ordinal")
        if any(rank.end == m.start for m in reading.asked("manoeuvre"))
    ]
    account.take(*ranks)
    taken = StepFact(
        step="roundabout" if circles else "exit",
        route=between,
        road=along[0].value if along else None,
        number=int(ranks[0].value) if len(ranks) == 1 else None,
    )
    yield account.draft(Value(figure=taken))


_WORDS = tuple(cue for cue in ROUTE_WORDS if cue != "ordinal")

FRAMES = (
    Frame(
        name="step onto",
        cues=(
            ("topic:side", "road"),
            ("topic:way_onto", "road"),
        ),
        fill=_onto,
        absorbs=(*ROUTE_WORDS, "topic:side", "topic:way_onto", "topic:direction"),
    ),
    Frame(
        name="road turned onto",
        cues=(
            ("topic:road_taken", "manoeuvre:left_turn"),
            ("topic:road_taken", "manoeuvre:right_turn"),
            ("topic:road_taken", "manoeuvre:roundabout"),
            ("topic:road_taken", "manoeuvre:exit"),
        ),
        fill=_taken,
        absorbs=(*_WORDS, "topic:road_taken", "topic:route", "manoeuvre:turn"),
    ),
    Frame(
        name="exit taken",
        cues=(
            ("topic:which_exit",),
            ("topic:which_exit", "told:route"),
            ("topic:which_exit", "manoeuvre:roundabout"),
            ("topic:which_exit", "manoeuvre:roundabout", "road"),
            ("topic:which_exit", "road"),
        ),
        fill=_exit,
        absorbs=(*_WORDS, "topic:which_exit"),
    ),
)

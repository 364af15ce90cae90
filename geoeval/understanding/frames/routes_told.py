"""Frames for routes told by what they have: how many, whether one does, which has a figure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from geoeval.query.route_kinds import RouteOfFigure
from geoeval.understanding.choices import options_are_verdicts
from geoeval.understanding.frame import Account, Draft, Frame
from geoeval.understanding.frames.route_parts import ROUTE_WORDS, counts_routes, ends
from geoeval.understanding.frames.routes import with_what
from geoeval.understanding.reading import Reading

Comparison = Literal["=", "<", "<=", ">", ">="]


def _how_many(reading: Reading) -> Iterator[Draft]:
    if counts_routes(reading):
        yield from with_what(reading, "count")


def _whether(reading: Reading) -> Iterator[Draft]:
    if options_are_verdicts(reading):
        yield from with_what(reading, "whether")


def _of_figure(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = ends(reading, account)
    figures = [*reading.asked("duration"), *reading.asked("length")]
    limits = [*reading.asked("comparator"), *reading.asked("comparator_after")]
    if len(figures) != 1 or len(limits) > 1 or between["via"] or reading.of("negation"):
        return
    account.take(*figures, *limits)
    timed = figures[0].kind == "duration"
    yield account.draft(
        RouteOfFigure(
            **between,
            by="time" if timed else "distance",
            amount=figures[0].amount * (60 if timed else 1),
            comparison=cast("Comparison", limits[0].value) if limits else "=",
        )
    )


FRAMES = (
    Frame(
        name="count routes",
        cues=(
            ("ask:count", "topic:route"),
            ("ask:count", "topic:route", "manoeuvre"),
            ("ask:count", "topic:route", "road"),
            ("ask:count", "topic:route", "passed"),
        ),
        fill=_how_many,
        absorbs=(*ROUTE_WORDS, "ask:count", "topic:landmark"),
    ),
    Frame(
        name="whether a route has",
        cues=(
            ("ask:whether", "manoeuvre", "told:route"),
            ("ask:whether", "manoeuvre", "topic:route"),
            ("ask:whether", "road", "topic:route"),
            ("ask:whether", "passed"),
        ),
        fill=_whether,
        absorbs=(*ROUTE_WORDS, "topic:landmark"),
    ),
    Frame(
        name="route of a figure",
        cues=(
            ("ask:which", "topic:route", "duration"),
            ("ask:which", "topic:route", "length"),
        ),
        fill=_of_figure,
        absorbs=ROUTE_WORDS,
    ),
)

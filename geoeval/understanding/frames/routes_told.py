"""Frames for routes told by what they have: how many, whether one does, which has a figure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from geoeval.query.algebra import CheckRoutes, Count, Listing
from geoeval.query.filter_kinds import CompareFilter, Total
from geoeval.query.parts import Comparator
from geoeval.understanding.choices import options_are_verdicts
from geoeval.understanding.frame import Account, Draft, Frame
from geoeval.understanding.frames.route_parts import ROUTE_WORDS, counts_routes, ends
from geoeval.understanding.frames.routes import with_what
from geoeval.understanding.reading import Reading


def _how_many(reading: Reading) -> Iterator[Draft]:
    account = Account()
    routes = ends(reading, account)
    if counts_routes(reading) and routes.via is None:
        has = with_what(reading, account)
        filters = () if has is None else (has,)
        yield account.draft(Count(of=routes.model_copy(update={"filters": filters})))


def _whether(reading: Reading) -> Iterator[Draft]:
    account = Account()
    routes = ends(reading, account)
    has = with_what(reading, account)
    if has is not None and options_are_verdicts(reading):
        yield account.draft(CheckRoutes(routes=routes, passes=has))


def _of_figure(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = ends(reading, account)
    figures = [*reading.asked("duration"), *reading.asked("length")]
    limits = [*reading.asked("comparator"), *reading.asked("comparator_after")]
    if len(figures) != 1 or len(limits) > 1 or between.via or reading.of("negation"):
        return
    have = reading.before(figures[0], ("available",), 2)
    led = reading.text(max(0, figures[0].start - 1), figures[0].start)
    budget = not limits and (have is not None or led == "within")
    account.take(*figures, *limits, have if budget else None)
    timed = figures[0].kind == "duration"
    measure: Total = "time" if timed else "distance"
    compared: CompareFilter[Total] = CompareFilter(
        measure=measure,
        comparator=cast("Comparator", limits[0].value) if limits else "<=" if budget else "==",
        value=figures[0].amount * (60 if timed else 1),
    )
    routes = between.model_copy(update={"filters": (compared,)})
    yield account.draft(Listing(of=routes, wanted="any"))


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

"""Solvers of facts of one place: attributes, service flags, whether it is open."""

from __future__ import annotations

from geoeval.calculators.units import format_clock
from geoeval.query.base import DAYS, Model
from geoeval.query.derive import Blocked, Solver, Working, solver
from geoeval.query.filters import has_flag, is_open, take_as_no
from geoeval.query.hours_filter import use_hours
from geoeval.query.hours_kinds import OpenAt, OpeningTime
from geoeval.query.opening_day import draw_openings
from geoeval.query.place_kinds import Attribute, AttributeOf, HasFeature
from geoeval.query.values import Clock, Quantity, Reason, Text, YesNo
from geoeval.world.model import Place

_ABSENT: dict[str, Reason] = {
    "rating": "no_rating",
    "rating_count": "no_rating",
    "hours": "no_hours",
}


def _attribute_of(query: AttributeOf, work: Working) -> Quantity | Text:
    """Answer a fact of a named place."""
    return attribute_of(work.place(query.place), query.attribute, work)


def attribute_of(place: Place, attribute: Attribute, work: Working) -> Quantity | Text:
    """Return a fact of a place and write it down.

    Raises
    ------
    Blocked
        If the context does not give it.
    """
    word = attribute.replace("_", " ")
    value: Quantity | Text | None = None
    match attribute:
        case "rating":
            if place.rating is not None:
                value = Quantity(amount=place.rating, unit="stars")
        case "rating_count":
            if place.rating_count is not None:
                value = Quantity(amount=place.rating_count, unit="count")
        case "hours":
            if place.hours is not None and (lines := place.hours.without_dates().lines()):
                value = Text(text=", ".join(lines))
        case "address" | "phone" | "price_level" as name:
            text = {"address": place.address, "phone": place.phone}.get(name, place.price_level)
            value = Text(text=text) if text else None
    if value is None:
        reason = _ABSENT.get(attribute, "no_such_fact")
        raise Blocked(reason=reason, detail=f"the context gives no {word} of {place.name}")
    shown = value.text if isinstance(value, Text) else f"{value.amount:g}"
    work.use(f"{place.name}: {word} {shown}", place.line)
    work.say(f"{word} of {place.name}: {shown}")
    return value


def _has_feature(query: HasFeature, work: Working) -> YesNo:
    """Answer whether a place carries a service flag."""
    place = work.place(query.place)
    flags = ", ".join(place.features) or "none"
    work.use(f"{place.name}: service flags {flags}", place.line)
    carried = has_flag(place, query.feature)
    if not carried:
        take_as_no(query.feature, work)
    work.say(f"{place.name} {'carries' if carried else 'does not carry'} {query.feature!r}")
    return YesNo(yes=carried)


def _open_at(query: OpenAt, work: Working) -> YesNo:
    """Answer whether a place is open, or closed."""
    place = work.place(query.place)
    state = is_open(place, query.day, query.at, None, work)
    today = DAYS[work.world.today] if work.world.today is not None else "any day"
    when = f"{query.day or today}{f' {query.at}' if query.at else ''}"
    if state is None:
        raise Blocked(
            reason="no_hours",
            detail=f"the context gives no opening hours of {place.name} for {when}",
        )
    use_hours(place, work)
    draw_openings([place], query.day, (query.at,), work)
    work.say(f"{place.name} is {'open' if state else 'closed'} on {when}")
    return YesNo(yes=state is query.open)


def _opening_time(query: OpeningTime, work: Working) -> Clock:
    """Answer when a place opens or closes."""
    place = work.place(query.place)
    days = range(7) if query.day is None else [DAYS.index(query.day)]
    known = [place.hours.intervals_on(day) for day in days] if place.hours else [None]
    if any(intervals is None for intervals in known):
        raise Blocked(
            reason="no_hours", detail=f"the context gives no opening hours of {place.name}"
        )
    edges = {
        intervals[0][0] if query.edge == "opens" else intervals[-1][1]
        for intervals in known
        if intervals
    }
    if not edges:
        raise Blocked(
            reason="nothing_matches", detail=f"{place.name} is closed on {query.day or 'every day'}"
        )
    if len(edges) > 1:
        detail = f"{place.name} {query.edge} at another time on other days, and none is said"
        raise Blocked(reason="under_specified", detail=detail)
    minute = edges.pop()
    use_hours(place, work)
    when = f" on {query.day}" if query.day else ""
    work.say(f"{place.name} {query.edge} at {format_clock(minute)}{when}")
    return Clock(minute=minute)


SOLVERS: dict[type[Model], Solver] = dict(
    [
        solver(AttributeOf, _attribute_of),
        solver(HasFeature, _has_feature),
        solver(OpenAt, _open_at),
        solver(OpeningTime, _opening_time),
    ]
)

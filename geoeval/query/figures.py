"""The value of any figure, and what needs two of them or one for each of some offers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.units import format_distance, format_duration
from geoeval.query.algebra import (
    AnyFigure,
    Best,
    Compare,
    Difference,
    Distance,
    Fact,
    Modes,
    Pairs,
    RouteFigure,
    StepFact,
    Sum,
    Travel,
)
from geoeval.query.filter_kinds import Measure
from geoeval.query.fitting import unit_of
from geoeval.query.places.figures import distance_between, number_of, place_figure
from geoeval.query.routes.figures import route_figure
from geoeval.query.routes.steps import step_fact
from geoeval.query.routes.travel import travel_total
from geoeval.query.trip_kinds import TripFigure
from geoeval.query.trips.figures import trip_figure
from geoeval.query.values import Clock, Infeasible, Names, Quantity, Unit, Value, YesNo
from geoeval.query.working import Blocked, Working, rank_names

_NUMBERS: dict[Measure, Unit] = {"rating": "stars", "rating_count": "count", "price_level": "level"}


def value_of(figure: AnyFigure, work: Working) -> Value | Infeasible:
    """Return the value of a figure that leaves nothing open."""
    match figure:
        case Travel():
            return travel_total(figure, work)
        case RouteFigure():
            return route_figure(figure, work)
        case StepFact():
            return step_fact(figure, work)
        case TripFigure():
            return trip_figure(figure, work)
        case Sum():
            return _total(figure, work)
        case _:
            return place_figure(figure, work)


def _total(figure: Sum, work: Working) -> Quantity | Clock:
    """Return the sum of some figures, its multiple, or a time of day later or earlier."""
    values = _both(figure.of, work)
    assert not isinstance(values, Infeasible), "no plan is added up"
    first, *others = values
    added = sum(_number(value) for value in others) + figure.plus
    if isinstance(first, Clock):
        minute = first.minute + math.ceil(added / _MINUTE)
        work.say(f"{format_duration(abs(added))} {'before' if added < 0 else 'after'} that")
        return Clock(minute=minute if minute >= 0 else minute + DAY_MIN)
    amount = figure.times * (first.amount + added - figure.plus) + figure.plus
    if amount < 0:
        raise Blocked(reason="under_specified", detail="more is taken off than there is")
    written = format_duration(amount) if first.unit == "s" else format_distance(amount)
    work.say(f"{_factored(figure)} is {written}")
    tolerance = sum(value.tolerance for value in values if isinstance(value, Quantity))
    return Quantity(amount=amount, unit=first.unit, tolerance=figure.times * tolerance)


def _factored(figure: Sum) -> str:
    """Say what is made of some figures."""
    plus = f" {figure.plus:+g} {'s' if unit_of(figure) == 'time' else 'm'}" if figure.plus else ""
    times = "" if figure.times == 1 else f"{figure.times:g} times "
    return f"{times}{'that' if len(figure.of) == 1 else 'the sum'}{plus}"


_MINUTE = 60


def best_offered(query: Best, work: Working) -> Names:
    """Answer which offered pair of places, or way of travelling, has the least or most."""
    match query.among, query.figure:
        case Pairs(pairs=pairs), Distance():
            keyed = [
                (distance_between(work.place(pair.first), work.place(pair.second), work), pair.text)
                for pair in pairs
            ]
        case Pairs(pairs=pairs), Travel() as travel:
            ends = [{"origin": pair.first, "destination": pair.second} for pair in pairs]
            legs = [_with_leg(travel, end) for end in ends]
            keyed = [
                (travel_total(leg, work).amount, pair.text)
                for leg, pair in zip(legs, pairs, strict=True)
            ]
        case Modes(modes=modes), Travel() as travel:
            keyed = [
                (travel_total(_with_leg(travel, {"mode": each.mode}), work).amount, each.text)
                for each in modes
            ]
        case _:
            message = "the algebra allows no other figures of pairs and modes"
            raise AssertionError(message)
    keyed.sort(key=lambda pair: -pair[0] if query.most else pair[0])
    keys = [key for key, _ in keyed]
    found = rank_names((text for _, text in keyed), keys, query.rank, "of them")
    return replace(found, lengths_m=tuple(keys)) if isinstance(query.figure, Distance) else found


def compare(query: Compare, work: Working) -> YesNo | Infeasible:
    """Answer whether one figure is less, or more, than another."""
    values = _both((query.first, query.second), work)
    if isinstance(values, Infeasible):
        return values
    first, second = (_number(value) for value in values)
    return YesNo(yes=first > second if query.more else first < second)


def difference(query: Difference, work: Working) -> Quantity | Infeasible:
    """Answer by how much the greater figure exceeds the other."""
    values = _both((query.first, query.second), work)
    if isinstance(values, Infeasible):
        return values
    first, second = (
        Quantity(amount=each.minute * 60, unit="s") if isinstance(each, Clock) else each
        for each in values
    )
    apart = abs(first.amount - second.amount)
    match first.unit:
        case "s":
            written = format_duration(apart)
        case "m":
            written = format_distance(apart)
        case _:
            written = f"{apart:g}"
    work.say(f"they differ by {written}")
    return Quantity(amount=apart, unit=first.unit, tolerance=max(first.tolerance, second.tolerance))


def _both(figures: Sequence[AnyFigure], work: Working) -> list[Quantity | Clock] | Infeasible:
    """Return the numbers of two figures; the first plan that does not hold decides for both."""
    found: list[Quantity | Clock] = []
    for figure in figures:
        if isinstance(figure, Fact) and figure.place is not None and figure.fact in _NUMBERS:
            amount = number_of(work.place(figure.place), figure.fact, work)
            found.append(Quantity(amount=amount, unit=_NUMBERS[figure.fact]))
            continue
        value = value_of(figure, work)
        if isinstance(value, Infeasible):
            return value
        if not isinstance(value, Quantity | Clock):
            detail = f"the {figure.kind} is no number here, so that nothing can be compared"
            raise Blocked(reason="no_such_fact", detail=detail)
        found.append(value)
    return found


def _number(value: Quantity | Clock) -> float:
    """Return a value as a plain number."""
    return value.minute if isinstance(value, Clock) else value.amount


def _with_leg(travel: Travel, update: Mapping[str, object]) -> Travel:
    """Return a figure of travel with something of its one leg filled in."""
    (leg,) = travel.legs
    return travel.model_copy(update={"legs": (leg.model_copy(update=update),)})

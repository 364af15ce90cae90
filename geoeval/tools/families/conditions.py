"""Conditions as rows of three words: a fact, how it compares, a value; of places or routes."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NoReturn, get_args

from pydantic import Field

from geoeval.errors import quote
from geoeval.query.filter_kinds import (
    MOST,
    AddressFilter,
    CompareFilter,
    DirectionFilter,
    FeatureFilter,
    Filter,
    HoursFilter,
    Manoeuvre,
    NameFilter,
    NotFilter,
    OpenFilter,
    PlainFilter,
    RouteHas,
)
from geoeval.query.parts import Comparator, Day, Direction, Model
from geoeval.query.places.figures import price_rank
from geoeval.tools.failure import mend
from geoeval.tools.lenient import clock_of, word_of

PlaceFact = Literal[
    "rating", "rating_count", "price_level", "open", "opens", "closes",
    "feature", "name", "address", "direction",
]  # fmt: skip
RouteFact = Literal["time", "distance", "road", "exit", "landmark"] | Manoeuvre
Test = Literal["==", ">=", ">", "<=", "<", "not"]

_ALL_DAY: Final = frozenset({"24h", "24 h", "24 hours", "24/7", "all day", "open 24 hours"})
_ANY_TIME: Final = frozenset({"", "yes", "true"})
_LONGEST = 200


class PlaceCondition(Model):
    """A condition on a place."""

    fact: PlaceFact
    test: Annotated[Test, Field(alias="is")] = "=="
    value: Annotated[
        str,
        Field(
            description='"4.5"; price_level 1-4; open: "21:00", "12:00-15:00", "24h"; feature, '
            'name, address: text; direction: "north"',
            max_length=_LONGEST,
        ),
    ] = ""
    day: Day | None = None


class RouteCondition(Model):
    """A condition on a route."""

    fact: RouteFact
    test: Annotated[Test, Field(alias="is")] = "=="
    value: Annotated[
        str,
        Field(
            description="time: seconds; distance: metres; road, exit, landmark: text; else how "
            "often",
            max_length=_LONGEST,
        ),
    ] = ""


def place_filter(condition: PlaceCondition, path: str) -> Filter:
    """Return a condition on places as a filter of the query language."""
    fact, value = condition.fact, condition.value.strip()
    leaf: PlainFilter
    match fact:
        case "rating" | "rating_count" | "price_level":
            level = price_rank(value) if fact == "price_level" else None
            amount = _number(value, path) if level is None else float(level)
            leaf = CompareFilter(measure=fact, comparator=_comparator(condition), value=amount)
        case "opens" | "closes":
            at = _clock(value, path)
            comparator = _comparator(condition)
            leaf = HoursFilter(edge=fact, comparator=comparator, at=at, day=condition.day)
        case _:
            _check_equal(condition, path)
            leaf = _plain(fact, value, condition.day, path)
    return NotFilter(of=leaf) if condition.test == "not" else leaf


def route_filter(condition: RouteCondition, path: str) -> Filter:
    """Return a condition on routes as a filter of the query language."""
    fact, value = condition.fact, condition.value.strip()
    leaf: PlainFilter
    match fact:
        case "time" | "distance":
            amount = _number(value, path)
            leaf = CompareFilter(measure=fact, comparator=_comparator(condition), value=amount)
        case "road" | "exit" | "landmark":
            _check_equal(condition, path)
            leaf = RouteHas.model_validate({fact: _text(fact, value, path)})
        case _:
            if condition.test in {"<", "<="}:
                expected = 'one of ==, >=, >, not: at least so often, or "not"'
                mend(f"{path}.is", expected, condition.test)
            times = _number(value or "1", path) + (condition.test == ">")
            leaf = RouteHas(manoeuvre=fact, times=max(1, round(times)))
    return NotFilter(of=leaf) if condition.test == "not" else leaf


def open_then(value: str, day: Day | None, path: str = "at") -> OpenFilter:
    """Return the condition of being open at a time, from one until another, or all day.

    Examples
    --------
    >>> open_then("12:00-15:00", "monday").until, open_then("24h", None).all_day
    ('15:00', True)
    """
    if value.casefold() in _ALL_DAY:
        return OpenFilter(day=day, all_day=True)
    if value.casefold() in _ANY_TIME:
        return OpenFilter(day=day)
    start, dash, end = value.replace("–", "-").partition("-")
    until = _clock(end, path) if dash else None
    return OpenFilter(day=day, at=_clock(start, path), until=until)


def _plain(fact: PlaceFact, value: str, day: Day | None, path: str) -> PlainFilter:
    """Return a condition that compares nothing."""
    if fact == "open":
        return open_then(value, day, f"{path}.value")
    if fact == "direction":
        word = word_of(get_args(Direction), value)
        if word not in get_args(Direction):
            _refuse(path, "a point of the compass, such as north", value)
        return DirectionFilter.model_validate({"direction": word})
    text = _text(fact, value, path)
    if fact == "feature":
        return FeatureFilter(feature=text)
    return NameFilter(contains=text) if fact == "name" else AddressFilter(contains=text)


def _comparator(condition: PlaceCondition | RouteCondition) -> Comparator:
    """Return how a condition compares; the opposite of what is equal is said by "not"."""
    return "==" if condition.test == "not" else condition.test


def _check_equal(condition: PlaceCondition | RouteCondition, path: str) -> None:
    """Refuse to compare what is no number."""
    if condition.test not in {"==", "not"}:
        mend(f"{path}.is", f"== or not, as {condition.fact} is no number", quote(condition.test))


def _number(value: str, path: str) -> float:
    """Return a value as a number of 0 or more."""
    try:
        amount = float(value)
    except ValueError:
        amount = float("nan")
    if not 0 <= amount < MOST:
        _refuse(path, "a number of 0 or more", value)
    return amount


def _clock(value: str, path: str) -> str:
    """Return a value as a time of day."""
    found = clock_of(value)
    if found is None:
        _refuse(path, 'a time of day such as "17:00"', value)
    return found


def _text(fact: str, value: str, path: str) -> str:
    """Return a value that has to say something."""
    if not value:
        _refuse(path, f"the {fact} to look for", value)
    return value


def _refuse(path: str, expected: str, value: str) -> NoReturn:
    """Refuse the value of a row."""
    argument = path if path.endswith("value") or "[" not in path else f"{path}.value"
    mend(argument, expected, quote(value))

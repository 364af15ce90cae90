"""Holds a query to its question: nothing made up, and no figure or day left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isclose
from typing import NamedTuple

from geoeval.errors import quote
from geoeval.query.base import Model
from geoeval.query.kinds import Unanswerable
from geoeval.understanding.model.claims import Claim, Role, claims, lengths
from geoeval.understanding.model.stated import Figure, Stated
from geoeval.world.atlas import Unresolved
from geoeval.world.normal import key_words

_SHARE = 0.01
_HALF_DAY, _DAY = 720, 1440
_ALL_DAY = (24, 7, _DAY)
"""The figures of "24 hours" and "24/7"."""

_SHOWN = 5


class Fault(NamedTuple):
    """What is wrong with a query, in words for the model; ``words`` are those it leaves out.

    ``advice`` marks a name that no place has: it may stand if the model keeps to it.
    """

    message: str
    words: tuple[str, ...] = ()
    advice: bool = False


def faults(query: Model, stated: Stated) -> list[Fault]:
    """Return where a query says more or less than its question.

    Parameters
    ----------
    query
        What a model made of the question.
    stated
        What the question, its options and its world state.

    Returns
    -------
    list of Fault
        A place that is neither named nor implied; a figure, time, day or compass point that is
        not stated; roads, landmarks, features and categories without a word in common; offers
        that are no option; then the figures and days of the question that the query lacks.

    Notes
    -----
    The kind, and slots for which the question may use any word, such as the mode of travel,
    are not checked: reading them is what a model is asked for.

    Examples
    --------
    >>> from geoeval.datasets.records import Question
    >>> from geoeval.query.kinds import CountPlaces
    >>> from geoeval.world.model import World
    >>> stated = Stated(Question(id=1, text="How many cafes are within 500 m?"), World())
    >>> for fault in faults(CountPlaces(category="cafe", within_m=800), stated):
    ...     print(fault.message)
    $.query.within_m is 800.0, but the question states no such length
    the question states '500 m', which the query does not carry
    """
    made = list(claims(query))
    found = [fault for claim in made for fault in _CHECKS[claim.role](claim, stated)]
    if not isinstance(query, Unanswerable):
        found += _left_out(query, made, stated)
    return found


def _place(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a place is one of the world, or at least named in the question."""
    name = str(claim.value)
    found = stated.world.atlas.resolve(name)
    if not isinstance(found, Unresolved):
        if not stated.names(name) and not stated.names(found.name) and not stated.implied(name):
            yield Fault(f"{claim.path} is {quote(name)}, which the question does not name")
        return
    if not stated.quotes(name):
        yield Fault(
            f"{claim.path} is {quote(name)}, which neither the map nor the question names"
            + _nearest(found.candidates)
        )
    elif found.candidates:
        yield Fault(
            f"the map has no one place called {quote(name)}{_nearest(found.candidates)}; use the "
            "map's name if it is meant, else keep yours",
            advice=True,
        )


def _nearest(candidates: Sequence[str]) -> str:
    """Return the names that look most like one that no place has."""
    return f"; the nearest are {', '.join(map(quote, candidates[:_SHOWN]))}" if candidates else ""


def _offer(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that an offer is an option."""
    if str(claim.value).strip() not in {option.strip() for option in stated.question.options}:
        yield Fault(f"{claim.path} is {quote(claim.value)}, which is none of the options")


def _clock(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a time is stated."""
    if not any(_tells_time(figure, _minute(claim)) for figure in stated.offered):
        yield _unstated(claim, "time")


def _day(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a day is stated."""
    if claim.value not in stated.days:
        yield _unstated(claim, "day")


def _compass(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a compass point is stated."""
    if claim.value not in stated.compass:
        yield _unstated(claim, "direction")


def _figure(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a length or a duration is stated."""
    if not any(_equals(figure, claim) for figure in stated.offered):
        yield _unstated(claim, claim.role)


def _number(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a number is stated, in figures or as a rank."""
    if claim.value not in stated.ranks:
        yield from _figure(claim, stated)


def _wording(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a name of a road or the like has a word of the question."""
    if not stated.names(str(claim.value)):
        yield Fault(f"{claim.path} is {quote(claim.value)}, which the question does not say")


def _quoted(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that words are those of the question."""
    if not stated.quotes(str(claim.value)):
        yield Fault(f"{claim.path} is {quote(claim.value)}, which are not words of the question")


def _category(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a kind of place is said, or is one that the map lists."""
    if not stated.seeks(str(claim.value)):
        yield from _wording(claim, stated)


def _feature(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a feature is said, or is one that the map flags."""
    flags = {flag for place in stated.world.atlas.places for flag in place.features}
    if claim.value not in flags:
        yield from _wording(claim, stated)


def _reading(_claim: Claim, _stated: Stated) -> Iterator[Fault]:
    """Leave a word for what is meant to the model."""
    yield from ()


_CHECKS: dict[Role, Callable[[Claim, Stated], Iterator[Fault]]] = {
    "place": _place,
    "offer": _offer,
    "clock": _clock,
    "day": _day,
    "compass": _compass,
    "length": _figure,
    "duration": _figure,
    "number": _number,
    "wording": _wording,
    "quoted": _quoted,
    "category": _category,
    "feature": _feature,
    "reading": _reading,
}


def _unstated(claim: Claim, what: str) -> Fault:
    """Return that something is made up."""
    return Fault(f"{claim.path} is {claim.value}, but the question states no such {what}")


def _minute(claim: Claim) -> int:
    """Return the minute of the day of a clock time."""
    hour, minute = str(claim.value).split(":")
    return int(hour) * 60 + int(minute)


def _tells_time(figure: Figure, minute: int) -> bool:
    """Whether a figure states a minute of the day; a bare hour to 12 may be of either half."""
    if figure.kind == "clock":
        return figure.amount % _DAY == minute
    if figure.kind != "number" or figure.amount != int(figure.amount):
        return False
    return minute - figure.amount * 60 in (
        {0, _HALF_DAY, -_HALF_DAY} if figure.amount <= 12 else {0}
    )


def _equals(figure: Figure, claim: Claim) -> bool:
    """Whether a figure is the one that is claimed, roundings of conversions aside."""
    share = 0.0 if claim.role == "number" else _SHARE
    alike = figure.kind == claim.role and isinstance(claim.value, (int, float))
    return alike and isclose(figure.amount, float(claim.value), rel_tol=share)


def _left_out(query: Model, made: Sequence[Claim], stated: Stated) -> Iterator[Fault]:
    """Yield the figures, compass points and days of the question that no slot carries."""
    places = {claim.value for claim in made if claim.role == "place"}
    names = stated.known_words(
        str(claim.value) for claim in made if claim.role in {"place", "wording"}
    )
    counts = lengths(query) | {len(stated.question.options), len(places)}
    for figure in stated.figures:
        counted = figure.kind == "number" and figure.amount in counts
        always = figure.amount in _ALL_DAY and _asks_all_day(query)
        in_name = figure.keys <= names
        if not (counted or always or in_name or any(_carries(c, figure) for c in made)):
            yield _lacks(figure.words)
    said = {claim.value for claim in made}
    for point, words in stated.compass.items():
        if point not in said and not names.issuperset(key_words(words)):
            yield _lacks(words)
    for word, days in stated.day_words.items():
        if said.isdisjoint(days) and word not in names:
            yield _lacks(word)


def _carries(claim: Claim, figure: Figure) -> bool:
    """Whether a slot carries a figure of the question."""
    return _tells_time(figure, _minute(claim)) if claim.role == "clock" else _equals(figure, claim)


def _asks_all_day(query: Model) -> bool:
    """Whether a query asks for places that never close."""
    return any(getattr(each, "all_day", False) for each in getattr(query, "filters", ()))


def _lacks(words: str) -> Fault:
    """Return that a query leaves words out."""
    return Fault(f"the question states {quote(words)}, which the query does not carry", (words,))

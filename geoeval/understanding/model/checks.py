"""What a claim of a query needs to hold: a name, figure, time, day or word of the question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isclose
from typing import NamedTuple

from geoeval.errors import quote
from geoeval.understanding.model.claims import Claim, Role
from geoeval.understanding.model.stated import Figure, Stated
from geoeval.world.atlas import Unresolved

_SHARE = 0.01
_SHOWN = 5
_HALF_DAY, _DAY = 720, 1440


class Fault(NamedTuple):
    """What is wrong with a query, in words for the model; ``words`` are those it leaves out.

    ``advice`` marks a name that no place has: it may stand if the model keeps to it.
    """

    message: str
    words: tuple[str, ...] = ()
    advice: bool = False


def unfounded(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Yield what is made up in a claim.

    Examples
    --------
    >>> from geoeval import Question, World
    >>> stated = Stated(Question(id=1, text="Is it open on Friday?"), World())
    >>> [fault.message for fault in unfounded(Claim("$.query.day", "day", "monday"), stated)]
    ['$.query.day is monday, but the question states no such day']
    """
    yield from _CHECKS[claim.role](claim, stated)


def carries(claim: Claim, figure: Figure) -> bool:
    """Return whether a slot carries a figure of the question.

    Examples
    --------
    >>> nine = Figure("number", 9.0, "9", frozenset({"9"}))
    >>> [carries(Claim("$.query.at", "clock", at), nine) for at in ("09:00", "21:00", "10:00")]
    [True, True, False]
    """
    return _tells_time(figure, _minute(claim)) if claim.role == "clock" else _equals(figure, claim)


def _place(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a place is one of the world, or at least named in the question."""
    name = str(claim.value)
    found = stated.world.atlas.resolve(name)
    if not isinstance(found, Unresolved):
        if not stated.names(name) and not stated.names(found.name) and not stated.implied(name):
            yield Fault(f"{claim.path} is {quote(name)}, which {stated.source} does not name")
        return
    if not stated.quotes(name):
        yield Fault(
            f"{claim.path} is {quote(name)}, which neither the map nor {stated.source} names"
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


def _clock(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a time is stated."""
    if not any(_tells_time(figure, _minute(claim)) for figure in stated.figures):
        yield _unstated(claim, "time", stated)


def _day(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a day is stated."""
    if claim.value not in stated.days:
        yield _unstated(claim, "day", stated)


def _compass(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a compass point is stated."""
    if claim.value not in stated.compass:
        yield _unstated(claim, "direction", stated)


def _figure(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a length or a duration is stated."""
    if not any(_equals(figure, claim) for figure in stated.figures):
        yield _unstated(claim, claim.role, stated)


def _number(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a number is stated, in figures or as a rank."""
    if claim.value not in stated.ranks:
        yield from _figure(claim, stated)


def _wording(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a name of a road or the like has a word of the question."""
    if not stated.names(str(claim.value)):
        yield Fault(f"{claim.path} is {quote(claim.value)}, which {stated.source} does not say")


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


def _offer(claim: Claim, stated: Stated) -> Iterator[Fault]:
    """Check that a text is one of the options."""
    if str(claim.value).strip() not in {option.strip() for option in stated.question.options}:
        yield Fault(f"{claim.path} is {quote(claim.value)}, which is none of the options")


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


def _unstated(claim: Claim, what: str, stated: Stated) -> Fault:
    """Return that something is made up."""
    return Fault(f"{claim.path} is {claim.value}, but {stated.source} states no such {what}")


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

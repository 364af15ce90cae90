"""Whether filters hold: yes, no, or None where too little is known.

A no settles "all" and a yes settles "any"; else one unknown part leaves the whole unknown (Kleene
1952, Introduction to Metamathematics, § 64).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from numbers import Real
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from geoeval.calculators.clock import DAY_MIN, minute_of
from geoeval.calculators.filters import kinds
from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.sphere.cardinal import is_directly
from geoeval.calculators.sphere.compass import Compass
from geoeval.errors import (
    CoincidentPointsError,
    InvalidCoordinateError,
    UsageError,
    mismatch,
    quote,
)
from geoeval.text import key_words, normalise_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from geoeval.calculators.sphere.points import LatLon

Truth: TypeAlias = bool | None
"""Whether a filter holds; None where that is not known."""
COMPARE: Final[dict[kinds.Comparator, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "==": operator.eq,
}
_NOON = 720
# Words of a flag that say nothing, and words that say the same.
_IDLE = frozenset(
    {"a", "an", "the", "is", "has", "have", "available", "food", "serve", "serves", "offer"}
    | {"offers", "provide", "provides", "accept", "accepts", "allow", "allows", "take", "takes"}
    | {"entrance"}
)
_SAME = {
    "accessibility": "accessible",
    "bookable": "reservable",
    "reservation": "reservable",
    "reservations": "reservable",
    "takeaway": "takeout",
}


class Among(Protocol):
    """Places as filters ask for them: column by column, in one order."""

    @property
    def indices(self) -> Sequence[int]:
        """What each place is called where a value of it cannot be read."""

    def column(self, name: str) -> Iterable[object]:
        """Return a value for each place, None or NaN where it is unknown."""

    def ends(self, seen_from: str | None) -> Iterable[tuple[LatLon, LatLon] | None]:
        """Return for each place from where it is seen, the anchor if nothing is said, and it.

        None where that is unknown.
        """


def evaluate_filter(wanted: kinds.Filter, among: Among) -> list[Truth]:
    """Return for each of some places whether a filter holds.

    It is None where too little is known of a place. A flag that a place does not carry is not known
    to be absent, and a place at the very point from which it is seen lies in no direction that is
    known. Filters look for the columns "name", "address", "features" and "hours", or for the one
    that they name. Raises ``UsageError`` if a value is not of the type that the filter asks for, or
    it is no filter of places.
    """
    match wanted:
        case kinds.NotFilter(of=part):
            return [negate_truth(truth) for truth in evaluate_filter(part, among)]
        case kinds.AnyFilter(of=parts):
            return [any_truth(row) for row in _truth_rows(parts, among)]
        case kinds.AllFilter(of=parts):
            return [
                negate_truth(any_truth(map(negate_truth, row))) for row in _truth_rows(parts, among)
            ]
        case kinds.DirectionFilter(direction=word, seen_from=seen_from):
            return _truths_by_direction(Compass(word), sector_of(word), among.ends(seen_from))
        case kinds.SectorFilter(direction=word, sector_deg=sector_deg):
            return _truths_by_direction(Compass(word), sector_deg, among.ends(None))
    return _column_truths(wanted, among)


def _column_truths(wanted: kinds.Filter, among: Among) -> list[Truth]:
    column, expected, holds = _column_test(wanted)
    found: list[Truth] = []
    for value in among.column(column):
        try:
            found.append(holds(value) if kinds.is_known(value) else None)
        except TypeError:
            message = f"expected {expected} or None in column {quote(column)}, "
            message += f"got {quote(value)} at index {among.indices[len(found)]}"
            raise UsageError(message) from None
    return found


def _truth_rows(parts: tuple[kinds.Filter, ...], among: Among) -> Iterable[tuple[Truth, ...]]:
    return zip(*(evaluate_filter(part, among) for part in parts), strict=True)


def any_truth(row: Iterable[Truth]) -> Truth:
    """Return whether one of several conditions holds: a yes decides, else an unknown."""
    row = tuple(row)
    return True if True in row else None if None in row else False


def negate_truth(truth: Truth) -> Truth:
    """Return whether a condition does not hold."""
    return None if truth is None else not truth


def _column_test(wanted: kinds.Filter) -> tuple[str, str, Callable[[Any], Truth]]:
    """Return the column that a filter asks for, what stands there, and what decides on it."""
    match wanted:
        case kinds.CompareFilter(measure=measure, comparator=comparator, value=limit):
            return measure, "a number", partial(_compare_number, COMPARE[comparator], limit)
        case kinds.OneOfFilter(column=column, values=values):
            folded = tuple(map(_fold_case, values))
            return column, "a value or a collection of values", partial(_is_among, folded)
        case kinds.OpenFilter() | kinds.HoursFilter():
            return "hours", "opening hours", partial(_holds_on_days, wanted)
        case kinds.OpenAtFilter(at=at):
            return "hours", "opening hours", partial(_is_open_at, at)
        case kinds.FeatureFilter(feature=feature):
            return "features", "a collection of texts", partial(_has_words, _flag_words(feature))
        case kinds.NameFilter(contains=text):
            return "name", "a text", partial(_contains_text, normalise_name(text))
        case kinds.AddressFilter(contains=text):
            return "address", "a text", partial(_contains_words, " ".join(key_words(text)))
    raise mismatch(UsageError, "a filter of places", wanted)


def _compare_number(compare: Callable[[Any, float], object], limit: float, value: object) -> bool:
    """Return whether a number compares with a limit; TypeError if it is not one."""
    if isinstance(value, bool) or not isinstance(value, (float, int, Real)):
        raise TypeError
    return bool(compare(value, limit))


def _is_among(wanted: tuple[object, ...], value: object) -> Truth:
    """Return whether a value, or one of several, is wanted; an unknown one among them may be."""
    several = list(value) if kinds.is_collection(value) else [value]
    known = [one for one in several if kinds.is_known(one)]
    if any(_fold_case(one) in wanted for one in known):
        return True
    return False if len(known) == len(several) else None


def _fold_case(value: object) -> object:
    return value.casefold() if isinstance(value, str) else value


def _has_words(wanted: set[str], flags: Iterable[str]) -> Truth:
    """Return whether one of some flags has all the words wanted, None where none does."""
    if isinstance(flags, str):
        raise TypeError
    return (
        any(bool(wanted) and wanted <= _flag_words(_require_text(flag)) for flag in flags) or None
    )


def _flag_words(text: str) -> set[str]:
    joined = normalise_name(text).replace("take out", "takeout").replace("take away", "takeaway")
    return {_SAME.get(word, word) for word in joined.split() if word not in _IDLE}


def _contains_text(wanted: str, value: object) -> bool:
    return wanted in normalise_name(_require_text(value))


def _contains_words(wanted: str, value: object) -> bool:
    return f" {wanted} " in f" {' '.join(key_words(_require_text(value)))} "


def _require_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _truths_by_direction(
    compass: Compass, sector_deg: float, ends: Iterable[tuple[LatLon, LatLon] | None]
) -> list[Truth]:
    found: list[Truth] = []
    for pair in ends:
        try:
            found.append(is_directly(*pair, compass, sector_deg) if pair else None)
        except (CoincidentPointsError, InvalidCoordinateError):  # the same place, or its antipode
            found.append(None)
    return found


def sector_of(direction: str) -> float:
    """Return the width of the sector of a direction in degrees: a quarter, or half of one."""
    return 90 if direction in {"north", "east", "south", "west"} else 45


def _is_open_at(at: datetime, hours: object) -> Truth:
    """Return whether opening hours hold an instant; TypeError if they are none."""
    if not isinstance(hours, WeeklyHours):
        raise TypeError
    return hours.is_open(at)


def _holds_on_days(wanted: kinds.OpenFilter | kinds.HoursFilter, hours: object) -> Truth:
    """Return what holds on all days that may be meant; TypeError if these are no hours."""
    if not isinstance(hours, WeeklyHours):
        raise TypeError
    found = on_each_day(wanted, hours)
    return found.pop() if len(found) == 1 else None


def on_each_day(wanted: kinds.OpenFilter | kinds.HoursFilter, hours: WeeklyHours) -> set[Truth]:
    """Return what a condition on hours comes to on the day said, or on each day where none is."""
    days = _weekday_numbers(wanted.day)
    if isinstance(wanted, kinds.OpenFilter) and not wanted.all_day:
        return {_is_open_on(hours, day, wanted.at, wanted.until) for day in days}
    known = {hours.intervals_on(day) for day in days} - {None}
    if not known:
        return {None}
    if isinstance(wanted, kinds.OpenFilter):
        return {known == {((0, DAY_MIN),)}}
    return {_has_edge(opening, wanted) for opening in find_openings(hours, wanted.day)} or {False}


def _weekday_numbers(day: kinds.Day | None) -> Sequence[int]:
    return range(7) if day is None else [kinds.DAYS.index(day)]


def _is_open_on(
    hours: WeeklyHours, day: int, start: kinds.ClockTime | None, end: kinds.ClockTime | None
) -> Truth:
    """Return whether hours hold on a day, at a time or for a span of it."""
    if start is None:
        return hours.opens_on(day)
    first = minute_of(start)
    begins = hours.is_open_on(day, first)
    if end is None or not begins:
        return begins
    last = minute_of(end)
    last += DAY_MIN if last <= first else 0
    closes = hours.closes_on(day, first)
    if closes is None:  # it is open for certain, and not known to close
        sure = None if hours.certain is None else hours.certain.closes_on(day, first)
        return (sure is not None and last <= sure) or None
    return last <= closes


def _has_edge(opening: Opening, wanted: kinds.HoursFilter) -> bool:
    """Return whether an opening begins or ends as asked, in the night after where that is meant."""
    limit = minute_of(wanted.at)
    if wanted.edge == "opens":
        return COMPARE[wanted.comparator](opening.opens, limit)
    limit += DAY_MIN if limit < _NOON and limit <= opening.opens else 0
    return COMPARE[wanted.comparator](opening.closes, limit)


class Opening(NamedTuple):
    """When a place opens first and closes last on a day, and how long it is open in between.

    All in minutes, the first two after midnight; a closing after midnight counts on beyond 1440.
    """

    opens: int
    closes: int
    length: int


def find_openings(hours: WeeklyHours | None, day: kinds.Day | None) -> set[Opening]:
    """Return how a place opens on a day, or on each that it opens on.

    Days on which it stays closed, or of which nothing is known, give none. What follows without
    a gap on the next day is the same opening; what never closes is given a week.
    """
    found: set[Opening] = set()
    for number in _weekday_numbers(day):
        begun = hours.intervals_on(number) if hours else None
        if begun and hours:
            closes = hours.closes_on(number, begun[-1][0])
            assert closes is not None
            found.add(Opening(begun[0][0], closes, sum(end - start for start, end in begun)))
    return found

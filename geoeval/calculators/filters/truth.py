"""Evaluation of filters: True, False, or None if unknown.

One False part makes "all" False, one True part makes "any" True. Otherwise one unknown part makes
the result unknown (Kleene 1952, Introduction to Metamathematics, § 64).
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
"""Whether a filter holds; None if that is unknown."""
COMPARE: Final[dict[kinds.Comparator, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "==": operator.eq,
}
_NOON = 720
_HOURS = "opening hours (from WeeklyHours.from_osm or WeeklyHours.parse)"
# Words of a service flag that carry no meaning, and synonyms.
_IGNORED_WORDS = frozenset(
    {"a", "an", "the", "is", "has", "have", "available", "food", "serve", "serves", "offer"}
    | {"offers", "provide", "provides", "accept", "accepts", "allow", "allows", "take", "takes"}
    | {"entrance"}
)
_SYNONYMS = {
    "accessibility": "accessible",
    "bookable": "reservable",
    "reservation": "reservable",
    "reservations": "reservable",
    "takeaway": "takeout",
}


class PlaceColumns(Protocol):
    """Places as columns in the same order, as input for filters."""

    @property
    def indices(self) -> Sequence[int]:
        """The indices of the places, for error messages."""

    def column(self, name: str) -> Iterable[object]:
        """Return a value for each place, None or NaN if unknown."""

    def ends(self, seen_from: str | None) -> Iterable[tuple[LatLon, LatLon] | None]:
        """Return a pair for each place: the viewpoint, by default the anchor, and the place.

        The pair is None if either point is unknown.
        """


def evaluate_filter(wanted: kinds.Filter, places: PlaceColumns) -> list[Truth]:
    """Return whether a filter holds for each place.

    The result is None if it is unknown: a missing flag may be unrecorded, and a place at the
    viewpoint has no direction. Filters use the columns "name", "address", "features" and "hours",
    or the column that they name. Raises ``UsageError`` if a value does not have the type that the
    filter needs, or if it is not a filter for places.
    """
    match wanted:
        case kinds.NotFilter(of=part):
            return [negate_truth(truth) for truth in evaluate_filter(part, places)]
        case kinds.AnyFilter(of=parts):
            return [any_truth(row) for row in _truth_rows(parts, places)]
        case kinds.AllFilter(of=parts):
            return [
                negate_truth(any_truth(map(negate_truth, row)))
                for row in _truth_rows(parts, places)
            ]
        case kinds.DirectionFilter(direction=word, seen_from=seen_from):
            return _truths_by_direction(Compass(word), sector_of(word), places.ends(seen_from))
        case kinds.SectorFilter(direction=word, sector_deg=sector_deg):
            return _truths_by_direction(Compass(word), sector_deg, places.ends(None))
    return _column_truths(wanted, places)


def _column_truths(wanted: kinds.Filter, places: PlaceColumns) -> list[Truth]:
    column, expected, holds = _column_test(wanted)
    truths: list[Truth] = []
    try:
        values = places.column(column)
    except UsageError as error:
        raise UsageError(f"{error}, which {type(wanted).__name__} reads") from None
    for value in values:
        try:
            truths.append(holds(value) if kinds.is_known(value) else None)
        except TypeError:
            message = f"expected {expected} or None in column {quote(column)}, "
            message += f"got {quote(value)} at index {places.indices[len(truths)]}"
            raise UsageError(message) from None
    return truths


def _truth_rows(
    parts: tuple[kinds.Filter, ...], places: PlaceColumns
) -> Iterable[tuple[Truth, ...]]:
    return zip(*(evaluate_filter(part, places) for part in parts), strict=True)


def any_truth(row: Iterable[Truth]) -> Truth:
    """Return whether any condition holds: True if one does, else None if one is unknown."""
    row = tuple(row)
    return True if True in row else None if None in row else False


def negate_truth(truth: Truth) -> Truth:
    """Return whether a condition does not hold."""
    return None if truth is None else not truth


def _column_test(wanted: kinds.Filter) -> tuple[str, str, Callable[[Any], Truth]]:
    """Return the column that a filter reads, the type of its values, and the test for a value."""
    match wanted:
        case kinds.CompareFilter(measure=measure, comparator=comparator, value=limit):
            return measure, "a number", partial(_compare_number, COMPARE[comparator], limit)
        case kinds.OneOfFilter(column=column, values=values):
            folded = tuple(map(_fold_case, values))
            return column, "a value or a collection of values", partial(_is_among, folded)
        case kinds.OpenFilter() | kinds.HoursFilter():
            return "hours", _HOURS, partial(_holds_on_days, wanted)
        case kinds.OpenAtFilter(at=at):
            return "hours", _HOURS, partial(_is_open_at, at)
        case kinds.FeatureFilter(feature=feature):
            return "features", "a collection of strings", partial(_has_words, _flag_words(feature))
        case kinds.NameFilter(contains=text):
            return "name", "a string", partial(_contains_text, normalise_name(text))
        case kinds.AddressFilter(contains=text):
            return "address", "a string", partial(_contains_words, " ".join(key_words(text)))
    raise mismatch(UsageError, "a filter for places", wanted)


def _compare_number(compare: Callable[[Any, float], object], limit: float, value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (float, int, Real)):
        raise TypeError
    return bool(compare(value, limit))


def _is_among(wanted: tuple[object, ...], value: object) -> Truth:
    """Return whether any of the values is wanted; None if only an unknown value may be."""
    values = list(value) if kinds.is_collection(value) else [value]
    known = [one for one in values if kinds.is_known(one)]
    if any(_fold_case(one) in wanted for one in known):
        return True
    return False if len(known) == len(values) else None


def _fold_case(value: object) -> object:
    return value.casefold() if isinstance(value, str) else value


def _has_words(wanted: set[str], flags: Iterable[str]) -> Truth:
    """Return True if a flag has all the wanted words, otherwise None."""
    if isinstance(flags, str):
        raise TypeError
    return (
        any(bool(wanted) and wanted <= _flag_words(_require_text(flag)) for flag in flags) or None
    )


def _flag_words(text: str) -> set[str]:
    joined = normalise_name(text).replace("take out", "takeout").replace("take away", "takeaway")
    return {_SYNONYMS.get(word, word) for word in joined.split() if word not in _IGNORED_WORDS}


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
    truths: list[Truth] = []
    for pair in ends:
        try:
            truths.append(is_directly(*pair, compass, sector_deg) if pair else None)
        except (CoincidentPointsError, InvalidCoordinateError):  # the same place or its antipode
            truths.append(None)
    return truths


def sector_of(direction: str) -> float:
    """Return the sector width of a direction: 90 degrees for the four main points, otherwise 45."""
    return 90 if direction in {"north", "east", "south", "west"} else 45


def _is_open_at(at: datetime, hours: object) -> Truth:
    if not isinstance(hours, WeeklyHours):
        raise TypeError
    return hours.is_open(at)


def _holds_on_days(wanted: kinds.OpenFilter | kinds.HoursFilter, hours: object) -> Truth:
    """Return whether hours match; None if that depends on the day."""
    if not isinstance(hours, WeeklyHours):
        raise TypeError
    truths = on_each_day(wanted, hours)
    return truths.pop() if len(truths) == 1 else None


def on_each_day(wanted: kinds.OpenFilter | kinds.HoursFilter, hours: WeeklyHours) -> set[Truth]:
    """Return the distinct results for the day of a condition, or for all days if it has no day."""
    days = _weekday_numbers(wanted.day)
    if isinstance(wanted, kinds.OpenFilter) and not wanted.all_day:
        return {_is_open_on(hours, day, wanted.at, wanted.until) for day in days}
    known = {hours.intervals_on(day) for day in days} - {None}
    if not known:
        return {None}
    if isinstance(wanted, kinds.OpenFilter):
        return {known == {((0, DAY_MIN),)}}
    return {_matches_opening(opening, wanted) for opening in find_openings(hours, wanted.day)} or {
        False
    }


def _weekday_numbers(day: kinds.Day | None) -> Sequence[int]:
    return range(7) if day is None else [kinds.DAYS.index(day)]


def _is_open_on(
    hours: WeeklyHours, day: int, start: kinds.ClockTime | None, end: kinds.ClockTime | None
) -> Truth:
    if start is None:
        return hours.opens_on(day)
    start_min = minute_of(start)
    is_open = hours.is_open_on(day, start_min)
    if end is None or not is_open:
        return is_open
    end_min = minute_of(end)
    end_min += DAY_MIN if end_min <= start_min else 0
    closes = hours.closes_on(day, start_min)
    if closes is None:  # it is certainly open, but its closing time is unknown
        certain_closing = None if hours.certain is None else hours.certain.closes_on(day, start_min)
        return (certain_closing is not None and end_min <= certain_closing) or None
    return end_min <= closes


def _matches_opening(opening: Opening, wanted: kinds.HoursFilter) -> bool:
    """Return whether an opening starts or ends as wanted; early closings are after midnight."""
    limit = minute_of(wanted.at)
    if wanted.edge == "opens":
        return COMPARE[wanted.comparator](opening.opens, limit)
    limit += DAY_MIN if limit < _NOON and limit <= opening.opens else 0
    return COMPARE[wanted.comparator](opening.closes, limit)


class Opening(NamedTuple):
    """The first opening and the last closing of a place on a day, and the time that it is open.

    ``opens`` and ``closes`` are minutes after midnight, above 1440 on the next day; ``length`` is
    the sum of the intervals in minutes.
    """

    opens: int
    closes: int
    length: int


def find_openings(hours: WeeklyHours | None, day: kinds.Day | None) -> set[Opening]:
    """Return the distinct openings of a place on a day, or on all days.

    Closed and unknown days have none. Hours that continue without a gap on the next day belong to
    the same opening, which lasts at most a week.
    """
    openings: set[Opening] = set()
    for number in _weekday_numbers(day):
        intervals = hours.intervals_on(number) if hours else None
        if intervals and hours:
            closes = hours.closes_on(number, intervals[-1][0])
            assert closes is not None
            openings.add(
                Opening(intervals[0][0], closes, sum(end - start for start, end in intervals))
            )
    return openings

"""Opening hours as arguments: those of a place, or written in any form that can be read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Annotated

from pydantic import Field, PlainValidator

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.hours.record import time_zone
from geoeval.errors import HoursError, quote
from geoeval.tools.arguments import PlaceArgument, refused
from geoeval.tools.failure import mend, no_answer
from geoeval.world.model import Place

_LONGEST = 4000
_BRACKETS = re.compile(r"[\[{]")
_MOST_BRACKETS = 200
_BEFORE = timedelta(days=8)
_AFTER = timedelta(days=400)
_FORMS = 'hours such as "Monday: 9:00 AM – 5:00 PM" or "Mo-Fr 09:00-17:00"'
_GOOGLE = {"periods", "weekday_text", "weekdayDescriptions"}


@dataclass(frozen=True, slots=True)
class WrittenHours:
    """Hours as a caller wrote them: a text for people or of OpenStreetMap, lines, or JSON."""

    value: str | Mapping[str, object] | Sequence[Mapping[str, object] | str]

    def read(self, around: date | None = None) -> WeeklyHours:
        """Return the hours.

        Parameters
        ----------
        around
            A date that is asked about, for rules that hold on certain dates only.

        Raises
        ------
        HoursError
            If they cannot be read, or are those of half a day that is not said: "9-5".

        Examples
        --------
        >>> WrittenHours("Mo-Fr 09:00-17:00").read().intervals_on(4)
        ((540, 1020),)
        """
        value = self.value
        if isinstance(value, Mapping):
            google = _GOOGLE & value.keys()
            return WeeklyHours.from_google(value) if google else WeeklyHours.from_schema_org(value)
        if not isinstance(value, str):
            lines = [line for line in value if isinstance(line, str)]
            if len(lines) < len(value):
                return WeeklyHours.from_schema_org(value)
            value = "\n".join(lines)
        during = None if around is None else (around - _BEFORE, around + _AFTER)
        try:
            return WeeklyHours.parse(value)
        except HoursError as error:
            as_words = error
        try:
            return WeeklyHours.from_osm(value, during=during)
        except HoursError as error:
            reasons = f"as words: {_reason(as_words)}; as OpenStreetMap's: {_reason(error)}"
            message = f"expected {_FORMS} ({reasons}), got {quote(value)}"
            raise HoursError(message) from None


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question about hours is about: a name and its hours."""

    name: str
    hours: WeeklyHours


def subject_of(
    place: Place | None,
    hours: WrittenHours | None,
    zone: str | None = None,
    around: date | None = None,
) -> Subject:
    """Return whose hours are asked about.

    Parameters
    ----------
    place, hours
        One of the two.
    zone
        The place's time zone, taken where the hours name none.
    around
        A date that is asked about.

    Raises
    ------
    Refused
        If there are both or neither, the hours cannot be read, or those of the place are not
        known, which is final.

    Examples
    --------
    >>> subject_of(None, WrittenHours("24/7")).hours.is_open_on(0, 0)
    True
    """
    if hours is not None:
        if place is not None:
            mend("hours", "no hours beside a place: give one of the two", quote(hours.value))
        try:
            found = Subject("the place", hours.read(around))
        except HoursError as error:
            expected, _, got = str(error).removeprefix("expected ").rpartition(", got ")
            mend("hours", expected, got)
    elif place is None:
        mend("place", "a place of the map, or hours in words as the argument hours")
    elif place.hours is None:
        no_answer("no_hours", f"the opening hours of {place.name} are not known")
    else:
        found = Subject(place.name, place.hours)
    if zone is not None and found.hours.zone is None:
        return replace(found, hours=replace(found.hours, zone=zone))
    return found


def _reason(error: HoursError) -> str:
    """Return what was expected, and where; what is missing beside a text cannot be given."""
    reason = str(error).partition(", got ")[0].removeprefix("expected ")
    missing, dated, rules = reason.partition(" to know the dates of ")
    if not dated:
        return reason
    asked = " without a date" if missing == "during" else ""
    return f"no rules on {rules}{asked}"


def _written(value: object) -> WrittenHours:
    """Return hours that came as text, lines or JSON; they are read when their date is known."""
    if len(value if isinstance(value, str) else repr(value)) > _LONGEST:
        expected = f"{_FORMS}, at most {_LONGEST} characters"
        raise refused(expected, value)
    if isinstance(value, str) and value.lstrip()[:1] in {"{", "["}:
        if len(_BRACKETS.findall(value)) > _MOST_BRACKETS:
            raise refused(_FORMS, value)
        try:
            value = json.loads(value)
        except ValueError:
            raise refused(_FORMS, value) from None
    if not isinstance(value, str | list | tuple | Mapping) or not value:
        raise refused(_FORMS, value)
    return WrittenHours(value)


def _zone(value: object) -> str:
    """Return the name of a time zone."""
    try:
        time_zone(value if isinstance(value, str) else "")
    except HoursError:
        expected = "the IANA name of a time zone, such as 'Europe/Paris'"
        raise refused(expected, value) from None
    return str(value)


PlaceOfHours = Annotated[PlaceArgument | None, Field(description="Place: name or id")]
"""The place whose hours are asked about."""

HoursArgument = Annotated[
    WrittenHours,
    PlainValidator(_written, json_schema_input_type=str),
]
"""Hours in place of those of a place."""

OtherHours = Annotated[
    HoursArgument | None,
    Field(description='Instead of place: "Monday: 9:00 AM – 5:00 PM", OSM "Mo-Fr 09:00-17:00"'),
]
"""Hours in place of those of a place, where they are given."""

ZoneArgument = Annotated[
    Annotated[str, PlainValidator(_zone, json_schema_input_type=str)] | None,
    Field(description='IANA time zone of the place, if the offset is not its own: "Asia/Tokyo"'),
]
"""The time zone of the place."""

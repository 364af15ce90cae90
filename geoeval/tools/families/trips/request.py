"""What the trip tools are asked: stops and their hours, limits, and travel times of the caller."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator

from geoeval.calculators.hours import WeeklyHours
from geoeval.errors import HoursError
from geoeval.tools.arguments import (
    ClockArgument,
    DayArgument,
    ModeArgument,
    read_place_text,
    refused,
)
from geoeval.tools.families.hours.written_hours import WrittenHours

MOST_STOPS = 15
"""The most stops of a trip."""

_MOST_WAYS = 600
_WEEK_MIN = 7 * 24 * 60

_LONGEST_NAME = 300
_LONGEST_HOURS = 2000


def _hours(value: object) -> WeeklyHours:
    """Return the opening hours that an argument means; hours without a day are those of all."""
    expected = 'opening hours such as "Monday: 9:00 AM – 5:00 PM, …" or "09:00-17:00" for every day'
    if not isinstance(value, str) or len(value) > _LONGEST_HOURS:
        raise refused(expected, value)
    try:
        return WrittenHours(value).read()
    except HoursError:
        raise refused(expected, value) from None


PlaceText = Annotated[
    str,
    BeforeValidator(read_place_text),
    Field(description='Place: name, id or "latitude,longitude"', max_length=_LONGEST_NAME),
]
"""What stands for a place: the trip may go to places that the map does not know."""

Hours = Annotated[
    WeeklyHours,
    PlainValidator(_hours, json_schema_input_type=str),
    Field(description='Opening hours: "Monday: 9:00 AM – 5:00 PM, …" or "09:00-17:00" every day'),
]
"""Opening hours as map services write them, or a plain window for every day."""

VisitMinutes = Annotated[int, Field(description="Length of the visit in minutes", ge=0, le=1440)]


class Argument(BaseModel):
    """A part of a request that takes no unknown field."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class TravelTime(Argument):
    """How long a way takes, as another map says."""

    origin: PlaceText
    destination: PlaceText
    minutes: Annotated[float, Field(ge=0, le=_WEEK_MIN, allow_inf_nan=False)]
    mode: Annotated[ModeArgument | None, Field(description="Left out: the mode of the trip")] = None


class OrderedStop(Argument):
    """One stop of a trip in its order."""

    place: PlaceText
    visit_min: VisitMinutes = 0
    starts_at: Annotated[
        ClockArgument | None, Field(description="Booked start HH:MM, such as a tour's")
    ] = None
    mode: Annotated[
        ModeArgument | None, Field(description="How one comes to it, if not by the trip's mode")
    ] = None


class PlannedStop(OrderedStop):
    """One stop of a trip to plan."""

    hours: Hours | None = None
    optional: Annotated[
        bool | None,
        Field(description="With most_visits: whether it may be left out. All may if none says so"),
    ] = None


class ScheduledStop(Argument):
    """One visit of a schedule with its times."""

    place: PlaceText
    start: ClockArgument
    end: Annotated[
        ClockArgument | None,
        Field(description="HH:MM; left out: start plus visit_min, an arrival if that is 0"),
    ] = None
    visit_min: Annotated[
        int, Field(description="Minutes it has to last at least", ge=0, le=1440)
    ] = 0
    hours: Hours | None = None
    mode: Annotated[
        ModeArgument | None, Field(description="How one comes to it, if not by the trip's mode")
    ] = None


class TripRequest(Argument):
    """What all trip tools are asked."""

    day: Annotated[
        DayArgument | None, Field(description="Weekday, for opening hours; left out: most days")
    ] = None
    mode: Annotated[ModeArgument | None, Field(description="How one travels")] = None
    travel_times: Annotated[
        tuple[TravelTime, ...],
        Field(
            description="One-way travel times beside, or in place of, those of the map",
            max_length=_MOST_WAYS,
        ),
    ] = ()


class LimitedRequest(TripRequest):
    """What is asked of a trip that begins somewhere and has limits of time."""

    origin: Annotated[PlaceText | None, Field(description="Where the trip begins")] = None
    depart: Annotated[ClockArgument | None, Field(description="Departure HH:MM")] = None
    finish_by: Annotated[
        ClockArgument | None, Field(description="Time HH:MM to be done by, the next if past")
    ] = None
    budget_min: Annotated[
        int | None, Field(description="Minutes available in all", gt=0, le=_WEEK_MIN)
    ] = None

"""Queries for whole plans, whose question states every fact itself: no world is needed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from geoeval.query.parts import (
    ClockTime,
    Model,
    PlaceName,
)


class Meeting(Model):
    """Someone to meet: where they are, from when until when, and for how long at least.

    An end that is not after the start is on the next day.
    """

    person: str = Field(min_length=1)
    place: PlaceName
    present_from: ClockTime
    present_until: ClockTime
    at_least_min: int = Field(ge=0, description="Least length of the meeting in minutes")


class MeetingPlan(Model):
    """A day on which as many people as possible are met, each at their place and time.

    ``travel`` holds minutes by origin, then by destination; the way back may take another time.
    """

    ask: Literal["meeting_plan"] = "meeting_plan"
    origin: PlaceName
    depart: ClockTime
    meetings: tuple[Meeting, ...] = Field(min_length=1)
    travel: dict[PlaceName, dict[PlaceName, Annotated[int, Field(ge=0)]]] = Field(
        default_factory=dict
    )

    @field_validator("meetings")
    @classmethod
    def _one_each(cls, meetings: tuple[Meeting, ...]) -> tuple[Meeting, ...]:
        """Refuse a person who is named twice."""
        _refuse_repeated([meeting.person for meeting in meetings])
        return meetings


class CityStay(Model):
    """A city and the number of days to spend there, those of arriving and leaving included."""

    city: str = Field(min_length=1)
    days: int = Field(ge=1)


class DatedEvent(Model):
    """Something that keeps one in a city on every day from the first to the last."""

    city: str = Field(min_length=1)
    first_day: int
    last_day: int


class StayPlan(Model):
    """A trip of some days over several cities, each visited once, by direct flights only.

    ``flights`` are one-way pairs. A day on which one flies counts for both cities.
    """

    ask: Literal["stay_plan"] = "stay_plan"
    days: int = Field(ge=1)
    stays: tuple[CityStay, ...] = Field(min_length=1)
    events: tuple[DatedEvent, ...] = ()
    flights: tuple[tuple[str, str], ...] = ()

    @field_validator("stays")
    @classmethod
    def _one_each(cls, stays: tuple[CityStay, ...]) -> tuple[CityStay, ...]:
        """Refuse a city that is named twice."""
        _refuse_repeated([stay.city for stay in stays])
        return stays


def _refuse_repeated(names: list[str]) -> None:
    """Refuse names of which one stands twice."""
    for index, name in enumerate(names):
        if name in names[:index]:
            message = f"expected each name once, got {name!r} twice"
            raise ValueError(message)

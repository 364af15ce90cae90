"""Queries about opening hours: whether a place is open, when, on which days and how long."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from geoeval.query.base import ClockTime, Day, Model, PlaceName, PlaceSelection


class OpenAt(Model):
    """Whether a place is open (or closed) on a day, or at a time of a day."""

    kind: Literal["open_at"] = "open_at"
    place: PlaceName
    day: Day | None = None
    at: ClockTime | None = None
    open: bool = True


class OpeningTime(Model):
    """When a place opens, or closes for the day: on a day, or on all if they are alike."""

    kind: Literal["opening_time"] = "opening_time"
    place: PlaceName
    day: Day | None = None
    edge: Literal["opens", "closes"] = "opens"


class OpenDays(Model):
    """On which days of the week a place opens, or stays closed; or how many they are.

    With ``at`` they are the days on which it is open, or closed, at that time.
    """

    kind: Literal["open_days"] = "open_days"
    place: PlaceName
    open: bool = True
    at: ClockTime | None = None
    asks: Literal["names", "count"] = "names"


class OpeningLength(Model):
    """How long a place is open in all: in a week, on a day, or on any day if they are alike."""

    kind: Literal["opening_length"] = "opening_length"
    place: PlaceName
    day: Day | None = None
    week: bool = Field(default=False, description="The sum of all days of the week")


class PickByHours(PlaceSelection):
    """The place of a selection that opens first, closes last or is open longest on a day.

    ``most`` asks for the last to open or to close, or for the longest.
    """

    kind: Literal["pick_by_hours"] = "pick_by_hours"
    by: Literal["opens", "closes", "length"]
    most: bool = False
    day: Day | None = None

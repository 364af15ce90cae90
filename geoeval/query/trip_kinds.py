"""Queries about one stop of a trip: how long to stay there, how long to wait, what to leave out."""

from __future__ import annotations

from typing import Literal

from geoeval.query.base import PlaceName, Trip


class StayLimit(Trip):
    """The longest stay at ``stay_at``, whose visit the trip leaves open.

    It begins at the arrival and ends when the rest of the trip has to go on: to ``finish_by``,
    the end of the budget or the next booked start; or when the place closes, where the day is
    said or ``until_closing``.
    """

    kind: Literal["stay_limit"] = "stay_limit"
    stay_at: PlaceName
    until_closing: bool = False


class WaitingTime(Trip):
    """How long one waits at the last stop, reached before it opens."""

    kind: Literal["waiting_time"] = "waiting_time"


class LeftOut(Trip):
    """The one stop to leave out, so that the others fit into the budget and the hours."""

    kind: Literal["left_out"] = "left_out"

"""Opening hours: one model, with readers and writers for the formats of map services."""

from __future__ import annotations

from geoeval.calculators.hours.days import WEEK_MIN, Day, Interval, Season, Week
from geoeval.calculators.hours.model import WeeklyHours
from geoeval.calculators.hours.record import Change, Stretch
from geoeval.calculators.hours.text import parse_day

__all__ = [
    "WEEK_MIN",
    "Change",
    "Day",
    "Interval",
    "Season",
    "Stretch",
    "Week",
    "WeeklyHours",
    "parse_day",
]

"""Which days of a place's clock show every time, so that a datetime can be read as it stands."""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo

_MIDNIGHT = datetime.min.time()
_LAST = date.max.toordinal()


Hours = tuple[bool | bytes | None, ...]
"""The state in each hour; an hour with a change in it has one byte for each minute."""


class ShownDays(dict[int, Hours | None]):
    """The hours of each day whose clock shows every time, by ordinal of the date; filled as asked.

    It is None near a change of the clock, where a datetime may name a time that the clock skips,
    without a time zone, and at both ends of the calendar; and always if there is no week.

    Examples
    --------
    >>> from zoneinfo import ZoneInfo
    >>> days = ShownDays(ZoneInfo("Europe/Paris"), (True,) * 24 + (False,) * 144)
    >>> days[date(2024, 3, 25).toordinal()][12], days[date(2024, 3, 31).toordinal()]
    (True, None)
    """

    def __init__(self, zone: tzinfo | None, week: Hours) -> None:
        super().__init__()
        self.zone = zone
        self.week = week

    def __missing__(self, ordinal: int) -> Hours | None:
        """Find the hours of a day that is asked for the first time."""
        monday = (ordinal - 1) % 7 * 24
        even = self.week and self._is_even(ordinal)
        self[ordinal] = hours = self.week[monday : monday + 24] if even else None
        return hours

    def _is_even(self, ordinal: int) -> bool:
        """Return whether the clock is not changed on a day, the one before or the one after."""
        if self.zone is None or not 2 < ordinal < _LAST - 2:
            return False
        around = (date.fromordinal(ordinal + number) for number in (-1, 0, 1, 2))
        midnights = (datetime.combine(on, _MIDNIGHT, self.zone) for on in around)
        return len({at.utcoffset() for at in midnights}) == 1


def shown(at: datetime, zone: tzinfo) -> datetime:
    """Return an aware datetime as the clock of a zone shows that instant.

    Examples
    --------
    A time that the clock skips stands for an instant too, which the clock shows as another:

    >>> from zoneinfo import ZoneInfo
    >>> paris = ZoneInfo("Europe/Paris")
    >>> str(shown(datetime(2024, 3, 31, 2, 30, tzinfo=paris), paris))
    '2024-03-31 03:30:00+02:00'
    """
    return (at.astimezone(UTC) if at.tzinfo is zone else at).astimezone(zone)

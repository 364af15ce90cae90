"""Opening hours written back in every format they are read from."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Self

from geoeval.calculators.hours.google_writer import write_dated, write_regular
from geoeval.calculators.hours.instants import DatedHours
from geoeval.calculators.hours.osm_writer import write_osm
from geoeval.calculators.hours.schema_org_writer import write_schema_org
from geoeval.calculators.hours.weekday_text import write_week
from geoeval.errors import HoursError, quote


class WritableHours(DatedHours):
    """Hours that can be written; what a format cannot say is an error, never left out.

    The time zone stands beside the hours in every format, so that no text holds it.
    """

    def without_dates(self) -> Self:
        """Return the regular week and the seasons alone, without dated exceptions and validity.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> hours = WeeklyHours(((),) * 7, dates=((date(2024, 12, 25), ((600, 720),)),))
        >>> hours.without_dates() == WeeklyHours(((),) * 7)
        True
        """
        return replace(self, dates=(), valid=None)

    def lines(self) -> tuple[str, ...]:
        """Return one line for each known day and season, written as Google Maps does.

        Returns
        -------
        tuple of str
            None if nothing is known.

        Raises
        ------
        HoursError
            If there are dated exceptions or a validity, which such lines cannot say.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> WeeklyHours.parse("Monday: Closed, Tuesday: Open 24 hours").lines()
        ('Monday: Closed', 'Tuesday: Open 24 hours')
        """
        if self.dates or self.valid is not None:
            message = (
                "expected a week and seasons, as a text for people has no dates, "
                f"got {quote(self)}; write without_dates()"
            )
            raise HoursError(message)
        return write_week(self.days, self.seasons)

    def text(self) -> str:
        r"""Return the hours in one line as Google Maps writes them, for ``parse`` to read.

        Returns
        -------
        str
            Known days separated by commas, with the narrow spaces U+202F and U+2009 around
            the parts of times.

        Raises
        ------
        HoursError
            As ``lines``, and if nothing is known.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> ascii(WeeklyHours.parse("Monday: 9:00 - 11:30").text())
        "'Monday: 9:00\\u2009\\u2013\\u200911:30\\u202fAM'"
        """
        lines = self.lines()
        if not lines:
            message = f"expected at least one known day, got {quote(self)}"
            raise HoursError(message)
        return ", ".join(lines)

    def to_google(self, *, legacy: bool = False) -> dict[str, object]:
        """Return the regular week as Google's Places give it.

        Parameters
        ----------
        legacy
            Whether to write ``opening_hours`` of the old interface ("time": "0900") in place of
            ``regularOpeningHours`` of the new one.

        Returns
        -------
        dict
            ``periods`` and the texts for people.

        Raises
        ------
        HoursError
            If a day is not known, or there are seasons, dated exceptions or a validity.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> hours = WeeklyHours((((540, 1020),), *((),) * 6))
        >>> hours.to_google(legacy=True)["periods"]
        [{'open': {'day': 1, 'time': '0900'}, 'close': {'day': 1, 'time': '1700'}}]
        """
        return write_regular(self, legacy=legacy)

    def to_google_week(self, first: date, *, legacy: bool = False) -> dict[str, object]:
        """Return seven days as Google's Places give the current hours.

        Parameters
        ----------
        first
            The first of the seven dates.
        legacy
            Whether to write ``current_opening_hours`` of the old interface in place of
            ``currentOpeningHours`` of the new one.

        Returns
        -------
        dict
            Dated ``periods``, the special days among the seven, and the texts for people.

        Raises
        ------
        HoursError
            If the hours of a date are not known.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> hours = WeeklyHours(((),) * 7, dates=((date(2024, 12, 25), ((600, 720),)),))
        >>> hours.to_google_week(date(2024, 12, 23))["specialDays"]
        [{'date': {'year': 2024, 'month': 12, 'day': 25}}]
        """
        return write_dated(self, first, legacy=legacy)

    def to_osm(self) -> str:
        """Return the hours as OpenStreetMap's ``opening_hours``.

        Returns
        -------
        str
            The regular week, then seasons, then dated exceptions. Days that are not known are
            "unknown", and so is every date outside ``valid``.

        Raises
        ------
        HoursError
            If ``valid`` has no first or no last date.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM, Tuesday: Closed").to_osm()
        'Mo 18:00-02:00; Tu off; We-Su unknown'
        """
        return write_osm(self)

    def to_schema_org(self) -> list[dict[str, object]]:
        """Return the hours as schema.org's ``openingHoursSpecification``.

        Returns
        -------
        list of dict
            One for each interval and the weekdays that have it, then those of single dates.
            Days that are not known are not named.

        Raises
        ------
        HoursError
            If there are seasons, a date is not known, or hours from 00:00 to 23:59, which
            would be read as all day.

        Examples
        --------
        >>> from geoeval import WeeklyHours
        >>> closed = WeeklyHours.parse("Sunday: Closed").to_schema_org()
        >>> closed[0]["dayOfWeek"], closed[0]["opens"], closed[0]["closes"]
        (['Sunday'], '00:00', '00:00')
        """
        return write_schema_org(self)

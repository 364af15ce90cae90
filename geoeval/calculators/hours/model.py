"""The one model of opening hours, with its readers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from geoeval.calculators.hours.google import read_google
from geoeval.calculators.hours.schema_org import read_schema_org
from geoeval.calculators.hours.weekday_text import read_week
from geoeval.calculators.hours.writers import WritableHours
from geoeval.errors import HoursError, quote


class WeeklyHours(WritableHours):
    """Opening hours: a regular week, seasons, dated exceptions and the place's time zone.

    Hours past midnight belong to the day they began: an interval may end after minute 1440.
    ``None`` means not known, and never closed.

    Parameters
    ----------
    days
        The regular week, Monday first: None where the day is not known, ``()`` where it is
        closed, else intervals (start, end) in minutes after that day's midnight, in order and
        not overlapping, ``0 <= start < 1440`` and ``start < end <= start + 1440``. Open all
        day is ``((0, 1440),)``.
    seasons
        Hours of some months in place of the regular week's.
    dates
        Pairs of a date and its hours, in place of season and week. They hold outside ``valid``
        too.
    zone
        The place's time zone by its IANA name. Without one a datetime's own clock is taken.
    valid
        First and last date for which week and seasons are known; None means any date.

    Raises
    ------
    HoursError
        If a value is not of that form, or no time zone has that name.

    Examples
    --------
    >>> hours = WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM, Tuesday: Closed")
    >>> hours.is_open_on(0, 18 * 60), hours.is_open_on(1, 60), hours.is_open_on(1, 120)
    (True, True, False)
    >>> hours.is_open_on(4, 600) is None
    True
    """

    @classmethod
    def parse(cls, text: str, *, zone: str | None = None) -> WeeklyHours:
        """Read hours as map services write them for people.

        Parameters
        ----------
        text
            Entries such as "Monday: 12:30 – 2:30 PM, 7:00 – 10:30 PM", "Tuesday: Closed" or
            "Sunday: Open 24 hours", parted by commas, semicolons or line breaks, in English,
            Spanish, French, German or Portuguese. Any kind of space and dash and the 24-hour
            clock are read, days may be joined ("Monday – Friday:"), and a final full stop is
            allowed.
        zone
            The place's time zone, an IANA name.

        Returns
        -------
        WeeklyHours
            The hours; days that are not named are unknown. Overlapping intervals are joined.

        Raises
        ------
        HoursError
            If the text is anything else; ``position`` is the offset of what was not expected.
            A text that mixes languages is refused, and so is one that two languages read
            differently ("mar: 9:00–17:00", Tuesday or March).

        Notes
        -----
        A first time without AM or PM takes that of the second ("12:00 – 4:00 PM" starts at
        noon), unless it would then not come before it ("11:00 – 1:00 PM" starts at 11 AM).
        A closing time that is not after the opening is on the next day.

        Months in brackets limit the hours ahead of them to these months of every year
        ("Monday: 9:00 AM – 5:00 PM (April – October)"), and months in place of a weekday give
        the hours of every day ("November – March: Closed"). Both become seasons.

        Examples
        --------
        >>> WeeklyHours.parse("Friday: 12:00 – 4:00 PM").intervals_on(4)
        ((720, 960),)
        >>> WeeklyHours.parse("Friday: whenever")
        Traceback (most recent call last):
        ...
        geoeval.errors.HoursError: expected a time such as '9:00 AM' at position 8, got 'whenever'
        """
        days, seasons = read_week(text)
        if zone is None and not seasons:
            return cls._of_week(days)
        return cls(days, seasons, zone=zone)

    @classmethod
    def parse_lines(cls, lines: Iterable[str], *, zone: str | None = None) -> WeeklyHours:
        """Read hours given as one line for each day, as in a map service's JSON.

        Parameters
        ----------
        lines
            Usually seven lines such as "Monday: 9:00 AM – 5:00 PM".
        zone
            The place's time zone, an IANA name.

        Returns
        -------
        WeeklyHours
            The hours.

        Raises
        ------
        HoursError
            As ``parse``; ``position`` counts through all lines, one for each line break.

        Examples
        --------
        >>> WeeklyHours.parse_lines(["Monday: Closed", "Tuesday: Open 24 hours"]).days[:3]
        ((), ((0, 1440),), None)
        """
        if isinstance(lines, bytes) or not isinstance(lines, Iterable):
            message = f"expected lines of opening hours, got {quote(lines)}"
            raise HoursError(message)
        parts = [lines] if isinstance(lines, str) else list(lines)
        for part in parts:
            if not isinstance(part, str):
                message = f"expected opening hours as texts, got {quote(part)}"
                raise HoursError(message)
        return cls.parse("\n".join(parts), zone=zone)

    @classmethod
    def from_osm(
        cls,
        text: str,
        *,
        zone: str | None = None,
        country: str | None = None,
        state: str | None = None,
        coords: tuple[float, float] | None = None,
        during: tuple[date, date] | None = None,
    ) -> WeeklyHours:
        """Read OpenStreetMap's ``opening_hours``.

        Parameters
        ----------
        text
            The value of the tag. Usual slips are mended (``hours.osm_mend`` lists them).
        zone
            The place's time zone, an IANA name.
        country
            ISO code of the country, for public holidays.
        state
            Its state, province or other region, by code ("BW", "DE-BW") or name. Without it
            what depends on a holiday of some regions only is not known on that day.
        coords
            (latitude, longitude) in degrees, for sunrise and sunset.
        during
            First and last date to evaluate. Rules that hold on certain dates need it: public
            holidays, days of a month, years, weeks, easter, sun times.

        Returns
        -------
        WeeklyHours
            Rules on weekdays and months become the regular week and seasons. Where a rule
            holds on certain dates, those that differ are dated exceptions, and ``valid`` is
            ``during`` with the day before it, whose night may reach into it. Days that no rule
            names are closed. A day with a time that is "unknown", only a comment
            ("by appointment") or of open end ("18:00+") is not known, nor one that the sun does
            not bound ("18:00-sunset" where it sets at 16:00).

        Raises
        ------
        HoursError
            If it cannot be read, with the position; or a rule cannot be evaluated, with what to
            give.
        UsageError
            If public holidays or sun times are asked for, and the extra ``hours`` is not
            installed.

        Examples
        --------
        >>> hours = WeeklyHours.from_osm("Mo-Fr 09:00-17:00; PH off", country="FR",
        ...     during=(date(2024, 1, 1), date(2024, 12, 31)))
        >>> hours.day(date(2024, 5, 8)), hours.day(date(2024, 5, 15))
        ((), ((540, 1020),))
        """
        from geoeval.calculators.hours.osm import Place, read_osm

        read = read_osm(text, Place(zone, country, state, coords, during))
        return cls(read.days, read.seasons, read.dates, zone, read.valid)

    @classmethod
    def from_google(
        cls,
        regular: Mapping[str, object] | None,
        current: Mapping[str, object] | None = None,
        *,
        zone: str | None = None,
    ) -> WeeklyHours:
        """Read the opening hours of Google's Places, of the old interface or the new one.

        Parameters
        ----------
        regular
            ``opening_hours`` or ``regularOpeningHours``. ``periods`` count, and the texts for
            people only where there are none. A single period from Sunday 00:00 without a close
            is always open.
        current
            ``current_opening_hours`` or ``currentOpeningHours`` of the same place: the coming
            seven days, with ``special_days`` or ``specialDays``.
        zone
            The place's time zone, an IANA name.

        Returns
        -------
        WeeklyHours
            Days without a period are closed; without periods and texts nothing is known.
            Special days, and current days that differ from the week, are dated exceptions.

        Raises
        ------
        HoursError
            If a value is not as Google documents it, with its JSON path.

        Notes
        -----
        The forms are those of the Places API, "Place Details" (old) and "Place resource" (new).
        An opening of more than a day is parted at midnights.

        Examples
        --------
        >>> period = {"open": {"day": 1, "time": "0900"}, "close": {"day": 1, "time": "1700"}}
        >>> WeeklyHours.from_google({"periods": [period]}).days[:2]
        (((540, 1020),), ())
        """
        days, dates = read_google(regular, current)
        return cls(days, dates=dates, zone=zone)

    @classmethod
    def from_schema_org(
        cls,
        specification: Mapping[str, object] | Sequence[Mapping[str, object] | str] | str,
        *,
        zone: str | None = None,
    ) -> WeeklyHours:
        """Read schema.org's ``openingHoursSpecification`` or ``openingHours``.

        Parameters
        ----------
        specification
            One specification or a list; or texts such as "Mo-Fr 09:00-17:00".
        zone
            The place's time zone, an IANA name.

        Returns
        -------
        WeeklyHours
            Days that no specification names are not known. One without ``opens`` and ``closes``
            is closed on the days or dates that it names. Specifications with ``validFrom``
            and ``validThrough`` become dated exceptions beside others without; where all have
            the same, of a week or more, they are the regular week and ``valid``.

        Raises
        ------
        HoursError
            If a value is of another form, with its JSON path; "PublicHolidays" is no weekday.

        Notes
        -----
        As Google's guide to structured data has it: 00:00 to 00:00 is closed, 00:00 to 23:59
        is all day, and a close that is not after the open is on the next day. The text "Mo-Su"
        is always open, as schema.org has it.

        Examples
        --------
        >>> WeeklyHours.from_schema_org(["Mo-Fr 09:00-17:00"]).days[4:]
        (((540, 1020),), None, None)
        """
        days, dates, valid = read_schema_org(specification)
        return cls(days, dates=dates, zone=zone, valid=valid)

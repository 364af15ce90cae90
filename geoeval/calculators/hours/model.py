"""The model of opening hours, with readers and writers for the formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

from geoeval.calculators.hours.days import Parts, check_date
from geoeval.calculators.hours.record import HoursRecord
from geoeval.calculators.hours.text import read_week, write_week
from geoeval.errors import HoursError, mismatch, quote

_DAY = timedelta(days=1)
_COLON = re.compile(r"[^\d\s]\s*:")


class WeeklyHours(HoursRecord):
    """Opening hours: a regular week, seasons, dated exceptions and the place's time zone.

    Hours past midnight belong to the day on which they start: an interval may end after minute
    1440. ``None`` means unknown, not closed.

    Parameters
    ----------
    days
        The regular week, Monday first. A day is None if unknown, ``()`` if closed, else
        intervals (start, end) in minutes after its midnight, in order and without overlap, with
        ``0 <= start < 1440`` and ``start < end <= start + 1440``. Open all day is
        ``((0, 1440),)``.
    seasons
        Hours that replace the regular week in some months.
    dates
        Pairs of a date and its hours, which replace season and week, also outside ``valid``.
    zone
        The IANA name of the place's time zone.
    valid
        The first and last date on which the week and seasons apply; None for any date.
    certain
        Hours that are certainly open on unknown days; ignored on other days. Only ``from_osm``
        and ``to_osm`` read and write them.

    Raises
    ------
    HoursError
        If a value does not have this form, or the time zone is unknown.

    Examples
    --------
    >>> hours = WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM, Tuesday: Closed")
    >>> hours.is_open_on(0, 18 * 60), hours.is_open_on(1, 60), hours.is_open_on(1, 120)
    (True, True, False)
    >>> hours.is_open_on(4, 600) is None
    True
    """

    certain: WeeklyHours | None

    @classmethod
    def parse(cls, text: str, *, zone: str | None = None) -> WeeklyHours:
        """Read hours as map services display them; days without an entry are unknown.

        Parameters
        ----------
        text
            Entries such as "Monday: 12:30 – 2:30 PM, 7:00 – 10:30 PM", "Tuesday: Closed" or
            "Sunday: Open 24 hours", separated by commas, semicolons or line breaks, in English,
            Spanish, French, German or Portuguese. Days may be joined ("Monday – Friday:") or
            grouped ("Daily:", "Weekdays:", "Weekends:"), and need no colon if that is
            unambiguous ("Mon-Fri 9AM-5PM"). "Open 24 hours" or "24/7" alone is the whole week.
        zone
            The IANA name of the place's time zone.

        Raises
        ------
        HoursError
            If the text is anything else; ``position`` is the offset of the unexpected part.
            For OpenStreetMap's syntax ("Mo-Fr 09:00-17:00; PH off") use ``from_osm``. A text is
            also rejected if it mixes languages, or if it has different meanings in two languages
            ("mar: 9:00–17:00" is Tuesday or March).

        Notes
        -----
        An opening time without AM or PM takes that of the closing time ("12:00 – 4:00 PM"
        starts at noon), unless it would then not be earlier ("11:00 – 1:00 PM" starts at 11 AM).
        A closing time that is not after the opening time is on the next day. Overlapping
        intervals are joined.

        Months in brackets limit the hours before them to those months of every year
        ("Monday: 9:00 AM – 5:00 PM (April – October)"). Months instead of a weekday give the
        hours of every day ("November – March: Closed"). Both become seasons.

        Examples
        --------
        >>> WeeklyHours.parse("Friday: 12:00 – 4:00 PM").intervals_on(4)
        ((720, 960),)
        >>> WeeklyHours.parse("Friday: whenever")
        Traceback (most recent call last):
        ...
        geoeval.errors.HoursError: expected a time such as '9:00 AM' at position 8, got 'whenever'
        """
        try:
            days, seasons = read_week(text)
        except HoursError as error:
            from geoeval.calculators.hours.osm import is_osm

            if not isinstance(text, str) or not is_osm(text):
                raise
            raise HoursError(
                f"{error}; this is OpenStreetMap's syntax, which WeeklyHours.from_osm reads",
                error.position,
            ) from error
        if zone is None and not seasons:
            return cls._from_week(days)
        return cls(days, seasons, zone=zone)

    @classmethod
    def parse_lines(cls, lines: Iterable[str], *, zone: str | None = None) -> WeeklyHours:
        """Read hours with one line for each day, as in the JSON of a map service.

        Raises ``HoursError`` as ``parse`` does; ``position`` is the offset in the lines joined by
        line breaks.

        Examples
        --------
        >>> WeeklyHours.parse_lines(["Monday: Closed", "Tuesday: Open 24 hours"]).days[:3]
        ((), ((0, 1440),), None)
        """
        if isinstance(lines, bytes) or not isinstance(lines, Iterable):
            raise mismatch(HoursError, "lines of opening hours", lines)
        parts = [lines] if isinstance(lines, str) else list(lines)
        for part in parts:
            if not isinstance(part, str):
                raise mismatch(HoursError, "opening hours as strings", part)
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
        holidays: bool = True,
    ) -> WeeklyHours:
        """Read OpenStreetMap's ``opening_hours``.

        Rules for weekdays and months become the regular week and seasons. If a rule applies to
        certain dates, dates with different hours become dated exceptions, and ``valid`` is
        ``during`` plus the day before, whose night may extend into it. Days without a rule are
        closed. A day is unknown if one of its times is "unknown", only a comment ("by
        appointment"), has an open end ("18:00+") or cannot be derived from the sun
        ("18:00-sunset" if the sun sets at 16:00). Its hours that are certainly open, as in
        '10:00-18:00 || "by appointment"', are kept in ``certain``.

        Parameters
        ----------
        text
            The value of the tag. Common typos are corrected.
        zone
            The IANA name of the place's time zone.
        country
            The ISO code of the country, for public holidays.
        state
            The code ("BW", "DE-BW") or name of a state, province or other region of the
            country. Without it, hours that depend on a regional holiday are unknown on that day.
        coords
            (latitude, longitude) in degrees, for sunrise and sunset.
        during
            The first and last date to evaluate. Rules for certain dates need it: public
            holidays, days of a month, years, weeks, Easter, sun times.
        holidays
            False ignores rules for public and school holidays, so that the usual week applies
            on holidays too. True raises for a rule for school holidays, which no calendar has.

        Raises
        ------
        HoursError
            If the text cannot be read, with the position; or if a rule cannot be evaluated, with
            the missing argument.
        UsageError
            If public holidays or sun times are needed and the extra ``hours`` is not installed.

        Examples
        --------
        >>> hours = WeeklyHours.from_osm("Mo-Fr 09:00-17:00; PH off", country="FR",
        ...     during=(date(2024, 1, 1), date(2024, 12, 31)))
        >>> hours.day(date(2024, 5, 8)), hours.day(date(2024, 5, 15))
        ((), ((540, 1020),))
        >>> WeeklyHours.from_osm("Mo-Fr 09:00-17:00; PH off", holidays=False).is_open_on(1, 600)
        True
        """
        from geoeval.calculators.hours.osm import Place, read_osm

        place = Place(zone, country, state, coords, during, holidays)
        return cls._from_parts(read_osm(text, place), zone)

    @classmethod
    def from_google(
        cls,
        regular: Mapping[str, object] | None,
        current: Mapping[str, object] | None = None,
        *,
        zone: str | None = None,
    ) -> WeeklyHours:
        """Read the opening hours of Google's Places API, legacy or new.

        Days without a period are closed. Without periods and weekday texts, all days are unknown.
        Special days, and current days that differ from the week, become dated exceptions. An
        opening of more than a day is split at each midnight.

        Parameters
        ----------
        regular
            ``opening_hours`` or ``regularOpeningHours``. ``periods`` take precedence over the
            weekday texts. A single period from Sunday 00:00 without a close is always open.
        current
            ``current_opening_hours`` or ``currentOpeningHours`` of the same place: the coming
            seven days, with ``special_days`` or ``specialDays``.
        zone
            The IANA name of the place's time zone.

        Raises
        ------
        HoursError
            If a value is not in the format that Google documents; the message has its JSON path.

        Examples
        --------
        >>> period = {"open": {"day": 1, "time": "0900"}, "close": {"day": 1, "time": "1700"}}
        >>> WeeklyHours.from_google({"periods": [period]}).days[:2]
        (((540, 1020),), ())
        """
        from geoeval.calculators.hours.google import read_google

        return cls._from_parts(read_google(regular, current), zone)

    @classmethod
    def from_schema_org(
        cls,
        specification: Mapping[str, object] | Sequence[Mapping[str, object] | str] | str,
        *,
        zone: str | None = None,
    ) -> WeeklyHours:
        """Read schema.org's ``openingHoursSpecification`` or ``openingHours``, or a place's node.

        Days without a specification are unknown. A specification without ``opens`` and ``closes``
        means closed. Specifications with ``validFrom`` and ``validThrough`` become dated
        exceptions. If all specifications have the same validity of a week or more, they become
        the regular week, and ``valid`` is that validity.

        Parameters
        ----------
        specification
            One specification or a list of them; strings such as "Mo-Fr 09:00-17:00" or
            "Su Closed"; the node of a place ("LocalBusiness") with either or both; or a list of
            nodes or an object with a ``@graph``, of which exactly one node has opening hours.
        zone
            The IANA name of the place's time zone.

        Raises
        ------
        HoursError
            If a value has the wrong form or a specification has an unknown key, with the JSON
            path; or if strings and specifications of a place differ. "PublicHolidays" is not a
            weekday.

        Notes
        -----
        As in Google's guide to structured data, 00:00 to 00:00 is closed, 00:00 to 23:59 is all
        day, and a closing time that is not after the opening time is on the next day. As in
        schema.org, the string "Mo-Su" means always open.

        Examples
        --------
        >>> WeeklyHours.from_schema_org(["Mo-Fr 09:00-17:00", "Su Closed"]).days[4:]
        (((540, 1020),), None, ())
        >>> shop = {"@type": "Bakery", "name": "Mill", "openingHours": "Sa 09:00-17:00"}
        >>> WeeklyHours.from_schema_org({"@graph": [{"@type": "WebSite"}, shop]}).days[5:]
        (((540, 1020),), None)
        """
        from geoeval.calculators.hours.schema_org import read_schema_org

        return cls._from_parts(read_schema_org(specification), zone)

    # Writers raise for hours that the format cannot express. No format includes the zone.

    def without_dates(self) -> WeeklyHours:
        """Return the regular week and the seasons, without dated exceptions and validity.

        Examples
        --------
        >>> hours = WeeklyHours(((),) * 7, dates=((date(2024, 12, 25), ((600, 720),)),))
        >>> hours.without_dates() == WeeklyHours(((),) * 7)
        True
        """
        certain = None if self.certain is None else replace(self.certain, dates=(), valid=None)
        return replace(self, dates=(), valid=None, certain=certain)

    def lines(self) -> tuple[str, ...]:
        """Return one line for each known day and season, as on Google Maps.

        Raises ``HoursError`` if there are dated exceptions or a validity, which these lines
        cannot express.

        Examples
        --------
        >>> WeeklyHours.parse("Monday: Closed, Tuesday: Open 24 hours").lines()
        ('Monday: Closed', 'Tuesday: Open 24 hours')
        """
        if self.dates or self.valid is not None:
            expected = "a week and seasons only (lines cannot express dates)"
            raise mismatch(HoursError, expected, self, "; call without_dates() first")
        return write_week(self.days, self.seasons)

    def text(self) -> str:
        r"""Return the hours in one line, as on Google Maps; ``parse`` reads it back.

        Times contain the narrow spaces U+202F and U+2009. Raises ``HoursError`` as ``lines`` does,
        and if all days are unknown.

        Examples
        --------
        >>> ascii(WeeklyHours.parse("Monday: 9:00 - 11:30").text())
        "'Monday: 9:00\\u2009\\u2013\\u200911:30\\u202fAM'"
        """
        lines = self.lines()
        if not lines:
            raise mismatch(HoursError, "at least one known day", self)
        return ", ".join(lines)

    def to_google(self, *, legacy: bool = False) -> dict[str, object]:
        """Return the regular week as Google's ``regularOpeningHours``.

        With ``legacy``, the result is ``opening_hours`` of the legacy API ("time": "0900").
        Raises ``HoursError`` if a day is unknown, or if there are seasons, dated exceptions or a
        validity.

        Examples
        --------
        >>> hours = WeeklyHours((((540, 1020),), *((),) * 6))
        >>> hours.to_google(legacy=True)["periods"]
        [{'open': {'day': 1, 'time': '0900'}, 'close': {'day': 1, 'time': '1700'}}]
        """
        from geoeval.calculators.hours.google import write_regular

        if self.seasons or self.dates or self.valid:
            raise HoursError(
                "expected a regular week only (Google's regular hours cannot express seasons, "
                f"dates or validity), got {quote(self)}; use to_google_week for dates"
            )
        return write_regular(self.days, legacy=legacy)

    def to_google_week(self, first: date, *, legacy: bool = False) -> dict[str, object]:
        """Return seven days, starting at a date, as Google's ``currentOpeningHours``.

        With ``legacy``, the result is ``current_opening_hours`` of the legacy API. Raises
        ``HoursError`` if the hours of a date are unknown.

        Examples
        --------
        >>> hours = WeeklyHours(((),) * 7, dates=((date(2024, 12, 25), ((600, 720),)),))
        >>> hours.to_google_week(date(2024, 12, 23))["specialDays"]
        [{'date': {'year': 2024, 'month': 12, 'day': 25}}]
        """
        from geoeval.calculators.hours.google import write_dated

        dates = [check_date(first) + number * _DAY for number in range(7)]
        special = [on for on, _ in self.dates if on in dates]
        return write_dated({on: self.day(on) for on in dates}, special, legacy=legacy)

    def to_osm(self) -> str:
        """Return the hours as OpenStreetMap's ``opening_hours``.

        The order is regular week, seasons, dated exceptions. Unknown days, except for their
        ``certain`` hours, and dates outside ``valid`` are written as "unknown". Raises
        ``HoursError`` if ``valid`` has no first or no last date.

        Examples
        --------
        >>> WeeklyHours.parse("Monday: 6:00 PM – 2:00 AM, Tuesday: Closed").to_osm()
        'Mo 18:00-02:00; Tu off; We-Su unknown'
        """
        from geoeval.calculators.hours.osm import write_osm

        return write_osm(self)

    def to_schema_org(self) -> list[dict[str, object]]:
        """Return the hours as schema.org's ``openingHoursSpecification``.

        There is one specification for each interval with its weekdays, then those of single
        dates. Unknown days are omitted. Raises ``HoursError`` if there are seasons, if a date is
        unknown, or if hours are from 00:00 to 23:59, which would be read as all day.

        Examples
        --------
        >>> closed = WeeklyHours.parse("Sunday: Closed").to_schema_org()
        >>> closed[0]["dayOfWeek"], closed[0]["opens"], closed[0]["closes"]
        (['Sunday'], '00:00', '00:00')
        """
        from geoeval.calculators.hours.schema_org import write_schema_org

        if self.seasons:
            raise mismatch(
                HoursError, "hours without seasons (schema.org cannot express them)", self
            )
        return write_schema_org(self.days, self.dates, self.valid)

    @classmethod
    def _from_parts(cls, read: Parts, zone: str | None) -> WeeklyHours:
        certain = None if read.certain is None else cls._from_parts(read.certain, zone)
        return cls(read.days, read.seasons, read.dates, zone, read.valid, certain)


def parse_written_hours(text: str) -> WeeklyHours:
    """Parse hours written for people or in the syntax of OpenStreetMap, without holiday rules.

    Without a colon after the days, days that are not named are closed, as in OpenStreetMap.
    """
    readers: list[Callable[[str], WeeklyHours]]
    readers = [WeeklyHours.parse, partial(WeeklyHours.from_osm, holidays=False)]
    first, second = readers if _COLON.search(text) else readers[::-1]
    try:
        return first(text)
    except HoursError:
        return second(text)

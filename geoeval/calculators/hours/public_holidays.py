"""Public holidays of a country, and which of them only some of its regions have."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, NoReturn

from geoeval.errors import HoursError, quote
from geoeval.extras import check_installed

if TYPE_CHECKING:
    from holidays import HolidayBase

_NOT_PUBLIC = {"bank", "government", "school", "unofficial", "workday", "armed_forces"}
"""Categories of the calendars that close no shops.

What is neither public nor of these is a holiday for some: half days, those that an employer may
give, and those of a creed, such as 15 August in the Catholic towns of Bavaria.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicHolidays:
    """The public holidays of some years.

    Parameters
    ----------
    everywhere
        Dates that are holidays in the whole region.
    somewhere
        Dates that are holidays in a part of it, for some people or for half the day only.

    Examples
    --------
    >>> christmas, epiphany = date(2024, 12, 25), date(2024, 1, 6)
    >>> days = PublicHolidays(everywhere=frozenset({christmas}), somewhere=frozenset({epiphany}))
    >>> days.holds(christmas), days.holds(epiphany), days.holds(date(2024, 12, 27))
    (True, None, False)
    """

    everywhere: frozenset[date] = frozenset()
    somewhere: frozenset[date] = frozenset()

    def holds(self, on: date) -> bool | None:
        """Return whether a date is a holiday; None where it is one for some only."""
        if on in self.everywhere:
            return True
        return None if on in self.somewhere else False


@cache
def public_holidays(
    country: str, state: str | None, first_year: int, last_year: int
) -> PublicHolidays:
    """Return the public holidays of a country, or of one of its states.

    Parameters
    ----------
    country
        Its ISO code of two letters.
    state
        Code of the state, province or other region ("BW", "DE-BW"), or its name.
    first_year, last_year
        The years, both included.

    Returns
    -------
    PublicHolidays
        Without a state, the holidays of some regions only are told apart.

    Raises
    ------
    HoursError
        If the country, or its state, is in no calendar, with the nearest that are; or the
        calendar does not reach the years.
    UsageError
        If the library ``holidays`` (extra ``hours``) is not installed.

    Examples
    --------
    >>> epiphany = date(2026, 1, 6)
    >>> for state in ("BW", "BE", None):
    ...     print(public_holidays("DE", state, 2026, 2026).holds(epiphany))
    True
    False
    None
    """
    check_installed("holidays", "hours")
    import holidays

    known = holidays.list_supported_countries(include_aliases=False)
    if country not in known:
        _unknown_country(country)
    kind = getattr(holidays, country)
    if first_year < kind.start_year or last_year > kind.end_year:
        message = (
            f"expected years from {kind.start_year} to {kind.end_year}, which the calendar of "
            f"{country} reaches, got {first_year} to {last_year}"
        )
        raise HoursError(message)
    years = range(first_year, last_year + 1)
    for_some = set(kind.supported_categories) - _NOT_PUBLIC - {"public"}

    def dates(region: str | None, *categories: str) -> frozenset[date]:
        return frozenset(kind(subdiv=region, years=years, categories=categories))

    regions = kind.subdivisions if state is None else (_region(kind, country, state),)
    public = [dates(region, "public") for region in regions]
    if state is None:
        public.append(dates(None, "public"))
    everywhere = frozenset.intersection(*public)
    partial = [dates(region, *for_some) for region in regions or (None,)] if for_some else []
    return PublicHolidays(
        everywhere=everywhere, somewhere=frozenset.union(*public, *partial) - everywhere
    )


def _region(kind: type[HolidayBase], country: str, state: str) -> str:
    """Return the calendar's code of a state."""
    code = state.removeprefix(f"{country}-")
    region = kind.subdivisions_aliases.get(code, code)
    if region in kind.subdivisions:
        return region
    if not kind.subdivisions:
        message = f"expected no state, as the calendar of {country} has none, got {quote(state)}"
        raise HoursError(message)
    names = {name: name for name in (*kind.subdivisions, *kind.subdivisions_aliases)}
    message = (
        f"expected a state of {country} such as {quote(kind.subdivisions[0])}, "
        f"got {quote(state)}{_near(code, names)}"
    )
    raise HoursError(message)


def _unknown_country(country: str) -> NoReturn:
    """Raise the error for a country that has no calendar, with the nearest by code or name."""
    from holidays.registry import COUNTRIES

    names: dict[str, str] = {}
    for module, (_, code, longer, *_others) in COUNTRIES.items():
        names |= dict.fromkeys((code, longer, module.replace("_", " ").title()), code)
    message = f"expected a country code such as 'FR', got {quote(country)}{_near(country, names)}"
    raise HoursError(message)


def _near(text: str, names: dict[str, str]) -> str:
    """Return the end of an error: the values whose names are nearest to a text."""
    folded = {name.casefold(): value for name, value in names.items()}
    found = get_close_matches(text.casefold(), folded, cutoff=0)
    near = dict.fromkeys(folded[name] for name in found)
    return f"; the nearest are {', '.join(map(quote, near))}"

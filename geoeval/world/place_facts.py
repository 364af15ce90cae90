"""The facts of a place, one row each, from which readers, writers, queries and tools derive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from geoeval.calculators.filters.kinds import PRICE_LEVELS
from geoeval.text import normalise_name

FactName = Literal[
    "address", "rating", "rating_count", "price_level", "phone", "hours", "website", "category"
]
Measure = Literal["rating", "rating_count", "price_level"]
"""The facts that can be compared: numbers, and words with an order."""
FactUnit: TypeAlias = Literal["stars", "count", "level"]


_HALF_DIGIT = 0.05  # half a unit in the last place: ratings have one decimal


def price_rank(level: str) -> int | None:
    """Return the rank of a price level, from 1 (inexpensive) to 4 (very expensive)."""
    return PRICE_LEVELS.get(normalise_name(level))


def _identity(amount: float) -> float:
    return amount


def _format_hours(hours: Any) -> str:  # noqa: ANN401 - the value of any fact
    return ", ".join(hours.without_dates().lines())


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFact:
    """The definition of a fact of a place.

    ``name`` is the field of ``Place``, of queries and of tools; sentences use ``noun``. ``labels``
    precede the fact in a context; the writer uses the first. A fact that can be compared has a
    ``unit`` and a ``number``; ``text`` formats any fact. ``absence`` is the reason reported if a
    fact is unknown. ``osm_tags`` and ``google`` are its OpenStreetMap tags and Google fields.

    A number lies between ``minimum`` and ``maximum`` and equals another within ``tolerance``;
    ``bound`` formats the number that it is compared with. ``read`` parses the string in a context,
    a tag or a column, and returns None unless it has the form of ``example``; without ``read`` the
    string is kept.
    """

    name: FactName
    noun: str
    labels: tuple[str, ...]
    absence: Literal["no_such_fact", "no_rating", "no_hours"]
    osm_tags: tuple[str, ...] = ()
    google: tuple[str, ...] = ()
    unit: FactUnit | None = None
    number: Callable[[Any], float | None] | None = None
    text: Callable[[Any], str] = str
    minimum: float = 0.0
    maximum: float | None = None
    tolerance: float = 0.0
    bound: Callable[[float], str] = "{:g}".format
    read: Callable[[str], Any] | None = None
    example: str = ""

    @property
    def words(self) -> str:
        """The name of the field as words."""
        return self.name.replace("_", " ")


_ROWS = (
    PlaceFact(name="address", noun="address", labels=("address", "location", "coordinates"),
              absence="no_such_fact", google=("formattedAddress", "shortFormattedAddress")),
    PlaceFact(name="rating", noun="rating", labels=("rating",), absence="no_rating",
              google=("rating",), unit="stars", number=_identity,
              text="{:g}".format, maximum=5.0, tolerance=_HALF_DIGIT),
    PlaceFact(name="rating_count", noun="number of ratings", labels=(), absence="no_rating",
              google=("userRatingCount",), unit="count", number=_identity),
    PlaceFact(name="price_level", noun="price level", labels=("price level", "price"),
              absence="no_such_fact", google=("priceLevel",), unit="level", number=price_rank),
    PlaceFact(name="hours", noun="opening hours", labels=("open", "opening hours", "hours"),
              absence="no_hours", osm_tags=("opening_hours",), text=_format_hours,
              google=("regularOpeningHours", "currentOpeningHours")),
    PlaceFact(name="phone", noun="phone number", labels=("phone number", "phone"),
              absence="no_such_fact", osm_tags=("phone", "contact:phone"),
              google=("internationalPhoneNumber", "nationalPhoneNumber")),
    PlaceFact(name="website", noun="website", labels=("website", "web"), absence="no_such_fact",
              osm_tags=("website", "contact:website"), google=("websiteUri",)),
    PlaceFact(name="category", noun="category", labels=("type", "category", "kind"),
              absence="no_such_fact"),
)  # fmt: skip
FACTS: Final[Mapping[str, PlaceFact]] = {row.name: row for row in _ROWS}
"""All facts of a place by name."""
MEASURES: Final[Mapping[str, PlaceFact]] = {row.name: row for row in _ROWS if row.number}
"""The facts that can be compared, by name."""

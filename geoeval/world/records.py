"""What a map service knows: places, lists of nearby places, travel times and routes.

Every record checks its values when it is created. Values with a clear meaning are converted: the
text "walking" to a mode, a list to a tuple, 60.0 seconds to a whole number. Any other value raises
an error that names the field and the value.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from itertools import product
from operator import attrgetter
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin, get_type_hints

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.sphere.points import check_point, is_real
from geoeval.errors import InvalidCoordinateError, WorldError, quote
from geoeval.text import a_or_an
from geoeval.world.place_facts import FACTS

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


LatLon = tuple[float, float]


class TravelMode(StrEnum):
    """How one travels; the values are those of the common map services."""

    DRIVING = "driving"
    WALKING = "walking"
    BICYCLING = "bicycling"
    TRANSIT = "transit"


class _CheckedRecord:
    __slots__ = ()

    def __post_init__(self) -> None:
        _check_record(self)  # type: ignore[arg-type]  # each subclass is a dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Review(_CheckedRecord):
    """One visitor's review: free text that no query reads."""

    author: str
    rating: float | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(_CheckedRecord):
    """A place and the facts known of it; ``None`` means not known, never "no".

    ``location`` is (latitude, longitude) in degrees, ``rating`` lies in 0–5, ``price_level`` is
    the map's word ("Moderate"), ``features`` are flags as written ("Serves Dinner").
    ``location_from`` names the place at the same address whose location this is, where the source
    gives none. ``line`` is the 1-based line of the text it was read from, for evidence; it does
    not count when places are compared.
    """

    name: str
    id: str = ""
    address: str | None = None
    location: LatLon | None = None
    location_from: str | None = None
    rating: float | None = None
    rating_count: int | None = None
    price_level: str | None = None
    hours: WeeklyHours | None = None
    phone: str | None = None
    features: tuple[str, ...] = ()
    reviews: tuple[Review, ...] = ()
    line: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _check_record(self)
        if not self.id:
            text = f"{self.name}\n{self.address or ''}"
            digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
            object.__setattr__(self, "id", digest[:12])


@dataclass(frozen=True, slots=True, kw_only=True)
class NearbyList(_CheckedRecord):
    """Places of one category around an anchor, in the order the map gave them.

    ``category`` is the map's own words ("Restaurants", "mosque"). ``sorted_by_distance`` says
    whether the order means anything; ``radius_m`` is the radius searched, in metres.
    ``anchor`` is None for the answer to a text search, whose words are in ``search``.
    Each entry is a distinct place: an object that occurs twice is copied.
    """

    anchor: str | None
    category: str | None
    places: tuple[Place, ...]
    sorted_by_distance: bool = False
    radius_m: float | None = None
    search: str | None = None
    line: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _check_record(self)
        if len(set(map(id, self.places))) < len(self.places):
            first = {id(place): at for at, place in reversed([*enumerate(self.places)])}
            own = (p if first[id(p)] == at else replace(p) for at, p in enumerate(self.places))
            object.__setattr__(self, "places", tuple(own))


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg(_CheckedRecord):
    """Travel from one place to another; ``mode`` is None where the source does not give it.

    ``gaps_m`` are the metres from the origin to the road and from the road to the destination,
    where travel was computed: they are walked in a straight line and included in time and length.
    """

    origin: str
    destination: str
    mode: TravelMode | None
    duration_s: int | None = None
    distance_m: float | None = None
    gaps_m: tuple[float, ...] = ()
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(_CheckedRecord):
    """One instruction of a route as plain text, and its notes ("Toll road", "Pass by …")."""

    instruction: str
    roads: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    duration_s: int | None = None
    distance_m: float | None = None
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Route(_CheckedRecord):
    """One route from origin to destination; totals are None where only its steps have figures.

    ``name`` is the road or roads it runs "via", without that word; it may be empty. ``gaps_m`` are
    those of a ``Leg``.
    """

    origin: str
    destination: str
    mode: TravelMode | None
    name: str
    steps: tuple[Step, ...] = ()
    duration_s: int | None = None
    distance_m: float | None = None
    gaps_m: tuple[float, ...] = ()
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Records(_CheckedRecord):
    """Everything known for one question. ``today`` is a weekday, Monday = 0.

    ``partial`` says that more places exist than are described, so these are not all candidates.
    ``attribution`` credits the source wherever the facts are shown.
    """

    places: tuple[Place, ...] = ()
    lists: tuple[NearbyList, ...] = ()
    legs: tuple[Leg, ...] = ()
    routes: tuple[Route, ...] = ()
    today: int | None = None
    user_location: str | None = None
    partial: bool = False
    attribution: str | None = None


class _FieldRule(NamedTuple):
    """The values that a field takes: of ``types`` and passing ``fit``, or those that can be recast.

    Figures lie within ``least`` and ``most``. ``recast`` raises ValueError for a value that is not
    ``wanted``; ``fit`` is None where the type is check enough.
    """

    name: str
    types: frozenset[type]
    wanted: str
    recast: Callable[[Any], object]
    fit: Callable[[Any], bool] | None = None
    least: float = 0.0
    most: float | None = None


def _check_record(record: DataclassInstance) -> None:
    rules, are_fine = _build_field_rules(type(record))
    if are_fine(record):
        return
    for rule in rules:
        value = getattr(record, rule.name)
        if value is None and NoneType in rule.types:
            continue
        try:
            object.__setattr__(record, rule.name, rule.recast(value))
        except InvalidCoordinateError as error:
            raise InvalidCoordinateError(
                f"{error}, as {_describe_field(record, rule.name)}"
            ) from None
        except ValueError:
            where = _describe_field(record, rule.name)
            raise WorldError(
                f"expected {rule.wanted} as {where}, got {quote(value)}", rule.name
            ) from None


def _describe_field(record: DataclassInstance, name: str) -> str:
    """Return a name for messages, such as "rating of Place 'Inn'"."""
    first = getattr(record, fields(record)[0].name)
    whose = f" {quote(first)}" if isinstance(first, str) else ""
    return f"{name} of {type(record).__name__}{whose}"


@cache
def _build_field_rules(
    kind: type[DataclassInstance],
) -> tuple[tuple[_FieldRule, ...], Callable[[DataclassInstance], bool]]:
    """Return the rules of the fields of a record, and a fast check that all its values are valid.

    Readers create thousands of records, nearly all valid: for most, the types are check enough.
    """
    rules = tuple(_build_field_rule(name, hint) for name, hint in get_type_hints(kind).items())
    values_of = attrgetter(*(rule.name for rule in rules))
    combinations = frozenset(product(*(rule.types for rule in rules)))
    figures = [
        (at, rule.least, rule.most) for at, rule in enumerate(rules) if rule.most is not None
    ]
    tests = [(at, rule.fit) for at, rule in enumerate(rules) if rule.fit is not None]

    def are_fine(record: DataclassInstance) -> bool:
        values = values_of(record)
        if tuple(map(type, values)) not in combinations:
            return False
        for at, least, most in figures:  # compared inline: a call for each figure is too slow
            value = values[at]
            if value is not None and not least <= value <= most:
                return False
        for at, fit in tests:
            value = values[at]
            if value is not None and not fit(value):
                return False
        return True

    return rules, are_fine


def _build_field_rule(name: str, hint: object) -> _FieldRule:
    kinds = frozenset(get_args(hint) if isinstance(hint, UnionType) else (hint,))
    absent = kinds & {NoneType}
    (kind,) = kinds - absent
    end = ", or None where it is not known," if absent else ""
    if kind == LatLon:
        wanted = f"(latitude, longitude) in degrees{end}"
        return _FieldRule(name, absent | {tuple}, wanted, check_point, _is_valid_point)
    if get_origin(kind) is tuple:
        (item, _) = get_args(kind)
        wanted = f"a tuple of {_ITEMS.get(item, item.__name__)}"
        return _FieldRule(
            name, frozenset({tuple}), wanted, _make_tuple_caster(item), _make_type_check(item)
        )
    if kind in (int, float):
        wanted, least, most = _find_figure_range(name)
        number = _make_number_caster(least, most, whole=kind is int)
        return _FieldRule(name, kinds | {int}, f"{wanted}{end}", number, least=least, most=most)
    return _FieldRule(name, kinds, f"{_WANTED[kind]}{end}", _make_caster(kind))


def _find_figure_range(name: str) -> tuple[str, float, float]:
    fact = FACTS.get(name)
    if fact is not None and fact.most is not None:
        wanted = f"{a_or_an(fact.noun)} within {fact.least:g}-{fact.most:g}"
        return wanted, fact.least, fact.most
    if fact is not None and fact.least:
        return f"{a_or_an(fact.noun)} of {fact.least:g} or more", fact.least, sys.float_info.max
    wanted, most = _FIGURES.get(name, ("a whole number of 0 or more", sys.float_info.max))
    return wanted, 0.0, most


_FIGURES = {
    "today": ("a weekday of 0-6 (Monday = 0)", 6.0),
    "duration_s": ("a whole number of seconds, 0 or more", sys.float_info.max),
    "distance_m": ("a number of metres, 0 or more", sys.float_info.max),
    "radius_m": ("a number of metres, 0 or more", sys.float_info.max),
}
_ITEMS = {str: "texts", float: "numbers"}
_WANTED: dict[object, str] = {
    str: "a text",
    bool: "True or False",
    TravelMode: f"one of the modes {', '.join(TravelMode)}",
    WeeklyHours: "the WeeklyHours that WeeklyHours.parse reads from a text",
}


def _is_valid_point(pair: tuple[Any, ...]) -> bool:
    return tuple(map(type, pair)) == (float, float) and abs(pair[0]) <= 90 and abs(pair[1]) <= 180


def _make_type_check(kind: type) -> Callable[[tuple[object, ...]], bool]:
    return lambda items: not items or {kind}.issuperset(map(type, items))


def _make_caster(kind: type) -> Callable[[object], object]:
    def recast(value: object) -> object:
        if isinstance(value, kind):
            return value
        if kind is TravelMode and isinstance(value, str):
            return TravelMode(value)
        raise ValueError

    return recast


def _make_tuple_caster(kind: type) -> Callable[[object], object]:
    def recast(value: object) -> object:
        if isinstance(value, (tuple, list)) and all(isinstance(each, kind) for each in value):
            return tuple(value)
        raise ValueError

    return recast


def _make_number_caster(least: float, most: float, *, whole: bool) -> Callable[[object], object]:
    def recast(value: object) -> object:
        if not is_real(value) or not least <= value <= most or (whole and value != int(value)):
            raise ValueError
        return int(value) if whole else value

    return recast

"""The records of a map service: places, lists of nearby places, travel times and routes.

Every record validates its values on creation. Values with a clear meaning are converted: the string
"walking" to a mode, a list to a tuple, 60.0 seconds to an integer. Any other value raises an error
that names the field and the value.
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
    """A visitor's review: free text that no query reads."""

    author: str
    rating: float | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(_CheckedRecord):
    """A place and its known facts; ``None`` means unknown, never "no".

    ``location`` is (latitude, longitude) in degrees, ``rating`` is between 0 and 5, ``price_level``
    is the map's word ("Moderate"), ``category`` is its kind as written ("supermarket"), and
    ``features`` are flags as written ("Serves Dinner"). If the
    source gives no location, ``location_from`` names the place at the same address that it was
    copied from, or the place itself if another entry of its name, without that address, has it.
    ``shape`` is the outline of an area or the course of a river as WKT in WGS 84, with longitude
    before latitude; it is parsed when it is used. ``line`` is the 1-based line of the source text,
    for evidence; it is ignored when places are compared.
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
    website: str | None = None
    category: str | None = None
    features: tuple[str, ...] = ()
    reviews: tuple[Review, ...] = ()
    shape: str | None = None
    line: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _check_record(self)
        if not self.id:
            object.__setattr__(self, "id", self._hash())

    def has_own_id(self) -> bool:
        """Return whether the id is that of the source, not the hash of name and address."""
        return self.id != self._hash()

    def _hash(self) -> str:
        text = f"{self.name}\n{self.address or ''}"
        return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:12]


@dataclass(frozen=True, slots=True, kw_only=True)
class NearbyList(_CheckedRecord):
    """Places of one category around an anchor, in the order of the map.

    ``category`` is the map's own wording ("Restaurants", "mosque"). ``sorted_by_distance`` says
    whether the order is meaningful; ``radius_m`` is the search radius in metres. The result of a
    text search has the query in ``search`` and may have no ``anchor``. Each entry is a distinct
    place: an object that occurs twice is copied.
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
            distinct = (p if first[id(p)] == at else replace(p) for at, p in enumerate(self.places))
            object.__setattr__(self, "places", tuple(distinct))


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg(_CheckedRecord):
    """Travel from one place to another; ``mode`` is None if the source does not give it.

    For computed travel, ``gaps_m`` are the metres from the origin to the road and from the road to
    the destination; they are walked in a straight line and included in the time and length.
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
    """An instruction of a route as plain text, with its notes ("Toll road", "Pass by …")."""

    instruction: str
    roads: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    duration_s: int | None = None
    distance_m: float | None = None
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Route(_CheckedRecord):
    """A route from origin to destination; totals are None if only the steps have figures.

    ``name`` is the road or roads after "via", possibly empty. ``gaps_m`` are as in ``Leg``.
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
    """All facts known for a question. ``today`` is a weekday, Monday = 0.

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


class FieldRule(NamedTuple):
    """The values that a field accepts: ``types`` that pass ``fit``, or that can be converted.

    Numbers lie between ``minimum`` and ``maximum``. ``convert`` raises ValueError for a value that
    is not ``expected``; ``fit`` is None if the type check suffices.
    """

    name: str
    types: frozenset[type]
    expected: str
    convert: Callable[[Any], object]
    fit: Callable[[Any], bool] | None = None
    minimum: float = 0.0
    maximum: float | None = None


def _check_record(record: DataclassInstance) -> None:
    rules, are_valid = build_field_rules(type(record))
    if are_valid(record):
        return
    for rule in rules:
        value = getattr(record, rule.name)
        if value is None and NoneType in rule.types:
            continue
        try:
            object.__setattr__(record, rule.name, rule.convert(value))
        except InvalidCoordinateError as error:
            raise InvalidCoordinateError(
                f"{error} (in {_describe_field(record, rule.name)})"
            ) from None
        except ValueError:
            where = _describe_field(record, rule.name)
            raise WorldError(
                f"expected {rule.expected} as {where}, got {quote(value)}", rule.name
            ) from None


def _describe_field(record: DataclassInstance, name: str) -> str:
    first = getattr(record, fields(record)[0].name)
    whose = f" {quote(first)}" if isinstance(first, str) else ""
    return f"{name} of {type(record).__name__}{whose}"


@cache
def build_field_rules(
    kind: type[DataclassInstance],
) -> tuple[tuple[FieldRule, ...], Callable[[DataclassInstance], bool]]:
    """Return the rules for the fields of a record, and a fast check that all values are valid.

    Readers create thousands of records, nearly all valid, and for most the type check suffices.
    """
    rules = tuple(_build_field_rule(name, hint) for name, hint in get_type_hints(kind).items())
    values_of = attrgetter(*(rule.name for rule in rules))
    combinations = frozenset(product(*(rule.types for rule in rules)))
    ranges = [
        (at, rule.minimum, rule.maximum)
        for at, rule in enumerate(rules)
        if rule.maximum is not None
    ]
    tests = [(at, rule.fit) for at, rule in enumerate(rules) if rule.fit is not None]

    def are_valid(record: DataclassInstance) -> bool:
        values = values_of(record)
        if tuple(map(type, values)) not in combinations:
            return False
        for at, minimum, maximum in ranges:  # inline, because a call per number is too slow
            value = values[at]
            if value is not None and not minimum <= value <= maximum:
                return False
        for at, fit in tests:
            value = values[at]
            if value is not None and not fit(value):
                return False
        return True

    return rules, are_valid


def _build_field_rule(name: str, hint: object) -> FieldRule:
    kinds = frozenset(get_args(hint) if isinstance(hint, UnionType) else (hint,))
    none_type = kinds & {NoneType}
    (kind,) = kinds - none_type
    or_none = ", or None if unknown," if none_type else ""
    if kind == LatLon:
        expected = f"(latitude, longitude) in degrees{or_none}"
        return FieldRule(name, none_type | {tuple}, expected, check_point, _is_valid_point)
    if get_origin(kind) is tuple:
        (item, _) = get_args(kind)
        expected = f"a tuple of {_ITEMS.get(item, item.__name__)}"
        return FieldRule(
            name, frozenset({tuple}), expected, _make_tuple_caster(item), _make_type_check(item)
        )
    if kind in (int, float):
        expected, minimum, maximum = _find_number_range(name)
        number = _make_number_caster(minimum, maximum, whole=kind is int)
        return FieldRule(
            name, kinds | {int}, f"{expected}{or_none}", number, minimum=minimum, maximum=maximum
        )
    return FieldRule(name, kinds, f"{_EXPECTED[kind]}{or_none}", _make_caster(kind))


def _find_number_range(name: str) -> tuple[str, float, float]:
    fact = FACTS.get(name)
    if fact is not None and fact.maximum is not None:
        expected = f"{a_or_an(fact.noun)} within {fact.minimum:g}-{fact.maximum:g}"
        return expected, fact.minimum, fact.maximum
    if fact is not None and fact.minimum:
        return f"{a_or_an(fact.noun)} of {fact.minimum:g} or more", fact.minimum, sys.float_info.max
    expected, maximum = _NUMBER_RANGES.get(name, ("a non-negative integer", sys.float_info.max))
    return expected, 0.0, maximum


_NUMBER_RANGES = {
    "today": ("a weekday from 0 to 6 (Monday = 0)", 6.0),
    "duration_s": ("a non-negative integer number of seconds", sys.float_info.max),
    "distance_m": ("a non-negative number of metres", sys.float_info.max),
    "radius_m": ("a non-negative number of metres", sys.float_info.max),
}
_ITEMS = {str: "strings", float: "numbers"}
_EXPECTED: dict[object, str] = {
    str: "a string",
    bool: "True or False",
    TravelMode: f"one of the modes {', '.join(TravelMode)}",
    WeeklyHours: "a WeeklyHours object, such as WeeklyHours.parse returns",
}


def _is_valid_point(pair: tuple[Any, ...]) -> bool:
    return tuple(map(type, pair)) == (float, float) and abs(pair[0]) <= 90 and abs(pair[1]) <= 180


def _make_type_check(kind: type) -> Callable[[tuple[object, ...]], bool]:
    return lambda items: not items or {kind}.issuperset(map(type, items))


def _make_caster(kind: type) -> Callable[[object], object]:
    def convert(value: object) -> object:
        if isinstance(value, kind):
            return value
        if kind is TravelMode and isinstance(value, str):
            return TravelMode(value)
        raise ValueError

    return convert


def _make_tuple_caster(kind: type) -> Callable[[object], object]:
    def convert(value: object) -> object:
        if isinstance(value, (tuple, list)) and all(isinstance(each, kind) for each in value):
            return tuple(value)
        raise ValueError

    return convert


def _make_number_caster(
    minimum: float, maximum: float, *, whole: bool
) -> Callable[[object], object]:
    def convert(value: object) -> object:
        if not is_real(value) or not minimum <= value <= maximum or (whole and value != int(value)):
            raise ValueError
        return int(value) if whole else value

    return convert

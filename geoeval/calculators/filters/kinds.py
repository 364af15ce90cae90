"""Filters: conditions on a place, which compose with ``&``, ``|`` and ``~``.

``evaluate_filter`` evaluates them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from inspect import getdoc
from typing import Annotated, Any, Generic, Literal, TypeGuard, TypeVar, get_args

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    ValidationError,
    field_validator,
    model_validator,
)

from geoeval.calculators.sphere.compass import Compass
from geoeval.errors import UsageError, describe_limit, mismatch, quote, suggest

_CLOCK, _NOT_BLANK = r"^([01]\d|2[0-3]):[0-5]\d$", r"\S"
ClockTime = Annotated[str, Field(pattern=_CLOCK, description="Time of day, 24-hour HH:MM")]
Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
Direction = Literal[
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"
]
PlaceName = Annotated[str, Field(min_length=1, description="Name or id of a place of the world")]
_Words = Annotated[str, Field(pattern=_NOT_BLANK)]
_PATTERN_MEANINGS = {
    _CLOCK: "be a time HH:MM such as '09:30'",
    _NOT_BLANK: "be a string that is not blank",
}
Comparator = Literal[">=", ">", "<=", "<", "=="]
DAYS: tuple[Day, ...] = get_args(Day)
PRICE_LEVELS = {"free": 0, "inexpensive": 1, "moderate": 2, "expensive": 3, "very expensive": 4}
"""Price levels with the numbers that map services give them."""


class Model(BaseModel):
    """A frozen part of a query that rejects unknown fields.

    The validator of a kind is built on first use, because most runs need few kinds.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Filter(Model):
    """A condition on a place that holds, does not hold, or is unknown.

    Filters are immutable, compare by value and can be reused. Invalid arguments raise
    ``UsageError``, and so do Python's ``and``, ``or`` and ``not``, which would silently drop a
    part.

    Examples
    --------
    >>> CompareFilter(measure="rating", comparator=">=", value=4) | ~OpenFilter(day="sunday")
    AnyFilter(kind='any', of=(CompareFilter(kind='compare', measure='rating', comparator='>=', \
value=4.0), NotFilter(kind='not', of=OpenFilter(kind='open', day='sunday', at=None, until=None, \
all_day=False))))
    >>> CompareFilter(measure="rating", comparator="=>", value=4)
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected 'comparator' of CompareFilter to be '>=', '>', '<=', \
'<' or '==', got '=>'
    """

    def __init__(self, /, **fields: object) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise _usage_error(type(self), error) from None

    # Makes pydantic validate the parts of a query without this __init__, so that its errors
    # give the path in the query.
    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined] # not a public attribute

    def __and__(self, other: Filter) -> AllFilter[Filter]:
        return AllFilter(of=(*_flatten_parts(self, AllFilter), *_flatten_parts(other, AllFilter)))

    def __or__(self, other: Filter) -> AnyFilter[Filter]:
        return AnyFilter(of=(*_flatten_parts(self, AnyFilter), *_flatten_parts(other, AnyFilter)))

    def __invert__(self) -> NotFilter[Filter]:
        return NotFilter(of=self)

    def __bool__(self) -> bool:
        raise mismatch(
            UsageError, "filters combined with '&', '|' and '~'", self, " used as true or false"
        )

    @classmethod
    def model_parametrized_name(cls, params: tuple[Any, ...]) -> str:  # noqa: ARG003 - pydantic's signature
        """Return the name of a parametrised kind, under which pickle finds it."""
        return f"Query{cls.__name__}"

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: object) -> None:
        """Give a parametrised kind the docstring of its general kind."""
        super().__pydantic_init_subclass__(**kwargs)
        cls.__doc__ = getdoc(cls)

    def __repr_name__(self) -> str:
        return _kind_name(type(self))


Column_co = TypeVar("Column_co", bound=str, covariant=True)
Part_co = TypeVar("Part_co", bound=Filter, covariant=True)


class CompareFilter(Filter, Generic[Column_co]):
    """A figure compares as asked.

    Price levels are 1 (inexpensive), 2 (moderate), 3 (expensive) and 4 (very expensive).
    """

    kind: Literal["compare"] = "compare"
    measure: Column_co
    comparator: Comparator
    value: FiniteFloat


class OneOfFilter(Filter):
    """A value in the column is one of these values; case is ignored."""

    kind: Literal["one_of"] = "one_of"
    column: str
    values: tuple[Hashable, ...] = Field(min_length=1)

    @field_validator("values")
    @classmethod
    def _check_values(cls, values: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
        for value in values:
            if is_collection(value) or not is_known(value):
                raise mismatch(ValueError, "single values that are known", value)
        return values


class OpenFilter(Filter):
    """Open on a day, at a time of it, or from a time until another.

    ``all_day`` asks for what never closes, on the day or on any.
    """

    kind: Literal["open"] = "open"
    day: Day | None = None
    at: ClockTime | None = None
    until: ClockTime | None = None
    all_day: bool = False

    @model_validator(mode="after")
    def _check_times(self) -> OpenFilter:
        if self.until is not None and self.at is None:
            raise ValueError(f"'until' requires 'at', the start; got only until={self.until!r}")
        if self.all_day and self.at is not None:
            raise ValueError(f"expected either 'all_day' or 'at', got both, at={self.at!r}")
        return self


class OpenAtFilter(Filter):
    """Open at an instant; hours without a time zone are compared with its wall clock."""

    kind: Literal["open_at"] = "open_at"
    at: AwareDatetime


class HoursFilter(Filter):
    """Opens, or closes for the day, before or after a time.

    For a closing, a time before noon that is not after the opening is in the night that follows.
    """

    kind: Literal["hours"] = "hours"
    edge: Literal["opens", "closes"]
    comparator: Comparator
    at: ClockTime
    day: Day | None = None


class FeatureFilter(Filter):
    """Carries a service flag such as "serves dinner"."""

    kind: Literal["feature"] = "feature"
    feature: _Words


class NameFilter(Filter):
    """The name contains a text, case and accents aside."""

    kind: Literal["name"] = "name"
    contains: _Words


class AddressFilter(Filter):
    """The address contains a text, word by word, case and accents aside."""

    kind: Literal["address"] = "address"
    contains: _Words


class DirectionFilter(Filter):
    """Lies in a direction, within the sector of that point, of the anchor or of another place."""

    kind: Literal["direction"] = "direction"
    direction: Direction
    seen_from: PlaceName | None = Field(None, description="Where one looks from, if not the anchor")


class SectorFilter(Filter):
    """Lies in a half-open sector of this width in degrees, centred on any compass point."""

    kind: Literal["sector"] = "sector"
    direction: str
    sector_deg: float = Field(gt=0, le=360)

    @field_validator("direction")
    @classmethod
    def _check_compass_point(cls, direction: str) -> str:
        try:
            return Compass(direction).value
        except UsageError as error:
            raise ValueError(str(error)) from None


class NotFilter(Filter, Generic[Part_co]):
    """The condition does not hold; of what is unknown the opposite is unknown too."""

    kind: Literal["not"] = "not"
    of: Part_co


class AnyFilter(Filter, Generic[Part_co]):
    """At least one of several conditions holds."""

    kind: Literal["any"] = "any"
    of: tuple[Part_co, ...] = Field(min_length=2)


class AllFilter(Filter, Generic[Part_co]):
    """All of several conditions hold."""

    kind: Literal["all"] = "all"
    of: tuple[Part_co, ...] = Field(min_length=2)


def _kind_name(kind: type[Filter]) -> str:
    return kind.__name__.removeprefix("Query")


def _usage_error(kind: type[Filter], error: ValidationError) -> UsageError:
    faults = error.errors(include_url=False)
    fault = min(faults, key=lambda each: each["type"] != "extra_forbidden")
    name, where = _kind_name(kind), ".".join(map(str, fault["loc"]))
    message = fault["msg"].removeprefix("Value error, ")
    if fault["type"] in {"missing", "extra_forbidden"}:
        known = [field for field in kind.model_fields if field != "kind"]
        got = f"no {where!r}" if fault["type"] == "missing" else f"{where!r}{suggest(where, known)}"
        return UsageError(f"expected {name} with {', '.join(known) or 'no arguments'}, got {got}")
    if limit := describe_limit(fault["type"], fault.get("ctx", {})):
        return UsageError(f"expected {limit} as {where!r} of {name}, got {quote(fault['input'])}")
    if " should " not in message:  # already states what is expected
        return UsageError(f"{message} in {repr(where) + ' of ' if where else ''}{name}")
    wanted = _PATTERN_MEANINGS.get(
        fault.get("ctx", {}).get("pattern", ""), message.partition(" should ")[2]
    )
    return UsageError(f"expected {where!r} of {name} to {wanted}, got {quote(fault['input'])}")


def _flatten_parts(
    condition: object, kind: type[AllFilter[Filter] | AnyFilter[Filter]]
) -> tuple[Filter, ...]:
    condition = check_filter(condition)
    return condition.of if isinstance(condition, kind) else (condition,)


def check_filter(condition: object) -> Filter:
    """Return the condition, or raise ``UsageError`` if it is not a filter."""
    if isinstance(condition, Filter):
        return condition
    raise mismatch(UsageError, 'a filter such as NameFilter(contains="cafe")', condition)


def is_known(value: object) -> bool:
    """Return whether a value is not None, NaN or a missing value of pandas."""
    if value is None:
        return False
    if isinstance(value, (float, int, str)):  # the usual types, fast
        return value == value  # noqa: PLR0124 - NaN and NaT differ from themselves
    if hasattr(value, "__len__") and getattr(value, "ndim", None) != 0:  # arrays compare by element
        return True
    try:
        return bool(value == value)  # noqa: PLR0124 - NaN and NaT differ from themselves
    except TypeError:  # pandas.NA has no truth value
        return False


def is_collection(value: object) -> TypeGuard[Collection[object]]:
    """Return whether a value is a collection other than a string."""
    return hasattr(value, "__len__") and not isinstance(value, (str, bytes))

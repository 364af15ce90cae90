"""Convert records to and from JSON, without unknown fields.

Opening hours are a string, or an object if a string cannot express them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from geoeval.calculators.hours import Day, WeeklyHours
from geoeval.calculators.hours.days import UNKNOWN_WEEK
from geoeval.errors import HoursError, InvalidCoordinateError, RecordError, WorldError, quote
from geoeval.world.records import Leg, NearbyList, Place, Review, Route, Step

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Kind = TypeVar("Kind", bound=DataclassInstance)

_T = TypeVar("_T")
RECORDS: dict[str, type[DataclassInstance]] = {
    "places": Place,
    "lists": NearbyList,
    "legs": Leg,
    "routes": Route,
    "steps": Step,
    "reviews": Review,
}
"""The record class of the items of each list of records."""
_EMPTY_VALUES: tuple[object, ...] = (None, "", ())
_MEMBERS = ("week", "dates", "zone", "valid", "certain")


def record_to_json(record: DataclassInstance) -> dict[str, object]:
    """Return the fields of a record that differ from their defaults."""
    values: dict[str, object] = {}
    for field in fields(record):
        value = getattr(record, field.name)
        if field.default is MISSING or value != field.default:
            values[field.name] = _to_json_value(value)
    return values


def _to_json_value(value: object) -> object:
    if isinstance(value, WeeklyHours):
        return hours_to_json(value)
    if isinstance(value, tuple):
        return [_to_json_value(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return record_to_json(value)
    return value


def record_from_json(kind: type[Kind], obj: object, path: str = "$") -> Kind:
    """Build a record from a JSON object."""
    if not isinstance(obj, Mapping):
        raise _make_record_error(
            f"expected an object with the fields of {kind.__name__}, got {quote(obj)}", path
        )
    _check_fields(kind, obj, path)
    values = {name: _read_field(name, value, f"{path}.{name}") for name, value in obj.items()}
    try:
        return kind(**values)
    except WorldError as error:
        raise _make_record_error(str(error), path, error.field) from error
    except InvalidCoordinateError as error:
        raise _make_record_error(str(error), path, "location") from error


def _check_fields(kind: type[DataclassInstance], obj: Mapping[str, object], path: str) -> None:
    known = {each.name: each for each in fields(kind)}
    for name in obj:
        if name not in known:
            raise _make_record_error(
                f"expected one of the fields {', '.join(known)}, got {quote(name)}", path, name
            )
    for name, each in known.items():
        if each.default is MISSING and name not in obj:
            raise _make_record_error("field required", path, name)


def _read_field(name: str, value: object, path: str) -> object:
    if name == "hours" and value is not None:
        return hours_from_json(value, path)
    if name in RECORDS and isinstance(value, list):
        return tuple(
            record_from_json(RECORDS[name], item, f"{path}[{index}]")
            for index, item in enumerate(value)
        )
    return value


def _make_record_error(reason: str, path: str, *names: str) -> RecordError:
    where = ".".join((path, *names))
    return RecordError(f"expected a world, but at {where}: {reason}", where)


def hours_to_json(hours: WeeklyHours) -> object:
    """Return opening hours as a string if that expresses them fully, else as an object."""
    members = {
        "week": ", ".join(hours.without_dates().lines()),
        "dates": hours.dates and {on.isoformat(): _day_to_json(day) for on, day in hours.dates},
        "zone": hours.zone,
        "valid": hours.valid and [on.isoformat() for on in hours.valid],
        "certain": hours.certain and hours_to_json(hours.certain),
    }
    present = {name: value for name, value in members.items() if value not in _EMPTY_VALUES}
    return present["week"] if set(present) == {"week"} else present


def _day_to_json(day: Day) -> list[list[int]] | None:
    return None if day is None else [list(interval) for interval in day]


def hours_from_json(value: object, path: str) -> WeeklyHours:
    """Parse opening hours from a string or an object."""
    try:
        if isinstance(value, str):
            return WeeklyHours.parse(value)
        if isinstance(value, Mapping) and set(value) <= set(_MEMBERS):
            return _hours_from_object(value, path)
    except HoursError as error:
        raise RecordError(f"expected opening hours at {path}: {error}", path) from error
    raise RecordError(
        f"expected opening hours as a string, or an object with {', '.join(_MEMBERS)}, at {path}, "
        f"got {quote(value)}",
        path,
    )


def _hours_from_object(value: Mapping[str, object], path: str) -> WeeklyHours:
    week, dates, zone, valid, certain = map(value.get, _MEMBERS)
    regular = WeeklyHours(UNKNOWN_WEEK) if week is None else WeeklyHours.parse(_check_text(week))
    by_date = _check_type(dict, {} if dates is None else dates, "hours by date")
    return WeeklyHours(
        regular.days,
        regular.seasons,
        tuple((_date_from_json(on), _day_from_json(day)) for on, day in by_date.items()),
        None if zone is None else _check_text(zone),
        None if valid is None else _validity_from_json(valid),
        None if certain is None else hours_from_json(certain, f"{path}.certain"),
    )


def _check_type(kind: type[_T], value: object, expected: str) -> _T:
    if isinstance(value, kind):
        return value
    raise HoursError(f"expected {expected}, got {quote(value)}")


def _check_text(value: object) -> str:
    return _check_type(str, value, "a string")


def _day_from_json(day: object) -> Day:
    intervals = []
    for pair in day if isinstance(day, list) else [] if day is None else [day]:
        match pair:
            case [int() as start, int() as end]:
                intervals.append((start, end))
            case _:
                raise HoursError(f"expected intervals such as [[540, 1020]], got {quote(day)}")
    return None if day is None else tuple(intervals)


def _validity_from_json(valid: object) -> tuple[date, date]:
    match valid:
        case [first, last]:
            return _date_from_json(first), _date_from_json(last)
    raise HoursError(f"expected a first and a last date, got {quote(valid)}")


def _date_from_json(on: object) -> date:
    text = _check_text(on)
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise HoursError(f"expected a date such as '2024-12-25', got {quote(on)}") from error

"""The JSON form of a world: the fields of its records, without those that are not known."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING

from geoeval.calculators.hours import WeeklyHours
from geoeval.errors import RecordError, quote
from geoeval.world.hours_json import hours_from_json, hours_to_json
from geoeval.world.model import Place, World

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from pydantic import TypeAdapter


def world_to_json(world: World) -> dict[str, object]:
    """Return a world as JSON values: records as objects, opening hours as text.

    Parameters
    ----------
    world
        Any world.

    Returns
    -------
    dict
        The fields of ``World``; what is unknown or empty is left out.

    Examples
    --------
    >>> world_to_json(World(places=(Place(name="Old Mill", rating=4.5),), today=6))
    {'places': [{'name': 'Old Mill', 'id': 'f580d12205e1', 'rating': 4.5}], 'today': 6}
    """
    return _record(world)


def world_from_json(obj: object) -> World:
    """Return the world that JSON values describe.

    Parameters
    ----------
    obj
        What ``world_to_json`` gives, or an object of the same form; a place without an id gets
        the hash of its name and address.

    Returns
    -------
    World
        The world.

    Raises
    ------
    RecordError
        If a value is missing, of the wrong type, unknown or out of range; its ``path`` says
        which one.

    Examples
    --------
    >>> world_from_json({"legs": [{"origin": "Inn", "destination": "Port", "mode": "walking"}]})
    ... # doctest: +ELLIPSIS
    World(places=(), lists=(), legs=(Leg(origin='Inn', ...
    >>> world_from_json({"places": [{"rating": 4.5}]})
    Traceback (most recent call last):
    ...
    geoeval.errors.RecordError: expected a world, but at $.places[0].name: field required
    """
    from pydantic import ValidationError

    try:
        world = _adapter().validate_python(_with_hours(obj, "$"))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = _path(first["loc"])
        reason = first["msg"].removeprefix("Value error, ")
        message = f"expected a world, but at {path}: {reason[:1].lower()}{reason[1:]}"
        raise RecordError(message, path) from error
    _check(world)
    return world


def _record(record: DataclassInstance) -> dict[str, object]:
    """Return the fields of a record that differ from their defaults."""
    values: dict[str, object] = {}
    for field in fields(record):
        value = getattr(record, field.name)
        if field.default is MISSING or value != field.default:
            values[field.name] = _value(value)
    return values


def _value(value: object) -> object:
    if isinstance(value, WeeklyHours):
        return hours_to_json(value)
    if isinstance(value, tuple):
        return [_value(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _record(value)
    return value


def _with_hours(value: object, path: str) -> object:
    """Return JSON values with every text of opening hours parsed."""
    if isinstance(value, Mapping):
        return {
            key: hours_from_json(item, f"{path}.{key}")
            if key == "hours" and item is not None
            else _with_hours(item, f"{path}.{key}")
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_with_hours(item, f"{path}[{index}]") for index, item in enumerate(value)]
    return value


@cache
def _adapter() -> TypeAdapter[World]:
    from pydantic import TypeAdapter

    return TypeAdapter(World)


def _path(location: tuple[int | str, ...]) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
    return "$" + "".join(steps)


def _check(world: World) -> None:
    """Raise for figures that no world has."""
    if world.today is not None and not 0 <= world.today <= 6:
        message = f"expected a weekday of 0-6 (Monday = 0) at $.today, got {world.today}"
        raise RecordError(message, "$.today")
    for path, place in _places(world):
        lat, lon = place.location or (0.0, 0.0)
        if not (-90 <= lat <= 90 and -180 <= lon <= 180):
            message = (
                f"expected a latitude within ±90 and a longitude within ±180 degrees at "
                f"{path}.location, got {quote(place.location)}"
            )
            raise RecordError(message, f"{path}.location")
        if place.rating is not None and not 0 <= place.rating <= 5:
            message = f"expected a rating within 0-5 at {path}.rating, got {place.rating}"
            raise RecordError(message, f"{path}.rating")
    for kind, journeys in (("legs", world.legs), ("routes", world.routes)):
        for index, journey in enumerate(journeys):
            for name in ("duration_s", "distance_m"):
                figure = getattr(journey, name)
                if figure is not None and not (0 <= figure < math.inf):
                    path = f"$.{kind}[{index}].{name}"
                    message = f"expected a figure of 0 or more at {path}, got {figure}"
                    raise RecordError(message, path)


def _places(world: World) -> Iterator[tuple[str, Place]]:
    for index, place in enumerate(world.places):
        yield f"$.places[{index}]", place
    for number, nearby in enumerate(world.lists):
        for index, place in enumerate(nearby.places):
            yield f"$.lists[{number}].places[{index}]", place

"""Arguments brought into the form that a query takes, by the types of its fields alone."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence, Sized
from typing import get_args

from pydantic import BaseModel

from geoeval.calculators.sphere.compass import Compass
from geoeval.errors import UsageError, quote
from geoeval.llm.strict_schema import without_nulls
from geoeval.query.base import ClockTime, PlaceName, TripStop
from geoeval.tools.arguments import clock_of, day_of, mode_of, place_text
from geoeval.tools.failure import mend
from geoeval.tools.hints import (
    Hint,
    bare_of,
    choices_of,
    hints_of,
    item_of,
    model_of,
    origin_of,
    tag_of,
    tagged,
    words_of,
)
from geoeval.world.model import TravelMode

MOST_ITEMS = 200
"""Rows of more texts than these are refused, so that no call takes long."""

MOST_PARTS = 26
"""Rows of more objects are refused: filters, legs, offers."""

MOST_STOPS = 12
"""Trips of more stops are refused: all their orders are looked at."""

MOST_CHARACTERS = 500
"""Texts of more characters are refused."""

_SIGNS = {
    "=": ("==",), "==": ("=",), "≥": (">=",), "≤": ("<=",), "=>": (">=",), "=<": ("<=",),
    "at_least": (">=",), "at_most": ("<=",), "more_than": (">",), "less_than": ("<",),
    "gte": (">=",), "lte": ("<=",), "gt": (">",), "lt": ("<",), "eq": ("==", "="),
    "equal": ("==", "="), "equals": ("==", "="), "is": ("==", "="),
}  # fmt: skip


def loosened(hint: Hint, value: object, path: str = "") -> object:
    """Return a value in the form that a type takes, or as it is where it has none.

    Parameters
    ----------
    hint
        The annotated type of a field, or a model.
    value
        What was given for it, as decoded JSON.
    path
        Where it stands, for messages.

    Returns
    -------
    object
        Days ("Mon"), times ("5 PM"), modes ("on foot"), compass points ("NE") and other words
        in the spelling of the type; places given as coordinates as text; one value as a row of
        one; rows and objects given as JSON text decoded; numbers as text where text is asked.

    Raises
    ------
    Refused
        If a row or a text is too long, or a number is not finite.

    Examples
    --------
    >>> from geoeval.query.hours_kinds import OpenAt
    >>> loosened(OpenAt, {"place": [60.1, 24.9], "day": "Mon", "at": "5 PM"})
    {'place': '60.1,24.9', 'day': 'monday', 'at': '17:00'}
    """
    _check(value, path)
    choices = choices_of(hint)
    bare = bare_of(choices[0])
    if models := [model for each in choices if (model := model_of(each)) is not None]:
        return _filled(models, value, path)
    if words := words_of(hint):
        return _worded(words, value) if isinstance(value, str) else value
    if origin_of(bare) is tuple:
        return _row(bare, value, path)
    if origin_of(bare) is dict:
        table = _decoded(value, "{")
        if isinstance(table, Mapping):
            _check_length(table, MOST_ITEMS, path)
            inner = item_of(bare)
            return {key: loosened(inner, each, f"{path}.{key}") for key, each in table.items()}
        return table
    if choices[0] == PlaceName:
        return place_text(value) or _text(value)
    if choices[0] == ClockTime:
        return (isinstance(value, str) and clock_of(value)) or value
    if bare is TravelMode:
        return (isinstance(value, str) and mode_of(value)) or value
    return _text(value) if bare is str else value


def _check(value: object, path: str) -> None:
    """Refuse a number that is not finite and a text that is too long."""
    if isinstance(value, float) and not math.isfinite(value):
        mend(path or "arguments", "a finite number", quote(value))
    if isinstance(value, str) and len(value) > MOST_CHARACTERS and value[:1] not in {"[", "{"}:
        mend(path or "arguments", f"at most {MOST_CHARACTERS} characters", quote(value))


def _check_length(row: Sized, most: int, path: str) -> None:
    """Refuse a row of too many members."""
    if len(row) > most:
        mend(path, f"at most {most} of them", f"{len(row)}")


def _text(value: object) -> object:
    """Return a number as text."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number and len(quote(value)) <= MOST_CHARACTERS else value


def _decoded(value: object, opening: str) -> object:
    """Return what a JSON text holds, if it begins as a row or an object does."""
    if not isinstance(value, str) or not value.lstrip().startswith(opening):
        return value
    try:
        return without_nulls(json.loads(value))
    except (ValueError, RecursionError):
        return value


def _worded(words: Sequence[str], value: str) -> str:
    """Return the word of some that a text means, or the text where it means none."""
    spelt = "_".join(value.strip().casefold().replace("-", " ").split())
    likely = (spelt, *_SIGNS.get(spelt, ()), day_of(value) or "", _compass_word(value))
    return next((word for word in likely if word in words), value)


def _compass_word(value: str) -> str:
    """Return the compass point that a text names, in one word and lower case."""
    try:
        return Compass(value.strip()).word.lower()
    except UsageError:
        return ""


def _row(bare: Hint, value: object, path: str) -> object:
    """Return a row with each of its members in form; a single one makes a row of its own."""
    row = _decoded(value, "[")
    fixed = get_args(bare)[-1] is not Ellipsis
    if not isinstance(row, list | tuple):
        if fixed or not isinstance(row, str | Mapping):
            return row
        row = [row]
    part = model_of(choices_of(item_of(bare))[0])
    most = MOST_STOPS if part is TripStop else MOST_PARTS if part else MOST_ITEMS
    _check_length(row, most, path)
    return [
        loosened(item_of(bare, index), each, f"{path}[{index}]") for index, each in enumerate(row)
    ]


def _filled(models: Sequence[type[BaseModel]], value: object, path: str) -> object:
    """Return an object with each of its members in form."""
    given = _decoded(value, "{")
    if isinstance(given, str) and len(models) == 1:
        needed = [name for name, each in models[0].model_fields.items() if each.is_required()]
        given = {needed[0]: given} if len(needed) == 1 else given
    if not isinstance(given, Mapping):
        return given
    members = dict(given)
    model = models[0] if len(models) == 1 else _meant(models, members)
    if model is None:
        return members
    hints = hints_of(model)
    return {
        name: loosened(hints[name], each, f"{path}.{name}".lstrip(".")) if name in hints else each
        for name, each in members.items()
    }


def _meant(models: Sequence[type[BaseModel]], members: dict[str, object]) -> type[BaseModel] | None:
    """Return the model of a union that an object is meant for, and tag the object so.

    Without a tag it is the only one that has all of the members given and needs no more.
    """
    by_tag = tagged(models)
    tag = tag_of(models[0])
    assert tag is not None
    said = members.get(tag[0])
    if isinstance(said, str):
        members[tag[0]] = _worded(tuple(by_tag), said)
        return by_tag.get(str(members[tag[0]]))
    fitting = [word for word, each in by_tag.items() if said is None and _fits(each, members)]
    if len(fitting) != 1:
        return None
    members[tag[0]] = fitting[0]
    return by_tag[fitting[0]]


def _fits(model: type[BaseModel], members: Mapping[str, object]) -> bool:
    """Return whether a model has all members of an object, and needs no others."""
    fields = model.model_fields
    return members.keys() <= fields.keys() and all(
        name in members for name, each in fields.items() if each.is_required()
    )

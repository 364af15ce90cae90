"""Arguments brought into the form that a query takes, by the types of its fields alone."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence, Sized
from decimal import Decimal
from typing import Final, get_args

from pydantic import BaseModel

from geoeval.calculators.clock import DAY_MIN, parse_clock
from geoeval.calculators.sphere.compass import Compass
from geoeval.errors import UnitError, UsageError, quote
from geoeval.llm.strict_schema import without_nulls
from geoeval.query.parts import DAYS, Day, TripStop
from geoeval.tools.failure import mend
from geoeval.tools.hints import (
    Hint,
    bare_of,
    choices_of,
    hints_of,
    is_clock,
    is_place,
    item_of,
    model_of,
    origin_of,
    tag_of,
    words_of,
)
from geoeval.world.model import TravelMode

LONGEST_NAME: Final = 500
"""A text for a place is not longer, in characters."""

_LATITUDES = ("lat", "latitude")
_LONGITUDES = ("lng", "lon", "long", "longitude")
_DECIMALS = 15
_FIGURE = re.compile(r"[-+]?\d{1,3}(?:\.\d{1,15})?", re.ASCII)
_MODES = {
    TravelMode.DRIVING: "drive car by_car taxi auto",
    TravelMode.WALKING: "walk on_foot by_foot foot pedestrian",
    TravelMode.BICYCLING: "bicycle bike cycle cycling biking by_bike by_bicycle",
    TravelMode.TRANSIT: "public_transport public_transit train bus metro subway",
}
_MODE_OF = {word: mode for mode, words in _MODES.items() for word in (mode, *words.split())}
_SHORT_DAYS = {day[:length]: day for day in DAYS for length in (2, 3, 4, 5)}

MOST_ITEMS = 200
"""Rows of more texts than these are refused, so that no call takes long."""

MOST_PARTS = 26
"""Rows of more objects are refused: filters, legs, offers."""

MOST_STOPS = 15
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

    Examples
    --------
    >>> from geoeval.query.algebra import Days
    >>> loosened(Days, {"place": [60.1, 24.9], "at": "5 PM"})
    {'place': '60.1,24.9', 'at': '17:00'}
    """
    _check(value, path)
    choices = choices_of(hint)
    bare = bare_of(choices[0])
    if is_place(hint):
        text = place_text(value) or _text(value)
        if isinstance(text, str) and not (len(choices) > 1 and text.lstrip().startswith("{")):
            return text
    if models := [model for each in choices if (model := model_of(each)) is not None]:
        return _filled(models, value, path)
    if bare is TravelMode:
        return (isinstance(value, str) and mode_of(value)) or value
    if words := words_of(hint):
        return word_of(words, value) if isinstance(value, str) else value
    if origin_of(bare) is tuple:
        return _row(bare, value, path)
    if origin_of(bare) is dict:
        table = _decoded(value, "{")
        if isinstance(table, Mapping):
            _check_length(table, MOST_ITEMS, path)
            inner = item_of(bare)
            return {key: loosened(inner, each, f"{path}.{key}") for key, each in table.items()}
        return table
    if is_clock(choices[0]):
        return (isinstance(value, str) and clock_of(value)) or value
    return _text(value) if bare is str else value


def place_text(value: object) -> str | None:
    """Return the text that stands for a place, also where it came as a pair or an object.

    Examples
    --------
    >>> place_text([60.1, 24.9]), place_text({"lat": "60.1", "lng": "24.9"}), place_text(7)
    ('60.1,24.9', '60.1,24.9', None)
    """
    if isinstance(value, str) and value.strip():
        return value if len(value) <= LONGEST_NAME else None  # names that were met are kept
    if isinstance(value, Mapping):
        parts = [
            next((value[key] for key in keys if key in value), None)
            for keys in (_LATITUDES, _LONGITUDES)
        ]
        if None not in parts:
            value = parts
    if isinstance(value, list | tuple) and len(value) == 2:
        if all(map(_is_number, value)):
            return ",".join(map(_plain, value))
        if all(isinstance(part, str) and _FIGURE.fullmatch(part.strip()) for part in value):
            return ",".join(value)
    return None


def mode_of(text: str) -> TravelMode | None:
    """Return the travel mode that a text means, by the map's words or everyday ones."""
    return _MODE_OF.get(text.strip().casefold().replace(" ", "_"))


def day_of(text: str) -> Day | None:
    """Return the day of the week that a text names in English, in full or in short.

    Examples
    --------
    >>> day_of("Mon"), day_of("Thurs."), day_of("holiday")
    ('monday', 'thursday', None)
    """
    word = text.strip().casefold().rstrip(".")
    day = _SHORT_DAYS.get(word, word)
    return next((known for known in DAYS if known == day), None)


def clock_of(text: str) -> str | None:
    """Return the time of day that a text says as "HH:MM".

    Examples
    --------
    >>> clock_of("5 PM"), clock_of("noonish")
    ('17:00', None)
    """
    try:
        minute = parse_clock(text)
    except UnitError:
        return None
    return f"{minute // 60:02d}:{minute % 60:02d}" if minute < DAY_MIN else None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(degrees: float) -> str:
    """Return a number without an exponent, which coordinates are not written with."""
    return f"{Decimal(str(round(degrees, _DECIMALS))):f}"


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


def word_of(words: Sequence[str], value: str) -> str:
    """Return the word of some that a text means, or the text where it means none.

    Examples
    --------
    >>> word_of(("north", "northeast"), "NE"), word_of(("==", ">="), "at least")
    ('northeast', '>=')
    """
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
    tags = [(model, *tag) for model in models if (tag := tag_of(model)) is not None]
    for model, name, word in tags:
        said = members.get(name)
        if isinstance(said, str) and word_of((word,), said) == word:
            members[name] = word
            return model
    if any(name in members for _, name, _ in tags):
        return None
    fitting = [each for each in tags if _fits(each[0], members)]
    if len(fitting) != 1:
        return None
    model, name, word = fitting[0]
    members[name] = word
    return model


def _fits(model: type[BaseModel], members: Mapping[str, object]) -> bool:
    """Return whether a model has all members of an object, and needs no others."""
    fields = model.model_fields
    return members.keys() <= fields.keys() and all(
        name in members for name, each in fields.items() if each.is_required()
    )

"""Arguments brought into the form that a query takes, by the types of its fields alone."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Sized
from decimal import Decimal
from enum import StrEnum
from functools import cache, partial
from itertools import chain, repeat
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel

from geoeval.calculators.clock import DAY_MIN, clock_text, parse_clock
from geoeval.calculators.sphere.compass import Compass
from geoeval.errors import UnitError, UsageError, quote
from geoeval.llm.schema import without_nulls
from geoeval.query.parts import DAYS, ClockTime, Day, PlaceName, TripStop
from geoeval.query.trips.days import MOST_STOPS
from geoeval.tools.failure import reject
from geoeval.world.model import TravelMode

_TYPES: Mapping[object, str] = {
    str: "text", int: "a whole number", float: "a number", bool: "true or false",
    tuple: "a list", dict: "an object",
}  # fmt: skip
Hint = Any
"""A type as it is annotated; no type of Python's says that more exactly."""


@cache
def hints_of(model: type[BaseModel]) -> Mapping[str, Hint]:
    """Return the annotated type of each field of a model, by the name under which it is given."""
    hints = get_type_hints(model, include_extras=True)
    return {
        field.alias or name: field.annotation if _is_generic(hints[name]) else hints[name]
        for name, field in model.model_fields.items()
    }


def _is_generic(hint: Hint) -> bool:
    """Return whether a type has a variable in it, which only the field of a model fills in."""
    return isinstance(hint, TypeVar) or any(map(_is_generic, get_args(hint)))


def bare_of(hint: Hint) -> Hint:
    """Return a type without what is annotated to it."""
    origin: object = get_origin(hint)
    return get_args(hint)[0] if origin is Annotated else hint


def origin_of(hint: Hint) -> object:
    """Return what a type is made with: a union, a tuple, a dictionary; None for a plain one."""
    origin: object = get_origin(bare_of(hint))
    return origin


def choices_of(hint: Hint) -> tuple[Hint, ...]:
    """Return the alternatives of a union, null aside; of any other type, itself.

    Examples
    --------
    >>> choices_of(int | None), choices_of(Annotated[int | str, "figure"])
    ((<class 'int'>,), (<class 'int'>, <class 'str'>))
    """
    if origin_of(hint) not in (Union, UnionType):
        return (hint,)
    members = (each for each in get_args(bare_of(hint)) if each is not NoneType)
    return tuple(choice for each in members for choice in choices_of(each))


def model_of(hint: Hint) -> type[BaseModel] | None:
    """Return the model that a type is, or None for any other type."""
    bare = bare_of(hint)
    return bare if isinstance(bare, type) and issubclass(bare, BaseModel) else None


@cache
def is_place(hint: Hint) -> bool:
    """Return whether a text of a type names a place of the world."""
    return any(get_args(each)[:2] == get_args(PlaceName) for each in choices_of(hint))


def is_clock(hint: Hint) -> bool:
    """Return whether a type is that of a time of day."""
    return get_args(hint)[:2] == get_args(ClockTime)


def told(hint: Hint) -> str:
    """Return what a value of a type is, in words.

    Examples
    --------
    >>> from pydantic import Field
    >>> told(Annotated[str, Field(description="Name of a place")]), told(float | None)
    ('Name of a place', 'a number')
    """
    choice = choices_of(hint)[0]
    described = (getattr(each, "description", None) for each in get_args(choice)[1:])
    said = next((each for each in described if isinstance(each, str)), None)
    return said or _TYPES.get(origin_of(choice) or bare_of(choice), "a value")


def words_of(hint: Hint) -> tuple[str, ...]:
    """Return the words that a type allows, if it allows nothing else.

    Examples
    --------
    >>> words_of(Literal["time", "distance"] | None), words_of(str)
    (('time', 'distance'), ())
    """
    choices = choices_of(hint)
    kind = bare_of(choices[0])
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(map(str, kind))
    if any(origin_of(each) is not Literal for each in choices):
        return ()
    return tuple(word for each in choices for word in get_args(bare_of(each)))


def item_of(hint: Hint, index: int = 0) -> Hint:
    """Return the type of an item of a row, or of a value of a table.

    Examples
    --------
    >>> item_of(tuple[int, ...]), item_of(tuple[int, str], 1), item_of(dict[str, float])
    (<class 'int'>, <class 'str'>, <class 'float'>)
    """
    inner = get_args(bare_of(hint)) or (Any,)
    if origin_of(hint) is dict:
        return inner[1]
    if origin_of(hint) is tuple and inner[-1] is not Ellipsis:
        return inner[min(index, len(inner) - 1)]
    return inner[0]


def constant_of(model: type[BaseModel], name: str) -> str | None:
    """Return the one word that a field always holds, such as the tag of a union's member."""
    field = model.model_fields[name]
    words = words_of(hints_of(model)[field.alias or name])
    default: object = field.default
    return words[0] if len(words) == 1 and default == words[0] else None


@cache
def tag_of(model: type[BaseModel]) -> tuple[str, str] | None:
    """Return the field by which a model is told from others of a union, and what it holds."""
    for name in model.model_fields:
        word = constant_of(model, name)
        if word is not None:
            return name, word
    return None


def tagged(choices: Sequence[Hint]) -> Mapping[str, type[BaseModel]]:
    """Return the models among some alternatives, by their tags."""
    models = [model for each in choices if (model := model_of(each)) is not None]
    return {tag[1]: model for model in models if (tag := tag_of(model)) is not None}


Reader = Callable[[object, str], object]
"""Brings a value, which stands at a path, into the form of a type."""

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

MOST_CHARACTERS = 500
"""Texts of more characters are refused."""

_SIGNS = {
    "=": ("==",), "==": ("=",), "≥": (">=",), "≤": ("<=",), "=>": (">=",), "=<": ("<=",),
    "at_least": (">=",), "at_most": ("<=",), "more_than": (">",), "less_than": ("<",),
    "gte": (">=",), "lte": ("<=",), "gt": (">",), "lt": ("<",), "eq": ("==", "="),
    "equal": ("==", "="), "equals": ("==", "="), "is": ("==", "="),
}  # fmt: skip


def relaxed(hint: Hint, value: object, path: str = "") -> object:
    """Return a value in the form that a type takes, or as it is where it has none.

    Examples
    --------
    >>> from geoeval.query.algebra import Days
    >>> relaxed(Days, {"place": [60.1, 24.9], "at": "5 PM"})
    {'place': '60.1,24.9', 'at': '17:00'}
    """
    return _formed(_reader(hint), value, path)


def _formed(read: Reader, value: object, path: str) -> object:
    """Return a value in the form that a reader brings it into, if it is not too much to read."""
    _check(value, path)
    return read(value, path)


@cache
def _reader(hint: Hint) -> Reader:
    choices = choices_of(hint)
    bare = bare_of(choices[0])
    read: Reader = lambda value, _: value  # noqa: E731 - nothing to bring into form
    if models := tuple(model for each in choices if (model := model_of(each)) is not None):
        read = partial(_filled, models)
    elif meaning := _meaning_of(hint):
        read = partial(_said, meaning)
    elif origin_of(bare) is tuple:
        read = _row_reader(bare)
    elif origin_of(bare) is dict:
        read = partial(_table, _reader(item_of(bare)))
    elif bare is str:
        read = _text
    return partial(_place, read, len(choices) > 1) if is_place(hint) else read


def _meaning_of(hint: Hint) -> Callable[[str], object] | None:
    """Return what reads the words of a type; None where it takes other values than some words."""
    choice = choices_of(hint)[0]
    if bare_of(choice) is TravelMode:
        return mode_of
    if words := frozenset(words_of(hint)):
        return partial(word_of, words)
    return clock_of if is_clock(choice) else None


@cache
def _readers(model: type[BaseModel]) -> Mapping[str, Reader]:
    return {name: _reader(hint) for name, hint in hints_of(model).items()}


def _place(read: Reader, several: bool, value: object, path: str) -> object:
    text = place_text(value) or _text(value)
    is_name = isinstance(text, str) and not (several and text.lstrip().startswith("{"))
    return text if is_name else read(value, path)


def _said(meaning: Callable[[str], object], value: object, _: str = "") -> object:
    return (isinstance(value, str) and meaning(value)) or value


def _table(read: Reader, value: object, path: str) -> object:
    table = _decoded(value, "{")
    if not isinstance(table, Mapping):
        return table
    _check_length(table, MOST_ITEMS, path)
    return {key: _formed(read, each, f"{path}.{key}") for key, each in table.items()}


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
        value = [_first_of(value, keys) for keys in (_LATITUDES, _LONGITUDES)]
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    if all(map(_is_number, value)):
        return ",".join(map(_plain, value))
    return ",".join(value) if all(map(_is_figure, value)) else None


def _first_of(members: Mapping[str, object], keys: Sequence[str]) -> object:
    return next((members[key] for key in keys if key in members), None)


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
    return clock_text(minute) if minute < DAY_MIN else None


def _is_figure(value: object) -> bool:
    return isinstance(value, str) and bool(_FIGURE.fullmatch(value.strip()))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(degrees: float) -> str:
    """Return a number without an exponent, which coordinates are not written with."""
    return f"{Decimal(str(round(degrees, _DECIMALS))):f}"


def _check(value: object, path: str) -> None:
    """Refuse a number that is not finite and a text that is too long."""
    if isinstance(value, float) and not math.isfinite(value):
        reject(path or "arguments", "a finite number", quote(value))
    if isinstance(value, str) and len(value) > MOST_CHARACTERS and value[:1] not in {"[", "{"}:
        reject(path or "arguments", f"at most {MOST_CHARACTERS} characters", quote(value))


def _check_length(row: Sized, most: int, path: str) -> None:
    if len(row) > most:
        reject(path, f"at most {most} of them", f"{len(row)}")


def _text(value: object, _: str = "") -> object:
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


def word_of(words: Collection[str], value: str) -> str:
    """Return the word of some that a text means, or the text where it means none.

    Examples
    --------
    >>> word_of(("north", "northeast"), "NE"), word_of(("==", ">="), "at least")
    ('northeast', '>=')
    """
    return next((word for word in _spellings(value) if word in words), value)


def _spellings(value: str) -> Iterator[str]:
    """Yield the words that a text may mean, the likeliest first."""
    spelt = "_".join(value.strip().casefold().replace("-", " ").split())
    yield spelt
    yield from _SIGNS.get(spelt, ())
    yield day_of(value) or ""
    yield _compass_word(value)


def _compass_word(value: str) -> str:
    """Return the compass point that a text names, in one word and lower case."""
    try:
        return Compass(value.strip()).word.lower()
    except UsageError:
        return ""


def _row_reader(bare: Hint) -> Reader:
    *inner, last = get_args(bare)
    part = model_of(choices_of(inner[0] if inner else last)[0])
    most = MOST_STOPS if part is TripStop else MOST_PARTS if part else MOST_ITEMS
    fixed = last is not Ellipsis
    reads = [_reader(each) for each in ((*inner, last) if fixed else inner)]
    return partial(_row, reads, fixed, most)


def _row(reads: Sequence[Reader], fixed: bool, most: int, value: object, path: str) -> object:
    """Return a row with each of its members in form; a single one makes a row of its own."""
    row = _decoded(value, "[")
    if not isinstance(row, list | tuple):
        if fixed or not isinstance(row, str | Mapping):
            return row
        row = [row]
    _check_length(row, most, path)
    of_each = chain(reads, repeat(reads[-1]))
    return [
        _formed(read, each, f"{path}[{index}]")
        for index, (each, read) in enumerate(zip(row, of_each, strict=False))
    ]


def _filled(models: tuple[type[BaseModel], ...], value: object, path: str) -> object:
    only = models[0] if len(models) == 1 else None
    given = _decoded(value, "{")
    given = _wrapped(only, given) if only and isinstance(given, str) else given
    if not isinstance(given, Mapping):
        return given
    members = dict(given)
    model = only or _meant(models, members)
    if model is None:
        return members
    reads, before = _readers(model), path and f"{path}."
    return {
        name: _formed(reads[name], each, f"{before}{name}") if name in reads else each
        for name, each in members.items()
    }


def _meant(
    models: tuple[type[BaseModel], ...], members: dict[str, object]
) -> type[BaseModel] | None:
    """Return the model of a union that an object is meant for, and tag the object so.

    Without a tag it is the only one that has all of the members given and needs no more.
    """
    tags = _tags(models)
    for name, named in tags.items():
        said = members.get(name)
        if isinstance(said, str) and (word := word_of(named, said)) in named:
            members[name] = word
            return named[word]
    if any(name in members for name in tags):
        return None
    fitting = [
        (model, name, word)
        for name, named in tags.items()
        for word, model in named.items()
        if _fits(model, members)
    ]
    if len(fitting) != 1:
        return None
    model, name, word = fitting[0]
    members[name] = word
    return model


@cache
def _tags(models: tuple[type[BaseModel], ...]) -> Mapping[str, Mapping[str, type[BaseModel]]]:
    """Return the models of a union by the field that tells them apart, and what it holds."""
    tags: dict[str, dict[str, type[BaseModel]]] = {}
    for model in models:
        if (tag := tag_of(model)) is not None:
            tags.setdefault(tag[0], {})[tag[1]] = model
    return tags


def _fits(model: type[BaseModel], members: Mapping[str, object]) -> bool:
    return members.keys() <= model.model_fields.keys() and members.keys() >= set(_needed(model))


def _wrapped(model: type[BaseModel], text: str) -> object:
    """Return a text as the one member that a model needs; as it is where it needs more."""
    needed = _needed(model)
    return {needed[0]: text} if len(needed) == 1 else text


def _needed(model: type[BaseModel]) -> list[str]:
    return [name for name, each in model.model_fields.items() if each.is_required()]

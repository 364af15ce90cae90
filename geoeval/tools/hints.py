"""What the types of a model's fields say: alternatives, items, words, tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel

from geoeval.query.parts import ClockTime, PlaceName

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

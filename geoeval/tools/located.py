"""Where in the arguments a fault of validation is, by their names, without the tags of unions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from geoeval.tools.hints import Hint, choices_of, hints_of, item_of, model_of, tagged


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """A place in the arguments.

    ``path`` is written as "stops[1].place"; ``owner`` is the model that it is a member of, and
    ``field`` and ``hint`` what that says of it, as far as it is known there.
    """

    path: str
    owner: type[BaseModel]
    field: FieldInfo | None
    hint: Hint


def locate(location: Sequence[int | str], model: type[BaseModel]) -> Located:
    """Return which argument the location of a fault means.

    Parameters
    ----------
    location
        The location as pydantic gives it; after a union it names the member tried.
    model
        The model of all arguments.

    Returns
    -------
    Located
        The argument, or the part of one.

    Examples
    --------
    >>> from geoeval.query.place_kinds import Nearest
    >>> locate(("filters", 0, "open", "at"), Nearest).path
    'filters[0].at'
    """
    path, owner, field = "", model, None
    hint: Hint = model
    for part in location:
        choices = choices_of(hint)
        if len(choices) > 1 and not isinstance(part, int):
            hint = tagged(choices).get(part, hint)
            continue
        inner = model_of(choices[0])
        if inner is not None:
            owner, name = inner, _named(part, inner)
            field = inner.model_fields.get(name)
            hint = hints_of(inner).get(name)
        else:
            hint = item_of(choices[0], part if isinstance(part, int) else 0)
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    return Located(path=path.removeprefix(".") or "arguments", owner=owner, field=field, hint=hint)


def _named(part: int | str, model: type[BaseModel]) -> str:
    """Return the name of the field that goes by a name or an alias."""
    aliases = {each.alias: name for name, each in model.model_fields.items()}
    return aliases.get(str(part), str(part))

"""Groups of options, each declared once as a dataclass and shared by several commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with one option for each field of its dataclass parameters."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, tuple[Any, list[str]]] = {}
    options: list[Parameter] = []
    for name, parameter in signature(command).parameters.items():
        kind = hints[name]
        if not is_dataclass(kind):
            options.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=kind))
            continue
        field_hints = get_type_hints(kind, include_extras=True)
        groups[name] = kind, [field.name for field in fields(kind)]
        options += [
            Parameter(
                field.name,
                Parameter.KEYWORD_ONLY,
                default=Parameter.empty if field.default is MISSING else field.default,
                annotation=field_hints[field.name],
            )
            for field in fields(kind)
        ]

    @wraps(command)
    def call(**values: Any) -> None:  # noqa: ANN401 - options of any type
        instances = {
            name: kind(**{field: values.pop(field) for field in names})
            for name, (kind, names) in groups.items()
        }
        command(**instances, **values)

    call.__annotations__ = {each.name: each.annotation for each in options}
    call.__signature__ = Signature(options)  # type: ignore[attr-defined] # read by inspect
    return call


def spell_options(group: object) -> tuple[str, ...]:
    """Return the options of a group that differ from their defaults, as words of a command line."""
    assert is_dataclass(group)
    hints = get_type_hints(type(group), include_extras=True)
    words: list[str] = []
    for field in fields(group):
        value = getattr(group, field.name)
        (option,) = hints[field.name].__metadata__
        if value != field.default:
            for each in value if isinstance(value, list) else [value]:
                words += [option.default, str(each)]  # typer's place for the first name
    return tuple(words)

"""A tool: a typed function with a name, a description and one example."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from geoeval.world.model import World

JsonSchema = dict[str, object]


class Result(BaseModel):
    """The result of a tool; members that are None are omitted."""

    model_config = ConfigDict(frozen=True, defer_build=True)


class PlacedResult(Result):
    """The result of a tool that takes places, with the places that the names were taken for."""

    used: dict[str, str] | None = Field(
        None, description="The place found for each argument; check that it is the right one"
    )


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A function that a language model may call.

    Parameters
    ----------
    name
        Letters, digits and underscores, at most 64.
    summary
        What it does, with units; no example.
    parameters
        The model of its arguments.
    result
        The model of what it returns; a ``PlacedResult`` if the names of places among the
        arguments are those of the world, so that they are looked up before it runs.
    example
        Arguments of a call.
    run
        Takes validated parameters and the world.
    widened
        Takes the same, and returns the world with the facts from the arguments added.
    naming
        For ``widened``: the argument whose place names need not be in the world.
    """

    name: str
    summary: str
    parameters: type[BaseModel]
    result: type[Result]
    example: Mapping[str, object]
    run: Callable[[Any, World], Result]
    widened: Callable[[Any, World], World] | None = None
    naming: str | None = None

    @property
    def description(self) -> str:
        """The summary and one example, as a language model reads them."""
        example = json.dumps(self.example, ensure_ascii=False, separators=(",", ":"))
        return f"{self.summary} Example: {example}"

    @cached_property
    def schema(self) -> JsonSchema:
        """The JSON Schema of the arguments, without constant arguments."""
        schema: JsonSchema = self.parameters.model_json_schema()
        properties = schema["properties"]
        assert isinstance(properties, dict)
        described = {name: each for name, each in properties.items() if "const" not in each}
        return {**schema, "properties": described}

    @cached_property
    def result_schema(self) -> JsonSchema:
        """The JSON Schema of the result."""
        return self.result.model_json_schema(mode="serialization")


def tool(
    *,
    example: Mapping[str, object],
    name: str | None = None,
    widened: Callable[[Any, World], World] | None = None,
    naming: str | None = None,
) -> Callable[[Callable[..., Result]], Tool]:
    """Return a decorator that makes a tool from a typed function.

    The arguments are those of the function or, if it has a parameter ``given``, the fields of its
    model, whose docstring is then the summary.
    """

    def decorate(function: Callable[..., Result]) -> Tool:
        hints = get_type_hints(function, include_extras=True)
        title = name or function.__name__
        form = hints.get("given")
        parameters, run = (form, function) if form else _with_flat_arguments(function, title, hints)
        return Tool(
            name=title,
            summary=summary_of(form or function),
            parameters=parameters,
            result=hints["return"],
            example=example,
            run=run,
            widened=widened,
            naming=naming,
        )

    return decorate


def _with_flat_arguments(
    function: Callable[..., Result], title: str, hints: Mapping[str, Any]
) -> tuple[type[BaseModel], Callable[[Any, World], Result]]:
    """Return a model of the arguments of a function, and a function that takes the model."""
    signature = inspect.signature(function).parameters
    fields: dict[str, Any] = {
        key: (hints[key], ... if each.default is each.empty else each.default)
        for key, each in signature.items()
        if key != _WORLD
    }
    config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    def run(given: BaseModel, world: World) -> Result:
        arguments = {key: getattr(given, key) for key in fields}
        if _WORLD in signature:
            arguments[_WORLD] = world
        return function(**arguments)

    return create_model(title, __config__=config, **fields), run


def summary_of(documented: object) -> str:
    """Return the docstring of a function or a model as one line of text."""
    return " ".join((inspect.getdoc(documented) or "").replace("``", "").split())


_WORLD = "world"

"""One tool for each kind of query, made from the union of all kinds."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from inspect import cleandoc
from typing import Any, ClassVar, Self, cast

from pydantic import (
    BaseModel,
    ModelWrapValidatorHandler,
    PrivateAttr,
    create_model,
    model_validator,
)
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from geoeval.query.base import AnyFilter, Model
from geoeval.query.kinds import Query, Unanswerable
from geoeval.query.solve import solve
from geoeval.query.trip_kinds import LatestDeparture
from geoeval.query.values import CannotSolve
from geoeval.tools.families.queries.absence import refuse
from geoeval.tools.families.queries.lenient import loosened
from geoeval.tools.families.queries.outcome import QueryAnswer, answer_of
from geoeval.tools.hints import bare_of, choices_of
from geoeval.tools.tool import Tool
from geoeval.world.model import World

KIND = "kind"
_JOINED = AnyFilter.model_fields["filter"].default
_TOLD = files("geoeval.tools.families.queries") / "kinds.toml"


class ShortSchema(GenerateJsonSchema):
    """A schema without the filter that joins filters by "or", in which all others stand again.

    It is taken nonetheless, and several calls do the same.
    """

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        """Return the schema of a union without the member that holds a union of the others."""
        choices = {tag: each for tag, each in schema["choices"].items() if tag != _JOINED}
        return super().tagged_union_schema({**schema, "choices": choices})


class Filled(Model):
    """Arguments of a tool that asks a query: those of its kind, taken leniently."""

    asked: ClassVar[type[Model]]
    _given: object = PrivateAttr(default=None)

    @model_validator(mode="wrap")
    @classmethod
    def _leniently(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Bring the arguments into form before they are checked, and keep them so."""
        given = loosened(cls.asked, value)
        return handler(given).keep(given)

    def keep(self, given: object) -> Self:
        """Remember the arguments in form, each under the name under which it was given."""
        self._given = given
        return self

    @property
    def given(self) -> object:
        """The arguments in form, as they were given."""
        return self._given

    @classmethod
    def model_json_schema(
        cls,
        *args: Any,  # noqa: ANN401 - whatever the method of any model takes
        **options: Any,  # noqa: ANN401 - the same
    ) -> dict[str, Any]:
        """Return the schema of the arguments, without what doubles it."""
        return super().model_json_schema(*args, **{"schema_generator": ShortSchema, **options})

    def query(self) -> Query:
        """Return the query that the arguments fill."""
        members = {name: getattr(self, name) for name in self.asked.model_fields}
        made: Any = self.asked.model_construct(self.model_fields_set, **members)
        query: Query = made
        return query


def ask(filled: Filled, world: World) -> QueryAnswer:
    """Return what a query comes to.

    Parameters
    ----------
    filled
        The arguments.
    world
        What is known.

    Returns
    -------
    QueryAnswer
        The value with its derivation, or that no plan is feasible.

    Raises
    ------
    Refused
        If the world does not decide the query.
    """
    outcome = solve(filled.query(), world)
    if isinstance(outcome, CannotSolve):
        refuse(outcome, filled.asked, filled.given, world)
    return answer_of(outcome)


def _name(kind: type[Model]) -> str:
    """Return the name of a kind."""
    name: str = kind.model_fields[KIND].default
    return name


def _parameters(kind: type[Model]) -> type[Filled]:
    """Return the model of the arguments of a kind."""
    return create_model(_name(kind), __base__=(Filled, cast("type[Filled]", kind)))


def _kind_tool(name: str, told: Mapping[str, Any]) -> Tool:
    """Return the tool of a kind, with what is told of it."""
    parameters = BY_KIND[name]
    documented = " ".join(cleandoc(parameters.asked.__doc__ or "").replace("``", "").split())
    return Tool(
        name=name,
        summary=told.get("summary", documented),
        parameters=parameters,
        result=QueryAnswer,
        example=told["example"],
        run=_run,
        hidden=(KIND,),
    )


def _run(parameters: BaseModel, world: World) -> QueryAnswer:
    """Ask the query that the arguments fill."""
    assert isinstance(parameters, Filled)
    return ask(parameters, world)


def _kinds() -> dict[str, type[Filled]]:
    """Return the arguments of all kinds that can be answered, in the order of the union."""
    made = {}
    for kind in map(bare_of, choices_of(Query)):
        if kind is not Unanswerable:
            parameters = _parameters(kind)
            parameters.asked = kind
            made[_name(kind)] = parameters
    return made


def _tools() -> tuple[Tool, ...]:
    """Return the tools of all kinds but that of which a tool of its own knows more."""
    told = tomllib.loads(_TOLD.read_text(encoding="utf-8"))
    return tuple(_kind_tool(name, told[name]) for name in BY_KIND if name != _OWN)


BY_KIND: Mapping[str, type[Filled]] = _kinds()
"""The models of the arguments, by kind."""

_OWN = _name(LatestDeparture)  # its tool takes travel times too
TOOLS = _tools()

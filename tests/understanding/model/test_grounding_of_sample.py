"""How well the check tells right queries from wrong ones, over the questions of the sample."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import jsonschema
import pytest

from geoeval.datasets.load import load_dataset
from geoeval.datasets.sample import sample_path
from geoeval.errors import RecordError
from geoeval.llm.strict_schema import without_nulls
from geoeval.query.algebra import Best, Query, Unanswerable
from geoeval.query.inspect import candidates_of, figures_of, parts_of, places_of
from geoeval.query.parts import DAYS, Model
from geoeval.query.solve import parse_query
from geoeval.understanding import NotUnderstood, understand
from geoeval.understanding.model.claims import Claim, Role, claims
from geoeval.understanding.model.grounding import faults
from geoeval.understanding.model.kinds import CHOICES, Choice, query_schema
from geoeval.understanding.model.stated import Stated
from geoeval.world.reader import read_context

MOST_REFUSED = 0.02
LEAST_CAUGHT = 0.98
PART = re.compile(r"(\w+)")


def later(clock: str) -> str:
    """Return the time an hour later."""
    hour, minute = clock.split(":")
    return f"{(int(hour) + 1) % 24:02}:{minute}"


CHANGES: dict[Role, Callable[..., object]] = {
    "length": lambda length: length * 2,
    "duration": lambda minutes: minutes + 15,
    "number": lambda number: number + 1,
    "clock": later,
    "day": lambda day: DAYS[(DAYS.index(day) + 2) % 7],
}


@pytest.fixture(scope="module")
def understood() -> list[tuple[Query, Stated]]:
    """Return the queries that the rules find for the sample, with what is stated."""
    found = []
    for record in load_dataset(sample_path()).records:
        world, _ = read_context(record.context)
        query = understand(record.question, world)
        if not isinstance(query, NotUnderstood | Unanswerable):
            found.append((query, Stated(record.question, world)))
    assert len(found) > 100
    return found


def changed(query: Query, claim: Claim) -> Iterator[Model]:
    """Yield a query with one claim changed, and with that claim left out."""
    for dropped in (False, True):
        document = query.model_dump(mode="json")
        *way, last = PART.findall(claim.path.removeprefix("$.query"))
        part = document
        for step in way:
            part = part[int(step) if step.isdigit() else step]
        if dropped:
            del part[last]
        else:
            part[last] = CHANGES[claim.role](part[last])
        with suppress(RecordError):  # a slot that cannot be left out
            yield parse_query(document)


def choice_of(query: Query) -> Choice:
    """Return what a model would choose to fill a query."""
    figures = figures_of(query)
    best = next((part for part in parts_of(query) if isinstance(part, Best)), None)
    described = places_of(query) if best is None else best.among
    candidates = candidates_of(query) or described
    kind = None if candidates is None else candidates.model_dump()["kind"]
    return Choice(query.ask, figures[0].kind if figures else None, kind)


def bare(part: object) -> object:
    """Return JSON without nulls and empty rows, which stand for the default."""
    if isinstance(part, dict):
        return {name: bare(each) for name, each in part.items() if each not in (None, [])}
    return [bare(each) for each in part] if isinstance(part, list) else part


def relaxed(schema: object) -> object:
    """Return a schema that lets what has a default be left out."""
    if isinstance(schema, dict):
        return {name: relaxed(part) for name, part in schema.items() if name != "required"}
    return [relaxed(part) for part in schema] if isinstance(schema, list) else schema


def test_queries_can_be_said_strictly(understood: list[tuple[Query, Stated]]) -> None:
    """A query fits the schema that a model is given for it, and is read back equal."""
    for query, _ in understood:
        choice = choice_of(query)
        assert choice in CHOICES
        slots = query.model_dump(mode="json")
        jsonschema.validate({"query": bare(slots)}, relaxed(query_schema(choice)))
        assert parse_query(without_nulls(slots)) == query


def test_right_queries_pass(understood: list[tuple[Query, Stated]]) -> None:
    """Hardly a query that the rules find, word for word accounted for, is refused."""
    refused = [stated.question.id for query, stated in understood if faults(query, stated)]
    assert len(refused) <= MOST_REFUSED * len(understood), refused


def test_wrong_figures_do_not(understood: list[tuple[Query, Stated]]) -> None:
    """A figure, time or day that is changed or left out is told nearly always."""
    caught, missed = 0, []
    for query, stated in understood:
        for claim in (claim for claim in claims(query) if claim.role in CHANGES):
            for wrong in changed(query, claim):
                if faults(wrong, stated):
                    caught += 1
                else:
                    missed.append((stated.question.id, claim))
    assert caught > 150
    assert caught >= LEAST_CAUGHT * (caught + len(missed)), missed

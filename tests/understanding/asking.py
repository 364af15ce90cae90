"""Helpers of the tests of understanding: datasets and their worlds, and asking a question."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from geoeval.datasets.load import load_dataset, sample_path
from geoeval.datasets.records import Question, Record
from geoeval.query.algebra import Query
from geoeval.query.solve import solve
from geoeval.query.values import Derivation, Value
from geoeval.understanding import RULES, NotUnderstood, understand
from geoeval.understanding.journey.itineraries import find_journeys
from geoeval.understanding.journey.outline import Itinerary
from geoeval.understanding.reading import Reading
from geoeval.understanding.recognise import read_question
from geoeval.verification.answer import answer_question
from geoeval.verification.model import Answer
from geoeval.world.model import World
from geoeval.world.reader import read_context
from tests.understanding.towns import TOWN


def query_of(text: str, world: World, *options: str) -> Query | NotUnderstood:
    """Return the query of a question, or why it is not understood."""
    return understand(Question(id="x", text=text, options=options), world)


def reading(text: str, world: World | None = None, *options: str) -> Reading:
    """Return the reading of a question."""
    return read_question(Question(id="x", text=text, options=options), world or World())


def answer_by_rules(text: str, world: World, options: Sequence[str]) -> Answer:
    """Return the answer of the rules to a question."""
    return answer_question(
        Question(id="x", text=text, options=tuple(options)), world, front_ends=(RULES,)
    )


def answer_text(text: str, world: World, options: Sequence[str]) -> str | None:
    """Return the text of the option that the rules choose, "unanswerable", or None."""
    return chosen_option(answer_by_rules(text, world, options), options)


def solved_value(text: str, world: World, *options: str) -> Value:
    """Return the value of the query of a question."""
    query = query_of(text, world, *options)
    assert not isinstance(query, NotUnderstood), query
    outcome = solve(query, world)
    assert isinstance(outcome, Derivation), outcome
    return outcome.value


def names_in(text: str, world: World = TOWN, kind: str = "place") -> list[str]:
    """Return the names of a kind that a text mentions, in order."""
    return [mention.value for mention in reading(text, world).of(kind)]


def itinerary_of(text: str, world: World = TOWN) -> Itinerary:
    """Return the cheapest reading of the journey in a text."""
    return next(find_journeys(reading(text, world))).itinerary


def chosen_option(answer: Answer, options: Sequence[str]) -> str | None:
    """Return the text of the option that is the answer, "unanswerable", or None."""
    if answer.answer is None:
        return None
    return "unanswerable" if answer.answer < 0 else options[answer.answer].strip()


def items(name: str) -> list[dict[str, Any]]:
    """Return the items of a JSON file of this folder."""
    found: list[dict[str, Any]] = json.loads(
        Path(__file__).with_name(name).read_text(encoding="utf-8")
    )
    return found


@cache
def records(path: Path) -> tuple[Record, ...]:
    """Return the records of a dataset, without their labels."""
    return load_dataset(path, labels=False).records


@cache
def world_of(context: str) -> World:
    """Return the world that a context describes."""
    return read_context(context)[0]


@cache
def sample_worlds() -> Mapping[int | str, World]:
    """Return the worlds of the sample dataset by the ids of their records."""
    return {record.question.id: world_of(record.context) for record in sample_records()}


def sample_records() -> tuple[Record, ...]:
    """Return the records of the sample dataset."""
    return records(sample_path())


def query_fields(text: str, world: World, *options: str) -> dict[str, Any]:
    """Return the fields of the query of a question."""
    query = query_of(text, world, *options)
    assert not isinstance(query, NotUnderstood), query
    return query.model_dump(mode="json")


def pick_fields(found: Any, wanted: Any) -> Any:  # noqa: ANN401 - JSON
    """Return the fields of a query that `wanted` has, to compare the two."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return {name: pick_fields(found.get(name), wanted[name]) for name in wanted}
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return [pick_fields(*pair) for pair in zip(found, wanted, strict=True)]
    return found


def differences(wanted: object, got: object, path: str = "$") -> Iterator[str]:
    """Yield the differences of two dumped queries; the ends of a distance may be swapped."""
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        ends = [
            sorted((each.get("origin"), each.get("destination")), key=str)
            for each in (wanted, got)
            if each.get("kind") == "distance"
        ]
        if len(ends) == 2 and ends[0] == ends[1]:
            return
        for name in sorted({*wanted, *got}):
            yield from differences(wanted.get(name), got.get(name), f"{path}.{name}")
    elif wanted != got:
        yield f"{path}: wanted {wanted!r}, got {got!r}"

"""What the tests of understanding share: the records they ask about, and how they ask."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from geoeval.datasets.load import load_dataset, sample_path
from geoeval.datasets.records import Question, Record
from geoeval.query.algebra import Query
from geoeval.understanding import RULES, NotUnderstood, understand
from geoeval.understanding.reading import Reading
from geoeval.understanding.recognise import read_question
from geoeval.verification.answer import answer_question
from geoeval.verification.model import Answer
from geoeval.world.model import World
from geoeval.world.reader import read_context


def asked(text: str, world: World, *options: str) -> Query | NotUnderstood:
    """Understand one question."""
    return understand(Question(id="x", text=text, options=options), world)


def reading(text: str, world: World | None = None, *options: str) -> Reading:
    """Read one question."""
    return read_question(Question(id="x", text=text, options=options), world or World())


def answered(text: str, world: World, options: Sequence[str]) -> Answer:
    """Answer one question by the rules."""
    return answer_question(
        Question(id="x", text=text, options=tuple(options)), world, front_ends=(RULES,)
    )


def chosen(answer: Answer, options: Sequence[str]) -> str | None:
    """Return the text of the option that is the answer, or "unanswerable", or None for none."""
    if answer.answer is None:
        return None
    return "unanswerable" if answer.answer < 0 else options[answer.answer].strip()


def items(name: str) -> list[dict[str, Any]]:
    """Return the items of a file of this folder."""
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


def fields(text: str, world: World, *options: str) -> dict[str, Any]:
    """Return the fields of the query of a text."""
    query = asked(text, world, *options)
    assert not isinstance(query, NotUnderstood), query
    return query.model_dump(mode="json")


def held(found: Any, wanted: Any) -> Any:  # noqa: ANN401 - JSON
    """Return of the fields of a query only those that are wanted, to be compared with them."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return {name: held(found.get(name), wanted[name]) for name in wanted}
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return [held(one, other) for one, other in zip(found, wanted, strict=True)]
    return found


def differences(wanted: object, got: object, path: str = "$") -> Iterator[str]:
    """Yield where two dumped queries differ; a distance is the same both ways."""
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

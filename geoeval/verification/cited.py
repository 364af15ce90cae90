"""What a reader of a finding wants to see beside it: lines of the context, the keyed place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from geoeval.datasets.records import Record
from geoeval.query.values import Derivation, Infeasible, Names, Spot
from geoeval.verification.model import Answer, CitedLine, Item
from geoeval.verification.naming import bare_name
from geoeval.world.model import Place, World

_FIGURE = re.compile(r"\d+(?:[.:]\d+)*")
_LONGEST_BLOCK = 40


def cited_lines(record: Record, answer: Answer) -> tuple[CitedLine, ...]:
    r"""Return the lines of the context that the facts of an answer were read from.

    Examples
    --------
    >>> from geoeval import Derivation, Question
    >>> from geoeval.datasets.records import Span
    >>> from geoeval.query.values import Fact, Text
    >>> record = Record(question=Question(id=1, text="?"), context="Inn\n- Rating: 4", label=None,
    ...                 category=None, span=Span(file="x.json"))
    >>> rated = (Fact(text="rated 4", line=2),)
    >>> outcome = Derivation(value=Text(text="4"), steps=(), facts=rated)
    >>> cited_lines(record, Answer(id=1, status="answered", answer=None, outcome=outcome))
    (CitedLine(number=2, text='- Rating: 4'),)
    """
    outcome = answer.outcome
    if not isinstance(outcome, Derivation | Infeasible) or record.world is not None:
        return ()
    lines = record.context.split("\n")
    numbers: set[int] = set()
    for fact in outcome.facts:
        if fact.line is not None:
            numbers.update(_stated(fact.text, fact.line, lines))
    return tuple(
        CitedLine(number=number, text=lines[number - 1].strip()) for number in sorted(numbers)
    )


def keyed_place(item: Item, world: World) -> Spot | None:
    """Return the place that a doubtful label names, where a place was asked for.

    None if the label is supported, or if the world has no coordinates of the place.
    """
    if item.key is None or item.verdict == "supported" or not isinstance(item.answer.value, Names):
        return None
    found = world.atlas.resolve(bare_name(item.key))
    if not isinstance(found, Place):
        return None
    place = world.atlas.facts(found)
    return None if place.location is None else Spot(name=place.name, location=place.location)


def _stated(fact: str, first: int, lines: list[str]) -> Iterator[int]:
    """Yield the line that a fact was read from, and those below it that have its figures.

    The facts of a place are a list below its name, each behind a hyphen.
    """
    yield first
    figures = set(_FIGURE.findall(fact)) - set(_FIGURE.findall(lines[first - 1]))
    for number, line in enumerate(lines[first : first + _LONGEST_BLOCK], start=first + 1):
        if not figures or not line.lstrip().startswith("-"):
            return
        found = figures & set(_FIGURE.findall(line))
        if found:
            figures -= found
            yield number

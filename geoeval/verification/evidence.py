"""The evidence for a finding: the steps, the facts with their lines, and the keyed place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from geoeval.datasets.records import Record
from geoeval.query.values import Derivation, Fact, Infeasible, Names, Spot
from geoeval.verification.labels.naming import bare_name
from geoeval.verification.model import Answer, CitedLine, Finding, Item
from geoeval.world.model import Place, World

_FIGURE = re.compile(r"\d+(?:[.:]\d+)*")
_WORD = re.compile(r"[^\W\d_]+")
_CITATION = re.compile(r"context line \d+: ")
_MAX_BLOCK_LINES = 40  # a place has about a dozen facts, so a longer list is something else


def evidence_of(answer: Answer, context: str = "") -> tuple[str, ...]:
    """Return the steps, facts, conventions and notes that support an answer, as lines."""
    outcome = answer.outcome
    if not isinstance(outcome, Derivation | Infeasible):
        return ()
    lines = context.split("\n")
    facts = [cite_fact(fact, lines) for fact in outcome.facts]
    conventions = [f"convention {name}: {choice}" for name, choice in outcome.conventions]
    notes = answer.match.notes if answer.match else ()
    return (*outcome.steps, *facts, *conventions, *notes)


def cite_fact(fact: Fact, lines: Sequence[str]) -> str:
    """Return a fact, with the line of the context that states it if there is one."""
    return fact.text if fact.line is None else f"context line {_own_line(fact, lines)}: {fact.text}"


def evidence_of_cause(finding: Finding, answer: Answer) -> list[str]:
    """Return the evidence for the cause of a finding, without the evidence for the answer."""
    derived = {_CITATION.sub("", line, count=1) for line in evidence_of(answer)}
    return [line for line in finding.evidence if _CITATION.sub("", line, count=1) not in derived]


def cited_lines(record: Record, answer: Answer) -> tuple[CitedLine, ...]:
    """Return the lines of the context that state the facts of an answer."""
    outcome = answer.outcome
    if not isinstance(outcome, Derivation | Infeasible) or record.world is not None:
        return ()
    lines = record.context.split("\n")
    numbers: set[int] = set()
    for fact in outcome.facts:
        if fact.line is not None:
            numbers.update(_find_stated_lines(fact.text, fact.line, lines))
    return tuple(
        CitedLine(number=number, text=lines[number - 1].strip()) for number in sorted(numbers)
    )


def keyed_place(item: Item, world: World) -> Spot | None:
    """Return the place that an unsupported label names, if the question asks for a place.

    None if the label is supported or the world has no coordinates for the place.
    """
    if item.key is None or item.verdict == "supported" or not isinstance(item.answer.value, Names):
        return None
    resolved = world.atlas.resolve(bare_name(item.key))
    if not isinstance(resolved, Place):
        return None
    place = world.atlas.facts(resolved)
    return None if place.location is None else Spot(name=place.name, location=place.location)


def _own_line(fact: Fact, lines: Sequence[str]) -> int | None:
    """Return the line that states a fact: its own, or the best match in the list below it.

    A shared figure counts more than any number of shared words; only the words after "PLACE:"
    count.
    """
    if fact.line is None or fact.line > len(lines):
        return fact.line
    head = lines[fact.line - 1]
    figures = _figures_in(fact.text) - _figures_in(head)
    words = _words_in(fact.text.partition(": ")[2]) - _words_in(head)
    best, best_shared = fact.line, (0, 0)
    for number, line in _lines_below(fact.line, lines):
        shared = len(figures & _figures_in(line)), len(words & _words_in(line))
        if shared > best_shared:
            best, best_shared = number, shared
    return best


def _find_stated_lines(fact: str, first: int, lines: Sequence[str]) -> Iterator[int]:
    """Yield the line of a fact, and the lines below it that contain its figures."""
    yield first
    figures = _figures_in(fact) - _figures_in(lines[first - 1])
    for number, line in _lines_below(first, lines):
        shared = figures & _figures_in(line)
        figures -= shared
        if shared:
            yield number


def _lines_below(first: int, lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    if lines[first - 1].lstrip().startswith("-"):
        return
    for number, line in enumerate(lines[first : first + _MAX_BLOCK_LINES], start=first + 1):
        if line.strip() and not line.lstrip().startswith("-"):
            return
        yield number, line


def _figures_in(text: str) -> set[str]:
    """Return the figures of a text, without trailing zeros of decimals, which facts omit."""
    figures = _FIGURE.findall(text)
    return {each.rstrip("0").rstrip(".") if "." in each else each for each in figures}


def _words_in(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))

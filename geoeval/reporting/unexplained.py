"""The words that understanding could not place: the list of what to teach it next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from geoeval.reporting.safe import plain
from geoeval.reporting.shapes import SCHEMA_VERSION, dump
from geoeval.reporting.solution import Solutions
from geoeval.reporting.view import SolveFormat


class UnexplainedWord(NamedTuple):
    """A word and the ids of the questions in which it is unexplained."""

    word: str
    ids: tuple[int | str, ...]


def unexplained_words(solutions: Solutions) -> list[UnexplainedWord]:
    """Return the words that understanding could not place, the most frequent first.

    Parameters
    ----------
    solutions
        The outcome of a run.

    Returns
    -------
    list of UnexplainedWord
        Each word once, those of equally many questions by their letters.

    Examples
    --------
    >>> unexplained_words(Solutions())
    []
    """
    found: dict[str, list[int | str]] = {}
    for solution in solutions.items:
        for word in dict.fromkeys(solution.answer.unexplained):
            found.setdefault(word, []).append(solution.answer.id)
    ranked = sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return [UnexplainedWord(word, tuple(ids)) for word, ids in ranked]


def render_unexplained(solutions: Solutions, output: SolveFormat) -> Iterator[str]:
    """Yield the unexplained words with the number of questions that have them.

    Parameters
    ----------
    solutions
        The outcome of a run.
    output
        Text, one JSON document, or one JSON object per word.

    Yields
    ------
    str
        Lines without their ends.

    Examples
    --------
    >>> list(render_unexplained(Solutions(), SolveFormat.TEXT))
    ['no word is left unexplained']
    """
    words = unexplained_words(solutions)
    shapes = [{"word": one.word, "count": len(one.ids), "ids": list(one.ids)} for one in words]
    if output is SolveFormat.JSON:
        yield dump({"schema_version": SCHEMA_VERSION, "words": shapes}, indent=2)
    elif output is SolveFormat.JSONL:
        yield from (dump({"type": "word", **shape}) for shape in shapes)
    elif words:
        yield from (f"{len(one.ids):>6}  {plain(one.word)}" for one in words)
    else:
        yield "no word is left unexplained"

"""Changes of a question that keep its meaning: words, marks, figures, options, context.

Lower case is an exception: without capitals, names merge with the words around them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from geoeval.datasets.records import Question
from tests.understanding.asking import world_of
from tests.understanding.metamorphic import contexts, figures, wording

Asked = tuple[Question, str]
"""A question with its context."""

Change = Callable[[Question, str], Asked]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A named change."""

    name: str
    change: Change

    def __str__(self) -> str:
        return self.name


def of_question(change: Callable[[Question], Question]) -> Change:
    """Return a change that keeps the context."""
    return lambda question, context: (change(question), context)


def of_text(edit: Callable[[str], str]) -> Change:
    """Return a change of the text of the question only."""
    return of_question(lambda question: replace(question, text=edit(question.text)))


def of_context(edit: Callable[[str], str]) -> Change:
    """Return a change of the context only."""
    return lambda question, context: (question, edit(context))


def misspelt(draw: int) -> Change:
    """Return a change that makes two spelling mistakes."""
    return lambda question, context: (
        wording.with_typos(question, world_of(context), draw),
        context,
    )


CASES = (
    Case(name="a sentence before", change=of_text(wording.sentence_before)),
    Case(name="a sentence behind", change=of_text(wording.sentence_after)),
    *(Case(name=f"two typos, draw {n}", change=misspelt(n)) for n in range(2)),
    Case(name="synonyms", change=of_text(wording.synonymous)),
    Case(name="curly quotes", change=of_text(wording.curly)),
    Case(name="doubled spaces", change=of_text(lambda text: text.replace(" ", "  "))),
    Case(name="no question mark", change=of_text(lambda text: text.rstrip(" ?"))),
    Case(name="options in another order", change=of_question(wording.shuffled)),
    Case(name="no accents", change=of_question(wording.without_accents)),
    Case(name="metres for kilometres", change=of_text(figures.in_metres)),
    Case(name="kilometres for metres", change=of_text(figures.in_kilometres)),
    Case(name="minutes for hours", change=of_text(figures.in_minutes)),
    Case(name="hours for minutes", change=of_text(figures.in_hours)),
    Case(name="units in short", change=of_text(figures.abbreviated)),
    Case(name="24 hours", change=of_text(figures.in_24_hours)),
    Case(name="options in minutes", change=of_question(figures.options_in_minutes)),
    Case(name="options in 24 hours", change=of_question(figures.options_in_24_hours)),
    Case(name="other lines of legs", change=of_context(contexts.legs_reworded)),
    Case(name="other rows of lists", change=of_context(contexts.rows_with_brackets)),
    Case(name="context written anew", change=of_context(contexts.rewritten)),
    Case(name="blocks in another order", change=of_context(contexts.blocks_reversed)),
    Case(name="no capitals", change=of_text(str.lower)),
)

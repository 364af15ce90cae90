"""One question in words, answered from a world or from the text of a context."""

from __future__ import annotations

from collections.abc import Sequence

from geoeval.datasets.records import Question, Record, Span
from geoeval.errors import UsageError, quote
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.understanding.front_end import RULES, FrontEnd
from geoeval.verification.answer import answer_question
from geoeval.verification.contexts import read_contexts
from geoeval.verification.in_context import answer_record
from geoeval.verification.model import Answer
from geoeval.world.model import World


def ask(
    text: str,
    world: World | str,
    options: Sequence[str] = (),
    *,
    conventions: Conventions = DEFAULT,
    front_ends: Sequence[FrontEnd] = (RULES,),
) -> Answer:
    """Answer a question in words, as ``geoeval solve`` answers those of a dataset.

    Parameters
    ----------
    text
        The question.
    world
        What is known: a world, or the text of a context, as ``read_context`` takes it. Lines of a
        text that are not understood are left out; ``read_context`` tells them.
    options
        The answers that are offered; none if the computed value is wanted.
    conventions
        How unsaid things are taken.
    front_ends
        What turns the question into a query, each where the one before it is not sure.

    Returns
    -------
    Answer
        ``status`` is "answered", "unanswerable", "undetermined" or "not_understood"; ``answer``
        the index of an option from 0, -1 for unanswerable, or None; ``value`` and ``derivation``
        what was computed and how, where it was; ``reason``, ``detail`` and ``unexplained`` why
        there is no answer.

    Raises
    ------
    UsageError
        If the question, an option or the world is none.

    Examples
    --------
    >>> town = '''Information of Old Mill:
    ... - Location: 5 Hill Rd (60.20, 24.90).
    ... Information of Fig Hall:
    ... - Location: 1 Quay (60.10, 24.90).'''
    >>> answer = ask("How far is Fig Hall from Old Mill as the crow flies?", town)
    >>> answer
    <Answer: answered, 11.120 km>
    >>> answer.derivation.steps
    ('Old Mill (60.2, 24.9) to Fig Hall (60.1, 24.9): 11.1 km great-circle',)
    >>> ask("Which way is Fig Hall from Old Mill?", town, ["North", "South"])
    <Answer: answered, option 1, 180.0° (S)>
    >>> ask("How scenic is Fig Hall?", town).status
    'unanswerable'
    """
    if not isinstance(text, str) or not text.strip():
        message = f"expected a question in words, got {quote(text)}"
        raise UsageError(message)
    if isinstance(options, str) or not all(isinstance(each, str) for each in options):
        message = f"expected options as a list of texts, got {quote(options)}"
        raise UsageError(message)
    question = Question(id="question", text=text, options=tuple(options))
    if isinstance(world, World):
        return answer_question(question, world, conventions, front_ends)
    if not isinstance(world, str):
        message = f"expected a World or the text of a context, got {quote(world)}"
        raise UsageError(message)
    span = Span(file="<question>")
    record = Record(question=question, context=world, label=None, category=None, span=span)
    (context,) = read_contexts([record]).values()
    return answer_record(record, context, conventions, front_ends)

"""Answer a question in words, or the questions of all records of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from geoeval.datasets.records import Question, Record, Span
from geoeval.errors import UsageError, quote
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.understanding.understand import FrontEnd
from geoeval.verification.answer import FRONT_ENDS, answer_question, undetermined_answer
from geoeval.verification.contexts import Context, read_contexts, with_contexts
from geoeval.verification.model import Answer
from geoeval.workers.spread import Workers, map_spread
from geoeval.world.model import World

Progress = Callable[[int, int], None]
Item = TypeVar("Item")
Result = TypeVar("Result")
_CHUNK = 40
"""Records sent to a worker process at a time: enough to make the overhead small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How all records of a run are read and answered, and by how many workers."""

    conventions: Conventions = DEFAULT
    front_ends: tuple[FrontEnd, ...] = FRONT_ENDS
    workers: Workers = 1

    def map(self, call: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the result of a function for each item in order, computed by the workers."""
        return map_spread(call, items, self.workers, _CHUNK)


ALONE = Run()
"""The default front ends and conventions, in this process."""


def report_progress(items: Iterable[Item], total: int, progress: Progress | None) -> Iterator[Item]:
    """Yield items and report after each how many are done."""
    for done, item in enumerate(items, start=1):
        yield item
        if progress is not None:
            progress(done, total)


def ask(
    text: str,
    world: World | str,
    options: Sequence[str] = (),
    *,
    conventions: Conventions = DEFAULT,
    front_ends: Sequence[FrontEnd] = FRONT_ENDS,
) -> Answer:
    """Answer a question in words, as ``geoeval solve`` does for a dataset.

    Parameters
    ----------
    text
        The question.
    world
        The known facts: a world, or the text of a context for ``read_context``. Lines that are not
        understood are ignored; ``read_context`` returns them.
    options
        The answers to choose from; empty to get the computed value.
    conventions
        How to interpret what the question leaves unsaid.
    front_ends
        The readers that turn the question into a query; each is asked if the previous is not sure.

    Returns
    -------
    Answer
        ``status`` is "answered", "unanswerable", "undetermined" or "not_understood". ``answer``
        is the zero-based index of an option, -1 for unanswerable, or None. ``value`` and
        ``derivation`` are the computed value and its steps, if any. ``reason``, ``detail`` and
        ``unexplained`` say why there is no answer.

    Raises
    ------
    UsageError
        If the question or an option is not a string, or the world is neither a World nor a string.

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
        raise UsageError(f"expected a question in words, got {quote(text)}")
    if isinstance(options, str) or not all(isinstance(each, str) for each in options):
        raise UsageError(f"expected options as a list of strings, got {quote(options)}")
    question = Question(id="question", text=text, options=tuple(options))
    if isinstance(world, World):
        return answer_question(question, world, conventions, front_ends)
    if not isinstance(world, str):
        raise UsageError(f"expected a World or the text of a context, got {quote(world)}")
    span = Span(file="<question>")
    record = Record(question=question, context=world, label=None, category=None, span=span)
    (context,) = read_contexts([record]).values()
    run = Run(conventions=conventions, front_ends=tuple(front_ends))
    return answer_record(record, context, run)


BAD_WORLD = "bad_world"
NEEDS_PICTURE = "needs_picture"
NO_CONTEXT = "no_context"


def answer_records(records: Iterable[Record], run: Run = ALONE) -> Iterator[Answer]:
    """Yield the answer to the question of each record, in order."""
    return run.map(partial(_answer_pair, run), with_contexts(records))


def _answer_pair(run: Run, pair: tuple[Record, Context]) -> Answer:
    return answer_record(*pair, run)


def answer_record(record: Record, context: Context, run: Run = ALONE) -> Answer:
    """Answer the question of a record, without looking at its label."""
    obstacle = _find_obstacle(record, context)
    if obstacle is None:
        return answer_question(record.question, context.world, run.conventions, run.front_ends)
    reason, detail = obstacle
    return undetermined_answer(record.question, reason, detail)


def _find_obstacle(record: Record, context: Context) -> tuple[str, str] | None:
    """Return why a record has no facts to answer from, as (code, message), or None if it has."""
    if context.fault is not None:
        return BAD_WORLD, context.fault
    question = record.question
    if question.states_world or question.query is not None or record.world is not None:
        return None
    if record.context.strip():
        return None
    if record.picture is not None:
        picture = quote(record.picture)
        return (
            NEEDS_PICTURE,
            f"the facts are in the picture {picture}, and geoeval does not read pictures",
        )
    return NO_CONTEXT, "the record has neither a context nor a world to answer from"

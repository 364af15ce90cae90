"""Questions answered from what is known: one in words, or those of records in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from threading import Event, Lock, Thread
from typing import TypeVar

from geoeval.datasets.records import Question, Record, Span
from geoeval.errors import UsageError, quote
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.understanding.understand import RULES, FrontEnd
from geoeval.verification.answer import answer_question, undetermined
from geoeval.verification.contexts import Context, context_key, read_contexts
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
        text that are not understood are left out; ``read_context`` returns them.
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


BAD_WORLD = "bad_world"
NEEDS_PICTURE = "needs_picture"
NO_CONTEXT = "no_context"


def answer_records(
    records: Sequence[Record],
    contexts: Mapping[str, Context],
    conventions: Conventions = DEFAULT,
    front_ends: Sequence[FrontEnd] = (RULES,),
    jobs: int = 1,
) -> Iterator[Answer]:
    """Yield the answers to the questions of records, in their order."""

    def answered(record: Record) -> Answer:
        return answer_record(record, contexts[context_key(record)], conventions, front_ends)

    yield from in_parallel(answered, records, jobs)


def answer_record(
    record: Record,
    context: Context,
    conventions: Conventions = DEFAULT,
    front_ends: Sequence[FrontEnd] = (RULES,),
) -> Answer:
    """Answer the question of a record; its label is not looked at."""
    obstacle = _obstacle(record, context)
    if obstacle is None:
        return answer_question(record.question, context.world, conventions, front_ends)
    reason, detail = obstacle
    return undetermined(record.question, reason, detail)


def _obstacle(record: Record, context: Context) -> tuple[str, str] | None:
    """Return why there are no facts to answer from, as a stable word and in words, if so."""
    if context.fault is not None:
        return BAD_WORLD, context.fault
    question = record.question
    if question.states_world or question.query is not None or record.world is not None:
        return None
    if record.context.strip():
        return None
    if record.picture is not None:
        picture = quote(record.picture)
        return NEEDS_PICTURE, f"the facts stand in the picture {picture}; pictures are not read"
    return NO_CONTEXT, "the record has neither a context nor a world to answer from"


Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(
    call: Callable[[Item], Result], items: Sequence[Item], jobs: int
) -> Iterator[Result]:
    """Yield what a function returns for each item, in their order, calling it in threads.

    Notes
    -----
    Unlike those of an executor the threads do not outlive the caller's interest: after an
    error, or where the caller stops early as by Ctrl-C, no further call begins, and the program
    does not wait at its end for calls that hang in a network.
    """
    if jobs == 1:
        yield from map(call, items)
        return
    results: list[Future[Result]] = [Future() for _ in items]
    left = iter(zip(items, results, strict=True))
    lock, unwanted = Lock(), Event()

    def work() -> None:
        while not unwanted.is_set():
            with lock:
                pair = next(left, None)
            if pair is None:
                return
            item, result = pair
            try:
                result.set_result(call(item))
            except BaseException as error:  # noqa: BLE001 - raised again where the result is due
                result.set_exception(error)
                unwanted.set()

    for _ in range(min(jobs, len(items))):
        Thread(target=work, daemon=True).start()
    try:
        for result in results:
            yield result.result()
    finally:
        unwanted.set()

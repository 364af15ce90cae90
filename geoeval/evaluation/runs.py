"""The replies of one model to the questions of a dataset, and their grades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import filterfalse
from typing import Literal, get_args

from geoeval.datasets.load import own_id
from geoeval.datasets.records import UNANSWERABLE, Dataset, Record
from geoeval.evaluation.replies import ReadReply

Ending = Literal[
    "answered", "bad_json", "unknown_tool", "dead_loop", "iteration_limit", "refusal", "failed"
]
"""How an agent ended; with "answered" it ended by itself."""
ENDINGS: tuple[Ending, ...] = get_args(Ending)
Outcome = Literal["right", "wrong", "no_answer", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The effort of a reply: turns, tool calls, failed calls, tokens, cost, seconds.

    ``cost`` is in US dollars, None if the price is unknown.
    """

    turns: int = 0
    calls: int = 0
    failed_calls: int = 0
    repeated_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0


def total_cost(costs: Iterable[float | None]) -> float | None:
    """Return the sum of costs, None if any is unknown or there are none."""
    listed = list(costs)
    known = [cost for cost in listed if cost is not None]
    return sum(known) if known and len(known) == len(listed) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The reply of a model to one question, and the answer read from it."""

    id: str
    text: str
    read: ReadReply
    ending: Ending = "answered"
    effort: Effort = Effort()


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The replies of one model, with the problems found while running or reading it.

    ``whole`` is whether the run finished; ``failed`` maps ids of questions to the errors that ended
    them; ``settings`` are those of the run, such as its tools.
    """

    name: str
    replies: tuple[Reply, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)
    whole: bool = True
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A question with a model's reply and its grade."""

    record: Record
    outcome: Outcome
    reply: Reply | None = None

    @property
    def answer(self) -> int | None:
        """The option, -1 for unanswerable, None if no answer was found."""
        return None if self.reply is None else self.reply.read.answer


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedRun:
    """A run graded against the labels, with a grade for each question asked.

    ``missing`` are the ids of labelled questions without a reply. ``warnings`` name the
    replies that have a second possible reading.
    """

    run: Run
    items: tuple[Graded, ...]
    missing: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every question was asked and no reply failed, so that the accuracy is valid."""
        return self.run.whole and not self.missing and not self.run.failed

    def count(self, outcome: Outcome) -> int:
        """Return the number of questions with an outcome."""
        return sum(item.outcome == outcome for item in self.items)


_SHOWN = 5


def grade_run(run: Run, datasets: Sequence[Dataset]) -> GradedRun:
    """Compare the replies of a run with the labels of datasets."""
    records = by_id(*datasets)
    asked = {name: record for name, record in records.items() if record.label is not None}
    replies = {reply.id: reply for reply in reversed(run.replies)}  # the first of each
    repeated = Counter(reply.id for reply in run.replies)
    doubled = [name for name, times in repeated.items() if times > 1]
    graded = (replies.keys() - set(doubled)) | run.failed.keys()
    items, missing = [], []
    for name, record in asked.items():
        if name in graded:
            items.append(_grade_reply(record, replies.get(name)))
        else:
            missing.append(name)
    unknown = _match_ids_by_file(filterfalse(records.__contains__, repeated), datasets)
    known = list(filter(records.__contains__, doubled))
    shift = _describe_shift(repeated, records)
    faults = tuple(_describe_faults(run, unknown, known, records.keys() - asked.keys(), shift))
    return GradedRun(
        run=run,
        items=tuple(items),
        missing=tuple(missing),
        faults=faults,
        warnings=tuple(_find_doubts(items)),
    )


def _find_doubts(items: Sequence[Graded]) -> Iterator[str]:
    """Yield a warning for each kind of reply that has a second possible reading.

    Replies count from 0 if one is 0 for a question with an answer, and none is the number of the
    last option. They are not read anew: only the author of the replies knows.
    """
    numbered = [
        (item.record, item.reply.read)
        for item in items
        if item.reply is not None and item.reply.read.number is not None
    ]
    zeros = [one for one, read in numbered if read.number == 0 and one.label != UNANSWERABLE]
    if zeros and all(read.number != len(one.question.options) for one, read in numbered):
        right = sum(one.accepts(read.answer) for one, read in numbered if read.answer is not None)
        instead = sum(one.accepts(read.number) for one, read in numbered if read.number is not None)
        yield (
            f"the replies may count options from 0: {len(zeros)} are 0, none is the last option; "
            f"read from 1, with 0 for unanswerable, {right} of {len(numbered)} numbers are right, "
            f"and from 0 {instead} would be; if they count from 0, add 1 to each"
        )
    if texts := [
        str(one.question.id) for one, read in numbered if read.is_other_text(one.question.options)
    ]:
        yield (
            "the reply is the number of one option and the text of another for the id "
            f"{list_first_ids(texts)}; read as the number"
        )


def by_id(*datasets: Dataset) -> dict[str, Record]:
    """Return the records of datasets by id."""
    return {str(record.question.id): record for one in datasets for record in one.records}


def _grade_reply(record: Record, reply: Reply | None) -> Graded:
    if reply is None or reply.ending == "failed":
        return Graded(record=record, outcome="failed", reply=reply)
    answer = reply.read.answer
    if answer is None:
        return Graded(record=record, outcome="no_answer", reply=reply)
    return Graded(
        record=record, outcome="right" if record.accepts(answer) else "wrong", reply=reply
    )


def _match_ids_by_file(unknown: Iterable[str], datasets: Sequence[Dataset]) -> dict[str, str]:
    """Return the unknown ids, each with the id it has when several files share it, or ""."""
    whole = {
        str(own_id(record.question.id, one.path)): str(record.question.id)
        for one in datasets
        for record in one.records
    }
    return {name: whole.get(name, "") for name in unknown}


def _describe_shift(replied: Collection[str], known: Collection[str]) -> str:
    """Return a hint if all ids of a run are lower or higher by one than those of the records.

    A single id proves nothing. Longer numbers are no positions.
    """
    if len(replied) > 1 and all(name.isdecimal() and len(name) < 10 for name in replied):
        for step, change, first in ((1, "plus", 0), (-1, "minus", 1)):
            if all(str(int(name) + step) in known for name in replied):
                return f" (each id {change} 1 has one: the replies may count from {first})"
    return ""


def _describe_faults(
    run: Run,
    unknown: Mapping[str, str],
    doubled: Sequence[str],
    unlabelled: Collection[str],
    shift: str,
) -> Iterator[str]:
    yield from run.faults
    if unknown:
        whole = next(filter(None, unknown.values()), None)
        hint = f" (several files have this id; use {whole!r})" if whole else shift
        yield f"no record has the id {list_first_ids(list(unknown))}{hint}; ignored"
    if doubled:
        yield f"more than one reply for the id {list_first_ids(doubled)}; all ignored"
    replied = {reply.id for reply in run.replies}
    if lost := sorted(replied.intersection(unlabelled)):
        yield f"no label for the id {list_first_ids(lost)}; ignored"


def list_first_ids(names: Sequence[str]) -> str:
    """Return the first ids as text, and how many more there are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(map(repr, names[:_SHOWN])) + more


def group_of(record: Record) -> str:
    """Return the category of a record; "unanswerable" if MapEval gives it none."""
    if record.category is not None:
        return record.category
    return "unanswerable" if record.label == UNANSWERABLE else "unclassified"

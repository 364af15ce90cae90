"""Runs side by side: shares by category, operation and verdict, kinds of error, differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Literal, get_args

from geoeval.datasets.records import UNANSWERABLE, Dataset, Record
from geoeval.evaluation.operations import SPATIAL, TEMPORAL, operation_of
from geoeval.evaluation.runs import Effort, Ending, Graded, GradedRun, group_of
from geoeval.evaluation.shares import Difference, Share, difference, share_of
from geoeval.verification.asking import answer_record
from geoeval.verification.contexts import with_contexts
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Cause, Item
from geoeval.world.model import World

Progress = Callable[[int, int], None]
Standing = Literal["supported", "contradicted", "unproven"]
STANDINGS: tuple[Standing, ...] = get_args(Standing)
"""What our audit says of a label: it follows, another answer does, or neither is shown."""
ErrorKind = Literal[
    "tool misuse", "loop", "no answer", "invented", "withheld", "spatial", "temporal", "other"
]
ERROR_KINDS: tuple[ErrorKind, ...] = get_args(ErrorKind)


@dataclass(frozen=True, slots=True)
class Audited:
    """A record with our verdict on its label, and the world that its answer was computed from."""

    record: Record
    item: Item
    world: World

    @property
    def standing(self) -> Standing:
        """What our audit says of the label."""
        if self.item.verdict == "supported":
            return "supported"
        return "contradicted" if self.item.verdict == "contradicted" else "unproven"

    @property
    def corrected(self) -> int | None:
        """The label, or what we computed where it is contradicted, None if that is no option."""
        contradicted = self.item.verdict == "contradicted"
        return self.item.answer.answer if contradicted else self.record.label

    def cause_of(self, answer: int | None) -> Cause | None:
        """Return the mistake that leads to an answer, as for a wrong label, if it can be shown."""
        if answer is None or answer == self.record.label:
            return None
        chosen = replace(self.record, label=answer)
        finding = judge(chosen, self.item.answer, self.world).findings
        causes = [each.cause for each in finding if each.code.startswith("GEO3") and each.cause]
        return causes[0] if causes else None


def audit_labels(
    datasets: Iterable[Dataset], progress: Progress | None = None
) -> Mapping[str, Audited]:
    """Return our verdict on each label, by the id of its record.

    Examples
    --------
    >>> audit_labels([])
    {}
    """
    records = [record for one in datasets for record in one.records]
    found = {}
    for done, (record, context) in enumerate(with_contexts(records), 1):
        world, answer = context.world, answer_record(record, context)
        name = str(record.question.id)
        found[name] = Audited(record, judge(record, answer, world), world)
        if progress is not None:
            progress(done, len(records))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a run came to.

    ``overall`` counts replies without a readable answer and failed ones as wrong; ``corrected``
    takes our answer for the label where we contradict that.
    """

    graded: GradedRun
    overall: Share
    by_category: Mapping[str, Share]
    by_operation: Mapping[str, Share]
    by_standing: Mapping[Standing, Share]
    corrected: Share
    errors: Counter[ErrorKind]
    causes: Counter[Cause]
    endings: Counter[Ending]
    effort: Effort

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.graded.run.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Screening:
    """A question over several runs: how many answered it right, and our verdict on its label."""

    audited: Audited
    right: int
    of: int

    @property
    def is_easy(self) -> bool:
        """Whether every run answered it right."""
        return self.right == self.of

    @property
    def is_suspect(self) -> bool:
        """Whether no run answered it right, so that it wants another look."""
        return self.right == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Several runs on the same questions."""

    results: tuple[Result, ...]
    audited: Mapping[str, Audited]
    differences: Mapping[tuple[str, str], Difference]
    screening: tuple[Screening, ...] = ()

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of all runs, those of few questions last."""
        sizes: Counter[str] = Counter()
        for result in self.results:
            for name, share in result.by_category.items():
                sizes[name] = max(sizes[name], share.of)
        return tuple(name for name, _ in sizes.most_common())


def compare(runs: Sequence[GradedRun], audited: Mapping[str, Audited]) -> Comparison:
    """Sum up graded runs and compare each two on the questions that both were asked.

    Examples
    --------
    >>> compare([], {}).results
    ()
    """
    graded = _named_apart(runs)

    @cache  # several runs give the same wrong answer
    def cause_of(name: str, answer: int | None) -> Cause | None:
        return audited[name].cause_of(answer)

    return Comparison(
        results=tuple(_result(each, audited, cause_of) for each in graded),
        audited=audited,
        differences={
            (first.run.name, second.run.name): found
            for first, second in combinations(graded, 2)
            if (found := _difference(first, second)) is not None
        },
        screening=_screened(graded, audited),
    )


def _named_apart(runs: Sequence[GradedRun]) -> list[GradedRun]:
    """Return the runs with names that differ: those of one model say by what else they differ."""
    names = Counter(each.run.name for each in runs)
    found = []
    seen: Counter[str] = Counter()
    for each in runs:
        run = each.run
        if names[run.name] > 1:
            same = [other.run.settings for other in runs if other.run.name == run.name]
            own = [
                value
                for key, value in run.settings.items()
                if any(other.get(key) != value for other in same)
            ]
            name = f"{run.name} ({', '.join(own)})" if own else run.name
            seen[name] += 1
            name = f"{name} #{seen[name]}" if seen[name] > 1 else name
            each = replace(each, run=replace(run, name=name))  # noqa: PLW2901 - the same, named apart
        found.append(each)
    return found


def _result(
    graded: GradedRun,
    audited: Mapping[str, Audited],
    cause_of: Callable[[str, int | None], Cause | None],
) -> Result:
    """Return what one run came to."""
    by_category: dict[str, list[bool]] = {}
    by_operation: dict[str, list[bool]] = {}
    by_standing: dict[Standing, list[bool]] = {}
    corrected = []
    errors: Counter[ErrorKind] = Counter()
    causes: Counter[Cause] = Counter()
    for item in graded.items:
        known = audited[str(item.record.question.id)]
        is_right = item.outcome == "right"
        operation = operation_of(known.item.answer.query)
        by_category.setdefault(group_of(item.record), []).append(is_right)
        by_standing.setdefault(known.standing, []).append(is_right)
        if operation is not None:
            by_operation.setdefault(operation, []).append(is_right)
        if known.corrected is not None:
            corrected.append(item.answer == known.corrected and item.outcome != "failed")
        if not is_right:
            errors[_kind_of(item, known)] += 1
            cause = cause_of(str(item.record.question.id), item.answer)
            causes.update([cause] if cause else [])
    replies = [item.reply for item in graded.items if item.reply is not None]
    return Result(
        graded=graded,
        overall=share_of(item.outcome == "right" for item in graded.items),
        by_category={name: share_of(each) for name, each in by_category.items()},
        by_operation={name: share_of(each) for name, each in by_operation.items()},
        by_standing={name: share_of(each) for name, each in by_standing.items()},
        corrected=share_of(corrected),
        errors=errors,
        causes=causes,
        endings=Counter(reply.ending for reply in replies),
        effort=total_effort([reply.effort for reply in replies]),
    )


def _kind_of(item: Graded, known: Audited) -> ErrorKind:
    """Return the kind of an error, as the paper's appendix E sorts them, as far as it shows."""
    reply = item.reply
    if reply is not None and reply.ending in {"dead_loop", "iteration_limit"}:
        return "loop"
    if reply is not None and (
        reply.effort.failed_calls or reply.ending in {"bad_json", "unknown_tool"}
    ):
        return "tool misuse"
    if item.answer is None:
        return "no answer"
    if item.record.label == UNANSWERABLE:
        return "invented"
    if item.answer == UNANSWERABLE:
        return "withheld"
    operation = operation_of(known.item.answer.query)
    if operation in SPATIAL:
        return "spatial"
    return "temporal" if operation in TEMPORAL else "other"


def total_effort(efforts: Sequence[Effort]) -> Effort:
    """Return what all replies took together; the cost is None where that of any is not known.

    Examples
    --------
    >>> total_effort([Effort(turns=2, cost=0.5), Effort(turns=1, cost=0.25)])
    Effort(turns=3, calls=0, failed_calls=0, repeated_calls=0, input_tokens=0, output_tokens=0, \
cost=0.75, seconds=0.0)
    """
    costs = [each.cost for each in efforts if each.cost is not None]
    return Effort(
        turns=sum(each.turns for each in efforts),
        calls=sum(each.calls for each in efforts),
        failed_calls=sum(each.failed_calls for each in efforts),
        repeated_calls=sum(each.repeated_calls for each in efforts),
        input_tokens=sum(each.input_tokens for each in efforts),
        output_tokens=sum(each.output_tokens for each in efforts),
        cost=sum(costs) if efforts and len(costs) == len(efforts) else None,
        seconds=sum(each.seconds for each in efforts),
    )


def _difference(first: GradedRun, second: GradedRun) -> Difference | None:
    """Return how two runs differ on the questions that both were asked, if there are any."""
    others = {str(item.record.question.id): item for item in second.items}
    pairs = [
        (item.outcome == "right", other.outcome == "right")
        for item in first.items
        if (other := others.get(str(item.record.question.id))) is not None
    ]
    return difference(*zip(*pairs, strict=True)) if pairs else None


def _screened(runs: Sequence[GradedRun], audited: Mapping[str, Audited]) -> tuple[Screening, ...]:
    """Return the questions that all of several runs were asked."""
    if len(runs) < 2:
        return ()
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for run in runs:
        for item in run.items:
            name = str(item.record.question.id)
            asked[name] += 1
            right[name] += item.outcome == "right"
    return tuple(
        Screening(audited=known, right=right[name], of=asked[name])
        for name, known in audited.items()
        if asked[name] == len(runs)
    )

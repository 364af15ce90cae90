"""Comparison of runs: shares by category, operation and verdict, kinds of error, differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import combinations, starmap
from typing import Literal, get_args

from geoeval.datasets.records import UNANSWERABLE, Dataset, Record
from geoeval.evaluation.operations import SPATIAL, TEMPORAL, Operation, operation_of
from geoeval.evaluation.runs import (
    Effort,
    Ending,
    Graded,
    GradedRun,
    Reply,
    Run,
    group_of,
    total_cost,
)
from geoeval.evaluation.shares import Difference, Group, Share, compare_paired, share_of, shares_by
from geoeval.verification.answering import answer_record
from geoeval.verification.contexts import with_contexts
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Cause, Item
from geoeval.world.model import World

Progress = Callable[[int, int], None]
Standing = Literal["supported", "contradicted", "unproven"]
STANDINGS: tuple[Standing, ...] = get_args(Standing)
"""Verdict on a label: it follows from the context, another answer does, or neither is proven."""
ErrorKind = Literal[
    "tool misuse", "loop", "no answer", "invented", "withheld", "spatial", "temporal", "other"
]
ERROR_KINDS: tuple[ErrorKind, ...] = get_args(ErrorKind)


@dataclass(frozen=True, slots=True)
class Audited:
    """A record with our verdict on its label, and the world of the computed answer."""

    record: Record
    item: Item
    world: World

    @property
    def standing(self) -> Standing:
        """Our verdict on the label."""
        if self.item.verdict == "supported":
            return "supported"
        return "contradicted" if self.item.verdict == "contradicted" else "unproven"

    @property
    def corrected(self) -> int | None:
        """The label, or our answer if the label is contradicted; None if that is not an option."""
        contradicted = self.item.verdict == "contradicted"
        return self.item.answer.answer if contradicted else self.record.label

    def cause_of(self, answer: int | None) -> Cause | None:
        """Return the mistake that leads to an answer, as for a wrong label, if one is found."""
        if answer is None or self.record.accepts(answer):
            return None
        chosen = replace(self.record, label=answer)
        finding = judge(chosen, self.item.answer, self.world).findings
        causes = [each.cause for each in finding if each.code.startswith("GEO3") and each.cause]
        return causes[0] if causes else None


def audit_labels(
    datasets: Iterable[Dataset], progress: Progress | None = None
) -> Mapping[str, Audited]:
    """Return our verdict on each label, by the id of its record."""
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
    """The results of a run.

    ``overall`` counts failed replies and replies without a readable answer as wrong; ``corrected``
    uses our answer in place of each label that we contradict.
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
    """A question over several runs: the number of right answers, and our verdict on its label."""

    audited: Audited
    right: int
    of: int

    @property
    def is_easy(self) -> bool:
        """Whether every run answered it right."""
        return self.right == self.of

    @property
    def is_suspect(self) -> bool:
        """Whether no run answered it right, so that the question needs a review."""
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
        """The categories of all runs, largest first."""
        sizes: Counter[str] = Counter()
        for result in self.results:
            for name, share in result.by_category.items():
                sizes[name] = max(sizes[name], share.of)
        return tuple(name for name, _ in sizes.most_common())


def compare(runs: Sequence[GradedRun], audited: Mapping[str, Audited]) -> Comparison:
    """Summarise graded runs and compare each pair on their common questions."""
    graded = _give_distinct_names(runs)

    @cache  # several runs give the same wrong answer
    def cause_of(name: str, answer: int | None) -> Cause | None:
        return audited[name].cause_of(answer)

    return Comparison(
        results=tuple(_build_result(each, audited, cause_of) for each in graded),
        audited=audited,
        differences={
            (first.run.name, second.run.name): found
            for first, second in combinations(graded, 2)
            if (found := _compare_runs(first, second)) is not None
        },
        screening=_screen_questions(graded, audited),
    )


def _give_distinct_names(runs: Sequence[GradedRun]) -> list[GradedRun]:
    """Return the runs with distinct names: runs of one model add the settings that differ."""
    found = []
    seen: Counter[str] = Counter()
    for each in runs:
        alike = [other.run for other in runs if other.run.name == each.run.name]
        name = each.run.name
        if len(alike) > 1:
            name = _distinct_name(each.run, alike)
            seen[name] += 1
            name += f" #{seen[name]}" if seen[name] > 1 else ""
        found.append(replace(each, run=replace(each.run, name=name)))
    return found


def _distinct_name(run: Run, alike: Sequence[Run]) -> str:
    own = [
        value
        for key, value in run.settings.items()
        if any(other.settings.get(key) != value for other in alike)
    ]
    return f"{run.name} ({', '.join(own)})" if own else run.name


def _build_result(
    graded: GradedRun,
    audited: Mapping[str, Audited],
    cause_of: Callable[[str, int | None], Cause | None],
) -> Result:
    items = graded.items
    known = [audited[str(item.record.question.id)] for item in items]
    pairs = list(zip(items, known, strict=True))
    wrong = [pair for pair in pairs if pair[0].outcome != "right"]
    causes = (cause_of(str(item.record.question.id), item.answer) for item, _ in wrong)
    replies = [item.reply for item in items if item.reply is not None]
    return Result(
        graded=graded,
        overall=Share(len(items) - len(wrong), len(items)),
        by_category=_group_shares(lambda each: group_of(each.record), pairs),
        by_operation=_group_shares(_operation_of, pairs),
        by_standing=_group_shares(lambda each: each.standing, pairs),
        corrected=_corrected_share(pairs),
        errors=Counter(starmap(_classify_error, wrong)),
        causes=Counter(filter(None, causes)),
        endings=Counter(reply.ending for reply in replies),
        effort=total_effort([reply.effort for reply in replies]),
    )


def _group_shares(
    group: Callable[[Audited], Group | None], pairs: Iterable[tuple[Graded, Audited]]
) -> Mapping[Group, Share]:
    return shares_by((group(each), item.outcome == "right") for item, each in pairs)


def _corrected_share(pairs: Iterable[tuple[Graded, Audited]]) -> Share:
    """Return the share of answers equal to the label, or to ours if the label is contradicted."""
    return share_of(
        item.answer == each.corrected and item.outcome != "failed"
        for item, each in pairs
        if each.corrected is not None
    )


def _operation_of(known: Audited) -> Operation | None:
    return operation_of(known.item.answer.query)


def _classify_error(item: Graded, known: Audited) -> ErrorKind:
    if item.reply is not None and (kind := _classify_ending(item.reply)) is not None:
        return kind
    if item.answer is None:
        return "no answer"
    if item.record.label == UNANSWERABLE:
        return "invented"
    if item.answer == UNANSWERABLE:
        return "withheld"
    operation = _operation_of(known)
    if operation in SPATIAL:
        return "spatial"
    return "temporal" if operation in TEMPORAL else "other"


def _classify_ending(reply: Reply) -> ErrorKind | None:
    if reply.ending in {"dead_loop", "iteration_limit"}:
        return "loop"
    misused = reply.effort.failed_calls or reply.ending in {"bad_json", "unknown_tool"}
    return "tool misuse" if misused else None


def total_effort(efforts: Sequence[Effort]) -> Effort:
    """Return the total effort of all replies; the cost is None if any cost is unknown."""
    counted = [field.name for field in fields(Effort) if field.name != "cost"]
    sums = {name: sum(getattr(each, name) for each in efforts) for name in counted}
    return Effort(cost=total_cost(each.cost for each in efforts), **sums)


def _compare_runs(first: GradedRun, second: GradedRun) -> Difference | None:
    others = {str(item.record.question.id): item for item in second.items}
    pairs = [
        (item.outcome == "right", other.outcome == "right")
        for item in first.items
        if (other := others.get(str(item.record.question.id))) is not None
    ]
    return compare_paired(*zip(*pairs, strict=True)) if pairs else None


def _screen_questions(
    runs: Sequence[GradedRun], audited: Mapping[str, Audited]
) -> tuple[Screening, ...]:
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

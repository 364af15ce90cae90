"""Summaries of a run: the number of verdicts, findings and reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from geoeval.datasets.records import LoadIssue, Question, Span
from geoeval.llm.completion import ModelUsage
from geoeval.verification.model import (
    Answer,
    DatasetFinding,
    Finding,
    Item,
    Report,
    Status,
    Verdict,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """A question with its position and its answer."""

    question: Question
    span: Span
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Solutions:
    """The solutions of all usable records, and the issues of the files.

    ``model`` is the usage of a language model, or None if it was not to be asked.
    """

    items: tuple[Solution, ...] = ()
    errors: tuple[LoadIssue, ...] = ()
    model: ModelUsage | None = None


_VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
_STATUSES: tuple[Status, ...] = get_args(Status)
_FILE_CODES = ("GEO101", "GEO102", "GEO112")


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The counts of a verification.

    ``questions`` counts all records, usable or not, ``checked`` those with a verdict other than
    undetermined, and ``reasons`` the reasons why the others are undetermined. ``unreadable``
    counts the positions at which a file cannot be read. ``by_code`` and ``by_severity`` count
    the findings that are not accepted by a baseline, and ``accepted`` the accepted ones by code.
    """

    questions: int
    verdicts: dict[Verdict, int]
    reasons: dict[str, int]
    unusable: int
    unreadable: int
    by_code: dict[str, int]
    by_severity: dict[str, int]
    accepted: dict[str, int]

    @property
    def checked(self) -> int:
        """The number of questions with a verdict."""
        return sum(self.verdicts.values()) - self.verdicts["undetermined"]

    @property
    def coverage(self) -> float:
        """The share of questions with a verdict, from 0 to 1; 0 if there are no questions."""
        return self.checked / self.questions if self.questions else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveSummary:
    """The counts of solutions, as in ``Summary``; ``reasons`` are grouped by status."""

    questions: int
    statuses: dict[Status, int]
    reasons: dict[Status, dict[str, int]]
    unusable: int
    unreadable: int


def summarise_report(report: Report) -> Summary:
    """Count the verdicts and findings of a report; verdicts that do not occur count 0."""
    verdicts = Counter(item.verdict for item in report.items)
    unusable, unreadable = _find_losses(report.errors)
    counting = list(_counted_findings(report))
    open_findings = [one for one in counting if one.accepted is None]
    return Summary(
        questions=len(report.items) + len(unusable),
        verdicts={verdict: verdicts[verdict] for verdict in _VERDICTS},
        reasons=_count_by_frequency(
            _reason_unchecked(item) for item in report.items if item.verdict == "undetermined"
        ),
        unusable=len(unusable),
        unreadable=unreadable,
        by_code=_count_by_frequency(one.code for one in open_findings),
        by_severity=_count_by_frequency(
            one.severity for one in open_findings if one.severity is not None
        ),
        accepted=_count_by_frequency(one.code for one in counting if one.accepted is not None),
    )


def iterate_unchecked(report: Report) -> Iterator[tuple[Span, int | str | None, str]]:
    """Yield the position, id and reason of each question that has no verdict.

    Records that cannot be used have the reason "unusable" and no id.
    """
    for item in report.items:
        if item.verdict == "undetermined":
            yield item.span, item.id, _reason_unchecked(item)
    for span in _find_losses(report.errors)[0]:
        yield span, None, "unusable"


def _reason_unchecked(item: Item) -> str:
    return item.reason or reason_of(item.answer)


def _counted_findings(report: Report) -> Iterator[Finding | DatasetFinding]:
    """Yield the findings that count, including findings about the dataset with a severity."""
    yield from report.findings
    for item in report.items:
        yield from item.findings
    yield from (one for one in report.dataset_findings if one.severity is not None)


def summarise_solutions(solutions: Solutions) -> SolveSummary:
    """Count the answers of solutions; statuses that do not occur count 0."""
    statuses = Counter(item.answer.status for item in solutions.items)
    unusable, unreadable = _find_losses(solutions.errors)
    return SolveSummary(
        questions=len(solutions.items) + len(unusable),
        statuses={status: statuses[status] for status in _STATUSES},
        reasons={
            status: _count_by_frequency(
                reason_of(item.answer)
                for item in solutions.items
                if item.answer.status == status != "answered"
            )
            for status in _STATUSES
        },
        unusable=len(unusable),
        unreadable=unreadable,
    )


def reason_of(answer: Answer) -> str:
    """Return the stable identifier of why there is no answer."""
    return answer.reason or answer.status


def is_file_issue(issue: LoadIssue) -> bool:
    """Return whether an issue means that a part of a file cannot be read."""
    return issue.fatal and issue.id is None and issue.code in _FILE_CODES


def _find_losses(errors: Iterable[LoadIssue]) -> tuple[list[Span], int]:
    """Return the positions of unusable records, and the number of unreadable parts of files."""
    unusable: dict[Span, None] = {}
    unreadable = 0
    for issue in errors:
        if is_file_issue(issue):
            unreadable += 1
        elif issue.fatal:
            unusable |= dict.fromkeys((issue.span, *issue.others))
    return list(unusable), unreadable


def _count_by_frequency(words: Iterable[str]) -> dict[str, int]:
    """Count words, sorted by decreasing frequency and then alphabetically."""
    return dict(sorted(Counter(words).items(), key=lambda pair: (-pair[1], pair[0])))

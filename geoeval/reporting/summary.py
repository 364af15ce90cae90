"""What a run reports: counts of what holds, what could be checked, and why not all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from geoeval.datasets.records import LoadIssue, Question, Span
from geoeval.llm.completion import ModelUsage
from geoeval.verification.model import Answer, DatasetFinding, Finding, Report, Status, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """A question, where it is, and what geoeval makes of it."""

    question: Question
    span: Span
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Solutions:
    """The outcome of solving: one solution per usable record, and the issues of the files.

    ``model`` says what a language model was asked, if one was to be.
    """

    items: tuple[Solution, ...] = ()
    errors: tuple[LoadIssue, ...] = ()
    model: ModelUsage | None = None


_VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
_STATUSES: tuple[Status, ...] = get_args(Status)
_OF_A_FILE = ("GEO101", "GEO102", "GEO112")


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Counts of a verification.

    ``questions`` counts every record, usable or not; ``checked`` those with a verdict other
    than undetermined; ``reasons`` say why the others have none; ``unreadable`` counts places at
    which a file could not be read. ``by_code`` and ``by_severity`` count the findings that no
    baseline accepts, ``accepted`` the others by their codes.
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
        """The share of questions with a verdict, 0 to 1; 0 where there is no question."""
        return self.checked / self.questions if self.questions else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveSummary:
    """Counts of a solving, as in ``Summary``; ``reasons`` are those of each status."""

    questions: int
    statuses: dict[Status, int]
    reasons: dict[Status, dict[str, int]]
    unusable: int
    unreadable: int


def summarise_report(report: Report) -> Summary:
    """Count the verdicts and findings of a report; a verdict that does not occur is zero."""
    verdicts = Counter(item.verdict for item in report.items)
    unusable, unreadable = _count_losses(report.errors)
    counting = list(_counted_findings(report))
    left = [one for one in counting if one.accepted is None]
    return Summary(
        questions=len(report.items) + unusable,
        verdicts={verdict: verdicts[verdict] for verdict in _VERDICTS},
        reasons=_rank_words(_undetermined_reasons(report)),
        unusable=unusable,
        unreadable=unreadable,
        by_code=_rank_words(one.code for one in left),
        by_severity=_rank_words(one.severity for one in left if one.severity is not None),
        accepted=_rank_words(one.code for one in counting if one.accepted is not None),
    )


def _undetermined_reasons(report: Report) -> Iterator[str]:
    for item in report.items:
        if item.verdict == "undetermined":
            yield item.reason or reason_of(item.answer)


def _counted_findings(report: Report) -> Iterator[Finding | DatasetFinding]:
    """Yield the findings that count: those about the dataset only with a severity."""
    yield from report.findings
    for item in report.items:
        yield from item.findings
    yield from (one for one in report.dataset_findings if one.severity is not None)


def summarise_solutions(solutions: Solutions) -> SolveSummary:
    """Count the answers of a solving; a status that does not occur is zero."""
    statuses = Counter(item.answer.status for item in solutions.items)
    unusable, unreadable = _count_losses(solutions.errors)
    return SolveSummary(
        questions=len(solutions.items) + unusable,
        statuses={status: statuses[status] for status in _STATUSES},
        reasons={
            status: _rank_words(
                reason_of(item.answer)
                for item in solutions.items
                if item.answer.status == status != "answered"
            )
            for status in _STATUSES
        },
        unusable=unusable,
        unreadable=unreadable,
    )


def reason_of(answer: Answer) -> str:
    """Return the stable word that says why there is no answer."""
    return answer.reason or answer.status


def is_of_file(issue: LoadIssue) -> bool:
    """Return whether an issue means that a part of a file could not be read at all."""
    return issue.fatal and issue.id is None and issue.code in _OF_A_FILE


def _count_losses(errors: Iterable[LoadIssue]) -> tuple[int, int]:
    """Return how many records could not be used, and how many places could not be read."""
    records: set[Span] = set()
    places = 0
    for issue in errors:
        if is_of_file(issue):
            places += 1
        elif issue.fatal:
            records.update((issue.span, *issue.others))
    return len(records), places


def _rank_words(words: Iterable[str]) -> dict[str, int]:
    """Count words, the most frequent first, equal ones by name."""
    return dict(sorted(Counter(words).items(), key=lambda pair: (-pair[1], pair[0])))

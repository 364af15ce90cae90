"""What a run says to the shell: 0 clean, 1 findings or nothing checked, 2 it could not be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from geoeval.datasets.records import Dataset

if TYPE_CHECKING:
    from geoeval.verification.model import Report, Severity

CLEAN, FINDINGS, FAILED = 0, 1, 2
_UNREAD = frozenset({"GEO101", "GEO102", "GEO112"})


class FailOn(StrEnum):
    """The least severity of a finding that makes a verification fail."""

    ERROR = "error"
    WARNING = "warning"
    NEVER = "never"


_FAILING: dict[FailOn, frozenset[Severity]] = {
    FailOn.ERROR: frozenset({"error"}),
    FailOn.WARNING: frozenset({"error", "warning"}),
    FailOn.NEVER: frozenset(),
}


def failing_severities(fail_on: FailOn) -> frozenset[Severity]:
    """Return the severities of the findings that make a verification fail.

    Examples
    --------
    >>> sorted(failing_severities(FailOn.WARNING))
    ['error', 'warning']
    """
    return _FAILING[fail_on]


def unreadable(datasets: Iterable[Dataset]) -> bool:
    """Return whether a part of any of the files could not be read."""
    return not all(dataset.readable for dataset in datasets)


def failure_reasons(datasets: Iterable[Dataset], failed: Iterable[str]) -> Iterator[str]:
    """Yield why a run does not end well, for those who do not see its report.

    Examples
    --------
    >>> from geoeval import load_dataset
    >>> list(failure_reasons([load_dataset("no_such_file.json")], ()))
    ['no_such_file.json:1:1: the file does not exist']
    """
    for dataset in datasets:
        if not dataset.readable:
            first = next(each for each in dataset.issues if each.fatal and each.code in _UNREAD)
            yield f"{first.span}: {first.message}"
    yield from failed


def shortfalls(report: Report, min_coverage: float) -> tuple[str, ...]:
    """Return why too little was checked for the verification to pass.

    Examples
    --------
    >>> from geoeval.verification.model import Report
    >>> shortfalls(Report(items=()), 0.5)
    ('nothing could be checked: there are no questions',)
    """
    from geoeval.reporting.summary import summarise
    from geoeval.reporting.wording import count, say_nothing_checked

    summary = summarise(report)
    if nothing := say_nothing_checked(report):
        return nothing
    if summary.coverage < min_coverage:
        share = f"{summary.coverage:.4g}"
        asked = count(summary.questions, "question")
        checked = f"{summary.checked} of {asked} could be checked"
        return (f"{checked}, a share of {share}; --min-coverage asks for {min_coverage:g}",)
    return ()


def verify_exit(
    report: Report, datasets: Iterable[Dataset], fail_on: FailOn, failed: tuple[str, ...]
) -> int:
    """Return the exit code of a verification.

    Examples
    --------
    >>> from geoeval.verification.model import Report
    >>> verify_exit(Report(items=()), [], FailOn.NEVER, ("nothing could be checked",))
    1
    """
    from geoeval.reporting.summary import summarise

    if unreadable(datasets):
        return FAILED
    severities = summarise(report).by_severity
    failing = any(severities.get(severity) for severity in failing_severities(fail_on))
    return FINDINGS if failing or failed else CLEAN

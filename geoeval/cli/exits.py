"""What a run says to the shell: 0 clean, 1 findings or nothing checked, 2 it could not be done."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from geoeval.datasets.records import Dataset

if TYPE_CHECKING:
    from geoeval.verification.model import Report, Severity

CLEAN, FINDINGS, FAILED = 0, 1, 2


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


def unreadable(datasets: Iterable[Dataset]) -> bool:
    """Return whether any of the files could not be read to its end."""
    return not all(dataset.readable for dataset in datasets)


def verify_exit(
    report: Report, datasets: Iterable[Dataset], fail_on: FailOn, min_coverage: float
) -> int:
    """Return the exit code of a verification.

    Parameters
    ----------
    report
        Its outcome, without the findings that were not selected.
    datasets
        The files that were read.
    fail_on
        The least severity that fails.
    min_coverage
        The least share of questions that must have a verdict, 0 to 1.

    Returns
    -------
    int
        2 if a file could not be read to its end; 1 if a finding fails, if too few questions
        could be checked, or none; else 0.

    Examples
    --------
    >>> from geoeval.verification.model import Report
    >>> verify_exit(Report(items=()), [], FailOn.NEVER, 0.0)
    1
    """
    from geoeval.reporting.summary import summarise

    if unreadable(datasets):
        return FAILED
    summary = summarise(report)
    failing = any(summary.by_severity.get(severity) for severity in _FAILING[fail_on])
    if failing or not summary.checked or summary.coverage < min_coverage:
        return FINDINGS
    return CLEAN

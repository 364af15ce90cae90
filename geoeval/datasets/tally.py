"""Issues that every record of a file shares, reported once with their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from geoeval.datasets.records import LoadIssue

UNDECLARED_LABEL = "GEO115"


def merge_repeated(issues: Iterable[LoadIssue]) -> tuple[LoadIssue, ...]:
    """Merge the issues that one declaration would fix into one each, with their number.

    Examples
    --------
    >>> from geoeval.datasets.records import Span
    >>> here = Span(file="set.json")
    >>> one = LoadIssue(code="GEO115", message="from 0 or from 1", span=here, path="$.answer")
    >>> [issue.message for issue in merge_repeated([one, one, one])]
    ['from 0 or from 1 (the same in 2 more records)']
    """
    issues = tuple(issues)
    shared = Counter(issue.path for issue in issues if issue.code == UNDECLARED_LABEL)
    told: set[str] = set()
    found = []
    for issue in issues:
        if issue.code != UNDECLARED_LABEL:
            found.append(issue)
        elif issue.path not in told:
            told.add(issue.path)
            found.append(_counted(issue, shared[issue.path] - 1))
    return tuple(found)


def _counted(issue: LoadIssue, more: int) -> LoadIssue:
    """Return an issue that says how many records have it too."""
    if not more:
        return issue
    records = "1 more record" if more == 1 else f"{more} more records"
    return replace(issue, message=f"{issue.message} (the same in {records})")

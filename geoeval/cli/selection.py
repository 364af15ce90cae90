"""Choosing findings by the beginnings of their codes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from geoeval.errors import UsageError, quote
from geoeval.reporting.summary import is_of_file
from geoeval.verification.model import Finding, Report


def parse_codes(values: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return the code prefixes of an option that may be given often and hold commas.

    Parameters
    ----------
    values
        The values as given, such as ``["GEO3,GEO401", "GEO6"]``.
    known
        The codes of all rules.

    Returns
    -------
    tuple of str
        The prefixes in capitals.

    Raises
    ------
    UsageError
        If a prefix is that of no rule.

    Examples
    --------
    >>> parse_codes(["geo3"], ["GEO301"])
    ('GEO3',)
    """
    known = tuple(known)
    prefixes = tuple(
        prefix.strip().upper() for value in values for prefix in value.split(",") if prefix.strip()
    )
    for prefix in prefixes:
        if not any(code.startswith(prefix) for code in known):
            message = (
                f"expected the code of a rule or the beginning of one, got {quote(prefix)}; "
                "geoeval rules lists them"
            )
            raise UsageError(message)
    return prefixes


def select_findings(report: Report, select: tuple[str, ...], ignore: tuple[str, ...]) -> Report:
    """Return the report with only the findings whose codes are selected and not ignored.

    Parameters
    ----------
    report
        The outcome of a run; its verdicts stay as they are.
    select
        Code prefixes to keep; none keeps all.
    ignore
        Code prefixes to drop.

    Returns
    -------
    Report
        The same items with fewer findings. What says that a part of a file cannot be read stays:
        it gives exit code 2 whatever is selected.

    Examples
    --------
    >>> select_findings(Report(items=()), ("GEO3",), ()) == Report(items=())
    True
    """
    lost = {(issue.code, issue.span) for issue in report.errors if is_of_file(issue)}

    def kept(code: str) -> bool:
        return (not select or code.startswith(select)) and not code.startswith(ignore)

    def chosen(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        return tuple(one for one in findings if kept(one.code) or (one.code, one.span) in lost)

    return replace(
        report,
        items=tuple(replace(item, findings=chosen(item.findings)) for item in report.items),
        dataset_findings=tuple(one for one in report.dataset_findings if kept(one.code)),
        findings=chosen(report.findings),
    )

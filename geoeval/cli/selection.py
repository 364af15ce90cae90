"""Choosing findings by the beginnings of their codes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from geoeval.errors import UsageError, quote
from geoeval.reporting.summary import is_of_file
from geoeval.verification.model import Finding, Report


def parse_codes(values: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return the code prefixes of an option that may be given often and hold commas.

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


def check_selection(select: tuple[str, ...], ignore: tuple[str, ...], known: Iterable[str]) -> None:
    """See that a selection leaves a rule to check.

    Examples
    --------
    >>> check_selection(("GEO3",), ("GEO301",), ["GEO301", "GEO302"])
    """
    if not any(_is_kept(code, select, ignore) for code in known):
        message = (
            "expected --select and --ignore to leave a rule, got "
            f"{quote(','.join(select))} less {quote(','.join(ignore))}, which leave none"
        )
        raise UsageError(message)


def _is_kept(code: str, select: tuple[str, ...], ignore: tuple[str, ...]) -> bool:
    """Return whether a code is selected and not ignored."""
    return (not select or code.startswith(select)) and not code.startswith(ignore)


def select_findings(report: Report, select: tuple[str, ...], ignore: tuple[str, ...]) -> Report:
    """Return the report with only the findings whose codes are selected and not ignored.

    Examples
    --------
    >>> select_findings(Report(items=()), ("GEO3",), ()) == Report(items=())
    True
    """
    lost = {(issue.code, issue.span) for issue in report.errors if is_of_file(issue)}

    def kept(code: str) -> bool:
        return _is_kept(code, select, ignore)

    def chosen(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        return tuple(one for one in findings if kept(one.code) or (one.code, one.span) in lost)

    return replace(
        report,
        items=tuple(replace(item, findings=chosen(item.findings)) for item in report.items),
        dataset_findings=tuple(one for one in report.dataset_findings if kept(one.code)),
        findings=chosen(report.findings),
    )

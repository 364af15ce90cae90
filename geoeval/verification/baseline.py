"""Known findings: which of a run are accepted, and which acceptances are no longer needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from geoeval.errors import BaselineError
from geoeval.verification.model import Acceptance, DatasetFinding, Finding, Report


def accept(report: Report, known: Iterable[Acceptance], *, complete: bool = True) -> Report:
    """Return a report in which the findings that a baseline holds are accepted.

    Examples
    --------
    >>> old = Acceptance(code="GEO301", id=7, message="", reason="rounded", fingerprint="a1")
    >>> [one.reason for one in accept(Report(items=()), [old]).stale]
    ['rounded']
    """
    accepted = {one.fingerprint: one for one in known}
    found = {finding.fingerprint for finding in _findings(report)}
    members = [finding for item in report.items for finding in item.findings]

    def marked(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        return tuple(
            replace(finding, accepted=accepted[finding.fingerprint].reason)
            if finding.fingerprint in accepted
            else finding
            for finding in findings
        )

    return replace(
        report,
        findings=marked(report.findings),
        items=tuple(replace(item, findings=marked(item.findings)) for item in report.items),
        dataset_findings=tuple(
            replace(one, accepted=accepted[one.fingerprint].reason)
            if one.fingerprint in accepted
            else replace(one, accepted=_reason_of_all(one, members, accepted))
            for one in report.dataset_findings
        ),
        stale=tuple(one for one in accepted.values() if complete and one.fingerprint not in found),
    )


def newly_accepted(report: Report, reason: str) -> tuple[Acceptance, ...]:
    """Return acceptances for the findings of a report that have none.

    Examples
    --------
    >>> newly_accepted(Report(items=()), "")
    ()
    """
    found = [one for one in _findings(report) if one.accepted is None and _counts(one)]
    if found and not reason.strip():
        message = (
            f"expected a reason for accepting new findings ({len(found)} of them), got none; "
            "say why with --reason"
        )
        raise BaselineError(message)
    return tuple(_acceptance(finding, reason.strip()) for finding in found)


def _reason_of_all(
    shared: DatasetFinding, findings: Iterable[Finding], accepted: Mapping[str, Acceptance]
) -> str | None:
    """Return the first reason if all findings that a shared cause sums up are accepted."""
    if shared.severity is not None:
        return None
    prints = [
        one.fingerprint for one in findings if (one.code, one.cause) == (shared.code, shared.cause)
    ]
    accepts = prints and all(each in accepted for each in prints)
    return accepted[prints[0]].reason if accepts else None


def _findings(report: Report) -> Iterator[Finding | DatasetFinding]:
    """Yield every finding of a report."""
    yield from report.findings
    for item in report.items:
        yield from item.findings
    yield from report.dataset_findings


def _counts(finding: Finding | DatasetFinding) -> bool:
    """Return whether a finding can make a verification fail, or tells of some that can."""
    return isinstance(finding, DatasetFinding) or finding.severity != "info"


def _acceptance(finding: Finding | DatasetFinding, reason: str) -> Acceptance:
    """Return the acceptance of one finding."""
    if isinstance(finding, DatasetFinding):
        name = None
        cause = finding.cause or ""
        message = finding.message or f"{cause.replace('_', ' ')} in {finding.count} records"
    else:
        name, message = finding.id, finding.message
    return Acceptance(
        code=finding.code,
        id=name,
        message=message,
        reason=reason,
        fingerprint=finding.fingerprint,
    )

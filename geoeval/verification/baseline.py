"""Baselines of known findings: read from a file, marked in a report, extended by new findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from geoeval.errors import BaselineError
from geoeval.verification.findings import with_each_finding
from geoeval.verification.json_lines import FINGERPRINT, TEXT, Field, check_object, read_json_lines
from geoeval.verification.model import Acceptance, DatasetFinding, Finding, Report
from geoeval.verification.rules import RULES


def accept_findings(
    report: Report, known: Iterable[Acceptance], *, complete: bool = True
) -> Report:
    """Return a report in which the findings of a baseline are accepted."""
    accepted = {one.fingerprint: one for one in known}
    reported = {finding.fingerprint for finding in _list_findings(report)}
    record_findings = [finding for item in report.items for finding in item.findings]

    def mark(finding: Finding) -> Finding:
        acceptance = accepted.get(finding.fingerprint)
        return finding if acceptance is None else replace(finding, accepted=acceptance.reason)

    return replace(
        with_each_finding(report, mark),
        dataset_findings=tuple(
            replace(one, accepted=accepted[one.fingerprint].reason)
            if one.fingerprint in accepted
            else replace(one, accepted=_shared_reason(one, record_findings, accepted))
            for one in report.dataset_findings
        ),
        stale=tuple(
            one for one in accepted.values() if complete and one.fingerprint not in reported
        ),
    )


def newly_accepted(report: Report, reason: str) -> tuple[Acceptance, ...]:
    """Return an acceptance for each finding of a report that is not accepted yet."""
    new = [one for one in _list_findings(report) if one.accepted is None and _can_fail(one)]
    if new and not reason.strip():
        raise BaselineError(
            f"expected a reason for accepting new findings ({len(new)} of them), got none; "
            "give one with --reason"
        )
    return tuple(_accept_finding(finding, reason.strip()) for finding in new)


def _shared_reason(
    shared: DatasetFinding, findings: Iterable[Finding], accepted: Mapping[str, Acceptance]
) -> str | None:
    if shared.severity is not None:
        return None
    fingerprints = [
        one.fingerprint for one in findings if (one.code, one.cause) == (shared.code, shared.cause)
    ]
    is_accepted = fingerprints and all(each in accepted for each in fingerprints)
    return accepted[fingerprints[0]].reason if is_accepted else None


def _list_findings(report: Report) -> Iterator[Finding | DatasetFinding]:
    yield from report.findings
    for item in report.items:
        yield from item.findings
    yield from report.dataset_findings


def _can_fail(finding: Finding | DatasetFinding) -> bool:
    """Return whether a finding can make a verification fail, or summarises findings that can."""
    return isinstance(finding, DatasetFinding) or finding.severity != "info"


def _accept_finding(finding: Finding | DatasetFinding, reason: str) -> Acceptance:
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


_FIELDS = {
    "reason": Field(
        "the reason for accepting the finding",
        lambda value: isinstance(value, str) and bool(value.strip()),
    ),
    "code": Field(
        "the code of a rule",
        lambda value: isinstance(value, str) and value in RULES,
        hint="; geoeval rule lists them",
    ),
    "fingerprint": FINGERPRINT,
    "id": Field(
        "a string, an integer or null",
        lambda value: not isinstance(value, bool) and isinstance(value, int | str | None),
    ),
    "message": TEXT,
}


def read_baseline(path: str | Path) -> tuple[Acceptance, ...]:
    """Read the accepted findings from a JSON Lines file."""
    return read_json_lines(
        path,
        lambda line, _: Acceptance(
            **cast("dict[str, Any]", check_object(line, _FIELDS, BaselineError))
        ),
        lambda one: one.fingerprint,
        BaselineError,
        kind="the baseline",
        what="finding",
        hint="; --write-baseline creates one",
    )

"""Known findings: read from a file, marked in a report, listed where they are new."""

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
    found = {finding.fingerprint for finding in _list_findings(report)}
    members = [finding for item in report.items for finding in item.findings]

    def marked(finding: Finding) -> Finding:
        known = accepted.get(finding.fingerprint)
        return finding if known is None else replace(finding, accepted=known.reason)

    return replace(
        with_each_finding(report, marked),
        dataset_findings=tuple(
            replace(one, accepted=accepted[one.fingerprint].reason)
            if one.fingerprint in accepted
            else replace(one, accepted=_shared_reason(one, members, accepted))
            for one in report.dataset_findings
        ),
        stale=tuple(one for one in accepted.values() if complete and one.fingerprint not in found),
    )


def newly_accepted(report: Report, reason: str) -> tuple[Acceptance, ...]:
    """Return acceptances for the findings of a report that have none."""
    found = [one for one in _list_findings(report) if one.accepted is None and _can_fail(one)]
    if found and not reason.strip():
        raise BaselineError(
            f"expected a reason for accepting new findings ({len(found)} of them), got none; "
            "say why with --reason"
        )
    return tuple(_accept_finding(finding, reason.strip()) for finding in found)


def _shared_reason(
    shared: DatasetFinding, findings: Iterable[Finding], accepted: Mapping[str, Acceptance]
) -> str | None:
    if shared.severity is not None:
        return None
    prints = [
        one.fingerprint for one in findings if (one.code, one.cause) == (shared.code, shared.cause)
    ]
    accepts = prints and all(each in accepted for each in prints)
    return accepted[prints[0]].reason if accepts else None


def _list_findings(report: Report) -> Iterator[Finding | DatasetFinding]:
    yield from report.findings
    for item in report.items:
        yield from item.findings
    yield from report.dataset_findings


def _can_fail(finding: Finding | DatasetFinding) -> bool:
    """Return whether a finding can make a verification fail, or sums up some that can."""
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
        "a text, a whole number or null",
        lambda value: not isinstance(value, bool) and isinstance(value, int | str | None),
    ),
    "message": TEXT,
}


def read_baseline(path: str | Path) -> tuple[Acceptance, ...]:
    """Read the accepted findings of a file of JSON Lines."""
    return read_json_lines(
        path,
        lambda line, _: Acceptance(
            **cast("dict[str, Any]", check_object(line, _FIELDS, BaselineError))
        ),
        lambda one: one.fingerprint,
        BaselineError,
        kind="the baseline",
        what="finding",
        hint="; --write-baseline makes one",
    )

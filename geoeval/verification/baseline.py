"""Known findings: which of a run are accepted, and which acceptances are no longer needed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, cast

from geoeval.errors import BaselineError, quote
from geoeval.verification.model import Acceptance, DatasetFinding, Finding, Report
from geoeval.verification.rules import RULES


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


_DIGITS = re.compile("[0-9a-f]{16}")


class _Entry(TypedDict):
    """The fields of one line."""

    code: str
    id: int | str | None
    message: str
    reason: str
    fingerprint: str


def read_baseline(path: str | Path) -> tuple[Acceptance, ...]:
    """Read the accepted findings of a file.

    Examples
    --------
    >>> read_baseline("no_such_file.jsonl")
    Traceback (most recent call last):
    ...
    geoeval.errors.BaselineError: no_such_file.jsonl: the baseline cannot be read: No such file \
or directory; --write-baseline makes one
    """
    name = str(path)
    lines: dict[str, int] = {}
    found = []
    for number, line in enumerate(_text(path, name).split("\n"), start=1):
        if not line.strip():
            continue
        entry = _entry(line, f"{name}:{number}")
        first = lines.setdefault(entry["fingerprint"], number)
        if first != number:
            message = (
                f"{name}:{number}: the finding {entry['fingerprint']} is accepted on line "
                f"{first} already; remove one of the two lines"
            )
            raise BaselineError(message)
        found.append(Acceptance(**entry))
    return tuple(found)


def _text(path: str | Path, name: str) -> str:
    """Return what a file holds."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        got = f"the byte 0x{error.object[error.start]:02X} at offset {error.start}"
        message = f"{name}: expected UTF-8, got {got}; save the file as UTF-8"
        raise BaselineError(message) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message = f"{name}: the baseline cannot be read: {reason}; --write-baseline makes one"
        raise BaselineError(message) from None


def _entry(line: str, where: str) -> _Entry:
    """Return the fields of one line."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        message = f"{where}: expected a JSON object on the line, got {quote(line.strip())}"
        raise BaselineError(message) from None
    if not isinstance(entry, dict):
        message = f"{where}: expected a JSON object with a reason, got {quote(entry)}"
        raise BaselineError(message)
    fault = _fault(entry, where)
    if fault is not None:
        raise BaselineError(fault)
    return cast("_Entry", entry)


def _fault(entry: dict[str, object], where: str) -> str | None:
    """Return what is wrong with the fields of a line, if anything, behind its place."""
    code, name, digits = entry.get("code"), entry.get("id"), entry.get("fingerprint")
    reason = entry.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        got = quote(reason) if "reason" in entry else "none"
        return f'{where}: expected a "reason" that says why the finding is accepted, got {got}'
    if not isinstance(code, str) or code not in RULES:
        rules = "geoeval rules lists them"
        return f'{where}: expected the code of a rule as "code", got {quote(code)}; {rules}'
    if not isinstance(digits, str) or not _DIGITS.fullmatch(digits):
        return f'{where}: expected 16 hexadecimal digits as "fingerprint", got {quote(digits)}'
    if isinstance(name, bool) or not isinstance(name, int | str | None):
        return f'{where}: expected a text, a whole number or null as "id", got {quote(name)}'
    if not isinstance(entry.get("message"), str):
        return f'{where}: expected a text as "message", got {quote(entry.get("message"))}'
    others = sorted(entry.keys() - _Entry.__annotations__.keys())
    if others:
        remarks = "put remarks into the reason"
        return f"{where}: expected no other field, got {quote(others[0])}; {remarks}"
    return None

"""Create findings from rules, and identify them across runs by fingerprints."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from geoeval.datasets.load import own_id
from geoeval.datasets.records import LoadIssue, Record
from geoeval.verification.model import Cause, Finding, Report
from geoeval.verification.rules import RULES


def make_finding(
    code: str,
    message: str,
    subject: Record | LoadIssue,
    *,
    cause: Cause | None = None,
    evidence: tuple[str, ...] = (),
    suggested: int | None = None,
    margin: float | None = None,
) -> Finding:
    """Return a finding about a record or an issue, with the severity and help of its rule."""
    rule = RULES[code]
    name: int | str | None
    if isinstance(subject, Record):
        name, text = subject.question.id, subject.question.text
        own = None if subject.question.numbered else own_id(name, subject.span.file)
    else:
        name, text = subject.id, subject.path
        own = own_id(name, subject.span.file)
    return Finding(
        code=code,
        severity=rule.severity,
        message=message,
        help=rule.fix,
        span=subject.span,
        id=name,
        cause=cause,
        evidence=evidence,
        suggested=suggested,
        margin=margin,
        fingerprint=finding_fingerprint(code, own, text),
    )


def issue_finding(issue: LoadIssue) -> Finding:
    """Return the finding for a fault in a file or a record."""
    where = "" if issue.path == "$" else f"{issue.path}: "
    return make_finding(issue.code, f"{where}{issue.message}", issue)


def finding_fingerprint(code: str, name: int | str | None, text: str) -> str:
    """Return an identifier of a finding that stays the same if its record moves."""
    normal = " ".join(re.findall(r"\w+", text.casefold()))
    return _digest(f"{code}\n{name}\n{normal}")


def with_unique_fingerprints(report: Report) -> Report:
    """Return a report in which all findings have different fingerprints."""
    seen: Counter[str] = Counter()

    def numbered(finding: Finding) -> Finding:
        seen[finding.fingerprint] += 1
        number = seen[finding.fingerprint]
        if number == 1:
            return finding
        return replace(finding, fingerprint=_digest(f"{finding.fingerprint}\n{number}"))

    return with_each_finding(report, numbered)


def with_each_finding(report: Report, change: Callable[[Finding], Finding]) -> Report:
    """Apply a function to every finding of a report, except findings about the dataset."""
    items = (replace(item, findings=tuple(map(change, item.findings))) for item in report.items)
    return replace(report, findings=tuple(map(change, report.findings)), items=tuple(items))


def _digest(text: str) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]

"""Create findings from rules, and identify them across runs by fingerprints."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from geoeval.datasets.load import own_id
from geoeval.datasets.records import LoadIssue, Record
from geoeval.verification.model import Cause, Finding, Report
from geoeval.verification.rules import RULES, Part


def make_finding(
    code: str,
    message: str,
    subject: Record | LoadIssue,
    *,
    cause: Cause | None = None,
    evidence: tuple[str, ...] = (),
    suggested: int | None = None,
    margin: float | None = None,
    part: Part | None = None,
) -> Finding:
    """Return a finding about a record or an issue, with the severity and help of its rule.

    ``part`` is the part of the record at fault, by default that of the rule.
    """
    rule = RULES[code]
    name: int | str | None
    if isinstance(subject, Record):
        name, text = subject.question.id, subject.question.text
        own = None if subject.question.numbered else own_id(name, subject.span.file)
        place = _locate_part(subject, part or rule.part)
    else:
        name, text = subject.id, subject.path
        own = own_id(name, subject.span.file)
        place = _Place(subject.row, subject.field, subject.now, subject.write)
    if isinstance(subject, Record) and suggested is not None and rule.severity == "error":
        place = place._replace(write=subject.written.labels.get(suggested))
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
        **place._asdict(),
    )


class _Place(NamedTuple):
    """The field of a finding, as named in ``Finding``."""

    row: int | None
    field: str | None
    now: object
    write: object = None


def _locate_part(record: Record, part: Part) -> _Place:
    """Return the field in which a part of a record is written, and its value if it is short."""
    if part == "context" and record.world is not None and not record.context:
        part = "world"
    if part == "world" and not isinstance(record.world, Mapping | str):
        return _Place(record.written.row, None, None)  # a world for all records
    values: dict[Part, object] = {
        "question": record.question.text,
        "options": record.question.options,
        "answer": record.written.label,
    }
    return _Place(record.written.row, record.written.field_of(part), values.get(part))


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

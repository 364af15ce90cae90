"""What identifies a finding from run to run: never its line, its file or its neighbours."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from geoeval.verification.model import Finding, Report


def fingerprint(code: str, name: int | str | None, text: str) -> str:
    """Return what identifies a finding from run to run, wherever its record has moved.

    Examples
    --------
    >>> fingerprint("GEO301", 7, "How far?") == fingerprint("GEO301", 7, " how  FAR?")
    True
    """
    normal = " ".join(re.findall(r"\w+", text.casefold()))
    return _digest(f"{code}\n{name}\n{normal}")


def with_unique_fingerprints(report: Report) -> Report:
    """Return a report in which no two findings have the same fingerprint.

    Examples
    --------
    >>> with_unique_fingerprints(Report(items=())) == Report(items=())
    True
    """
    seen: Counter[str] = Counter()

    def numbered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
        return tuple(_numbered(finding, seen) for finding in findings)

    return replace(
        report,
        findings=numbered(report.findings),
        items=tuple(replace(item, findings=numbered(item.findings)) for item in report.items),
    )


def _numbered(finding: Finding, seen: Counter[str]) -> Finding:
    """Return a finding with its number among those alike in its fingerprint."""
    seen[finding.fingerprint] += 1
    number = seen[finding.fingerprint]
    if number == 1:
        return finding
    return replace(finding, fingerprint=_digest(f"{finding.fingerprint}\n{number}"))


def _digest(text: str) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]

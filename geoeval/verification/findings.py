"""The findings that verdicts, issues and contexts give rise to, and what identifies them."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from geoeval.datasets.load import own_id
from geoeval.datasets.records import UNANSWERABLE, LoadIssue, Record
from geoeval.errors import quote
from geoeval.query.values import Derivation, Infeasible
from geoeval.verification.causes import Case, diagnose
from geoeval.verification.match import length_off
from geoeval.verification.model import Answer, Cause, Finding, Report, describe
from geoeval.verification.rules import RULES, code_of


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


_UNDETERMINED = {
    "no_usable_label": "GEO903",
    "subjective": "GEO904",
    "no_query": "GEO902",
    "readings_differ": "GEO902",
}


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
    known = RULES[code]
    name: int | str | None
    if isinstance(subject, Record):
        name, text = subject.question.id, subject.question.text
        own = None if subject.question.numbered else own_id(name, subject.span.file)
    else:
        name, text = subject.id, subject.path
        own = own_id(name, subject.span.file)
    return Finding(
        code=code,
        severity=known.severity,
        message=message,
        help=known.fix,
        span=subject.span,
        id=name,
        cause=cause,
        evidence=evidence,
        suggested=suggested,
        margin=margin,
        fingerprint=fingerprint(code, own, text),
    )


def of_issue(issue: LoadIssue) -> Finding:
    """Return the finding for something wrong with a file or a record."""
    where = "" if issue.path == "$" else f"{issue.path}: "
    return make_finding(issue.code, f"{where}{issue.message}", issue)


def contradicted(record: Record, case: Case) -> Finding:
    """Return the finding that a label is wrong, with its cause and the arithmetic."""
    return _differs(code_of(case.query), record, case)


def no_option_fits(record: Record, case: Case) -> Finding:
    """Return the finding that what was computed is not offered, so that no label is right."""
    return _differs("GEO601", record, case)


def _differs(code: str, record: Record, case: Case) -> Finding:
    """Return the finding that a label is not what was computed."""
    answer = case.answer
    cause, shown = diagnose(case)
    return make_finding(
        code,
        f"{_key(record)}, but {_computed(answer)}",
        record,
        cause=cause,
        evidence=(shown, *evidence_of(answer)),
        suggested=_suggested(answer),
        margin=_margin(record, answer),
    )


def within_margin(record: Record, answer: Answer, close: str) -> Finding:
    """Return the finding that a label differs from the answer by too little to be called wrong."""
    message = f"{_key(record)}, but {_computed(answer)}; too close to call: {close}"
    return make_finding(
        "GEO603",
        message,
        record,
        evidence=evidence_of(answer),
        suggested=_suggested(answer),
        margin=_margin(record, answer),
    )


def ambiguous(record: Record, answer: Answer) -> Finding:
    """Return the finding that several options are equally right."""
    message = f"{_key(record)}, but {answer.detail}: {_computed(answer)}"
    return make_finding("GEO602", message, record, evidence=evidence_of(answer))


def conditional(record: Record, answer: Answer, convention: str) -> Finding:
    """Return the finding that a label follows only under another convention."""
    message = f"{_key(record)}, which follows only with {convention}; {_computed(answer)}"
    return make_finding(
        "GEO701",
        message,
        record,
        evidence=evidence_of(answer),
        suggested=_suggested(answer),
    )


def undetermined(
    record: Record, answer: Answer, reason: str, evidence: tuple[str, ...] = ()
) -> Finding:
    """Return the finding that a label could not be judged, and why."""
    if evidence:
        message = f"not checked: {reason.replace('_', ' ')} ({evidence[0]})"
        return make_finding("GEO901", message, record, evidence=evidence[1:])
    missing = "GEO902" if answer.status == "not_understood" else "GEO901"
    words = f": {', '.join(answer.unexplained)}" if answer.unexplained else ""
    detail = f" ({answer.detail})" if answer.detail else ""
    return make_finding(
        _UNDETERMINED.get(reason, missing),
        f"not checked: {reason.replace('_', ' ')}{words}{detail}",
        record,
        evidence=evidence_of(answer),
    )


def words_in_doubt(record: Record, answer: Answer, words: tuple[str, ...]) -> Finding:
    """Return the finding that a label is not called wrong, as words may turn the question."""
    said = ", ".join(repr(word) for word in dict.fromkeys(words))
    message = f"not checked: {said} may turn the question; but for that, {_computed(answer)}"
    return make_finding("GEO902", message, record, evidence=evidence_of(answer))


def doubted(record: Record, cause: Cause) -> Finding:
    """Return the finding that a label could not be judged by coordinates that are wrong."""
    message = f"not checked: {cause.replace('_', ' ')} decide nothing"
    return make_finding("GEO905", message, record)


def bad_query(record: Record, answer: Answer) -> Finding:
    """Return the finding that the explicit query of a record cannot be used."""
    return make_finding("GEO104", answer.detail, record)


def _key(record: Record) -> str:
    """Return what the label says."""
    if record.expected is not None:
        return f"the key says {quote(record.expected)}"
    if record.label is None or record.label == UNANSWERABLE:
        return "the key says unanswerable"
    return f"the key says {quote(record.question.options[record.label])}"


def _computed(answer: Answer) -> str:
    """Return what was computed, or why nothing could be."""
    if isinstance(answer.outcome, Derivation):
        return f"the context gives {describe(answer.outcome.value)}"
    if isinstance(answer.outcome, Infeasible):
        return f"no offered plan holds: {answer.outcome.first_broken}"
    return f"the context does not decide it: {answer.detail}"


def _margin(record: Record, answer: Answer) -> float | None:
    """Return how clearly an answer leads the other options, or by how much a length is off.

    It is in the unit of the value: metres, seconds, minutes of the clock, degrees, ranks.
    """
    if record.expected is not None and isinstance(answer.outcome, Derivation):
        return length_off(record.expected, answer.outcome.value)
    return answer.match.margin if answer.match else None


def _suggested(answer: Answer) -> int | None:
    """Return the label that would be right, as far as one is known."""
    if answer.answer is None and answer.match is not None and answer.match.fits:
        return answer.match.fits[0]
    return answer.answer


def evidence_of(answer: Answer) -> tuple[str, ...]:
    """Return the steps, facts, conventions and notes that an answer rests on, as lines."""
    outcome = answer.outcome
    if not isinstance(outcome, Derivation | Infeasible):
        return ()
    facts = [
        fact.text if fact.line is None else f"context line {fact.line}: {fact.text}"
        for fact in outcome.facts
    ]
    taken = [f"convention {name}: {choice}" for name, choice in outcome.conventions]
    notes = answer.match.notes if answer.match else ()
    return (*outcome.steps, *facts, *taken, *notes)

"""The JSON shapes of reports, the same for one document and for one line per item.

They carry ``schema_version`` and stay as they are: programs read them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from geoeval.datasets.records import LoadIssue, Span
from geoeval.llm.usage import ModelUsage
from geoeval.query.values import CannotSolve, Derivation, Infeasible, Outcome
from geoeval.reporting.safe import UNSAFE, escaped
from geoeval.reporting.solution import Solution, Solutions
from geoeval.reporting.summary import summarise, summarise_solutions
from geoeval.reporting.wording import say_shared
from geoeval.verification.model import (
    Acceptance,
    Answer,
    DatasetFinding,
    Finding,
    Item,
    Report,
)
from geoeval.verification.rules import RULES

SCHEMA_VERSION = 1
Json = Mapping[str, object]
_MARKUP = re.compile("[<>&]")


def dump(shape: Json, *, indent: int | None = None) -> str:
    r"""Return a shape as JSON in which nothing can be taken for markup or terminal control.

    Parameters
    ----------
    shape
        What to write.
    indent
        Spaces per level; None writes one line.

    Returns
    -------
    str
        JSON whose strings spell ``<``, ``>``, ``&`` and all control characters as ``\uXXXX``.

    Examples
    --------
    >>> print(dump({"a": "<b>"}))
    {"a": "\u003cb\u003e"}
    """
    text = json.dumps(shape, ensure_ascii=False, indent=indent, allow_nan=False)
    text = _MARKUP.sub(lambda found: escaped(found.group()), text)
    return "\n".join(
        UNSAFE.sub(lambda found: escaped(found.group()), line) for line in text.split("\n")
    )


def item_shape(item: Item) -> Json:
    """Return the shape of one verified question; a label in words adds ``expected``."""
    value = item.answer.value
    shape: dict[str, object] = {
        "id": item.id,
        "verdict": item.verdict,
        "label": item.label,
        "answer": item.answer.answer,
        "value": None if value is None else asdict(value),
        "margin": item.margin,
        "findings": [finding_shape(finding) for finding in item.findings],
    }
    if item.expected is not None:
        shape["expected"] = item.expected
    return shape


def finding_shape(finding: Finding) -> Json:
    """Return the shape of one finding."""
    return {
        "code": finding.code,
        "cause": finding.cause,
        "severity": finding.severity,
        "message": finding.message,
        "evidence": list(finding.evidence),
        "suggested": finding.suggested,
        "span": span_shape(finding.span),
        "fingerprint": finding.fingerprint,
        "accepted": finding.accepted,
    }


def fault_shape(finding: Finding) -> Json:
    """Return the shape of a finding about a file or a record rather than about a label."""
    return {"id": finding.id, **finding_shape(finding)}


def dataset_finding_shape(finding: DatasetFinding) -> Json:
    """Return the shape of a cause that several records share."""
    return {
        "code": finding.code,
        "cause": finding.cause,
        "count": finding.count,
        "share": finding.share,
        "ids": list(finding.ids),
        "message": say_shared(finding),
        "severity": finding.severity or RULES[finding.code].severity,
        "fingerprint": finding.fingerprint,
        "accepted": finding.accepted,
    }


def stale_shape(stale: Acceptance) -> Json:
    """Return the shape of an acceptance that no finding answers to."""
    return {
        "code": stale.code,
        "id": stale.id,
        "reason": stale.reason,
        "fingerprint": stale.fingerprint,
    }


def error_shape(issue: LoadIssue) -> Json:
    """Return the shape of something wrong with a file or a record, as ``solve`` meets it."""
    return {
        "id": issue.id,
        "code": issue.code,
        "message": issue.message,
        "span": span_shape(issue.span),
        "path": issue.path,
        "fatal": issue.fatal,
    }


def span_shape(span: Span) -> Json:
    """Return the shape of a place in a file."""
    return {"file": span.file, "line": span.line, "column": span.column}


def summary_shape(report: Report, failed: Sequence[str]) -> Json:
    """Return the counts of a verification, and why it fails beside its findings."""
    summary = summarise(report)
    return {
        "questions": summary.questions,
        "verdicts": summary.verdicts,
        "checked": summary.checked,
        "coverage": round(summary.coverage, 4),
        "reasons": summary.reasons,
        "unusable": summary.unusable,
        "unreadable": summary.unreadable,
        "findings": {"by_code": summary.by_code, "by_severity": summary.by_severity},
        "accepted": summary.accepted,
        "failed": list(failed),
        **_model_shape(report.model),
    }


def solution_shape(solution: Solution) -> Json:
    """Return the shape of one solved question."""
    answer = solution.answer
    value = answer.value
    query = answer.query
    return {
        "id": answer.id,
        "status": answer.status,
        "reason": answer.reason,
        "answer": answer.answer,
        "value": None if value is None else asdict(value),
        "query": None if query is None else query.model_dump(mode="json", exclude_none=True),
        "understood_by": answer.understood_by,
        "derivation": _working(answer),
        "conventions": _conventions(answer.outcome),
        "unexplained": list(answer.unexplained),
    }


def _working(answer: Answer) -> Json | None:
    """Return how an answer follows, or what is said of why there is none, if anything."""
    if answer.outcome is not None:
        return derivation_shape(answer.outcome)
    return {"steps": [], "facts": [], "detail": answer.detail} if answer.detail else None


def derivation_shape(outcome: Outcome) -> Json:
    """Return the shape of how a value follows, or of why none does."""
    if isinstance(outcome, CannotSolve):
        told = {"path": outcome.path, "lacking": outcome.lacking}
        given = {name: said for name, said in told.items() if said is not None}
        return {"steps": [], "facts": [], "detail": outcome.detail, **given}
    facts = [{"text": fact.text, "line": fact.line} for fact in outcome.facts]
    shape = {"steps": list(outcome.steps), "facts": facts}
    return (
        shape
        if isinstance(outcome, Derivation)
        else {**shape, "first_broken": outcome.first_broken}
    )


def solve_summary_shape(solutions: Solutions) -> Json:
    """Return the counts of a solving."""
    summary = summarise_solutions(solutions)
    reasons = {reason: n for found in summary.reasons.values() for reason, n in found.items()}
    return {
        "questions": summary.questions,
        **{str(status): number for status, number in summary.statuses.items()},
        "reasons": reasons,
        "unusable": summary.unusable,
        "unreadable": summary.unreadable,
        **_model_shape(solutions.model),
    }


def _model_shape(usage: ModelUsage | None) -> Json:
    """Return what a model was asked, as a member of a summary where there is one."""
    return {} if usage is None else {"model": asdict(usage)}


def _conventions(outcome: Outcome | None) -> dict[str, str]:
    """Return the conventions that mattered, by their field."""
    if isinstance(outcome, (Derivation, Infeasible)):
        return dict(outcome.conventions)
    return {}

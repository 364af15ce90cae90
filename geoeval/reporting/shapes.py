"""The JSON shapes of reports, shared by JSON documents and JSON Lines.

Programs read them, so they have a ``schema_version`` and do not change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from geoeval.datasets.records import LoadIssue
from geoeval.llm.completion import ModelUsage
from geoeval.query.values import CannotSolve, Derivation, Infeasible, Outcome
from geoeval.reporting.reasons import Hindered, count_obstacles
from geoeval.reporting.safe import UNSAFE, cut_line, escape_character
from geoeval.reporting.summary import Solutions, summarise_report, summarise_solutions
from geoeval.reporting.wording import describe_shared
from geoeval.verification.model import Acceptance, Answer, DatasetFinding, Finding, Item, Report
from geoeval.verification.rules import RULES

SCHEMA_VERSION = 1
Json = Mapping[str, object]
_MARKUP = re.compile("[<>&]")
_ACCEPTED_WIDTH = 160
_FINDING_FIELDS = "code cause severity message evidence suggested span fingerprint accepted"


def dump_shape(shape: Json, *, indent: int | None = None) -> str:
    r"""Return a shape as JSON that is safe inside HTML and on terminals.

    ``<``, ``>``, ``&`` and all control characters in strings are escaped as ``\uXXXX``.
    ``indent`` is the number of spaces per level, or None for one line.
    """
    text = json.dumps(shape, ensure_ascii=False, indent=indent, allow_nan=False)
    text = _MARKUP.sub(lambda found: escape_character(found.group()), text)
    return "\n".join(
        UNSAFE.sub(lambda found: escape_character(found.group()), line) for line in text.split("\n")
    )


def report_shape(report: Report, failed: Sequence[str]) -> Json:
    """Return the shape of a report; ``failed`` has reasons for failure other than findings.

    Its lists are iterators, so that JSON Lines do not hold them in memory.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "items": map(item_shape, report.items),
        "dataset_findings": map(_shared_shape, report.dataset_findings),
        "errors": ({"id": finding.id, **finding_shape(finding)} for finding in report.findings),
        "stale": (fields_of(stale, "code id reason fingerprint") for stale in report.stale),
        "summary": _summary_shape(report, failed),
    }


def solutions_shape(solutions: Solutions) -> Json:
    """Return the shape of solutions; its lists are iterators."""
    summary = summarise_solutions(solutions)
    counts: dict[str, object] = {
        "questions": summary.questions,
        **{str(status): number for status, number in summary.statuses.items()},
        "reasons": {reason: n for each in summary.reasons.values() for reason, n in each.items()},
        **fields_of(summary, "unusable unreadable"),
        **_model_shape(solutions.model),
    }
    return {
        "schema_version": SCHEMA_VERSION,
        "items": (answer_shape(solution.answer) for solution in solutions.items),
        "summary": counts,
        "errors": (
            {**fields_of(issue, "id code message span path fatal"), **field_shape(issue)}
            for issue in solutions.errors
        ),
    }


def fields_of(one: object, names: str) -> dict[str, object]:
    """Return the named fields of an object; a span becomes a nested object."""
    values = {name: getattr(one, name) for name in names.split()}
    if "span" in values:
        span = values["span"]
        values["span"] = {"file": span.file, "line": span.line, "column": span.column}
    return values


def item_shape(item: Item) -> Json:
    """Return the shape of a verified question; a label in words adds ``expected``.

    Several labels add ``accepted``.
    """
    answer = item.answer
    return {
        **fields_of(item, "id verdict label"),
        "answer": answer.answer,
        "value": None if answer.value is None else asdict(answer.value),
        "margin": item.margin,
        "findings": [finding_shape(finding) for finding in item.findings],
        **answer.basis,
        **({} if item.expected is None else {"expected": item.expected}),
        **({"accepted": list(item.accepted)} if item.accepted else {}),
    }


def finding_shape(finding: Finding) -> Json:
    """Return the shape of a finding about a record or a file."""
    return {**fields_of(finding, _FINDING_FIELDS), **field_shape(finding)}


def field_shape(finding: Finding | LoadIssue) -> Json:
    """Return the record and the field of a finding, its value and the value to write."""
    return {
        **fields_of(finding, "row field"),
        "now": _to_json_value(finding.now),
        "write": finding.write,
    }


def _to_json_value(value: object) -> object:
    """Return a value of any file format as JSON; dates and NaN become strings."""
    plain: object = json.loads(json.dumps(value, default=str), parse_constant=str)
    return plain


def answer_shape(answer: Answer) -> Json:
    """Return the shape of an answer; a trained model adds ``probability``."""
    query = answer.query
    return {
        **fields_of(answer, "id status reason answer"),
        "value": None if answer.value is None else asdict(answer.value),
        "query": None if query is None else query.model_dump(mode="json", exclude_none=True),
        "understood_by": answer.understood_by,
        "derivation": _working_shape(answer),
        "conventions": conventions_of(answer.outcome),
        **answer.basis,
        "unexplained": answer.unexplained,
        **({} if answer.probability is None else {"probability": answer.probability}),
    }


def derivation_shape(outcome: Outcome) -> Json:
    """Return the shape of the derivation of a value, or of the reason why there is no value."""
    if isinstance(outcome, CannotSolve):
        members = fields_of(outcome, "path lacking")
        present = {name: value for name, value in members.items() if value is not None}
        return {"steps": [], "facts": [], "detail": outcome.detail, **present}
    shape: dict[str, object] = {
        "steps": outcome.steps,
        "facts": [fields_of(fact, "text line") for fact in outcome.facts],
    }
    if isinstance(outcome, Infeasible):
        shape["first_broken"] = outcome.first_broken
    return shape


def conventions_of(outcome: Outcome | None) -> dict[str, str]:
    """Return the conventions that affected an outcome, by name."""
    return dict(outcome.conventions) if isinstance(outcome, Derivation | Infeasible) else {}


def baseline_lines(accepted: Iterable[Acceptance]) -> list[str]:
    """Return the lines of a baseline, each a JSON object with an accepted finding.

    They are sorted by code, id and fingerprint, regardless of the order of the run, and long
    messages are cut.
    """
    return [
        dump_shape(
            {
                **fields_of(one, "code id"),
                "message": cut_line(one.message, _ACCEPTED_WIDTH),
                **fields_of(one, "reason fingerprint"),
            }
        )
        for one in sorted(accepted, key=_baseline_sort_key)
    ]


def _baseline_sort_key(one: Acceptance) -> tuple[str, bool, int, str, str]:
    """Return the sort key of a baseline; numeric ids come first, in numerical order."""
    number = one.id if isinstance(one.id, int) else 0
    return one.code, not isinstance(one.id, int), number, str(one.id), one.fingerprint


def _shared_shape(finding: DatasetFinding) -> Json:
    return {
        **fields_of(finding, "code cause count share ids"),
        "message": describe_shared(finding),
        "severity": finding.severity or RULES[finding.code].severity,
        **fields_of(finding, "fingerprint accepted"),
    }


def _summary_shape(report: Report, failed: Sequence[str]) -> Json:
    summary = summarise_report(report)
    return {
        **fields_of(summary, "questions verdicts checked"),
        "coverage": round(summary.coverage, 4),
        **fields_of(summary, "reasons unusable unreadable"),
        "not_checked": [*map(_hindered_shape, count_obstacles(summary))],
        "findings": fields_of(summary, "by_code by_severity"),
        "accepted": summary.accepted,
        "failed": failed,
        **_model_shape(report.model),
    }


def _hindered_shape(one: Hindered) -> Json:
    obstacle = one.obstacle
    return {"reason": obstacle.words, **fields_of(one, "count reasons"), "help": obstacle.help}


def _model_shape(usage: ModelUsage | None) -> Json:
    return {} if usage is None else {"model": asdict(usage)}


def _working_shape(answer: Answer) -> Json | None:
    """Return the derivation of an answer, or the detail of why there is none, or None."""
    if answer.outcome is not None:
        return derivation_shape(answer.outcome)
    return {"steps": [], "facts": [], "detail": answer.detail} if answer.detail else None

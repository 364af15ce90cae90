"""Render a verification as SARIF 2.1.0, for code scanning and editors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from os.path import normpath
from pathlib import Path
from urllib.parse import quote

from geoeval.datasets.records import Span
from geoeval.reporting.reports.findings import Shown, proof_lines, title_of_rule, worst_first
from geoeval.reporting.safe import cut_line, safe_line
from geoeval.reporting.shapes import Json, dump_shape, field_shape
from geoeval.reporting.summary import is_file_issue, summarise_report
from geoeval.reporting.view import View
from geoeval.reporting.wording import describe_shared, describe_stale, format_summary
from geoeval.verification.model import DatasetFinding, Finding, Report, Severity
from geoeval.verification.rules import RULES, Rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
_INDEX = {code: index for index, code in enumerate(RULES)}
_LINK = re.compile(r"\[(?=[^\]]*\]\()")
_ROOT_NAME = "%SRCROOT%"
_SHOWN_IDS = 100


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield the lines of a SARIF log with a single run."""
    shown = worst_first(report, info=view.lists_info, accepted=True)
    shared = report.dataset_findings
    findings: list[Finding | DatasetFinding] = [one.finding for one in shown]
    suppressing = any(one.accepted is not None for one in (*findings, *shared))
    results = [_result_object(one, view, suppressing=suppressing) for one in shown]
    results += [_shared_result(one, report, view, suppressing=suppressing) for one in shared]
    yield dump_shape(
        {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run_object(report, view, results)]},
        indent=2,
    )


def _run_object(report: Report, view: View, results: list[Json]) -> Json:
    """Return the run: the tool with its rules, the invocation and the results."""
    driver = {
        "name": "geoeval",
        "version": version("geoeval"),
        "rules": [_rule_object(rule) for rule in RULES.values()],
    }
    failed = report.checked_nothing or any(map(is_file_issue, report.errors))
    invocation = {
        "executionSuccessful": not failed,
        "toolExecutionNotifications": list(_notifications(report, view)),
    }
    root = {"description": _message_object("The root of the repository.")}
    return {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT_NAME: root},
        "invocations": [invocation],
        "results": results,
        "properties": {"summary": format_summary(summarise_report(report))},
    }


def _rule_object(rule: Rule) -> Json:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": title_of_rule(rule.code)},
        "fullDescription": {"text": rule.what},
        "help": {
            "text": f"{rule.what}\n\n{rule.why}\n\nWhat to do: {rule.fix}",
            "markdown": (
                f"{rule.what}\n\n**Why is this bad?** {rule.why}\n\n"
                f"**Example**\n\n```diff\n{rule.example}\n```\n\n**What to do.** {rule.fix}"
            ),
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _notifications(report: Report, view: View) -> Iterator[Json]:
    """Yield notifications about unreadable files, failures and stale acceptances."""
    for issue in report.errors:
        if is_file_issue(issue):
            yield {
                "level": "error",
                "message": _message_object(issue.message),
                "locations": [_location_object(issue.span, view)],
                "associatedRule": {"id": issue.code, "index": _INDEX[issue.code]},
            }
    for reason in view.failed:
        yield {"level": "error", "message": _message_object(reason)}
    for stale in report.stale:
        yield {"level": "note", "message": _message_object(f"stale: {describe_stale(stale)}")}


def _result_object(shown: Shown, view: View, *, suppressing: bool) -> Json:
    finding = shown.finding
    lines = [finding.message]
    if shown.item is not None:
        lines.append(f"question: {cut_line(shown.item.question, 200)}")
    lines += proof_lines(shown, verbose=view.verbose)
    location = dict(_location_object(finding.span, view))
    if finding.id is not None:
        location["logicalLocations"] = [{"name": safe_line(str(finding.id)), "kind": "object"}]
    shape = {
        **_result_identity(finding, _LEVELS[finding.severity], suppressing=suppressing),
        "message": _message_object("\n".join(map(safe_line, lines))),
        "locations": [location],
    }
    return shape if finding.row is None else {**shape, "properties": field_shape(finding)}


def _shared_result(
    finding: DatasetFinding, report: Report, view: View, *, suppressing: bool
) -> Json:
    ids = set(finding.ids)
    spans = (item.span for item in report.items if item.id in ids)
    listed = ", ".join(cut_line(str(one), 40) for one in finding.ids[:_SHOWN_IDS])
    ellipsis = ", …" if len(finding.ids) > _SHOWN_IDS else ""
    text = f"{describe_shared(finding)}: {listed}{ellipsis}"
    level = _LEVELS[RULES[finding.code].severity]
    return {
        **_result_identity(finding, level, suppressing=suppressing),
        "message": _message_object(text),
        "locations": [_location_object(span, view) for span in list(spans)[:1]],
    }


def _result_identity(finding: Finding | DatasetFinding, level: str, *, suppressing: bool) -> Json:
    """Return the rule, level and fingerprints of a finding, and whether it is accepted.

    Code scanning distinguishes alerts by "primaryLocationLineHash" alone. Either all results have
    suppressions, or none.
    """
    fingerprint = finding.fingerprint
    shape: dict[str, object] = {
        "ruleId": finding.code,
        "ruleIndex": _INDEX[finding.code],
        "level": level,
        "partialFingerprints": {
            "geoeval/v1": fingerprint,
            "primaryLocationLineHash": f"{fingerprint}:1",
        },
    }
    if suppressing:
        accepted = finding.accepted
        reasons = [] if accepted is None else [{"kind": "external", "justification": accepted}]
        shape["suppressions"] = reasons
    return shape


def _location_object(span: Span, view: View) -> Json:
    return {
        "physicalLocation": {
            "artifactLocation": file_reference(span.file, view.root),
            "region": {"startLine": span.line, "startColumn": span.column},
        }
    }


def _message_object(text: str) -> Json:
    harmless = _LINK.sub(r"\\[", text.replace("{", "{{").replace("}", "}}"))
    return {"text": harmless}


def file_reference(file: str, root: str) -> dict[str, str]:
    """Return the location of a file: a path relative to the root, or a URI if it is elsewhere."""
    if file.startswith("<"):
        return {"uri": _quote_path(file), "uriBaseId": _ROOT_NAME}
    here = Path.cwd()
    base = Path(normpath(here / root))
    path = Path(normpath(here / file))
    if path.is_relative_to(base):
        return {"uri": _quote_path(path.relative_to(base).as_posix()), "uriBaseId": _ROOT_NAME}
    return {"uri": f"file://{_quote_path(path.as_posix())}"}


def _quote_path(path: str) -> str:
    return quote(path, errors="surrogatepass")

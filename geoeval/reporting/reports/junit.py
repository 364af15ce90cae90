"""Render a verification as test cases and JUnit XML: a suite per file, a case per question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal
from xml.etree import ElementTree as ET

from geoeval.datasets.records import Span
from geoeval.reporting.reports.findings import (
    Shown,
    proof_lines,
    question_and_answer,
    sort_findings,
    title_of_rule,
)
from geoeval.reporting.safe import cut_line, escape_character, safe_line
from geoeval.reporting.summary import is_file_issue
from geoeval.reporting.view import View
from geoeval.reporting.wording import describe_shared, explain_undetermined, in_words
from geoeval.verification.model import DatasetFinding, Finding, Item, Report, Severity
from geoeval.verification.rules import RULES

Outcome = Literal["passed", "failed", "skipped", "error"]
_NAME_WIDTH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A test case: a question, a bad record, an unreadable file or a shared cause.

    ``title`` says in one line why the case did not pass, and ``code`` is the code of the rule.
    ``lines`` are the proof, or other findings if it passed. ``span`` is None for a shared cause.
    """

    name: str
    span: Span | None
    outcome: Outcome
    title: str = ""
    code: str = ""
    lines: tuple[str, ...] = ()


def junit_cases(report: Report, failing: Collection[Severity]) -> Iterator[Case]:
    """Yield the test cases of a verification; findings of the severities ``failing`` fail.

    There is a case for each question. It fails with the worst finding of these severities; it is
    skipped if the question could not be checked or its findings are accepted; otherwise it
    passes. Then follow a case for each unusable record and unreadable file ("error"), and for
    each cause that several records share.
    """
    about: dict[Span, list[Finding]] = {}
    for finding in report.findings:
        about.setdefault(finding.span, []).append(finding)
    for item in report.items:
        yield _question_case(item, [*item.findings, *about.pop(item.span, ())], failing)
    unusable = {issue.span for issue in report.errors if not is_file_issue(issue)}
    for span, findings in about.items():
        yield _fault_case(span, findings, of_file=span not in unusable)
    yield from (_shared_case(finding, failing) for finding in report.dataset_findings)


def failed_cases(reasons: Iterable[str]) -> Iterator[Case]:
    """Yield a failed case for each reason for failure other than findings."""
    for number, reason in enumerate(reasons, start=1):
        yield Case(name=f"coverage {number}", span=None, outcome="failed", title=safe_line(reason))


def unique_names(names: Iterable[int | str]) -> list[str]:
    """Return distinct names of test cases, each a line of about 200 characters at most."""
    uniques: dict[str, None] = {}
    for name in names:
        base = cut_line(str(name), _NAME_WIDTH)
        unique, number = base, 1
        while unique in uniques:
            number += 1
            unique = f"{base} ({number})"
        uniques[unique] = None
    return list(uniques)


def fault_name(name: int | str | None, span: Span, *, of_file: bool) -> str:
    """Return the name of the case for an unusable record or file."""
    if name is not None:
        return str(name)
    return f"file, line {span.line}" if of_file else f"line {span.line}"


def _question_case(item: Item, findings: list[Finding], failing: Collection[Severity]) -> Case:
    shown = sort_findings(Shown(one, item) for one in findings if one.accepted is None)
    counted = [one.finding for one in shown if one.finding.severity in failing]
    name = str(item.id)
    if counted:
        lines = tuple(_case_lines(shown, item, headed=True))
        return _failed_case(name, item.span, "failed", counted[0], lines)
    if reason := _skip_reason(item, findings):
        return Case(name=name, span=item.span, outcome="skipped", title=safe_line(reason))
    lines = tuple(_case_lines(shown, item, headed=False)) if shown else ()
    return Case(name=name, span=item.span, outcome="passed", lines=lines)


def _skip_reason(item: Item, findings: list[Finding]) -> str:
    """Return why a question without a failing finding is skipped, or "" if it passes."""
    if item.verdict == "supported":
        return ""
    if item.verdict == "undetermined":
        return f"not checked: {explain_undetermined(item)}"
    accepted = [one.accepted for one in findings if one.accepted is not None]
    if accepted:
        return f"{item.verdict}, accepted: {accepted[0]}"
    return "" if item.findings else f"{item.verdict}, by a rule that is not selected"


def _fault_case(span: Span, findings: list[Finding], *, of_file: bool) -> Case:
    shown = sort_findings(Shown(one, None) for one in findings)
    first = shown[0].finding
    name = fault_name(first.id, span, of_file=of_file)
    reasons = [one.accepted for one in findings if one.accepted is not None]
    if len(reasons) == len(findings) and not of_file:
        title = safe_line(f"accepted: {reasons[0]}")
        return Case(name=name, span=span, outcome="skipped", title=title)
    return _failed_case(name, span, "error", first, tuple(_case_lines(shown, None, headed=True)))


def _failed_case(
    name: str, span: Span, outcome: Outcome, worst: Finding, lines: tuple[str, ...]
) -> Case:
    title = _finding_title(worst)
    return Case(name=name, span=span, outcome=outcome, title=title, code=worst.code, lines=lines)


def _shared_case(finding: DatasetFinding, failing: Collection[Severity]) -> Case:
    title = f"{title_of_rule(finding.code)}: {describe_shared(finding)}"
    name = f"{finding.code} {in_words(finding.cause or RULES[finding.code].name)}"
    records = f"records: {', '.join(safe_line(str(one)) for one in finding.ids)}"
    outcome: Outcome = "failed"
    lines: tuple[str, ...] = (records,)
    if finding.accepted is not None:
        outcome, title = "skipped", safe_line(f"accepted: {finding.accepted}")
    elif RULES[finding.code].severity not in failing:
        outcome, lines = "passed", (title, records)
    return Case(name=name, span=None, outcome=outcome, title=title, code=finding.code, lines=lines)


def _finding_title(finding: Finding) -> str:
    return f"{title_of_rule(finding.code)}: {safe_line(finding.message)}"


def _case_lines(shown: list[Shown], item: Item | None, *, headed: bool) -> Iterator[str]:
    """Yield the question with its answer, and each finding with its proof.

    ``headed`` means that the title of the case already states the first finding.
    """
    if item is not None:
        yield from (f"{name}: {text}" for name, text in question_and_answer(item, verbose=True))
    for number, one in enumerate(shown):
        if number or not headed:
            yield _finding_title(one.finding)
        yield from map(safe_line, proof_lines(Shown(one.finding, None), verbose=True))


_NO_XML = re.compile("[\ufffe\uffff]")
_DATASET_SUITE = "dataset"


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield the lines of an XML document, with a case for each reason for failure."""
    cases = [
        *sorted(junit_cases(report, view.failing), key=_case_file),
        *failed_cases(view.failed),
    ]
    suites = [_suite_element(file, list(group)) for file, group in groupby(cases, key=_case_file)]
    root = ET.Element("testsuites", {"name": "geoeval", **_count_outcomes(cases)})
    root.extend(suites)
    ET.indent(root)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield from ET.tostring(root, encoding="unicode").split("\n")


def _case_file(case: Case) -> str:
    """Return the sort key of a case: its file, with cases about several files last."""
    return "\uffff" if case.span is None else case.span.file


def _count_outcomes(cases: Sequence[Case]) -> dict[str, str]:
    outcomes = Counter(case.outcome for case in cases)
    return {
        "tests": str(len(cases)),
        "failures": str(outcomes["failed"]),
        "errors": str(outcomes["error"]),
        "skipped": str(outcomes["skipped"]),
    }


def _suite_element(file: str, cases: list[Case]) -> ET.Element:
    name = _clean_xml_text(_DATASET_SUITE if cases[0].span is None else file)
    suite = ET.Element("testsuite", {"name": name, **_count_outcomes(cases)})
    for case, unique in zip(cases, unique_names(case.name for case in cases), strict=True):
        suite.append(_case_element(case, name, unique))
    return suite


def _case_element(case: Case, suite: str, name: str) -> ET.Element:
    element = ET.Element("testcase", classname=suite, name=_clean_xml_text(name))
    if case.span is not None:
        element.set("file", suite)
        element.set("line", str(case.span.line))
    body = _clean_xml_text("\n".join((case.title, *case.lines)))
    if case.outcome in ("failed", "error"):
        tag = "failure" if case.outcome == "failed" else "error"
        verdict = ET.SubElement(
            element, tag, message=_clean_xml_text(case.title), type=case.code or "coverage"
        )
        verdict.text = body
    elif case.outcome == "skipped":
        ET.SubElement(element, "skipped", message=_clean_xml_text(case.title))
    elif case.lines:
        ET.SubElement(element, "system-out").text = _clean_xml_text("\n".join(case.lines))
    return element


def _clean_xml_text(text: str) -> str:
    """Return a text with safe lines and without characters that XML 1.0 does not allow."""
    lines = (safe_line(line) for line in text.split("\n"))
    return _NO_XML.sub(lambda found: escape_character(found.group()), "\n".join(lines))

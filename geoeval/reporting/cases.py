"""A verification as test cases: what passes, fails, is skipped, or could not be run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from geoeval.datasets.records import Span
from geoeval.reporting.reports.findings import Shown, by_badness, particulars, proof_lines, titled
from geoeval.reporting.safe import cut, plain
from geoeval.reporting.summary import is_of_file
from geoeval.reporting.wording import say_shared, say_undetermined
from geoeval.verification.model import DatasetFinding, Finding, Item, Report, Severity
from geoeval.verification.rules import RULES

Outcome = Literal["passed", "failed", "skipped", "error"]
_NAME_WIDTH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A test case: a question, a bad record, a file that cannot be read, or a shared cause.

    ``title`` says in a line why it did not pass, ``code`` by which rule; ``lines`` are the proof,
    or what else was found where it passed. ``span`` is None for a cause that records share.
    """

    name: str
    span: Span | None
    outcome: Outcome
    title: str = ""
    code: str = ""
    lines: tuple[str, ...] = ()


def cases(report: Report, failing: Collection[Severity]) -> Iterator[Case]:
    """Yield the test cases of a verification.

    Parameters
    ----------
    report
        The outcome of a run.
    failing
        The severities that fail.

    Yields
    ------
    Case
        One per question: failed with its worst finding of a severity that fails, skipped with
        the reason if it could not be checked or its findings are accepted, else passed. Then one
        per record that could not be used and per file that could not be read ("error"), and one
        per cause that several records share.

    Examples
    --------
    >>> list(cases(Report(items=()), {"error"}))
    []
    """
    about: dict[Span, list[Finding]] = {}
    for finding in report.findings:
        about.setdefault(finding.span, []).append(finding)
    for item in report.items:
        yield _question(item, [*item.findings, *about.pop(item.span, ())], failing)
    unusable = {issue.span for issue in report.errors if not is_of_file(issue)}
    for span, findings in about.items():
        yield _fault(span, findings, of_file=span not in unusable)
    yield from (_shared(finding, failing) for finding in report.dataset_findings)


def failed_cases(reasons: Iterable[str]) -> Iterator[Case]:
    """Yield a case for each reason why a run fails beside its findings.

    Examples
    --------
    >>> [case.name for case in failed_cases(["nothing could be checked"])]
    ['coverage 1']
    """
    for number, reason in enumerate(reasons, start=1):
        yield Case(name=f"coverage {number}", span=None, outcome="failed", title=plain(reason))


def unique_names(names: Iterable[int | str]) -> list[str]:
    """Return names of test cases, on one line each, of which no two are the same.

    Parameters
    ----------
    names
        The ids of records.

    Returns
    -------
    list of str
        In the same order; one that was there before has its number behind it.

    Examples
    --------
    >>> unique_names([7, "8", "7"])
    ['7', '8', '7 (2)']
    """
    found: dict[str, None] = {}
    for name in names:
        base = cut(str(name), _NAME_WIDTH)
        unique, number = base, 1
        while unique in found:
            number += 1
            unique = f"{base} ({number})"
        found[unique] = None
    return list(found)


def fault_name(name: int | str | None, span: Span, *, of_file: bool) -> str:
    """Return what to call a record or a file that could not be used.

    Examples
    --------
    >>> fault_name(None, Span(file="set.json", line=4), of_file=True)
    'file, line 4'
    """
    if name is not None:
        return str(name)
    return f"file, line {span.line}" if of_file else f"line {span.line}"


def _question(item: Item, findings: list[Finding], failing: Collection[Severity]) -> Case:
    """Return the case of one question."""
    shown = by_badness(Shown(one, item) for one in findings if one.accepted is None)
    counted = [one for one in shown if one.finding.severity in failing]
    reason = "" if counted else _why_skipped(item, findings)
    outcome: Outcome = "failed" if counted else "skipped" if reason else "passed"
    worst = counted[0].finding if counted else None
    return Case(
        name=str(item.id),
        span=item.span,
        outcome=outcome,
        title=_title(worst) if worst else plain(reason),
        code=worst.code if worst else "",
        lines=tuple(_lines(shown, item, headed=bool(counted)))
        if outcome != "skipped" and shown
        else (),
    )


def _why_skipped(item: Item, findings: list[Finding]) -> str:
    """Return why a question without a finding that fails did not pass; nothing if it did."""
    if item.verdict == "supported":
        return ""
    if item.verdict == "undetermined":
        return f"not checked: {say_undetermined(item)}"
    accepted = [one.accepted for one in findings if one.accepted is not None]
    if accepted:
        return f"{item.verdict}, accepted: {accepted[0]}"
    return "" if item.findings else f"{item.verdict}, by a rule that is not selected"


def _fault(span: Span, findings: list[Finding], *, of_file: bool) -> Case:
    """Return the case of a record or a file that could not be used."""
    shown = by_badness(Shown(one, None) for one in findings)
    first = shown[0].finding
    name = fault_name(first.id, span, of_file=of_file)
    reasons = [one.accepted for one in findings if one.accepted is not None]
    if len(reasons) == len(findings) and not of_file:
        title = plain(f"accepted: {reasons[0]}")
        return Case(name=name, span=span, outcome="skipped", title=title)
    return Case(
        name=name,
        span=span,
        outcome="error",
        title=_title(first),
        code=first.code,
        lines=tuple(_lines(shown, None, headed=True)),
    )


def _shared(finding: DatasetFinding, failing: Collection[Severity]) -> Case:
    """Return the case of a cause that several records share."""
    title = f"{titled(finding.code)}: {say_shared(finding)}"
    what = finding.cause or RULES[finding.code].name
    outcome: Outcome = "failed" if RULES[finding.code].severity in failing else "passed"
    records = f"records: {', '.join(plain(str(one)) for one in finding.ids)}"
    return Case(
        name=f"{finding.code} {what.replace('_', ' ')}",
        span=None,
        outcome="skipped" if finding.accepted is not None else outcome,
        title=title if finding.accepted is None else plain(f"accepted: {finding.accepted}"),
        code=finding.code,
        lines=(title, records) if outcome == "passed" else (records,),
    )


def _title(finding: Finding) -> str:
    """Return what a finding says, behind its code."""
    return f"{titled(finding.code)}: {plain(finding.message)}"


def _lines(shown: list[Shown], item: Item | None, *, headed: bool) -> Iterator[str]:
    """Yield the question with its answer, and each finding with its proof.

    ``headed``: the first finding stands in the title already.
    """
    if item is not None:
        yield from (f"{name}: {text}" for name, text in particulars(item))
    for number, one in enumerate(shown):
        if number or not headed:
            yield _title(one.finding)
        yield from map(plain, proof_lines(Shown(one.finding, None), verbose=True))

"""A verification as JUnit XML: a test suite per file, a test case per question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from xml.etree import ElementTree as ET

from geoeval.reporting.cases import Case, cases, failed_cases, unique_names
from geoeval.reporting.safe import escaped, plain
from geoeval.reporting.view import View
from geoeval.verification.model import Report

_NO_XML = re.compile("[\ufffe\uffff]")
_WHOLE = "dataset"


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield the lines of one XML document; too little coverage is a case of its own."""
    found = sorted(cases(report, view.failing), key=_file)
    lacking = list(failed_cases(view.failed))
    suites = [_suite(file, list(group)) for file, group in groupby([*found, *lacking], key=_file)]
    root = ET.Element("testsuites", {"name": "geoeval", **_totals([*found, *lacking])})
    root.extend(suites)
    ET.indent(root)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield from ET.tostring(root, encoding="unicode").split("\n")


def _file(case: Case) -> str:
    """Return the file of a case; what is about several files comes last."""
    return "\uffff" if case.span is None else case.span.file


def _totals(found: Sequence[Case]) -> dict[str, str]:
    """Return the counts of some cases as attributes."""
    outcomes = Counter(case.outcome for case in found)
    return {
        "tests": str(len(found)),
        "failures": str(outcomes["failed"]),
        "errors": str(outcomes["error"]),
        "skipped": str(outcomes["skipped"]),
    }


def _suite(file: str, found: list[Case]) -> ET.Element:
    """Return the suite of one file."""
    name = _text(_WHOLE if found[0].span is None else file)
    suite = ET.Element("testsuite", {"name": name, **_totals(found)})
    for case, unique in zip(found, unique_names(case.name for case in found), strict=True):
        suite.append(_element(case, name, unique))
    return suite


def _element(case: Case, suite: str, name: str) -> ET.Element:
    """Return the element of one case."""
    element = ET.Element("testcase", classname=suite, name=_text(name))
    if case.span is not None:
        element.set("file", suite)
        element.set("line", str(case.span.line))
    body = _text("\n".join((case.title, *case.lines)))
    if case.outcome in ("failed", "error"):
        tag = "failure" if case.outcome == "failed" else "error"
        verdict = ET.SubElement(
            element, tag, message=_text(case.title), type=case.code or "coverage"
        )
        verdict.text = body
    elif case.outcome == "skipped":
        ET.SubElement(element, "skipped", message=_text(case.title))
    elif case.lines:
        ET.SubElement(element, "system-out").text = _text("\n".join(case.lines))
    return element


def _text(text: str) -> str:
    """Return a text of harmless lines without the characters that XML 1.0 has no place for."""
    lines = (plain(line) for line in text.split("\n"))
    return _NO_XML.sub(lambda found: escaped(found.group()), "\n".join(lines))

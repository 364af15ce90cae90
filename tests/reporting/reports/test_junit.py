"""JUnit XML is well-formed for any text, and its totals are right."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.datasets.records import Span
from geoeval.reporting.formats import render_report
from geoeval.reporting.view import ReportFormat, View
from geoeval.verification.model import Report
from tests.reporting.conftest import finding, item

TAGS = {"failures": "failure", "errors": "error", "skipped": "skipped"}
ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "skipped"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped"},
    "testcase": {"classname", "name", "file", "line"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
    "system-out": set(),
}
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase"},
    "testcase": {"failure", "error", "skipped", "system-out"},
}


def junit(report: Report, **choices: Any) -> ET.Element:  # noqa: ANN401 - fields of View
    """Return the root of a document after checking its form and totals."""
    lines = list(render_report(report, ReportFormat.JUNIT, View(**choices)))
    assert lines[0] == '<?xml version="1.0" encoding="UTF-8"?>'
    root = ET.fromstring("\n".join(lines).encode())  # noqa: S314 - our own document
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag]
        assert {child.tag for child in element} <= CHILDREN.get(element.tag, set())
    for suite in (root, *root):
        found = list(suite.iter("testcase"))
        assert suite.get("tests") == str(len(found))
        for name, tag in TAGS.items():
            assert suite.get(name) == str(len(list(suite.iter(tag))))
        assert all(len(case) <= 1 for case in found)
    for suite in root:
        names = [case.get("name") for case in suite]
        assert len(names) == len(set(names))
    return root


def cases(root: ET.Element) -> dict[str | None, ET.Element]:
    """Return the cases of a document by name."""
    return {case.get("name"): case for case in root.iter("testcase")}


def test_suites_are_files_and_cases_are_questions(report: Report) -> None:
    """Findings about several records have a suite of their own."""
    root = junit(report)
    assert [suite.get("name") for suite in root] == ["set.json", "dataset"]
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("7", "3", "1")
    case = cases(root)["5"]
    assert (case.get("classname"), case.get("file"), case.get("line")) == (
        "set.json",
        "set.json",
        "10",
    )


def test_outcomes_have_their_texts(report: Report) -> None:
    """Failures have evidence, errors their fault, and skipped questions a reason."""
    found = cases(junit(report))
    failure = found["5"].find("failure")
    assert failure is not None
    assert failure.get("type") == "GEO301"
    assert "\nMill at 1.0, 2.0\n" in (failure.text or "")
    error = found["8"].find("error")
    assert error is not None
    assert 'expected a "question", got none' in (error.get("message") or "")
    skipped = found["b"].find("skipped")
    assert skipped is not None
    assert (skipped.get("message") or "").startswith("not checked: no coordinates")
    assert "GEO602" in (found["6"].findtext("system-out") or "")
    assert len(found["4"]) == 0


def test_warnings_fail_on_request(report: Report) -> None:
    """The exit code agrees."""
    found = cases(junit(report, failing=frozenset({"error", "warning"})))
    assert found["6"].find("failure") is not None


def test_low_coverage_is_a_failing_case(report: Report) -> None:
    """The reason is where readers of test results look for it."""
    root = junit(report, failed=("too little",))
    failure = cases(root)["coverage 1"].find("failure")
    assert failure is not None
    assert failure.attrib == {"message": "too little", "type": "coverage"}
    assert junit(Report(items=())).get("failures") == "1"


@pytest.mark.parametrize("code", ["", "GEO301"])
@given(text=st.text(max_size=8) | st.sampled_from(["\ufffe\uffff\x00", "]]>", "<!--", "\ud800"]))
def test_any_text_is_well_formed(code: str, text: str) -> None:
    """Characters and markup of a dataset cannot break the document."""
    found = finding(1, message=text, evidence=(text, text), id=text)
    other = finding(1, code=code, message=text, id=None, span=Span(file=text))
    root = junit(Report(items=(item(1, id=text, findings=(found,)),), findings=(other,)))
    assert root.get("tests") == "2"

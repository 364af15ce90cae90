"""No format lets text of a dataset control a terminal."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.datasets.records import LoadIssue, Question, Span
from geoeval.errors import quote
from geoeval.query.values import Derivation, Fact, Names
from geoeval.reporting.formats import render_report, render_solutions, render_unexplained
from geoeval.reporting.safe import cut_line, escape_character, fold_line, safe_line
from geoeval.reporting.summary import Solution, Solutions
from geoeval.reporting.view import ReportFormat, SolveFormat, View
from geoeval.verification.model import Answer, DatasetFinding, Item, Match, Report
from tests.reporting.conftest import finding

EVIL = (
    "\x1b[31m\x9b2J\r\n\u202eabc\u2028\u2066<script>\x07\x7f%0A::error::\ud800\U000e0041\ufeff\t|"
)
TEXTS = st.text(max_size=12) | st.sampled_from([EVIL, "<b>", "\x00", "\u2029x"])


def report_of(text: str) -> Report:
    """Return a report in which every text is the given text."""
    span = Span(file=text, line=1, column=1)
    found = finding(1, message=text, help=text, span=span, id=text, evidence=(text, text))
    outcome = Derivation(
        value=Names(names=(text, text), reading="any"),
        steps=(text,),
        facts=(Fact(text=text, line=1),),
        conventions=(("nearest", "list"),),
    )
    answer = Answer(
        id=text,
        status="answered",
        answer=0,
        reason=text,
        detail=text,
        outcome=outcome,
        match=Match(fits=(0,), best=0, margin=1.0),
        unexplained=(text,),
    )
    one = Item(
        id=text,
        span=span,
        question=text,
        options=(text, text),
        verdict="undetermined",
        label=1,
        answer=answer,
        findings=(found,),
    )
    return Report(
        items=(one,),
        dataset_findings=(
            DatasetFinding(code="GEO301", cause="unit_confusion", count=1, share=1.0, ids=(text,)),
        ),
        findings=(found,),
        errors=(LoadIssue(code="GEO103", message=text, span=span, id=text),),
    )


def solutions_of(text: str) -> Solutions:
    """Return solutions in which every text is the given text."""
    report = report_of(text)
    (one,) = report.items
    unlocated = Answer(
        id=text, status="not_understood", answer=None, reason=text, unexplained=(text, text)
    )
    question = Question(id=text, text=text, options=one.options)
    return Solutions(
        items=tuple(
            Solution(question=question, span=one.span, answer=answer)
            for answer in (one.answer, unlocated)
        ),
        errors=report.errors,
    )


def assert_harmless(lines: Sequence[str]) -> None:
    """Assert that only line ends are control characters, and that the text encodes as UTF-8."""
    text = "\n".join(lines)
    text.encode()
    for character in set(text) - {"\n"}:
        assert unicodedata.category(character) not in {"Cc", "Cs", "Zl", "Zp"}
        assert character not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"


@pytest.mark.parametrize("output", list(ReportFormat))
@given(text=TEXTS)
def test_reports_contain_no_control_characters(output: ReportFormat, text: str) -> None:
    """Line ends are the only exception, whatever the texts are."""
    lines = list(render_report(report_of(text), output, View(verbose=True)))
    assert_harmless(lines)
    if output in (ReportFormat.GITHUB, ReportFormat.JSONL):
        assert not any("\n" in line for line in lines)
    if output is ReportFormat.TEXT:
        assert not any("\n" in line for line in lines)


@pytest.mark.parametrize("output", list(SolveFormat))
@given(text=TEXTS)
def test_solutions_contain_no_control_characters(output: SolveFormat, text: str) -> None:
    """The list of unexplained words is included."""
    assert_harmless(list(render_solutions(solutions_of(text), output, View())))
    assert_harmless(list(render_unexplained(solutions_of(text), output)))


@given(TEXTS)
def test_json_preserves_every_text(text: str) -> None:
    """Reading the document gives the original texts."""
    lines = render_report(report_of(text), ReportFormat.JSON, View())
    shape = json.loads("\n".join(lines))
    assert shape["errors"][0]["message"] == text
    assert shape["items"][0]["findings"][0]["evidence"] == [text, text]


@pytest.mark.parametrize("output", [ReportFormat.JSON, ReportFormat.JSONL, ReportFormat.MARKDOWN])
def test_html_is_escaped(output: ReportFormat) -> None:
    """No tag of a text stays intact."""
    assert "<script" not in "\n".join(render_report(report_of(EVIL), output, View()))


@given(st.text(), st.integers(min_value=1, max_value=30))
def test_cut_text_keeps_its_width(text: str, width: int) -> None:
    """It stays on one line."""
    assert len(cut_line(text, width)) <= width
    assert "\n" not in cut_line(text, width)


def test_ordinary_text_of_any_script_is_unchanged() -> None:
    """Bengali, Arabic, accents, and joiners of letters or emoji are kept."""
    text = "ঢাকা ১২ مقهى é – 😀 👩\u200d🚀 ক্\u200cষ"
    assert safe_line(text) == text


@pytest.mark.parametrize(
    "unseen",
    ["\u200b", "\u2060", "\ufeff", "\u200e", "\u00ad", "\u200d", "\ud800", "\x1b", "\U000e0041"],
)
def test_invisible_characters_are_escaped(unseen: str) -> None:
    """Messages that quote a text use the same escapes."""
    assert safe_line(f"a{unseen}b") == f"a{escape_character(unseen)}b"
    assert safe_line(quote(f"a{unseen}b")) == f"'a{escape_character(unseen)}b'"


@pytest.mark.parametrize(
    ("line", "folded"),
    [
        ("set.json:1:1: a headline is one line", ["set.json:1:1: a headline is one line"]),
        ("  just twenty letters", ["  just twenty letters"]),
        ("  one  below its column", ["  one  below its", "       column"]),
        (
            "  1  two  below the third column",
            ["  1  two  below the", "          third", "          column"],
        ),
        ("    - two columns further in", ["    - two columns", "      further in"]),
        ("  a column of eleven  no room", ["  a column of eleven", "    no room"]),
        ("  https://long.example/stays/whole", ["  https://long.example/stays/whole"]),
        ("    geoeval verify 'a command  stays'", ["    geoeval verify 'a command  stays'"]),
        ("  ten wide: 東京京都 four", ["  ten wide: 東京京都", "    four"]),
        ("  東京  below its wide name", ["  東京  below its", "        wide name"]),
        (
            "  marks: e\u0301e\u0301e\u0301e\u0301 and one",
            ["  marks: e\u0301e\u0301e\u0301e\u0301 and one"],
        ),
        ("  \x1b[36mhelp:\x1b[0m colours count", ["  \x1b[36mhelp:\x1b[0m colours count"]),
    ],
)
def test_long_lines_continue_below_their_text(line: str, folded: list[str]) -> None:
    """A terminal of 21 cells breaks at spaces only, and only what is indented."""
    assert fold_line(line, 21) == folded


@given(st.text(" \tab-:", max_size=90), st.integers(10, 40))
def test_breaks_lose_no_words(text: str, width: int) -> None:
    """The words are the same, in the same order."""
    assert " ".join(fold_line(text, width)).split() == text.split()

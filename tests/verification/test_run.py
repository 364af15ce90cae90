"""Runs over whole datasets."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.datasets.columns import declared_columns
from geoeval.datasets.formats import Declared
from geoeval.datasets.load import load_records, parse_dataset
from geoeval.datasets.records import Dataset, LoadIssue, Question, Record, Span
from geoeval.errors import QueriesError, UnreadableDatasetError, UsageError
from geoeval.verification.findings import issue_finding
from geoeval.verification.kept.entries import query_lines
from geoeval.verification.kept.matching import formalize
from geoeval.verification.model import Report
from geoeval.verification.run import verify_dataset, verify_datasets
from tests.queries import value
from tests.verification.builders import TOWN

NORTH = value("direction", place="Fig Hall", seen_from="Old Mill")


def dataset(name: str, *records: tuple[int, int], context: str = TOWN) -> Dataset:
    """Make a dataset from pairs of an id and a label."""
    return Dataset(
        path=name,
        records=tuple(
            Record(
                question=Question(
                    id=key,
                    text=f"Which way, number {key}?",
                    options=("North", "South"),
                    query=NORTH,
                ),
                context=context,
                label=label,
                category=None,
                span=Span(file=name, line=key),
            )
            for key, label in records
        ),
    )


def test_shared_causes_are_reported_once() -> None:
    """The finding has count, share and ids; a cause of one record is not shared."""
    report = verify_datasets([dataset("a.json", (1, 1), (2, 1), (3, 0), (4, 0))])
    assert [item.verdict for item in report.items] == ["contradicted"] * 2 + ["supported"] * 2
    (found,) = report.dataset_findings
    assert (found.cause, found.code) == ("reversed_bearing", "GEO302")
    assert (found.count, found.share, found.ids) == (2, 0.5, (1, 2))
    assert verify_datasets([dataset("a.json", (1, 1), (2, 0))]).dataset_findings == ()


def test_unreadable_worlds_decide_nothing() -> None:
    """The label is not judged, and the fault of the world is a finding."""
    good = dataset("a.json", (1, 0), (2, 1))
    broken = tuple(replace(record, world={"places": 5}) for record in good.records)
    report = verify_datasets([replace(good, records=broken)])
    assert [item.verdict for item in report.items] == ["undetermined"] * 2
    assert {item.answer.reason for item in report.items if item.answer} == {"bad_world"}
    for item in report.items:
        assert [finding.code for finding in item.findings] == ["GEO901", "GEO104"]


def test_ids_repeated_across_files_are_qualified() -> None:
    """Every item stays distinguishable."""
    report = verify_datasets([dataset("a.json", (1, 0)), dataset("b.json", (1, 0))])
    assert [item.id for item in report.items] == ["a/1", "b/1"]


def test_progress_is_reported_after_each_record() -> None:
    """It has the number done and the total."""
    reported: list[tuple[int, int]] = []
    verify_datasets([dataset("a.json", (1, 0), (2, 0))], progress=lambda *n: reported.append(n))
    assert reported == [(1, 2), (2, 2)]


def test_shared_context_faults_are_reported_once() -> None:
    """They are reported at the first record."""
    report = verify_datasets(
        [dataset("a.json", (1, 0), (2, 0), context=TOWN + "\nNonsense here.\n")]
    )
    assert [len(item.findings) for item in report.items] == [1, 0]


def test_the_order_of_records_does_not_matter() -> None:
    """Verdicts and fingerprints stay the same."""

    def outcomes(report: Report) -> dict[int | str, tuple[str, tuple[str, ...]]]:
        return {
            item.id: (item.verdict, tuple(finding.fingerprint for finding in item.findings))
            for item in report.items
        }

    forth = verify_datasets([dataset("a.json", (1, 1), (2, 0), (3, -1))])
    back = verify_datasets([dataset("a.json", (3, -1), (2, 0), (1, 1))])
    assert outcomes(forth) == outcomes(back)


def test_loading_issues_become_findings() -> None:
    """Those that lose a record are errors as well, and the other records are still checked."""
    text = json.dumps(
        [
            {"id": 1, "question": "?", "answer": {"options": ["a", "b"], "correct": 0}},
            {"id": 2, "question": "?", "context": "", "answer": {"options": ["a"], "correct": 0}},
        ]
    )
    report = verify_datasets([parse_dataset(text, "a.json")])
    assert [item.id for item in report.items] == [2]
    assert {finding.code for finding in report.findings} >= {"GEO103", "GEO109"}
    assert [issue.code for issue in report.errors] == ["GEO103"]


def test_issues_of_a_file_omit_the_path() -> None:
    """A path in the record is part of the message."""
    issue = LoadIssue(code="GEO101", message="the file does not exist", span=Span(file="x"))
    assert issue_finding(issue).message == "the file does not exist"
    finding = issue_finding(
        LoadIssue(code="GEO103", message="none", span=Span(file="x"), path="$.id")
    )
    assert (finding.message, finding.severity) == ("$.id: none", "error")


def test_datasets_may_be_given_by_path(tmp_path: Path) -> None:
    asked = {"id": 1, "question": "Which way?", "query": NORTH, "context": TOWN,
             "answer": {"options": ["North", "South"], "correct": 0}}  # fmt: skip
    path = tmp_path / "town.json"
    path.write_text(json.dumps([asked]), encoding="utf-8")
    assert [item.verdict for item in verify_dataset(path).items] == ["supported"]


EXAM = [
    {"no": 7, "ask": "Which way is Fig Hall from Old Mill?", "facts": TOWN, "x": "North",
     "y": "South", "key": 1},
    {"no": 8, "ask": "Which way is Old Mill from Fig Hall?", "facts": TOWN, "x": "North",
     "y": "South", "key": 1},
    {"no": 9, "ask": "How scenic is Fig Hall?", "facts": TOWN, "x": "Very",
     "y": "Hardly", "key": 0},
]  # fmt: skip
DECLARED = {"id": "no", "question": "ask", "context": "facts", "answer": "key"}
OPTIONS = {"options": ["x", "y"]}


def test_records_and_tables_are_verified_directly() -> None:
    """Columns and labels are declared by name; spans hold record numbers."""
    labels = "from-1,unanswerable=0"
    reports = [
        verify_dataset(source, columns=DECLARED | OPTIONS, labels=labels)
        for source in (EXAM, pd.DataFrame(EXAM))
    ]
    assert reports[0] == reports[1]
    verdicts = {item.id: item.verdict for item in reports[0].items}
    assert verdicts == {7: "supported", 8: "contradicted", 9: "supported"}
    assert [str(item.span) for item in reports[0].items][2] == "<records>:3:1"
    assert repr(reports[0]) == "<Report: 3 questions, 2 supported, 1 contradicted>"


def test_paths_accept_declarations(tmp_path: Path) -> None:
    """A file and its rows give the same verdicts."""
    path = tmp_path / "exam.json"
    path.write_text(json.dumps(EXAM), encoding="utf-8")
    by_file = verify_dataset(path, columns=DECLARED | OPTIONS, labels="from-1")
    by_rows = verify_dataset(EXAM, columns=DECLARED | OPTIONS, labels="from-1")
    assert [(item.id, item.verdict) for item in by_file.items] == [
        (item.id, item.verdict) for item in by_rows.items
    ]
    assert [issue.message for issue in by_file.errors] == [
        issue.message for issue in by_rows.errors
    ]


def test_kept_queries_replace_understanding(tmp_path: Path) -> None:
    """A question without a kept query is not read; a stale query is a finding."""
    path = tmp_path / "exam.queries.jsonl"
    columns = DECLARED | OPTIONS
    records = load_records(EXAM, Declared(columns=declared_columns(columns))).records
    first, *others = formalize(records).entries
    stale = [replace(other, fingerprint="0" * 16) for other in others]
    path.write_text("\n".join(query_lines([first, *stale])), encoding="utf-8")
    report = verify_dataset(EXAM, columns=columns, labels="from-1", queries=path)
    verdicts = [(item.verdict, item.reason) for item in report.items]
    plain = [item.verdict for item in verify_dataset(EXAM, columns=columns, labels="from-1").items]
    assert verdicts == [
        (plain[0], None),
        ("undetermined", "no_query"),
        ("undetermined", "no_usable_label"),
    ]
    assert [finding.code for finding in report.findings] == ["GEO105", "GEO117", "GEO117"]
    with pytest.raises(QueriesError, match="expected a file of queries"):
        verify_dataset(EXAM, queries="no_such_set")


def test_invalid_declarations_are_rejected() -> None:
    """Columns belong to one format, and an invalid dataset is quoted."""
    with pytest.raises(UsageError, match="columns can be declared for mcq only, got 'mapeval'"):
        verify_dataset(EXAM, "mapeval", columns=DECLARED)
    with pytest.raises(UsageError, match=r"expected the path of a dataset, .*, got 7"):
        verify_dataset(7)


def test_reports_convert_to_a_table() -> None:
    """Each record has a row; label and answer are nullable integers."""
    report = verify_dataset(
        [*EXAM, EXAM[0] | {"no": 10, "ask": "How glad is Fig Hall?", "key": None}],
        columns=DECLARED | OPTIONS,
        labels="from-1,unanswerable=0",
    )
    frame = report.to_dataframe()
    assert list(frame["verdict"]) == ["supported", "contradicted", "supported", "undetermined"]
    assert frame["label"][:3].tolist() == [0, 0, -1]
    assert frame["answer"][:3].tolist() == [0, 1, -1]
    assert str(frame["label"].dtype) == str(frame["answer"].dtype) == "Int64"
    wrong = frame.iloc[1]
    assert (wrong["id"], wrong["value"]) == (8, "180.0° (S)")
    assert wrong["codes"].startswith("GEO302")
    assert wrong["message"] == report.items[1].findings[0].message
    assert frame["label"].isna().tolist() == [False, False, False, True]
    assert Report(items=()).to_dataframe().empty


@pytest.mark.parametrize("text", [None, "", "{", '[{"id": 1'])
def test_unreadable_files_are_rejected(tmp_path: Path, text: str | None) -> None:
    """The file is missing, empty or broken within its first record."""
    path = tmp_path / "town.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    words = "does not exist" if text is None else "invalid JSON"
    with pytest.raises(UnreadableDatasetError, match=rf"town.json:\d+:\d+: .*{words}"):
        verify_dataset(path)


def test_truncated_files_are_verified_to_the_break(tmp_path: Path) -> None:
    """The lost part is a finding."""
    path = tmp_path / "town.json"
    asked = {"id": 1, "question": "Which way?", "query": NORTH, "context": TOWN,
             "answer": {"options": ["North", "South"], "correct": 0}}  # fmt: skip
    path.write_text(f'[{json.dumps(asked)}, {{"id": 2,', encoding="utf-8")
    report = verify_dataset(path)
    assert [item.verdict for item in report.items] == ["supported"]
    assert [finding.code for finding in report.findings] == ["GEO102"]
    assert repr(report) == "<Report: 1 question, 1 supported, 1 unusable, 1 finding on loading>"
    assert not report.checked_nothing


def test_empty_runs_give_an_empty_report() -> None:
    """The report states that nothing was checked."""
    report = verify_datasets([])
    assert report == Report(items=())
    assert report.checked_nothing


def test_undecided_runs_checked_nothing() -> None:
    """Unusable records do not count as checked either."""
    text = '[{"id": 1}, {"id": 2, "question": "?", "context": "", "answer": {"options": ["a"]}}]'
    assert verify_datasets([parse_dataset(text, "x.json")]).checked_nothing


HOSTILE_LINES = st.lists(
    st.sampled_from(
        [
            "Information of <b>Old Mill</b>:", "Information of :", "- Location: x(nan, inf).",
            "- Location: (95, 1e9).", "- Opening hours: Monday: 25:00 - 99:99.", "1. <b></b>", "2.",
            "Nearby Inns of  are (sorted by distance in ascending order):", "- Rating: ٤.٥.",
            "There are 1 routes from A to A by car. They are:", "1. Via  |  | ", " - ",
            "\u202e\x00\x1b[31m",
            "Travel Time from A to A by car is 0 mins (0 m).", "Today is Sunday.", "- ", "<div" * 9,
        ]
    )
    | st.text(max_size=30),
    max_size=12,
)  # fmt: skip


@given(
    lines=HOSTILE_LINES,
    options=st.lists(st.text(max_size=12), max_size=4),
    text=st.text(max_size=60),
)
def test_no_input_stops_a_run(lines: list[str], options: list[str], text: str) -> None:
    """Every record gets a verdict, whatever it contains."""
    record = Record(
        question=Question(id="x", text=text, options=tuple(options)),
        context="\n".join(lines),
        label=0 if options else None,
        category=None,
        span=Span(file="nasty.json"),
    )
    explicit = Record(
        question=Question(id="y", text=text, options=tuple(options), query=NORTH),
        context="\n".join(lines),
        label=-1,
        category=None,
        span=Span(file="nasty.json"),
    )
    report = verify_datasets([Dataset(path="nasty.json", records=(record, explicit))])
    assert [item.id for item in report.items] == ["x", "y"]


def test_reports_name_their_sources() -> None:
    """Each has its number of usable records and the checksum of its bytes."""
    text = '[{"id": 1}, {"id": 2, "question": "?", "context": "", "answer": {"options": ["a"]}}]'
    report = verify_datasets([parse_dataset(text, "x.json"), dataset("y.json", (1, 0), (3, 0))])
    read, built = report.sources
    assert (read.path, read.records, built.records, built.sha256) == ("x.json", 1, 2, None)
    assert read.sha256 == hashlib.sha256(text.encode()).hexdigest()

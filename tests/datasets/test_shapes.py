"""The same questions in shapes of public repositories are read with at most one option."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from geoeval.cli.main import main
from geoeval.datasets.formats import AUTO, Declared
from geoeval.datasets.inspection import inspect_dataset
from geoeval.datasets.labels import parse_label_form
from geoeval.datasets.load import load_dataset
from geoeval.verification.run import verify_dataset

CONTEXT = """Information of <b>Old Mill</b>:
- Location: 1 Quay(48.8600, 2.2900).
- Rating: 4.5.

Information of <b>Stone Pier</b>:
- Location: 2 Quay(48.8650, 2.3050).
- Rating: 4.1.
"""
QUESTIONS = (
    ("In which direction is Stone Pier from Old Mill?", ("North", "South", "East"), 2),
    ("How far is Stone Pier from Old Mill as the crow flies?", ("500 m", "1.2 km", "9 km"), 1),
    ("What is the rating of Old Mill?", ("4.5", "4.1", "3.9"), 0),
)
WORLD = {
    "places": [
        {"name": "Old Mill", "location": [48.86, 2.29], "rating": 4.5},
        {"name": "Stone Pier", "location": [48.865, 2.305], "rating": 4.1},
    ]
}
Raw = dict[str, Any]


def records(build: Callable[[str, tuple[str, ...], int], Raw], **more: object) -> list[Raw]:
    """Return a record for each question, with the context unless it has other facts."""
    return [
        {**build(text, options, label), **(more or {"context": CONTEXT})}
        for text, options, label in QUESTIONS
    ]


def lettered(text: str, options: tuple[str, ...], label: int) -> Raw:
    """Return a record with a list of options and a letter."""
    return {"question": text, "options": list(options), "answer": "ABC"[label]}


def cells(value: object) -> str:
    """Quote a cell of a CSV."""
    return '"' + str(value).replace('"', '""') + '"'


def table(rows: list[Raw], delimiter: str = ",") -> bytes:
    """Write rows as CSV."""
    lines = [delimiter.join(rows[0])]
    lines += [delimiter.join(map(cells, row.values())) for row in rows]
    return ("\n".join(lines) + "\n").encode()


def dump(value: object) -> bytes:
    """Write JSON."""
    return json.dumps(value, ensure_ascii=False).encode()


def keyed_by_id() -> bytes:
    return dump({f"q{n}": raw for n, raw in enumerate(records(lettered))})


def list_under_a_key() -> bytes:
    return dump({"version": "1.0", "items": records(lettered)})


def two_splits() -> bytes:
    first, *others = records(lettered)
    return dump({"train": others, "info": {"n": 3}, "test": [first]})


def lettered_lines() -> bytes:
    def build(text: str, options: tuple[str, ...], label: int) -> Raw:
        lines = "\n".join(f"{'ABC'[i]}. {option}" for i, option in enumerate(options))
        return {"question": text, "options": lines, "answer": f"{'ABC'[label]}. {options[label]}"}

    return table(records(build))


def python_lists() -> bytes:
    return table(records(lambda *each: lettered(*each) | {"options": list(each[1])}))


def numpy_lists() -> bytes:
    def build(text: str, options: tuple[str, ...], label: int) -> Raw:
        listed = " ".join(map(repr, options))
        return {"prompt": text, "choices": f"[{listed}]", "gold": options[label]}

    return table(records(build))


def compressed_lines() -> bytes:
    return gzip.compress(b"\n".join(map(dump, records(lettered))))


def byte_order_mark() -> bytes:
    return b"\xef\xbb\xbf" + dump(records(lettered))


def semicolons() -> bytes:
    def build(text: str, options: tuple[str, ...], label: int) -> Raw:
        named = {f"option_{'abc'[i]}": option for i, option in enumerate(options)}
        return {"Question": text, **named, "Correct Answer": "abc"[label]}

    return table(records(build), ";")


def counted_labels() -> bytes:
    return dump(records(lambda *each: lettered(*each) | {"answer": each[2]}))


def several_labels() -> bytes:
    raw = {
        "question": "Which of these places have a rating above 4.0?",
        "options": ["Old Mill", "Stone Pier", "Ox Inn"],
        "answer": ["A", "B"],
        "context": CONTEXT + "\nInformation of <b>Ox Inn</b>:\n- Rating: 3.2.\n",
    }
    return dump([raw | {"answer": written} for written in (["A", "B"], "A, B", "A and B")])


def open_answers() -> bytes:
    return table(records(lambda text, options, label: {"question": text, "answer": options[label]}))


def world_column() -> bytes:
    rows = [dump(raw) for raw in records(lettered, world=WORLD)]
    return b"\n".join(rows)


def struct_columns() -> bytes:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")

    def build(text: str, options: tuple[str, ...], label: int) -> Raw:
        return {
            "question": {"stem": text, "choices": {"text": list(options), "label": list("ABC")}},
            "answerKey": "ABC"[label],
        }

    out = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.Table.from_pylist(records(build)), out)
    content: bytes = out.getvalue().to_pybytes()
    return content


def viewer_rows() -> bytes:
    rows = [{"row_idx": n, "row": raw} for n, raw in enumerate(records(lettered))]
    return dump({"features": [{"name": "question"}], "rows": rows})


def korean_queries() -> bytes:
    ends = {"kind": "distance", "origin": "체리커피", "destination": "한성슈퍼"}
    context = (
        "Information of <b>체리커피</b>:\n- Location: 능동(37.5552, 127.0786).\n\n"
        "Information of <b>한성슈퍼</b>:\n- Location: 능동(37.5573, 127.0733).\n"
    )
    raw = {
        "question": "체리커피에서 한성슈퍼까지 거리는?",
        "options": ["약 200 m", "약 520 m", "약 900 m"],
        "answer": "B",
        "context": context,
        "query": {"ask": "value", "figure": ends},
    }
    return dump([raw] * 3)


SHAPES: Mapping[str, tuple[str, Callable[[], bytes], str]] = {
    "keyed by id": ("set.json", keyed_by_id, ""),
    "list under a key": ("set.json", list_under_a_key, ""),
    "two splits": ("set.json", two_splits, ""),
    "lettered lines": ("set.csv", lettered_lines, ""),
    "Python lists": ("set.csv", python_lists, ""),
    "numpy lists": ("set.csv", numpy_lists, ""),
    "gzip": ("set.jsonl.gz", compressed_lines, ""),
    "byte order mark": ("set.json", byte_order_mark, ""),
    "semicolons": ("set.csv", semicolons, ""),
    "counted labels": ("set.json", counted_labels, "from-0"),
    "several labels": ("set.json", several_labels, ""),
    "open answers": ("set.csv", open_answers, ""),
    "world column": ("set.jsonl", world_column, ""),
    "struct columns": ("set.parquet", struct_columns, ""),
    "rows of a viewer": ("set.json", viewer_rows, ""),
    "Korean with queries": ("set.json", korean_queries, ""),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_are_read_by_at_most_one_option(
    tmp_path: Path, shape: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """All three labels are supported, and the preview shows the three questions."""
    name, write, labels = SHAPES[shape]
    path = tmp_path / name
    path.write_bytes(write())
    declared = Declared(labels=parse_label_form(labels) if labels else None)
    dataset = load_dataset(path, declared)
    assert dataset.issues == ()
    assert len(dataset.records) == 3
    report = verify_dataset(path, labels=labels or None)
    assert [item.verdict for item in report.items] == ["supported"] * 3
    assert main(["datasets", "inspect", str(path)]) == 0
    shown = capsys.readouterr().out
    assert all(record.question.text[:40] in shown for record in dataset.records)
    assert inspect_dataset(path).proposed == ((f"--labels {labels}",) if labels else ())
    assert "Missing" not in shown


@pytest.mark.parametrize(
    ("raws", "proposed"),
    [
        (
            [{"ask": "Which way?", "alternatives": ["North", "South"], "solution": "B"}] * 2,
            ("--columns question=ask,options=alternatives,answer=solution",),
        ),
        (
            [{"ask": "Which?", "pick_a": "N", "pick_b": "S", "note_1": CONTEXT, "key": "B"}] * 2,
            ("--columns question=ask,options=pick_a,options=pick_b,answer=key,context=note_1",),
        ),
        (
            [{"ask": "Which?", "wahl1": "N", "wahl2": "S", "wahl4": "E", "key": "B"}] * 2,
            ("--columns question=ask,options=wahl1,options=wahl2,answer=key",),
        ),
        ([lettered(*each) | {"answer": each[2] + 1} for each in QUESTIONS], ("--labels from-1",)),
        ([lettered(*QUESTIONS[1]) | {"answer": 1}] * 2, ()),
        ([lettered(*each) | {"answer": each[2], "label": "ABC"[each[2]]} for each in QUESTIONS],
         ("--columns answer=label",)),
        ([lettered(*QUESTIONS[0]) | {"answer": -1}, lettered(*QUESTIONS[0]) | {"answer": 0}],
         ("--labels from-0,unanswerable=-1",)),
        ([{"question": "?", "options": ["3", "1"], "answer": "3"},
          {"question": "?", "options": ["2", "1"], "answer": "2"}], ("--labels text",)),
        ([lettered(*QUESTIONS[0])], ()),
        (
            [{"ask": "Which?", "facts": CONTEXT + "1. Via A | 4 mins", "alternatives": "a, b, c",
              "key": label} for label in (3, 2, 1)],
            ("--columns question=ask,options=alternatives,answer=key,context=facts",
             "--columns separator=,", "--labels from-1"),
        ),
    ],
)  # fmt: skip
def test_only_what_the_content_decides_is_proposed(
    tmp_path: Path, raws: list[Raw], proposed: tuple[str, ...]
) -> None:
    """Labels from 1 to 2 of three options may count from 0 or 1, and a text may be a number."""
    path = tmp_path / "set.json"
    path.write_bytes(dump(raws))
    found = inspect_dataset(path)
    assert found.proposed == proposed
    if proposed:
        assert all(record.label is not None for record in found.dataset.records)


def test_what_is_missing_is_stated_with_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Questions without facts need a map; a broken file has its fault."""
    path = tmp_path / "set.csv"
    path.write_bytes(table([{"question": "Is A east of B?", "answer": "Yes"}] * 2))
    found = inspect_dataset(path, AUTO)
    (sentence,) = found.missing
    assert sentence.startswith("2 of 2 records have neither a context nor a world: give a map")
    path.write_bytes(table([{"a": "b", "c": "d"}]))
    assert "declare columns that have other names" in inspect_dataset(path).missing[0]
    assert main(["datasets", "inspect", str(path), "--format", "json"]) == 2
    assert json.loads(capsys.readouterr().out)["records"] == 0
    assert inspect_dataset(tmp_path / "none.csv").dataset.issues[0].code == "GEO101"


def test_declared_columns_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_bytes(dump([{"ask": "Which way?", "options": ["a", "b"], "answer": "A"}]))
    assert main(["datasets", "inspect", str(path), "--columns", "question=ask"]) == 0


def test_column_has_one_role(tmp_path: Path) -> None:
    """A question may be called query, and an answer may look like options."""
    path = tmp_path / "set.csv"
    path.write_text("query,answers,label\nWhere?,North|South,A\n", encoding="utf-8")
    uses = [column for use in inspect_dataset(path).uses for column in use.columns]
    assert "query" in uses
    assert len(uses) == len({*uses})


@pytest.mark.parametrize(
    ("given", "command"),
    [
        ([], "--columns context=passage_text"),
        (["--columns", "id=notes"], "--columns id=notes,context=passage_text"),
        (["--labels", "from-1"], "--columns context=passage_text --labels from-1"),
        (
            ["--columns", "context=notes", "--dataset", "mcq"],
            "--dataset mcq --columns context=notes",
        ),
    ],
)
def test_proposed_command_reads_the_file_as_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: list[str], command: str
) -> None:
    """It also has the options that were given."""
    path = tmp_path / "-set.csv"
    facts = "Information of Old Mill: Location: 1 Quay (52.0, 4.0)."
    rows = f'query,A,B,gold,passage_text,notes\nWhere is it?,North,South,1,"{facts}",x\n'
    path.write_text(rows, encoding="utf-8")
    assert main(["datasets", "inspect", str(path), *given]) == 0
    assert capsys.readouterr().out.endswith(f"Command\n  geoeval verify {path} {command}\n")


def test_command_that_cannot_be_spelled_is_not_proposed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name with a line break can only be set in a file."""
    path = tmp_path / "set.json"
    record = {"a\nb": "Where is it?", "options": ["1", "2"], "answer": "A"}
    path.write_text(json.dumps([record]), encoding="utf-8")
    assert main(["datasets", "inspect", str(path)]) == 0
    assert "none can name these columns" in capsys.readouterr().out


def test_columns_that_may_have_the_context_are_named(tmp_path: Path) -> None:
    """Only the author knows which of them has the facts."""
    path = tmp_path / "set.csv"
    path.write_text("question,A,B,answer,blurb\nWhere?,North,South,A,52\n", encoding="utf-8")
    assert inspect_dataset(path).missing[0].endswith("--columns context=NAME: blurb")

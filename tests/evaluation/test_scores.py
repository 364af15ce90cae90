"""Predictions scored against labels, with faulty input and by the published arithmetic."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from geoeval.cli.main import app, main
from geoeval.datasets.load import load_dataset
from geoeval.errors import UnreadableDatasetError, UsageError
from geoeval.evaluation.comparison import audit_labels, compare
from geoeval.evaluation.predictions import annotators_agreement, read_predictions
from geoeval.evaluation.runs import grade_run
from geoeval.evaluation.shares import compare_paired
from tests.evaluation.town import record, write_questions

LABELS = (1, 2, 1, 0)


def write(path: Path, value: object) -> Path:
    """Write JSON, or a text unchanged."""
    text = value if isinstance(value, str) else json.dumps(value)
    path.write_text(text, encoding="utf-8")
    return path


def scored(tmp_path: Path, name: str, value: object) -> dict[str, object]:
    """Return the JSON scores of one file of predictions, and the exit code."""
    questions = write_questions(tmp_path)
    replies = write(tmp_path / name, value)
    out = tmp_path / "scores.json"
    code = main(["score", str(replies), "--dataset", str(questions), "--format", "json",
                 "-o", str(out)])  # fmt: skip
    found: dict[str, object] = json.loads(out.read_text(encoding="utf-8"))
    return {"code": code, **found}


RIGHT = [{"id": number, "answer": label + 1} for number, label in enumerate(LABELS)]
FORMS: dict[str, tuple[str, object]] = {
    "list": ("m.json", RIGHT),
    "by id": ("m.json", {str(row["id"]): row["answer"] for row in RIGHT}),
    "by model": ("m.json", {"m": [{"id": r["id"], "response": r["answer"]} for r in RIGHT]}),
    "lines": ("m.jsonl", "\n".join(map(json.dumps, RIGHT))),
    "table": ("m.csv", "ID,Response\n" + "\n".join(f"{r['id']},{r['answer']}" for r in RIGHT)),
    "objects": ("m.json", [{"id": r["id"], "response": {"option_no": r["answer"]}} for r in RIGHT]),
}


@pytest.mark.parametrize("form", FORMS)
def test_predictions_may_have_any_form(tmp_path: Path, form: str) -> None:
    """All forms give the same scores."""
    found = scored(tmp_path, *FORMS[form])
    (run,) = found["runs"]
    assert (found["code"], run["name"], run["accuracy"]["right"], run["complete"]) == (
        0, "m", 4, True,
    )  # fmt: skip


def test_output_of_solve_can_be_scored(tmp_path: Path) -> None:
    """Its options count from 0."""
    questions, solved = write_questions(tmp_path), tmp_path / "solved.json"
    assert main(["solve", str(questions), "--format", "json", "-o", str(solved)]) == 0
    (run,) = scored(tmp_path, "s.json", solved.read_text(encoding="utf-8"))["runs"]
    assert run["accuracy"]["right"] == 4


@pytest.mark.parametrize(
    ("rows", "code", "right", "of", "fault"),
    [
        (RIGHT[:3], 1, 3, 3, None),
        ([*RIGHT, {"id": 99, "answer": 1}], 2, 4, 4, "no record has the id '99'"),
        ([*RIGHT, {"id": 0, "answer": 2}], 2, 3, 3, "more than one reply for the id '0'"),
        ([*RIGHT, {"answer": 2}], 2, 4, 4, "row 5: expected id"),
        ([*RIGHT, 7], 2, 4, 4, "row 5: expected an object, got 7"),
        ([*RIGHT, {"id": [1], "answer": [2]}], 2, 4, 4, "no record has the id '[1]'"),
        ([{**RIGHT[0], "answer": 9}, *RIGHT[1:]], 0, 3, 4, None),
        ([{**RIGHT[0], "output": "I do not know"}, *RIGHT[1:]], 0, 3, 4, None),
        ([{**RIGHT[0], "response": None}, *RIGHT[1:]], 0, 3, 4, None),
        ([{"id": 0, "response": "2", "output": "3"}, *RIGHT[1:]], 2, 3, 3, "response and output"),
        ([{"id": 0, "answer": {"options": ["a"]}}, *RIGHT[1:]], 2, 3, 3, "with its options"),
        ([{"id": 0.0, "answer": 2}, {"id": " 1 ", "answer": 3}, *RIGHT[2:]], 0, 4, 4, None),
    ],
)
def test_faulty_predictions_are_reported(
    tmp_path: Path, rows: list[object], code: int, right: int, of: int, fault: str | None
) -> None:
    """Missing, unknown, repeated and unreadable rows are reported; the rest is scored."""
    found = scored(tmp_path, "m.json", rows)
    (run,) = found["runs"]
    assert (found["code"], run["accuracy"]["right"], run["accuracy"]["of"]) == (code, right, of)
    assert run["faults"] == [] if fault is None else fault in run["faults"][0]


@pytest.mark.parametrize(
    ("ids", "fault"),
    [
        ((3, 4, 5), " '3' (each id plus 1 has one: the replies may count from 0); ignored"),
        ((5, 6, 8), " '8' (each id minus 1 has one: the replies may count from 1); ignored"),
        ((3, 5, 7), " '3'; ignored"),
        ((3,), " '3'; ignored"),
        (("x", 4), " 'x'; ignored"),
    ],
)
def test_ids_that_are_off_by_one_are_explained(
    tmp_path: Path, ids: Sequence[object], fault: str
) -> None:
    """The other ids fit, but the replies are those to other questions."""
    dataset = load_dataset(write(tmp_path / "q.json", [record(4 + at) for at in range(4)]))
    replies = write(tmp_path / "m.json", [{"id": each, "answer": 1} for each in ids])
    (run,) = read_predictions(replies, [dataset])
    assert grade_run(run, [dataset]).faults == (f"no record has the id{fault}",)


def test_out_of_range_answer_counts_as_wrong(tmp_path: Path) -> None:
    rows = [{"id": 0, "answer": 9}, *RIGHT[1:]]
    (run,) = scored(tmp_path, "m.json", rows)["runs"]
    item = run["items"][0]
    assert (item["outcome"], item["fault"]) == (
        "no_answer", "expected an option from 1 to 4, got '9'",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("m.json", "{", "expected JSON, got '{'"),
        ("m.json", "[]", "no predictions"),
        ("m.csv", "name,score\nx,1\n", "got ['name', 'score']"),
        (
            "m.csv",
            "id,text\n1,B\n",
            "m.csv, line 2: expected response (or reply, prediction, output",
        ),
        ("m.csv", "text,answer\n1,B\n", "expected id (or question_id, doc_id), got"),
        ("m.jsonl", '{"id": 1, "respo', "m.jsonl, line 1: unterminated string"),
        ("m.jsonl", '{"id": "\x01"}', "m.jsonl, line 1: invalid control character"),
        ("m.json", "7", "expected a list or an object, got 7"),
    ],
)
def test_files_without_predictions_are_rejected(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    replies = write(tmp_path / name, content)
    with pytest.raises(UnreadableDatasetError) as error:
        read_predictions(replies, [])
    assert message in str(error.value)
    assert not str(error.value).endswith(" at")


def test_runs_are_compared(tmp_path: Path) -> None:
    """The report counts the questions that every run gets right."""
    questions = write_questions(tmp_path)
    wrong = [{"id": number, "answer": 3 if number == 2 else 1} for number in range(4)]
    good, bad = write(tmp_path / "good.json", RIGHT), write(tmp_path / "bad.json", wrong)
    done = CliRunner().invoke(app, ["score", str(good), str(bad), "--dataset", str(questions)])
    assert done.exit_code == 0, done.output
    assert "bad against good" in done.output
    assert "1 of 4 right in every run" in done.output


def test_wrong_labels_are_scored_separately(tmp_path: Path) -> None:
    """A reply that contradicts a wrong label is right by the corrected label."""
    questions = write(tmp_path / "town.json", [record(0, label=3), record(1)])
    replies = write(
        tmp_path / "m.json", [{"id": 0, "answer": "East"}, {"id": 1, "answer": "South"}]
    )
    dataset = load_dataset(questions)
    (run,) = read_predictions(replies, [dataset])
    (result,) = compare([grade_run(run, [dataset])], audit_labels([dataset])).results
    assert (result.overall.right, result.corrected.right) == (1, 2)
    assert result.by_standing["contradicted"].right == 0


def test_runs_with_equal_names_get_their_path(tmp_path: Path) -> None:
    """A file given twice is one run."""
    questions = write_questions(tmp_path)
    files = [tmp_path / name / "p.json" for name in ("a", "b")]
    for each in files:
        each.parent.mkdir()
        write(each, RIGHT)
    again = f"{files[0].parent}/./p.json"
    done = CliRunner().invoke(
        app, ["score", *map(str, files), again, "--dataset", str(questions), "--format", "json"]
    )
    names = [run["name"] for run in json.loads(done.output)["runs"]]
    assert names == [f"p ({each})" for each in files]


def test_ambiguous_ids_need_the_name_of_their_file(tmp_path: Path) -> None:
    files = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        files += [
            "--dataset",
            str(write_questions(tmp_path / name).rename(tmp_path / f"{name}.json")),
        ]
    replies = write(tmp_path / "m.json", RIGHT)
    done = CliRunner().invoke(app, ["score", str(replies), *files])
    assert done.exit_code == 2
    assert "several files have this id; use 'b/0'" in " ".join(done.output.split())


def test_difference_needs_enough_questions() -> None:
    """Six of six differ clearly, five of five do not."""
    assert [compare_paired([False] * many, [True] * many).is_clear for many in (1, 5, 6)] == [
        False, False, True,
    ]  # fmt: skip


def test_control_characters_are_escaped(tmp_path: Path) -> None:
    questions = write(tmp_path / "q.json", [{**record(0), "classification": "a\u202eb"}])
    replies = write(tmp_path / "m.json", RIGHT[:1])
    done = CliRunner().invoke(app, ["score", str(replies), "--dataset", str(questions)])
    assert done.exit_code == 0
    assert "\u202e" not in done.output


def test_annotators_are_fields_of_the_dataset(tmp_path: Path) -> None:
    """The error for an unknown field lists the fields."""
    rows = [{**record(number), "ann": number % 2, "bob": 0} for number in range(4)]
    dataset = load_dataset(write(tmp_path / "town.json", rows))
    assert annotators_agreement([dataset], "ann,bob").share.value == 0.5
    with pytest.raises(UsageError, match="fields of the records are ann, bob"):
        annotators_agreement([dataset], "ann,carl")
    with pytest.raises(UsageError, match="two fields separated by a comma"):
        annotators_agreement([dataset], "ann")


def test_accuracy_equals_the_published_arithmetic(data_dir: Path) -> None:
    """As many replies are right as equal the published key, for every model."""
    path = data_dir / "mapeval" / "recorded_responses_dev.json"
    dataset = load_dataset(data_dir / "mapeval" / "dev.json")
    published = json.loads(path.read_text(encoding="utf-8"))
    counted = {
        model: sum(row["response"].strip() == row["correct_option"].strip() for row in rows)
        for model, rows in published.items()
    }
    runs = [grade_run(run, [dataset]) for run in read_predictions(path, [dataset])]
    assert {run.run.name: run.count("right") for run in runs} == counted
    assert {len(run.items) for run in runs} == {101}


def test_html_report_is_self_contained(tmp_path: Path) -> None:
    """It escapes hostile names, and pictures are written next to it."""
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    questions = write_questions(tmp_path)
    replies = write(tmp_path / "m.json", {r"<script>$\frac$</script>": RIGHT})
    page, pictures = tmp_path / "page.html", tmp_path / "pictures"
    code = main(["score", str(replies), "--dataset", str(questions), "--format", "html",
                 "-o", str(page), "--plots", str(pictures)])  # fmt: skip
    text = page.read_text(encoding="utf-8")
    assert code == 0
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert {each.name for each in pictures.iterdir()} == {
        f"{name}.{suffix}" for name in ("categories", "operations") for suffix in ("png", "svg")
    }


@pytest.mark.parametrize(
    ("replies", "warned"),
    [((1, 2, 1, 0), True), ((2, 3, 2, 1), False), ((0, 4, 2, 1), False), ((1, 3, 1, 1), False)],
)
def test_replies_that_may_count_from_0_are_reported(
    tmp_path: Path, replies: tuple[int, ...], warned: bool
) -> None:
    """A reply of 0, and none of the last option, is a sign; the replies are not read anew."""
    found = scored(tmp_path, "m.json", {str(n): reply for n, reply in enumerate(replies)})
    (run,) = found["runs"]
    right = sum(reply == label + 1 for reply, label in zip(replies, LABELS, strict=True))
    assert run["accuracy"]["right"] == right
    assert found["code"] == 0
    assert len(run["warnings"]) == warned
    if warned:
        assert "0 of 4 numbers are right, and from 0 4 would be" in run["warnings"][0]


def write_counts(tmp_path: Path, right: str) -> str:
    """Write a question whose options are numbers, and return the path."""
    options = ["1", "10", "12", "2"]
    shape = {"id": "q", "question": "How many?", "options": options, "answer": right}
    return str(write(tmp_path / "counts.json", [shape]))


@pytest.mark.parametrize(
    ("reply", "label", "note"),
    [("12", "C", ""), ("2", "B", "read as the number"), ("1", "A", ""), ("15", None, "")],
)
def test_reply_may_be_the_text_of_an_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], reply: str, label: str | None, note: str
) -> None:
    """The number of an option takes precedence, and that is reported if it is another one."""
    questions = write_counts(tmp_path, label or "A")
    predictions = write(tmp_path / "m.csv", f"id,response\nq,{reply}\n")
    main(["score", str(predictions), "--dataset", questions])
    out = capsys.readouterr().out
    assert ("100.0" in out) is (label is not None)
    assert ("read as the number" in out) is bool(note)

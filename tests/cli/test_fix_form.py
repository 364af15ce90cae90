"""``geoeval verify --fix`` corrects faults of form, and the patch applies."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoeval.datasets.formats import Declared
from geoeval.datasets.labels import parse_label_form
from geoeval.datasets.load import parse_dataset
from geoeval.reporting.corrections import Correction, correct_dataset, describe_changes
from geoeval.verification.run import verify_datasets
from tests.cli.conftest import Run

CLEAN = ("North", "South", "Old Mill")


def corrected(text: str, name: str, form: str | Declared = "auto") -> Correction:
    """Return the correction of a dataset by its own report."""
    return correct_dataset(text, name, form, verify_datasets([parse_dataset(text, name, form)]))


def json_record(number: int, options: list[str], label: object) -> str:
    """Return a record with spacing and an order of keys that no writer would choose."""
    listed = " ,".join(json.dumps(option) for option in options)
    return (
        f'{{"gold" :{json.dumps(label)},  "options":[ {listed}],"id":{number},'
        f' "question":"Where \\u00e9?", "context": "x"}}'
    )


def csv_row(number: int, options: list[str], label: object) -> str:
    """Return a row with a line break in a quoted cell."""
    return f'{number},"Where, ""now"",\nis it?",{"|".join(options)},x,{label}'


def as_json(rows: list[str], end: str) -> str:
    return f"[{end}\t{f'{end}  ,'.join(rows)}{end}]"


def as_lines(rows: list[str], end: str) -> str:
    return end.join((*rows, ""))


def as_csv(rows: list[str], end: str) -> str:
    return end.join(("id,question,options,context,gold", *rows))


FORMATS: dict[str, tuple[Callable[..., str], Callable[[list[str], str], str]]] = {
    "set.json": (json_record, as_json),
    "set.jsonl": (json_record, as_lines),
    "set.csv": (csv_row, as_csv),
}
PADDED = st.sampled_from(["{}", " {}", "{}  ", "  {} "])


@st.composite
def records(draw: st.DrawFn) -> tuple[tuple[list[str], str], tuple[list[str], str]]:
    """Draw the options and the label of a record with faults of form, and without them."""
    label = draw(st.integers(0, 2))
    options = [draw(PADDED).format(text) for text in CLEAN]
    if draw(st.booleans()):
        options[2] = options[2].replace("Old Mill", "Old  Mill")
    copied = draw(st.sampled_from([None, 0, 1, 2]))
    if copied is not None:
        options.append(draw(PADDED).format(CLEAN[copied]))
    options += [""] * draw(st.integers(0, 2))
    named = len(CLEAN) if copied == label and draw(st.booleans()) else label
    letter = "ABCD"[named]
    forms = ["{}", "{}.", "({})", " {}", "Option {}"]
    written = draw(st.sampled_from([*(form.format(letter) for form in forms), letter.lower()]))
    if draw(st.booleans()):
        written = CLEAN[label]
    return (options, written), ([*CLEAN], "ABC"[label])


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@settings(deadline=None, max_examples=25)
@given(drawn=st.lists(records(), min_size=1, max_size=3), end=st.sampled_from(["\n", "\r\n"]))
def test_only_faults_of_form_change(
    name: str,
    mark: str,
    drawn: list[tuple[tuple[list[str], str], tuple[list[str], str]]],
    end: str,
) -> None:
    """All other characters are kept, nothing is found again, and the next run changes nothing."""
    row, whole = FORMATS[name]
    usual = [row(number, [*CLEAN], "B") for number in range(len(drawn) + 1)]
    faulty = [row(90 + at, *dirty) for at, (dirty, _) in enumerate(drawn)]
    clean = [row(90 + at, *fixed) for at, (_, fixed) in enumerate(drawn)]
    correction = corrected(mark + whole([*usual, *faulty], end), name)
    assert correction.after == mark + whole([*usual, *clean], end)
    assert correction.left == {}
    again = corrected(correction.after, name)
    assert (again.after, sum(again.changed.values())) == (correction.after, 0)
    issues = parse_dataset(correction.after, name).issues
    assert "GEO107" not in {issue.code for issue in issues}


def test_changes_are_counted_by_kind() -> None:
    rows = [json_record(number, [*CLEAN], "A") for number in range(3)]
    rows += [json_record(8, ["North ", "South", "North", ""], "c."), json_record(9, [*CLEAN], "b")]
    correction = corrected(as_json(rows, "\n"), "set.json")
    assert describe_changes(correction) == (
        "1 label rewritten in the usual form, 1 option without extra spaces, "
        "1 empty option removed, 1 repeated option removed"
    )
    assert json.loads(correction.after)[3]["gold"] == "A"


def test_records_by_id_are_changed() -> None:
    """The id is outside the record."""
    rows = [f'"q{number}": {json_record(number, [*CLEAN], "A")}' for number in range(2)]
    text = "{" + ",".join([*rows, f'"q7": {json_record(7, ["North ", "South"], "b")}']) + "}"
    expected = text.replace("North ", "North").replace('"b"', '"B"')
    assert corrected(text, "set.json").after == expected


@pytest.mark.parametrize(
    ("usual", "odd", "fixed"),
    [(1, "1", 1), (1, 1.0, 1), ("1", "1.0", "1"), ("1", " 1", "1"), ("0", "+1", "1")],
)
def test_numbers_are_written_as_most_are(usual: object, odd: object, fixed: object) -> None:
    declared = Declared(labels=parse_label_form("from-0"))
    rows = [json_record(1, [*CLEAN], usual), json_record(2, [*CLEAN], usual)]
    text = as_lines([*rows, json_record(3, [*CLEAN], odd)], "\n")
    expected = as_lines([*rows, json_record(3, [*CLEAN], fixed)], "\n")
    assert corrected(text, "set.jsonl", declared).after == expected


def test_mapeval_label_of_another_type_is_an_integer() -> None:
    """It is read, and written as the other labels are."""
    answer = '{"options": ["North", "South"], "correct": %s}'
    record = '{"id": %d, "question": "?", "context": "x", "answer": ' + answer + "}"
    labels = ("0", '"1"', '"B"', "1")
    text = "\n".join(record % each for each in enumerate(labels))
    correction = corrected(text, "set.jsonl")
    assert correction.after == text.replace('"1"', "1")
    assert parse_dataset(correction.after, "set.jsonl").records[1].label == 1


def test_equally_frequent_forms_are_kept() -> None:
    """Neither is certain to be the usual form."""
    text = as_lines([json_record(1, [*CLEAN], "A"), json_record(2, [*CLEAN], "b")], "\n")
    assert corrected(text, "set.jsonl").after == text


def test_columns_of_options_move_up() -> None:
    head = "id,question,A,B,C,context,gold\n"
    text = f"{head}1,Where?,North,North , South,x,C\n2,Where?,North,South,,x,A\n"
    correction = corrected(text, "set.csv")
    assert correction.after == f"{head}1,Where?,North,South,,x,B\n2,Where?,North,South,,x,A\n"
    assert correction.changed == {"padding": 1, "repeated": 1}


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ('{"text": ["North ", "South"], "label": ["A", "B"]}', "set.jsonl"),
        ("\"['North ', 'South']\"", "set.jsonl"),
        ('"A) North\\nB) North\\nC) South"', "set.jsonl"),
    ],
)
def test_what_cannot_be_changed_in_part_is_left(options: str, name: str) -> None:
    """The label is corrected all the same."""
    rows = [json_record(number, [*CLEAN], "A") for number in range(2)]
    odd = json_record(3, [], "b.").replace("[ ]", options)
    correction = corrected(as_lines([*rows, odd], "\n"), name)
    assert correction.after == as_lines([*rows, odd.replace("b.", "B")], "\n")
    assert correction.left == {
        3: "its options cannot be changed in the form in which they are written"
    }


def test_python_list_in_a_cell_is_left() -> None:
    text = "id,question,options,context,gold\n1,Where?,\"['North ', 'South']\",x,A\n"
    correction = corrected(text, "set.csv")
    assert (correction.after, [*correction.left]) == (text, ["1"])


def test_json_list_in_a_cell_is_changed() -> None:
    text = 'id,question,options,context,gold\n1,Where?,"[""North "", ""South""]",x,A\n'
    assert corrected(text, "set.csv").after == text.replace("North ", "North")


def test_all_options_equal_are_left() -> None:
    text = as_lines([json_record(1, ["North", "North"], "A")], "\n")
    assert corrected(text, "set.jsonl").after == text


def test_unclear_labels_are_left() -> None:
    text = as_lines([json_record(1, [*CLEAN], 1)], "\n")
    assert "may count from 0 or from 1" in corrected(text, "set.jsonl").left[1]


@pytest.mark.parametrize("tool", [("git", "apply"), ("patch", "-p1", "--binary", "-i")])
@pytest.mark.parametrize("name", ["set.json", "a set.csv"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_patch_applies(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tool: tuple[str, ...],
    name: str,
    end: str,
) -> None:
    """The patched file equals the file that ``--fix`` writes, without a line end too."""
    if shutil.which(tool[0]) is None:
        pytest.skip(f"{tool[0]} is not installed")
    monkeypatch.chdir(tmp_path)
    row, whole = FORMATS["set.csv" if name.endswith("csv") else "set.json"]
    rows = [row(number, [*CLEAN], "A") for number in range(9)]
    text = "\ufeff" + whole(
        [row(20, ["North ", "South"], "b"), *rows, row(30, [*CLEAN], "c)")], end
    )
    Path(name).write_bytes(text.encode())
    for output in ("fix.patch", "fixed" + Path(name).suffix):
        run("verify", name, "--fix", output)
    subprocess.run([*tool, "fix.patch"], check=True)
    assert Path(name).read_bytes() == Path("fixed" + Path(name).suffix).read_bytes()
    assert Path(name).read_bytes() != text.encode()


@pytest.mark.parametrize("name", ["set.parquet", "set.json.gz"])
def test_binary_files_are_rejected(run: Run, tmp_path: Path, name: str) -> None:
    """They cannot be changed in part."""
    from gzip import compress

    pa = pytest.importorskip("pyarrow")
    from pyarrow.parquet import write_table

    path = tmp_path / name
    write_table(pa.table({"question": ["Where?"], "options": [[*CLEAN]]}), path)
    if name.endswith("gz"):
        path.write_bytes(compress(json_record(1, [*CLEAN], "A").encode()))
    result = run("verify", str(path), "--fix", str(tmp_path / "fixed"))
    assert "expected a JSON, JSON Lines or CSV file in UTF-8 with --fix" in result.err

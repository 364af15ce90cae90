"""Long runs stored in parts."""

from __future__ import annotations

import errno
import gzip
import json
from pathlib import Path

import pytest

from geoeval.cli.main import main
from geoeval.errors import UsageError
from geoeval.workers import parts as module
from geoeval.workers.parts import Parts
from tests.evaluation.town import record


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write 25 records, three of them unusable, and set blocks of ten."""
    monkeypatch.setattr("geoeval.datasets.blocks.blocks_of.__defaults__", (10,))
    rows = [json.dumps(record(number, label=number % 2)) for number in range(22)]
    rows[3:3] = ["{broken", "7"]
    rows.append(rows[-1].replace("Low Rd", "Low \udcff Rd"))
    path = tmp_path / "town.jsonl"
    path.write_bytes("\n".join(rows).encode(errors="surrogateescape"))
    return path


def run_in_parts(command: str, path: Path, folder: Path, *more: str) -> int:
    """Run a command in parts."""
    return main([command, str(path), "--parts", str(folder), "--jobs", "1", *more])


def records_of(text: str, *kinds: str) -> list[object]:
    """Return the lines of some types."""
    found = [json.loads(line) for line in text.splitlines()]
    return [each for each in found if each["type"] in kinds]


@pytest.mark.parametrize(("command", "suffix"), [("verify", ""), ("verify", ".gz"), ("solve", "")])
def test_parts_equal_a_whole_run(
    command: str, suffix: str, lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if suffix:
        lines.with_name(f"{lines.name}.gz").write_bytes(gzip.compress(lines.read_bytes()))
        lines = lines.with_name(f"{lines.name}.gz")
    folder = tmp_path / "parts"
    code = run_in_parts(command, lines, folder)
    capsys.readouterr()
    assert main([command, str(lines), "--format", "jsonl", "--jobs", "1"]) == code == 2
    whole = capsys.readouterr().out
    text = "".join(each.read_text("utf-8") for each in sorted(folder.glob("part-*.jsonl")))
    for kind in ("item", "error"):
        made = [
            {name: value for name, value in each.items() if name != "fingerprint"}
            for each in records_of(text, kind)
        ]
        expected = [
            {name: value for name, value in each.items() if name != "fingerprint"}
            for each in records_of(whole, kind)
        ]
        assert made == expected
    summary = json.loads((folder / "summary.json").read_text("utf-8"))
    (whole_summary,) = records_of(whole, "summary")
    assert (summary["questions"], summary["unusable"]) == (
        whole_summary["questions"],
        whole_summary["unusable"],
    )
    assert summary["parts"] == 3


def test_formalize_in_parts_equals_a_whole_run(
    lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, kept = tmp_path / "parts", tmp_path / "kept.jsonl"
    run_in_parts("formalize", lines, folder)
    main(["formalize", str(lines), "-o", str(kept), "--jobs", "1"])
    text = "".join(each.read_text("utf-8") for each in sorted(folder.glob("part-*.jsonl")))
    assert text == kept.read_text("utf-8")
    assert "22 questions: 22 with a query, 3 unusable" in capsys.readouterr().out


def test_parquet_files_are_read_in_blocks(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    from pyarrow import parquet

    path, folder = tmp_path / "town.parquet", tmp_path / "parts"
    parquet.write_table(pa.Table.from_pylist([record(number) for number in range(8)]), path)
    assert run_in_parts("verify", path, folder) == 0
    (part,) = folder.glob("part-*.jsonl")
    assert len(part.read_text("utf-8").splitlines()) == 8


def test_an_interrupted_run_is_resumed(
    lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Finished parts are kept, and an incomplete line of progress is ignored."""
    folder = tmp_path / "parts"
    run_in_parts("verify", lines, folder)
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    diary = folder / "progress.jsonl"
    first, second, third, _ = diary.read_bytes().splitlines(keepends=True)
    diary.write_bytes(first + second + third[:20])
    (folder / "part-00001.jsonl").write_text("old", encoding="utf-8")
    (folder / "part-00002.jsonl").unlink()
    assert run_in_parts("verify", lines, folder) == 2
    assert "parts already done: 1" in capsys.readouterr().err
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before


def test_a_folder_of_another_run_is_rejected(lines: Path, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    run_in_parts("verify", lines, folder)
    with pytest.raises(UsageError, match="parts of another run"):
        Parts(str(folder), {"command": "solve"})
    with pytest.raises(UsageError, match="expected an empty folder"):
        Parts(str(tmp_path), {})


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message states what is saved, and no partial file remains."""
    kept = Parts(str(tmp_path / "parts"), {})
    kept.keep(0, b"one\n", {})

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module, "write_file", full)
    with pytest.raises(UsageError, match="No space left on device; 1 part is saved, run again"):
        kept.keep(1, b"two\n", {})
    assert sorted(each.name for each in (tmp_path / "parts").iterdir()) == [
        "part-00000.jsonl", "progress.jsonl",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["verify", "x.csv", "--parts", "p"], "expected a .jsonl, .jsonl.gz or .parquet file"),
        (["verify", "none.jsonl", "--parts", "p"], "none.jsonl: the file cannot be read"),
        (
            ["verify", "x.jsonl", "--parts", "p", "--fix", "y"],
            "--parts cannot be combined with --fix",
        ),
        (
            ["solve", "x.jsonl", "--parts", "p", "-o", "y"],
            "--parts cannot be combined with --output",
        ),
        (["formalize", "x.jsonl", "--scheduler", "a:1"], "--scheduler needs --parts FOLDER"),
        (["verify", "--parts", "p"], "expected the path of a dataset"),
    ],
)
def test_invalid_arguments_are_rejected(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written."""
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
    assert not Path("p").exists()


def test_an_empty_file_is_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.jsonl"
    path.write_bytes(b"")
    assert run_in_parts("verify", path, tmp_path / "parts") == 2
    assert "expected records, got none in" in capsys.readouterr().err


def test_a_world_serves_records_without_context(tmp_path: Path) -> None:
    from tests.evaluation.town import TOWN

    rows = [{**record(number), "context": ""} for number in range(4)]
    path, town = tmp_path / "api.jsonl", tmp_path / "town.world"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    TOWN.save(town)
    assert run_in_parts("verify", path, tmp_path / "parts", "--world", str(town)) == 0

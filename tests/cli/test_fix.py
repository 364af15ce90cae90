"""``geoeval verify --fix`` corrects labels and changes nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CONTEXT, Run, Save, question
from tests.queries import value

HEAD = "id,question,A,B,C,D,context,gold"


def test_contradicted_label_is_corrected_in_a_copy(run: Run, save: Save, tmp_path: Path) -> None:
    """The copy has no finding."""
    path = save([question(1), question("q7", correct=1), question(3)])
    fixed = tmp_path / "fixed.json"
    result = run("verify", path, "--fix", str(fixed))
    assert result.err == f"geoeval: 1 label corrected in {fixed}\n"
    before = json.loads(Path(path).read_text())
    before[1]["answer"]["correct"] = 0
    assert json.loads(fixed.read_text()) == before
    assert run("verify", str(fixed)).code == 0


def test_patch_holds_only_the_changed_line(run: Run, save: Save, tmp_path: Path) -> None:
    path, patch = save([question("q7", correct=1)]), tmp_path / "labels.patch"
    run("verify", path, "--fix", str(patch))
    changed = [line for line in patch.read_text().splitlines() if line[0] in "+-"]
    assert len(changed) == 4
    assert changed[2][1:].replace('"correct": 1', '"correct": 0') == changed[3][1:]


@pytest.mark.parametrize(
    ("form", "wrong", "right"),
    [("from-0", "1", "0"), ("from-1", "2", "1"), ("text", "South", "North"), (None, "B", "A")],
)
def test_labels_of_every_form_are_corrected(
    run: Run, tmp_path: Path, form: str | None, wrong: str, right: str
) -> None:
    """The CSV has line breaks inside its cells."""
    asked = question(1)
    context = '"' + CONTEXT.replace('"', '""') + '"'
    row = f'1,"{asked["question"]}",North,South,East,West,{context},'
    path, fixed = tmp_path / "exam.csv", tmp_path / "fixed.csv"
    path.write_text(f"{HEAD}\n{row}{wrong}\n")
    labels = ("--labels", form) if form else ()
    run("verify", str(path), "--columns", "answer=gold", *labels, "--fix", str(fixed))
    assert fixed.read_text() == f"{HEAD}\n{row}{right}\n"


def test_accepted_or_ignored_findings_are_not_fixed(run: Run, save: Save, tmp_path: Path) -> None:
    """Accepting a finding keeps the label."""
    path, known = save([question(1, correct=1)]), str(tmp_path / "known.jsonl")
    run("verify", path, "--write-baseline", known, "--reason", "as meant")
    for options in (("--baseline", known), ("--ignore", "GEO302")):
        fixed = tmp_path / f"{options[0]}.json"
        assert "0 labels corrected" in run("verify", path, *options, "--fix", str(fixed)).err
        assert fixed.read_text() == Path(path).read_text()


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_all_other_bytes_are_kept(run: Run, tmp_path: Path, mark: str) -> None:
    """Line ends and a byte order mark are kept."""
    path, fixed = tmp_path / "set.json", tmp_path / "fixed.json"
    text = mark + json.dumps([question(1, correct=1)], indent=1).replace("\n", "\r\n")
    path.write_bytes(text.encode())
    run("verify", str(path), "--fix", str(fixed))
    assert fixed.read_bytes() == text.replace('"correct": 1', '"correct": 0').encode()


def test_several_files_and_streams_are_rejected(run: Run, save: Save, tmp_path: Path) -> None:
    """--fix writes one copy of one file."""
    path = save([question(1)])
    for paths in ((path, str(tmp_path / "other.json")), ("-",)):
        result = run("verify", *paths, "--fix", str(tmp_path / "fixed.json"))
        assert result.code == 2
        assert "expected one dataset file with --fix" in result.err


def test_input_is_never_overwritten(run: Run, save: Save) -> None:
    path = save([question(1, correct=1)])
    result = run("verify", path, "--fix", path)
    assert result.code == 2
    assert "would overwrite the input" in result.err


def test_label_proven_with_an_assumption_is_kept(run: Run, save: Save, tmp_path: Path) -> None:
    """The travel time is known for the opposite direction only."""
    context = (
        "Information of <b>Ox Inn</b>:\n- Location: 2 High Rd.\n\n"
        "Information of <b>Fig Hall</b>:\n- Location: 3 Quay.\n\n"
        "Travel Time from Fig Hall to Ox Inn on foot is 20 mins (1.5 km).\n"
    )
    text = "How long does it take to walk from Ox Inn to Fig Hall?"
    asked = {"type": "mcq", "options": ["20 mins", "35 mins"], "correct": 1}
    way = value("travel", legs=[{"origin": "Ox Inn", "destination": "Fig Hall"}], measure="time")
    path = save([question(1, question=text, answer=asked, context=context, query=way)])
    fixed = tmp_path / "fixed.json"
    result = run("verify", path, "--fix", str(fixed))
    assert "0 labels corrected" in result.err
    assert "depends on an assumption" in result.err
    assert fixed.read_text() == Path(path).read_text()


def test_a_label_that_follows_from_swapped_coordinates_is_kept(
    run: Run, save: Save, tmp_path: Path
) -> None:
    """The coordinates may be wrong rather than the label."""
    context = (
        "Information of <b>Ox Inn</b>:\n- Location: 2 High Rd (60.2, 24.9).\n\n"
        "Information of <b>Fig Hall</b>:\n- Location: 3 Quay (60.1, 24.9).\n"
    )
    asked = {"type": "mcq", "options": ["South", "West"], "correct": 1}
    way = value("direction", place="Fig Hall", seen_from="Ox Inn")
    path = save([question(1, question="Which way?", answer=asked, context=context, query=way)])
    result = run("verify", path, "--fix", str(tmp_path / "fixed.json"))
    assert "0 labels corrected" in result.err
    assert "with latitude and longitude swapped, the label is right" in result.err

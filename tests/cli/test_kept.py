"""``geoeval formalize`` and ``geoeval review``: queries kept in a file next to a dataset."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, Save, question
from tests.llm.fake_endpoint import MODEL

WAY = "In which direction is the Stone Pier from the Old Mill?"
KEPT = "set.queries.jsonl"


def question_without_query(name: object, text: str = WAY, **changes: object) -> dict[str, object]:
    """Return a question without a query."""
    raw = question(name, question=text, **changes)
    del raw["query"]
    return raw


ODD = question_without_query(2, "Zorgle the quumble?")


def entries(path: str) -> list[dict[str, Any]]:
    """Return the entries of the file of queries next to a dataset."""
    text = Path(path).with_name(KEPT).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_kept_queries_are_used_instead_of_understanding(run: Run, save: Save) -> None:
    """A question without a kept query is not checked."""
    path = save([question_without_query(1), ODD])
    result = run("formalize", path)
    assert (result.code, result.out) == (0, "")
    assert f"2 questions in {Path(path).with_name(KEPT)}: 1 with a query, 0 reviewed" in result.err
    kept = str(Path(path).with_name(KEPT))
    report = run("verify", path, "--queries", kept, "--format", "json").shape
    assert [item["verdict"] for item in report["items"]] == ["supported", "undetermined"]
    assert report["items"][1]["findings"][0]["message"].startswith("not checked: no query (")
    solved = run("solve", path, "--queries", kept, "--format", "json").shape
    assert [(item["status"], item["reason"]) for item in solved["items"]] == [
        ("answered", None),
        ("undetermined", "no_query"),
    ]
    assert solved["items"][0]["understood_by"] == "record"


def test_stale_query_is_reported_and_not_used(run: Run, save: Save) -> None:
    """``verify`` locates it; ``formalize`` reports it if it was reviewed."""
    path = save([question_without_query(1)])
    run("formalize", path)
    run("review", path, stdin=b"a\n")
    save([question_without_query(1, WAY.replace("Pier", "Pier, please,"))])
    kept = str(Path(path).with_name(KEPT))
    result = run("verify", path, "--queries", kept)
    assert f"{kept}:1:1: GEO117 stale-query [1]" in result.out
    again = run("formalize", path)
    assert "[1] stale: the question has changed since its query was reviewed" in again.err
    assert "; 1 stale and 0 orphaned entries are kept" in again.err
    assert [entry["reviewed"] for entry in entries(path)] == [False, True]
    listed = run("review", path, "--list")
    assert "[1] stale: the text or the options have changed (line 2)" in listed.out
    shown = run("review", path, stdin=b"a\n").out
    assert "before the question changed read as: the compass direction" in shown
    assert [entry["reviewed"] for entry in entries(path)] == [True]


def test_entries_without_a_question_are_kept(run: Run, save: Save) -> None:
    """Part of a dataset may be formalized again without losing the rest."""
    path = save([question_without_query(1), ODD])
    run("formalize", path)
    save([question_without_query(1)])
    assert "[2] orphaned: no question has this id" in run("formalize", path).err
    assert [entry["id"] for entry in entries(path)] == [1, 2]
    assert "[2] orphaned" in run("review", path, "--list").out
    assert "[2] orphaned" not in run("review", path, "--list", "--id", "1").out


def test_formalize_needs_an_unambiguous_output(run: Run, save: Save) -> None:
    """Several files need a name, and a dataset is never overwritten."""
    path, other = save([question_without_query(1)]), save([question_without_query(3)], "other.json")
    assert "expected -o FILE or exactly one file" in run("formalize", path, other).err
    assert "expected -o FILE" in run("formalize", "-", stdin=b"[]").err
    assert "would overwrite the input" in run("formalize", path, "-o", path).err
    printed = run("formalize", path, other, "-o", "-").out
    assert [json.loads(line)["id"] for line in printed.splitlines()] == [1, 3]
    kept = save(printed, "both.jsonl")
    assert "would overwrite the input" in run("verify", path, "--queries", kept, "-o", kept).err
    assert "would overwrite the input" in run("solve", path, "--queries", kept, "-o", kept).err


def test_datasets_must_not_share_a_query_file(run: Run, save: Save) -> None:
    """Their names differ only in the suffix."""
    path = save([question_without_query(1)])
    Path(path).with_suffix(".csv").write_text("question,options,answer\n", encoding="utf-8")
    result = run("formalize", path)
    assert result.code == 2
    assert "since set.json and set.csv would share set.queries.jsonl" in result.err
    rows = "ID,Question,Answer\n1,Which way is it?,North\n"
    Path(path).with_suffix(".csv").write_text(rows, encoding="utf-8")
    Path(path).write_text('{"1": {}}', encoding="utf-8")
    assert run("formalize", str(Path(path).with_suffix(".csv"))).code == 0
    Path(path).with_suffix(".csv").unlink()
    Path(path).with_suffix(".jsonl").write_text("", encoding="utf-8")
    assert run("formalize", path).code == 2


def test_formalize_reports_faults_of_the_dataset(run: Run, save: Save) -> None:
    """Queries of the readable records are kept."""
    path = save('{"id": 1}\n' + json.dumps(question_without_query(2)) + "\n{\n", "set.jsonl")
    result = run("formalize", path)
    assert result.code == 2
    assert "set.jsonl:3:" in result.err
    assert [entry["id"] for entry in entries(path)] == [2]
    listed = run("review", path, "--list")
    assert listed.code == 2
    assert "set.jsonl:3:" in listed.err


def test_an_unreadable_dataset_makes_no_entry_obsolete(run: Run, save: Save) -> None:
    path = save([question_without_query(1)])
    assert run("formalize", path).code == 0
    kept = entries(path)
    Path(path).write_text("[", encoding="utf-8")
    result = run("formalize", path)
    assert result.code == 2
    assert "no question has this id" not in result.err
    assert entries(path) == kept


def test_queries_and_a_model_exclude_each_other(run: Run, save: Save) -> None:
    model = ("--understand", MODEL, "--base-url", "http://localhost:1")
    result = run("verify", save([question_without_query(1)]), "--queries", "no_such_set", *model)
    assert (result.code, "expected --queries or --understand, got both" in result.err) == (2, True)
    shipped = run("solve", save([question_without_query(1)]), "--queries", "no_such_set")
    assert "expected a file of queries, or the name of a set that geoeval ships" in shipped.err


def test_list_exits_with_1_until_all_is_reviewed(run: Run, save: Save) -> None:
    path = save([question_without_query(1), ODD])
    run("formalize", path)
    save([question_without_query(1), ODD, question_without_query(3)])
    result = run("review", path, "--list", "--format", "json")
    assert result.code == 1
    items = result.shape["items"]
    assert [(item["id"], item["state"]) for item in items] == [
        (1, "unreviewed"),
        (2, "unreviewed"),
        (3, "missing"),
    ]
    text = run("review", path, "--list").out
    assert "[2] unreviewed: not read: words unexplained: zorgle, quumble (line 2)" in text
    assert "[3] missing: no query is kept for it\n" in text
    run("review", path, stdin=b"a\nr\nno map tells\nr\n\n")
    done = run("review", path, "--list")
    assert (done.code, done.out) == (0, "")


def test_each_key_is_recorded_at_once(run: Run, save: Save) -> None:
    """The question, its reading and its answer are shown."""
    path = save(
        [question_without_query(1), ODD, question_without_query(3), question_without_query(4)]
    )
    run("formalize", path)
    result = run("review", path, stdin=b"x\na\nr\nnonsense\ns\nq\n")
    assert "expected a, e, r, s or q, got 'x'" in result.err
    assert "2 of 4 decided" in result.err
    assert (
        f"[1] {WAY}\n    0: North\n    1: South\n    read as: the compass direction" in result.out
    )
    assert '(by rules)\n    answered: 0 "North"' in result.out
    assert "    not read: words unexplained: zorgle, quumble\n" in result.out
    kept = entries(path)
    assert [entry["reviewed"] for entry in kept] == [True, True, False, False]
    assert (kept[1]["reason"], kept[1]["remark"]) == ("rejected", "nonsense")
    assert "0 of 2 decided" in run("review", path).err
    assert "1 of 1 decided" in run("review", path, "--id", "1", stdin=b"a\n").err


def editor_writing(folder: Path, *drafts: object) -> str:
    """Return an editor command that writes one draft after the other."""
    for number, draft in enumerate(drafts):
        text = draft if isinstance(draft, str) else json.dumps(draft)
        (folder / f"draft{number}").write_text(text, encoding="utf-8")
    script = folder / "editor.py"
    script.write_text(
        "import pathlib, sys\n"
        f"drafts = sorted(pathlib.Path({str(folder)!r}).glob('draft*'))\n"
        "pathlib.Path(sys.argv[1]).write_text(drafts[0].read_text())\n"
        "drafts[0].unlink()\n",
        encoding="utf-8",
    )
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


def test_invalid_edits_are_rejected_and_can_continue(
    run: Run, save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message locates the fault."""
    path = save([ODD])
    run("formalize", path)
    rated = {"kind": "fact", "fact": "rating", "place": "Stone Pier"}
    right = {"query": {"ask": "value", "figure": rated}, "conventions": {"recommend": "cannot"}}
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor_writing(tmp_path, {"query": {"ask": "all"}}, "{", right))
    result = run("review", path, "--by", "A. Author", stdin=b"e\ny\ny\na\n")
    assert "not usable: $.query: expected a query, got {'ask': 'all'}" in result.err
    assert "not usable: Expecting property name" in result.err
    assert "read as: the rating of Stone Pier (by A. Author)\n" in result.out
    assert "    by convention: recommend = cannot\n    unanswerable: no rating" in result.out
    (entry,) = entries(path)
    assert (entry["by"], entry["reviewed"], "reason" in entry) == ("A. Author", True, False)
    assert entry["conventions"] == {"recommend": "cannot"}


def test_edits_are_saved_but_not_reviewed(
    run: Run, save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The editor shows the question, its options and the reading."""
    path = save([ODD])
    run("formalize", path)
    seen = tmp_path / "seen.json"
    script = tmp_path / "copy.py"
    script.write_text(f"import shutil, sys\nshutil.copy(sys.argv[1], {str(seen)!r})\n")
    monkeypatch.setenv("VISUAL", f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}")
    run("review", path, stdin=b"e\nq\n")
    shown = json.loads(seen.read_text(encoding="utf-8"))
    assert (shown["question"], shown["options"]) == (ODD["question"], ODD["answer"]["options"])
    assert shown["sentence"] == "not read: words unexplained: zorgle, quumble"
    rated = {"kind": "fact", "fact": "rating", "place": "Stone Pier"}
    right = {**shown, "query": {"ask": "value", "figure": rated}}
    monkeypatch.setenv("VISUAL", editor_writing(tmp_path, right))
    run("review", path, stdin=b"e\nq\n")
    (entry,) = entries(path)
    assert (entry["query"]["figure"]["place"], entry["reviewed"]) == ("Stone Pier", False)


def test_abandoned_edits_change_nothing(
    run: Run, save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save([question_without_query(1)])
    run("formalize", path)
    before = entries(path)
    monkeypatch.setenv("VISUAL", editor_writing(tmp_path, "{"))
    run("review", path, stdin=b"e\nn\nq\n")
    monkeypatch.setenv("VISUAL", f"{shlex.quote(sys.executable)} -c pass")
    run("review", path, stdin=b"e\ns\n")
    assert entries(path) == before
    monkeypatch.setenv("VISUAL", "no-such-editor")
    result = run("review", path, stdin=b"e\n")
    assert result.code == 2
    assert "the editor 'no-such-editor' failed" in result.err


def test_question_without_an_entry_can_be_reviewed(run: Run, save: Save) -> None:
    """There is no query to accept; one entry may belong to two records."""
    path = save([ODD])
    save("", KEPT)
    result = run("review", path, stdin=b"a\nr\nno such fact\n")
    assert "not read: it has not been read yet" in result.out
    assert "there is no query to accept; e writes one, r records that there is none" in result.err
    assert entries(path)[0]["reviewed"]
    verified = run("verify", path, "--queries", str(Path(path).with_name(KEPT)), "-v")
    assert "no query is kept for the question (rejected: no such fact)" in verified.out
    same = {"question": WAY, "options": ["North", "South"], "label": "A"}
    twice = save([same, same], "twice.json")
    run("formalize", twice)
    assert "1 of 2 decided" in run("review", twice, stdin=b"r\n\n").err
    kept = Path(twice).with_name("twice.queries.jsonl")
    kept.write_text(kept.read_text(encoding="utf-8").splitlines()[1], encoding="utf-8")
    assert "1 of 2 decided" in run("review", twice, stdin=b"r\n\n").err
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 1


def test_review_by_keys_needs_standard_input(run: Run, save: Save) -> None:
    """A dataset on standard input can only be listed."""
    path = save([question_without_query(1)])
    run("formalize", path)
    kept = str(Path(path).with_name(KEPT))
    data = Path(path).read_bytes()
    assert (
        "standard input is needed for keys" in run("review", "-", "--queries", kept, stdin=data).err
    )
    assert run("review", "-", "--queries", kept, "--list", stdin=data).code == 1

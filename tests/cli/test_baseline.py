"""``geoeval verify`` with a baseline: accepts known findings and fails on new ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Save, question


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """Return the path of a baseline that does not exist yet."""
    return tmp_path / "known.jsonl"


def dirty_records() -> list[dict[str, object]]:
    """Return two wrong labels with one cause, a right label, and a record without a question."""
    bad = question(4)
    del bad["question"]
    asked = question(3, question="Which way is the pier from the mill?")
    return [
        question(1, correct=1),
        question(2, correct=1, question="The pier is where?"),
        asked,
        bad,
    ]


def test_baseline_accepts_known_findings_only(run: Run, save: Save, known: Path) -> None:
    """A new fault still fails."""
    path = save(dirty_records())
    first = run("verify", path, "--write-baseline", str(known), "--reason", "labels of 2023")
    assert first.code == 0
    assert first.err.startswith("geoeval: wrote 4 accepted findings to ")
    assert first.err.endswith(" (4 new, 0 no longer found)\n")
    assert first.out.splitlines()[0] == "baseline: 3 findings accepted (2 GEO302, 1 GEO103)"
    again = run("verify", path, "--baseline", str(known))
    assert (again.code, again.out, again.err) == (0, first.out, "")
    worse = save([*dirty_records(), question(5, correct=1)])
    result = run("verify", worse, "--baseline", str(known))
    assert result.code == 1
    assert result.out.count("GEO302 answer-contradicts-direction") == 1


def test_rewriting_keeps_reasons_and_drops_stale_entries(run: Run, save: Save, known: Path) -> None:
    """The new reason is used, and needed, for new findings only."""
    run("verify", save(dirty_records()), "--write-baseline", str(known), "--reason", "old")
    later = save([*dirty_records()[1:], question(5, correct=1)])
    assert (
        "stale: GEO302 [1] is accepted but no longer"
        in run("verify", later, "--baseline", str(known)).out
    )
    lost = run("verify", later, "--write-baseline", str(known))
    assert lost.code == 2
    assert "expected a reason for accepting new findings (1 of them), got none" in lost.err
    done = run("verify", later, "--write-baseline", str(known), "--reason", "new")
    assert done.err.endswith("(1 new, 1 no longer found)\n")
    entries = [json.loads(line) for line in known.read_text(encoding="utf-8").splitlines()]
    assert {entry["id"]: entry["reason"] for entry in entries} == {
        4: "old",
        2: "old",
        5: "new",
        None: "old",
    }
    before = known.read_bytes()
    assert run("verify", later, "--write-baseline", str(known)).code == 0
    assert known.read_bytes() == before


def test_selection_limits_what_is_accepted_and_stale(run: Run, save: Save, known: Path) -> None:
    """Findings that are not selected are neither accepted nor stale."""
    path = save(dirty_records())
    arguments = ("--write-baseline", str(known), "--reason", "x")
    assert run("verify", path, *arguments, "--select", "GEO1").code == 0
    assert run("verify", path, "--baseline", str(known)).code == 1
    assert run("verify", path, *arguments, "--select", "GEO3").code == 0
    result = run("verify", path, "--baseline", str(known), "--ignore", "GEO1")
    assert result.code == 0
    assert result.out.splitlines()[0] == "baseline: 2 findings accepted (2 GEO302)"
    assert "stale" not in result.out


def test_formats_show_accepted_and_stale_findings(run: Run, save: Save, known: Path) -> None:
    """No format lists an accepted finding among the open findings."""
    run("verify", save(dirty_records()), "--write-baseline", str(known), "--reason", "agreed upon")
    path = save(dirty_records()[1:])

    def shown(output: str) -> str:
        return run("verify", path, "--baseline", str(known), "--format", output).out

    assert "::notice title=geoeval::stale: GEO302 [1]" in shown("github")
    assert "::error" not in shown("github")
    assert "Baseline: 2 findings accepted" in shown("markdown")
    assert "- stale: GEO302" in shown("markdown")
    shape = json.loads(shown("json"))
    assert shape["summary"]["accepted"] == {"GEO103": 1, "GEO302": 1}
    assert shape["summary"]["findings"]["by_severity"] == {}
    assert shape["errors"][0]["accepted"] == "agreed upon"
    assert [each["id"] for each in shape["stale"]] == [1, None]
    lines = [json.loads(line) for line in shown("jsonl").splitlines()]
    assert [each["type"] for each in lines] == [
        "error",
        "item",
        "item",
        "stale",
        "stale",
        "summary",
    ]


def test_unreadable_dataset_makes_nothing_stale(run: Run, save: Save, known: Path) -> None:
    """Its unread part may still have the findings, so no baseline is written from it."""
    run("verify", save(dirty_records()), "--write-baseline", str(known), "--reason", "x")
    broken = save('[{"id": 1, "question": ')
    result = run("verify", broken, "--baseline", str(known))
    assert result.code == 2
    assert "stale" not in result.out
    before = known.read_bytes()
    rejected = run("verify", broken, "--write-baseline", str(known), "--reason", "x")
    assert rejected.code == 2
    assert "--write-baseline needs datasets that can be read in full" in rejected.err
    assert known.read_bytes() == before


def test_bad_baseline_exits_with_2(run: Run, save: Save, known: Path) -> None:
    """The message names the file and the line."""
    path = save(dirty_records())
    assert "cannot be read: No such file" in run("verify", path, "--baseline", str(known)).err
    known.write_text('{"code": "GEO301"}\n', encoding="utf-8")
    result = run("verify", path, "--baseline", str(known))
    assert (result.code, result.out) == (2, "")
    assert f"{known}:1: expected the reason for accepting" in result.err
    assert run("verify", path, "--write-baseline", str(known), "--reason", "x").code == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--baseline", "a", "--write-baseline", "b"), "expected --baseline or --write-baseline"),
        (("--reason", "x"), "--reason needs --write-baseline FILE"),
        (("--write-baseline", "set.json", "--reason", "x"), "would overwrite the input 'set.json'"),
        (
            ("--baseline", "known.jsonl", "-o", "known.jsonl"),
            "would overwrite the input 'known.jsonl'",
        ),
        (
            ("--write-baseline", "new.jsonl", "--reason", "x", "-o", "new.jsonl"),
            "expected a different file",
        ),
        (("--write-baseline", "no/new.jsonl", "--reason", "x"), "cannot be written: No such"),
    ],
)
def test_conflicting_options_exit_with_2(
    run: Run, save: Save, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    """Nothing is read or written."""
    path = Path(save(dirty_records()))
    monkeypatch.chdir(path.parent)
    Path("known.jsonl").touch()
    result = run("verify", "set.json", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_dataset_findings_are_counted_as_accepted(run: Run, save: Save, known: Path) -> None:
    """A finding that only sums up others is not counted."""
    path = save([question(1, correct=1), question(1, correct=1, id=2)])
    run("verify", path, "--write-baseline", str(known), "--reason", "old")
    assert '"GEO801"' in known.read_text(encoding="utf-8")
    result = run("verify", path, "--baseline", str(known), "--format", "json")
    summary = json.loads(result.out)["summary"]
    assert summary["accepted"] == {"GEO302": 2, "GEO801": 1}
    assert summary["findings"]["by_code"] == {}


def test_formats_agree_with_the_exit_code(run: Run, save: Save, known: Path) -> None:
    """A cause does not fail if all its findings are accepted, even without an entry of its own."""
    path = save(dirty_records())
    run("verify", path, "--write-baseline", str(known), "--reason", "old")
    lines = known.read_text(encoding="utf-8").splitlines()
    known.write_text("\n".join(line for line in lines if '"id": null' not in line))
    for form, failure in {"junit": "<failure", "github": "::error", "text": "GEO302 "}.items():
        result = run("verify", path, "--baseline", str(known), "--format", form)
        assert result.code == 0
        assert failure not in result.out.replace("(2 GEO302", "")

"""``geoeval verify`` with a baseline: adopting a dirty dataset, and keeping it from new faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, Save, question


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """Return the path of a baseline that is not there yet."""
    return tmp_path / "known.jsonl"


def dirty() -> list[dict[str, object]]:
    """Return two wrong labels of one cause, a right one, and a record without a question."""
    bad = question(4)
    del bad["question"]
    asked = question(3, question="Which way is the pier from the mill?")
    return [
        question(1, correct=1),
        question(2, correct=1, question="The pier is where?"),
        asked,
        bad,
    ]


def test_dirty_dataset_is_adopted(run: Run, save: Save, known: Path) -> None:
    """What is written is accepted at once and from then on; a new fault fails."""
    path = save(dirty())
    first = run("verify", path, "--write-baseline", str(known), "--reason", "labels of 2023")
    assert first.code == 0
    assert first.err.startswith("geoeval: wrote 4 accepted findings to ")
    assert first.err.endswith(" (4 new, 0 no longer found)\n")
    assert first.out.splitlines()[0] == "baseline: 3 findings accepted (2 GEO302, 1 GEO103)"
    again = run("verify", path, "--baseline", str(known))
    assert (again.code, again.out, again.err) == (0, first.out, "")
    worse = save([*dirty(), question(5, correct=1)])
    result = run("verify", worse, "--baseline", str(known))
    assert result.code == 1
    assert result.out.count("GEO302 answer-contradicts-direction") == 1


def test_writing_again_keeps_reasons_and_drops_what_is_gone(
    run: Run, save: Save, known: Path
) -> None:
    """Only new findings take the new reason; without any, none is needed."""
    run("verify", save(dirty()), "--write-baseline", str(known), "--reason", "old")
    later = save([*dirty()[1:], question(5, correct=1)])
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
    assert {one["id"]: one["reason"] for one in entries} == {
        4: "old",
        2: "old",
        5: "new",
        None: "old",
    }
    before = known.read_bytes()
    assert run("verify", later, "--write-baseline", str(known)).code == 0
    assert known.read_bytes() == before


def test_selection_and_baseline_work_together(run: Run, save: Save, known: Path) -> None:
    """Only selected findings are accepted anew; those that are not selected are not stale."""
    path = save(dirty())
    arguments = ("--write-baseline", str(known), "--reason", "x")
    assert run("verify", path, *arguments, "--select", "GEO1").code == 0
    assert run("verify", path, "--baseline", str(known)).code == 1
    assert run("verify", path, *arguments, "--select", "GEO3").code == 0
    result = run("verify", path, "--baseline", str(known), "--ignore", "GEO1")
    assert result.code == 0
    assert result.out.splitlines()[0] == "baseline: 2 findings accepted (2 GEO302)"
    assert "stale" not in result.out


def test_every_format_tells_what_is_accepted_and_stale(run: Run, save: Save, known: Path) -> None:
    """No format lists an accepted finding among those that are left to mend."""
    run("verify", save(dirty()), "--write-baseline", str(known), "--reason", "agreed upon")
    path = save(dirty()[1:])

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
    assert [one["id"] for one in shape["stale"]] == [1, None]
    lines = [json.loads(line) for line in shown("jsonl").splitlines()]
    assert [one["type"] for one in lines] == ["error", "item", "item", "stale", "stale", "summary"]


def test_unreadable_dataset_makes_nothing_stale(run: Run, save: Save, known: Path) -> None:
    """What could not be read may still hold the findings; no baseline is written from it."""
    run("verify", save(dirty()), "--write-baseline", str(known), "--reason", "x")
    broken = save('[{"id": 1, "question": ')
    result = run("verify", broken, "--baseline", str(known))
    assert result.code == 2
    assert "stale" not in result.out
    before = known.read_bytes()
    refused = run("verify", broken, "--write-baseline", str(known), "--reason", "x")
    assert refused.code == 2
    assert "--write-baseline needs datasets that can be read in full" in refused.err
    assert known.read_bytes() == before


def test_bad_baseline_gives_2(run: Run, save: Save, known: Path) -> None:
    """The file and the line are named; a file that is not there too."""
    path = save(dirty())
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
def test_options_that_clash_give_2(
    run: Run, save: Save, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    """Nothing is read or written before the options fit together."""
    path = Path(save(dirty()))
    monkeypatch.chdir(path.parent)
    Path("known.jsonl").touch()
    result = run("verify", "set.json", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_findings_about_the_whole_dataset_are_counted(run: Run, save: Save, known: Path) -> None:
    """One that counts by itself counts among the accepted ones too, a sum of others does not."""
    path = save([question(1, correct=1), question(1, correct=1, id=2)])
    run("verify", path, "--write-baseline", str(known), "--reason", "old")
    assert '"GEO801"' in known.read_text(encoding="utf-8")
    result = run("verify", path, "--baseline", str(known), "--format", "json")
    summary = json.loads(result.out)["summary"]
    assert summary["accepted"] == {"GEO302": 2, "GEO801": 1}
    assert summary["findings"]["by_code"] == {}


def test_formats_agree_with_the_exit_code(run: Run, save: Save, known: Path) -> None:
    """A cause whose findings are all accepted fails nowhere, though it has no line of its own."""
    path = save(dirty())
    run("verify", path, "--write-baseline", str(known), "--reason", "old")
    lines = known.read_text(encoding="utf-8").splitlines()
    known.write_text("\n".join(line for line in lines if '"id": null' not in line))
    for form, failure in {"junit": "<failure", "github": "::error", "text": "GEO302 "}.items():
        result = run("verify", path, "--baseline", str(known), "--format", form)
        assert result.code == 0
        assert failure not in result.out.replace("(2 GEO302", "")

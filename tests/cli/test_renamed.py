"""Commands under their old names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, Save, question

OLD = {
    "audit {}": "verify {} --format html --fail-on never",
    "audit {} --format=md --title Old": "verify {} --format audit-md --title Old",
    "rules": "rule",
    "rules --format json": "rule --format json",
    "fetch nothing": "datasets nothing",
    "stats {} --no-places": "results stats {} --no-places",
    "export {} -o tasks": "evaluate export {} -o tasks",
}


@pytest.mark.parametrize("old", OLD)
def test_old_command_equals_the_new_command(
    run: Run, save: Save, old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It prints a note and is hidden from the help."""
    monkeypatch.chdir(tmp_path)
    path = save([question(1)])
    before, now = (run(*line.format(path).split()) for line in (old, OLD[old]))
    note, _, rest = before.err.partition("\n")
    assert (before.code, before.out, rest) == (now.code, now.out, now.err)
    name = old.split(maxsplit=1)[0]
    assert note.startswith(f"geoeval: geoeval {name} is now geoeval {OLD[old].split()[0]}")
    assert f"\n  {name} " not in run("--help").out


def test_download_options_need_a_name(run: Run) -> None:
    done = run("datasets", "--force")
    assert (done.code, "need NAME, the dataset to download" in done.err) == (2, True)

"""Project settings: defaults of options from ``[tool.geoeval]``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.cli.main import main
from geoeval.cli.settings import settings_of
from geoeval.errors import UsageError

FACTS = {
    "places": [
        {"name": "Old Mill", "location": [60.2, 24.9]},
        {"name": "Fig Hall", "location": [60.1, 24.9]},
    ]
}
RECORD = {"ask": "Which way is Fig Hall from Old Mill?", "a": "North", "b": "South", "world": FACTS}
COLUMNS = 'columns = {question = "ask", options = ["a", "b"]}'


def write_settings(folder: Path, *lines: str) -> Path:
    """Write the settings of a project and return its folder."""
    text = "\n".join(("[tool.geoeval]", *lines))
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    return folder


def test_settings_are_defaults_of_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They apply in subfolders, and an option on the command line overrides them."""
    write_settings(tmp_path, COLUMNS, 'labels = "from-1"', 'ignore = "GEO3"')
    below = tmp_path / "sets"
    below.mkdir()
    (below / "set.json").write_text(json.dumps([{**RECORD, "answer": 1}]), encoding="utf-8")
    monkeypatch.chdir(below)
    assert main(["verify", "set.json"]) == 0
    assert "1 question: 0 supported, 1 contradicted" in capsys.readouterr().out
    assert main(["verify", "set.json", "--ignore", "GEO4"]) == 1
    assert main(["verify", "set.json", "--labels", "from-0"]) == 0
    assert "1 question: 1 supported" in capsys.readouterr().out.splitlines()[-1]


def test_file_settings_are_relative_to_the_project(tmp_path: Path) -> None:
    """The name of a set of queries that geoeval ships stays a name."""
    (tmp_path / "ours.jsonl").touch()
    folder = write_settings(tmp_path, 'baseline = "known.jsonl"', 'queries = "ours.jsonl"')
    assert settings_of(folder) == {
        "baseline": str(tmp_path / "known.jsonl"),
        "queries": str(tmp_path / "ours.jsonl"),
    }
    assert settings_of(write_settings(tmp_path, 'queries = "mapeval"')) == {"queries": "mapeval"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('labls = "from-1"', "unknown setting 'labls' in [tool.geoeval]"),
        ("baseline = 3", "baseline in [tool.geoeval] has the invalid value 3"),
        ("select = [3]", "select in [tool.geoeval] has the invalid value [3]"),
        ("min-coverage = true", "min-coverage in [tool.geoeval] has the invalid value True"),
    ],
)
def test_wrong_setting_is_rejected(tmp_path: Path, line: str, message: str) -> None:
    """The message has the file, the setting and its value."""
    with pytest.raises(UsageError) as caught:
        settings_of(write_settings(tmp_path, line))
    assert str(tmp_path) in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize("share", [0, 1, 0.5])
def test_share_may_be_an_integer(tmp_path: Path, share: float) -> None:
    assert settings_of(write_settings(tmp_path, f"min-coverage = {share}")) == {
        "min_coverage": str(share)
    }


@pytest.mark.parametrize("text", ["[tool.other]", "[tool", "tool = 3", "[tool]\ngeoeval = 3"])
def test_files_without_settings_are_ignored(tmp_path: Path, text: str) -> None:
    """A project without the table, or with a broken file, sets nothing."""
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    assert settings_of(tmp_path) == {}


def test_columns_of_a_project_apply_wherever_records_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only where no record is read, they do not matter: in a context, a table or a map."""
    columns = 'columns = {question = "ask", options = ["a", "b"], context = "facts"}'
    monkeypatch.chdir(write_settings(tmp_path, columns))
    facts = "Information of <b>Old Mill</b>:\n- Location: 1 Quay (52.0, 4.0).\n"
    record = {"ask": "Where is it?", "a": "North", "b": "South", "facts": facts}
    Path("set.json").write_text(json.dumps([record]), encoding="utf-8")
    Path("town.txt").write_text(facts, encoding="utf-8")
    Path("places.geojson").write_text(
        json.dumps(
            {
                "type": "FeatureCollection",
                "features": [
                    {
                        "type": "Feature",
                        "properties": {"name": "Old Mill", "category": "mill"},
                        "geometry": {"type": "Point", "coordinates": [4.0, 52.0]},
                    }
                ],
            }
        ),
        encoding="utf-8",
    )
    for command in (
        ("world", "read", "set.json", "--id", "1"),
        ("world", "read", "town.txt", "--id", "1"),
        ("call", "map_contents", "{}", "--world", "set.json"),
    ):
        assert main(command) == 0
        assert "Old Mill" in capsys.readouterr().out
    assert main(["world", "build", "set.json", "-o", "set.world"]) == 0
    assert main(["world", "build", "places.geojson", "-o", "places.world"]) == 0


def test_format_of_a_project_is_no_file_of_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--dataset`` of score is a file, and that of verify a format."""
    monkeypatch.chdir(write_settings(tmp_path, 'dataset = "mcq"'))
    Path("replies.csv").write_text("id,response\n1,2\n", encoding="utf-8")
    assert main(["score", "replies.csv"]) == 2
    assert "missing option '--dataset'" in capsys.readouterr().err

"""Listing and downloading published datasets on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from geoeval.datasets.fetch import list_published
from geoeval.datasets.formats import FORMATS
from tests.cli.conftest import Run, question
from tests.datasets.server import Served, serving


@pytest.fixture
def served() -> Iterator[Served]:
    """Serve a dataset with one question."""
    with serving(json.dumps([question(1)]).encode()) as server:
        yield server


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Keep downloads out of the user's cache."""
    monkeypatch.setenv("GEOEVAL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_downloaded_dataset_can_be_verified(run: Run, served: Served, cache: Path) -> None:
    """Standard output has only the path."""
    result = run("datasets", "mapeval-textual", "--url", served.url)
    path = cache / "mapeval-textual" / "dataset.json"
    assert (result.code, result.out) == (0, f"{path}\n")
    assert "1 of 1 files downloaded" in result.err
    assert run("verify", result.out.strip()).code == 0
    again = run("datasets", "mapeval-textual", "--url", served.url)
    assert "0 of 1 files downloaded" in again.err
    assert len(served.requests) == 1


def test_download_to_a_folder_reports_files_as_json(
    run: Run, served: Served, tmp_path: Path
) -> None:
    folder = tmp_path / "here"
    result = run(
        "datasets", "mapeval-api", "-o", str(folder), "--url", served.url, "--format", "json"
    )
    shape = result.shape
    assert (shape["name"], shape["path"]) == ("mapeval-api", str(folder / "dataset.json"))
    (file,) = json.loads(result.out)["files"]
    assert (file["url"], file["fresh"]) == (served.url, True)
    assert len(file["sha256"]) == 64


def test_changed_file_exits_with_2_until_accepted(run: Run, served: Served) -> None:
    assert run("datasets", "mapeval-textual", "--url", served.url).code == 0
    served.body = b"[]"
    result = run("datasets", "mapeval-textual", "--url", served.url, "--force")
    assert (result.code, result.out) == (2, "")
    assert "expected SHA-256" in result.err
    assert "--repin accepts it" in result.err
    assert run("datasets", "mapeval-textual", "--url", served.url, "--repin").code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["mapeval"], "did you mean mapeval-"),
        (["mapqa-illinois"], "give one with --url"),
        (["mapeval-api", "--url", "file:///etc/passwd"], "begins with https:// or http://"),
        (["mapeval-api", "--timeout", "0"], "expected a time above 0"),
        (["mapeval-api", "--timeout", "soon"], "got 'soon'"),
    ],
)
def test_wrong_usage_exits_with_2(run: Run, arguments: list[str], words: str) -> None:
    """Nothing is downloaded."""
    result = run("datasets", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_missing_file_exits_with_2(run: Run, served: Served) -> None:
    served.faults = ["404"]
    result = run("datasets", "mapeval-textual", "--url", served.url)
    assert result.code == 2
    assert "answers with status 404" in result.err


def test_catalogue_lists_formats_and_datasets(run: Run, served: Served) -> None:
    """It shows where a dataset was downloaded to."""
    before = run("datasets").out
    assert all(f"  {name} " in before for name in FORMATS)
    assert all(f"  {entry.name}  {entry.title}" in before for entry in list_published())
    assert before.count("    not fetched\n") == len(list_published())
    path = run("datasets", "mapeval-textual", "--url", served.url).out.strip()
    assert f"    fetched: {path}\n" in run("datasets").out
    shape = json.loads(run("datasets", "--format", "json").out)
    assert [each["name"] for each in shape["formats"]] == list(FORMATS)
    fetched = {each["name"]: each["fetched"] for each in shape["datasets"]}
    assert fetched.pop("mapeval-textual") == path
    assert set(fetched.values()) == {None}

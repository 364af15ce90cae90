"""Fetching datasets: checksums, existing files, and several files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from geoeval.datasets.download import Patience
from geoeval.datasets.fetch import (
    LOCK_NAME,
    Fetched,
    Pin,
    Published,
    cache_folder,
    dataset_path,
    default_folder,
    fetch_files,
    file_sha256,
    find_published,
    is_fetched,
    read_pins,
)
from geoeval.errors import ChecksumError, FetchError
from tests.datasets.server import Served, serving

BODY = b'[{"id": 1}]'
ONE = find_published("mapeval-textual")
PATIENCE = Patience(tries=2, sleep=lambda _seconds: None)


@pytest.fixture
def served() -> Iterator[Served]:
    """Return a server of one small file."""
    with serving(BODY) as server:
        yield server


def get(served: Served, folder: Path, **options: bool) -> tuple[Fetched, ...]:
    """Fetch a dataset of one file from the server."""
    return fetch_files(ONE, folder, url=served.url, patience=PATIENCE, **options)


def test_first_downloads_are_pinned(served: Served, tmp_path: Path) -> None:
    """A lock file next to the dataset has checksum, address and size."""
    folder = tmp_path / "new" / "folder"
    (found,) = get(served, folder)
    sha256 = hashlib.sha256(BODY).hexdigest()
    assert found.fresh
    assert found.path.read_bytes() == BODY
    assert found.pin == Pin(url=served.url, size=len(BODY), sha256=sha256)
    assert read_pins(folder) == {"dataset.json": found.pin}
    assert sorted(path.name for path in folder.iterdir()) == ["dataset.json", LOCK_NAME]
    assert is_fetched(ONE, folder)


def test_empty_files_are_rejected(tmp_path: Path) -> None:
    """They get neither a name nor a pin."""
    with serving(b"") as server, pytest.raises(FetchError, match=r"expected a file .*no bytes"):
        get(server, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_existing_files_are_checked_and_kept(served: Served, tmp_path: Path) -> None:
    """Nothing is requested from the server."""
    get(served, tmp_path)
    (found,) = get(served, tmp_path)
    assert not found.fresh
    assert len(served.requests) == 1


def test_changed_files_are_reported(served: Served, tmp_path: Path) -> None:
    """The message has both checksums and the option to use."""
    (found,) = get(served, tmp_path)
    found.path.write_bytes(b"[]")
    other = hashlib.sha256(b"[]").hexdigest()
    with pytest.raises(ChecksumError, match=f"{found.pin.sha256}.*{other}; --force fetches"):
        get(served, tmp_path)
    get(served, tmp_path, force=True)
    assert found.path.read_bytes() == BODY


def test_unrelated_files_are_not_overwritten(served: Served, tmp_path: Path) -> None:
    """An option permits it."""
    (tmp_path / "dataset.json").write_bytes(b"mine")
    with pytest.raises(FetchError, match=r"exists already and was not fetched; .*--force"):
        get(served, tmp_path)
    assert (tmp_path / "dataset.json").read_bytes() == b"mine"
    get(served, tmp_path, force=True)
    assert (tmp_path / "dataset.json").read_bytes() == BODY


def test_changed_downloads_are_rejected(served: Served, tmp_path: Path) -> None:
    """The existing file stays, and the new one is accepted only on request."""
    (old,) = get(served, tmp_path)
    served.body = b"[]"
    other = hashlib.sha256(b"[]").hexdigest()
    with pytest.raises(ChecksumError, match=f"{old.pin.sha256}.*{other}; --repin accepts it"):
        get(served, tmp_path, force=True)
    assert old.path.read_bytes() == BODY
    assert not list(tmp_path.glob("*.part*"))
    (new,) = get(served, tmp_path, repin=True)
    assert (new.pin.sha256, new.path.read_bytes()) == (other, b"[]")
    assert read_pins(tmp_path)["dataset.json"] == new.pin


def test_pins_outlive_their_file(served: Served, tmp_path: Path) -> None:
    """A repository may contain the lock file only."""
    (old,) = get(served, tmp_path)
    old.path.unlink()
    assert not is_fetched(ONE, tmp_path)
    served.body = b"[]"
    with pytest.raises(ChecksumError, match="has changed"):
        get(served, tmp_path)
    assert not old.path.exists()


def test_several_files_are_fetched_in_turn(served: Served, tmp_path: Path) -> None:
    """Files before a fault are kept and not requested again."""
    entry = Published(
        name="two",
        title="Two",
        about="two files",
        format="mcq",
        homepage="https://example.org",
        files=("a.csv", "b.json"),
    )
    served.faults = ["", "404"]
    base = served.url.removesuffix("set.json")
    with pytest.raises(FetchError, match=r"b\.json answers with status 404"):
        fetch_files(entry, tmp_path, url=base, patience=PATIENCE)
    assert not is_fetched(entry, tmp_path)
    files = fetch_files(entry, tmp_path, url=base, patience=PATIENCE)
    assert [file.fresh for file in files] == [False, True]
    assert served.paths == ["/a.csv", "/b.json", "/b.json"]
    assert dataset_path(entry, tmp_path) == tmp_path
    assert dataset_path(ONE, tmp_path) == tmp_path / "dataset.json"


@pytest.mark.parametrize("text", ["{", "[]", '{"files": {"a": {"x": 1}}}', '{"files": 7}', "{}"])
def test_unreadable_lock_files_are_reported(served: Served, tmp_path: Path, text: str) -> None:
    """They are neither ignored nor overwritten."""
    lock = tmp_path / LOCK_NAME
    lock.write_text(text, encoding="utf-8")
    with pytest.raises(FetchError, match=r"cannot be read .*; correct it, or delete it"):
        get(served, tmp_path)
    assert lock.read_text(encoding="utf-8") == text
    assert not is_fetched(ONE, tmp_path)


def test_unusable_folders_are_reported(served: Served, tmp_path: Path) -> None:
    """A file may have the name of the folder."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FetchError, match="file cannot be used: File exists"):
        get(served, tmp_path / "file")
    (tmp_path / "dataset.json").mkdir()
    (tmp_path / LOCK_NAME).write_text(
        json.dumps({"files": {"dataset.json": {"url": "", "size": 0, "sha256": ""}}}),
        encoding="utf-8",
    )
    with pytest.raises(FetchError, match="cannot be used: Is a directory"):
        get(served, tmp_path)


def test_the_cache_follows_the_environment_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without the variable it is the cache folder of the system."""
    monkeypatch.setenv("GEOEVAL_CACHE", str(tmp_path))
    assert default_folder(ONE) == tmp_path / "mapeval-textual"
    monkeypatch.delenv("GEOEVAL_CACHE")
    assert cache_folder().name in {"geoeval", "Cache"}


def test_large_files_have_a_checksum(tmp_path: Path) -> None:
    """They are read in blocks."""
    path = tmp_path / "large"
    path.write_bytes(b"x" * 3_000_000)
    assert file_sha256(path) == hashlib.sha256(b"x" * 3_000_000).hexdigest()

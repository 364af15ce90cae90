"""Map files on disk: atomic writing, concurrent readers, damage and other versions."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from geoeval.errors import MapFileError, UnknownPlaceError
from geoeval.world.model import Place, World
from geoeval.world.service import MapPlace
from geoeval.world.store import schema
from geoeval.world.store.checking import check_map
from geoeval.world.store.reading import MapFile
from geoeval.world.store.writing import MapWriter, new_map


def place(number: int) -> MapPlace:
    """Return a numbered place."""
    spot = (number / 1000, number / 1000)
    return MapPlace(place=Place(name=f"Place {number}", id=f"p{number}", location=spot), source="s")


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    """Return the path of a small map file."""
    path = tmp_path / "inn.world"
    World(places=(Place(name="Inn"),)).save(path)
    return path


def test_a_failed_build_leaves_the_earlier_file(inn: Path) -> None:
    """No partial file remains."""
    before = inn.read_bytes()

    def fail() -> None:
        with new_map(inn) as writer:
            writer.add_place(place(1))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert inn.read_bytes() == before
    assert [each.name for each in inn.parent.iterdir()] == ["inn.world"]


CRASH = """
import os, signal, sys
from pathlib import Path
from tests.world.store.test_files import place
from geoeval.world.store.writing import MapWriter
writer = MapWriter.open(Path(sys.argv[1]))
for number in range(20):
    writer.add_place(place(number))
    writer.mark_answered(f"request {number}")
writer.add_place(place(99))
print("ready", flush=True)
signal.pause()
"""


def test_a_killed_writer_loses_no_committed_request(tmp_path: Path) -> None:
    """Nothing uncommitted remains either."""
    path = tmp_path / "killed.world"
    with subprocess.Popen(
        [sys.executable, "-c", CRASH, str(path)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"ready"
        os.kill(process.pid, signal.SIGKILL)
    with MapFile(path) as file:
        assert [each.place.id for each in file.places()] == [f"p{n}" for n in range(20)]
    with MapWriter.open(path) as writer:
        assert writer.is_answered("request 19")
        assert not writer.is_answered("request 20")
    assert not check_map(path).damaged


def test_threads_can_read_during_writing(tmp_path: Path) -> None:
    """Each reader sees what was committed."""
    path = tmp_path / "busy.world"
    with MapWriter.open(path) as writer:
        writer.add_place(place(0))
        writer.commit()
        file = MapFile(path)
        faults: list[Exception] = []
        done = threading.Event()

        def read() -> None:
            try:
                while not done.is_set():
                    assert file.details("p0").place.name == "Place 0"
                    assert file.search("Place")
            except Exception as error:  # noqa: BLE001 - checked below
                faults.append(error)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for number in range(1, 40):
            writer.add_place(place(number))
            writer.commit()
        done.set()
        for thread in threads:
            thread.join()
        assert faults == []
        assert len(list(file.places())) == 40
        file.close()


def test_a_second_writer_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.world"
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **{**k, "timeout": 0.1}))
    with MapWriter.open(path) as writer:
        writer.add_place(place(1))
        with pytest.raises(MapFileError, match="being written by another process"):
            MapWriter.open(path)


def scramble(path: Path) -> None:
    """Overwrite the middle of a file."""
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle - 6000 : middle + 6000] = b"\xff" * 12000
    path.write_bytes(content)


def cut(path: Path) -> None:
    """Cut a file in half."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def read_whole(path: Path) -> None:
    """Read all places of a map file."""
    with MapFile(path) as file:
        assert len(list(file.places())) == 500


@pytest.mark.parametrize("damage", [scramble, cut])
def test_damage_is_reported(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    """The check reports it, and reading raises an error of ours."""
    path = tmp_path / "hurt.world"
    with new_map(path) as writer:
        for number in range(500):
            writer.add_place(place(number))
    damage(path)
    checked = check_map(path)
    assert checked.damaged
    assert checked.as_text()[0].endswith("damaged")
    with pytest.raises(MapFileError, match="is damaged"):
        read_whole(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "another SQLite database"),
        (b"no database, but long enough to be looked at by anybody" * 20, "another kind of file"),
        (None, "does not exist"),
    ],
)
def test_other_files_are_rejected(tmp_path: Path, content: bytes | None, words: str) -> None:
    """The error gives the path and the reason."""
    path = tmp_path / "other.world"
    if content is not None:
        path.write_bytes(content)
    for opened in (MapFile, check_map):
        with pytest.raises(MapFileError, match=words) as error:
            opened(path)
        assert "other.world" in str(error.value)


def test_another_database_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE t (a)")
    with pytest.raises(MapFileError, match="another SQLite database"):
        MapWriter.open(path)


def test_newer_versions_are_rejected(inn: Path) -> None:
    with closing(sqlite3.connect(inn)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(MapFileError, match="version 99, newer than"):
        MapFile(inn)


def test_older_versions_are_migrated_on_writing(inn: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading alone rejects them."""
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, "CREATE TABLE extra (a);"))
    with pytest.raises(MapFileError, match="version 4, older than version 5"):
        MapFile(inn)
    with MapWriter.open(inn) as writer:
        writer.add_place(place(1))
    with MapFile(inn) as file:
        assert file.details("p1").place.name == "Place 1"


def test_migration_indexes_names(inn: Path) -> None:
    """A file of version 1 has no index of letters."""
    with closing(sqlite3.connect(inn)) as connection, connection:
        connection.executescript(
            "DROP TABLE access; DROP TABLE place_letters; DROP TABLE shape;PRAGMA user_version = 1;"
        )
    MapWriter.open(inn).close()
    with MapFile(inn) as file:
        assert [each.place.name for each in file.search("nn")] == ["Inn"]


def test_an_old_sqlite_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error gives the version that maps need."""
    older = tuple(step.replace("trigram", "no_such") for step in schema.MIGRATIONS)
    monkeypatch.setattr(schema, "MIGRATIONS", older)
    with pytest.raises(MapFileError, match=r"SQLite 3\.34 or newer, but this Python has 3\."):
        MapWriter.open(tmp_path / "new.world")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_read_only_folder_is_rejected(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(MapFileError, match="cannot be opened or written"):
        World().save(tmp_path / "inn.world")


def test_a_read_only_file_can_be_read(inn: Path) -> None:
    """A finished map needs no log next to it."""
    inn.chmod(0o400)
    inn.parent.chmod(0o500)
    try:
        with MapFile(inn) as file:
            assert len(list(file.places())) == 1
    finally:
        inn.parent.chmod(0o700)


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The earlier file stays unchanged."""
    path = tmp_path / "full.world"
    World(places=(Place(name="Inn"),)).save(path)
    made = schema.create_tables

    def small(target: Path) -> sqlite3.Connection:
        connection = made(target)
        connection.execute("PRAGMA max_page_count = 60")
        return connection

    monkeypatch.setattr("geoeval.world.store.writing.create_tables", small)
    before = path.read_bytes()

    def fill() -> None:
        with new_map(path) as writer:
            for number in range(5000):
                writer.add_place(place(number))

    with pytest.raises(MapFileError, match="the disk is full"):
        fill()
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["full.world"]


def test_an_unknown_id_is_quoted(inn: Path) -> None:
    with MapFile(inn) as file, pytest.raises(UnknownPlaceError, match="'nobody'"):
        file.details("nobody")


def test_a_map_needs_an_existing_folder(tmp_path: Path) -> None:
    """The message names the map file, not the file written before it."""
    path = tmp_path / "none" / "inn.world"
    with (
        pytest.raises(MapFileError, match=r"folder of '.*inn\.world' does not exist"),
        new_map(path),
    ):
        pass

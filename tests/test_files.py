"""Files are written completely or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from geoeval.files import write_file

POSIX = pytest.mark.skipif(os.name != "posix", reason="links, modes and pipes are those of POSIX")
BIG = b"x" * (1 << 20)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with some content."""
    path = tmp_path / "report.txt"
    path.write_bytes(b"earlier")
    return path


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a file system of half a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    command = [mount or "", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(folder)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no right to mount a small file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_file_is_written_and_replaced(file: Path) -> None:
    """No other file remains."""
    write_file(file, b"later")
    write_file(str(file.with_name("new.txt")), b"first")
    assert file.read_bytes() == b"later"
    assert sorted(path.name for path in file.parent.iterdir()) == ["new.txt", "report.txt"]


def test_a_full_disk_keeps_the_previous_file(small_disk: Path) -> None:
    """The partial draft is removed, and a file that fits can be written."""
    file = small_disk / "report.txt"
    write_file(file, b"earlier")
    with pytest.raises(OSError, match="No space left on device"):
        write_file(file, BIG)
    assert [path.read_bytes() for path in small_disk.iterdir()] == [b"earlier"]
    write_file(file, b"later")
    assert file.read_bytes() == b"later"


def test_a_late_disk_full_error_keeps_the_previous_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some file systems report it only on fsync."""

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        write_file(file, b"later")
    assert [path.read_bytes() for path in file.parent.iterdir()] == [b"earlier"]


def test_an_interruption_keeps_the_previous_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C on a slow disk removes the draft too."""

    def interrupted(_file: int) -> None:
        message = "Ctrl-C"
        raise KeyboardInterrupt(message)

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt, match="Ctrl-C"):
        write_file(file, b"later")
    assert [path.read_bytes() for path in file.parent.iterdir()] == [b"earlier"]


@POSIX
def test_a_killed_process_keeps_the_previous_file(file: Path) -> None:
    """Kill -9 hits when half of the content is written."""
    program = (
        "import os, signal\n"
        "from geoeval import files\n"
        "os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"files.write_file({str(file)!r}, b'later')\n"
    )
    found = subprocess.run([sys.executable, "-c", program], check=False)
    assert found.returncode == -signal.SIGKILL
    assert file.read_bytes() == b"earlier"


def test_concurrent_writes_do_not_mix(file: Path) -> None:
    """The file has the content of a single process."""
    contents = [bytes([65 + number]) * (1 << 18) for number in range(4)]
    threads = [threading.Thread(target=write_file, args=(file, each)) for each in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert file.read_bytes() in contents
    assert list(file.parent.iterdir()) == [file]


@POSIX
def test_permissions_are_kept(file: Path) -> None:
    """A new file has the default permissions of the process."""
    file.chmod(0o640)
    write_file(file, b"later")
    other = file.with_name("new.txt")
    before = os.umask(0o027)
    try:
        write_file(other, b"first")
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (file, other)] == [0o640, 0o640]


@POSIX
def test_links_are_followed(file: Path, tmp_path: Path) -> None:
    """The target of a link need not exist yet."""
    assert file.parent == tmp_path
    folder = tmp_path / "links"
    folder.mkdir()
    for name in ("report.txt", "new.txt"):
        link = folder / name
        link.symlink_to(Path("..") / name)
        write_file(link, b"later")
        assert link.is_symlink()
        assert (tmp_path / name).read_bytes() == b"later"


@POSIX
def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    """Its reader receives the content, and it stays a pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_file(pipe, b"content")
    reader.join()
    assert (received, pipe.is_fifo()) == ([b"content"], True)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no /dev/stdout here")
def test_standard_output_is_written_directly(tmp_path: Path) -> None:
    """Other processes may share it, so the file is not replaced, even through a link."""
    link = tmp_path / "link"
    link.symlink_to("/dev/stdout")
    for name in ("/dev/stdout", str(link)):
        path = tmp_path / "output.txt"
        with path.open("wb") as output:
            program = f"from geoeval.files import write_file; write_file({name!r}, b'content')"
            subprocess.run([sys.executable, "-c", program], stdout=output, check=True)
            assert os.fstat(output.fileno()).st_ino == path.stat().st_ino
        assert path.read_bytes() == b"content"


@POSIX
def test_a_file_that_cannot_be_replaced_is_written_directly(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bind mount is an example; a new file there fails as usual."""

    def busy(_draft: Path, _target: Path) -> None:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    monkeypatch.setattr(Path, "replace", busy)
    before = file.stat().st_ino
    write_file(file, b"later")
    assert (file.read_bytes(), file.stat().st_ino) == (b"later", before)
    with pytest.raises(OSError, match="Device or resource busy"):
        write_file(file.with_name("new.txt"), b"first")
    assert list(file.parent.iterdir()) == [file]


@POSIX
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_not_replaced(file: Path) -> None:
    """The folder would allow it."""
    file.chmod(0o400)
    with pytest.raises(PermissionError, match="Permission denied"):
        write_file(file, b"later")
    assert file.read_bytes() == b"earlier"


@pytest.mark.parametrize("path", ["", "new/", "no/new.txt"])
def test_an_impossible_path_is_reported(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is empty or a folder, or the folder is missing; nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError, match=r"No such file or directory|Is a directory"):
        write_file(path, b"content")
    assert list(tmp_path.iterdir()) == []

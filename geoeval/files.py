"""Atomic writing of files: all of the content or nothing."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

SQLITE_START = b"SQLite format 3\x00"
"""The first bytes of an SQLite database, such as a map file."""

_REPLACING_FAILED = frozenset({errno.EACCES, errno.EPERM, errno.EBUSY})
"""Errors of folders without write permission, files of other users and mounted files."""


def write_file(path: str | Path, content: bytes) -> None:
    """Write a file; an existing file stays unchanged until, and unless, all of it is written."""
    if _must_write_directly(path):
        _write_directly(path, content)
        return
    target = Path(os.path.realpath(path))
    try:
        with write_draft(target) as file:
            file.write(content)
    except OSError as error:
        if error.errno not in _REPLACING_FAILED or not target.exists():
            raise
        _write_directly(target, content)


@contextmanager
def write_draft(path: str | Path) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces ``path`` once its content is on the disk."""
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".geoeval-{secrets.token_hex(8)}.tmp")
    try:
        with draft.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        replace_file(draft, target)
    finally:
        with suppress(OSError):
            draft.unlink()


def replace_file(draft: Path, target: Path) -> None:
    """Move a file over another, keeping the owner and permissions of the replaced file."""
    target = Path(os.path.realpath(target))
    with suppress(FileNotFoundError):
        earlier = target.stat()
        os.close(os.open(target, os.O_WRONLY))  # do not replace a read-only file
        if hasattr(os, "chown"):
            with suppress(PermissionError):  # only the superuser can change owners
                os.chown(draft, earlier.st_uid, earlier.st_gid)
        draft.chmod(stat.S_IMODE(earlier.st_mode))
    draft.replace(target)


def _must_write_directly(path: str | Path) -> bool:
    """Return whether a path cannot be replaced: a stream, or not a regular file."""
    try:
        kind = os.stat(path).st_mode  # noqa: PTH116 - any path
    except FileNotFoundError:
        return not os.path.basename(path)  # noqa: PTH119 - without a name, opening it fails
    return not stat.S_ISREG(kind) or _is_stream(os.fspath(path))


def _is_stream(path: str) -> bool:
    """Return whether a link leads to an open file of a process, as ``/dev/stdout`` does."""
    while os.path.islink(path):  # noqa: PTH114 - any path
        folder = os.path.realpath(os.path.dirname(path))  # noqa: PTH120 - any path
        if folder.startswith("/proc/"):
            return True
        path = os.path.join(folder, os.readlink(path))  # noqa: PTH115, PTH118 - any path
    return False


def _write_directly(path: str | Path, content: bytes) -> None:
    with open(path, "wb") as file:  # noqa: PTH123 - any path
        file.write(content)

"""Writing files: whole, or as if nothing had been written."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_NO_EXCHANGE = frozenset({errno.EACCES, errno.EPERM, errno.EBUSY})
"""A folder that takes no new files, a file of others in it, a single file that is mounted."""


def write_file(path: str | Path, content: bytes) -> None:
    """Write a file whole: until it is, and if that fails, an earlier one stays as it was."""
    if _is_direct(path):
        _write_directly(path, content)
        return
    target = Path(os.path.realpath(path))
    try:
        with write_draft(target) as file:
            file.write(content)
    except OSError as error:
        if error.errno not in _NO_EXCHANGE or not target.exists():
            raise
        _write_directly(target, content)


@contextmanager
def write_draft(path: str | Path) -> Iterator[BinaryIO]:
    """Give a file to write, which takes the place of another when all of it is on the disk."""
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
    """Put a whole file in the place of another, with the permissions of that one."""
    target = Path(os.path.realpath(target))
    with suppress(FileNotFoundError):
        earlier = target.stat()
        os.close(os.open(target, os.O_WRONLY))  # what may not be written is not replaced either
        if hasattr(os, "chown"):
            with suppress(PermissionError):  # only the superuser gives files away
                os.chown(draft, earlier.st_uid, earlier.st_gid)
        draft.chmod(stat.S_IMODE(earlier.st_mode))
    draft.replace(target)


def _is_direct(path: str | Path) -> bool:
    """Return whether a path leads to what cannot be replaced: no regular file, or a stream."""
    try:
        kind = os.stat(path).st_mode  # noqa: PTH116 - any path
    except FileNotFoundError:
        return not os.path.basename(path)  # noqa: PTH119 - a path without a name: opening says so
    return not stat.S_ISREG(kind) or _is_stream(os.fspath(path))


def _is_stream(path: str) -> bool:
    """Return whether a link leads over the open files of a process, as ``/dev/stdout`` does."""
    while os.path.islink(path):  # noqa: PTH114 - any path
        folder = os.path.realpath(os.path.dirname(path))  # noqa: PTH120 - any path
        if folder.startswith("/proc/"):
            return True
        path = os.path.join(folder, os.readlink(path))  # noqa: PTH115, PTH118 - any path
    return False


def _write_directly(path: str | Path, content: bytes) -> None:
    with open(path, "wb") as file:  # noqa: PTH123 - any path
        file.write(content)

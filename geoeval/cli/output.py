"""Where lines go: a file or standard output, in UTF-8, whether or not anyone reads to the end."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import TextIOWrapper
from itertools import combinations
from typing import TextIO

from geoeval.errors import UsageError, quote
from geoeval.files import write_file
from geoeval.reporting.safe import plain

STDOUT = "-"


def prepare_streams() -> None:
    """Make standard output and error take every character, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="backslashreplace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def wants_colour(output: str | None, stream: TextIO | None = None) -> bool:
    """Return whether to use colours: on a terminal without NO_COLOR, or where FORCE_COLOR is set.

    Examples
    --------
    >>> wants_colour("report.txt")
    False
    """
    if output is not None or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return os.environ.get("TERM") != "dumb" and (stream or sys.stdout).isatty()


def refuse_overwriting(inputs: Iterable[str], output: str | None) -> None:
    """See that the file to write is none of those to read.

    Examples
    --------
    >>> refuse_overwriting(["set.json"], "report.txt")
    >>> refuse_overwriting(["set.json"], "./set.json")
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: the output file './set.json' is the input 'set.json', which would \
be lost; name another
    """
    if output is None:
        return
    for path in inputs:
        if path != "-" and _same_file(path, output):
            message = (
                f"the output file {quote(output)} is the input {quote(path)}, which would be "
                "lost; name another"
            )
            raise UsageError(message)


def refuse_sharing(outputs: Iterable[str | None]) -> None:
    """See that each output has a file of its own.

    Examples
    --------
    >>> refuse_sharing([None, "report.json", "report.xml"])
    >>> refuse_sharing(["report", "./report"])
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected a file of its own for each output, got 'report' and \
'./report'
    """
    paths = [STDOUT if path is None else path for path in outputs]
    for first, second in combinations(paths, 2):
        alike = first == second == STDOUT or _same_file(first, second)
        if alike and not _is_device(first):
            got = (
                "standard output twice"
                if first == STDOUT
                else f"{quote(first)} and {quote(second)}"
            )
            message = f"expected a file of its own for each output, got {got}"
            raise UsageError(message)


def _is_device(path: str) -> bool:
    """Return whether a path is there and leads to no regular file."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116 - any path
    except (OSError, ValueError):
        return False


def _same_file(first: str, second: str) -> bool:
    """Return whether two paths lead to one file, by links too."""
    try:
        return os.path.realpath(first) == os.path.realpath(second) or os.path.samefile(  # noqa: PTH121 - any path
            first, second
        )
    except (OSError, ValueError):
        return False


def write_lines(lines: Iterable[str], output: str | None = None) -> None:
    """Write lines to a file, or to standard output.

    A reader of standard output that stops reading, such as ``head``, is no error.

    Examples
    --------
    >>> write_lines(["one", "two"])
    one
    two
    """
    if output is None or output == STDOUT:
        _write_standard(lines)
        return
    text = "".join(f"{line}\n" for line in lines)
    try:
        write_file(output, text.encode(errors="backslashreplace"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message = f"the output file {quote(output)} cannot be written: {reason}"
        raise UsageError(message) from None


def complain(message: str) -> None:
    """Write one line about the run itself to standard error."""
    with suppress(OSError):
        sys.stderr.write(f"geoeval: {plain(message)}\n")


def drop_output() -> None:
    """Send what is left to write nowhere, so that leaving the process cannot fail over it."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, sys.stdout.fileno())
    os.close(silence)


def _write_standard(lines: Iterable[str]) -> None:
    try:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
    except OSError as error:
        drop_output()
        message = f"standard output cannot be written: {error.strerror}"
        raise UsageError(message) from None

"""Output of a command: lines to a file or standard output, messages, and exit codes."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from io import TextIOWrapper
from itertools import chain, combinations
from typing import TYPE_CHECKING, TextIO

from geoeval.datasets.records import Dataset
from geoeval.errors import UsageError, quote
from geoeval.files import write_file
from geoeval.reporting.safe import fold_line, safe_line
from geoeval.reporting.view import PageFormat

if TYPE_CHECKING:
    from geoeval.reporting.shapes import Json
    from geoeval.verification.model import Report, Severity


STDOUT = "-"


def prepare_streams() -> None:
    """Let standard output and error write any character, whatever the locale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="backslashreplace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def wants_colour(output: str | None, stream: TextIO | None = None) -> bool:
    """Return whether to use colours: on a terminal without NO_COLOR, or with FORCE_COLOR."""
    if output is not None or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return os.environ.get("TERM") != "dumb" and (stream or sys.stdout).isatty()


def reject_overwriting(inputs: Iterable[str], output: str | None) -> None:
    """Raise if the output file is one of the input files."""
    if output is None:
        return
    for path in inputs:
        if path != "-" and _is_same_file(path, output):
            raise UsageError(
                f"the output file {quote(output)} would overwrite the input {quote(path)}; "
                "choose another file"
            )


def reject_sharing(outputs: Iterable[str | None]) -> None:
    """Raise if two outputs go to the same file."""
    paths = [STDOUT if path is None else path for path in outputs]
    for first, second in combinations(paths, 2):
        alike = first == second == STDOUT or _is_same_file(first, second)
        if alike and not _is_device(first):
            got = (
                "standard output twice"
                if first == STDOUT
                else f"{quote(first)} and {quote(second)}"
            )
            raise UsageError(f"expected a different file for each output, got {got}")


def _is_device(path: str) -> bool:
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116 - any path
    except (OSError, ValueError):
        return False


def _is_same_file(first: str, second: str) -> bool:
    """Return whether two paths are the same file, also through links."""
    try:
        return os.path.realpath(first) == os.path.realpath(second) or os.path.samefile(  # noqa: PTH121 - any path
            first, second
        )
    except (OSError, ValueError):
        return False


def write_lines(lines: Iterable[str], output: str | None = None, *, is_text: bool = False) -> None:
    """Write lines to a file, or to standard output, where long lines of text fit a terminal.

    It is not an error if a reader of standard output, such as ``head``, stops early.
    """
    if output is None or output == STDOUT:
        width = _terminal_width() if is_text else None
        _write_standard(
            lines if width is None else chain.from_iterable(fold_line(one, width) for one in lines)
        )
        return
    write_whole("".join(f"{line}\n" for line in lines), output)


def _terminal_width() -> int | None:
    """Return the columns of the terminal; None if the output is piped or in a file."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def write_page(
    form: PageFormat, shape: Json, lines: Iterable[str], output: str | None = None
) -> None:
    """Write a result as JSON, or as lines of text."""
    from geoeval.reporting.shapes import dump_shape

    if form is PageFormat.JSON:
        lines = [dump_shape(shape, indent=2)]
    write_lines(lines, output, is_text=form is PageFormat.TEXT)


def write_whole(text: str, output: str) -> None:
    """Write text to a file unchanged."""
    try:
        write_file(output, text.encode(errors="backslashreplace"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"the output file {quote(output)} cannot be written: {reason}") from None


def write_error(message: str) -> None:
    """Write a one-line message about the run to standard error."""
    with suppress(OSError):
        sys.stderr.write(f"geoeval: {safe_line(message)}\n")


def report_skipped(skipped: Mapping[str, int]) -> None:
    """Report which parts of an input were skipped, and how often."""
    for reason, count in sorted(skipped.items()):
        write_error(f"skipped: {reason} ({count})")


def drop_output() -> None:
    """Redirect the remaining output to the null device, so that exiting cannot fail on it."""
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, sys.stdout.fileno())
    os.close(null_device)


def _write_standard(lines: Iterable[str]) -> None:
    try:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
    except OSError as error:
        drop_output()
        raise UsageError(f"standard output cannot be written: {error.strerror}") from None


CLEAN, FINDINGS, FAILED = 0, 1, 2
_UNREADABLE_CODES = frozenset({"GEO101", "GEO102", "GEO112"})


class FailOn(StrEnum):
    """The lowest severity at which a finding makes a verification fail."""

    ERROR = "error"
    WARNING = "warning"
    NEVER = "never"


_FAILING: dict[FailOn, frozenset[Severity]] = {
    FailOn.ERROR: frozenset({"error"}),
    FailOn.WARNING: frozenset({"error", "warning"}),
    FailOn.NEVER: frozenset(),
}


def failing_severities(fail_on: FailOn) -> frozenset[Severity]:
    """Return the severities of the findings that make a verification fail."""
    return _FAILING[fail_on]


def has_unreadable(datasets: Iterable[Dataset]) -> bool:
    """Return whether any part of a file could not be read."""
    return not all(dataset.readable for dataset in datasets)


def report_fatal_issues(datasets: Iterable[Dataset]) -> None:
    """Report what could not be read, an issue per line."""
    for issue in (issue for one in datasets for issue in one.issues if issue.fatal):
        write_error(f"{issue.span}: {issue.code} {issue.message}")


def failure_reasons(datasets: Iterable[Dataset], failed: Iterable[str]) -> Iterator[str]:
    """Yield the reasons why a run fails, for readers who do not see its report."""
    for dataset in datasets:
        if not dataset.readable:
            first = next(
                each for each in dataset.issues if each.fatal and each.code in _UNREADABLE_CODES
            )
            yield f"{first.span}: {first.message}"
    yield from failed


def find_shortfalls(report: Report, min_coverage: float) -> tuple[str, ...]:
    """Return the reasons why too few questions were checked for the verification to pass."""
    from geoeval.reporting.summary import summarise_report
    from geoeval.reporting.wording import count_noun, explain_nothing_checked

    summary = summarise_report(report)
    if nothing := explain_nothing_checked(report):
        return nothing
    if summary.coverage < min_coverage:
        share = f"{summary.coverage:.4g}"
        asked = count_noun(summary.questions, "question")
        checked = f"{summary.checked} of {asked} could be checked"
        return (f"{checked}, a share of {share}; --min-coverage requires {min_coverage:g}",)
    return ()


def verify_exit(
    report: Report, datasets: Iterable[Dataset], fail_on: FailOn, failed: tuple[str, ...]
) -> int:
    """Return the exit code of a verification."""
    from geoeval.reporting.summary import summarise_report

    if has_unreadable(datasets):
        return FAILED
    severities = summarise_report(report).by_severity
    failing = any(severities.get(severity) for severity in failing_severities(fail_on))
    return FINDINGS if failing or failed else CLEAN

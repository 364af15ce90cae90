"""A progress bar for long runs, on standard error, shown only on a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE_S = 2.0


class LateBar:
    """A progress bar that appears once a task has taken two seconds.

    Call it after each part of the task. It shows nothing unless standard error is a terminal
    that can move its cursor. ``note`` returns what to show after the label.
    """

    def __init__(
        self,
        label: str,
        clock: Callable[[], float] = time.monotonic,
        note: Callable[[], str] = str,
    ) -> None:
        self._label = label
        self._note = note
        self._clock = clock
        self._due = clock() + PATIENCE_S
        self._wanted = sys.stderr.isatty() and os.environ.get("TERM") not in {"dumb", "unknown"}
        self._bar: Progress | None = None

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, total: int | None) -> None:
        """Show how many parts are done, and the total if it is known."""
        if not self._wanted or self._clock() < self._due:
            return
        if self._bar is None:
            self._bar = self._start_bar(total)
        label = f"{self._label} {self._note()}".rstrip()
        self._bar.update(self._bar.task_ids[0], description=label, completed=done, total=total)

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _start_bar(self, total: int | None) -> Progress:
        from rich.console import Console
        from rich.progress import Progress

        bar = Progress(console=Console(stderr=True), transient=True)
        bar.add_task(self._label, total=total)
        bar.start()
        return bar

"""A time limit for calls that stops the work, not only the waiting.

The work runs in a thread, since a process for each call would need a copy of the whole world. When
the time is up, the interpreter raises an exception in that thread. This happens between two Python
instructions: a single step in C, such as a numpy operation or waiting for a lock, continues. The
caller abandons it; its daemon thread does not keep the process from ending.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from threading import TIMEOUT_MAX, Lock, Thread, get_ident
from typing import TypeVar

from geoeval.calculators.sphere.points import is_finite
from geoeval.errors import UsageError, quote

TIME_LIMIT_S = 30.0
"""The default time limit of a call."""

_RETRY_S = 0.5  # a destructor or a C callback may swallow the exception; it is raised again
_MAX_RAISES = 3
_Answer = TypeVar("_Answer")


class OutOfTime(BaseException):
    """The time of a call is up. It is caught in ``geoeval.tools``."""


def check_time_limit(limit_s: float | None) -> None:
    """Raise if a time limit is not a positive number or None."""
    if limit_s is not None and not (is_finite(limit_s) and limit_s > 0):
        raise UsageError(
            f"expected a time limit in seconds above 0, or None for no limit, got {quote(limit_s)}"
        )


def run_within(limit_s: float | None, work: Callable[[], _Answer]) -> _Answer:
    """Return what a function returns; raise ``OutOfTime`` if that takes too long."""
    if limit_s is None:
        return work()
    answers: list[_Answer] = []
    errors: list[BaseException] = []
    run = copy_context().run

    def answer() -> None:
        try:
            answers.append(run(work))
        except BaseException as error:  # noqa: BLE001 - raised again in the caller
            errors.append(error)

    worker = _idle_worker()
    in_time = False
    try:
        in_time = worker.run(answer, limit_s)
    finally:
        if in_time:
            _IDLE.append(worker)
        else:  # the time is up, or the caller was interrupted
            worker.stop()
    if answers and in_time:
        return answers[0]
    try:
        raise errors[0] if in_time else OutOfTime
    finally:
        errors.clear()  # breaks the reference cycle of an error and this frame


class _Worker:
    """A thread that works for one caller at a time, who returns it to the pool or stops it.

    Only the current caller raises in the thread, so an exception never hits another caller's job.
    The thread signals that it is done with a lock: releasing a lock is a single step in C, which no
    exception interrupts.
    """

    def __init__(self) -> None:
        self._job: Callable[[], None] | None = None
        self._start, self._done = Lock(), Lock()
        self._start.acquire()
        self._done.acquire()
        self.thread = Thread(target=self._run_jobs, name="geoeval-call", daemon=True)
        self.thread.start()

    def run(self, job: Callable[[], None], limit_s: float) -> bool:
        """Run a job, and return whether it was done in time."""
        self._job = job
        self._start.release()
        return self._done.acquire(timeout=min(limit_s, TIMEOUT_MAX))

    def stop(self) -> None:
        """Raise ``OutOfTime`` in the thread until the job ends; abandon a job that does not end.

        An exception that never arrives is withdrawn. Until another one arrives in any thread,
        Python 3.11 checks for it at every step of all threads and, under a tracer such as coverage,
        enters no Python function. So an exception is raised and caught here, and no function is
        called before.
        """
        set_exception = ctypes.pythonapi.PyThreadState_SetAsyncExc
        thread, here = ctypes.c_ulong(self.thread.ident or 0), ctypes.c_ulong(get_ident())
        exception = ctypes.py_object(OutOfTime)
        for _ in range(_MAX_RAISES):
            set_exception(thread, exception)
            if self._done.acquire(timeout=_RETRY_S):
                break
        else:
            set_exception(thread, None)
            try:
                set_exception(here, exception)
                while True:
                    pass
            except OutOfTime:
                pass
        self._job = None
        self._start.release()

    def _run_jobs(self) -> None:
        with suppress(OutOfTime):  # an exception may arrive after the job is done
            while self._start.acquire() and self._job is not None:
                try:
                    self._job()
                finally:
                    self._job = None
                    self._done.release()


_IDLE: list[_Worker] = []  # threads to reuse, since starting a thread takes time


def _idle_worker() -> _Worker:
    with suppress(IndexError):
        while True:
            worker = _IDLE.pop()
            if worker.thread.is_alive():
                return worker
    return _Worker()

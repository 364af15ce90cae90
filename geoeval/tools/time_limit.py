"""A limit to the time that a call may take, which stops the work and not only the waiting.

The work runs in a thread beside its caller, since a process for each call would have to be given
the whole world. When its time is up the interpreter raises an exception in that thread. This
happens between two steps of Python: a single step in C, such as a matrix of numpy or the wait for
a lock, goes on. The caller leaves it behind; its thread does not keep the process from ending.
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
"""How long a call may take if nothing else is said."""

_AGAIN_S = 0.5  # an exception that a destructor or a callback of C has swallowed is raised again
_TIMES = 3
_Answer = TypeVar("_Answer")


class OutOfTime(BaseException):
    """The time of a call is up. It never leaves this layer."""


def check_time_limit(limit_s: float | None) -> None:
    """See that a time limit is one."""
    if limit_s is not None and not (is_finite(limit_s) and limit_s > 0):
        raise UsageError(
            f"expected a time limit in seconds above 0, or None for no limit, got {quote(limit_s)}"
        )


def run_within(limit_s: float | None, work: Callable[[], _Answer]) -> _Answer:
    """Return what a function returns, if it does so in time."""
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
        in_time = worker.does(answer, limit_s)
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
        errors.clear()  # an error and this frame would keep each other


class _Worker:
    """A thread that works for one caller at a time, who gives it back or stops it for good.

    Since only its caller raises in it, an exception never meets the work of another one. It says
    that it is done by a lock of C: releasing one is a single step, which no exception interrupts.
    """

    def __init__(self) -> None:
        self._job: Callable[[], None] | None = None
        self._begin, self._done = Lock(), Lock()
        self._begin.acquire()
        self._done.acquire()
        self.thread = Thread(target=self._run_jobs, name="geoeval-call", daemon=True)
        self.thread.start()

    def does(self, job: Callable[[], None], limit_s: float) -> bool:
        """Return whether a job is done in time."""
        self._job = job
        self._begin.release()
        return self._done.acquire(timeout=min(limit_s, TIMEOUT_MAX))

    def stop(self) -> None:
        """Raise ``OutOfTime`` in the thread until the job ends; leave one that does not.

        An exception that never arrives is taken back. Until the next one arrives anywhere, Python
        3.11 checks for it at every step of all threads, and under a tracer, such as that of
        coverage, no function of Python is entered: so one is raised here and caught, and none is
        called before.
        """
        set_exception = ctypes.pythonapi.PyThreadState_SetAsyncExc
        thread, here = ctypes.c_ulong(self.thread.ident or 0), ctypes.c_ulong(get_ident())
        exception = ctypes.py_object(OutOfTime)
        for _ in range(_TIMES):
            set_exception(thread, exception)
            if self._done.acquire(timeout=_AGAIN_S):
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
        self._begin.release()

    def _run_jobs(self) -> None:
        with suppress(OutOfTime):  # one that comes when the job is done
            while self._begin.acquire() and self._job is not None:
                try:
                    self._job()
                finally:
                    self._job = None
                    self._done.release()


_IDLE: list[_Worker] = []  # threads wait for the next call, since starting one takes its time


def _idle_worker() -> _Worker:
    with suppress(IndexError):
        while True:
            worker = _IDLE.pop()
            if worker.thread.is_alive():
                return worker
    return _Worker()

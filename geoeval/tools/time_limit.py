"""A limit to the time that a call may take, which stops the work and not only the waiting.

The work runs in the thread of its caller, since a process for each call would have to be given the
whole world. When its time is up another thread has the interpreter raise an exception in it. That
happens between two steps of Python: a single step in C, such as a matrix of numpy or one regular
expression, is stopped only when it is done.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread, get_ident
from typing import TypeVar

from geoeval.calculators.sphere.points import is_finite
from geoeval.errors import UsageError, quote

TIME_LIMIT_S = 30.0
"""How long a call may take if nothing else is said."""

_AGAIN_S = 1.0  # an exception that a destructor or a callback of C has swallowed is raised again
_LOOK_S = 0.005
_IDLE_LOOKS = 200  # a second
_Answer = TypeVar("_Answer")


class OutOfTime(BaseException):
    """The time of a call is up. It never leaves this layer."""


def check_time_limit(limit_s: float | None) -> None:
    """See that a time limit is one."""
    if limit_s is not None and not (is_finite(limit_s) and limit_s > 0):
        message = (
            f"expected a time limit in seconds above 0, or None for no limit, got {quote(limit_s)}"
        )
        raise UsageError(message)


def within(limit_s: float | None, work: Callable[[], _Answer]) -> _Answer:
    """Return what a function returns, if it does so in time."""
    if limit_s is None:
        return work()
    alarm = _Alarm(limit_s)
    _WATCH.awake()
    try:
        try:
            _WATCH.alarms[id(alarm)] = alarm
            return work()
        finally:
            alarm.stop()
    except OutOfTime:
        alarm.stop()  # the alarm may have gone off within the first; the next is a second away
        raise


class _Watch:
    """One thread for all alarms, since starting one costs more than most calls take.

    It looks at the alarms every few milliseconds while there are any, and sleeps else. Calls put
    alarms in and take them out by single steps, which an exception cannot interrupt.
    """

    def __init__(self) -> None:
        self.alarms: dict[int, _Alarm] = {}
        self._asleep = Lock()
        self._starting = Lock()
        self._thread: Thread | None = None

    def awake(self) -> None:
        """See that the thread runs; a process that was forked off has none."""
        if not self._runs():
            with self._starting:
                if not self._runs():
                    self._thread = Thread(target=self._run, name="geoeval-time-limit", daemon=True)
                    self._thread.start()
        if self._asleep.locked():
            with suppress(RuntimeError):  # another call has woken it
                self._asleep.release()

    def _runs(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        """Let the alarms ring whose time has come."""
        idle = 0
        while True:
            for alarm in tuple(self.alarms.values()):
                alarm.ring()
            idle = 0 if self.alarms else idle + 1
            if idle > _IDLE_LOOKS:
                self._asleep.acquire()
                idle = 0
            time.sleep(_LOOK_S)


class _Alarm:
    """Raises ``OutOfTime`` in the thread that made it, from a given time on until it is stopped.

    Whatever the caller does here may be interrupted by the exception. Its lock is therefore that
    of C alone: taking and releasing it is a single step, which that of an ``Event`` is not.
    """

    def __init__(self, limit_s: float) -> None:
        self._caller = get_ident()
        self._due = time.monotonic() + limit_s
        self._ringing = Lock()
        self._stopped = self._rang = False

    def ring(self) -> None:
        """Raise, if it is time and the call goes on; and again a second later."""
        if time.monotonic() < self._due:
            return
        with self._ringing:
            if not self._stopped:
                self._rang = True
                self._due = time.monotonic() + _AGAIN_S
                _raise_in(self._caller)

    def stop(self) -> None:
        """Raise no more, and catch what was raised and has not arrived.

        One that is on its way is replaced by another one, which is waited for. To take it back, as
        the interpreter offers too, leaves the sign in Python 3.11 that one is to come: all code
        is slower then, and under a tracer, such as that of coverage, it stands still.
        """
        self._stopped = True
        _WATCH.alarms.pop(id(self), None)
        with self._ringing:
            rang = self._rang
        if rang:
            try:
                _raise_in(self._caller)
                while True:
                    pass
            except OutOfTime:
                pass


_WATCH = _Watch()


def _raise_in(thread: int) -> None:
    """Have the interpreter raise ``OutOfTime`` in a thread, in the place of one on its way."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(OutOfTime))

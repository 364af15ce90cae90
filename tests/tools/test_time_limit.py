"""Calls that exceed the time limit are stopped."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from contextvars import ContextVar
from dataclasses import replace

import pytest

from geoeval.errors import UsageError
from geoeval.tools.registry import TOOLS
from geoeval.tools.session import ToolSession
from geoeval.tools.time_limit import OutOfTime, run_within
from geoeval.tools.tool import Result

ENDS = {"origin": "0,0", "destination": "0,1"}


class Endless:
    """Endless work that can be observed."""

    def __init__(self) -> None:
        self.steps = 0

    def run(self) -> Result:
        """Work for ever, ignoring ordinary exceptions."""
        while True:
            try:
                self.steps += 1
            except Exception:  # noqa: BLE001, S112 - as careless tools do
                continue

    @property
    def is_running(self) -> bool:
        """Whether the work continues."""
        before = self.steps
        time.sleep(0.1)
        return self.steps > before


def test_slow_call_and_its_work_are_stopped() -> None:
    """The failure is final, and the same session answers the next call."""
    endless = Endless()
    slow = replace(TOOLS["bearing_cardinal"], run=lambda _arguments, _world: endless.run())
    session = ToolSession(tools=[slow, TOOLS["haversine"]], time_limit_s=0.2)
    start = time.monotonic()
    result = session.call("bearing_cardinal", ENDS)
    assert time.monotonic() - start < 10
    assert not endless.is_running
    assert result.failure is not None
    assert (result.failure.kind, result.failure.reason) == ("final", "time_limit")
    assert "stopped at its time limit of 0.2 s" in result.failure.message
    assert session.call("haversine", ENDS).content["text"] == "111 km"


def test_call_blocked_in_c_fails_in_time() -> None:
    """Its thread is abandoned and does not keep the process alive."""
    program = (
        "import threading\n"
        "from dataclasses import replace\n"
        "from geoeval.tools.registry import TOOLS\n"
        "from geoeval.tools.session import ToolSession\n"
        "lock = threading.Lock()\n"
        "lock.acquire()\n"
        "stuck = replace(TOOLS['bearing_cardinal'], run=lambda *_: lock.acquire())\n"
        "session = ToolSession(tools=[stuck, TOOLS['haversine']], time_limit_s=0.2)\n"
        "for name in session.tools:\n"
        f"    print(session.call(name, {ENDS}).text)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=60, check=True, text=True
    )
    first, second = found.stdout.splitlines()
    assert "stopped at its time limit of 0.2 s" in first
    assert "111 km" in second
    assert found.stderr == ""


def test_work_has_the_context_of_its_caller() -> None:
    """It runs in another thread."""
    known = ContextVar("known", default="nothing")
    known.set("what the caller set")
    assert run_within(5, known.get) == "what the caller set"
    assert run_within(10**300, known.get) == "what the caller set"


def test_calls_in_other_threads_are_not_stopped() -> None:
    endless = Endless()
    ended: list[str] = []

    def run_endless() -> None:
        try:
            run_within(0.2, endless.run)
        except OutOfTime:
            ended.append("out of time")

    thread = threading.Thread(target=run_endless)
    thread.start()
    assert run_within(20, lambda: thread.join(timeout=10) or "mine") == "mine"
    assert ended == ["out of time"]
    assert not endless.is_running


@pytest.mark.slow
def test_work_that_swallows_the_stop_is_stopped_again() -> None:
    """The interpreter swallows exceptions raised in a destructor, for example."""
    endless = Endless()
    swallowed: list[bool] = []

    def stubborn() -> Result:
        try:
            endless.run()
        except OutOfTime:
            swallowed.append(True)
        return endless.run()

    with pytest.raises(OutOfTime, match=r"^$"):
        run_within(0.1, stubborn)
    assert swallowed == [True]
    assert not endless.is_running


def test_finished_work_is_not_disturbed() -> None:
    """Work may finish at the same moment as the limit."""
    threads = threading.active_count()
    for _ in range(300):
        try:
            assert run_within(0.002, lambda: time.sleep(0.0019) or 1) == 1
        except OutOfTime:
            continue
    time.sleep(0.05)
    assert threading.active_count() <= threads + 1  # stopped threads have ended


def test_tracing_continues_after_a_stop() -> None:
    program = (
        "import sys, time\n"
        "from geoeval.tools.time_limit import OutOfTime, run_within\n"
        "sys.settrace(lambda *_: None)\n"
        "for limit, wait in ((9, 0), (0.01, 0.02)):\n"
        "    try:\n"
        "        run_within(limit, lambda: time.sleep(wait))\n"
        "    except OutOfTime:\n"
        "        pass\n"
        "    (lambda: print('on'))()\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=60, check=True
    )
    assert found.stdout.split() == [b"on", b"on"]


def test_errors_of_the_work_are_raised() -> None:
    for limit in (5, None):
        with pytest.raises(ZeroDivisionError, match="zero"):
            run_within(limit, lambda: 1 // 0)


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf"), "5", True])
def test_invalid_time_limits_are_rejected(limit: float) -> None:
    with pytest.raises(UsageError, match="expected a time limit"):
        ToolSession(time_limit_s=limit)

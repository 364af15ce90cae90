"""Spreading work over processes and clusters that may fail."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from geoeval.errors import UsageError
from geoeval.workers.spread import map_spread


def power_of(number: int, power: int) -> int:
    """Return a power of a number."""
    return number**power


SQUARE = partial(power_of, power=2)


def fatal_once(item: tuple[int, str]) -> int:
    """End the process when an item names a file that does not exist yet."""
    number, path = item
    if path and not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fatal(_number: int) -> int:
    """End the process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


@pytest.mark.parametrize("workers", [1, 2])
def test_results_keep_the_order_of_items(workers: int) -> None:
    assert list(map_spread(SQUARE, range(30), workers, 7)) == [n * n for n in range(30)]


def test_items_are_read_lazily() -> None:
    """A few wait for each process."""
    taken = []

    def items() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    results = map_spread(SQUARE, items(), 2)
    assert next(results) == 0
    assert len(taken) < 20
    results.close()


def test_work_of_a_lost_process_is_repeated(tmp_path: Path) -> None:
    """Nothing is lost or duplicated."""
    items = [(number, str(tmp_path / "mark") if number == 7 else "") for number in range(20)]
    assert list(map_spread(fatal_once, items, 2)) == list(range(20))


ORPHANS = """
import os, signal, sys, time
from tests.workers.test_spread import map_spread, own_number
results = map_spread(own_number, range(4), 2)
print(next(results), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def own_number(_item: int) -> int:
    """Return the id of the process."""
    return os.getpid()


def test_processes_end_with_their_parent() -> None:
    """The parent is killed."""
    done = subprocess.run(
        [sys.executable, "-c", ORPHANS], capture_output=True, check=False, timeout=60
    )
    number = int(done.stdout)
    for _ in range(100):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            break
        time.sleep(0.1)
    else:
        pytest.fail("the process is still there")


def test_a_process_may_end_between_items(tmp_path: Path) -> None:
    """The pool is found broken when it receives the next item."""

    def items() -> Iterator[tuple[int, str]]:
        for number in range(20):
            if number == 8:  # seven wait for two processes, the last of which ends one
                time.sleep(2)
            yield number, str(tmp_path / "mark") if number == 7 else ""

    assert list(map_spread(fatal_once, items(), 2)) == list(range(20))


def test_work_that_ends_every_process_is_given_up() -> None:
    with pytest.raises(UsageError, match="ended 3 times during the same work"):
        list(map_spread(fatal, [1, 2], 2))


@pytest.fixture(scope="module")
def cluster() -> Iterator[object]:
    """Return a Dask cluster of two local workers."""
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs="ERROR"
    ) as found:
        yield found


def test_a_cluster_gives_the_same_results(cluster: object, tmp_path: Path) -> None:
    """The items of a lost worker are repeated."""
    address = cluster.scheduler_address  # type: ignore[attr-defined] # a LocalCluster
    assert list(map_spread(SQUARE, range(30), address, 7)) == [n * n for n in range(30)]
    items = [(number, str(tmp_path / "mark") if number == 7 else "") for number in range(20)]
    assert list(map_spread(fatal_once, items, address)) == list(range(20))


def test_work_that_ends_every_worker_is_given_up(cluster: object) -> None:
    address = cluster.scheduler_address  # type: ignore[attr-defined] # a LocalCluster
    with pytest.raises(UsageError, match="during the same work"):
        list(map_spread(fatal, [1], address))


def test_a_missing_cluster_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    monkeypatch.setattr("geoeval.workers.cluster._PATIENCE_S", 1)
    with pytest.raises(UsageError, match="no Dask scheduler answers at"):
        list(map_spread(SQUARE, [1], "tcp://127.0.0.1:1"))
    with pytest.raises(UsageError, match="such as tcp://head:8786, got 'nowhere'"):
        list(map_spread(SQUARE, [1], "nowhere"))


def test_a_cluster_without_workers_is_rejected() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(UsageError, match="has no workers; start one with: dask worker"),
    ):
        list(map_spread(SQUARE, [1], empty.scheduler_address))

"""Load of fifty clients for 20 seconds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.test_guard import load

CLIENTS = 50
SECONDS = 20.0


def resident_mb(process: int) -> float:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1000


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_fifty_clients_cause_no_errors_or_growth(town_file: Path) -> None:
    """Times are only printed, since they depend on the load of the machine."""
    with subprocess.Popen(
        [sys.executable, "-m", "geoeval", "serve", str(town_file), "--port", "0"],
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stderr is not None
            url = next(
                found[0] for line in process.stderr if (found := re.search(r"http://\S+", line))
            )
            url = url.rstrip(";")
            log = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
            load(url, 5.0, CLIENTS, 1.0)
            before = resident_mb(process.pid)
            times, faults = load(url, SECONDS, CLIENTS, 1.0)
            after = resident_mb(process.pid)
        finally:
            process.terminate()
            log.kill()
            log.wait()
    print(f"{len(times)} replies, p99 {times[int(0.99 * len(times))] * 1000:.0f} ms")  # noqa: T201
    print(f"memory {before:.0f} and {after:.0f} MB")  # noqa: T201
    assert faults == []
    assert after <= before * 1.1 + 5

"""Commands that distribute their work over processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.cli import front_ends
from geoeval.datasets.load import sample_path
from geoeval.workers.spread import Threads
from tests.cli.conftest import Run


@pytest.mark.no_cover
@pytest.mark.parametrize("command", ["verify", "solve"])
def test_output_does_not_depend_on_the_number_of_jobs(
    run: Run, tmp_path: Path, command: str
) -> None:
    records = json.loads(sample_path().read_text("utf-8"))[::8]  # each reading takes 0.1 s
    few = tmp_path / "few.json"
    few.write_text(json.dumps(records), "utf-8")
    written = []
    for jobs in ("1", "2"):
        target = tmp_path / f"{jobs}.json"
        run(command, str(few), "--jobs", jobs, "--format", "json", "-o", str(target))
        written.append(target.read_bytes())
    assert written[0] == written[1]


def test_large_files_are_distributed_unless_a_model_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file is done before other processes have started."""
    monkeypatch.setattr(front_ends, "count_cores", lambda: 3)
    rules = front_ends.Reader().chosen()
    assert [rules.run(records).workers for records in (10, 10_000)] == [1, 3]
    assert front_ends.Reader(jobs=2).chosen().run(10).workers == 2
    model = front_ends.Reader(understand="rules+one", base_url="http://localhost:9/v1").chosen()
    assert model.run(10_000).workers == Threads(4)

"""Shared fixtures: the location of third-party data and the profile of property tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings

from tests.reporting.audit.browser import fetch_axe

settings.register_profile(
    "geoeval", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("geoeval")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Stop the measurement that pytest-cov has started before it knew that this is a worker.

    It starts another one then, and would pause only that for a test marked ``no_cover``.
    """
    early = Coverage.current()
    if early is not None and hasattr(session.config, "workerinput"):
        early.stop()


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Return the folder of third-party data, or skip the test if it is absent or unwanted."""
    named = os.environ.get("GEOEVAL_DATA")
    if named == "none":
        pytest.skip("third-party data is left out: GEOEVAL_DATA is none")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"third-party data is absent: no folder {folder} (set GEOEVAL_DATA)")
    return folder


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the script of axe-core, which finds faults of accessibility."""
    script = fetch_axe(tmp_path_factory.mktemp("axe"))
    if script is None:
        pytest.skip("axe-core cannot be fetched from npm")
    return script

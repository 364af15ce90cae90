"""The invented town of the examples, with streets, opening hours and phone numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval.generation.generate import Controls, Generated, generate_questions
from geoeval.world.model import World
from geoeval.world.osm.build import build_from_osm
from tests.architecture.source import ROOT

TOWN = ROOT / "docs/examples/town.osm"
MADE = Controls(count=130, seed=5)


@pytest.fixture(scope="session")
def town_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the map of the invented town."""
    pytest.importorskip("osmium")
    folder = tmp_path_factory.mktemp("generated")
    build_from_osm(TOWN, folder / "town.world")
    return folder / "town.world"


@pytest.fixture(scope="session")
def town(town_path: Path) -> World:
    """Return the world of the invented town."""
    return World.open(town_path)


@pytest.fixture(scope="session")
def made(town: World) -> list[Generated]:
    """Return generated questions about the invented town."""
    return list(generate_questions(town, MADE))

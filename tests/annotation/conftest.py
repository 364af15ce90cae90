"""A map file of an invented town, and an annotation desk for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from geoeval.annotation.desk import Desk
from geoeval.annotation.store import DraftStore
from geoeval.verification.kept.decisions import QueriesFile
from geoeval.world.model import World
from geoeval.world.osm.build import build_from_osm
from geoeval.world.store.reading import MapFile
from tests.generation.conftest import TOWN

FACTS = """Information of Old Mill:
- Location: 5 Hill Rd (60.20, 24.90).
- Rating: 4.4. (300 ratings).
- Open: Monday: 9:00 AM – 5:00 PM, Tuesday: Closed.
Information of Fig Hall:
- Location: 1 Quay (60.10, 24.90).
- Rating: 4.1. (20 ratings).
Travel Time from Old Mill to Fig Hall on foot is 44 mins (3.2 km).
Travel Time from Old Mill to Fig Hall by car is 9 mins (4.0 km).
"""
DIRECTION = "In which direction is Fig Hall from Old Mill?"


@pytest.fixture(scope="session")
def town_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the map file of the invented town."""
    folder = tmp_path_factory.mktemp("town")
    build_from_osm(TOWN, folder / "town.world")
    return folder / "town.world"


@pytest.fixture
def town(town_file: Path) -> Iterator[MapFile]:
    """Open the map of the invented town."""
    with MapFile(town_file) as file:
        yield file


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Give an empty desk without a map."""
    with DraftStore(tmp_path / "drafts.sqlite") as store:
        yield Desk(store, QueriesFile(tmp_path / "drafts.queries.jsonl"))


@pytest.fixture
def town_desk(tmp_path: Path, town: MapFile) -> Iterator[Desk]:
    """Give an empty desk with the map of the town."""
    with DraftStore(tmp_path / "drafts.sqlite") as store:
        queries = QueriesFile(tmp_path / "drafts.queries.jsonl")
        yield Desk(store, queries, town, World.open(town.path))

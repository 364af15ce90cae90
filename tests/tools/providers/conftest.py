"""A session over the world of the scripted model."""

from __future__ import annotations

import pytest

from geoeval.tools import ToolSession
from geoeval.world.reader import read_context
from tests.tools.providers.correcting_model import WORLD


@pytest.fixture
def session() -> ToolSession:
    """Return a session over a world of a mill and a lighthouse."""
    world, _ = read_context(WORLD)
    return ToolSession(world)

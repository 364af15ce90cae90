"""A town served on this machine."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from geoeval.server.app import Limits, http_server
from geoeval.sockets import listen, names_of, url_of
from geoeval.world.osm.build import build_from_osm
from geoeval.world.store.reading import MapFile
from tests.world.osm.towns import Town

pytest.importorskip("uvicorn")

Serve = Callable[..., "contextmanager[str]"]


@pytest.fixture(scope="session")
def town_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the map of a street with 25 cafés, a museum and a place with markup in its name."""
    town = Town()
    town.way("0 0", "5 0", name="High <Street>")
    town.way("5 0", "5 6", "5 10", name="Hill Road")
    town.way("5 6", "9 6", name="Lane")
    for number in range(25):
        town.node(f"{number / 5} 0.1", amenity="cafe", name=f"Café {number}")
    town.node(
        "5.1 9",
        tourism="museum",
        name="Museum",
        name__fr="Musée",
        opening_hours="Mo-Su 10:00-18:00",
        phone="+1 555 0100",
        wheelchair="yes",
        addr__street="Hill Road",
    )
    town.node("8 6.1", shop="books", name="<script>alert(1)</script>")
    folder = tmp_path_factory.mktemp("town")
    build_from_osm(town.write(folder), folder / "town.world")
    return folder / "town.world"


@contextmanager
def serving(path: Path, **limits: object) -> Iterator[str]:
    """Serve a map for the duration of the block; yield its address."""
    with MapFile(path) as service, listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        server = http_server(service, Limits(hosts=names_of("127.0.0.1", port), **limits))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield url_of(listener)
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="session")
def url(town_file: Path) -> Iterator[str]:
    """Return the address of the town's server."""
    with serving(town_file) as address:
        yield address

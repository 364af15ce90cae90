"""Maps as pages: self-contained, safe with any name, and interactive."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from geoeval.reporting.maps.page import render_map_page
from geoeval.world.model import Place, Route, Step, TravelMode, World
from geoeval.world.osm.build import build_from_osm
from geoeval.world.service import MapPlace, MapRoute, RoadLine
from geoeval.world.store.reading import MapFile
from tests.reporting.audit.browser import browsing, find_browser
from tests.world.osm.towns import Town, spot

HOSTILE = (
    "</script><img src=x onerror=alert(1)>",
    "<!-- <b>",
    "\u202egnirts",
    "🏰" * 10,
    "long " * 200,
    "\x00\x1b[31m",
    "${alert(1)}",
)


def data_of(page: str) -> dict[str, list[object]]:
    """Return the data of a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def placed(name: str, at: tuple[float, float] | None, *types: str) -> MapPlace:
    """Return a place."""
    return MapPlace(place=Place(name=name, location=at), types=types)


def test_names_stay_text() -> None:
    """No name ends the script, becomes an element or hides its direction."""
    places = [placed(name, (number / 100, 0.0), name) for number, name in enumerate(HOSTILE)]
    page = render_map_page(HOSTILE[0], [*places, placed(HOSTILE[0], None)], attribution=HOSTILE[0])
    assert page.count("<script") == 2
    assert "<img" not in page
    assert "\u202e" not in page
    assert len(data_of(page)["places"]) == len(HOSTILE)
    assert "default-src 'none'" in html.unescape(page)


@pytest.mark.parametrize(
    "places",
    [
        [],
        [placed("Inn", (1.0, 2.0))],
        [placed("Inn", (1.0, 2.0)), placed("Mill", (1.0, 2.0))],
        [placed("East", (0.0, 180.0)), placed("West", (0.0, -180.0))],
    ],
)
def test_maps_of_few_places_are_drawn(places: list[MapPlace]) -> None:
    """The cases are no place, one, two at one point, and places across the antimeridian."""
    page = render_map_page("Map", places)
    assert f"<p>{len(places)} places, 0 road segments (this map has no roads to draw)" in page


def test_places_without_a_position_are_listed() -> None:
    """The list below the map has a limit, and the rest is counted."""
    page = render_map_page("Map", [placed(f"Place {n}", None) for n in range(510)])
    assert "510 places are not on the map" in page
    assert "10 more are not listed" in page


def test_kinds_roads_and_routes_are_encoded() -> None:
    """Twelve kinds have a colour, lines are coded as differences, and steps keep their notes."""
    places = [placed(f"P{n}", (0.0, n / 100), f"kind_{n}") for n in range(15)]
    step = Step(instruction="Head north", notes=("Toll road",), distance_m=5.0)
    route = Route(
        origin="A",
        destination="B",
        mode=TravelMode.WALKING,
        name="Quay",
        steps=(step,),
        duration_s=60,
    )
    drawn = MapRoute(
        route=route, source="geoeval", points=((0.0, 0.0), (0.00001, 0.0)), step_starts=(0,)
    )
    road = RoadLine(name="A1", kind="trunk_link", points=((0.0, 0.0), (0.0, 0.00002)))
    data = data_of(render_map_page("Map", places, [road], [drawn]))
    assert data["kinds"] == [f"kind {n}" for n in range(12)] + ["other"]
    assert data["places"][14][1] == 12  # type: ignore[index]
    assert data["roads"] == [[3, "A1", [0, 0, 0, 2]]]
    (described,) = data["routes"]
    assert isinstance(described, dict)
    assert described["line"] == [0, 0, 1, 0]
    assert described["steps"] == [["Head north", ["Toll road"], 5.0]]


def test_water_and_the_ends_of_a_route_are_encoded() -> None:
    """Areas keep their holes, rivers are lines, and the ends have their names."""
    lake = "MULTIPOLYGON (((0 0, 0.00002 0, 0 0.00001, 0 0), (0 0, 0.00001 0, 0 0)))"
    river = "MULTILINESTRING ((0 0, 0 0.00003))"
    ends = Route(origin="A", destination="B <b>", mode=None, name="")
    route = MapRoute(route=ends, source="geoeval")
    data = data_of(render_map_page("Map", [], [], [route], water=[lake, river, "POLYGON EMPTY"]))
    assert data["water"] == [
        [1, [[0, 0, 0, 2, 1, -2, -1, 0], [0, 0, 0, 1, 0, -1]]],
        [0, [[0, 0, 3, 0]]],
        [1, []],
    ]
    (described,) = data["routes"]
    assert isinstance(described, dict)
    assert described["ends"] == ["A", "B <b>"]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "dark"), [(1200, False), (390, True)])
def test_the_map_works_in_a_browser(tmp_path: Path, width: int, dark: bool) -> None:
    """It requests nothing, logs nothing, finds a place, and names the ends of a route."""
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium is installed (apt-get install chromium)")
    town = Town()
    town.way("0 0", "5 0", name="High Street")
    town.way("1 1", "3 1", "3 3", "1 3", "1 1", natural="water")
    for number in range(5):
        town.node(f"{number} 0.2", amenity="cafe", name=f"Café {number} <b>")
    build_from_osm(town.write(tmp_path), tmp_path / "town.world")
    with MapFile(tmp_path / "town.world") as file:
        routes = file.routes(spot("0 0"), spot("4 0"), TravelMode.DRIVING)
        page = render_map_page(
            "Town", file.places(), file.roads(), routes, file.attribution, file.water()
        )
    saved = tmp_path / "map.html"
    saved.write_text(page, encoding="utf-8")
    with browsing(path) as browser:
        browser.open(saved, width, dark=dark)
        assert browser.requests() == [saved.as_uri()]
        browser.evaluate(
            "document.getElementById('find').value = '3 <B';"
            "document.getElementById('find').dispatchEvent(new Event('input'));"
            "document.querySelector('#found button').click();"
        )
        assert "Café 3 <b>" in str(browser.evaluate("document.getElementById('card').textContent"))
        told = str(browser.evaluate("document.getElementById('route').textContent"))
        assert "Head east" in told
        assert "A start: 0.0, 0.0B end: " in told
        assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth") is True
        assert browser.complaints() == []


def test_worlds_are_plotted(tmp_path: Path) -> None:
    """The plot has places, scale and attribution; a world without positions is rejected."""
    pytest.importorskip("matplotlib")
    from geoeval.errors import UsageError

    inn = World(places=(Place(name="Inn $5", location=(1.0, 2.0)),), attribution="© Somebody")
    axes = inn.plot()
    assert axes.get_xlabel() == "© Somebody"
    axes.figure.savefig(tmp_path / "inn.png")
    assert (tmp_path / "inn.png").stat().st_size > 1000
    with pytest.raises(UsageError, match="the world has none"):
        World(places=(Place(name="Inn"),)).plot()

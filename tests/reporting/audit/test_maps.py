"""Maps of derivations."""

from __future__ import annotations

from geoeval.query.values import Illustration, Spot, Stretch
from geoeval.reporting.audit.pictures import draw_map

MILL = Spot(name="Old Mill", location=(52.0, 4.0))
PIER = Spot(name="Stone Pier", location=(52.01, 4.01))
LINE = Stretch(start=MILL, end=PIER, text="1.3 km")
MANY = tuple(Spot(name=f"Inn {n}", location=(52 + n / 1000, 4.0)) for n in range(1, 12))


def test_a_single_point_gives_no_map() -> None:
    """Two names at the same point give none either."""
    assert draw_map(Illustration()) is None
    duplicate = Spot(name="Twin", location=MILL.location)
    assert draw_map(Illustration(spots=(MILL, duplicate))) is None


def test_lines_show_their_measurement() -> None:
    """A line joins the names of its ends, with a scale and a north arrow."""
    drawn = draw_map(Illustration(spots=(MILL, PIER), stretches=(LINE,)), ("Stone Pier",))
    assert drawn is not None
    for text in (">Old Mill<", ">Stone Pier<", ">1.3 km<", ">N<", ">500 m<"):
        assert text in drawn
    assert drawn.count('class="from"') == drawn.count('class="answer"') == 1


def test_two_measurements_share_a_line() -> None:
    """The line shows both a direction and a distance."""
    lines = (LINE, Stretch(start=MILL, end=PIER, text="31.5°"))
    assert ">1.3 km, 31.5°<" in str(draw_map(Illustration(stretches=lines)))


def test_many_places_are_numbered_with_a_legend() -> None:
    """The legend follows the order of measurement and has the figures."""
    lines = tuple(Stretch(start=MILL, end=inn, text=f"{n} m") for n, inn in enumerate(MANY))
    drawn = draw_map(Illustration(stretches=lines))
    assert drawn is not None
    assert drawn.count("<li>") == len(MANY)
    assert "<li><bdi>Inn 1</bdi> <span>0 m</span></li>" in drawn
    assert ">Inn 1<" not in drawn.split("<figcaption>")[0].split("</title>", 1)[1].replace(
        "<title>Inn 1</title>", ""
    )


def test_a_radius_replaces_lines() -> None:
    """A circle is clearer than a bundle of rays."""
    drawn = draw_map(Illustration(stretches=(LINE,), radius_m=900.0))
    assert drawn is not None
    assert 'class="radius"' in drawn
    assert 'class="stretch"' not in drawn


def test_continental_maps_have_no_scale() -> None:
    """Scale varies too much across the map, and routes curve."""
    far = Spot(name="Far Pier", location=(40.0, -74.0))
    drawn = draw_map(Illustration(stretches=(Stretch(start=MILL, end=far, text="5,800 km"),)), ())
    assert drawn is not None
    assert 'class="scale"' not in drawn
    assert drawn.count(" L") > 2


def test_places_without_lines_look_alike() -> None:
    """None of them is marked as the origin."""
    drawn = draw_map(Illustration(spots=(MILL, PIER)))
    assert drawn is not None
    assert drawn.count('class="spot"') == 2

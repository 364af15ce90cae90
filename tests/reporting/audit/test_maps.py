"""Maps of derivations."""

from __future__ import annotations

from geoeval.query.values import Illustration, Spot, Stretch
from geoeval.reporting.audit.pictures import draw_map

MILL = Spot(name="Old Mill", location=(52.0, 4.0))
PIER = Spot(name="Stone Pier", location=(52.01, 4.01))
LINE = Stretch(start=MILL, end=PIER, text="1.3 km")
MANY = tuple(Spot(name=f"Inn {n}", location=(52 + n / 1000, 4.0)) for n in range(1, 12))


def test_nothing_is_drawn_of_one_point() -> None:
    """Nor of none, nor of two names at one point."""
    assert draw_map(Illustration()) is None
    twin = Spot(name="Twin", location=MILL.location)
    assert draw_map(Illustration(spots=(MILL, twin))) is None


def test_a_line_carries_what_was_measured() -> None:
    """Between the names of its ends, with a scale and north."""
    drawn = draw_map(Illustration(spots=(MILL, PIER), stretches=(LINE,)), ("Stone Pier",))
    assert drawn is not None
    for text in (">Old Mill<", ">Stone Pier<", ">1.3 km<", ">N<", ">500 m<"):
        assert text in drawn
    assert drawn.count('class="from"') == drawn.count('class="answer"') == 1


def test_two_measures_of_one_line_stand_together() -> None:
    """A direction and a distance."""
    lines = (LINE, Stretch(start=MILL, end=PIER, text="31.5°"))
    assert ">1.3 km, 31.5°<" in str(draw_map(Illustration(stretches=lines)))


def test_many_places_are_numbers_with_a_legend() -> None:
    """In the order of the measuring, with the figures."""
    lines = tuple(Stretch(start=MILL, end=inn, text=f"{n} m") for n, inn in enumerate(MANY))
    drawn = draw_map(Illustration(stretches=lines))
    assert drawn is not None
    assert drawn.count("<li>") == len(MANY)
    assert "<li><bdi>Inn 1</bdi> <span>0 m</span></li>" in drawn
    assert ">Inn 1<" not in drawn.split("<figcaption>")[0].split("</title>", 1)[1].replace(
        "<title>Inn 1</title>", ""
    )


def test_a_radius_takes_the_place_of_lines() -> None:
    """The circle says more than a bundle of rays."""
    drawn = draw_map(Illustration(stretches=(LINE,), radius_m=900.0))
    assert drawn is not None
    assert 'class="radius"' in drawn
    assert 'class="stretch"' not in drawn


def test_a_continent_has_no_scale() -> None:
    """Lengths differ too much from one end to the other; ways bend."""
    far = Spot(name="Far Pier", location=(40.0, -74.0))
    drawn = draw_map(Illustration(stretches=(Stretch(start=MILL, end=far, text="5,800 km"),)), ())
    assert drawn is not None
    assert 'class="scale"' not in drawn
    assert drawn.count(" L") > 2


def test_places_without_lines_are_all_alike() -> None:
    """None of them is where one stands."""
    drawn = draw_map(Illustration(spots=(MILL, PIER)))
    assert drawn is not None
    assert drawn.count('class="spot"') == 2

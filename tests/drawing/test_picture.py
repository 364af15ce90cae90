"""Shapes become SVG with escaped text."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from geoeval.drawing.picture import PALETTE, Dot, Line, Picture, Text, stack_pictures, style_rules

NAMESPACE = "{http://www.w3.org/2000/svg}"


@given(st.text())
def test_any_text_gives_valid_svg(text: str) -> None:
    """Text never becomes an element."""
    shapes = [Dot("spot", 5, 5, name=text), Text("", text, 5, 5)]
    picture = Picture(kind="map", width=10, height=10, title=text, shapes=shapes)
    root = ET.fromstring(stack_pictures([picture]))  # noqa: S314 - written just before
    tags = [each.tag.removeprefix(NAMESPACE) for each in root.iter()]
    named = ["title"] if text else []
    assert tags == ["svg", "style", "rect", "svg", "title", "circle", *named, "text"]


def test_pictures_are_stacked_vertically() -> None:
    """The width is the largest, the height the sum."""
    wide = Picture(
        kind="map", width=20, height=10, title="", shapes=[Line("leg", [(0, 0), (9, 5)])]
    )
    high = Picture(kind="day", width=10, height=30, title="", shapes=[])
    svg = stack_pictures([wide, high])
    assert 'width="20" height="40" viewBox="0 0 20 40"' in svg
    assert '<path class="leg" d="M0 0 L9 5"/>' in svg
    assert svg._repr_svg_() == svg


def test_colours_are_variables_or_values() -> None:
    """A page uses variables, a file the values of the palette."""
    assert "svg .stay { fill: var(--good) }" in style_rules(lambda name: f"var(--{name})")
    assert "svg .stay { fill: #1f6f43 }" in style_rules(PALETTE.__getitem__)

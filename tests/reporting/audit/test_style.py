"""Colours of the page contrast enough in both schemes."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from geoeval.drawing.picture import PALETTE

CSS = files("geoeval.reporting.audit").joinpath("templates", "page.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--(\w+): (#[0-9a-f]+)", block))
    for block in re.findall(r":root \{[^}]*--ink[^}]*\}", CSS)
)
TEXTS = ("ink", "soft", "link", "bad", "warn", "maybe", "good", "none")


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("background", ["ground", "paper"])
def test_text_contrasts_with_its_background(
    scheme: dict[str, str], text: str, background: str
) -> None:
    """The ratio is at least 4.5 to 1, which is level AA."""
    assert contrast(scheme[text], scheme[background]) >= 4.5


def test_separate_pictures_use_the_light_colours() -> None:
    """Colours that the page and a separate picture both name are the same."""
    shared = PALETTE.keys() & LIGHT.keys()
    assert {"ink", "soft", "good", "bad", "open", "water"} <= shared
    assert {name: PALETTE[name] for name in shared} == {name: LIGHT[name] for name in shared}


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_bars_contrast_with_their_background(scheme: dict[str, str]) -> None:
    """Visits contrast with opening hours, names with the map."""
    assert contrast(scheme["good"], scheme["open"]) >= 3
    assert contrast(scheme["bad"], scheme["open"]) >= 3
    assert contrast(scheme["ink"], scheme["water"]) >= 4.5

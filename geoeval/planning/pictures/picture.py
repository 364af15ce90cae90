"""What all pictures of trips share: colours, names that fit, and files that do not change."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from os import PathLike, fspath
from typing import IO, Final
from unicodedata import category, east_asian_width
from warnings import catch_warnings, filterwarnings

from matplotlib import font_manager, rc_context, rcParams
from matplotlib.figure import Figure
from matplotlib.text import Text

STAY: Final = "#0072B2"
TRAVEL: Final = "#E69F00"
WAITING: Final = "#A6A6A6"
OPEN: Final = "#DCECF5"
LIMIT: Final = "#D55E00"
"""Colours told apart by people who are colour-blind, after Okabe and Ito (2008)."""

FROM_THE_LEFT: Final = "\N{LEFT-TO-RIGHT MARK}"
"""A mark that keeps numbers left of names in scripts that are written from the right."""
_UNFIT = {"Cc", "Cs", "Cn"}
_FONTS = (
    "DejaVu Sans",
    "Noto Sans",
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "IPAGothic",
    "WenQuanYi Zen Hei",
    "Hiragino Sans",
    "Yu Gothic",
    "Arial Unicode MS",
    "Noto Sans Arabic",
    "Noto Sans Devanagari",
    "Noto Sans Thai",
)


class Picture(Figure):
    """A matplotlib figure whose SVG is the same, byte by byte, each time that it is saved.

    SVG keeps words as text, so that whoever shows it finds fonts for every script.
    """

    def savefig(
        self,
        fname: str | PathLike[str] | IO[bytes] | IO[str],
        *,
        transparent: bool | None = None,
        **kwargs: object,
    ) -> None:
        """Write the picture to a file; see ``matplotlib.figure.Figure.savefig``."""
        ending = "" if not isinstance(fname, str | PathLike) else fspath(fname)
        kind = str(kwargs.get("format") or ending.rpartition(".")[2]).lower()
        if kind == "svg":
            given = kwargs.get("metadata")
            kwargs["metadata"] = {"Date": None} | (given if isinstance(given, dict) else {})
        with rc_context({"svg.hashsalt": "geoeval", "svg.fonttype": "none"}), catch_warnings():
            if kind == "svg":
                filterwarnings("ignore", message="Glyph .* missing from font")
            super().savefig(fname, transparent=transparent, **kwargs)


def empty_picture(width_in: float, height_in: float) -> Picture:
    """Return a picture without anything in it, of a size in inches."""
    return Picture(figsize=(width_in, height_in), layout="constrained")


def write(texts: Iterable[Text]) -> None:
    """Have texts drawn as they are: no formulas, in fonts that know as many scripts as can be."""
    families = _known_fonts()
    for text in texts:
        text.set_parse_math(False)
        text.set_fontfamily(families)


def numbered(names: Iterable[str], width: int) -> list[str]:
    """Return names cut to a width with their numbers at the left, whatever way they are written."""
    return [
        f"{FROM_THE_LEFT}{number}  {fitted(name, width)}"
        for number, name in enumerate(names, start=1)
    ]


def fitted(name: str, width: int) -> str:
    """Return a name in one line, cut to a number of columns; wide letters take two."""
    line = "".join(
        "\N{REPLACEMENT CHARACTER}" if category(letter) in _UNFIT else letter
        for letter in " ".join(name.split())
    )
    ends = list(accumulate(2 if east_asian_width(letter) in "WF" else 1 for letter in line))
    if not ends or ends[-1] <= width:
        return line
    return line[: bisect_right(ends, width - 1)].rstrip() + "…"


def _known_fonts() -> list[str]:
    """Return the fonts to look for letters in, of those installed."""
    known = set(font_manager.get_font_names())
    return [*rcParams["font.family"], *(name for name in _FONTS if name in known)]

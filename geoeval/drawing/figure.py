"""Pictures as figures of matplotlib (extra ``plot``)."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from os import PathLike, fspath
from typing import IO
from warnings import catch_warnings, filterwarnings

from matplotlib import font_manager, rc_context, rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Patch, Polygon, Rectangle

from geoeval.drawing.labels import FONT
from geoeval.drawing.picture import (
    PALETTE,
    STYLES,
    TEXT_COLOURS,
    Bar,
    Dot,
    Line,
    Picture,
    Shape,
    Text,
)

_PER_IN = 96.0
_POINTS = 72.0 / _PER_IN
_ANCHORS = {"start": "left", "middle": "center", "end": "right"}
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


class PictureFigure(Figure):
    """A matplotlib figure whose SVG is byte-identical each time it is saved.

    Words stay text in SVG, so that the viewer chooses fonts for every script.
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

    def _repr_svg_(self) -> str:
        drawn = BytesIO()
        self.savefig(drawn, format="svg")
        return drawn.getvalue().decode()


def draw_figure(pictures: Sequence[Picture]) -> PictureFigure:
    """Return pictures one below the other as a figure, an axes each."""
    width, heights = max(each.width for each in pictures), [each.height for each in pictures]
    figure = PictureFigure(figsize=(width / _PER_IN, sum(heights) / _PER_IN))
    panels = figure.subplots(
        nrows=len(pictures),
        squeeze=False,
        height_ratios=heights,
        gridspec_kw={"left": 0, "right": 1, "top": 1, "bottom": 0, "hspace": 0},
    )
    known = set(font_manager.get_font_names())
    families = [*rcParams["font.family"], *(name for name in _FONTS if name in known)]
    for picture, axes in zip(pictures, panels[:, 0], strict=True):
        axes.set(xlim=(0, width), ylim=(picture.height, 0))
        axes.set_axis_off()
        for layer, shape in enumerate(picture.shapes, start=1):
            _draw_shape(shape, axes, families, layer)
    return figure


def _draw_shape(shape: Shape, axes: Axes, families: list[str], layer: int) -> None:
    if isinstance(shape, Text):
        axes.text(
            shape.x,
            shape.y,
            shape.text,
            color=PALETTE[TEXT_COLOURS.get(shape.role, "ink")],
            ha=_ANCHORS[shape.anchor],
            va="baseline",
            fontsize=FONT * _POINTS,
            fontfamily=families,
            parse_math=False,
            zorder=layer,
        )
        return
    style = STYLES[shape.role]
    patch = _shape_patch(shape)
    patch.set(
        facecolor=PALETTE[style.fill] if style.fill else "none",
        edgecolor=PALETTE[style.stroke] if style.stroke else "none",
        linewidth=style.width * _POINTS,
        linestyle=(0, style.dash) if style.dash else "-",
        alpha=style.opacity,
        zorder=layer,
        gid=shape.role,
    )
    axes.add_patch(patch)


def _shape_patch(shape: Line | Bar | Dot) -> Patch:
    if isinstance(shape, Line):
        return Polygon(list(shape.points), closed=False)
    if isinstance(shape, Bar):
        return Rectangle((shape.left, shape.top), shape.width, shape.height)
    return Circle((shape.x, shape.y), shape.radius)

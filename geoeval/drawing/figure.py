"""Convert pictures to matplotlib figures (extra ``plot``)."""

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

_PIXELS_PER_INCH = 96.0
_POINTS_PER_PIXEL = 72.0 / _PIXELS_PER_INCH
_ALIGNMENTS = {"start": "left", "middle": "center", "end": "right"}
_FALLBACK_FONTS = (
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

    SVG keeps text as text, so the viewer picks fonts for every script.
    """

    def savefig(
        self,
        fname: str | PathLike[str] | IO[bytes] | IO[str],
        *,
        transparent: bool | None = None,
        **kwargs: object,
    ) -> None:
        """Write the figure to a file; see ``matplotlib.figure.Figure.savefig``."""
        path = "" if not isinstance(fname, str | PathLike) else fspath(fname)
        file_format = str(kwargs.get("format") or path.rpartition(".")[2]).lower()
        if file_format == "svg":
            metadata = kwargs.get("metadata")
            kwargs["metadata"] = {"Date": None} | (metadata if isinstance(metadata, dict) else {})
        with rc_context({"svg.hashsalt": "geoeval", "svg.fonttype": "none"}), catch_warnings():
            if file_format == "svg":
                filterwarnings("ignore", message="Glyph .* missing from font")
            super().savefig(fname, transparent=transparent, **kwargs)

    def _repr_svg_(self) -> str:
        buffer = BytesIO()
        self.savefig(buffer, format="svg")
        return buffer.getvalue().decode()


def draw_figure(pictures: Sequence[Picture]) -> PictureFigure:
    """Draw pictures one below the other in a figure, with one axes per picture."""
    width = max(picture.width for picture in pictures)
    heights = [picture.height for picture in pictures]
    figure = PictureFigure(figsize=(width / _PIXELS_PER_INCH, sum(heights) / _PIXELS_PER_INCH))
    panels = figure.subplots(
        nrows=len(pictures),
        squeeze=False,
        height_ratios=heights,
        gridspec_kw={"left": 0, "right": 1, "top": 1, "bottom": 0, "hspace": 0},
    )
    installed = set(font_manager.get_font_names())
    families = [*rcParams["font.family"], *(name for name in _FALLBACK_FONTS if name in installed)]
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
            ha=_ALIGNMENTS[shape.anchor],
            va="baseline",
            fontsize=FONT * _POINTS_PER_PIXEL,
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
        linewidth=style.width * _POINTS_PER_PIXEL,
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

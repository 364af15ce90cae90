"""Pictures of runs: accuracy by category, operation, context length and zoom; endings of agents."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from geoeval.datasets.records import Record
from geoeval.evaluation.comparison import Comparison, Result
from geoeval.evaluation.operations import OPERATIONS
from geoeval.evaluation.shares import Share, shares_by
from geoeval.evaluation.statistics import zoom_of
from geoeval.extras import check_installed
from geoeval.files import write_file
from geoeval.reporting.safe import cut_line, safe_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito (2008): eight colours that colour-blind readers can distinguish.
_COLOURS = "#0072b2 #e69f00 #009e73 #d55e00 #56b4e9 #cc79a7 #7a6a00 #000000".split()
_INK, _GRID = "#1d2129", "#d9d9d9"
_WORDS = (0, 100, 200, 400, 600, 900, 10_000)
_ZOOMS = (0, 10, 12, 14, 16, 18, 25)
_NAME = 32
_DPI = 150
_Numbers = npt.NDArray[np.floating[Any]]
_Grouped = Mapping[str, Mapping[str, Share]]
"""The share of each group, by run."""


class _Style(NamedTuple):
    colour: str
    label: str


_Drawing = Callable[["Axes", Sequence[Share], _Numbers, float, _Style], None]


def figures_of(found: Comparison) -> Iterator[tuple[str, str, Figure]]:
    """Yield the pictures of a comparison, each with a file name and a description."""
    check_installed("matplotlib", "plot")
    results = found.results
    if not results:
        return
    by_category = {r.name: {"overall": r.overall, **r.by_category} for r in results}
    by_operation = {r.name: r.by_operation for r in results}
    for file, title, shares, order in (
        ("categories", "Accuracy by category", by_category, ["overall", *found.categories]),
        ("operations", "Accuracy by operation", by_operation, OPERATIONS),
    ):
        if names := _present_groups(shares, order):
            yield file, title, _draw_figure(_draw_bars, shares, names, title)
    yield from _draw_line_figures(results)
    if any(result.effort.calls for result in results):
        title = "Questions stopped at the limit of turns"
        yield "iteration_limit", title, _draw_ending_counts(results, title)


def _draw_line_figures(results: Sequence[Result]) -> Iterator[tuple[str, str, Figure]]:
    for file, title, unit, bounds, measure in (
        (
            "context_length",
            "Accuracy by length of the context",
            "words",
            _WORDS,
            _count_context_words,
        ),
        ("zoom", "Accuracy by zoom level of the map", "zoom level", _ZOOMS, zoom_of),
    ):
        labels = _bin_labels(bounds)
        binned = {
            result.name: shares_by(
                (_find_bin(measure(item.record), bounds, labels), item.outcome == "right")
                for item in result.graded.items
            )
            for result in results
        }
        if len(names := _present_groups(binned, labels)) > 1:
            yield file, title, _draw_figure(_draw_lines, binned, names, title, unit)


def _present_groups(shares: _Grouped, order: Sequence[str]) -> list[str]:
    return [name for name in order if any(name in groups for groups in shares.values())]


def write_figures(found: Comparison, folder: str) -> list[Path]:
    """Write the pictures of a comparison into a folder as PNG and SVG."""
    return write_pictures(figures_of(found), folder)


def write_pictures(figures: Iterable[tuple[str, str, Figure]], folder: str) -> list[Path]:
    """Write pictures into a folder as PNG and SVG; create the folder if needed."""
    written = []
    for name, _, figure in figures:
        Path(folder).mkdir(parents=True, exist_ok=True)
        raw = BytesIO()
        figure.savefig(raw, format="png", dpi=_DPI)
        for suffix, content in ((".png", raw.getvalue()), (".svg", svg_of(figure).encode())):
            path = Path(folder) / f"{name}{suffix}"
            write_file(path, content)
            written.append(path)
    return written


def svg_of(figure: Figure) -> str:
    """Return a picture as SVG with reproducible bytes."""
    from matplotlib import rc_context

    text = StringIO()
    with rc_context({"svg.hashsalt": "geoeval", "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def new_figure(title: str, width: float = 9.0, height: float = 4.5) -> tuple[Figure, Axes]:
    """Return an empty picture with a title."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left", color=_INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)
    return figure, axes


def _draw_figure(
    draw: _Drawing, shares: _Grouped, names: Sequence[str], title: str, unit: str = ""
) -> Figure:
    figure, axes = new_figure(title, width=9.0 if unit else max(7.0, 1.1 * len(names) + 3))
    step = 0.82 / len(shares)
    rows = [[groups.get(name, Share(0, 0)) for name in names] for groups in shares.values()]
    for rank, (run, row) in enumerate(zip(shares, rows, strict=True)):
        at = np.arange(len(names)) + (0.0 if unit else step * (rank + 0.5) - 0.41)
        draw(axes, row, at, step * 0.92, _Style(_COLOURS[rank % len(_COLOURS)], _shorten_name(run)))
    sizes = [max(share.of for share in column) for column in zip(*rows, strict=True)]
    ticks = [f"{_shorten_name(name)}\nn = {size}" for name, size in zip(names, sizes, strict=True)]
    axes.set_xticks(range(len(names)), ticks)
    if unit:
        axes.set_xlabel(unit)
    axes.set_ylim(0, 100)
    axes.set_ylabel("right answers, %")
    axes.grid(axis="y", color=_GRID)
    figure.legend(loc="outside lower left", ncols=min(len(shares), 3), frameon=False)
    return figure


def _draw_bars(
    axes: Axes, shares: Sequence[Share], at: _Numbers, width: float, style: _Style
) -> None:
    values = 100 * np.array([share.value or 0 for share in shares])
    low, high = 100 * np.array([share.interval or (0, 0) for share in shares]).T
    axes.bar(
        at, values, width, color=style.colour, label=style.label,
        yerr=np.clip([values - low, high - values], 0, None),
        error_kw={"elinewidth": 0.8, "ecolor": _INK, "capsize": 1.5},
    )  # fmt: skip


def _draw_lines(
    axes: Axes, shares: Sequence[Share], at: _Numbers, _width: float, style: _Style
) -> None:
    known = np.array([share.of > 0 for share in shares])
    values = 100 * np.array([share.value or 0 for share in shares])
    axes.plot(at[known], values[known], marker="o", color=style.colour, label=style.label)


def _draw_ending_counts(results: Sequence[Result], title: str) -> Figure:
    counts = [r.endings["dead_loop"] + r.endings["iteration_limit"] for r in results]
    figure, axes = new_figure(title, height=1.2 + 0.45 * len(counts))
    bars = axes.barh(range(len(counts)), counts, color=_COLOURS[0])
    axes.bar_label(bars, padding=3)
    axes.set_yticks(range(len(counts)), [_shorten_name(result.name) for result in results])
    axes.invert_yaxis()
    axes.set_xlabel("questions")
    axes.set_xlim(0, max(*counts, 1) * 1.1)
    return figure


def _shorten_name(name: str) -> str:
    """Return the name of a run or group shortened for a picture, with $ escaped."""
    return cut_line(safe_line(name), _NAME).replace("$", r"\$")


def _bin_labels(bounds: Sequence[int]) -> list[str]:
    """Return the labels of the bins between bounds; the last one is open."""
    inner = [f"{low} to {high - 1}" for low, high in pairwise(bounds[:-1])]
    return [*inner, f"{bounds[-2]} or more"]


def _find_bin(value: float | None, bounds: Sequence[int], labels: Sequence[str]) -> str | None:
    rank = 0 if value is None else bisect_right(bounds, value)
    return labels[rank - 1] if 0 < rank < len(bounds) else None


def _count_context_words(record: Record) -> float | None:
    return len(record.context.split()) or None

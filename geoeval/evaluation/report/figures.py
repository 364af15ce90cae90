"""Pictures of runs: accuracy by category, operation, context length and zoom; endings of agents."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING

import numpy as np

from geoeval.datasets.records import Record
from geoeval.evaluation.comparison import Comparison, Result
from geoeval.evaluation.operations import OPERATIONS
from geoeval.evaluation.shares import Share, shares_by
from geoeval.evaluation.statistics import zoom_of
from geoeval.extras import check_installed
from geoeval.files import write_file
from geoeval.reporting.safe import cut_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito (2008): eight colours that colour-blind readers can distinguish.
_COLOURS = "#0072b2 #e69f00 #009e73 #d55e00 #56b4e9 #cc79a7 #7a6a00 #000000".split()
_INK, _GRID = "#1d2129", "#d9d9d9"
_WORDS = (0, 100, 200, 400, 600, 900, 10_000)
_ZOOMS = (0, 10, 12, 14, 16, 18, 25)
_DPI = 300
WIDTH = 4.2
"""Inches. On a screen of 390 pixels, a picture of this width has text of 11 pixels (10 points)."""
_NAME, _WRAPPED, _TICK = 34, 44, 6  # characters that fit into this width
_BAR, _THIN_BAR, _LABEL, _LINE = 0.18, 0.07, 0.24, 0.19
"""Heights in inches: a bar, its least height, the label above a group, a line of the legend."""
_BARS = 9.0
"""Inches for all bars before they become thinner: one screen of a computer."""
_AROUND = 0.9
"""Inches for the title and the axis."""
_ACCURACY = "right answers, %"
_Grouped = Mapping[str, Mapping[str, Share]]
"""The share of each group, by run."""


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
            yield file, title, _draw_bars(shares, names, title)
    yield from _draw_line_figures(results)
    stopped = {r.name: r.endings["dead_loop"] + r.endings["iteration_limit"] for r in results}
    if any(stopped.values()):
        title = "Questions stopped at the limit of turns"
        yield "iteration_limit", title, _draw_ending_counts(stopped, title)


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
            yield file, title, _draw_lines(binned, names, title, unit)


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


def new_figure(title: str, width: float = WIDTH, height: float = 3.0) -> tuple[Figure, Axes]:
    """Return an empty picture with a title."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(title, x=0.01, ha="left", color=_INK)
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)
    return figure, axes


def _draw_bars(shares: _Grouped, names: Sequence[str], title: str) -> Figure:
    """Draw the groups one below the other, each with a bar for every run."""
    bar = min(_BAR, max(_THIN_BAR, _BARS / (len(shares) * len(names))))
    group = _LABEL + bar * len(shares)
    figure, axes = new_figure(title, height=_AROUND + group * len(names))
    for rank, (run, groups) in enumerate(shares.items()):
        known = [(at, groups[name]) for at, name in enumerate(names) if name in groups]
        values = 100 * np.array([share.value or 0 for _, share in known])
        low, high = (
            100 * np.array([share.interval or (0, 0) for _, share in known]).reshape(-1, 2).T
        )
        axes.barh(
            [at * group + _LABEL + bar * (rank + 0.5) for at, _ in known], values, 0.9 * bar,
            color=_COLOURS[rank % len(_COLOURS)], label=_wrap_name(run),
            xerr=np.clip([values - low, high - values], 0, None),
            error_kw={"elinewidth": 0.8, "ecolor": _INK, "capsize": 1.5},
        )  # fmt: skip
    _write_labels(
        axes, [f"{_cut_name(name)}, n = {_size_of(name, shares)}" for name in names], group
    )
    axes.set_xlim(0, 100)
    axes.set_xlabel(_ACCURACY)
    axes.grid(axis="x", color=_GRID)
    _add_legend(figure, shares)
    return figure


def _write_labels(axes: Axes, labels: Sequence[str], group: float) -> None:
    """Write the labels of groups above their bars, where they have the whole width."""
    for at, label in enumerate(labels):
        y = at * group + 0.9 * _LABEL
        axes.text(0.01, y, label, va="bottom", transform=axes.get_yaxis_transform())
    axes.set_ylim(group * len(labels), 0)
    axes.set_yticks([])


def _draw_lines(shares: _Grouped, names: Sequence[str], title: str, unit: str) -> Figure:
    figure, axes = new_figure(title)
    for rank, (run, groups) in enumerate(shares.items()):
        known = [(at, groups[name].value) for at, name in enumerate(names) if name in groups]
        axes.plot(
            [at for at, _ in known], [100 * (value or 0) for _, value in known], marker="o",
            color=_COLOURS[rank % len(_COLOURS)], label=_wrap_name(run),
        )  # fmt: skip
    ticks = [f"{fill(name, _TICK)}\nn = {_size_of(name, shares)}" for name in names]
    axes.set_xticks(range(len(names)), ticks)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_xlabel(unit)
    axes.set_ylim(0, 100)
    axes.set_ylabel(_ACCURACY)
    axes.grid(axis="y", color=_GRID)
    _add_legend(figure, shares)
    return figure


def _size_of(name: str, shares: _Grouped) -> int:
    return max(groups[name].of for groups in shares.values() if name in groups)


def _add_legend(figure: Figure, runs: Iterable[str]) -> None:
    """Add the runs below the plot, one below the other, and make the picture higher for them."""
    lines = sum(_wrap_name(run).count("\n") + 1 for run in runs)
    figure.set_figheight(figure.get_figheight() + _LINE * lines)
    figure.legend(loc="outside lower left", frameon=False)


def _draw_ending_counts(counts: Mapping[str, int], title: str) -> Figure:
    group = _LABEL + _BAR
    figure, axes = new_figure(title, height=_AROUND + group * len(counts))
    at = [(rank + 1) * group - _BAR / 2 for rank in range(len(counts))]
    bars = axes.barh(at, list(counts.values()), 0.9 * _BAR, color=_COLOURS[0])
    axes.bar_label(bars, padding=3)
    _write_labels(axes, [_cut_name(name, _WRAPPED) for name in counts], group)
    axes.set_xlabel("questions")
    axes.set_xlim(0, max(counts.values()) * 1.1)
    axes.locator_params(axis="x", integer=True)
    return figure


def _cut_name(name: str, columns: int = _NAME) -> str:
    """Return the name of a run or group cut for a picture, with $ escaped."""
    return cut_line(name, columns).replace("$", r"\$")


def _wrap_name(name: str) -> str:
    """Return the name of a run on a few lines."""
    return "\n".join(wrap(cut_line(name, 3 * _WRAPPED), _WRAPPED)).replace("$", r"\$")


def _bin_labels(bounds: Sequence[int]) -> list[str]:
    """Return the labels of the bins between bounds; the last one is open."""
    inner = [f"{low} to {high - 1}" for low, high in pairwise(bounds[:-1])]
    return [*inner, f"{bounds[-2]} or more"]


def _find_bin(value: float | None, bounds: Sequence[int], labels: Sequence[str]) -> str | None:
    rank = 0 if value is None else bisect_right(bounds, value)
    return labels[rank - 1] if 0 < rank < len(bounds) else None


def _count_context_words(record: Record) -> float | None:
    return len(record.context.split()) or None

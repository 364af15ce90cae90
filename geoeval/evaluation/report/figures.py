"""Pictures of runs: accuracy by category, operation, context length and zoom; how agents ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from geoeval.evaluation.comparison import Comparison, Result
from geoeval.evaluation.operations import OPERATIONS
from geoeval.evaluation.runs import Graded
from geoeval.evaluation.shares import Share, share_of
from geoeval.extras import check_installed
from geoeval.files import write_file
from geoeval.reporting.safe import cut, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito (2008): eight colours that stay apart for those who see colours differently.
_COLOURS = "#0072b2 #e69f00 #009e73 #d55e00 #56b4e9 #cc79a7 #7a6a00 #000000".split()
_INK, _GRID = "#1d2129", "#d9d9d9"
_WORDS = (0, 100, 200, 400, 600, 900, 10_000)
_ZOOMS = (0, 10, 12, 14, 16, 18, 25)
_NAME = 32
_DPI = 150
_Grouped = Mapping[str, Mapping[str, Share]]
"""For each run the share of each group."""


def figures_of(found: Comparison) -> Iterator[tuple[str, str, Figure]]:
    """Yield the pictures of a comparison, each with a file name and what it shows."""
    check_installed("matplotlib", "plot")
    runs = {result.name: result for result in found.results}
    if not runs:
        return
    by_category = {name: {"overall": r.overall, **r.by_category} for name, r in runs.items()}
    names = ["overall", *found.categories]
    yield "categories", "Accuracy by category", _bars(by_category, names, "Accuracy by category")
    by_operation = {name: result.by_operation for name, result in runs.items()}
    known = [name for name in OPERATIONS if any(name in each for each in by_operation.values())]
    if known:
        title = "Accuracy by operation"
        yield "operations", title, _bars(by_operation, known, title)
    for file, title, unit, bounds, measure in (
        ("context_length", "Accuracy by length of the context", "words", _WORDS, _words_of),
        ("zoom", "Accuracy by zoom level of the map", "zoom level", _ZOOMS, _zoom_of),
    ):
        binned = {name: _binned(result, bounds, measure) for name, result in runs.items()}
        labels = [label for label in _labels(bounds) if any(label in b for b in binned.values())]
        if len(labels) > 1:
            yield file, title, _lines(binned, labels, title, unit)
    loops = {
        name: result.endings["dead_loop"] + result.endings["iteration_limit"]
        for name, result in runs.items()
    }
    if any(result.effort.calls for result in runs.values()):
        title = "Questions stopped at the limit of turns"
        yield "iteration_limit", title, _counts(loops, title)


def write_figures(found: Comparison, folder: str) -> list[Path]:
    """Write the pictures of a comparison into a folder as PNG and SVG.

    Examples
    --------
    >>> write_figures(Comparison(results=(), audited={}, differences={}), "pictures")
    []
    """
    return write_pictures(figures_of(found), folder)


def write_pictures(figures: Iterable[tuple[str, str, Figure]], folder: str) -> list[Path]:
    """Write pictures into a folder as PNG and SVG, which is made if it is not there."""
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
    """Return a picture as SVG, the same bytes each time."""
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


def _bars(shares: _Grouped, names: Sequence[str], title: str) -> Figure:
    """Draw the accuracy of runs by group, with 95 % intervals."""
    figure, axes = new_figure(title, width=max(7.0, 1.1 * len(names) + 3))
    step = 0.82 / len(shares)
    for rank, (run, groups) in enumerate(shares.items()):
        at = [index - 0.41 + step * (rank + 0.5) for index in range(len(names))]
        values = [100 * ((groups.get(name) or Share(0, 0)).value or 0) for name in names]
        spread = [(groups.get(name) or Share(0, 0)).interval or (0, 0) for name in names]
        below = [max(0, value - 100 * low) for value, (low, _) in zip(values, spread, strict=True)]
        above = [
            max(0, 100 * high - value) for value, (_, high) in zip(values, spread, strict=True)
        ]
        axes.bar(
            at, values, step * 0.92, color=_COLOURS[rank % len(_COLOURS)], label=_short(run),
            yerr=[below, above], error_kw={"elinewidth": 0.8, "ecolor": _INK, "capsize": 1.5},
        )  # fmt: skip
    sizes = {
        name: max((groups.get(name) or Share(0, 0)).of for groups in shares.values())
        for name in names
    }
    axes.set_xticks(range(len(names)), [f"{_short(name)}\nn = {sizes[name]}" for name in names])
    _percent_axis(axes)
    _legend(figure, len(shares))
    return figure


def _lines(shares: _Grouped, names: Sequence[str], title: str, unit: str) -> Figure:
    figure, axes = new_figure(title)
    for rank, (run, groups) in enumerate(shares.items()):
        known = [(index, groups[name]) for index, name in enumerate(names) if name in groups]
        axes.plot(
            [index for index, _ in known],
            [100 * (share.value or 0) for _, share in known],
            marker="o", color=_COLOURS[rank % len(_COLOURS)], label=_short(run),
        )  # fmt: skip
    sizes = {
        name: max((groups.get(name) or Share(0, 0)).of for groups in shares.values())
        for name in names
    }
    axes.set_xticks(range(len(names)), [f"{_short(name)}\nn = {sizes[name]}" for name in names])
    axes.set_xlabel(unit)
    _percent_axis(axes)
    _legend(figure, len(shares))
    return figure


def _counts(counts: Mapping[str, int], title: str) -> Figure:
    figure, axes = new_figure(title, height=1.2 + 0.45 * len(counts))
    names = [_short(name) for name in counts]
    bars = axes.barh(range(len(names)), list(counts.values()), color=_COLOURS[0])
    axes.bar_label(bars, padding=3)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("questions")
    axes.set_xlim(0, max([*counts.values(), 1]) * 1.1)
    return figure


def _percent_axis(axes: Axes) -> None:
    axes.set_ylim(0, 100)
    axes.set_ylabel("right answers, %")
    axes.grid(axis="y", color=_GRID)


def _legend(figure: Figure, count: int) -> None:
    figure.legend(loc="outside lower left", ncols=min(count, 3), frameon=False)


def _short(name: str) -> str:
    """Return the name of a run or group as it fits into a picture, where no $ begins a formula."""
    return cut(plain(name), _NAME).replace("$", r"\$")


def _binned(
    result: Result, bounds: Sequence[int], measure: Callable[[Graded], float | None]
) -> Mapping[str, Share]:
    """Return the accuracy of a run by bins of a measure."""
    labels = _labels(bounds)
    grouped: dict[str, list[bool]] = {}
    for item in result.graded.items:
        value = measure(item)
        if value is None:
            continue
        for label, (low, high) in zip(labels, pairwise(bounds), strict=True):
            if low <= value < high:
                grouped.setdefault(label, []).append(item.outcome == "right")
    return {label: share_of(each) for label, each in grouped.items()}


def _labels(bounds: Sequence[int]) -> list[str]:
    """Return the bins between bounds in words; the last one is open."""
    inner = [f"{low} to {high - 1}" for low, high in pairwise(bounds[:-1])]
    return [*inner, f"{bounds[-2]} or more"]


def _words_of(item: Graded) -> float | None:
    """Return the number of words of a question's context."""
    return len(item.record.context.split()) or None


def _zoom_of(item: Graded) -> float | None:
    from geoeval.evaluation.statistics import view_of

    view = view_of(item.record)
    return None if view is None else view.zoom

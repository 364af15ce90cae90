"""Statistics of a dataset as text, JSON and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from geoeval.evaluation.gazetteer import known_cities
from geoeval.evaluation.report.figures import new_figure
from geoeval.evaluation.report.text import align_rows
from geoeval.evaluation.statistics import DatasetStatistics, Spread
from geoeval.reporting.safe import Paint, cut_line, safe_line
from geoeval.reporting.shapes import SCHEMA_VERSION, Json
from geoeval.reporting.wording import count_noun

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_EXAMPLE, _CITIES = 76, 10
_LAND, _BAR = "#c9cdd3", "#0072b2"


def render_statistics(found: DatasetStatistics, *, colour: bool = False) -> Iterator[str]:
    """Yield the statistics as lines of text."""
    paint = Paint(colour)
    yield paint("bold", count_noun(found.questions, "question"))
    yield from align_rows(
        [
            ["distinct contexts", str(found.contexts)],
            ["distinct pictures", str(found.pictures)],
            *_spread_row("words per context", found.context_length),
            *_spread_row("words per question", found.question_length),
            *_spread_row("options", found.options),
            *_spread_row("zoom level", found.zoom),
        ]
    )
    yield ""
    yield paint("bold", "Categories, with an example")
    examples = (cut_line(found.examples[name], _EXAMPLE) for name in found.categories)
    lines = _format_counts("category", found.categories)
    for line, example in zip(lines, ("example", *examples), strict=True):
        yield f"{line}  {example}"
    yield ""
    yield paint("bold", "Positions of the right option")
    yield from _format_counts("option", dict(sorted(found.labels.items())))
    if found.countries or found.unplaced:
        yield ""
        yield paint("bold", f"Countries ({len(found.countries)}), by the places of each question")
        yield from _format_columns("country", found.countries)
        if found.unplaced:
            yield f"  country unknown: {found.unplaced}"
        yield ""
        yield paint("bold", f"Cities ({len(found.cities)}); the most frequent")
        yield from _format_counts("city", dict(list(found.cities.items())[:_CITIES]))


def _spread_row(what: str, found: Spread | None) -> list[list[str]]:
    if found is None:
        return []
    numbers = f"{found.least:g} to {found.most:g}, mean {found.mean:.2f}"
    return [[what, numbers]]


def _format_counts(what: str, counts: Mapping[str, int]) -> Iterator[str]:
    rows = [[safe_line(name), str(times)] for name, times in counts.items()]
    return align_rows([[what, "questions"], *rows])


def _format_columns(what: str, counts: Mapping[str, int], across: int = 2) -> Iterator[str]:
    head, *lines = _format_counts(what, counts)
    across = min(across, len(lines))
    yield "  ".join([head] * across)
    for start in range(0, len(lines), across):
        yield "  ".join(lines[start : start + across])


def statistics_shape(found: DatasetStatistics) -> Json:
    """Return the statistics as JSON values."""
    shape = asdict(found)
    for name in ("spots", "context_lengths", "question_lengths"):
        del shape[name]
    return {"schema_version": SCHEMA_VERSION, **shape}


def dataset_figures(found: DatasetStatistics) -> Iterator[tuple[str, str, Figure]]:
    """Yield the pictures of a dataset, each with a file name and a description."""
    for name, title, lengths in (
        ("context_lengths", "Length of the contexts", found.context_lengths),
        ("question_lengths", "Length of the questions", found.question_lengths),
    ):
        if lengths:
            yield name, title, _draw_histogram(title, lengths)
    if found.spots:
        title = f"Where the places of the questions lie, n = {len(found.spots)}"
        yield "world", title, _draw_world_map(title, found)


def _draw_histogram(title: str, lengths: Sequence[int]) -> Figure:
    figure, axes = new_figure(f"{title}, n = {len(lengths)}")
    axes.hist(lengths, bins=min(30, len(set(lengths))), color=_BAR)
    axes.set_xlabel("words")
    axes.set_ylabel("number")
    return figure


def _draw_world_map(title: str, found: DatasetStatistics) -> Figure:
    figure, axes = new_figure(title, width=7, height=3.4)
    land = [spot for _, spot in known_cities()]
    axes.scatter([lon for _, lon in land], [lat for lat, _ in land], s=0.4, color=_LAND, lw=0)
    lons, lats = [lon for _, lon in found.spots], [lat for lat, _ in found.spots]
    drawn = axes.hexbin(
        lons, lats, gridsize=72, extent=(-180, 180, -60, 80), mincnt=1, bins="log", cmap="autumn_r"
    )
    figure.colorbar(drawn, ax=axes, label="places", shrink=0.8)
    axes.set_xlim(-180, 180)
    axes.set_ylim(-60, 80)
    axes.set_aspect(1.2)
    axes.set_xlabel("longitude, degrees")
    axes.set_ylabel("latitude, degrees")
    return figure

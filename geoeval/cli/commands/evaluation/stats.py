"""``geoeval stats``: what a dataset holds."""

from __future__ import annotations

from typing import Annotated

import typer

from geoeval.cli.commands.evaluation.score import Plots, tell_issues
from geoeval.cli.inputs import declared, read_inputs
from geoeval.cli.options import Columns, DatasetName, Output, Paths
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    refuse_overwriting,
    unreadable,
    wants_colour,
    write_lines,
)
from geoeval.errors import UsageError, quote
from geoeval.reporting.view import PageFormat

EPILOG = """Examples:

  geoeval stats questions.json

  geoeval stats questions.json --plots pictures

  geoeval stats questions.json --no-places --format json

Countries and cities are those of most places of a question, looked up offline (GeoNames,
CC BY 4.0): the nearest city of more than 15,000 people, or what the address ends with.

Exit code: 0, or 2 for wrong usage or a file of which a part cannot be read (the rest is described
first).
"""


def stats(
    paths: Paths = None,
    output_format: Annotated[
        PageFormat, typer.Option("--format", help="How to write it.")
    ] = PageFormat.TEXT,
    output: Output = None,
    dataset: DatasetName = "auto",
    columns: Columns = None,
    places: Annotated[
        bool, typer.Option("--places/--no-places", help="Look countries and cities up.")
    ] = True,
    plots: Plots = None,
) -> None:
    """Describe a dataset: categories, lengths, options, labels, countries and cities."""
    from geoeval.evaluation.report.dataset import (
        dataset_figures,
        render_statistics,
        statistics_shape,
    )
    from geoeval.evaluation.statistics import statistics_of

    refuse_overwriting(paths or (), output)
    datasets = read_inputs(paths or (), declared(dataset, columns))
    tell_issues(datasets)
    if not any(one.records for one in datasets):
        message = f"expected questions, got none in {', '.join(map(quote, paths or ()))}"
        raise UsageError(message)
    found = statistics_of(datasets, places=places)
    if plots is not None:
        from geoeval.evaluation.report.figures import write_pictures

        write_pictures(dataset_figures(found), plots)
    if output_format is PageFormat.JSON:
        from geoeval.reporting.shapes import dump

        write_lines([dump(statistics_shape(found), indent=2)], output)
    else:
        write_lines(render_statistics(found, colour=wants_colour(output)), output)
    raise typer.Exit(FAILED if unreadable(datasets) else CLEAN)

"""``geoeval results stats``: describe a dataset."""

from __future__ import annotations

from typing import Annotated

import typer

from geoeval.cli.commands.evaluation.score import Plots, print_issues
from geoeval.cli.declarations import declare_option
from geoeval.cli.groups import with_groups
from geoeval.cli.options import Files, Format, Output
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    has_unreadable,
    reject_overwriting,
    wants_colour,
    write_page,
)
from geoeval.errors import UsageError, quote
from geoeval.reporting.view import PageFormat

EPILOG = """Examples:

  geoeval results stats questions.json

  geoeval results stats questions.json --plots pictures

  geoeval results stats questions.json --no-places --format json

A question counts for the country and city of most of its places, looked up offline (GeoNames, CC BY
4.0): the nearest city of more than 15,000 people, or the end of the address.

Exit code: 0, or 2 for wrong usage or a file that cannot be read in full (the rest is described
first).
"""


@with_groups
def stats(
    files: Files,
    output_format: Format = PageFormat.TEXT,
    output: Output = None,
    places: Annotated[
        bool, declare_option("--places/--no-places", "Look up countries and cities.")
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

    reject_overwriting(files.inputs, output)
    datasets = files.read()
    print_issues(datasets)
    if not any(one.records for one in datasets):
        raise UsageError(f"expected questions, got none in {', '.join(map(quote, files.inputs))}")
    statistics = statistics_of(datasets, places=places)
    if plots is not None:
        from geoeval.evaluation.report.figures import write_pictures

        write_pictures(dataset_figures(statistics), plots)
    lines = render_statistics(statistics, colour=wants_colour(output))
    write_page(output_format, statistics_shape(statistics), lines, output)
    raise typer.Exit(FAILED if has_unreadable(datasets) else CLEAN)

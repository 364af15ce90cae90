"""``geoeval results``: compare logs of runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from geoeval.cli.commands.evaluation.score import Showing, compare_graded, exit_code, print_issues
from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.groups import with_groups
from geoeval.cli.output import FAILED, reject_overwriting, write_error
from geoeval.extras import check_installed
from geoeval.files import write_file

EPILOG = """Examples:

  geoeval results logs

  geoeval results logs/with_tools.eval logs/without.eval --format html -o runs.html

  geoeval results logs --plots pictures

  geoeval results logs --router router.json

  geoeval results logs --questions

Exit code: 0; 1 if a run is incomplete because questions were not asked (unless --subset) or ended
in an error; 2 for a log that cannot be read or is empty (the others are compared first), or for
logs about different questions.
"""


@with_groups
def results(
    logs: Annotated[list[str], declare_argument("LOG", "Logs, or folders of logs.")],
    showing: Showing,
    dataset_file: Annotated[
        str | None, declare_option("--dataset FILE", "The questions, if the file has moved.")
    ] = None,
    router: Annotated[
        str | None, declare_option("--router FILE", "Write which run was best for each operation.")
    ] = None,
) -> None:
    """Compare runs of geoeval's tasks: accuracy, errors, cost and significance of differences."""
    check_installed("inspect_ai", "eval")
    reject_overwriting(logs, showing.output)
    raise typer.Exit(compare_logs(logs, showing, dataset_file, router))


def compare_logs(
    logs: Sequence[str], showing: Showing, dataset: str | None = None, router: str | None = None
) -> int:
    """Write a comparison of logs, and return the exit code."""
    from geoeval.evaluation.runs import grade_run
    from geoeval.evaluation.tasks.logs import dataset_of, read_logs, run_of
    from geoeval.evaluation.tasks.routing import calibrate_router

    read, faults = read_logs(logs)
    for fault in faults:
        write_error(fault)
    asked = dataset_of(read, dataset)
    print_issues([asked])
    graded = [grade_run(run_of(each, asked), [asked]) for each in read]
    comparison = compare_graded(graded, [asked])
    if router is not None:
        write_file(router, calibrate_router(comparison).to_json().encode())
    showing.show(comparison)
    return FAILED if faults else exit_code(graded, subset=showing.subset)

"""``geoeval evaluate export``: export a dataset to another evaluation harness."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from geoeval.cli.commands.evaluation.score import print_issues
from geoeval.cli.declarations import declare_option
from geoeval.cli.groups import with_groups
from geoeval.cli.options import Files, Labels
from geoeval.cli.output import CLEAN, FAILED, has_unreadable, write_lines
from geoeval.cli.progress import LateBar

EPILOG = """Examples:

  geoeval evaluate export questions.json -o tasks

  lm_eval --include_path tasks --tasks questions --model hf --model_args pretrained=gpt2

The folder is a task of lm-evaluation-harness: NAME.yaml and NAME.jsonl. Each question has the
verdict of geoeval on its label. Exit code: 0, or 2 for wrong usage or a file that cannot be read in
full (the rest is written first).
"""


@with_groups
def export(
    files: Files,
    folder: Annotated[
        str, declare_option("--output -o FOLDER", "The folder to write the task to.")
    ],
    name: Annotated[
        str | None,
        declare_option("--name NAME", "The name of the task, by default that of the file."),
    ] = None,
    labels: Labels = None,
) -> None:
    """Write a dataset as a task folder of lm-evaluation-harness."""
    from geoeval.evaluation.comparison import audit_labels
    from geoeval.evaluation.harness import write_harness_task

    datasets = files.read(labels)
    print_issues(datasets)
    task = name or Path(datasets[0].path).stem
    with LateBar("auditing labels") as bar:
        audited = audit_labels(datasets, bar)
    count = write_harness_task(datasets, audited, folder, task)
    write_lines([f"{count} questions: {Path(folder) / task}.yaml"])
    raise typer.Exit(FAILED if has_unreadable(datasets) else CLEAN)

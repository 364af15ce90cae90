"""``geoeval evaluate``: run a model on one of MapEval's tasks."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from geoeval.cli.commands.evaluation.results import compare_logs
from geoeval.cli.commands.evaluation.score import Showing
from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.output import FINDINGS, write_error, write_lines
from geoeval.errors import UsageError, quote
from geoeval.extras import check_installed

EPILOG = """Examples:

  geoeval evaluate textual --model openai/gpt-4o --dataset questions.json

  geoeval evaluate textual --model geoeval/solver

  geoeval evaluate api --model ollama/llama3.1 --dataset questions.json -T world=town.world

  geoeval evaluate textual --model openai/gpt-4o --dataset questions.json -T tools=calculators

  geoeval evaluate --resume logs/2026-11-23_mapeval-textual_x.eval

The models are those of inspect-ai: openai/…, anthropic/…, google/…, ollama/…, vllm/…, or
openai-api/NAME/… for a local server; geoeval/solver, geoeval/random, geoeval/first, geoeval/longest
and geoeval/recorded:FILE need no key, and get only the question, without tools.

-T sets a parameter of the task. The defaults are:

  textual  tools=none agent=native understanding=none unanswerable=true limit=15

  api      tools=paper agent=react, the rest as above; world=FILE

  visual   unanswerable=true

The values are tools=none|paper|calculators|default|all, agent=native|react|planner|router (with
router=FILE), understanding=none|model, prompt=geoeval|paper, parser=own|paper-textual|paper-api.

Exit code: 0; 1 if a question failed or the run did not finish; 2 for wrong usage.
"""


class TaskName(StrEnum):
    """The tasks of MapEval."""

    TEXTUAL = "textual"
    API = "api"
    VISUAL = "visual"


def evaluate(
    task: Annotated[TaskName | None, declare_argument("TASK", "textual, api or visual.")] = None,
    model: Annotated[str | None, declare_option("--model MODEL", "The model to run.")] = None,
    dataset_file: Annotated[
        str, declare_option("--dataset FILE", "The questions; the sample by default.")
    ] = "",
    parameters: Annotated[
        list[str] | None, declare_option("-T NAME=VALUE", "A parameter of the task.")
    ] = None,
    arguments: Annotated[
        list[str] | None, declare_option("-M NAME=VALUE", "A parameter of the model.")
    ] = None,
    limit: Annotated[
        int | None, declare_option("--limit N", "Ask the first N questions.", min=1)
    ] = None,
    log_dir: Annotated[
        str | None, declare_option("--log-dir FOLDER", "Where the log goes; by default, logs.")
    ] = None,
    resume: Annotated[
        str | None, declare_option("--resume LOG", "Continue a run: ask what was not answered.")
    ] = None,
) -> None:
    """Run a model on the textual, API or visual task and show the results."""
    check_installed("inspect_ai", "eval")
    if (task is None) is (resume is None):
        raise UsageError("expected either a TASK or --resume LOG")
    from geoeval.evaluation.tasks.running import go_on, is_complete, run_task

    if resume is not None:
        log = go_on(resume, log_dir)
    else:
        if model is None:
            raise UsageError("expected --model, such as openai/gpt-4o or geoeval/solver")
        of_task = dict(_parse_parameter("-T", each) for each in parameters or ())
        of_model = dict(_parse_parameter("-M", each) for each in arguments or ())
        given = {"dataset": dataset_file, **of_task}
        log = run_task(f"mapeval_{task}", model, given, limit, log_dir or "logs", of_model)
    write_lines([f"Log: {log.location}", ""])
    if log.status == "cancelled":
        answered = sum(each.error is None for each in log.samples or ())
        total = len(log.eval.dataset.sample_ids or ())
        write_error(f"interrupted, {answered} of {total} questions are answered")
    elif log.status != "success":
        why = f": {log.error.message}" if log.error else ""
        write_error(f"error: the run did not finish ({log.status}){why}")
    if log.status != "success":
        write_error(f"continue with: geoeval evaluate --resume {log.location}")
        raise typer.Exit(FINDINGS)
    code = compare_logs([log.location], Showing(subset=limit is not None))
    if not is_complete(log):
        write_error(f"ask the failed questions again: geoeval evaluate --resume {log.location}")
    raise typer.Exit(code)


def _parse_parameter(option: str, text: str) -> tuple[str, str]:
    name, found, value = text.partition("=")
    if not (found and name):
        raise UsageError(f"expected {option} NAME=VALUE, got {quote(text)}")
    return name, value

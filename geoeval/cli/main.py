"""The entry of the command line: its commands, and what happens when something goes wrong."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from geoeval.cli.commands import (
    annotate,
    audit,
    call,
    datasets,
    formalize,
    generate,
    mcp,
    review,
    rule,
    serve,
    solve,
    tools,
    verify,
    worlds,
)
from geoeval.cli.commands.evaluation import evaluate, export, results, score, stats
from geoeval.cli.output import CLEAN, FAILED, complain, drop_output, prepare_streams, write_lines
from geoeval.cli.settings import settings_of
from geoeval.errors import GeoEvalError, suggest
from geoeval.workers.processes import collect_seldom

app = typer.Typer(
    name="geoeval",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("verify", short_help="Prove or refute every label.", epilog=verify.EPILOG)(
    verify.verify
)
app.command("audit", short_help="Report on every label.", epilog=audit.EPILOG)(audit.audit)
app.command("solve", short_help="Answer every question.", epilog=solve.EPILOG)(solve.solve)
app.command("formalize", short_help="Keep what questions mean.", epilog=formalize.EPILOG)(
    formalize.formalize
)
app.command("review", short_help="Review what is kept.", epilog=review.EPILOG)(review.review)
app.command("annotate", short_help="Write and review questions.", epilog=annotate.EPILOG)(
    annotate.annotate
)
app.command("generate", short_help="Make fresh questions.", epilog=generate.EPILOG)(
    generate.generate
)
app.command("score", short_help="Score models' replies.", epilog=score.EPILOG)(score.score)
app.command("evaluate", short_help="Run a model on a task.", epilog=evaluate.EPILOG)(
    evaluate.evaluate
)
app.command("results", short_help="Compare runs.", epilog=results.EPILOG)(results.results)
app.command("stats", short_help="Describe a dataset.", epilog=stats.EPILOG)(stats.stats)
app.command("export", short_help="Write a harness task.", epilog=export.EPILOG)(export.export)
app.command("serve", short_help="Serve a map.", epilog=serve.EPILOG)(serve.serve)
app.add_typer(worlds.app, name="world", short_help="Build and look at worlds.")
app.command("datasets", short_help="List formats and datasets.", epilog=datasets.DATASETS_EPILOG)(
    datasets.datasets
)
app.command("fetch", short_help="Download a dataset.", epilog=datasets.FETCH_EPILOG)(datasets.fetch)
app.command("rule", short_help="Explain a rule.", epilog=rule.RULE_EPILOG)(rule.rule)
app.command("rules", short_help="List all rules.", epilog=rule.RULES_EPILOG)(rule.rules)
app.command("tools", short_help="List tools for models.", epilog=tools.EPILOG)(tools.tools)
app.command("call", short_help="Call a tool.", epilog=call.EPILOG)(call.call)
app.command("mcp", short_help="Serve tools to models.", epilog=mcp.EPILOG)(mcp.mcp)


def _show_version(wanted: bool) -> None:
    """Print the version and stop, if that is wanted."""
    if wanted:
        from importlib.metadata import version

        write_lines([f"geoeval {version('geoeval')}"])
        raise typer.Exit


@app.callback()
def geoeval(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Prove, refute and answer map-reasoning questions by computing them."""
    settings = settings_of(Path.cwd())
    context.default_map = dict.fromkeys(map(str, _names()), settings) if settings else None


def _names() -> Iterator[str | None]:
    """Yield the names of all commands."""
    return (command.name for command in app.registered_commands)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line.

    Examples
    --------
    >>> main(["rule", "GEO000"])
    2
    """
    try:
        code = app(
            args=None if arguments is None else list(arguments),
            standalone_mode=False,
            prog_name="geoeval",
        )
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else FAILED
    except typer.Abort:
        complain("aborted")
    except GeoEvalError as error:
        complain(f"error: {error}")
    except OSError as error:
        drop_output()
        complain(f"error: the output cannot be written: {error.strerror}")
    except Exception as error:  # noqa: BLE001 - no traceback may reach the user
        if hasattr(error, "format_message"):  # click's own, whose module depends on typer's version
            return _wrong_usage(error)
        complain(
            f"internal error: {type(error).__name__}: {error}; please report it with the "
            "command and the record that lead to it"
        )
    else:
        return code if isinstance(code, int) else CLEAN
    return FAILED


def _wrong_usage(error: Exception) -> int:
    """Report wrong usage as every other error: what is wrong, what was meant, where to look."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError" and context is not None:
        write_lines([context.get_help()])
        return FAILED
    message: str = error.format_message().rstrip(".")  # type: ignore[attr-defined]  # click's
    for foreign, ours in _OURS.items():
        message = message.replace(foreign, ours)
    wrong, _, choices = message.partition(" is not one of ")
    if choices:
        message += suggest(wrong.rpartition(" ")[2].strip("'"), _QUOTED.findall(choices))
    where = "" if context is None else f"; see {context.command_path} --help"
    complain(f"error: {message[:1].lower()}{message[1:]}{where}")
    return FAILED


_OURS = {"Value error, ": "", "(Possible options: ": "(did you mean ", ". Did": "; did"}
_QUOTED = re.compile(r"'([^']+)'")


def run() -> NoReturn:
    """Run the command line of the process and leave it with the exit code."""
    collect_seldom()
    prepare_streams()
    sys.exit(main())

"""Entry point of the command line: the commands, and how errors are reported."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from geoeval.cli.commands import (
    annotate,
    call,
    datasets,
    formalize,
    generate,
    inspect,
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
from geoeval.cli.declarations import declare_option
from geoeval.cli.old_spellings import update_arguments
from geoeval.cli.output import CLEAN, FAILED, drop_output, prepare_streams, write_error, write_lines
from geoeval.cli.settings import settings_of
from geoeval.errors import GeoEvalError, suggest
from geoeval.workers.processes import collect_seldom


class _Commands(TyperGroup):
    """A group of commands whose names have one or first_two words."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - typer's signature
        """Return the command named by the first arguments, and the other arguments."""
        first_two = " ".join(args[:2])
        return super().resolve_command(
            ctx, [first_two, *args[2:]] if first_two in self.commands else args
        )


app = typer.Typer(
    name="geoeval",
    cls=_Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_COMMANDS: tuple[tuple[str, str, ModuleType], ...] = (
    ("verify", "Prove or refute every label.", verify),
    ("solve", "Answer every question.", solve),
    ("formalize", "Store the query of each question.", formalize),
    ("review", "Review the stored queries.", review),
    ("annotate", "Write and review questions.", annotate),
    ("generate", "Generate new questions.", generate),
    ("score", "Score models' replies.", score),
    ("evaluate", "Run a model on a task.", evaluate),
    ("evaluate export", "Write a harness task.", export),
    ("results", "Compare runs.", results),
    ("results stats", "Describe a dataset.", stats),
    ("serve", "Serve a map.", serve),
    ("datasets", "List or download datasets.", datasets),
    ("datasets inspect", "Show how a file is read.", inspect),
    ("rule", "Explain a rule, or list all rules.", rule),
    ("tools", "List tools for models.", tools),
    ("call", "Call a tool.", call),
    ("mcp", "Serve tools to models.", mcp),
)
for _name, _about, _module in _COMMANDS:
    _function = getattr(_module, _name.rpartition(" ")[2])
    app.command(_name, short_help=_about, epilog=_module.EPILOG)(_function)
app.add_typer(worlds.app, name="world", short_help="Build and inspect worlds.")


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        write_lines([f"geoeval {version('geoeval')}"])
        raise typer.Exit


@app.callback()
def geoeval(
    context: typer.Context,
    _version: Annotated[
        bool,
        declare_option("--version", "Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Prove, refute and answer map-reasoning questions by computing them."""
    settings = settings_of(Path.cwd())
    of_records: dict[str, object] = {name: settings for name, *_ in _COMMANDS}
    of_records["world"] = dict.fromkeys(("read", "build"), settings)
    context.default_map = of_records if settings else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    try:
        code = app(
            args=update_arguments(sys.argv[1:] if arguments is None else arguments),
            standalone_mode=False,
            prog_name="geoeval",
        )
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else FAILED
    except Exception as error:  # noqa: BLE001 - users must not see a traceback
        return _report_error(error)
    return code if isinstance(code, int) else CLEAN


def _report_error(error: Exception) -> int:
    if isinstance(error, typer.Abort):
        message = "aborted"
    elif isinstance(error, GeoEvalError):
        message = f"error: {error}"
    elif isinstance(error, OSError):
        drop_output()
        message = f"error: the output cannot be written: {error.strerror}"
    elif hasattr(error, "format_message"):  # from click, whose module depends on typer's version
        return _report_usage_error(error)
    else:
        message = (
            f"internal error: {type(error).__name__}: {error}; please report it with the "
            "command and the record that led to it"
        )
    write_error(message)
    return FAILED


def _report_usage_error(error: Exception) -> int:
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError" and context is not None:
        write_lines([context.get_help()])
        return FAILED
    message: str = error.format_message().rstrip(".")  # type: ignore[attr-defined]  # click's
    for phrase, replacement in _REPLACED_PHRASES.items():
        message = message.replace(phrase, replacement)
    wrong, _, choices = message.partition(" is not one of ")
    if choices:
        message += suggest(wrong.rpartition(" ")[2].strip("'"), _QUOTED.findall(choices))
    where = "" if context is None else f"; see {context.command_path} --help"
    write_error(f"error: {message[:1].lower()}{message[1:]}{where}")
    return FAILED


_REPLACED_PHRASES = {"Value error, ": "", "(Possible options: ": "(did you mean ", ". Did": "; did"}
_QUOTED = re.compile(r"'([^']+)'")


def run() -> NoReturn:
    """Run the command line of this process and exit with its code."""
    collect_seldom()
    prepare_streams()
    sys.exit(main())

"""The command line page lists the commands and options that the help texts list."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from geoeval.cli.main import app
from tests.architecture.documents import rows

COMMANDS = tuple(
    "verify,solve,formalize,review,annotate,generate,score,evaluate,evaluate export,results,"
    "results stats,serve,datasets,datasets inspect,rule,tools,call,mcp,world".split(",")
)
WORLD = tuple("build check read record show template".split())
OPTION = re.compile(
    r"^ +(?:-\w, )?(?P<name>--[a-z-]+)(?: [<\[](?P<choices>[a-z-]+(?:\|[a-z-]+)+))?"
)


def help_text(*command: str) -> str:
    """Return what ``--help`` prints, on a wide terminal."""
    return CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "300"}).output


def test_command_list_equals_the_help() -> None:
    """The commands in the help are those that have a section on the page."""
    listed = help_text().split("Commands:\n")[1]
    assert tuple(re.findall(r"^ +([a-z]+(?: [a-z]+)?)  ", listed, flags=re.MULTILINE)) == COMMANDS


def test_world_command_list_equals_the_help() -> None:
    listed = help_text("world").split("Commands:\n")[1]
    assert tuple(re.findall(r"^ +([a-z]+)  ", listed, flags=re.MULTILINE)) == WORLD


@pytest.mark.parametrize("command", [*COMMANDS[:-1], *(f"world {name}" for name in WORLD)])
def test_page_lists_every_option(command: str) -> None:
    """The rows of a section are the options of the command, with their choices."""
    listed = rows("cli.md", f"geoeval {command}")
    offered = [OPTION.match(line) for line in help_text(*command.split()).splitlines()]
    options = {match["name"]: match["choices"] for match in offered if match}
    assert set(listed) == set(options) - {"--help"}
    for name, values in options.items():
        for value in (values or "").split("|"):
            assert not value or f"`{value}`" in listed[name]

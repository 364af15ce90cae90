"""Declare options and arguments in the form that the help shows."""

from __future__ import annotations

from typing import Any

import typer


def declare_option(spelling: str, about: str, **settings: Any) -> Any:  # noqa: ANN401 - typer's type
    """Return an option of a command.

    Parameters
    ----------
    spelling
        The names and the placeholder of the value: ``--output -o FILE``.
    about
        The help text.
    **settings
        Other parameters of ``typer.Option``, such as ``min``.
    """
    words = spelling.split()
    names = [word for word in words if word.startswith("-")]
    metavar = " ".join(words[len(names) :]) or None
    return typer.Option(*names, metavar=metavar, help=about, **settings)


def declare_argument(metavar: str, about: str) -> Any:  # noqa: ANN401 - typer's type
    """Return an argument of a command, with its placeholder and help text."""
    return typer.Argument(metavar=metavar, help=about)

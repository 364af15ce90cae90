"""How options and arguments are declared: as help shows them, and what they are for."""

from __future__ import annotations

from typing import Any

import typer


def declare_option(spelling: str, about: str, **more: Any) -> Any:  # noqa: ANN401 - as typer's
    """Return an option of a command.

    Parameters
    ----------
    spelling
        Its names, and what stands for its value: ``--output -o FILE``.
    about
        Its help.
    **more
        Other parameters of ``typer.Option``, such as ``min``.
    """
    words = spelling.split()
    names = [word for word in words if word.startswith("-")]
    metavar = " ".join(words[len(names) :]) or None
    return typer.Option(*names, metavar=metavar, help=about, **more)


def declare_argument(metavar: str, about: str) -> Any:  # noqa: ANN401 - as typer's
    """Return an argument of a command, by what stands for it and its help."""
    return typer.Argument(metavar=metavar, help=about)

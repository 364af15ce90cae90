"""Names of a public module that are loaded when they are first used."""

from __future__ import annotations

import sys
from importlib import import_module


def load_name(module: str, homes: dict[str, str], name: str) -> object:
    """Return a name of a public module from the one that defines it, and keep it there.

    Parameters
    ----------
    module
        The public module.
    homes
        The modules that define its names, below ``geoeval``.
    name
        One of its names.

    Returns
    -------
    object
        What has that name.

    Raises
    ------
    AttributeError
        If the public module has no such name.

    Examples
    --------
    >>> load_name("geoeval.sphere", {"Compass": "calculators.sphere.compass"}, "Compass").__name__
    'Compass'
    """
    if name not in homes:
        message = f"module {module!r} has no attribute {name!r}"
        raise AttributeError(message)
    value: object = getattr(import_module(f"geoeval.{homes[name]}"), name)
    setattr(sys.modules[module], name, value)
    return value

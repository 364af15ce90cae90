"""Libraries that only an extra installs."""

from __future__ import annotations

from importlib.util import find_spec

from geoeval.errors import UsageError


def check_installed(library: str, extra: str) -> None:
    """Raise ``UsageError`` if a library that an extra installs is missing."""
    if find_spec(library) is None:
        raise UsageError(f"expected {library}, which is not installed; {how_to_install(extra)}")


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra, in words."""
    return f'run in your clone of geoeval: pip install ".[{extra}]"'

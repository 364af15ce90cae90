"""The sample dataset as an input of a command."""

from __future__ import annotations

from pathlib import Path


def sample_paths(wanted: bool) -> list[str]:
    """Return the path of the sample dataset if it is wanted, from here if it is below.

    Examples
    --------
    >>> sample_paths(False)
    []
    """
    from geoeval.datasets.sample import sample_path

    if not wanted:
        return []
    path = sample_path()
    here = Path.cwd()
    return [str(path.relative_to(here) if path.is_relative_to(here) else path)]

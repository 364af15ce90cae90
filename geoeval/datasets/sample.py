"""The sample dataset that the package ships."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path


def sample_path() -> Path:
    """Return the path of the sample dataset, written for this project with planted faults.

    Examples
    --------
    >>> sample_path().name
    'questions.json'
    """
    with as_file(files("geoeval.datasets") / "sample" / "questions.json") as path:
        return path

"""Where fetched datasets are kept."""

from __future__ import annotations

import os
from pathlib import Path

from geoeval.datasets.catalogue import Published
from geoeval.datasets.pins import read_pins
from geoeval.errors import FetchError

VARIABLE = "GEOEVAL_CACHE"


def cache_folder() -> Path:
    """Return the folder for fetched datasets: ``$GEOEVAL_CACHE``, or the usual one of the system.

    Examples
    --------
    >>> cache_folder().is_absolute()
    True
    """
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    from platformdirs import user_cache_path

    return user_cache_path("geoeval", appauthor=False)


def default_folder(entry: Published) -> Path:
    """Return the folder that a dataset is fetched to if no other is named."""
    return cache_folder() / entry.name


def dataset_path(entry: Published, folder: Path) -> Path:
    """Return what to verify: the file of a dataset that has one, else the folder."""
    return folder / entry.files[0] if len(entry.files) == 1 else folder


def is_fetched(entry: Published, folder: Path) -> bool:
    """Return whether every file of a dataset was fetched to a folder and is still there."""
    try:
        pins = read_pins(folder)
    except FetchError:
        return False
    return all(name in pins and (folder / name).is_file() for name in entry.files)

"""The catalogue of published datasets: what they are, and where their files lie."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from urllib.parse import urljoin

from geoeval.errors import UsageError, quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A published dataset.

    Attributes
    ----------
    name
        What it is called on the command line.
    title, about
        Its own name, and what its records are.
    format
        The record format of its files.
    homepage
        Where it is described, and its licence stated.
    files
        The names of its files.
    address
        The address that the names of the files are appended to; None if it is not known.
    revision
        The state of the repository that the address names; a branch may change.
    records
        How many there are, if known.
    licence
        Its licence, if known.
    """

    name: str
    title: str
    about: str
    format: str
    homepage: str
    files: tuple[str, ...]
    address: str | None = None
    revision: str | None = None
    records: int | None = None
    licence: str | None = None

    def addresses(self, override: str | None = None) -> dict[str, str]:
        """Return the address of each file.

        Examples
        --------
        >>> published("mapeval-textual").addresses("https://example.org/set.json")
        {'dataset.json': 'https://example.org/set.json'}
        """
        base = override if override is not None else self.address
        if base is None:
            message = (
                f"no address of the files of {self.name} is known; see {self.homepage} and give "
                "one with --url"
            )
            raise UsageError(message)
        if not base.lower().startswith(("https://", "http://")):
            message = f"expected an address that begins with https:// or http://, got {quote(base)}"
            raise UsageError(message)
        if override is not None and len(self.files) == 1:
            return {self.files[0]: override}
        folder = base if base.endswith("/") else f"{base}/"
        return {name: urljoin(folder, name) for name in self.files}


@cache
def catalogue() -> tuple[Published, ...]:
    """Return the published datasets that are known, in their order.

    Examples
    --------
    >>> catalogue()[0].name
    'mapeval-textual'
    """
    text = (files("geoeval.datasets") / "catalogue.toml").read_text(encoding="utf-8")
    return tuple(
        Published(**{**entry, "files": tuple(entry["files"])})
        for entry in tomllib.loads(text)["dataset"]
    )


def published(name: str) -> Published:
    """Return the published dataset of a name.

    Examples
    --------
    >>> published("MapEval-API").records
    300
    """
    known = {entry.name: entry for entry in catalogue()}
    found = known.get(name.lower())
    if found is not None:
        return found
    near = difflib.get_close_matches(name.lower(), known, n=3)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    message = f"expected the name of a dataset ({', '.join(known)}), got {quote(name)}{hint}"
    raise UsageError(message)

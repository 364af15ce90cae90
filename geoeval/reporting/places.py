"""Paths of files as other programs want them: relative to a root, as references of the web."""

from __future__ import annotations

from os.path import normpath
from pathlib import Path
from urllib.parse import quote

ROOT_NAME = "%SRCROOT%"


def file_reference(file: str, root: str) -> dict[str, str]:
    """Return where a file is, as SARIF writes it.

    Parameters
    ----------
    file
        The path as the caller named it.
    root
        The folder that paths begin at; empty for that of the process.

    Returns
    -------
    dict
        The path below the root, with the name of the root; of a file elsewhere its whole address.

    Examples
    --------
    >>> file_reference("sets/ä b.json", "")
    {'uri': 'sets/%C3%A4%20b.json', 'uriBaseId': '%SRCROOT%'}
    >>> file_reference("/maps/../sets/b.json", "/atlas")
    {'uri': 'file:///sets/b.json'}
    """
    if file.startswith("<"):
        return {"uri": _quoted(file), "uriBaseId": ROOT_NAME}
    here = Path.cwd()
    base = Path(normpath(here / root))
    path = Path(normpath(here / file))
    if path.is_relative_to(base):
        return {"uri": _quoted(path.relative_to(base).as_posix()), "uriBaseId": ROOT_NAME}
    return {"uri": f"file://{_quoted(path.as_posix())}"}


def _quoted(path: str) -> str:
    """Return a path in the characters that an address may hold."""
    return quote(path, errors="surrogatepass")

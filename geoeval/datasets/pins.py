"""Checksums of fetched files, pinned on the first download in a lock file beside them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from geoeval.errors import FetchError
from geoeval.files import write_file

LOCK_NAME = "geoeval-fetch.lock.json"
_VERSION = 1
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """What a file was when it was first downloaded."""

    url: str
    size: int
    sha256: str


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)
    return found.hexdigest()


def read_pins(folder: Path) -> dict[str, Pin]:
    """Return the pins of the files in a folder.

    Examples
    --------
    >>> read_pins(Path("no_such_folder"))
    {}
    """
    path = folder / LOCK_NAME
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {name: Pin(**pin) for name, pin in found["files"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        message = (
            f"the lock file {path} cannot be read ({type(error).__name__}: {error}); "
            "correct it, or delete it to pin anew"
        )
        raise FetchError(message) from None


def write_pins(folder: Path, pins: Mapping[str, Pin]) -> None:
    """Write the pins of the files in a folder, whole or not at all."""
    path = folder / LOCK_NAME
    whole = {
        "schema_version": _VERSION,
        "files": {name: asdict(pins[name]) for name in sorted(pins)},
    }
    write_file(path, f"{json.dumps(whole, indent=2)}\n".encode())

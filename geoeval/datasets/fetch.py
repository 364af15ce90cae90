"""Fetch published datasets, and check their files against pinned checksums."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import urljoin

from geoeval.datasets.download import Patience, Progress, download_file, drop_part, keep_part
from geoeval.errors import ChecksumError, FetchError, UsageError, mismatch, suggest
from geoeval.files import write_file


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A published dataset."""

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
        """Return the address of each file."""
        base = override if override is not None else self.address
        if base is None:
            raise UsageError(
                f"there is no known address for the files of {self.name}; see {self.homepage} and "
                "give one with --url"
            )
        if not base.lower().startswith(("https://", "http://")):
            raise mismatch(UsageError, "an address that begins with https:// or http://", base)
        if override is not None and len(self.files) == 1:
            return {self.files[0]: override}
        folder = base if base.endswith("/") else f"{base}/"
        return {name: urljoin(folder, name) for name in self.files}


@cache
def list_published() -> tuple[Published, ...]:
    """Return the published datasets in the order of the catalogue."""
    text = (files("geoeval.datasets") / "catalogue.toml").read_text(encoding="utf-8")
    return tuple(
        Published(**{**entry, "files": tuple(entry["files"])})
        for entry in tomllib.loads(text)["dataset"]
    )


def find_published(name: str) -> Published:
    """Return the published dataset with a given name."""
    known = {entry.name: entry for entry in list_published()}
    entry = known.get(name.lower())
    if entry is not None:
        return entry
    expected = f"the name of a dataset ({', '.join(known)})"
    raise mismatch(UsageError, expected, name, suggest(name, known))


LOCK_NAME = "geoeval-fetch.lock.json"
_VERSION = 1
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """The address, size in bytes and checksum of a file when it was first downloaded."""

    url: str
    size: int
    sha256: str


def file_sha256(path: Path) -> str:
    """Return the SHA-256 checksum of a file in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def read_pins(folder: Path) -> dict[str, Pin]:
    """Return the pins of the files in a folder."""
    path = folder / LOCK_NAME
    try:
        lock = json.loads(path.read_text(encoding="utf-8"))
        return {name: Pin(**pin) for name, pin in lock["files"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise FetchError(
            f"the lock file {path} cannot be read ({type(error).__name__}: {error}); "
            "correct it, or delete it to pin the files again"
        ) from None


def write_pins(folder: Path, pins: Mapping[str, Pin]) -> None:
    """Write the pins of the files in a folder, atomically."""
    path = folder / LOCK_NAME
    lock = {
        "schema_version": _VERSION,
        "files": {name: asdict(pins[name]) for name in sorted(pins)},
    }
    write_file(path, f"{json.dumps(lock, indent=2)}\n".encode())


VARIABLE = "GEOEVAL_CACHE"


def cache_folder() -> Path:
    """Return the folder for fetched datasets: ``$GEOEVAL_CACHE``, or the user cache folder."""
    configured = os.environ.get(VARIABLE)
    if configured:
        return Path(configured).expanduser().absolute()
    from platformdirs import user_cache_path

    return user_cache_path("geoeval", appauthor=False)


def default_folder(entry: Published) -> Path:
    """Return the folder to which a dataset is fetched by default."""
    return cache_folder() / entry.name


def dataset_path(entry: Published, folder: Path) -> Path:
    """Return the path to verify: the only file of a dataset, or its folder."""
    return folder / entry.files[0] if len(entry.files) == 1 else folder


def is_fetched(entry: Published, folder: Path) -> bool:
    """Return whether a folder still has every file of a dataset that was fetched to it."""
    try:
        pins = read_pins(folder)
    except FetchError:
        return False
    return all(name in pins and (folder / name).is_file() for name in entry.files)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """A file on disk; ``fresh`` says whether it has just been downloaded."""

    path: Path
    pin: Pin
    fresh: bool


def fetch_files(
    entry: Published,
    folder: Path,
    *,
    url: str | None = None,
    force: bool = False,
    repin: bool = False,
    progress: Progress = lambda _done, _total: None,
    patience: Patience | None = None,
) -> tuple[Fetched, ...]:
    """Download the files of a published dataset that are not on disk yet."""
    addresses = entry.addresses(url)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fetching = _Fetching(folder, progress, patience or Patience(), anew=force or repin)
        return tuple(
            fetching.file(name, address, repin=repin) for name, address in addresses.items()
        )
    except OSError as error:
        raise FetchError(f"the folder {folder} cannot be used: {error.strerror or error}") from None


class _Fetching:
    """Fetches files to one folder."""

    def __init__(self, folder: Path, progress: Progress, patience: Patience, *, anew: bool) -> None:
        self._folder = folder
        self._progress = progress
        self._patience = patience
        self._anew = anew
        self._pins = read_pins(folder)

    def file(self, name: str, url: str, *, repin: bool) -> Fetched:
        """Fetch a file, unless it is on disk and has not changed."""
        target = self._folder / name
        pin = self._pins.get(name)
        if target.exists() and not self._anew:
            return _check_existing_file(target, pin)
        part = download_file(url, target, self._progress, self._patience)
        new = Pin(url=url, size=part.stat().st_size, sha256=file_sha256(part))
        if not new.size:
            drop_part(target)
            raise FetchError(
                f"expected a file at {url}, got no bytes; try again later, or give another --url"
            )
        if pin is not None and pin.sha256 != new.sha256 and not repin:
            drop_part(target)
            raise _checksum_error(url, "has changed", pin, new.sha256, "--repin accepts it")
        keep_part(target)
        self._pins[name] = new
        write_pins(self._folder, self._pins)
        return Fetched(path=target, pin=new, fresh=True)


def _check_existing_file(target: Path, pin: Pin | None) -> Fetched:
    if pin is None:
        raise FetchError(
            f"{target} exists already and was not fetched; name another folder with "
            "--output, or overwrite it with --force"
        )
    actual = file_sha256(target)
    if actual != pin.sha256:
        raise _checksum_error(str(target), "was changed", pin, actual, "--force fetches it again")
    return Fetched(path=target, pin=pin, fresh=False)


def _checksum_error(where: str, what: str, pin: Pin, actual: str, advice: str) -> ChecksumError:
    pinned = f"SHA-256 {pin.sha256} (pinned in {LOCK_NAME})"
    return ChecksumError(f"{where} {what}: expected {pinned}, got {actual}; {advice}")

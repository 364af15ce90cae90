"""Fetching published datasets: each file is what it was when it was first fetched."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from geoeval.datasets.catalogue import Published
from geoeval.datasets.download import Patience, Progress, download, drop_part, keep_part
from geoeval.datasets.pins import LOCK_NAME, Pin, file_sha256, read_pins, write_pins
from geoeval.errors import ChecksumError, FetchError


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """A file that is there; ``fresh`` says whether it was downloaded just now."""

    path: Path
    pin: Pin
    fresh: bool


def fetch(
    entry: Published,
    folder: Path,
    *,
    url: str | None = None,
    force: bool = False,
    repin: bool = False,
    progress: Progress = lambda _done, _total: None,
    patience: Patience | None = None,
) -> tuple[Fetched, ...]:
    """Download the files of a published dataset that are not there yet."""
    addresses = entry.addresses(url)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fetching = _Fetching(folder, progress, patience or Patience(), anew=force or repin)
        return tuple(
            fetching.file(name, address, repin=repin) for name, address in addresses.items()
        )
    except OSError as error:
        message = f"the folder {folder} cannot be used: {error.strerror or error}"
        raise FetchError(message) from None


class _Fetching:
    """The fetching of files to one folder."""

    def __init__(self, folder: Path, progress: Progress, patience: Patience, *, anew: bool) -> None:
        self._folder = folder
        self._progress = progress
        self._patience = patience
        self._anew = anew
        self._pins = read_pins(folder)

    def file(self, name: str, url: str, *, repin: bool) -> Fetched:
        """Fetch one file, unless it is there as it was."""
        target = self._folder / name
        pin = self._pins.get(name)
        if target.exists() and not self._anew:
            return _kept(target, pin)
        part = download(url, target, self._progress, self._patience)
        new = Pin(url=url, size=part.stat().st_size, sha256=file_sha256(part))
        if not new.size:
            drop_part(target)
            message = f"expected a file at {url}, got no bytes; try later, or give another --url"
            raise FetchError(message)
        if pin is not None and pin.sha256 != new.sha256 and not repin:
            drop_part(target)
            raise _changed(url, "is not what it was", pin, new.sha256, "--repin accepts it")
        keep_part(target)
        self._pins[name] = new
        write_pins(self._folder, self._pins)
        return Fetched(path=target, pin=new, fresh=True)


def _kept(target: Path, pin: Pin | None) -> Fetched:
    """Return the file that is there, if it is the one that was fetched."""
    if pin is None:
        message = (
            f"{target} is there already and was not fetched; name another folder with "
            "--output, or overwrite it with --force"
        )
        raise FetchError(message)
    found = file_sha256(target)
    if found != pin.sha256:
        raise _changed(str(target), "was changed", pin, found, "--force fetches it anew")
    return Fetched(path=target, pin=pin, fresh=False)


def _changed(where: str, what: str, pin: Pin, found: str, advice: str) -> ChecksumError:
    """Return the error that a file has another checksum than it had."""
    pinned = f"SHA-256 {pin.sha256} (pinned in {LOCK_NAME})"
    return ChecksumError(f"{where} {what}: expected {pinned}, got {found}; {advice}")

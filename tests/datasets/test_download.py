"""Downloading a file from an unreliable server."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from geoeval.datasets.download import Patience, download_file, drop_part, keep_part
from geoeval.errors import FetchError
from tests.datasets.server import Served, serving

BODY = bytes(range(256)) * 1000


@pytest.fixture
def served() -> Iterator[Served]:
    """Return a server of one file."""
    with serving(BODY) as server:
        yield server


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return the intended path of the file."""
    return tmp_path / "set.json"


class Waits(list[float]):
    """Waits between attempts in seconds, recorded but not performed."""

    def patience(self, timeout_s: float = 5.0) -> Patience:
        """Return a patience that notes its waits here."""
        return Patience(timeout_s=timeout_s, tries=3, sleep=self.append)


def get(served: Served, target: Path, waits: Waits | None = None, timeout_s: float = 5.0) -> bytes:
    """Download the file and return it."""
    patience = (waits if waits is not None else Waits()).patience(timeout_s)
    return download_file(served.url, target, lambda _done, _total: None, patience).read_bytes()


def remaining_files(target: Path) -> list[str]:
    """Return the names in the folder of the file."""
    return [path.name for path in target.parent.iterdir()]


def ranges(served: Served) -> list[str | None]:
    """Return the range of each request."""
    return [request.get("range") for request in served.requests]


def test_files_are_renamed_once_complete(served: Served, target: Path) -> None:
    """Progress counts the bytes, and no other file remains."""
    progress: list[tuple[int, int | None]] = []
    patience = Waits().patience()
    download_file(served.url, target, lambda done, total: progress.append((done, total)), patience)
    assert not target.exists()
    keep_part(target)
    assert target.read_bytes() == BODY
    assert remaining_files(target) == ["set.json"]
    assert progress[-1] == (len(BODY), len(BODY))
    assert [done for done, _ in progress] == sorted(done for done, _ in progress)


def test_links_to_the_file_are_followed(served: Served, target: Path) -> None:
    """The partial file is next to the real file, whose permissions stay."""
    folder = target.parent / "elsewhere"
    folder.mkdir()
    whole = folder / "whole.json"
    whole.write_bytes(b"earlier")
    whole.chmod(0o600)
    target.symlink_to(whole)
    part = download_file(served.url, target, lambda _done, _total: None, Waits().patience())
    assert part.parent == folder
    keep_part(target)
    assert target.is_symlink()
    assert (whole.read_bytes(), whole.stat().st_mode & 0o777) == (BODY, 0o600)
    assert list(folder.iterdir()) == [whole]


def test_truncated_downloads_are_resumed(served: Served, target: Path) -> None:
    """Only the missing part is requested, for the same version of the file."""
    served.faults = ["cut 1000", "cut 2000"]
    waits = Waits()
    assert get(served, target, waits) == BODY
    assert ranges(served) == [None, "bytes=1000-", "bytes=3000-"]
    assert served.requests[1]["if-range"] == '"v1"'
    assert waits == [0.5, 0.5]


def test_later_calls_resume_too(served: Served, target: Path) -> None:
    """The partial file is kept after the last attempt, and the message says so."""
    served.faults = ["cut 1000", "503", "503", "503"]
    with pytest.raises(FetchError, match=r"status 503 .*fetch again to resume from byte 1000"):
        get(served, target)
    assert get(served, target) == BODY
    assert ranges(served)[-1] == "bytes=1000-"


def test_servers_without_ranges_send_everything_again(served: Served, target: Path) -> None:
    """The bytes received before are discarded."""
    served.ranges = False
    served.faults = ["cut 1000"]
    assert get(served, target) == BODY


def test_unverifiable_parts_are_not_resumed(served: Served, target: Path) -> None:
    """If nothing identifies the version of the file, the next call starts over."""
    served.etag = None
    served.faults = ["cut 1000"] * 20
    with pytest.raises(FetchError, match=r"got 1000 \(3 attempts\)$"):
        get(served, target)


def test_waits_are_shown_as_progress(served: Served, target: Path) -> None:
    """A late progress bar still appears while nothing arrives."""
    served.faults = ["503", "503"]
    progress: list[tuple[int, int | None]] = []
    patience = Waits().patience()
    download_file(served.url, target, lambda done, total: progress.append((done, total)), patience)
    assert progress[:2] == [(0, None), (0, None)]


def test_attempts_without_gain_are_limited(served: Served, target: Path) -> None:
    """The size of each response does not matter."""
    served.ranges = False
    served.faults = ["cut 1000"] * 20
    waits = Waits()
    with pytest.raises(FetchError, match=r"expected 256000 bytes .* got 1000 \(3 attempts"):
        get(served, target, waits)
    assert waits == [0.5, 0.5, 1.0]
    assert len(served.requests) == 4


@pytest.mark.parametrize("etag", ['"v2"', None, 'W/"v1"'])
def test_changed_files_are_downloaded_anew(served: Served, target: Path, etag: str | None) -> None:
    """The entity tag differs, is missing or is weak."""
    served.faults = ["cut 1000", "404"]
    if etag != '"v2"':
        served.etag = etag
    with pytest.raises(FetchError, match="status 404"):
        get(served, target)
    served.etag = etag
    served.body = BODY[::-1]
    assert get(served, target) == BODY[::-1]


def test_dates_identify_versions_without_tags(served: Served, target: Path) -> None:
    """The request for the rest contains the date."""
    served.etag = None
    served.headers["Last-Modified"] = "Mon, 01 Jan 2024 00:00:00 GMT"
    served.faults = ["cut 1000"]
    assert get(served, target) == BODY
    assert served.requests[1]["if-range"] == "Mon, 01 Jan 2024 00:00:00 GMT"


def test_unrelated_parts_are_not_used(served: Served, target: Path) -> None:
    """A part with another address or an unreadable state is discarded."""
    served.faults = ["cut 1000", "404", "cut 1000", "404"]
    with pytest.raises(FetchError):
        get(served, target)
    served.url += "?mirror"
    with pytest.raises(FetchError):
        get(served, target)
    assert ranges(served) == [None, "bytes=1000-", None, "bytes=1000-"]
    state = target.with_name("set.json.part.json")
    state.write_text("{", encoding="utf-8")
    assert get(served, target) == BODY
    assert ranges(served)[-1] is None


def test_concurrent_downloads_are_detected(served: Served, target: Path) -> None:
    """The combined bytes are not accepted as the file."""

    def interfere(_done: int, _total: int | None) -> None:
        if len(served.requests) == 1:
            with target.with_name("set.json.part").open("ab") as part:
                part.write(b"the other")

    part = download_file(served.url, target, interfere, Waits().patience())
    assert part.read_bytes() == BODY
    assert len(served.requests) > 1


def test_complete_parts_are_not_requested_again(served: Served, target: Path) -> None:
    """A run stopped before the final renaming leaves such a part."""
    get(served, target)
    assert get(served, target) == BODY
    assert len(served.requests) == 1


def test_oversized_parts_are_downloaded_anew(served: Served, target: Path) -> None:
    """The server rejects the range, and the next attempt requests everything."""
    get(served, target)
    with target.with_name("set.json.part").open("ab") as part:
        part.write(b"more")
    assert get(served, target) == BODY


def test_mismatched_ranges_are_rejected(served: Served, target: Path) -> None:
    """The download starts over."""
    served.faults = ["cut 1000"]
    served.wrong_range = True
    assert get(served, target) == BODY
    assert ranges(served) == [None, "bytes=1000-", None]


@pytest.mark.parametrize("fault", ["500", "502", "503", "504", "429", "drop"])
def test_temporary_faults_are_retried(served: Served, target: Path, fault: str) -> None:
    """The waits become longer."""
    served.faults = [fault, fault]
    waits = Waits()
    assert get(served, target, waits) == BODY
    assert waits == [0.5, 1.0]


def test_waits_requested_by_the_server_are_kept(served: Served, target: Path) -> None:
    """They are given in seconds and limited to a minute."""
    served.faults = ["503"]
    waits = Waits()
    served.retry_after = "7"
    assert get(served, target, waits) == BODY
    assert waits == [7.0]


@pytest.mark.parametrize("status", ["401", "403", "404", "410"])
def test_permanent_faults_are_not_retried(served: Served, target: Path, status: str) -> None:
    """The message has status and address, and no file remains."""
    served.faults = [status]
    with pytest.raises(FetchError, match=f"set.json answers with status {status} .*--url"):
        get(served, target)
    assert len(served.requests) == 1
    assert remaining_files(target) == []


def test_stalled_servers_time_out(served: Served, target: Path) -> None:
    """The part received before is kept and resumed."""
    served.faults = ["stall"]
    assert get(served, target, timeout_s=0.2) == BODY
    assert ranges(served) == [None, "bytes=5-"]


def test_unreachable_servers_are_reported(target: Path) -> None:
    """All attempts are made first."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    served = Served(BODY)
    served.url = f"http://127.0.0.1:{port}/"
    with pytest.raises(FetchError, match=r"no connection to .*refused \(3 attempts\)"):
        get(served, target)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:port/", "expected a valid address, got http://127.0.0.1:port/"),
        ("http://[", "expected a valid address, got"),
        ("set.json", "expected a valid address, got set.json: unknown url type"),
        ("http:///x", "no connection to|expected a valid address"),
        ("ftp://127.0.0.1/x", "expected an HTTP or HTTPS address, got ftp"),
    ],
)
def test_invalid_addresses_are_rejected(target: Path, url: str, words: str) -> None:
    served = Served(BODY)
    served.url = url
    with pytest.raises(FetchError, match=words):
        get(served, target)


def test_redirects_are_followed(served: Served, target: Path) -> None:
    """Range requests are redirected as well."""
    served.redirect = served.url.replace("set.json", "moved")
    served.faults = ["", "cut 1000"]
    assert get(served, target) == BODY
    assert served.paths == ["/set.json", "/moved"] * 2
    assert ranges(served) == [None, None, "bytes=1000-", "bytes=1000-"]


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://127.0.0.1/x"])
def test_redirects_must_use_http(served: Served, target: Path, location: str) -> None:
    """A server cannot read files of this machine."""
    served.redirect = location
    with pytest.raises(FetchError):
        get(served, target)
    assert remaining_files(target) == []


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({"Content-Type": "text/html; charset=utf-8"}, "got a web page; give another --url"),
        ({"Content-Encoding": "gzip"}, "expected the file at .* uncompressed, got it compressed"),
    ],
)
def test_unexpected_content_is_discarded(
    served: Served, target: Path, headers: dict[str, str], words: str
) -> None:
    """The server may send a web page or compressed data."""
    served.headers = headers
    with pytest.raises(FetchError, match=words):
        get(served, target)
    assert remaining_files(target) == []


def test_bodies_of_unknown_length_are_read_to_the_end(served: Served, target: Path) -> None:
    """Progress has no total."""
    served.headers["Content-Length"] = "unknown"
    progress = []
    patience = Waits().patience()
    download_file(served.url, target, lambda _done, total: progress.append(total), patience)
    assert set(progress) == {None}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_full_disks_are_reported(served: Served, target: Path) -> None:
    """The message advises what to do, and there is no retry."""
    target.with_name("set.json.part").symlink_to("/dev/full")
    with pytest.raises(FetchError, match="cannot be written: the disk is full; free some space"):
        get(served, target)
    assert len(served.requests) == 1


def test_unwritable_paths_are_reported(served: Served, target: Path) -> None:
    """A folder takes the place of the partial file."""
    target.with_name("set.json.part").mkdir()
    with pytest.raises(FetchError, match=r"part cannot be written: Is a directory"):
        get(served, target)


def test_unwritable_states_are_reported(served: Served, target: Path) -> None:
    """The state is needed to resume later."""
    target.with_name("set.json.part.json").mkdir()
    with pytest.raises(FetchError, match="cannot be written"):
        get(served, target)


def test_dropping_a_missing_part_is_allowed(target: Path) -> None:
    """The file itself is never deleted."""
    target.write_text(json.dumps([]), encoding="utf-8")
    drop_part(target)
    assert target.exists()

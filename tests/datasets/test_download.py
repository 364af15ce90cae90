"""Downloading one file from a server that fails in many ways."""

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
    """Return a server of the file."""
    with serving(BODY) as server:
        yield server


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return the path that the file shall have."""
    return tmp_path / "set.json"


class Waits(list[float]):
    """The waits between tries, in seconds, none of which is waited for."""

    def patience(self, timeout_s: float = 5.0) -> Patience:
        """Return a patience that notes its waits here."""
        return Patience(timeout_s=timeout_s, tries=3, sleep=self.append)


def get(served: Served, target: Path, waits: Waits | None = None, timeout_s: float = 5.0) -> bytes:
    """Download the file and return it."""
    patience = (waits if waits is not None else Waits()).patience(timeout_s)
    return download_file(served.url, target, lambda _done, _total: None, patience).read_bytes()


def left(target: Path) -> list[str]:
    """Return the names of what lies in the folder of the file."""
    return [path.name for path in target.parent.iterdir()]


def ranges(served: Served) -> list[str | None]:
    """Return the range that each request asked for."""
    return [request.get("range") for request in served.requests]


def test_a_file_arrives_whole_and_gets_its_name_at_last(served: Served, target: Path) -> None:
    """Progress counts the bytes, and nothing is left beside the file."""
    told: list[tuple[int, int | None]] = []
    patience = Waits().patience()
    download_file(served.url, target, lambda done, total: told.append((done, total)), patience)
    assert not target.exists()
    keep_part(target)
    assert target.read_bytes() == BODY
    assert left(target) == ["set.json"]
    assert told[-1] == (len(BODY), len(BODY))
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_link_to_the_file_is_followed(served: Served, target: Path) -> None:
    """The part grows beside the file itself, whose permissions stay."""
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


def test_a_truncated_body_is_gone_on_with(served: Served, target: Path) -> None:
    """Only the rest is asked for, of the same state of the file."""
    served.faults = ["cut 1000", "cut 2000"]
    waits = Waits()
    assert get(served, target, waits) == BODY
    assert ranges(served) == [None, "bytes=1000-", "bytes=3000-"]
    assert served.requests[1]["if-range"] == '"v1"'
    assert waits == [0.5, 0.5]


def test_a_later_call_goes_on_too(served: Served, target: Path) -> None:
    """What came so far is kept after the last try, and the message tells it."""
    served.faults = ["cut 1000", "503", "503", "503"]
    with pytest.raises(FetchError, match=r"status 503 .*fetch again to resume from byte 1000"):
        get(served, target)
    assert get(served, target) == BODY
    assert ranges(served)[-1] == "bytes=1000-"


def test_a_server_without_ranges_sends_all_again(served: Served, target: Path) -> None:
    """The bytes that are there are not kept before it."""
    served.ranges = False
    served.faults = ["cut 1000"]
    assert get(served, target) == BODY


def test_what_cannot_be_gone_on_with_is_not_promised(served: Served, target: Path) -> None:
    """Where nothing tells whether the file has changed, the next call begins anew."""
    served.etag = None
    served.faults = ["cut 1000"] * 20
    with pytest.raises(FetchError, match=r"got 1000 \(3 attempts\)$"):
        get(served, target)


def test_waits_are_shown_as_progress(served: Served, target: Path) -> None:
    """A bar that is late appears while nothing comes."""
    served.faults = ["503", "503"]
    told: list[tuple[int, int | None]] = []
    patience = Waits().patience()
    download_file(served.url, target, lambda done, total: told.append((done, total)), patience)
    assert told[:2] == [(0, None), (0, None)]


def test_a_server_that_always_stops_at_one_place_is_given_up(served: Served, target: Path) -> None:
    """Tries without a gain are counted, however many bytes each brings."""
    served.ranges = False
    served.faults = ["cut 1000"] * 20
    waits = Waits()
    with pytest.raises(FetchError, match=r"expected 256000 bytes .* got 1000 \(3 attempts"):
        get(served, target, waits)
    assert waits == [0.5, 0.5, 1.0]
    assert len(served.requests) == 4


@pytest.mark.parametrize("etag", ['"v2"', None, 'W/"v1"'])
def test_a_file_that_may_have_changed_is_begun_anew(
    served: Served, target: Path, etag: str | None
) -> None:
    """Another tag, or none that could be compared."""
    served.faults = ["cut 1000", "404"]
    if etag != '"v2"':
        served.etag = etag
    with pytest.raises(FetchError, match="status 404"):
        get(served, target)
    served.etag = etag
    served.body = BODY[::-1]
    assert get(served, target) == BODY[::-1]


def test_a_date_tells_the_state_where_there_is_no_tag(served: Served, target: Path) -> None:
    """It goes into the request for the rest."""
    served.etag = None
    served.headers["Last-Modified"] = "Mon, 01 Jan 2024 00:00:00 GMT"
    served.faults = ["cut 1000"]
    assert get(served, target) == BODY
    assert served.requests[1]["if-range"] == "Mon, 01 Jan 2024 00:00:00 GMT"


def test_a_part_of_another_address_is_not_used(served: Served, target: Path) -> None:
    """Nor one whose state cannot be read."""
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


def test_another_run_on_the_same_part_is_noticed(served: Served, target: Path) -> None:
    """What both have written is not taken for the file."""

    def meddle(_done: int, _total: int | None) -> None:
        if len(served.requests) == 1:
            with target.with_name("set.json.part").open("ab") as part:
                part.write(b"the other")

    part = download_file(served.url, target, meddle, Waits().patience())
    assert part.read_bytes() == BODY
    assert len(served.requests) > 1


def test_a_whole_part_is_not_asked_for_again(served: Served, target: Path) -> None:
    """As it is left by a run that was stopped before the file got its name."""
    get(served, target)
    assert get(served, target) == BODY
    assert len(served.requests) == 1


def test_a_part_beyond_the_end_is_begun_anew(served: Served, target: Path) -> None:
    """The server refuses the range, and the next try asks for all."""
    get(served, target)
    with target.with_name("set.json.part").open("ab") as part:
        part.write(b"more")
    assert get(served, target) == BODY


def test_another_range_than_the_one_asked_for_is_not_used(served: Served, target: Path) -> None:
    """The file is begun anew."""
    served.faults = ["cut 1000"]
    served.wrong_range = True
    assert get(served, target) == BODY
    assert ranges(served) == [None, "bytes=1000-", None]


@pytest.mark.parametrize("fault", ["500", "502", "503", "504", "429", "drop"])
def test_a_passing_fault_is_tried_again(served: Served, target: Path, fault: str) -> None:
    """With waits that grow."""
    served.faults = [fault, fault]
    waits = Waits()
    assert get(served, target, waits) == BODY
    assert waits == [0.5, 1.0]


def test_the_wait_that_a_server_asks_for_is_kept(served: Served, target: Path) -> None:
    """In seconds, and up to a minute."""
    served.faults = ["503"]
    waits = Waits()
    served.retry_after = "7"
    assert get(served, target, waits) == BODY
    assert waits == [7.0]


@pytest.mark.parametrize("status", ["401", "403", "404", "410"])
def test_a_lasting_fault_is_not_tried_again(served: Served, target: Path, status: str) -> None:
    """The message names status and address, and nothing is left."""
    served.faults = [status]
    with pytest.raises(FetchError, match=f"set.json answers with status {status} .*--url"):
        get(served, target)
    assert len(served.requests) == 1
    assert left(target) == []


def test_a_stalled_server_is_left_after_a_while(served: Served, target: Path) -> None:
    """What came before is kept, and gone on with."""
    served.faults = ["stall"]
    assert get(served, target, timeout_s=0.2) == BODY
    assert ranges(served) == [None, "bytes=5-"]


def test_a_server_that_is_not_there_is_told(target: Path) -> None:
    """After all tries."""
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
def test_what_is_no_address_of_http_is_told(target: Path, url: str, words: str) -> None:
    """Without a traceback."""
    served = Served(BODY)
    served.url = url
    with pytest.raises(FetchError, match=words):
        get(served, target)


def test_redirects_are_followed(served: Served, target: Path) -> None:
    """The request for the rest of the file too."""
    served.redirect = served.url.replace("set.json", "moved")
    served.faults = ["", "cut 1000"]
    assert get(served, target) == BODY
    assert served.paths == ["/set.json", "/moved"] * 2
    assert ranges(served) == [None, None, "bytes=1000-", "bytes=1000-"]


@pytest.mark.parametrize("leads", ["file:///etc/passwd", "ftp://127.0.0.1/x"])
def test_redirects_lead_to_http_only(served: Served, target: Path, leads: str) -> None:
    """A server gets at no file of this machine."""
    served.redirect = leads
    with pytest.raises(FetchError):
        get(served, target)
    assert left(target) == []


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({"Content-Type": "text/html; charset=utf-8"}, "got a web page; give another --url"),
        ({"Content-Encoding": "gzip"}, "expected the file at .* uncompressed, got it compressed"),
    ],
)
def test_what_is_not_the_file_is_not_kept(
    served: Served, target: Path, headers: dict[str, str], words: str
) -> None:
    """A page of a login, for instance."""
    served.headers = headers
    with pytest.raises(FetchError, match=words):
        get(served, target)
    assert left(target) == []


def test_a_body_of_unknown_length_is_read_to_its_end(served: Served, target: Path) -> None:
    """The progress does not know all of it."""
    served.headers["Content-Length"] = "unknown"
    told = []
    patience = Waits().patience()
    download_file(served.url, target, lambda _done, total: told.append(total), patience)
    assert set(told) == {None}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told(served: Served, target: Path) -> None:
    """With what to do; it is not tried again."""
    target.with_name("set.json.part").symlink_to("/dev/full")
    with pytest.raises(FetchError, match="cannot be written: the disk is full; free some space"):
        get(served, target)
    assert len(served.requests) == 1


def test_a_path_that_cannot_be_written_is_told(served: Served, target: Path) -> None:
    """A folder in the place of the part, for instance."""
    target.with_name("set.json.part").mkdir()
    with pytest.raises(FetchError, match=r"part cannot be written: Is a directory"):
        get(served, target)


def test_a_state_that_cannot_be_written_is_told(served: Served, target: Path) -> None:
    """It is needed to go on later."""
    target.with_name("set.json.part.json").mkdir()
    with pytest.raises(FetchError, match="cannot be written"):
        get(served, target)


def test_dropping_what_is_not_there_is_no_fault(target: Path) -> None:
    """The file itself is never dropped."""
    target.write_text(json.dumps([]), encoding="utf-8")
    drop_part(target)
    assert target.exists()

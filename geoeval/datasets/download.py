"""Download files: interrupted downloads resume, and only complete files get their final name."""

from __future__ import annotations

import errno
import http.client
import json
import os
import re
import ssl
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from geoeval.errors import FetchError
from geoeval.files import replace_file, write_file

_TRANSIENT_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
RANGE_NOT_SATISFIABLE = 416
_LONGEST_WAIT_S = 60.0
_SCHEMES = ("http", "https")


class TransientError(Exception):
    """A fault after which a retry may succeed; ``wait_s`` is the delay the server asks for."""

    def __init__(self, message: str, wait_s: float = 0.0) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class RangeNotSatisfiableError(Exception):
    """The server cannot send the file from the requested byte."""


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects, except from HTTPS to a less secure scheme."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        scheme = urlsplit(newurl).scheme
        if scheme not in _SCHEMES or (req.type == "https" and scheme != "https"):
            raise FetchError(
                f"expected {req.full_url} to redirect to an HTTPS address, got {newurl}; "
                "give another --url"
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def open_address(
    url: str, headers: Mapping[str, str], timeout_s: float
) -> http.client.HTTPResponse:
    """Send a request, follow redirects and return the response."""
    try:
        request = urllib.request.Request(url, headers=dict(headers))  # noqa: S310 - checked below
        if request.type not in _SCHEMES:
            raise FetchError(f"expected an HTTP or HTTPS address, got {url}")
        response: http.client.HTTPResponse = _build_opener().open(request, timeout=timeout_s)
    except HTTPError as error:
        error.close()
        raise _status_error(url, error) from None
    except URLError as error:
        if isinstance(error.reason, ssl.SSLCertVerificationError):
            raise FetchError(
                f"the certificate of the server of {url} is not valid: {error.reason}"
            ) from None
        raise TransientError(f"no connection to {url}: {error.reason}") from None
    except (ValueError, http.client.InvalidURL) as error:
        raise FetchError(f"expected a valid address, got {url}: {error}") from None
    except (OSError, http.client.HTTPException) as error:
        raise TransientError(f"no answer from {url}: {_describe_error(error)}") from None
    return response


def read_block(response: http.client.HTTPResponse, size: int) -> bytes:
    """Return the next bytes of a response, or none at its end."""
    try:
        return response.read1(size)
    except (OSError, http.client.HTTPException) as error:
        raise TransientError(f"the connection broke: {_describe_error(error)}") from None


def _build_opener() -> urllib.request.OpenerDirector:
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Redirects(),
    ):
        opener.add_handler(handler)
    return opener


def _status_error(url: str, error: HTTPError) -> Exception:
    if error.code == RANGE_NOT_SATISFIABLE:
        return RangeNotSatisfiableError()
    message = f"{url} answers with status {error.code} {error.reason}"
    if error.code in _TRANSIENT_STATUSES:
        wait_s = _parse_retry_after_s(error.headers.get("Retry-After"))
        return TransientError(message, wait_s)
    return FetchError(f"{message}; see the homepage of the dataset, or give another --url")


def _parse_retry_after_s(text: str | None) -> float:
    wait_s = float(text) if text is not None and text.strip().isdecimal() else 0.0
    return min(wait_s, _LONGEST_WAIT_S)


def _describe_error(error: Exception) -> str:
    """Return the message of an error, or its type if it has no message."""
    return str(error) or type(error).__name__


Progress = Callable[[int, int | None], None]
_BLOCK = 1 << 16
_CONTENT_RANGE_START = re.compile(r"bytes (\d+)-")
_HEADERS = {"User-Agent": "geoeval", "Accept": "*/*", "Accept-Encoding": "identity"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long to wait for a server, and how many attempts to make."""

    timeout_s: float = 30.0
    tries: int = 5
    pause_s: float = 0.5
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """The file that a partial download belongs to, and the length of that file in bytes."""

    url: str
    validator: str | None
    total: int | None


def download_file(url: str, target: Path, progress: Progress, patience: Patience) -> Path:
    """Download a file next to its target and return the path of the download."""
    return _Download(url, target, progress, patience).run()


def drop_part(target: Path) -> None:
    """Remove a partial download, so that it is not resumed."""
    for path in (_part_path(target), _state_path(target)):
        path.unlink(missing_ok=True)


def keep_part(target: Path) -> None:
    """Move a downloaded file to its target, atomically."""
    replace_file(_part_path(target), target)
    drop_part(target)


def _part_path(target: Path) -> Path:
    """Return the path of the partial download, in the folder of the target after links."""
    resolved = target.resolve()
    return resolved.with_name(f"{resolved.name}.part")


def _state_path(target: Path) -> Path:
    part = _part_path(target)
    return part.with_name(f"{part.name}.json")


class _Download:
    """Downloads a file, with retries."""

    def __init__(self, url: str, target: Path, progress: Progress, patience: Patience) -> None:
        self._url = url
        self._target = target
        self._part_path = _part_path(target)
        self._progress = progress
        self._patience = patience

    def run(self) -> Path:
        """Retry until the file is complete, or several attempts in a row add nothing."""
        failures, most_received = 0, self._bytes_received()
        while True:
            try:
                self._attempt_download()
            except RangeNotSatisfiableError:
                drop_part(self._target)
                error = TransientError("the server does not have the rest of the file")
            except TransientError as transient:
                error = transient
            else:
                return self._part_path
            received = self._bytes_received()
            failures = 0 if received > most_received else failures + 1
            most_received = max(most_received, received)
            if failures >= self._patience.tries:
                state = self._read_state()
                resumable = received and state is not None and state.validator is not None
                advice = f"; fetch again to resume from byte {received}" if resumable else ""
                raise FetchError(f"{error} ({failures} attempts{advice})")
            self._progress(received, None)
            pause_s = self._patience.pause_s * 2 ** max(failures - 1, 0)
            self._patience.sleep(max(pause_s, error.wait_s))

    def _bytes_received(self) -> int:
        try:
            return self._part_path.stat().st_size
        except OSError:
            return 0

    def _attempt_download(self) -> None:
        received, state = self._bytes_received(), self._read_state()
        headers = dict(_HEADERS)
        if not received or state is None or state.url != self._url or state.validator is None:
            received = 0
        elif received == state.total:
            return
        else:
            headers |= {"Range": f"bytes={received}-", "If-Range": state.validator}
        with open_address(self._url, headers, self._patience.timeout_s) as response:
            received = self._check_response(response, received)
            length = response.headers.get("Content-Length", "")
            total = received + int(length) if length.isdecimal() else None
            with self._catch_write_errors():
                self._write_state(
                    _State(url=self._url, validator=_response_validator(response), total=total)
                )
            self._append_body(response, received, total)

    def _check_response(self, response: http.client.HTTPResponse, received: int) -> int:
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise FetchError(f"expected the file at {self._url} uncompressed, got it compressed")
        if response.headers.get_content_type() == "text/html":
            raise FetchError(f"expected a file at {self._url}, got a web page; give another --url")
        if response.status != http.client.PARTIAL_CONTENT:
            return 0
        start = _CONTENT_RANGE_START.match(response.headers.get("Content-Range", ""))
        if start is None or int(start[1]) != received:
            raise RangeNotSatisfiableError
        return received

    def _append_body(
        self, response: http.client.HTTPResponse, received: int, total: int | None
    ) -> None:
        with self._catch_write_errors(), self._part_path.open("ab" if received else "wb") as file:
            while block := read_block(response, _BLOCK):
                file.write(block)
                received += len(block)
                self._progress(received, total)
            file.flush()
            os.fsync(file.fileno())
        if total is not None and self._bytes_received() != total:
            raise TransientError(
                f"expected {total} bytes from {self._url}, got {self._bytes_received()}"
            )

    @contextmanager
    def _catch_write_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            reason = "the disk is full; free some space and fetch again" if full else error.strerror
            raise FetchError(f"{self._part_path} cannot be written: {reason}") from None

    def _read_state(self) -> _State | None:
        try:
            return _State(**json.loads(_state_path(self._target).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def _write_state(self, state: _State) -> None:
        write_file(_state_path(self._target), json.dumps(asdict(state)).encode())


def _response_validator(response: http.client.HTTPResponse) -> str | None:
    """Return a validator for the file: a strong ETag, or its Last-Modified date."""
    tag = response.headers.get("ETag")
    if tag is not None and not tag.startswith("W/"):
        return tag
    return response.headers.get("Last-Modified")

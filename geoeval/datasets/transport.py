"""Opening an address by HTTP, and telling faults that may pass from those that stay."""

from __future__ import annotations

import http.client
import ssl
import urllib.request
from collections.abc import Mapping
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from geoeval.errors import FetchError

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
RANGE_NOT_SATISFIABLE = 416
_LONGEST_WAIT_S = 60.0
_SCHEMES = ("http", "https")


class PassingFaultError(Exception):
    """A fault after which another try may succeed; ``wait_s`` is how long the server asks for."""

    def __init__(self, message: str, wait_s: float = 0.0) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class RangeRefusedError(Exception):
    """The server has nothing from the byte on that was asked for."""


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects that lead to no less safe a place."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the request for the new address."""
        scheme = urlsplit(newurl).scheme
        if scheme not in _SCHEMES or (req.type == "https" and scheme != "https"):
            message = f"{req.full_url} redirects to {newurl}, which is less safe"
            raise FetchError(message)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def open_address(
    url: str, headers: Mapping[str, str], timeout_s: float
) -> http.client.HTTPResponse:
    """Return the answer to a request; redirects are followed."""
    try:
        request = urllib.request.Request(url, headers=dict(headers))  # noqa: S310 - seen to below
        if request.type not in _SCHEMES:
            message = f"expected an address of HTTP or HTTPS, got {url}"
            raise FetchError(message)
        response: http.client.HTTPResponse = _opener().open(request, timeout=timeout_s)
    except HTTPError as error:
        error.close()
        raise _refused(url, error) from None
    except URLError as error:
        if isinstance(error.reason, ssl.SSLCertVerificationError):
            message = f"the server of {url} is not the one it says: {error.reason}"
            raise FetchError(message) from None
        message = f"no connection to {url}: {error.reason}"
        raise PassingFaultError(message) from None
    except (ValueError, http.client.InvalidURL) as error:
        message = f"expected an address, got {url}: {error}"
        raise FetchError(message) from None
    except (OSError, http.client.HTTPException) as error:
        message = f"no answer from {url}: {_worded(error)}"
        raise PassingFaultError(message) from None
    return response


def read_block(response: http.client.HTTPResponse, size: int) -> bytes:
    """Return the next bytes of an answer, none at its end."""
    try:
        return response.read1(size)
    except (OSError, http.client.HTTPException) as error:
        message = f"the connection broke: {_worded(error)}"
        raise PassingFaultError(message) from None


def _opener() -> urllib.request.OpenerDirector:
    """Return an opener of HTTP and HTTPS addresses, through proxies that the system names."""
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


def _refused(url: str, error: HTTPError) -> Exception:
    """Return what a status that is no success means."""
    if error.code == RANGE_NOT_SATISFIABLE:
        return RangeRefusedError()
    message = f"{url} answers with status {error.code} {error.reason}"
    if error.code in _PASSING:
        return PassingFaultError(message, _asked_wait_s(error.headers.get("Retry-After")))
    return FetchError(f"{message}; see the homepage of the dataset, or give another --url")


def _asked_wait_s(text: str | None) -> float:
    """Return how many seconds a server asks to wait, as far as it says so in seconds."""
    wait_s = float(text) if text is not None and text.strip().isdecimal() else 0.0
    return min(wait_s, _LONGEST_WAIT_S)


def _worded(error: Exception) -> str:
    """Return an error in words; some have none of their own."""
    return str(error) or type(error).__name__

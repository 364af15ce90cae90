"""Connection faults that a plain local server does not produce."""

from __future__ import annotations

import ssl
import urllib.request
from email.message import Message
from http.client import HTTPMessage
from io import BytesIO
from urllib.error import URLError

import pytest

from geoeval.datasets import download
from geoeval.datasets.download import open_address
from geoeval.errors import FetchError


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("https://example.org/a", "http://example.org/a"),
        ("https://example.org/a", "ftp://example.org/a"),
        ("http://example.org/a", "ftp://example.org/a"),
    ],
)
def test_less_secure_redirects_are_rejected(old: str, new: str) -> None:
    """An encrypted download stays encrypted."""
    request = urllib.request.Request(old)  # noqa: S310 - it is not opened
    with pytest.raises(
        FetchError, match=f"expected {old} to redirect to an HTTPS address, got {new}"
    ):
        download._Redirects().redirect_request(request, BytesIO(), 302, "Found", HTTPMessage(), new)


def test_more_secure_redirects_are_followed() -> None:
    """The headers are kept."""
    request = urllib.request.Request("http://example.org/a", headers={"Range": "bytes=5-"})
    moved = download._Redirects().redirect_request(
        request, BytesIO(), 302, "Found", HTTPMessage(), "https://example.org/b"
    )
    assert moved is not None
    assert (moved.full_url, moved.get_header("Range")) == ("https://example.org/b", "bytes=5-")


def test_invalid_certificates_are_not_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server may be an impostor."""

    class Opener:
        """Finds a certificate that does not belong to the server."""

        def open(self, _request: object, timeout: float) -> None:
            """Fail as urllib does."""
            assert timeout > 0
            raise URLError(ssl.SSLCertVerificationError("certificate has expired"))

    monkeypatch.setattr(download, "_build_opener", Opener)
    with pytest.raises(FetchError, match=r"is not valid: .*certificate has expired"):
        open_address("https://example.org/a", {}, 5.0)


@pytest.mark.parametrize(
    ("text", "wait_s"),
    [(None, 0.0), ("7", 7.0), ("3600", 60.0), ("Mon, 01 Jan 2024 00:00:00 GMT", 0.0), ("-1", 0.0)],
)
def test_server_waits_are_limited(text: str | None, wait_s: float) -> None:
    """The limit is a minute, and dates are ignored."""
    headers = Message()
    if text is not None:
        headers["Retry-After"] = text
    assert download._parse_retry_after_s(headers.get("Retry-After")) == wait_s

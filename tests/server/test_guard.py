"""Hostile and excessive requests get a 4xx error in Google's form and nothing else."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from geoeval.errors import MapFileError
from tests.server.conftest import serving


def ask(
    url: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, object]]:
    """Return the status code and the JSON of a reply."""
    request = urllib.request.Request(url + path, body, headers or {})  # noqa: S310 - this machine
    try:
        with urllib.request.urlopen(request, timeout=20) as reply:  # noqa: S310 - this machine
            return reply.status, json.loads(reply.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


SECRET = "the file /home/someone/town.world is damaged"
HOSTILE = (
    "'; DROP TABLE place; --",
    '" OR 1=1 --',
    "<script>alert(1)</script>",
    "../../../../etc/passwd",
    "\x00\x01",
    "\u202e\u200f",
    "a" * 5000,
    "NaN,NaN",
    "Infinity,0",
    "91,0",
    "0,181",
    "1e999,1",
    "5_0,8",
    "٥,٤",
    "place_id:' OR ''='",
    "{{7*7}}",
    "%s%n",
)
ENDPOINTS = (
    "place/textsearch/json?query={}",
    "place/nearbysearch/json?location={}&radius=500",
    "place/nearbysearch/json?location=0,0&radius={}",
    "place/nearbysearch/json?location=0,0&rankby=distance&type={}",
    "place/nearbysearch/json?location=0,0&radius=500&keyword={}",
    "place/nearbysearch/json?pagetoken={}",
    "place/details/json?place_id={}",
    "place/details/json?place_id=n1&fields={}",
    "place/findplacefromtext/json?input={}&inputtype=textquery",
    "distancematrix/json?origins={}&destinations=Museum",
    "directions/json?origin=Museum&destination={}",
    "directions/json?origin=Museum&destination=Caf%C3%A9%200&mode={}",
    "directions/json?origin=Museum&destination=Caf%C3%A9%200&units={}",
    "directions/json?origin=Museum&destination=Caf%C3%A9%200&alternatives={}",
    "place/findplacefromtext/json?input=Museum&inputtype=textquery&locationbias={}",
    "place/textsearch/json?query=Museum&language={}",
    "geocode/json?address={}",
)
LEGACY = {"OK", "ZERO_RESULTS", "INVALID_REQUEST", "NOT_FOUND"}


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_hostile_parameters_get_googles_status(url: str, endpoint: str) -> None:
    """No parameter of a legacy service causes an internal error."""
    for value in HOSTILE:
        code, reply = ask(url, "/maps/api/" + endpoint.format(quote(value, safe="")))
        assert code in {200, 400}, (value, reply)
        assert reply["status"] in LEGACY
        assert (code == 400) <= (reply["status"] == "INVALID_REQUEST")
    assert ask(url, "/maps/api/place/textsearch/json?query=Museum")[1]["status"] == "OK"


def circle(where: bytes, latitude: bytes, radius: bytes) -> bytes:
    """Return the body of a search in a circle."""
    center = b'{"latitude": %b, "longitude": 0}' % latitude
    return b'{"textQuery": "x", "%b": {"circle": {"center": %b, "radius": %b}}}' % (
        where, center, radius,
    )  # fmt: skip


@pytest.mark.parametrize(
    "value", ["NaN,NaN", "Infinity,0", "91,0", "0,181", "1e999,1", "5_0,8", "٥,٤"]
)
@pytest.mark.parametrize(
    "endpoint",
    [
        "place/nearbysearch/json?location={}&radius=500",
        "place/textsearch/json?query=Museum&location={}",
        "place/findplacefromtext/json?input=Museum&inputtype=textquery&locationbias=point:{}",
        "distancematrix/json?origins={}&destinations=Museum",
        "directions/json?origin=Museum&destination={}",
    ],
)
def test_invalid_positions_are_rejected(url: str, endpoint: str, value: str) -> None:
    """They are not looked up as names."""
    code, reply = ask(url, "/maps/api/" + endpoint.format(quote(value, safe="")))
    assert (code, reply["status"]) == (400, "INVALID_REQUEST")


BODIES = (
    b"",
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b'{"textQuery": 5}',
    b'{"textQuery": "x", "unknown": 1}',
    b'{"textQuery": ""}',
    b'{"textQuery": "x", "pageToken": "forged"}',
    circle(b"locationBias", b"NaN", b"5"),
    circle(b"locationRestriction", b"95", b"5"),
    circle(b"locationRestriction", b"5", b"1e9"),
    circle(b"locationRestriction", b"5", b"true"),
    circle(b"locationRestriction", b'"5"', b"5"),
    b'{"textQuery": "x", "pageSize": true}',
    b"[" * 30_000,
    b"\xff\xfe",
)


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize(
    "path",
    [
        "/v1/places:searchText",
        "/v1/places:searchNearby",
        "/directions/v2:computeRoutes",
        "/distanceMatrix/v2:computeRouteMatrix",
    ],
)
def test_invalid_bodies_are_invalid_arguments(url: str, path: str, body: bytes) -> None:
    headers = {"Content-Type": "application/json", "X-Goog-FieldMask": "*"}
    code, reply = ask(url, path, body or b" ", headers)
    assert (code, reply["error"]["status"]) == (400, "INVALID_ARGUMENT")  # type: ignore[index]


@pytest.mark.parametrize(
    ("path", "code", "status"),
    [
        ("/v1/places/n1", 400, "INVALID_ARGUMENT"),
        ("/v1/places/n1?$fields=password", 400, "INVALID_ARGUMENT"),
        ("/v1/places/none?$fields=*", 404, "NOT_FOUND"),
        ("/v1/places/..%2f..%2fetc%2fpasswd?$fields=*", 404, "NOT_FOUND"),
        ("/v1/places/../../etc/passwd", 404, "NOT_FOUND"),
        ("/docs", 404, "NOT_FOUND"),
        ("/openapi.json", 404, "NOT_FOUND"),
        ("/v1/places:searchText", 405, "UNIMPLEMENTED"),
        ("/maps/api/elevation/json", 404, "NOT_FOUND"),
        ("/maps/api/geocode/json/?address=Museum", 404, "NOT_FOUND"),
        ("/?" + "a" * 9000, 413, "INVALID_ARGUMENT"),
    ],
)
def test_unknown_paths_get_googles_form_of_error(
    url: str, path: str, code: int, status: str
) -> None:
    """So do wrong methods and masks."""
    found, reply = ask(url, path)
    assert found == code
    error = reply.get("error", reply)
    assert error["status"] == status  # type: ignore[index]


def test_large_requests_are_rejected(url: str) -> None:
    """So are matrices with too many elements."""
    headers = {"Content-Type": "application/json", "X-Goog-FieldMask": "*"}
    with suppress(ConnectionError, urllib.error.URLError):  # it hangs up before all was sent
        assert ask(url, "/v1/places:searchText", b"x" * 10_000_000, headers)[0] == 413
    ends = quote("|".join(["0,0"] * 60))
    reply = ask(url, f"/maps/api/distancematrix/json?origins={ends}&destinations={ends}")[1]
    assert reply["status"] == "MAX_ELEMENTS_EXCEEDED"


def test_requests_for_another_host_are_rejected(url: str) -> None:
    """A page of another site could point a name of its own here."""
    code, reply = ask(url, "/maps/api/geocode/json?address=x", headers={"Host": "evil.example"})
    assert (code, reply["status"]) == (403, "REQUEST_DENIED")


def test_requests_without_the_key_are_denied(town_file: Path) -> None:
    with serving(town_file, key="sesame") as url:
        path = "/maps/api/geocode/json?address=Museum"
        assert ask(url, path)[1]["status"] == "REQUEST_DENIED"
        assert ask(url, f"{path}&key=wrong")[0] == 403
        assert ask(url, f"{path}&key=sesame")[1]["status"] == "OK"
        assert ask(url, path, headers={"X-Goog-Api-Key": "sesame"})[1]["status"] == "OK"


def test_frequent_requests_are_limited(town_file: Path) -> None:
    """Both interfaces report it."""
    with serving(town_file, per_minute=3) as url:
        replies = [ask(url, "/maps/api/geocode/json?address=Museum")[1] for _ in range(4)]
        assert [each["status"] for each in replies] == ["OK"] * 3 + ["OVER_QUERY_LIMIT"]
        assert ask(url, "/v1/places/n1?$fields=*")[0] == 429


def test_guessed_keys_count_against_the_limit(town_file: Path) -> None:
    """A forwarded address does not give a client more attempts."""
    with serving(town_file, per_minute=3, key="sesame") as url:
        path = "/maps/api/geocode/json?address=Museum&key="
        statuses = [
            ask(url, f"{path}{guess}", headers={"X-Forwarded-For": f"192.0.2.{guess}"})[1]["status"]
            for guess in range(5)
        ]
    assert statuses == ["REQUEST_DENIED"] * 3 + ["OVER_QUERY_LIMIT"] * 2


def test_root_page_lists_the_endpoints(url: str) -> None:
    """It has methods and attribution."""
    with urllib.request.urlopen(url) as reply:  # noqa: S310 - this machine
        text = reply.read().decode()
        assert "server" not in {name.lower() for name in reply.headers}
    assert text.count("GET  /maps/api/") == 7
    assert text.count("POST /") == 4
    assert "OpenStreetMap" in text


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for another thread, which may continue after it has replied."""
    end = time.monotonic() + 5
    while not is_so() and time.monotonic() < end:
        time.sleep(0.01)


def test_access_log_has_no_keys(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    log = logging.getLogger("access of a test")
    log.setLevel(logging.INFO)
    monkeypatch.setattr(log, "handle", lambda record: lines.append(record.getMessage()))
    monkeypatch.setattr("geoeval.server.app._access", log)
    ask(url, "/maps/api/geocode/json?address=Museum&key=sesame")
    wait_until(lambda: any("key=" in line for line in lines))
    (line,) = (line for line in lines if "key=" in line)  # others may end late
    assert "sesame" not in line
    assert "GET" in line
    assert "200" in line


def test_internal_error_has_no_traceback(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged on the server."""

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("geoeval.world.store.reading.MapFile.search", fail)
    with caplog.at_level(logging.CRITICAL):
        code, reply = ask(url, "/maps/api/geocode/json?address=Museum")
    assert (code, reply["status"]) == (500, "UNKNOWN_ERROR")
    assert "ZeroDivision" not in str(reply)


def test_damaged_map_is_an_internal_error(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The reply does not contain its path."""

    def fail(*_: object, **__: object) -> None:
        raise MapFileError(SECRET)

    monkeypatch.setattr("geoeval.world.store.reading.MapFile.search", fail)
    with caplog.at_level(logging.CRITICAL):
        code, reply = ask(url, "/maps/api/geocode/json?address=Museum")
    assert (code, reply["status"]) == (500, "UNKNOWN_ERROR")
    assert SECRET not in str(reply)


def test_incomplete_request_blocks_no_other_client(url: str) -> None:
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port)) as stalled:  # type: ignore[arg-type]
        stalled.sendall(b"POST /v1/places:searchText HTTP/1.1\r\nContent-Length: 50\r\n\r\n{")
        assert ask(url, "/maps/api/geocode/json?address=Museum")[0] == 200


def load(
    url: str, seconds: float, clients: int, pause_s: float = 0.2
) -> tuple[list[float], list[str]]:
    """Send requests from many clients at once; return sorted times in seconds and faults."""
    paths = [
        f"/maps/api/{each}"
        for each in (
            "place/textsearch/json?query=Museum",
            "place/nearbysearch/json?location=0,0&radius=2000&type=cafe",
            "distancematrix/json?origins=Museum&destinations=Caf%C3%A9%203",
            "directions/json?origin=Museum&destination=Caf%C3%A9%200&alternatives=true",
        )
    ]
    times: list[float] = []
    faults: list[str] = []
    end = time.monotonic() + seconds

    def run(number: int) -> None:
        while True:  # each client asks at least once, however slow the machine is
            start = time.perf_counter()
            try:
                code, reply = ask(url, paths[number % len(paths)])
                if code != 200 or reply["status"] != "OK":
                    faults.append(f"{code} {reply}")
            except OSError as error:
                faults.append(repr(error))
            times.append(time.perf_counter() - start)
            if time.monotonic() >= end:
                return
            number += 1
            time.sleep(pause_s)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(times), faults


def test_twenty_clients_get_right_answers(url: str) -> None:
    times, faults = load(url, 1.5, 20)
    assert faults == []
    assert len(times) >= 20

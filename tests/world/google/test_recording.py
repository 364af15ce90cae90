"""Recording a plan from a working server and from servers that fail."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from geoeval.cli.main import main
from geoeval.errors import MapReplyError
from geoeval.world.google.client import Client, Transport
from geoeval.world.google.plan import Plan
from geoeval.world.google.recorder import Recorder, Recording
from geoeval.world.model import World
from geoeval.world.records import TravelMode
from geoeval.world.store.reading import MapFile
from geoeval.world.store.writing import MapWriter
from tests.server.conftest import serving, town_file

__all__ = ["town_file"]  # a fixture

PLAN = {
    "places": ["Museum", "Café 0"],
    "nearby": [{"place": "Museum", "type": "book_store", "rank_by": "distance"}],
    "travel": [
        {"origins": ["Café 0"], "destinations": ["Museum"], "modes": ["walking", "driving"]}
    ],
    "routes": [{"origin": "Café 0", "destination": "Museum", "mode": "driving"}],
}
KEY = "AIza-very-secret"


def record(client: Client, path: Path, plan: object = PLAN) -> Recording:
    """Record a plan."""
    with MapWriter.open(path) as writer:
        return Recorder(client, writer, lambda *_: None).record(Plan.model_validate(plan))


def test_recorded_facts_equal_those_of_the_server(town_file: Path, tmp_path: Path) -> None:
    """Travel times, steps and lists survive the network, and a second run requests nothing."""
    path = tmp_path / "recorded.world"
    with serving(town_file) as url, MapFile(town_file) as town:
        client = Client(Transport(KEY), url)
        recorded = record(client, path)
        assert (recorded.answered, recorded.failed) == (5, [])
        again = record(client, path)
        assert (again.answered, again.known) == (0, 5)
        museum, cafe = town.search("Museum")[0], town.search("Café 0")[0]
        with MapFile(path) as file:
            found = file.details(museum.place.id)
            assert found.place == museum.place
            assert found.known_until is not None
            for mode in (TravelMode.WALKING, TravelMode.DRIVING):
                ((ours,),) = file.matrix([cafe.place.id], [museum.place.id], mode)
                ((theirs,),) = town.matrix([cafe.place.id], [museum.place.id], mode)
                assert ours is not None
                assert theirs is not None
                assert ours.duration_s == theirs.duration_s
            (route,) = file.routes(cafe.place.id, museum.place.id, TravelMode.DRIVING)
            (drawn,) = town.routes(cafe.place.id, museum.place.id, TravelMode.DRIVING)
            assert [s.instruction for s in route.route.steps] == [
                s.instruction for s in drawn.route.steps
            ]
            assert [s.notes for s in route.route.steps] == [s.notes for s in drawn.route.steps]
            (listed,) = World.open(path).lists
            assert [place.name for place in listed.places] == ["<script>alert(1)</script>"]
    assert KEY.encode() not in path.read_bytes()


class Failing(BaseHTTPRequestHandler):
    """A handler that sends prepared replies in order."""

    replies: list[tuple[int, dict[str, str], bytes]]
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        code, headers, body = self.replies.pop(0)
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815 - the name that the library looks for

    def log_message(self, *_: object) -> None:
        """Do nothing."""


@pytest.fixture
def failing() -> Iterator[tuple[str, type[Failing]]]:
    """Return the address of a failing server and its handler."""
    handler = type("Handler", (Failing,), {"replies": [], "asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", handler
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def reply(code: int, body: object, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Return a reply with a JSON or bytes body."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return code, {name.replace("_", "-"): value for name, value in headers.items()}, content


INN = {
    "id": "inn",
    "displayName": {"text": "Inn"},
    "location": {"latitude": 1, "longitude": 2},
}
FOUND = reply(200, {"places": [INN]})
DENIED = reply(403, {"error": {"status": "PERMISSION_DENIED", "message": "bad key"}})
QUOTA = reply(429, {"error": {"status": "RESOURCE_EXHAUSTED", "message": "quota"}})
INN_PLAN = {"places": ["Inn"], "details": False}


def test_temporary_failures_are_retried(failing: tuple[str, type[Failing]], tmp_path: Path) -> None:
    """The pause follows Retry-After, else it doubles."""
    url, server = failing
    pauses: list[float] = []
    server.replies += [
        reply(429, {}, Retry_After="7"),
        reply(503, b"<html>"),
        QUOTA,
        FOUND,
    ]
    client = Client(Transport(KEY, pauses.append), url)
    assert record(client, tmp_path / "a.world", INN_PLAN).answered == 1
    assert pauses == [7.0, 2.0, 4.0]


@pytest.mark.parametrize(
    ("replies", "words"),
    [
        ([DENIED], "PERMISSION_DENIED: bad key"),
        ([QUOTA] * 5, "RESOURCE_EXHAUSTED: quota"),
    ],
)
def test_rejected_keys_and_spent_quotas_end_the_run(
    failing: tuple[str, type[Failing]], tmp_path: Path, replies: list[Any], words: str
) -> None:
    """Nothing is requested after the failure, and the error does not contain the key."""
    url, server = failing
    server.replies += replies
    client = Client(Transport(KEY, lambda _: None), url)
    with pytest.raises(MapReplyError, match=words) as error:
        record(client, tmp_path / "a.world", {"places": ["Inn", "Port"]})
    assert KEY not in str(error.value)
    assert not server.replies


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"places": [', "expected JSON"),
        (b"<html>blocked</html>", "expected JSON, got '<html>"),
        (b"[]", "expected an object"),
        (b"{}", "no place is called 'Inn'"),
        (b'{"places": [{"id": "x"}]}', "no place is called"),
        (b'{"places": [{"id": "x", "displayName": {"text": "Inn"}, "rating": 9}]}', "rating"),
    ],
)
def test_unusable_replies_are_reported(
    failing: tuple[str, type[Failing]], tmp_path: Path, body: bytes, words: str
) -> None:
    """The rest of the plan is still recorded."""
    url, server = failing
    server.replies += [(200, {}, body), FOUND]
    recorded = record(
        Client(Transport(KEY), url),
        tmp_path / "a.world",
        {"places": ["Inn", "Port"], "details": False},
    )
    (failure,) = recorded.failed
    assert words in failure
    assert recorded.answered == 1


def test_an_unreachable_server_is_reported(tmp_path: Path) -> None:
    """The error does not contain the key."""
    client = Client(Transport(KEY, lambda _: None), "http://127.0.0.1:9")
    with pytest.raises(MapReplyError, match="no answer") as error:
        record(client, tmp_path / "a.world", INN_PLAN)
    assert KEY not in str(error.value)


def test_a_list_of_twenty_places_counts_as_cut(
    failing: tuple[str, type[Failing]], tmp_path: Path
) -> None:
    """Its radius is kept, and searches by keyword are not supported."""
    url, server = failing
    inns = [{**INN, "id": f"inn {n}"} for n in range(20)]
    server.replies += [FOUND, reply(200, {"places": inns})]
    near = {"place": "Inn", "radius_m": 500}
    plan = {**INN_PLAN, "nearby": [{**near, "type": "lodging"}, {**near, "keyword": "inn"}]}
    path = tmp_path / "a.world"
    recorded = record(Client(Transport(KEY, lambda _: None), url), path, plan)
    assert recorded.answered == 2
    assert "expected no keyword" in recorded.failed[0]
    assert World.open(path).lists[0].radius_m == 500


@pytest.mark.parametrize(
    ("failure", "words"),
    [(reply(404, b"<html>"), "HTTP 404 Not Found"), (reply(404, {}), "HTTP 404$")],
)
def test_errors_without_a_message_give_the_status(
    failing: tuple[str, type[Failing]],
    tmp_path: Path,
    failure: tuple[int, dict[str, str], bytes],
    words: str,
) -> None:
    url, server = failing
    server.replies += [failure]
    recorded = record(Client(Transport(KEY), url), tmp_path / "a.world", INN_PLAN)
    assert re.search(words, recorded.failed[0])


def test_an_interrupted_recording_is_resumed(
    failing: tuple[str, type[Failing]], tmp_path: Path
) -> None:
    """Answers received before the interruption are not requested again."""
    url, server = failing
    port = {**INN, "id": "port", "displayName": {"text": "Port"}}
    server.replies += [FOUND, DENIED, reply(200, {"places": [port]})]
    client = Client(Transport(KEY), url)
    plan = {"places": ["Inn", "Port"], "details": False}
    with pytest.raises(MapReplyError):
        record(client, tmp_path / "a.world", plan)
    recorded = record(client, tmp_path / "a.world", plan)
    assert (recorded.known, recorded.answered) == (1, 1)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code, output and errors of a recording."""
    code = main(["world", "record", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_shows_costs_before_sending(
    failing: tuple[str, type[Failing]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A run needs a budget and a key, and the key never appears in the output."""
    url, server = failing
    monkeypatch.delenv("GOOGLE_MAPS_API_KEY", raising=False)
    plan, out = tmp_path / "plan.json", str(tmp_path / "a.world")
    plan.write_text(json.dumps(INN_PLAN), encoding="utf-8")
    code, text, _ = run(capsys, str(plan), "-o", out, "--dry-run")
    assert (code, server.asked) == (0, [])
    assert "at most $0.03" in text
    assert (
        json.loads(run(capsys, str(plan), "-o", out, "--dry-run", "--format", "json")[1])[
            "cost_usd"
        ]
        == 0.032
    )
    code, _, errors = run(capsys, str(plan), "-o", out)
    assert (code, "--budget 0.03" in errors) == (2, True)
    assert "GOOGLE_MAPS_API_KEY" in run(capsys, str(plan), "-o", out, "--budget", "1")[2]
    monkeypatch.setenv("GOOGLE_MAPS_API_KEY", KEY)
    server.replies += [FOUND]
    code, text, errors = run(capsys, str(plan), "-o", out, "--budget", "1", "--base-url", url)
    assert (code, "1 parts" in text) == (0, True)
    assert "30 days" in errors
    assert KEY not in text + errors
    server.replies += [DENIED]
    other = tmp_path / "b.json"
    other.write_text('{"places": ["Port"], "details": false}', encoding="utf-8")
    code, _, errors = run(capsys, str(other), "-o", out, "--budget", "1", "--base-url", url)
    assert (code, "PERMISSION_DENIED" in errors) == (2, True)
    code, _, errors = run(capsys, str(plan), "-o", out, "--dry-run", "--api", "legacy")
    assert (code, "closed the legacy services" in errors) == (2, True)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "expected JSON in the plan"),
        ('{"place": []}', "place"),
        ('{"places": [""]}', "places.0"),
        ('{"nearby": [{"place": "x"}]}', "nearby.0: expected radius_m"),
        ('{"nearby": [{"place": "x", "rank_by": "distance"}]}', "type or keyword"),
        ('{"travel": [{"origins": [], "destinations": ["x"]}]}', "travel.0.origins"),
        ('{"routes": [{"origin": "a", "destination": "b", "mode": "flying"}]}', "routes.0.mode"),
    ],
)
def test_invalid_plans_are_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, words: str
) -> None:
    """The error gives the path of the invalid field."""
    plan = tmp_path / "plan.json"
    plan.write_text(content, encoding="utf-8")
    code, _, errors = run(capsys, str(plan), "-o", str(tmp_path / "a.world"), "--dry-run")
    assert code == 2
    assert words in errors

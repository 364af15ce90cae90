"""A headless browser controlled through the DevTools protocol over two pipes."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
PATIENCE_S = 60.0
Shape = dict[str, object]


def find_browser() -> str | None:
    """Return the path of a Chromium, if there is one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """One tab of a browser: commands go in, answers and events come out."""

    def __init__(self, send: int, receive: int) -> None:
        self._send, self._receive = send, receive
        self._buffer = b""
        self._count = 0
        self._session: str | None = None
        self.events: list[Shape] = []
        target = self.command("Target.createTarget", url="about:blank")
        attached = self.command("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = str(attached["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.command(f"{domain}.enable")

    def command(self, method: str, **params: object) -> Shape:
        """Send a command and return its result."""
        self._count += 1
        sent: Shape = {"id": self._count, "method": method, "params": params}
        if self._session is not None:
            sent["sessionId"] = self._session
        os.write(self._send, json.dumps(sent).encode() + b"\0")
        number = self._count
        answer = self._next(lambda message: message.get("id") == number)
        assert "error" not in answer, answer
        result = answer["result"]
        assert isinstance(result, dict)
        return result

    def open(self, page: Path, width: int, *, dark: bool = False, script: bool = True) -> None:
        """Load a page from a file at a given width, and wait for it."""
        self.visit(page.resolve().as_uri(), width, dark=dark, script=script)

    def visit(self, url: str, width: int, *, dark: bool = False, script: bool = True) -> None:
        """Load a page at a given width, and wait for it."""
        self.events.clear()
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])
        self.command("Emulation.setScriptExecutionDisabled", value=not script)
        self.command("Page.navigate", url=url)
        if not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self._next(lambda message: message.get("method") == "Page.loadEventFired")

    def evaluate(self, expression: str) -> object:
        """Return the value of an expression of JavaScript."""
        done = self.command("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in done, done
        result = done["result"]
        assert isinstance(result, dict)
        return result.get("value")

    def wait_for(self, expression: str) -> None:
        """Wait until an expression of JavaScript is true."""
        due = time.monotonic() + PATIENCE_S
        while not self.evaluate(f"!!({expression})"):
            assert time.monotonic() < due, f"waited in vain for {expression}"
            time.sleep(0.01)

    def find_faults(self, axe: str) -> list[str]:
        """Return the serious faults of accessibility that axe-core finds on the page."""
        self.evaluate(axe)
        self.evaluate("window.found = null; axe.run().then(r => window.found = r.violations)")
        self.wait_for("window.found !== null")
        faults = self.evaluate(
            "window.found.filter(v => ['serious', 'critical'].includes(v.impact))"
            ".map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' | ').slice(0, 600))"
        )
        assert isinstance(faults, list)
        return faults

    def screenshot(self, selector: str = "html") -> bytes:
        """Return a picture of an element, as PNG."""
        box = self.evaluate(
            f"(() => {{ const r = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return {x: r.x + scrollX, y: r.y + scrollY, "
            "width: r.width, height: r.height} })()"
        )
        assert isinstance(box, dict)
        taken = self.command(
            "Page.captureScreenshot", clip={**box, "scale": 1}, captureBeyondViewport=True
        )
        return base64.b64decode(str(taken["data"]))

    def requests(self) -> list[str]:
        """Return the addresses that the page requested, its own included."""
        return [
            str(request["url"])
            for event in self.events
            if event["method"] == "Network.requestWillBeSent"
            and isinstance(params := event["params"], dict)
            and isinstance(request := params["request"], dict)
        ]

    def complaints(self) -> list[Shape]:
        """Return the console messages: errors, warnings and policy violations."""
        reporting = {"Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled"}
        return [event for event in self.events if event["method"] in reporting]

    def _next(self, wanted: Callable[[Shape], bool]) -> Shape:
        """Return the next wanted message, and keep events."""
        due = time.monotonic() + PATIENCE_S
        while True:
            while b"\0" not in self._buffer:
                ready, _, _ = select.select([self._receive], [], [], due - time.monotonic())
                assert ready, "the browser does not answer"
                got = os.read(self._receive, 1 << 20)
                assert got, "the browser is gone"
                self._buffer += got
            raw, _, self._buffer = self._buffer.partition(b"\0")
            message = json.loads(raw)
            if "method" in message:
                self.events.append(message)
            if wanted(message):
                found: Shape = message
                return found


def fetch_axe(folder: Path) -> str | None:
    """Return the script of axe-core from npm, None without npm or its registry."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    done = subprocess.run([npm, "pack", "axe-core@4"], cwd=folder, capture_output=True, check=False)
    if done.returncode:
        return None
    with tarfile.open(next(folder.glob("axe-core-*.tgz"))) as packed:
        script = packed.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


@contextmanager
def browsing(path: str) -> Iterator[Browser]:
    """Run a browser with a profile of its own, and close it at the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        theirs_in, ours_out = map(_out_of_the_way, os.pipe())
        ours_in, theirs_out = map(_out_of_the_way, os.pipe())
        process = subprocess.Popen(
            [path, *FLAGS, f"--user-data-dir={profile}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(3, 4),
            preexec_fn=partial(_connect, theirs_in, theirs_out),  # noqa: PLW1509 - no threads here
        )
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            yield Browser(ours_out, ours_in)
        finally:
            process.terminate()
            process.wait(PATIENCE_S)
            os.close(ours_out)
            os.close(ours_in)


def _out_of_the_way(number: int) -> int:
    """Return another descriptor of a pipe, above those that the browser expects."""
    moved: int = fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(number)
    return moved


def _connect(receive: int, send: int) -> None:
    """Place the pipes where the browser expects them."""
    os.dup2(receive, 3)
    os.dup2(send, 4)

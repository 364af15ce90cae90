"""The annotator as a separate process, and a browser that uses it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.reporting.audit.browser import Browser


@dataclass
class Annotator:
    """A running annotator with its address and process."""

    url: str
    process: subprocess.Popen[str]

    def kill(self) -> None:
        """End the process without warning."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def annotating(folder: Path, *arguments: str) -> Iterator[Annotator]:
    """Run ``geoeval annotate`` in a folder until the block ends."""
    command = [sys.executable, "-m", "geoeval", "annotate", "--port", "0", *arguments]
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    lines = []
    for line in process.stderr:
        lines.append(line)
        if found := re.search(r"open (\S+) in a browser", line):
            break
    else:
        message = f"the annotator ended: {''.join(lines)}"
        raise AssertionError(message)
    reader = threading.Thread(target=process.stderr.read, daemon=True)
    reader.start()  # keeps the pipe from filling up
    try:
        yield Annotator(found[1], process)
    finally:
        process.terminate()
        process.wait()
        reader.join()
        process.stderr.close()


class Page:
    """A page of the annotator in a browser, used through its visible texts."""

    def __init__(self, browser: Browser, annotator: Annotator, by: str = "Ann") -> None:
        self.browser, self.annotator = browser, annotator
        domain = "127.0.0.1"
        browser.command("Network.setCookie", name="geoeval-by", value=by, domain=domain, path="/")

    def open(self, path: str = "", width: int = 1200, *, dark: bool = False) -> None:
        """Open a page and wait for its response."""
        self.browser.visit(self.annotator.url.rstrip("/") + path, width, dark=dark)
        self.browser.wait_for("window.socket && window.socket.connected && window.did_handshake")

    def wait_for_text(self, text: str) -> None:
        """Wait until a text is on the page."""
        self.browser.wait_for(f"document.body.innerText.includes({json.dumps(text)})")

    def click(self, name: str) -> None:
        """Click the button, link or radio button with a name once it exists."""
        found = (
            "[...document.querySelectorAll('button, a, [role=radio]')].find(e => "
            f"[e.innerText.trim(), e.getAttribute('aria-label')].includes({json.dumps(name)}))"
        )
        self.browser.wait_for(found)
        self.browser.evaluate(f"{found}.click()")

    def type(self, label: str, text: str) -> None:
        """Replace the text in the field of a label, as a keyboard does."""
        found = f"document.querySelector('[aria-label={json.dumps(label)}]')"
        self.browser.wait_for(found)
        self.browser.evaluate(f"{found}.focus(); {found}.select()")
        self.browser.command("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            self.browser.command("Input.dispatchKeyEvent", type=kind, key=key, text=key)

    def fetch(self, path: str) -> str:
        """Return what the server sends the page for an address."""
        fetched = f"fetch({json.dumps(path)}).then(r => r.text()).then(t => window.got = t)"
        self.browser.evaluate(f"window.got = null; {fetched}")
        self.browser.wait_for("window.got !== null")
        return str(self.browser.evaluate("window.got"))

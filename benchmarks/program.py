"""Running the geoeval command line as a user does: as a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

START = "from geoeval.cli.main import run; run()"


def geoeval(*arguments: str | Path) -> dict[str, Any]:
    """Run a command and return the JSON document that it prints."""
    command = [sys.executable, "-c", START, *map(str, arguments), "--format", "json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in (0, 1):
        message = f"geoeval {' '.join(map(str, arguments))} failed:\n{done.stderr}"
        raise RuntimeError(message)
    document = json.loads(done.stdout)
    assert isinstance(document, dict)
    return document

"""Libraries loaded by the public names of the tools."""

from __future__ import annotations

import subprocess
import sys


def test_no_provider_library_is_loaded() -> None:
    code = (
        "import sys; from geoeval.tools import answer_calls, call_tool, export_tools\n"
        "export_tools('openai'); call_tool({'type': 'tool_use', 'id': '1', 'name': 'x'})\n"
        "print(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert loaded.isdisjoint({"anthropic", "google", "langchain_core", "mcp", "ollama", "openai"})

"""The tools as a server that speaks the Model Context Protocol; needs the extra ``mcp``."""

from __future__ import annotations

from geoeval.extras import check_installed

check_installed("mcp", "mcp")

from geoeval.tools.mcp.server import ToolServer  # noqa: E402 - imports the extra checked above

__all__ = ["ToolServer"]

"""Golden files with the output of each format for a few tools.

After an intended change, write them again and review the difference::

    python -m tests.tools.providers.golden_files
"""

from __future__ import annotations

import json
from pathlib import Path

from geoeval.tools import TOOLS, ToolSession, export_tools
from geoeval.tools.providers.formats import FORMATS, Format, ToolCall
from geoeval.world.reader import read_context
from tests.tools.providers.correcting_model import FIRST, TYPO_COST, WORLD

FOLDER = Path(__file__).parent / "golden"
NAMES = ("PlaceDetails", "NearbySearch", "bearing_cardinal", "find_places")
"""Tools with required and optional arguments, numeric choices and lists of objects."""


def rendered(name: Format) -> str:
    """Return the output of a format: definitions, and messages of a success and a failure."""
    world, _ = read_context(WORLD)
    session = ToolSession(world)
    provider = FORMATS[name]
    messages = [
        provider.message(
            ToolCall(id="call_1", name="TravelTime", arguments=arguments),
            session.call("TravelTime", arguments),
        )
        for arguments in (TYPO_COST, FIRST)
    ]
    shown = {"tools": export_tools(name, [TOOLS[each] for each in NAMES]), "messages": messages}
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in FORMATS:
        (FOLDER / f"{each}.json").write_text(rendered(each), encoding="utf-8")

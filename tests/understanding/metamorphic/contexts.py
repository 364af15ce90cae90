"""Changes of a context that keep its content: other forms, another order."""

from __future__ import annotations

import re
from itertools import groupby

from geoeval.world.reader import read_context
from geoeval.world.writer import write_context

_LEG = re.compile(r"^Travel Time from (.+) is ([^()]+?) \(([^()]+)\)\.?\s*$", re.MULTILINE)
_ROW = re.compile(r"^(\d+)\. <b>(.*)</b>\s*\n\s+- Address: (.*?)\.?\s*$", re.MULTILINE)
_BLOCK = re.compile(
    r"^(?:Information (?:of|about|on)|Nearby |POIs |Travel Time |Distance |There (?:are|is) \d|"
    r"Today |Current location)"
)
_ONE_LINE = re.compile(r"^(?:Travel Time |Distance |Today |Current location)")


def legs_reworded(context: str) -> str:
    """Write each travel time as a distance followed by its time."""
    return _LEG.sub(r"Distance from \1 is \3 (\2).", context)


def rows_with_brackets(context: str) -> str:
    """Write the address of each listed place in brackets after its name."""
    return _ROW.sub(r"\1. <b>\2</b> (\3)", context)


def rewritten(context: str) -> str:
    """Write the parsed context in the form of our writer."""
    return write_context(read_context(context)[0])


def blocks_reversed(context: str) -> str:
    """Reverse the order of the blocks of a context, such as the facts of a place."""
    blocks: list[list[str]] = [[]]
    for line in context.split("\n"):
        if _BLOCK.match(line) and blocks[-1]:
            blocks.append([])
        blocks[-1].append(line)
    texts = ["\n".join(block).rstrip("\n") for block in blocks]
    parts = ["\n".join(group) for _, group in groupby(reversed(texts), key=_is_single_line)]
    return "\n\n".join(parts).strip("\n") + "\n"


def _is_single_line(block: str) -> bool:
    """Return whether a block is a single line among others of its kind."""
    return bool(_ONE_LINE.match(block))

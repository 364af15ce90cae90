"""The words of a question: several phrasings of each kind, filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from random import Random

_SLOT = re.compile(r"\{(\w+)\}")


def phrased(kind: str, slots: Mapping[str, str], draw: Random) -> Iterator[tuple[str, int]]:
    """Yield a question of a kind in each of its phrasings, with their numbers from 1."""
    known = _phrasings()[kind]
    for number in draw.sample(range(len(known)), len(known)):
        text = _SLOT.sub(lambda found: slots[found.group(1)], known[number])
        yield text[0].upper() + text[1:], number + 1


@cache
def _phrasings() -> dict[str, list[str]]:
    text = files("geoeval.generation").joinpath("phrasings.json").read_text("utf-8")
    found: dict[str, list[str]] = json.loads(text)
    return found

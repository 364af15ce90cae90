"""The words of a question: several phrasings of each kind, filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from random import Random

_SLOT = re.compile(r"\{(\w+)\}")


def phrase(kind: str, slots: Mapping[str, str], draw: Random) -> tuple[str, int]:
    """Return a question of a kind in words, and the number of its phrasing from 1."""
    number = draw.randrange(len(_phrasings()[kind]))
    text = _SLOT.sub(lambda found: slots[found.group(1)], _phrasings()[kind][number])
    return text[0].upper() + text[1:], number + 1


@cache
def _phrasings() -> dict[str, list[str]]:
    """Return the phrasings of every kind."""
    text = files("geoeval.generation").joinpath("phrasings.json").read_text("utf-8")
    found: dict[str, list[str]] = json.loads(text)
    return found

"""A language model that knows no map: it reads what a tool tells it, and mends its call by that."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

WORLD = """Information of Harbour Lighthouse:
- Location: 1 Quay (60.10, 24.90).
Information of Old Mill:
- Location: 5 Hill Rd (60.20, 24.90).
Travel Time from Old Mill to Harbour Lighthouse on foot is 51 mins (3.5 km).
Travel Time from Old Mill to Harbour Lighthouse by car is 9 mins (4.1 km).
"""
QUESTION = "How long is the walk from the mill to the lighthouse?"
FIRST = {
    "originId": "Mill Street Castle",
    "destinationId": "Harbour Lighthouse",
    "travelMode": "a walking stroll",
}
"""A place and a mode that the tool does not take."""

TYPO_COST = {**FIRST, "originId": "Old Mill", "travelMode": "walking"}


_NOTHING_YET = {"error": {"kind": "fix_arguments"}}


@dataclass(frozen=True)
class Turn:
    """What the model says: a text, or a call by its number, name and arguments."""

    text: str = ""
    number: int = 0
    name: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """How the provider names the call."""
        return f"call_{self.number}"


@dataclass
class MendingModel:
    """It makes one call, and mends it from the failures alone; ``obeys=False`` repeats it.

    Of the values that a failure names it takes the one most like its own.
    """

    name: str = "TravelTime"
    arguments: dict[str, Any] = field(default_factory=lambda: dict(FIRST))
    obeys: bool = True
    turns: list[Turn] = field(default_factory=list)

    def react(self, told: str | None) -> Turn:
        """Return the next turn after a tool's text, or after the question."""
        outcome: dict[str, Any] = json.loads(told) if told else _NOTHING_YET
        error = outcome.get("error")
        if error is None:
            turn = Turn(text=f"It takes {outcome['text']}.")
        elif error["kind"] == "final":
            turn = Turn(text="That is not known.")
        else:
            for fault in error.get("arguments", ()) if self.obeys else ():
                came = self.arguments[fault["argument"]]
                self.arguments[fault["argument"]] = _likest(came, _offered(fault))
            turn = Turn(number=len(self.turns), name=self.name, arguments=dict(self.arguments))
        self.turns.append(turn)
        return turn


def _offered(fault: dict[str, Any]) -> list[str]:
    """Return the values that a fault names."""
    if fault.get("nearest"):
        return list(fault["nearest"])
    listed = re.search(r"one of (.*)", fault["expected"])
    return listed[1].split(", ") if listed else []


def _likest(came: str, offered: list[str]) -> str:
    """Return the value most like the one that was wrong, which stays where none is offered."""
    return next(iter(get_close_matches(came, offered, n=1, cutoff=0)), came)

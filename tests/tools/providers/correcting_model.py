"""A scripted language model that knows no map and corrects its call from failures."""

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
"""A place and a mode that the tool rejects."""

TYPO_COST = {**FIRST, "originId": "Old Mill", "travelMode": "walking"}


_NOTHING_YET = {"error": {"kind": "fix_arguments"}}


@dataclass(frozen=True)
class Turn:
    """A turn of the model: a text, or a call with its number, name and arguments."""

    text: str = ""
    number: int = 0
    name: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of the call."""
        return f"call_{self.number}"


@dataclass
class CorrectingModel:
    """Makes one call and corrects it from failures; ``obeys=False`` repeats it unchanged.

    Among the values that a failure names it chooses the most similar.
    """

    name: str = "TravelTime"
    arguments: dict[str, Any] = field(default_factory=lambda: dict(FIRST))
    obeys: bool = True
    turns: list[Turn] = field(default_factory=list)

    def next_turn(self, text: str | None) -> Turn:
        """Return the turn that follows a tool result, or the first turn."""
        outcome: dict[str, Any] = json.loads(text) if text else _NOTHING_YET
        error = outcome.get("error")
        if error is None:
            turn = Turn(text=f"It takes {outcome['text']}.")
        elif error["kind"] == "final":
            turn = Turn(text="That is not known.")
        else:
            for fault in error.get("arguments", ()) if self.obeys else ():
                value = self.arguments[fault["argument"]]
                self.arguments[fault["argument"]] = _most_similar(value, _suggested_values(fault))
            turn = Turn(number=len(self.turns), name=self.name, arguments=dict(self.arguments))
        self.turns.append(turn)
        return turn


def _suggested_values(fault: dict[str, Any]) -> list[str]:
    """Return the values that a fault names."""
    if fault.get("nearest"):
        return list(fault["nearest"])
    listed = re.search(r"one of (.*)", fault["expected"])
    return listed[1].split(", ") if listed else []


def _most_similar(value: str, suggestions: list[str]) -> str:
    """Return the most similar suggestion, or the value itself if there are none."""
    return next(iter(get_close_matches(value, suggestions, n=1, cutoff=0)), value)

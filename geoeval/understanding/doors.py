"""Reads what a time says of opening hours: "open before 9", "closes after 10 PM"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from geoeval.query.parts import Comparator
from geoeval.understanding.reading import Mention, Reading

Edge = Literal["opens", "closes"]
Turn = Literal["until", "after", "past", "before", "by", "at"]

_TURNS: dict[str, Turn] = {
    "until": "until", "till": "until", "after": "after", "past": "past", "beyond": "past",
    "before": "before", "by": "by",
}  # fmt: skip
_REACH = 4
_DAWN, _NOON, _EVENING = 5 * 60, 12 * 60, 17 * 60
# What happens at a time ("opens", "closes"), and what holds then ("open", "closed").
_HAPPENS: dict[Turn, Comparator] = {
    "after": ">", "past": ">", "before": "<", "by": "<=", "at": "==",
}  # fmt: skip
_IS_OPEN: dict[Turn, tuple[Edge, Comparator]] = {
    "until": ("closes", ">="), "past": ("closes", ">"), "before": ("opens", "<"),
    "by": ("opens", "<="),
}  # fmt: skip
_IS_CLOSED: dict[Turn, tuple[Edge, Comparator]] = {
    "until": ("opens", ">="), "before": ("opens", ">="), "after": ("closes", "<="),
    "past": ("closes", "<="),
}  # fmt: skip


class Bound(NamedTuple):
    """How a time bounds the hours, and the words that say so; without an edge it is unclear."""

    edge: Edge | None
    comparator: Comparator
    words: range


def bound_of(reading: Reading, states: Sequence[Mention], clock: Mention) -> Bound | None:
    """Return how a time bounds opening hours, or None where it is just a time.

    What "opens" or "closes" does so at a time; what is "open" or "closed" is so up to a time or
    from it on. What is open after a time in the evening closes later; after one in the morning
    it opens later; in the afternoon either may be meant.
    """
    led = [m for m in states if 0 <= clock.start - m.end <= _REACH]
    if not led:
        return None
    state = led[-1]
    between = range(state.end, clock.start)
    turn = next((_TURNS[key] for i in between if (key := reading.words[i].key) in _TURNS), None)
    said = set(reading.keys(state))
    if (
        turn is None
        and said & {"opens", "closes"}
        and reading.text(clock.start - 1, clock.start) == "at"
    ):
        turn = "at"
    if turn is None:
        return None
    edge, comparator = _bound(said, state.value, turn, clock.amount) or (None, "==")
    return Bound(edge, comparator, between)


def _bound(said: set[str], value: str, turn: Turn, minute: float) -> tuple[Edge, Comparator] | None:
    """Return the edge of the hours that is bound, and how, or None where that is unclear."""
    if value == "closed":
        if said & {"closes", "shuts", "closing"}:
            return ("closes", _HAPPENS[turn]) if turn in _HAPPENS else None
        if turn == "by":
            return ("opens", ">") if said & {"not"} else ("closes", "<=")
        return _IS_CLOSED.get(turn)
    if said & {"opens"} and turn in _HAPPENS:
        return "opens", _HAPPENS[turn]
    if turn == "after":
        if minute >= _EVENING or minute < _DAWN:
            return "closes", ">"
        return ("opens", ">") if minute < _NOON else None
    if turn in {"before", "by"} and minute >= _EVENING:
        return None
    return _IS_OPEN.get(turn)

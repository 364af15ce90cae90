"""Reads how long each visit takes, and how much time there is in all."""

from __future__ import annotations

from geoeval.understanding.frame import Account
from geoeval.understanding.reading import Mention, Reading, split_cue

_PARTING = (
    "connective", "leave", "finish", "return", "duration", "clock",
    "relation:after", "relation:before", "relation:from",
)  # fmt: skip
"""Cues of another clause between a duration and a place."""

_CONJUNCTIONS = frozenset({"and", "but", "or"})
_MAX_LINK = 8


def visit_lengths(
    reading: Reading, places: list[Mention], account: Account
) -> tuple[dict[str, float], int | None]:
    """Return the minutes of each visit by place, and the budget in minutes if one is told.

    A duration belongs to the place after it where no clause ends between ("2 hours at
    the X", "a 30-minute tour of the X"), else to the last place before it.
    """
    lengths: dict[str, float] = {}
    budget: int | None = None
    for duration in reading.of("duration"):
        place = _linked_place(reading, duration, places)
        if place is None and _is_budget(reading, duration):
            budget = int(duration.amount)
            account.take(duration)
            continue
        behind = [m for m in places if m.end <= duration.start]
        place = place or (behind[-1] if behind else None)
        if (
            place is not None
            and lengths.setdefault(place.value, duration.amount) == duration.amount
        ):
            account.take(duration)
    return lengths, budget


def unnamed_stops(reading: Reading, places: list[Mention]) -> list[Mention]:
    """Return the kinds of place that a visit is told at, without a name for the place."""
    return [
        kind
        for kind in reading.of("category")
        if any(
            (linked := _linked_place(reading, duration, [kind])) is not None
            and not any(duration.end <= place.start < linked.start for place in places)
            for duration in reading.of("duration")
        )
        and not any(abs(place.start - kind.end) <= 1 or place.end == kind.start for place in places)
    ]


def _is_budget(reading: Reading, duration: Mention) -> bool:
    """Whether a duration is the time one has: "I have 6 hours available", "in 4 hours"."""
    lead = [word.key for word in reading.words[max(0, duration.start - 3) : duration.start]]
    behind = any(
        m.start - duration.end in (0, 1)
        for m in reading.of("available", "available")
        if reading.text(m.start, m.end) not in {"have", "got", "within"}
    )
    words = set(lead[-2:])
    return (
        behind
        or (lead[-1:] != [] and lead[-1] in _BUDGET)
        or ("have" in words and "to" not in words)
        or ({"total", "of"} <= set(lead))
    )


_BUDGET = frozenset("have with in within got only total over".split())


def _linked_place(reading: Reading, duration: Mention, places: list[Mention]) -> Mention | None:
    """Return the place behind a duration that no clause parts from it."""
    ahead = [m for m in places if m.start >= duration.end]
    if not ahead or not 0 < ahead[0].start - duration.end <= _MAX_LINK:
        return None
    marks = set("".join(word.gap for word in reading.words[duration.end : ahead[0].start + 1]))
    parted = any(
        duration.end <= m.start < ahead[0].start
        for cue in _PARTING
        for m in reading.of(*split_cue(cue))
    )
    parted |= not _CONJUNCTIONS.isdisjoint(reading.text(duration.end, ahead[0].start).split())
    linked = not parted and not marks & set(",;.)(")
    return ahead[0] if linked and not _has_own(reading, ahead[0]) else None


def _has_own(reading: Reading, place: Mention) -> bool:
    """Whether a place has its length right behind it: "the Museum (2 hours)", "for 2 hours"."""
    for duration in reading.of("duration"):
        gap = duration.start - place.end
        if gap == 0 and set(reading.words[duration.start].gap) & set("(:"):
            return True
        if gap == 1 and reading.words[place.end].key == "for":
            return True
    return False

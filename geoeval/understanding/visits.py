"""Reads how long each visit takes, and how much time there is in all."""

from __future__ import annotations

from geoeval.understanding.frame import Account
from geoeval.understanding.reading import Mention, Reading, split_cue
from geoeval.understanding.vocabulary import word_list

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
        in_town = place is not None and place.kind == "unknown"
        if (place is None or in_town) and _is_budget(reading, duration):
            if budget in {None, int(duration.amount)}:
                budget = int(duration.amount)
                stress = (m for m in reading.of("comparator", "==") if m.end == duration.start)
                account.take(duration, *stress)
            continue
        behind = [m for m in places if m.end <= duration.start]
        if (
            place is None
            and behind
            and _is_pause(reading, duration)
            and behind[-1].value in lengths
        ):
            lengths[behind[-1].value] += duration.amount
            account.take(duration)
            continue
        if place is None and behind and _is_elsewhere(reading, duration, behind[-1]):
            continue
        if place is None and behind and _is_under_way(reading, duration):
            # A pause between two places comes before the last of them.
            behind = [m for m in behind if m.value != behind[-1].value] or behind
        place = place or (behind[-1] if behind else None)
        visited = [place] if place else []
        listed = _listed_with(reading, place, places) if place else []
        if _is_of_each(reading, duration) or _leads_each(reading, listed):
            visited = listed
        taken = [lengths.setdefault(m.value, duration.amount) == duration.amount for m in visited]
        if taken and all(taken):
            account.take(duration)
    return lengths, budget


def _is_elsewhere(reading: Reading, duration: Mention, behind: Mention) -> bool:
    """Whether a duration tells where it is spent, which is not the place named before it."""
    where = reading.text(duration.end, duration.end + 3).split()
    told = (
        where[:1] in (["in"], ["at"])
        and len(where) == 3
        and where[1] in word_list("journeys.determiners")
    )
    if not told or where[2] in _HALVES:
        return False
    other = reading.words[behind.start].sentence != reading.words[duration.start].sentence
    return other or reading.separated(behind.end, duration.start)


def _is_pause(reading: Reading, duration: Mention) -> bool:
    """Whether a duration is that of a break without a place ("a lunch break of 45 minutes")."""
    around = range(max(0, duration.start - 3), min(len(reading.words), duration.end + 2))
    return any(reading.words[i].key in word_list("journeys.pauses") for i in around)


def _is_under_way(reading: Reading, duration: Mention) -> bool:
    """Whether a pause is made between two places ("a break of ten minutes on the way")."""
    sentence = reading.words[duration.start].sentence
    return _is_pause(reading, duration) and any(
        reading.words[m.start].sentence == sentence and 0 <= m.start - duration.end <= _TO_THE_WAY
        for m in reading.of("under_way")
    )


_TO_THE_WAY = 3


def _is_of_each(reading: Reading, duration: Mention) -> bool:
    """Whether several visits are of one length ("an hour each")."""
    around = reading.text(max(0, duration.start - 2), duration.end + 2).split()
    return not _EACH.isdisjoint(around)


def _leads_each(reading: Reading, listed: list[Mention]) -> bool:
    """Whether a list of places begins with "each of", and all take as long."""
    before = listed[0].start if len(listed) > 1 else 0
    return "each of" in reading.text(max(0, before - 3), before)


def _listed_with(reading: Reading, place: Mention, places: list[Mention]) -> list[Mention]:
    """Return the places of the list that a place stands in ("the Mill, the Pier and the Park")."""
    at = places.index(place)
    first = last = at
    while first > 0 and _are_listed(reading, places[first - 1], places[first]):
        first -= 1
    while last + 1 < len(places) and _are_listed(reading, places[last], places[last + 1]):
        last += 1
    return places[first : last + 1]


def _are_listed(reading: Reading, one: Mention, other: Mention) -> bool:
    """Whether nothing but commas, "and" and articles stands between two places."""
    return set(reading.text(one.end, other.start).split()) <= _LISTING


_EACH = frozenset({"each", "apiece", "every", "both"})
_HALVES = frozenset({"morning", "afternoon", "evening", "end", "beginning"})
_LISTING = frozenset({"and", "the", "then", "finally"})


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
    """Whether a duration is the time one has: "I have six hours available", "in 4 hours"."""
    start = duration.start - (reading.text(duration.start - 1, duration.start) in _STRESSING)
    lead = [word.key for word in reading.words[max(0, start - 3) : start]]
    behind = any(
        m.start - duration.end in (0, 1)
        for m in reading.of("available", "available")
        if reading.text(m.start, m.end) not in {"have", "got", "within"}
    )
    words = set(lead[-2:])
    return (
        behind
        or (lead[-1:] != [] and lead[-1] in word_list("journeys.budget"))
        or ("have" in words and "to" not in words)
        or ({"total", "of"} <= set(lead))
    )


_STRESSING = frozenset({"exactly", "just", "precisely"})


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

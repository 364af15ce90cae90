"""Reads how one travels on each leg of a journey."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.understanding import scene
from geoeval.understanding.journey.hours import timed_event
from geoeval.understanding.journey.outline import Choice, Outline, beside
from geoeval.understanding.reading import Mention, Reading, cover
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import TravelMode

_ONWARD = frozenset({"to", "for", "toward", "towards"})


def modes(reading: Reading, outline: Outline) -> Iterator[Choice]:
    """Yield the mode to each stop, that of the way back, and that of the whole.

    An adverb ("by bus") belongs to the destination before it in its clause, a verb ("drive",
    "take a tram") to the one after it; or, at a cost, all to the one before or after. A walk in a
    garden is no way to anywhere, and the train that leaves at noon is none that is taken before.
    """
    timed = (timed_event(reading, clock) for clock in reading.of("clock"))
    events = cover((*reading.of("event"), *(m for m in timed if m)))
    share = asked_share(reading)
    told = [m for m in scene.modes(reading) if m.start not in events and m != share]
    said = [m for m in told if _is_parked(reading, m)]
    told = [m for m in told if m not in said]
    if scene.mode(told) is None:
        said += [m for m in told if _is_pastime(reading, m)]
        told = [m for m in told if m not in said]
    general = scene.mode(told)
    if general is not None or not told:
        yield Choice(0.0, "", {"mode": general, "said": (*outline.said, *told, *said)})
        return
    goals = [*outline.stops, *([outline.returning] if outline.returning else [])]
    goals.sort(key=lambda m: m.start)
    seen = []
    for cost, note, side in _SIDES:
        chosen: dict[Mention, TravelMode] = {}
        taken = list(said)
        for mention in told:
            goal = _goal(reading, mention, goals, side)
            mode = TravelMode(mention.value)
            if goal is not None and chosen.setdefault(goal, mode) is mode:
                taken.append(mention)
        if (chosen, taken) not in seen:
            seen.append((chosen, taken))
            yield Choice(
                cost, note, {**_by_place(chosen, goals, outline), "said": (*outline.said, *taken)}
            )


_SIDES = (
    (0.0, "", None),
    (1.0, "each mode leads to the place behind it", "after"),
    (1.0, "each mode is of the place before it", "before"),
)


def _by_place(
    chosen: dict[Mention, TravelMode], goals: list[Mention], outline: Outline
) -> dict[str, object]:
    """Return the mode to each stop and that of the way back: as before where none is told."""
    last: TravelMode | None = None
    by_place: dict[str, TravelMode] = {}
    back: TravelMode | None = None
    for goal in goals:
        last = chosen.get(goal, last)
        if goal is outline.returning:
            back = last
        elif last is not None:
            by_place.setdefault(goal.value, last)
    return {"modes": by_place, "back": back}


def asked_share(reading: Reading) -> Mention | None:
    """Return the mode whose share of a journey is asked for ("how much of that is on foot")."""
    for ask in reading.asked("ask", "time"):
        behind = [m for m in scene.modes(reading) if m.start >= ask.start]
        of = reading.text(ask.start, ask.end + 2).split()
        if behind and word_list("journeys.of_it") & set(of) and "of" in of:
            last = behind[-1]
            between = reading.text(ask.end, last.start).split()
            if len(behind) == 1 or not reading.names_between(ask.end, last.start):
                return last if word_list("journeys.shared").issuperset(between) else None
    return None


def _is_parked(reading: Reading, mention: Mention) -> bool:
    """Whether what one came with is left behind ("I leave the bike there")."""
    verb = mention.start - 2
    if reading.text(verb, mention.start) in {"to the", "at the", "to our", "to my"}:
        return True
    owned = (
        reading.text(mention.start - 1, mention.start) in word_list("journeys.own") and verb >= 0
    )
    left = owned and reading.text(verb, verb + 1) in word_list("journeys.parking")
    return left and not reading.covering(verb, "place", "unknown")


def _is_pastime(reading: Reading, mention: Mention) -> bool:
    """Whether a verb of moving says what one does at a place ("a walk in the garden")."""
    behind = reading.text(mention.end, mention.end + 1)
    return mention.kind == "mode_verb" and behind in word_list("journeys.pastime")


def _goal(
    reading: Reading, mention: Mention, goals: list[Mention], side: str | None
) -> Mention | None:
    """Return the goal whose way a mode is said of."""
    here = beside(reading, goals, mention)
    inside = [g for g in here if g.start <= mention.start < g.end]
    after = inside or [g for g in here if g.start >= mention.end]
    before = [g for g in here if g.end <= mention.start]
    if side is not None:
        return next(iter(after if side == "after" else before[-1:]), None)
    lead = {word.key for word in reading.words[max(0, mention.start - 2) : mention.start + 1]}
    is_verb = mention.kind == "mode_verb" or not word_list("journeys.verb_like").isdisjoint(lead)
    is_verb |= reading.text(mention.end, mention.end + 1) in word_list("journeys.carrying")
    onward = reading.text(mention.end, mention.end + 1) in _ONWARD and after
    trailing = before and not inside and not is_verb and not onward
    if trailing and not reading.separated(before[-1].end, mention.start):
        return before[-1]
    return next(iter(after), before[-1] if before else None)

"""Reads how one travels on each leg of a journey."""

from __future__ import annotations

from dataclasses import dataclass, field

from geoeval.understanding import scene
from geoeval.understanding.clocks import timed_events
from geoeval.understanding.reading import Mention, Reading, cover
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import TravelMode

_ONWARD = frozenset({"to", "for", "toward", "towards"})


@dataclass(frozen=True, slots=True)
class LegModes:
    """The mode of the whole, or that to each stop and of the way back; and who said so."""

    general: TravelMode | None = None
    by_place: dict[str, TravelMode] = field(default_factory=dict)
    back: TravelMode | None = None
    said: tuple[Mention, ...] = ()


def leg_modes(reading: Reading, stops: list[Mention], returning: Mention | None) -> LegModes:
    """Return the mode to each stop, the mode of the way back, and the mode of the whole.

    An adverb ("by bus") belongs to the destination before it in its clause, a verb ("drive",
    "take a tram") to the one after it. A walk in a garden is no way to anywhere, and the train
    that leaves at noon is none that is taken before.
    """
    events = cover((*reading.of("event"), *timed_events(reading)))
    share = asked_share(reading)
    mentions = [m for m in scene.modes(reading) if m.start not in events and m != share]
    parked = [m for m in mentions if _is_parked(reading, m)]
    mentions = [m for m in mentions if m not in parked]
    general = scene.mode(mentions)
    if general is not None or not mentions:
        return LegModes(general=general, said=(*mentions, *parked))
    pastimes = [m for m in mentions if _is_pastime(reading, m)]
    mentions = [m for m in mentions if m not in pastimes]
    general = scene.mode(mentions)
    if general is not None or not mentions:
        return LegModes(general=general, said=(*mentions, *pastimes, *parked))
    goals = sorted([*stops, *([returning] if returning else [])], key=lambda m: m.start)
    chosen: dict[Mention, TravelMode] = {}
    said = [*pastimes, *parked]
    for mention in mentions:
        goal = _goal(reading, mention, goals)
        mode = TravelMode(mention.value)
        if goal is not None and chosen.setdefault(goal, mode) is mode:
            said.append(mention)
    last: TravelMode | None = None
    by_place: dict[str, TravelMode] = {}
    back: TravelMode | None = None
    for goal in goals:
        last = chosen.get(goal, last)
        if last is None:
            continue
        if goal is returning:
            back = last
        else:
            by_place.setdefault(goal.value, last)
    return LegModes(by_place=by_place, back=back, said=tuple(said))


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
    owned = (
        reading.text(mention.start - 1, mention.start) in word_list("journeys.own") and verb >= 0
    )
    left = owned and reading.text(verb, verb + 1) in word_list("journeys.parking")
    return left and not reading.covering(verb, "place", "unknown")


def _is_pastime(reading: Reading, mention: Mention) -> bool:
    """Whether a verb of moving says what one does at a place ("a walk in the garden")."""
    behind = reading.text(mention.end, mention.end + 1)
    return mention.kind == "mode_verb" and behind in word_list("journeys.pastime")


def _goal(reading: Reading, mention: Mention, goals: list[Mention]) -> Mention | None:
    """Return the goal whose way a mode is said of."""
    sentence = reading.words[mention.start].sentence
    here = [g for g in goals if reading.words[g.start].sentence == sentence]
    inside = [g for g in here if g.start <= mention.start < g.end]
    after = inside or [g for g in here if g.start >= mention.end]
    before = [g for g in here if g.end <= mention.start]
    lead = {word.key for word in reading.words[max(0, mention.start - 2) : mention.start + 1]}
    is_verb = mention.kind == "mode_verb" or not word_list("journeys.verb_like").isdisjoint(lead)
    is_verb |= reading.text(mention.end, mention.end + 1) in word_list("journeys.carrying")
    onward = reading.text(mention.end, mention.end + 1) in _ONWARD and after
    trailing = before and not inside and not is_verb and not onward
    if trailing and not reading.separated(before[-1].end, mention.start):
        return before[-1]
    return next(iter(after), before[-1] if before else None)

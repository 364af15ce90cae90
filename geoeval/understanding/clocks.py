"""Reads what each clock time of a journey means: its start, its deadline, an appointment."""

from __future__ import annotations

from dataclasses import dataclass, field

from geoeval.understanding import scene
from geoeval.understanding.reading import Mention, Reading

_CUES = ("leave", "deadline", "finish", "booked", "visit")
_REACH = 12
_ABOUT = frozenset("about around the at latest roughly exactly".split())


@dataclass(slots=True)
class Clocks:
    """The clock times of a journey as HH:MM."""

    depart: str | None = None
    finish_by: str | None = None
    starts: dict[str, str] = field(default_factory=dict)


def read_clocks(reading: Reading, stops: list[Mention], origin: Mention | None) -> Clocks:
    """Return the clock times of a question by the nearest word that says what they bound."""
    clocks = Clocks()
    for clock in reading.of("clock"):
        at = scene.clock_text(clock.amount)
        cue = _cue(reading, clock)
        lead = reading.words[clock.start - 1].key if clock.start else ""
        if cue in {"deadline", "finish"}:
            clocks.finish_by = at
        elif cue == "leave" or lead in {"from", "starting"}:
            clocks.depart = clocks.depart or at
        else:
            place = _nearest(reading, clock, [*stops, *([origin] if origin else [])])
            if place is not None and place is not origin:
                clocks.starts.setdefault(place.value, at)
            else:
                clocks.depart = clocks.depart or at
    return clocks


def _cue(reading: Reading, clock: Mention) -> str | None:
    """Return the kind of the word nearest before a clock time, else after it, in its sentence."""
    sentence = reading.words[clock.start].sentence
    cues = [
        mention
        for kind in _CUES
        for mention in reading.of(kind)
        if reading.words[mention.start].sentence == sentence
    ]
    before = [m for m in cues if 0 <= clock.start - m.end <= _reach(reading, m, clock)]
    after = [m for m in cues if 0 <= m.start - clock.end <= _REACH]
    if before:
        return min(before, key=lambda m: (clock.start - m.end, _CUES.index(m.kind))).kind
    return min(after, key=lambda m: m.start).kind if after else None


def _reach(reading: Reading, cue: Mention, clock: Mention) -> int:
    """Return how many words may part a cue from its clock time: few for "by" and "finish"."""
    if cue.kind == "deadline":
        between = {word.key for word in reading.words[cue.end : clock.start]}
        return _REACH if between <= _ABOUT else -1
    return 4 if cue.kind == "finish" else _REACH


def _nearest(reading: Reading, clock: Mention, stops: list[Mention]) -> Mention | None:
    """Return the stop that a clock time stands with: the last one before it in its sentence."""
    sentence = reading.words[clock.start].sentence
    here = [m for m in stops if reading.words[m.start].sentence == sentence]
    before = sorted((m for m in here if m.end <= clock.start), key=lambda m: m.end)
    after = [m for m in here if m.start >= clock.end]
    if before and not _parted(reading, before[-1], clock):
        return before[-1]
    return after[0] if after and not before else None


def _parted(reading: Reading, place: Mention, clock: Mention) -> bool:
    """Whether a new clause begins between a place and a clock time ("…, then a cruise at 2")."""
    joined = any(place.end <= m.start < clock.start for m in reading.of("connective"))
    return joined or reading.text(clock.start - 2, clock.start).startswith("and ")

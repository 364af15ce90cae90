"""Parse route steps: roads, manoeuvres, landmarks and exits."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

from geoeval.calculators.clock import minute_of
from geoeval.calculators.hours import WeeklyHours, parse_day
from geoeval.errors import HoursError
from geoeval.query.filter_kinds import Manoeuvre
from geoeval.query.parts import DAYS, ClockTime, Day
from geoeval.text import key_words, normalise_name
from geoeval.world.model import Step

_SHORT = {
    "alley": "aly",
    "avenue": "ave",
    "av": "ave",
    "boulevard": "blvd",
    "bypass": "byp",
    "circle": "cir",
    "court": "ct",
    "crescent": "cres",
    "drive": "dr",
    "expressway": "expy",
    "freeway": "fwy",
    "highway": "hwy",
    "lane": "ln",
    "motorway": "mwy",
    "number": "no",
    "parkway": "pkwy",
    "place": "pl",
    "road": "rd",
    "route": "rte",
    "saint": "st",
    "square": "sq",
    "street": "st",
    "terrace": "ter",
    "east": "e",
    "north": "n",
    "south": "s",
    "west": "w",
}
_ON = {"onto", "on", "becomes", "follow"}
_NEAR = {"to", "at", "via", "past", "after"}
_AHEAD = {"toward", "towards", "for"}
_LINKS = _ON | _NEAR | _AHEAD


class Relation(IntEnum):
    """How close a step comes to a road; a greater value is closer."""

    ABSENT = 0
    AHEAD = 1
    NEAR = 2
    ON = 3


@lru_cache(maxsize=4096)
def road_tokens(text: str) -> tuple[str, ...]:
    """Return the words of a road name or an instruction, with abbreviated kinds of road.

    Alternative names remain separated by a "/" token.
    """
    pieces = re.split(r"([/()|])", text)
    words = (word for piece in pieces for word in normalise_name(piece).split())
    return tuple(_SHORT.get(word, word) for word in words)


@lru_cache(maxsize=4096)
def _split_road_names(road: str) -> tuple[tuple[str, ...], ...]:
    whole = road_tokens(re.sub(r"\([^()]*\)", " ", road))
    if "/" not in whole:
        return (whole,) if whole else ()
    parts = " ".join(whole).split(" / ")
    return (whole, *(tuple(part.split()) for part in parts))


def _classify_mention(words: tuple[str, ...], start: int, end: int) -> tuple[Relation, bool]:
    whole = (start == 0 or words[start - 1] in _LINKS | {"/"}) and (
        end == len(words) or words[end] in _LINKS | {"/", "(", ")", "and"}
    )
    for word in reversed(words[:start]):
        if word in _ON:
            return Relation.ON, whole
        if word in _AHEAD:
            return Relation.AHEAD, whole
        if word in _NEAR:
            return Relation.NEAR, whole
    return Relation.NEAR, whole


def relation_to_road(step: Step, road: str) -> tuple[Relation, bool]:
    """Return the relation of a step to a road, and whether the step gives the full name.

    The relation is ``ON`` if the step leads onto or along the road, ``NEAR`` if it leads to or past
    the road, and ``AHEAD`` if only toward it. The road may have alternative names ("Hill St/D7").
    """
    words = road_tokens(step.instruction)
    best = (Relation.ABSENT, False)
    for name in _split_road_names(road):
        for start in range(len(words) - len(name) + 1):
            if words[start : start + len(name)] == name:
                found = _classify_mention(words, start, start + len(name))
                best = max(best, found, key=lambda pair: (pair[1], pair[0]))
        if best[0]:
            return best
    return best


def reaches_road(step: Step, road: str) -> bool:
    """Return whether a step leads onto, along, to or past a road, not only toward it."""
    return relation_to_road(step, road)[0] > Relation.AHEAD


def is_onto(step: Step, road: str) -> bool:
    """Return whether a step turns onto a road, rather than starting or staying on it."""
    text = normalise_name(step.instruction)
    return relation_to_road(step, road)[0] is Relation.ON and not re.search(
        r"^head\b|\b(?:stay|continue) on\b", text
    )


def run_reaching(steps: tuple[Step, ...], road: str) -> tuple[int, int] | None:
    """Return the start and end index of a run of steps on a road; the end is exclusive.

    Steps that stay on the road belong to the run. Full names rank before partial names, then steps
    onto the road before steps that start on it, then steps that lead to it.
    """
    ranks = [
        (whole, near is Relation.ON, is_onto(step, road), near)
        for step in steps
        for near, whole in [relation_to_road(step, road)]
    ]
    best = max((rank for rank in ranks if rank[-1] > Relation.AHEAD), default=None)
    if best is None:
        return None
    first = ranks.index(best)
    after = first + 1
    while after < len(steps) and ranks[after][-1] is Relation.ON:
        after += 1
    return first, after


def roads_taken(step: Step) -> tuple[str, ...]:
    """Return the roads that a step leads onto, along or to, without those it points toward."""
    return tuple(road for road in step.roads if reaches_road(step, road))


_CIRCLE = r"(?:roundabout|traffic circle|rotary)\b"
_ROUNDABOUT = rf"^(?:at|enter) the (?:\w+ )?{_CIRCLE}|\bexit at the {_CIRCLE}"
_INSTRUCTIONS: dict[Manoeuvre, re.Pattern[str]] = {
    "turn": re.compile(r"(?:^|\bto )turn (?:left|right)\b"),
    "left_turn": re.compile(r"(?:^|\bto )turn left\b"),
    "right_turn": re.compile(r"(?:^|\bto )turn right\b"),
    "roundabout": re.compile(_ROUNDABOUT),
    "exit": re.compile(r"(?:^|\bto )(?:take (?!.*\bramp\b.*\bexit)(?:.* )?exit|exit onto)\b"),
    "merge": re.compile(r"(?:^|\bto )merge\b"),
    "u_turn": re.compile(r"\bu turn\b"),
    "ramp": re.compile(r"\bramp\b"),
    "stairs": re.compile(r"\btake the stairs\b"),
    "pedestrian_overpass": re.compile(r"\bpedestrian overpass\b"),
    "ferry": re.compile(r"\bferry\b"),
    "bridge": re.compile(r"^(?!.*\btowards?\b.*\bbridge\b).*\bbridge\b(?! (?:st|rd|ave|ln)\b)"),
}
_NOTED: dict[Manoeuvre, re.Pattern[str]] = {
    "stairs": re.compile(r"^take the stairs\b"),
    "toll_road": re.compile(r"^(?:partial )?toll road\b"),
    "restricted": re.compile(r"^(?:partial )?restricted usage road\b"),
}
_NEVER = re.compile(r"(?!)")
_PASSED_ROUNDABOUTS = re.compile(r"^go through (\d+) (?:roundabouts?|traffic circles?)\b")
_PASS_BY = re.compile(
    r"^pass by (.+?)(?: \((?:(?:on|to) (?:the|your) (left|right)\b|on|at|in|to)[^()]*\))?$",
    re.IGNORECASE,
)
_EXIT = re.compile(r"\bexit (\d+[A-Za-z]?(?:-[\w-]+)?)(?=\s|$|,)", re.IGNORECASE)
_TURNED_AT = re.compile(
    r"^(?:\w+ )?(?:turn|slight|sharp|keep|continue)\b(?: \w+)? at "
    r"(?!the (?:\d\w* cross|roundabout|fork|light|intersection|circle))(.+?)(?= onto | toward |$)",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"^(?:closed|(?:parts of )?this road (?:is|are|may be) closed|parts of .* closed)\b\s*(.*)$",
    re.IGNORECASE,
)
_DAY = re.compile(rf"^(?:({'|'.join(DAYS)})s?\b)?\s*(.*)$", re.IGNORECASE)


def count_in_step(step: Step, manoeuvre: Manoeuvre) -> int:
    """Return how often a manoeuvre occurs in a step of a route, including its notes.

    A left turn is "Turn left", not "Keep left", "Slight left" or a ramp on the left. The exits of
    a roundabout do not count as exits.
    """
    if manoeuvre == "step":
        return 1
    if manoeuvre == "merge_onto_toll_road":
        return min(count_in_step(step, "merge"), count_in_step(step, "toll_road"))
    instruction, notes = normalise_name(step.instruction), list(map(normalise_name, step.notes))
    count = len(_INSTRUCTIONS.get(manoeuvre, _NEVER).findall(instruction)[:1])
    if manoeuvre == "exit" and re.search(_ROUNDABOUT, instruction):
        count = 0
    noted = _NOTED.get(manoeuvre, _NEVER)
    count += sum(noted.search(note) is not None for note in notes)
    if manoeuvre == "roundabout":
        count += sum(int(m[1]) for m in map(_PASSED_ROUNDABOUTS.search, notes) if m)
    if manoeuvre == "closure":
        count += sum(map(is_closure, step.notes))
    return count


def exit_numbers(step: Step) -> tuple[str, ...]:
    """Return the exit number of a step in lower case, with and without its suffix."""
    found = _EXIT.search(step.instruction)
    if found is None:
        return ()
    whole = found[1].casefold()
    number = whole.split("-")[0]
    return (whole,) if whole == number else (whole, number)


def passed_landmarks(step: Step) -> tuple[tuple[str, str | None], ...]:
    """Return the landmarks of "Pass by …" notes with their sides; None if not stated."""
    found = (_PASS_BY.match(note.strip()) for note in step.notes)
    return tuple((match[1], (match[2] or "").lower() or None) for match in found if match)


def landmark_names(step: Step) -> tuple[str, ...]:
    """Return the landmarks of the "Pass by …" notes of a step."""
    return tuple(name for name, _ in passed_landmarks(step))


def is_landmark_noted(step: Step, landmark: str) -> bool:
    """Return whether a "Pass by …" note of a step names a landmark."""
    return key_words(landmark) in map(key_words, landmark_names(step))


def is_noted(step: Step, name: str) -> bool:
    """Return whether a note of a step contains a name: "Entering Delaware"."""
    wanted = f" {' '.join(road_tokens(name))} "
    return any(wanted in f" {' '.join(road_tokens(note))} " for note in step.notes)


def turned_at(step: Step) -> tuple[str, ...]:
    """Return the landmark at which a step turns, if its instruction names one."""
    found = _TURNED_AT.search(step.instruction)
    return (found[1].strip(),) if found else ()


def is_closure(note: str) -> bool:
    """Return whether a note states that a road is closed, or may be at times."""
    return _CLOSED.match(note.strip()) is not None


def is_closed(note: str, day: Day | None, at: ClockTime | None) -> bool | None:
    """Return whether a note closes a road at a time, or at any time of a day; None if unknown.

    "At certain times or days" is unknown, and so is a weekday if ``day`` is not given.
    """
    closure = _CLOSED.match(note.strip())
    if closure is None:
        return False
    match = _DAY.match(closure[1])
    assert match is not None
    weekday = match[1].lower() if match[1] else None
    if None not in {weekday, day} and day != weekday:
        return False
    try:
        _, closed = parse_day(f"Monday: {match[2]}")
    except HoursError:
        return None
    if weekday is not None and day is None:
        return None
    hours = WeeklyHours(days=(closed,) * 7)
    if at is None:
        return hours.opens_on(0)
    return hours.is_open_on(0, minute_of(at))

"""What happens in a step of a route, read from its text: manoeuvres, exits, landmarks, closures."""

from __future__ import annotations

import re

from geoeval.calculators.clock import minute_of
from geoeval.calculators.hours import WeeklyHours, parse_day
from geoeval.errors import HoursError
from geoeval.query.filter_kinds import Manoeuvre
from geoeval.query.parts import DAYS, ClockTime, Day
from geoeval.text import normalise
from geoeval.world.model import Step

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
    """Return how often a manoeuvre occurs in one step of a route; its notes count as well.

    A left turn is "Turn left", not "Keep left", "Slight left" or a ramp on the left. The exits of
    a roundabout are no exits of a road.

    Examples
    --------
    >>> count_in_step(Step(instruction="Turn left onto Mill Ln"), "left_turn")
    1
    >>> count_in_step(Step(instruction="Keep left"), "left_turn")
    0
    >>> step = Step(instruction="At the roundabout, take the 2nd exit",
    ...             notes=("Go through 2 roundabouts",))
    >>> count_in_step(step, "roundabout"), count_in_step(step, "exit")
    (3, 0)
    """
    if manoeuvre == "step":
        return 1
    notes = [normalise(note) for note in step.notes]
    if manoeuvre == "merge_onto_toll_road":
        return min(count_in_step(step, "merge"), count_in_step(step, "toll_road"))
    instruction = normalise(step.instruction)
    count = 0
    if manoeuvre in _INSTRUCTIONS:
        count = 1 if _INSTRUCTIONS[manoeuvre].search(instruction) else 0
    if manoeuvre == "exit" and re.search(_ROUNDABOUT, instruction):
        count = 0
    if manoeuvre in _NOTED:
        count += sum(1 for note in notes if _NOTED[manoeuvre].search(note))
    if manoeuvre == "roundabout":
        count += sum(int(m[1]) for note in notes if (m := _PASSED_ROUNDABOUTS.search(note)))
    if manoeuvre == "closure":
        count += sum(1 for note in step.notes if is_closure(note))
    return count


def exits(step: Step) -> tuple[str, ...]:
    """Return the numbers of the exit that a step takes, in lower case, alone and with its name.

    Examples
    --------
    >>> exits(Step(instruction="Take exit 35-Horgen toward Zugerstrasse"))
    ('35-horgen', '35')
    >>> exits(Step(instruction="At the roundabout, take the 2nd exit"))
    ()
    """
    found = _EXIT.search(step.instruction)
    if found is None:
        return ()
    whole = found[1].casefold()
    number = whole.split("-")[0]
    return (whole,) if whole == number else (whole, number)


def passed(step: Step) -> tuple[tuple[str, str | None], ...]:
    """Return what one passes in a step and on which side, by its "Pass by …" notes.

    Examples
    --------
    >>> passed(Step(instruction="Turn left", notes=("Pass by Old Mill (on the right in 2 km)",)))
    (('Old Mill', 'right'),)
    """
    found = (_PASS_BY.match(note.strip()) for note in step.notes)
    return tuple((match[1], (match[2] or "").lower() or None) for match in found if match)


def landmarks(step: Step) -> tuple[str, ...]:
    """Return what one passes in a step, by its "Pass by …" notes."""
    return tuple(name for name, _ in passed(step))


def turned_at(step: Step) -> tuple[str, ...]:
    """Return the landmark at which one turns in a step, as its instruction says.

    Examples
    --------
    >>> turned_at(Step(instruction="Turn right at Old Mill onto Elm St"))
    ('Old Mill',)
    >>> turned_at(Step(instruction="Turn left at the 1st cross street onto Elm St"))
    ()
    """
    found = _TURNED_AT.search(step.instruction)
    return (found[1].strip(),) if found else ()


def is_closure(note: str) -> bool:
    """Return whether a note says that a road is or may be closed at times."""
    return _CLOSED.match(note.strip()) is not None


def is_closed(note: str, day: Day | None, at: ClockTime | None) -> bool | None:
    """Return whether a note closes a road at a time, or at all on a day; None if not known.

    It is not known of "at certain times or days", and where the day matters and is not said.

    Examples
    --------
    >>> is_closed("Closed Sundays 5:00–10:00 AM", "sunday", "07:00")
    True
    >>> is_closed("Closed Sundays 5:00–10:00 AM", "monday", "07:00")
    False
    >>> is_closed("This road may be closed at certain times or days", "monday", "07:00") is None
    True
    """
    found = _CLOSED.match(note.strip())
    if found is None:
        return False
    told = _DAY.match(found[1])
    assert told is not None
    only = told[1].lower() if told[1] else None
    if only is not None and day is not None and day != only:
        return False
    try:
        _, closed = parse_day(f"Monday: {told[2]}")
    except HoursError:
        return None
    if only is not None and day is None:
        return None
    hours = WeeklyHours(days=(closed,) * 7)
    if at is None:
        return hours.opens_on(0)
    return hours.is_open_on(0, minute_of(at))

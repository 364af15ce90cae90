"""Which steps of a route are which manoeuvre, read from the instruction and its notes."""

from __future__ import annotations

import re

from geoeval.query.closures import is_closure
from geoeval.query.route_kinds import Manoeuvre
from geoeval.world.model import Step
from geoeval.world.normal import normalise

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


def count_in_step(step: Step, manoeuvre: Manoeuvre) -> int:
    """Return how often a manoeuvre occurs in one step of a route.

    Parameters
    ----------
    step
        The step; its notes count as well ("Go through 2 roundabouts", "Toll road").
    manoeuvre
        The manoeuvre looked for.

    Returns
    -------
    int
        0 where it does not occur.

    Notes
    -----
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
    """Return what one passes in a step, by its "Pass by …" notes.

    Examples
    --------
    >>> landmarks(Step(instruction="Turn left", notes=("Pass by Old Mill (on the right)",)))
    ('Old Mill',)
    """
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

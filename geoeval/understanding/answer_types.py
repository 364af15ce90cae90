"""What kind of answer the options offer, and which asking words they stand for.

A question whose options are durations asks how long something takes, however it is worded. So
the options imply cues: frames are evoked by wordings that no list holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from geoeval.calculators.units import find_clocks, find_distances, find_durations
from geoeval.understanding import lexicon
from geoeval.understanding.lexicon import number_words
from geoeval.understanding.text import clean, keys
from geoeval.world.model import Place, World

MOST = 0.6
"""The share of the options that must be of a type: one or two are often "None of these"."""

_COUNT = re.compile(r"\d{1,4}")
_COMPASS = re.compile("(?:north|south|east|west|ern)+")
_AND = re.compile(r"\s+(?:and|&|to|-)\s+|\s*[,;/]\s*")
_ARROW = re.compile(r"->|→|=>|>|»")

IMPLIED: dict[str, tuple[tuple[str, str], ...]] = {
    "duration": (("ask", "time"),),
    "distance": (("ask", "distance"),),
    "clock": (("ask", "when"),),
    "count": (("ask", "count"),),
    "direction": (("topic", "direction"),),
    "verdict": (("ask", "whether"),),
    "order": (("topic", "order"),),
    "schedule": (("topic", "schedule"),),
    "mode": (("topic", "transport"),),
    "route": (("topic", "route"), ("ask", "which")),
    "place": (("ask", "which"),),
    "name": (("ask", "which"),),
    "pair": (("topic", "pair"), ("ask", "which")),
}
"""The cues that each type of answer implies."""


def answer_types(options: Sequence[str], world: World) -> tuple[str, ...]:
    """Return the types that most options are of, the most telling first.

    Examples
    --------
    >>> answer_types(("15 min", "1 h 5 min"), World()), answer_types(("North", "South"), World())
    (('duration',), ('direction',))
    """
    said = [clean(option).strip(" .") for option in options]
    said = [option for option in said if any(map(str.isalnum, option))]
    if not said:
        return ()
    types = [name for name, is_one in _TYPES if _most(said, is_one)]
    if types:
        return ("schedule",) if "schedule" in types else tuple(types[:1])
    if _most(said, lambda option: _is_pair(option, world)):
        return ("pair",)
    routes = {keys(route.name) for route in world.routes if route.name}
    if routes and _most(said, lambda option: _without_via(keys(option)) in routes):
        return ("route",)
    if _most(said, lambda option: isinstance(world.atlas.resolve(option), Place)):
        return ("place",)
    return ("name",)


def implied_cues(types: Sequence[str]) -> frozenset[str]:
    """Return the cues that types of answers imply, as if their words stood in the question."""
    return frozenset(
        cue
        for name in types
        for kind, value in IMPLIED[name]
        for cue in (f"{kind}:{value}", kind, f"told:{kind}:{value}", f"told:{kind}")
    )


def _most(options: Sequence[str], is_one: Callable[[str], bool]) -> bool:
    return sum(map(is_one, options)) >= MOST * len(options)


def _without_via(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[1:] if words[:1] == ("via",) else words


def _is_figure(option: str, find: Callable[[str], Sequence[tuple[int, int, float]]]) -> bool:
    """Whether a figure of a kind is most of what an option says."""
    found = list(find(option))
    covered = sum(end - start for start, end, _ in found)
    return bool(found) and 2 * covered >= len(option)


def _is_direction(option: str) -> bool:
    words = [word for word in keys(option) if word not in {"to", "the", "of"}]
    return bool(words) and all(map(_COMPASS.fullmatch, words))


def _is_pair(option: str, world: World) -> bool:
    """Whether an option names two places of the world, and is the name of none itself."""
    ends = _AND.split(option)
    if len(ends) != 2 or isinstance(world.atlas.resolve(option), Place):
        return False
    return all(isinstance(world.atlas.resolve(end), Place) for end in ends)


def _is_mode(option: str) -> bool:
    kinds = {kind for kind, _, _, _ in lexicon.find(keys(option))}
    return bool(kinds & {"mode", "mode_verb"}) and len(keys(option)) <= 3


def _is_schedule(option: str) -> bool:
    return len(list(find_clocks(option))) > 1 and len(keys(option)) > 6


_TYPES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("verdict", lambda option: keys(option) in {("yes",), ("no",)}),
    ("schedule", _is_schedule),
    ("count", lambda option: bool(_COUNT.fullmatch(option)) or option.casefold() in number_words()),
    ("clock", lambda option: _is_figure(option, find_clocks)),
    ("duration", lambda option: _is_figure(option, find_durations)),
    ("distance", lambda option: _is_figure(option, find_distances)),
    ("direction", _is_direction),
    ("order", lambda option: len(_ARROW.findall(option)) > 1),
    ("mode", _is_mode),
)

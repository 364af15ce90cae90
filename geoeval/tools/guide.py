"""Instructions for a model about the tools, the map and failures; and a prompt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from geoeval.query.parts import DAYS
from geoeval.tools.families.lookups import list_name
from geoeval.tools.families.output import known_facts
from geoeval.world.model import World

_MAX_SHOWN = 12
_RULES = """Rules:
1. Take every distance, direction, time, opening hour, order and count from a tool; estimate none.
2. Name places as the map does, by their placeId, or as "latitude,longitude". Each reply says \
under "used" which place each name was resolved to: check it.
3. A reply {"error": …} of kind "fix_arguments" says what to change: call again so.
4. After one of kind "final" do not repeat the call: its answer stays the same. "lacking" names \
the fact that is not on the map; no other call returns it.
5. If the answer needs a fact or a place that is not on the map, or every option is infeasible \
(such as a schedule outside opening hours), say that it cannot be determined (unanswerable). Facts \
given as undecided or unknown are not "no"; a service not listed for a place is."""
_ABOUT = """Exact geographic calculations, and lookups in one map.
Metres, seconds, degrees clockwise from north; coordinates in the order latitude, longitude.
The tools have no side effects and make no network requests."""

Question = Annotated[str, Field(description="The question, in words")]
Options = Annotated[
    str, Field(description="The answers to choose from, one per line; none if it is open")
]


def write_instructions(world: World) -> str:
    """Return the instructions for a model that calls tools, for the system prompt."""
    return f"{_ABOUT}\n{_describe_map(world)}\n{_RULES}"


def answer_map_question(question: Question, options: Options = "") -> str:
    r"""Return the prompt for a model that answers a question with the tools."""
    offered = [line.strip() for line in options.splitlines() if line.strip()]
    numbered = "".join(f"{rank}. {text}\n" for rank, text in enumerate(offered, start=1))
    ask = (
        f"Options:\n{numbered}Give the figures that the tools returned, then the one option that "
        "they support; if none fits, say so."
        if offered
        else "Give the figures that the tools returned, then the answer."
    )
    return f"Answer this question with the tools of geoeval.\n{_RULES}\n\n{question}\n\n{ask}"


def _describe_map(world: World) -> str:
    names = world.atlas.names
    if not names:
        return 'No map is loaded: give places as "latitude,longitude".'
    facts = known_facts(world)
    known = [f"{fact} of {count}" for fact, count in facts.items() if count]
    lines = [
        f"Places on the map: {_first_names(names)}.",
        f"Facts of its {len(world.atlas.places)} places: {', '.join(known) or 'none'}.",
    ]
    if len(known) < len(facts):
        none = (fact for fact, count in facts.items() if not count)
        lines.append(f"Not recorded for any place: {', '.join(none)}.")
    if world.atlas.computed:
        lines.append(f"Computed on request: {world.atlas.computed}.")
    else:
        lines += _describe_recorded(world)
    if world.today is not None:
        lines.append(f"Today is {DAYS[world.today].capitalize()}.")
    return "\n".join(lines)


def _describe_recorded(world: World) -> list[str]:
    routes = (
        f"{each.origin} to {each.destination}{f' ({each.mode})' if each.mode else ''}"
        for each in world.routes
    )
    legs = world.atlas.legs()
    modes = ", ".join(dict.fromkeys(str(leg.mode) for leg in legs if leg.mode))
    return [
        f"Lists: {_first_names(dict.fromkeys(map(list_name, world.lists))) or 'none'}.",
        f"Routes: {_first_names(dict.fromkeys(routes)) or 'none'}.",
        f"Legs with a travel time: {len(legs)}{f' ({modes})' if modes else ''}.",
    ]


def _first_names(found: Iterable[str]) -> str:
    """Join the first names, and say how many more there are."""
    names = list(found)
    more = f" and {len(names) - _MAX_SHOWN} more" if len(names) > _MAX_SHOWN else ""
    return "; ".join(names[:_MAX_SHOWN]) + more

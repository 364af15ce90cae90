"""What a model is told about the tools: the server's instructions, and a prompt for questions."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from geoeval.world.model import World

_SHOWN_PLACES = 12
_RULES = """Rules:
1. Take every distance, direction, time, opening hour, order and count from a tool; estimate none.
2. Name places as the question does, by their placeId, or as "latitude,longitude".
3. A reply {"error": …} of kind "fix_arguments" says what to change: call again so.
4. After one of kind "final" do not repeat the call: its answer stays the same.
5. If the tools do not know a fact that the answer needs, say that it cannot be answered."""
_ABOUT = """Exact geographic calculations, and lookups in one map.
Metres, seconds, degrees clockwise from north; coordinates in the order latitude, longitude.
The tools change nothing and ask no service."""

Question = Annotated[str, Field(description="The question, in words")]
Options = Annotated[
    str, Field(description="The answers to choose from, one per line; none if it is open")
]


def instructions(world: World) -> str:
    """Return what a client tells its model about the server.

    Parameters
    ----------
    world
        What the tools know.

    Returns
    -------
    str
        What the tools are for, their units, which places they know, and how to use them.

    Examples
    --------
    >>> print(instructions(World()).splitlines()[3])
    No map is loaded: give places as "latitude,longitude".
    """
    return f"{_ABOUT}\n{_known(world)}\n{_RULES}"


def answer_map_question(question: Question, options: Options = "") -> str:
    r"""Return what to ask a model that is to answer a question from tools.

    Examples
    --------
    >>> print(answer_map_question("How far is it?", "1 km\n2 km").splitlines()[-2])
    2. 2 km
    """
    offered = [line.strip() for line in options.splitlines() if line.strip()]
    numbered = "".join(f"{rank}. {text}\n" for rank, text in enumerate(offered, start=1))
    ask = (
        f"Options:\n{numbered}Give the figures that the tools returned, then the one option that "
        "they support; if none fits, say so."
        if offered
        else "Give the figures that the tools returned, then the answer."
    )
    return f"Answer this question with the tools of geoeval.\n{_RULES}\n\n{question}\n\n{ask}"


def _known(world: World) -> str:
    """Return which places the tools know."""
    names = world.atlas.names
    if not names:
        return 'No map is loaded: give places as "latitude,longitude".'
    shown = ", ".join(names[:_SHOWN_PLACES])
    more = f" and {len(names) - _SHOWN_PLACES} more" if len(names) > _SHOWN_PLACES else ""
    return f"The map knows {shown}{more}."

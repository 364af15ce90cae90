"""Tools: what a call costs beyond the tool itself, and what is built only once.

Each call is timed in turns with the tool's own function, given the arguments as read before. Every
round is about other places, so that no memory of names helps. Times are of the processor, so that
what else runs on the machine does not count.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence

from benchmarks.figures import Figure
from benchmarks.race import Work, peer
from benchmarks.random_maps import random_map
from geoeval.tools.arguments import check_bounds, validate_arguments
from geoeval.tools.calls import call_tool
from geoeval.tools.providers.export import export_tools
from geoeval.tools.providers.formats import FORMATS
from geoeval.tools.registry import TOOLS
from geoeval.tools.session import ToolSession
from geoeval.world.model import World

SIZES = (50, 5000)
ROUNDS = 200
TARGET_MS = 1.0
Case = Callable[[World, int], object]
"""Arguments of a call in a world, others for each number."""


def calls() -> list[Figure]:
    """Time calls that succeed, per family of tools, on a small and on a large map."""
    return [
        _overhead(f"{family}: {tool}", tool, case, n_places)
        for n_places in SIZES
        for family, (tool, case) in SUCCEEDING.items()
    ]


def failures() -> list[Figure]:
    """Time calls that fail, or have to guess a name, on a small and on a large map."""
    return [
        _whole(what, tool, case, n_places)
        for n_places in SIZES
        for what, (tool, case) in FAILING.items()
    ]


def providers() -> list[Figure]:
    """Time the way from an object of a provider's library to the message that answers it."""
    world = random_map(SIZES[0])
    return [_round_trip(name, made, world) for name, made in OBJECTS.items()]


def once() -> list[Figure]:
    """Time what is built once: the models of the tools, the index of a map, the definitions."""
    models = []
    for tool in TOOLS.values():
        start = time.thread_time()
        tool.parameters.model_rebuild(force=True)
        tool.result.model_rebuild(force=True)
        models.append(time.thread_time() - start)
    world = random_map(SIZES[1])
    start = time.thread_time()
    world.atlas.resolve("no such place")
    indexed = time.thread_time() - start
    start = time.thread_time()
    for name in FORMATS:
        export_tools(name)
    exported = time.thread_time() - start
    note = f"the slowest {1000 * max(models):.1f} ms, all {len(models)} {sum(models):.2f} s"
    return [
        Figure(name="first call of a tool", value=_milliseconds(models), note=note),
        Figure(name=f"index of a map of {SIZES[1]:,} places", value=_milliseconds([indexed])),
        Figure(
            name=f"all definitions in {len(FORMATS)} formats",
            value=_milliseconds([exported]),
            note="schemas are built with the first",
        ),
    ]


def _name(world: World, number: int) -> str:
    """Return the name of a place, another for each number as far as the map goes."""
    return world.places[number * 7 % len(world.places)].name


def _two(world: World, number: int) -> dict[str, object]:
    return {"origin": _name(world, number), "destination": _name(world, number + 3)}


def _points(world: World, number: int) -> dict[str, object]:
    places = [world.places[(number + each) % len(world.places)] for each in (0, 11)]
    ends = zip(("origin", "destination"), places, strict=True)
    return {
        end: f"{place.location[0]},{place.location[1]}" for end, place in ends if place.location
    }


def _leg(world: World, number: int) -> dict[str, object]:
    leg = world.legs[number * 7 % len(world.legs)]
    return {"originId": leg.origin, "destinationId": leg.destination, "travelMode": "walking"}


def _distance(world: World, number: int) -> dict[str, object]:
    return {"ask": "value", "figure": {"kind": "distance", **_two(world, number)}}


def _around(world: World, number: int) -> str:
    return world.lists[number % len(world.lists)].anchor or ""


def _misspelt(world: World, number: int) -> dict[str, object]:
    name = _name(world, number)
    return {"placeId": f"{name[:5]}{name[6:]}{name[-1]}"}


def _trip(world: World, number: int) -> dict[str, object]:
    start = number * 7 % (len(world.places) - 3)
    names = [place.name for place in world.places[start : start + 3]]
    stops = [{"place": name, "visit_min": 30} for name in names[1:]]
    return {"origin": names[0], "depart": "09:00", "stops": stops, "mode": "walking"}


SUCCEEDING: dict[str, tuple[str, Case]] = {
    "map": ("TravelTime", _leg),
    "map, lists": (
        "NearbySearch",
        lambda world, number: {"placeId": _around(world, number), "type": "restaurant"},
    ),
    "points, names": ("haversine", _two),
    "points, coordinates": ("bearing_cardinal", _points),
    "places": (
        "find_places",
        lambda world, number: {
            "category": "restaurant",
            "anchor": _around(world, number),
            "filters": [{"fact": "rating", "is": ">=", "value": "4"}],
        },
    ),
    "hours": (
        "is_open",
        lambda world, number: {"place": _name(world, number), "day": "friday", "at": "17:00"},
    ),
    "trips": ("plan_trip", _trip),
    "queries": ("solve_query", lambda world, number: {"query": _distance(world, number)}),
    "amounts": ("convert", lambda _, number: {"figure": f"{number + 1} miles", "to": "km"}),
}
FAILING: dict[str, tuple[str, Case]] = {
    "a misspelt place": ("PlaceDetails", _misspelt),
    "an unknown place": ("PlaceDetails", lambda _, number: {"placeId": f"Zyx Qwv {number}"}),
    "arguments that are missing": ("haversine", lambda _, number: {f"orgin{number}": "0,0"}),
    "arguments of wrong types": (
        "convert",
        lambda _, number: {"figure": [], "unit": number, "to": []},
    ),
    "broken JSON": ("haversine", lambda _, number: f'{{"origin": "0,{number}"'),
    "an unknown tool": ("haversin", lambda _, number: {"n": number}),
}


def _openai(identity: str, arguments: object) -> object:
    types = peer("openai.types.chat")
    function = {"name": "haversine", "arguments": json.dumps(arguments)}
    made: object = types.ChatCompletionMessageFunctionToolCall.model_validate(
        {"type": "function", "id": identity, "function": function}
    )
    return made


def _anthropic(identity: str, arguments: object) -> object:
    made: object = peer("anthropic.types").ToolUseBlock(
        type="tool_use", id=identity, name="haversine", input=arguments
    )
    return made


def _gemini(identity: str, arguments: object) -> object:
    made: object = peer("google.genai.types").FunctionCall(
        id=identity, name="haversine", args=arguments
    )
    return made


OBJECTS: dict[str, Callable[[str, object], object]] = {
    "OpenAI": _openai,
    "Anthropic": _anthropic,
    "Gemini": _gemini,
}


def _overhead(what: str, name: str, case: Case, n_places: int) -> Figure:
    """Time calls that succeed beyond the function of the tool."""
    world = random_map(n_places)
    session = ToolSession(world)
    tool = TOOLS[name]
    beyond, alone = [], []
    for number in _warmed(session, name, case):
        arguments = case(world, number)
        called = _seconds(lambda given=arguments: session.call(name, given))
        assert session.call(name, arguments).ok
        parameters = validate_arguments(tool.parameters, check_bounds(arguments))
        ran = _seconds(lambda given=parameters: tool.run(given, world))
        beyond.append(called - ran)
        alone.append(ran)
    note = f"the tool itself {_milliseconds(alone)}"
    return _figure(f"{what}, {n_places:,} places", beyond, note)


def _whole(what: str, name: str, case: Case, n_places: int) -> Figure:
    """Time whole calls."""
    world = random_map(n_places)
    session = ToolSession(world)
    times = []
    for number in _warmed(session, name, case):
        arguments = case(world, number)
        times.append(_seconds(lambda given=arguments: session.call(name, given)))
    return _figure(f"{what}, {n_places:,} places", times, "the whole call")


def _round_trip(provider: str, made: Callable[[str, object], object], world: World) -> Figure:
    """Time a provider's call beyond the function of the tool."""
    session = ToolSession(world)
    tool = TOOLS["haversine"]
    beyond = []
    for number in range(-5, ROUNDS):
        arguments = _two(world, number)
        call = made(f"call_{number}", arguments)
        answered = _seconds(lambda given=call: call_tool(given, session=session))
        parameters = validate_arguments(tool.parameters, check_bounds(arguments))
        ran = _seconds(lambda given=parameters: tool.run(given, world))
        beyond.append(answered - ran)
    return _figure(f"{provider}: object in, message out", beyond[5:], "of haversine")


def _warmed(session: ToolSession, name: str, case: Case) -> Iterator[int]:
    """Yield the numbers of the rounds, after calls that build what is built once."""
    for number in range(ROUNDS, ROUNDS + 5):
        session.call(name, case(session.world, number))
    yield from range(ROUNDS)


def _seconds(work: Work) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def _figure(name: str, times: Sequence[float], note: str) -> Figure:
    """Return the median and the 99th percentile."""
    late = statistics.quantiles(times, n=100)[98]
    value = f"{_milliseconds(times)}, 99th percentile {1000 * late:.2f} ms (target {TARGET_MS:g})"
    return Figure(name=name, value=value, note=f"{note}; {len(times)} rounds")


def _milliseconds(times: Sequence[float]) -> str:
    return f"{1000 * statistics.median(times):.2f} ms"

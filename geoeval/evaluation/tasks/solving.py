"""Our deterministic solver as a model: from a context, or from what the map's tools tell it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageTool, ModelOutput
from inspect_ai.tool import ToolCall, ToolInfo

from geoeval.calculators.hours import WeeklyHours
from geoeval.datasets.records import Question
from geoeval.errors import HoursError, UsageError
from geoeval.evaluation.tasks.prompts import Asked, read_prompt
from geoeval.text import normalise
from geoeval.verification.answer import answer_question
from geoeval.verification.model import Answer
from geoeval.world.categories import category_of
from geoeval.world.model import Leg, NearbyList, Place, Route, Step, TravelMode, World
from geoeval.world.place_facts import FACTS
from geoeval.world.reader import read_context

NAME = "solver"
_SEARCH, _DETAILS, _NEARBY = "PlaceSearch", "PlaceDetails", "NearbySearch"
_TIME, _ROUTES = "TravelTime", "Directions"
_FIVE = frozenset({_SEARCH, _DETAILS, _NEARBY, _TIME, _ROUTES})
_MODES: Mapping[str, TravelMode] = {
    "driv": TravelMode.DRIVING, "car": TravelMode.DRIVING, "taxi": TravelMode.DRIVING,
    "walk": TravelMode.WALKING, "foot": TravelMode.WALKING,
    "cycl": TravelMode.BICYCLING, "bicycl": TravelMode.BICYCLING, "bike": TravelMode.BICYCLING,
    "transit": TravelMode.TRANSIT, "transport": TravelMode.TRANSIT, "bus": TravelMode.TRANSIT,
    "train": TravelMode.TRANSIT, "metro": TravelMode.TRANSIT,
}  # fmt: skip
_RADIUS = re.compile(r"(\d[\d,.]*)\s*(km|kilomet|m\b|met)", re.IGNORECASE)
_MOST_PLACES = 12  # between which every way is asked for
_LISTED = 500
_LONGEST = 9  # words of a name
_TELLING = 5  # letters of a part of a name that is more than an article or a number
_WORD = re.compile(r"[\w'’]+(?:[-/.&][\w'’]+)*|&")
_SMALL = frozenset(
    (
        "of the de la le les du des da do del di der den van von al el y e et and und & "
        "for in at to a"
    ).split()
)  # words inside names


def next_output(messages: Sequence[ChatMessage], tools: Sequence[ToolInfo]) -> ModelOutput:
    """Return the solver's next reply: its answer, or the calls that it needs before.

    Raises
    ------
    UsageError
        If no message is a prompt of ours, or it has neither a context nor the five tools.
    """
    asked = asked_in(messages)
    if asked.context is not None:
        world, _ = read_context(asked.context)
        return _answered(asked, world)
    if not {each.name for each in tools} >= _FIVE:
        message = "geoeval/solver calls tools natively: run the API task with -T agent=native"
        raise UsageError(message)
    results = _results(messages)
    names = [] if results else _names(asked.question)
    if names:
        return _calls((_SEARCH, {"placeName": name}) for name in names)
    facts = _Facts(asked.question, results)
    if not any(name == _DETAILS for name, _, _ in results) and facts.found:
        return _calls(_lookups(asked.question, facts.found))
    return _answered(asked, facts.world())


def asked_in(messages: Sequence[ChatMessage]) -> Asked:
    """Return the question that a talk is about.

    Raises
    ------
    UsageError
        If no message is a prompt of ours.
    """
    for message in messages:
        found = read_prompt(message.text) if message.role == "user" else None
        if found is not None:
            return found
    refusal = "a baseline of geoeval answers the prompts of geoeval's tasks, got another one"
    raise UsageError(refusal)


def _answered(asked: Asked, world: World) -> ModelOutput:
    """Return the answer to a question from a world, or that there is none."""
    return ModelOutput.from_content(NAME, reply_of(answer_question(asked.question, world)))


def reply_of(answer: Answer) -> str:
    """Return an answer of ours as a reply: the number of its option, or why there is none."""
    if answer.answer is None:
        why = ": ".join(filter(None, (answer.status, answer.reason, answer.detail)))
        return json.dumps({"explanation": why}, ensure_ascii=False)
    why = answer.reason or answer.status
    return json.dumps({"option_no": answer.answer + 1, "explanation": why}, ensure_ascii=False)


def _calls(asked: Iterable[tuple[str, dict[str, Any]]]) -> ModelOutput:
    """Return a reply that calls tools."""
    calls = [
        ToolCall(id=f"call{number}", function=name, arguments=arguments)
        for number, (name, arguments) in enumerate(asked, 1)
    ]
    output = ModelOutput.from_content(NAME, "", stop_reason="tool_calls")
    output.choices[0].message = ChatMessageAssistant(content="", tool_calls=calls)
    return output


_Found = tuple[str, str]
"""The id and the name of a place."""
_Call = tuple[str, Mapping[str, Any], Mapping[str, Any]]
"""The name of a tool, its arguments, and what it returned."""


def _results(messages: Sequence[ChatMessage]) -> list[_Call]:
    """Return the calls that were answered with a result."""
    made: dict[str, ToolCall] = {}
    found: list[_Call] = []
    for message in messages:
        if isinstance(message, ChatMessageAssistant):
            made.update({call.id: call for call in message.tool_calls or ()})
        elif isinstance(message, ChatMessageTool) and message.tool_call_id in made:
            call = made[message.tool_call_id]
            result = json.loads(message.text)
            found.append((call.function, call.arguments, {} if "error" in result else result))
    return found


_Span = tuple[int, int]


def _spans(text: str) -> Iterator[_Span]:
    """Yield what may be names in a text, the longest first: words from a capital to a capital."""
    words = [(found.start(), found.end(), found[0]) for found in _WORD.finditer(text)]
    for length in range(_LONGEST, 0, -1):
        for first in range(len(words) - length + 1):
            part = words[first : first + length]
            ends = part[0][2], part[-1][2]
            if all(map(_is_proper, ends)) and all(
                _is_proper(each) or each in _SMALL for *_, each in part
            ):
                yield part[0][0], part[-1][1]


def _is_proper(word: str) -> bool:
    """Return whether a word begins as names do."""
    return word[0].isupper() or word[0].isdigit()


def _names(question: Question) -> list[str]:
    """Return what may be names of places in a question and its options."""
    texts = (question.text, *question.options)
    spans = [text[start:end] for text in texts for start, end in _spans(text)]
    named = [option.strip() for option in question.options if re.search(r"[^\W\d_]{3}", option)]
    return list(dict.fromkeys(each for each in (*spans, *named) if re.search(r"[^\W\d_]", each)))


def _named(question: Question, known: Mapping[str, _Found]) -> dict[str, str]:
    """Return the places that a question names, by id.

    Of names that overlap a whole name goes before part of one, and a longer one before a shorter.
    A short word that is only part of a name counts where nothing else is found.
    """
    found: dict[str, str] = {}
    parts: dict[str, str] = {}
    for text in (question.text, *question.options):
        spans = [span for span in _spans(text) if text[slice(*span)] in known]
        whole = text.strip()
        if whole in known:
            spans.insert(0, (text.index(whole), text.index(whole) + len(whole)))
        taken: list[_Span] = []
        for start, end in sorted(spans, key=lambda span: not _is_whole(text[slice(*span)], known)):
            name = text[start:end]
            if not any(begin < end and start < stop for begin, stop in taken):
                taken.append((start, end))
                number, label = known[name]
                is_sure = len(name) >= _TELLING or _is_whole(name, known)
                (found if is_sure else parts)[number] = label
    return found or parts


def _is_whole(name: str, known: Mapping[str, _Found]) -> bool:
    """Return whether a search found a place by its whole name."""
    return normalise(name) == normalise(known[name][1])


def _lookups(question: Question, places: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the calls that tell all of some places that a question may need."""
    for place in places:
        yield _DETAILS, {"placeId": place}
    kinds = _kinds(question)
    for place in places:
        for kind in kinds:
            yield _NEARBY, {"placeId": place, "type": kind, "limit": _LISTED}
            for radius in _radii(question.text):
                around = {"rankby": "prominence", "radius": radius, "limit": _LISTED}
                yield _NEARBY, {"placeId": place, "type": kind, **around}
    text = " ".join((question.text, *question.options)).lower()
    words = [mode for word, mode in _MODES.items() if re.search(rf"\b{word}", text)]
    modes = list(dict.fromkeys(words))
    for origin, destination in permutations(list(places)[:_MOST_PLACES], 2):
        for mode in modes or TravelMode:
            ends = {"originId": origin, "destinationId": destination, "travelMode": str(mode)}
            yield _TIME, ends
            yield _ROUTES, ends


def _kinds(question: Question) -> list[str]:
    """Return the kinds of place that a question names."""
    words = re.findall(r"[^\W\d_]+", question.text.lower())
    phrases = [
        " ".join(words[start : start + size])
        for size in (3, 2, 1)
        for start in range(len(words) - size + 1)
    ]
    return list(dict.fromkeys(kind for each in phrases if (kind := category_of(each))))


def _radii(text: str) -> list[int]:
    """Return the distances in metres that a question states."""
    found = []
    for number, unit in _RADIUS.findall(text):
        try:
            amount = float(number.replace(",", "").rstrip("."))
        except ValueError:
            continue
        metres = round(amount * (1000 if unit.lower().startswith("k") else 1))
        if metres > 0:
            found.append(metres)
    return list(dict.fromkeys(found))


class _Facts:
    """What the tools told, put together."""

    def __init__(self, question: Question, results: Sequence[_Call]) -> None:
        known = {
            str(arguments["placeName"]): (str(result["placeId"]), str(result["name"]))
            for name, arguments, result in results
            if name == _SEARCH and "placeId" in result
        }
        self.found = _named(question, known)
        self._results = results

    def world(self) -> World:
        """Return the world of all results."""
        places = [_place(each) for name, _, each in self._results if name == _DETAILS and each]
        known = {place.id for place in places}
        places += [
            Place(name=name, id=number)
            for number, name in self.found.items()
            if number not in known
        ]
        return World(
            places=tuple(places),
            lists=tuple(self._lists()),
            legs=tuple(self._legs()),
            routes=tuple(self._routes()),
        )

    def _name(self, arguments: Mapping[str, Any], key: str) -> str:
        """Return the name of the place that an argument is the id of."""
        return self.found.get(str(arguments.get(key)), str(arguments.get(key)))

    def _lists(self) -> Iterator[NearbyList]:
        """Yield the lists of places; one within a radius goes before the same without it."""
        within = {
            (arguments["placeId"], arguments["type"])
            for name, arguments, result in self._results
            if name == _NEARBY and result and "radius" in arguments
        }
        for name, arguments, result in self._results:
            # A list from elsewhere on the map comes with a note, and is none around the place.
            if name == _NEARBY and result.get("places") and "note" not in result:
                if (
                    "radius" not in arguments
                    and (arguments["placeId"], arguments["type"]) in within
                ):
                    continue
                ordered = str(result.get("sorted_by", "")).startswith("distance")
                radius = arguments.get("radius")
                yield NearbyList(
                    anchor=self._name(arguments, "placeId"),
                    category=str(result["type"]),
                    places=tuple(map(_place, result["places"])),
                    sorted_by_distance=ordered,
                    radius_m=None if radius is None else float(radius),
                )

    def _legs(self) -> Iterator[Leg]:
        """Yield the travel times; those of the way back are no facts of their own."""
        for name, arguments, result in self._results:
            if name == _TIME and result and not result.get("opposite"):
                yield Leg(
                    origin=self._name(arguments, "originId"),
                    destination=self._name(arguments, "destinationId"),
                    mode=TravelMode(result["mode"]),
                    duration_s=result.get("duration_s"),
                    distance_m=result.get("distance_m"),
                )

    def _routes(self) -> Iterator[Route]:
        """Yield the routes."""
        for name, arguments, result in self._results:
            for each in result.get("routes", ()) if name == _ROUTES else ():
                steps = tuple(
                    Step(
                        instruction=step["instruction"],
                        roads=tuple(step.get("roads") or ()),
                        notes=tuple(step.get("notes") or ()),
                        duration_s=step.get("duration_s"),
                        distance_m=step.get("distance_m"),
                    )
                    for step in each.get("steps") or ()
                )
                yield Route(
                    origin=self._name(arguments, "originId"),
                    destination=self._name(arguments, "destinationId"),
                    mode=TravelMode(each["mode"]) if each.get("mode") else None,
                    name=each["via"],
                    steps=steps,
                    duration_s=each.get("duration_s"),
                    distance_m=each.get("distance_m"),
                )


def _place(told: Mapping[str, Any]) -> Place:
    """Return a place as a tool tells it."""
    known: dict[str, Any] = {name: told.get(name) for name in FACTS if name != "hours"}
    located = told.get("latitude") is not None and told.get("longitude") is not None
    return Place(
        name=told["name"],
        id=told["placeId"],
        location=(told["latitude"], told["longitude"]) if located else None,
        **known,
        hours=_hours(told.get("hours")),
        features=tuple(told.get("services") or ()),
    )


def _hours(text: str | None) -> WeeklyHours | None:
    """Return opening hours as a tool writes them: "Mon-Fri 09:00-17:00; Sun closed"."""
    parts = [part for part in (text or "").split("; ") if part and not part.endswith("unknown")]
    told = "; ".join(
        re.sub(r"^(\S+) ", r"\1: ", part.replace("daily", "Mon-Sun")) for part in parts
    )
    try:
        return WeeklyHours.parse(told) if told else None
    except HoursError:
        return None

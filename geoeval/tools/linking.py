"""Find the places of the world that the names among the arguments mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple, get_args, get_type_hints

from pydantic import BaseModel

from geoeval.errors import InvalidCoordinateError, quote
from geoeval.query.parts import MeetingPlan, PlaceName, StayPlan
from geoeval.query.trace import Blocked
from geoeval.query.values import CannotSolve, Reason
from geoeval.text import KIND_WORDS, key_words
from geoeval.tools.failure import ArgumentFault, CallFailed, Failure, failure_of
from geoeval.world.atlas import Unresolved
from geoeval.world.coordinates import read_coordinates
from geoeval.world.model import LatLon, Place, World
from geoeval.world.names import strong_words

REPAIRABLE: frozenset[Reason] = frozenset(
    {"unknown_place", "ambiguous_place", "same_place", "under_specified", "no_such_step"}
)
"""Reasons that other arguments may remove, even if no suitable value is known."""

OFFERED = "among"
"""The argument with offered candidates, which need not be on the map."""

LONGEST_NAME = 500
"""The maximum length of a place name, since names are cached."""

_WITHOUT_MAP = (MeetingPlan, StayPlan)  # their places are only names
_A_PLACE = 'place: its name, id or "latitude,longitude"'
_NOT_THERE = "not on the map"
_MAX_FAULTS = 6
_MAX_NEAREST = 5
_NEAR_DEG = 2.0  # about 200 km: a trip from the next large town is no mistake


class Leaf(NamedTuple):
    """A string among the arguments: its path, whether it names a place, and its text."""

    path: str
    names_place: bool
    text: str


def text_leaves(part: object, path: str = "", *, names_place: bool = False) -> Iterator[Leaf]:
    """Yield the strings among arguments, with their paths."""
    if isinstance(part, str):
        yield Leaf(path, names_place, part)
    elif isinstance(part, tuple | list):
        for index, each in enumerate(part):
            yield from text_leaves(each, f"{path}[{index}]", names_place=names_place)
    elif isinstance(part, Mapping):
        for key, each in part.items():
            yield from text_leaves(each, f"{path}.{key}")
    elif isinstance(part, BaseModel) and not isinstance(part, _WITHOUT_MAP):
        before = path and f"{path}."
        for name, written, is_place in _model_fields(type(part)):
            yield from text_leaves(getattr(part, name), f"{before}{written}", names_place=is_place)


@cache
def _model_fields(form: type[BaseModel]) -> Sequence[tuple[str, str, bool]]:
    """Return the fields of a model: name, alias, and whether strings in it are places."""
    hints = get_type_hints(form, include_extras=True)
    return [
        (name, field.alias or name, _names_place(hints[name]))
        for name, field in form.model_fields.items()
    ]


def _names_place(hint: object) -> bool:
    inner = get_args(hint)
    return inner[:2] == get_args(PlaceName) or any(map(_names_place, inner))


def link_names(arguments: BaseModel, world: World) -> dict[str, str]:
    """Return the place that each name among the arguments was taken for, by path."""
    names = [leaf for leaf in text_leaves(arguments) if leaf.names_place]
    used, faults = _look_up_names(names, world)
    if faults:
        reasons = {reason for reason, _ in faults}
        reason = reasons.pop() if len(reasons) == 1 else "bad_arguments"
        raise CallFailed(failure_of([fault for _, fault in faults][:_MAX_FAULTS], reason))
    return used


def find_misnamed(
    form: type[BaseModel], given: object, world: World, naming: str | None = None
) -> list[ArgumentFault]:
    """Return the faults of top-level place names among arguments that do not validate.

    Names in the argument ``naming`` need not be in the world.
    """
    members = given if isinstance(given, Mapping) else {}
    world = add_unknown_places((leaf.text for leaf in text_leaves(members.get(naming))), world)
    names = [
        Leaf(path=name, names_place=True, text=text)
        for _, name, is_place in _model_fields(form)
        if is_place and isinstance(text := members.get(name), str) and text
    ]
    return [fault for _, fault in _look_up_names(names, world)[1]]


def _look_up_names(
    names: Iterable[Leaf], world: World
) -> tuple[dict[str, str], list[tuple[str, ArgumentFault]]]:
    """Return the places that names were taken for, and the faults of the other names."""
    used: dict[str, str] = {}
    faults = []
    for leaf in names:
        found = None if len(leaf.text) > LONGEST_NAME else world.atlas.resolve(leaf.text)
        if swapped := _swapped_fault(leaf, found, world):
            faults.append(("bad_arguments", swapped))
        elif isinstance(found, Place) and not _is_later_part(leaf.text, found):
            used[leaf.path] = _format_identified(found, world)
        elif isinstance(found, Unresolved) and not found.tied and _is_offer(leaf.path):
            near = ", ".join(found.candidates[:_MAX_NEAREST])
            used[leaf.path] = f"{_NOT_THERE} (nearest: {near})" if near else _NOT_THERE
        else:
            faults.append(_name_fault(leaf, found, world))
    return used, faults


def add_unknown_places(names: Iterable[str], world: World) -> World:
    """Return a world with a place added for each name that it does not know."""
    usable = (name for name in dict.fromkeys(names) if name.strip() and len(name) <= LONGEST_NAME)
    found = [world.atlas.resolve(name) for name in usable]
    new = (Place(name=of.name) for of in found if isinstance(of, Unresolved) and not of.tied)
    places = (*world.places, *new)
    return world if len(places) == len(world.places) else replace(world, places=places)


def missing_places_failure(failure: Failure, world: World) -> Failure:
    """Return a failure that names the missing places, if no other search can find them.

    A partial world may have them under other names, and a similar name may be the intended place.
    """
    unmatched = [fault.got for fault in failure.arguments if fault.got and not fault.nearest]
    is_complete = bool(world.atlas.names) and not world.partial
    if failure.reason != "unknown_place" or not is_complete or not unmatched:
        return failure
    return failure.model_copy(update={"lacking": f"a place called {' or '.join(unmatched)}"})


def distinct_label(place: Place, world: World) -> str:
    """Return the name of a place, with its address or id if other places share the name."""
    found = world.atlas.resolve(place.name)
    is_only = isinstance(found, Place) and found.id == place.id
    return place.name if is_only else f"{place.name} ({place.address or place.id})"


def _format_identified(place: Place, world: World) -> str:
    if place.id == place.name and place.location is not None:
        return place.name
    derived = {Place(name=place.name, address=each).id for each in (None, place.address)}
    stated = () if place.id in {place.name, *derived} else (f"id {place.id}",)
    return ", ".join((distinct_label(place, world), *world.atlas.types(place)[:1], *stated))


def _swapped_fault(
    leaf: Leaf, found: Place | Unresolved | None, world: World
) -> ArgumentFault | None:
    """Return the fault of coordinates that lie on the map only when swapped, otherwise None."""
    if not isinstance(found, Place) or found.id != found.name or found.location is None:
        return None
    (lat, lon), box = found.location, world.atlas.box
    if box is None or _is_near((lat, lon), box) or not _is_near((lon, lat), box):
        return None
    return ArgumentFault(
        argument=leaf.path,
        expected='"latitude,longitude": this point is far off the map, and on it if swapped',
        got=quote(leaf.text),
        nearest=(f"{lon},{lat}",),
    )


def _is_near(point: LatLon, box: tuple[LatLon, LatLon]) -> bool:
    (south, west), (north, east) = box
    lat, lon = point
    return (
        south - _NEAR_DEG <= lat <= north + _NEAR_DEG
        and west - _NEAR_DEG <= lon <= east + _NEAR_DEG
    )


def failure_of_absence(absent: Blocked | CannotSolve, arguments: BaseModel) -> Failure:
    """Return the failure for a query without an answer."""
    detail = absent.detail.replace("the context", "the map")
    known = bool(absent.candidates) or absent.reason in REPAIRABLE
    if absent.lacking is not None or not known:
        return Failure(kind="final", reason=absent.reason, message=detail, lacking=absent.lacking)
    places = (leaf.path for leaf in text_leaves(arguments) if leaf.text == absent.value)
    path = None if absent.value is None else next(places, None)
    if path is None:
        near = (
            f" (nearest: {', '.join(absent.candidates[:_MAX_NEAREST])})"
            if absent.candidates
            else ""
        )
        return Failure(kind="fix_arguments", reason=absent.reason, message=f"{detail}{near}")
    fault = ArgumentFault(
        argument=path,
        expected=f"another value: {detail}",
        got=quote(absent.value),
        nearest=absent.candidates[:_MAX_NEAREST],
    )
    return failure_of([fault], absent.reason)


def _is_offer(path: str) -> bool:
    return path.partition("[")[0].rpartition(".")[2] == OFFERED


def _is_later_part(text: str, place: Place) -> bool:
    """Return whether a text is a later part of a name: "Paris" is not Disneyland Paris.

    Most such names belong to things in the intended town. A text with a kind of place, such as
    "Military Museum", does not mean a town.
    """
    if text in (place.id, place.name):
        return False
    words, named = key_words(text), key_words(place.name)
    if not KIND_WORDS.isdisjoint(words):
        return False
    return any(
        named[at : at + len(words)] == words and strong_words(named[:at])
        for at in range(1, len(named) - len(words) + 1)
    )


def _name_fault(
    leaf: Leaf, found: Place | Unresolved | None, world: World
) -> tuple[str, ArgumentFault]:
    """Return the reason and the fault of a text that does not mean exactly one place."""
    expected, reason = f"a known {_A_PLACE}", "unknown_place"
    near: tuple[str, ...] = ()
    if found is None:
        expected, reason = f"a {_A_PLACE}, of at most {LONGEST_NAME} characters", "bad_arguments"
    elif isinstance(found, Place):
        expected = f"{expected}; abbreviate a name only at its end"
        near = tuple(
            dict.fromkeys((*world.atlas.nearest(leaf.text)[: _MAX_NEAREST - 1], found.name))
        )
    elif hint := _corrected_coordinates(leaf.text):
        expected, reason = hint, "bad_arguments"
    elif found.tied:
        expected, reason = f"a {_A_PLACE}; several places have this name", "ambiguous_place"
        near = found.candidates
    elif not world.atlas.names:
        expected = 'coordinates "latitude,longitude": no place is known here by name'
        reason = "no_places"
    elif found.candidates:
        near = found.candidates
    else:
        expected = f"{expected}, such as {'; '.join(world.atlas.names[:_MAX_NEAREST])}"
    got = quote(leaf.text)
    return reason, ArgumentFault(
        argument=leaf.path, expected=expected, got=got, nearest=tuple(near)[:_MAX_NEAREST]
    )


def _corrected_coordinates(text: str) -> str | None:
    """Return the expected form for coordinates out of range; None for other texts."""
    try:
        read_coordinates(text)
    except InvalidCoordinateError as error:
        hint = str(error).partition("; ")[2]
        return f"latitude (±90), longitude (±180){hint and '; '}{hint}"
    return None

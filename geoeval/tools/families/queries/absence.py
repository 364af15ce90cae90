"""Why a query has no answer: arguments that can be mended, or facts that are not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, NoReturn

from pydantic import BaseModel

from geoeval.errors import quote
from geoeval.query.base import PlaceName
from geoeval.query.values import CannotSolve, Reason
from geoeval.tools.arguments import misnamed
from geoeval.tools.failure import ArgumentFault, Failure, Refused, failure_of, no_answer
from geoeval.tools.families.queries.outcome import shortened
from geoeval.tools.faults import nearest
from geoeval.tools.hints import (
    Hint,
    choices_of,
    constant_of,
    hints_of,
    item_of,
    model_of,
    tag_of,
    tagged,
)
from geoeval.world.atlas import Unresolved
from geoeval.world.categories import all_categories, category_of
from geoeval.world.model import World

MENDABLE: frozenset[Reason] = frozenset(
    {"unknown_place", "ambiguous_place", "same_place", "under_specified", "no_such_step"}
)
"""Reasons that other arguments may take away; all others are final."""

# Reasons behind which a name may stand that means no place, or a kind of places none is of.
_OF_NAMES: frozenset[Reason] = frozenset({"unknown_place", "ambiguous_place", "no_route"})
_OF_KINDS: frozenset[Reason] = frozenset({"no_such_fact", "other_anchor"})
_SHOWN = 5


def refuse(absent: CannotSolve, asked: type[BaseModel], given: object, world: World) -> NoReturn:
    """Refuse a call whose query has no answer.

    Parameters
    ----------
    absent
        Why it has none.
    asked
        The model of the arguments.
    given
        The arguments, in the form of that model.
    world
        What is known.

    Raises
    ------
    Refused
        Always: "fix_arguments" with what to mend and the nearest candidates, or "final".
    """
    leaves = list(_leaves(asked, given, ""))
    if absent.reason in _OF_NAMES and (faults := _unresolved(leaves, absent, world)):
        found = (world.atlas.resolve(leaf.text) for leaf in leaves if leaf.is_place)
        tied = all(each.tied for each in found if isinstance(each, Unresolved))
        raise Refused(failure_of(faults, "ambiguous_place" if tied else "unknown_place"))
    if absent.reason in _OF_KINDS and (faults := _unknown_kinds(leaves, world)):
        raise Refused(failure_of(faults, "unknown_category"))
    detail = shortened(absent.detail)
    faults = _same(leaves, world) if absent.reason == "same_place" else []
    faults = faults or _quoted(leaves, detail, world)
    if absent.reason == "no_route":  # between those ends, or only none of that name
        faults = [fault for fault in faults if fault.nearest]
    if faults and absent.reason in {*MENDABLE, "no_route"}:
        raise Refused(failure_of(faults, absent.reason))
    if absent.reason not in MENDABLE:
        no_answer(absent.reason, detail + _listed_instead(leaves, absent, world))
    message = detail + _left_out(asked, given)
    raise Refused(Failure(kind="fix_arguments", reason=absent.reason, message=message))


class _Leaf(NamedTuple):
    """A text among the arguments: where it stands, of which type it is, and what it says."""

    path: str
    hint: Hint
    text: str
    listed: bool

    @property
    def is_place(self) -> bool:
        """Whether it names a place."""
        return self.hint is not None and choices_of(self.hint)[0] == PlaceName


def _leaves(hint: Hint, value: object, path: str, *, listed: bool = False) -> Iterator[_Leaf]:
    """Yield the texts among arguments that are in the form of a type."""
    if isinstance(value, str):
        yield _Leaf(path, hint, value, listed)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _leaves(item_of(hint, index), each, f"{path}[{index}]", listed=True)
    elif isinstance(value, Mapping):
        choices = choices_of(hint)
        model = model_of(choices[0])
        if len(choices) > 1 and model is not None:
            tag = tag_of(model)
            model = tagged(choices).get(str(value.get(tag[0]))) if tag else None
        hints = hints_of(model) if model is not None else {}
        for name, each in value.items():
            yield from _leaves(hints.get(name), each, f"{path}.{name}".lstrip("."))


def _unresolved(leaves: list[_Leaf], absent: CannotSolve, world: World) -> list[ArgumentFault]:
    """Return the names that mean no place or several; of candidates only those complained of."""
    faults = []
    for leaf in leaves:
        found = world.atlas.resolve(leaf.text) if leaf.is_place else None
        if isinstance(found, Unresolved) and (not leaf.listed or quote(leaf.text) in absent.detail):
            told = misnamed(found, world).context or {}
            fault = ArgumentFault(
                argument=leaf.path,
                expected=told["expected"],
                got=quote(leaf.text),
                nearest=told["nearest"],
            )
            faults.append(fault)
    return faults


def _unknown_kinds(leaves: list[_Leaf], world: World) -> list[ArgumentFault]:
    """Return the categories that mean nothing and that the map lists nowhere."""
    listed = [each.category for each in world.lists if each.category]
    known = list(dict.fromkeys([*listed, *all_categories()]))
    return [
        ArgumentFault(
            argument=leaf.path,
            expected="a type of place",
            got=quote(leaf.text),
            nearest=nearest(leaf.text, known) or tuple(known[:_SHOWN]),
        )
        for leaf in leaves
        if _is_kind(leaf)
        and category_of(leaf.text) is None
        and not world.atlas.entries(None, leaf.text)
    ]


def _listed_instead(leaves: list[_Leaf], absent: CannotSolve, world: World) -> str:
    """Return what the map lists, where it lists none of a kind, as the end of a sentence."""
    kinds = [leaf.text for leaf in leaves if _is_kind(leaf)]
    if absent.reason not in _OF_KINDS or all(world.atlas.entries(None, kind) for kind in kinds):
        return ""
    found = [f"{each.category} around {each.anchor}" for each in world.lists if each.category]
    return f"; it lists {', '.join(dict.fromkeys(found[:_SHOWN]))}" if found else ""


def _is_kind(leaf: _Leaf) -> bool:
    """Return whether an argument names a kind of places."""
    return leaf.path.rpartition(".")[2] in {"category", "type"}


def _same(leaves: list[_Leaf], world: World) -> list[ArgumentFault]:
    """Return the places that are named twice where two different ones are needed."""
    first: dict[str, str] = {}
    faults = []
    for leaf in leaves:
        place = world.atlas.resolve(leaf.text) if leaf.is_place else None
        if place is None or isinstance(place, Unresolved):
            continue
        if place.id in first:
            expected = f"another place than {first[place.id]}"
            fault = ArgumentFault(argument=leaf.path, expected=expected, got=quote(leaf.text))
            faults.append(fault)
        first.setdefault(place.id, leaf.path)
    return faults


def _quoted(leaves: list[_Leaf], detail: str, world: World) -> list[ArgumentFault]:
    """Return the arguments that a reason quotes; for what is no place, with roads like it."""
    roads = [road for route in world.routes for step in route.steps for road in step.roads]
    known = list(dict.fromkeys([*(route.name for route in world.routes if route.name), *roads]))
    return [
        ArgumentFault(
            argument=leaf.path,
            expected=f"another value: {detail}",
            got=quote(leaf.text),
            nearest=() if leaf.is_place else nearest(leaf.text, known) or tuple(known[:_SHOWN]),
        )
        for leaf in leaves
        if quote(leaf.text) in detail
    ]


def _left_out(asked: type[BaseModel], given: object) -> str:
    """Return which arguments could still be given, as the end of a sentence."""
    taken = given if isinstance(given, Mapping) else {}
    left = [
        written
        for name, each in asked.model_fields.items()
        if (written := each.alias or name) not in taken and not constant_of(asked, name)
    ]
    return f". Not given: {', '.join(left)}" if left else ""

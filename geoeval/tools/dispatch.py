"""One call of a tool: arguments checked, places found, every failure told; nothing is raised."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ValidationError

from geoeval.errors import GeoEvalError, quote
from geoeval.llm.schema import without_nulls
from geoeval.query.working import Blocked
from geoeval.tools.failure import Failure, Refused, failure_of, mend
from geoeval.tools.faults import explain, nearest
from geoeval.tools.hints import hints_of
from geoeval.tools.lenient import loosened
from geoeval.tools.linking import linked, misnamed, undecided
from geoeval.tools.result import ToolResult, failed, result_of
from geoeval.tools.time_limit import OutOfTime, within
from geoeval.tools.tool import PlacedResult, Tool
from geoeval.world.model import World

MOST_CHARACTERS = 200_000
"""Arguments longer than this are refused unread."""

MOST_LEVELS = 20
"""Arguments nested more deeply than this are refused."""

_SHALLOW = f"values nested in at most {MOST_LEVELS} levels"


def dispatch(
    tools: Mapping[str, Tool],
    name: object,
    arguments: object,
    world: World,
    time_limit_s: float | None = None,
) -> ToolResult:
    """Call a tool by its name."""
    shown = name if isinstance(name, str) else quote(name)
    try:
        found = within(time_limit_s, lambda: _outcome(tools, name, arguments, world))
        return failed(shown, found) if isinstance(found, Failure) else result_of(shown, found)
    except OutOfTime:
        message = (
            f"the call was stopped after {time_limit_s:g} s, the time limit of a call; "
            "ask for less in another one, such as fewer stops or a shorter text"
        )
        return failed(shown, Failure(kind="final", reason="time_limit", message=message))
    except Exception as error:
        logging.getLogger(__name__).exception("the tool %s failed", shown)
        message = f"the tool itself failed: {type(error).__name__}"
        return failed(shown, Failure(kind="final", reason="internal", message=message))


def _outcome(
    tools: Mapping[str, Tool], name: object, arguments: object, world: World
) -> dict[str, object] | Failure:
    """Return what a tool returns as JSON, or why it returns nothing."""
    try:
        chosen = _chosen(tools, name)
        form = chosen.parameters
        given = loosened(form, _members(arguments))
        parameters = form.model_validate(given)
        return _ran(chosen, parameters, world)
    except Refused as refused:
        return refused.failure
    except Blocked as blocked:
        return undecided(blocked, parameters)
    except ValidationError as error:
        told = explain(error, form)
        misread = misnamed(form, given, world) if issubclass(chosen.result, PlacedResult) else []
        known = {fault.argument for fault in told.arguments}
        others = [fault for fault in misread if fault.argument not in known]
        order = list(hints_of(form))
        faults = [*told.arguments, *others]
        faults.sort(key=lambda fault: _place(fault.argument, order))
        return failure_of(faults, told.reason) if others else told
    except GeoEvalError as error:
        return Failure(kind="fix_arguments", reason="bad_arguments", message=str(error))


def _ran(chosen: Tool, parameters: BaseModel, world: World) -> dict[str, object]:
    """Return what a tool returns as JSON, headed by the places that it was given."""
    known = world if chosen.widened is None else chosen.widened(parameters, world)
    used = linked(parameters, known) if issubclass(chosen.result, PlacedResult) else {}
    found = chosen.run(parameters, known).model_dump(mode="json", exclude_none=True)
    return {"used": used, **found} if used else found


def _place(path: str, order: Sequence[str]) -> int:
    """Return which argument of some a path leads into; the last for one of another name."""
    name = path.partition("[")[0].partition(".")[0]
    return order.index(name) if name in order else len(order)


def _chosen(tools: Mapping[str, Tool], name: object) -> Tool:
    """Return the tool of a name."""
    found = tools.get(name) if isinstance(name, str) else None
    if found is None:
        near = nearest(name, list(tools)) or tuple(tools)[:12]
        mend("name", "the name of a tool", quote(name), near, reason="unknown_tool")
    return found


def _members(arguments: object) -> object:
    """Return the arguments as an object without its nulls."""
    if arguments is None or arguments == "":
        return {}
    if isinstance(arguments, str | bytes):
        if len(arguments) > MOST_CHARACTERS:
            mend("arguments", f"at most {MOST_CHARACTERS} characters", quote(arguments))
        try:
            arguments = json.loads(arguments)
        except ValueError as error:
            mend("arguments", f"JSON ({error})", quote(arguments))
        except RecursionError:
            mend("arguments", _SHALLOW, quote(arguments))
    if not isinstance(arguments, Mapping):
        mend("arguments", "a JSON object", quote(arguments))
    if _is_deep(arguments):
        mend("arguments", _SHALLOW, "deeper ones")
    return without_nulls(dict(arguments))


def _is_deep(value: object) -> bool:
    """Return whether a value holds others in more levels than any tool asks for."""
    level = [value]
    for _ in range(MOST_LEVELS):
        level = [
            inner
            for each in level
            if isinstance(each, Mapping | list | tuple)
            for inner in (each.values() if isinstance(each, Mapping) else each)
        ]
        if not level:
            return False
    return True

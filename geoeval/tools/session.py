"""Calls of a conversation: check arguments, find places, and return failures as results."""

from __future__ import annotations

import json
import logging
import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from hashlib import sha256
from threading import Lock

from pydantic import BaseModel, ValidationError

from geoeval.errors import GeoEvalError, UsageError, quote
from geoeval.query.trace import Blocked
from geoeval.tools import linking
from geoeval.tools.arguments import read_arguments, validate_arguments
from geoeval.tools.failure import (
    LAST_ATTEMPT,
    CallFailed,
    Failure,
    ToolResult,
    failed_result,
    failure_of,
    nearest_words,
    reject_argument,
    result_of,
)
from geoeval.tools.faults import explain_faults
from geoeval.tools.guide import write_instructions
from geoeval.tools.registry import TOOLS, list_tools
from geoeval.tools.time_limit import TIME_LIMIT_S, OutOfTime, check_time_limit, run_within
from geoeval.tools.tool import PlacedResult, Tool
from geoeval.world.model import World


def dispatch_call(
    tools: Mapping[str, Tool],
    name: object,
    arguments: object,
    world: World,
    time_limit_s: float | None = None,
) -> ToolResult:
    """Call a tool by name."""
    shown = name if isinstance(name, str) else quote(name)
    try:
        found = run_within(time_limit_s, lambda: _run_call(tools, name, arguments, world))
        if isinstance(found, Failure):
            return failed_result(shown, linking.missing_places_failure(found, world))
        return result_of(shown, found)
    except OutOfTime:
        message = (
            f"the call was stopped at its time limit of {time_limit_s:g} s; "
            "ask for less, such as fewer stops or a shorter text"
        )
        return failed_result(shown, Failure(kind="final", reason="time_limit", message=message))
    except Exception as error:
        logging.getLogger(__name__).exception("the tool %s failed", shown)
        message = f"the tool itself failed: {type(error).__name__}"
        return failed_result(shown, Failure(kind="final", reason="internal", message=message))


def _run_call(
    tools: Mapping[str, Tool], name: object, arguments: object, world: World
) -> dict[str, object] | Failure:
    try:
        chosen = _find_tool(tools, name)
        given = read_arguments(arguments)
        parameters = validate_arguments(chosen.parameters, given)
        return _run_tool(chosen, parameters, world)
    except CallFailed as failed:
        return failed.failure
    except Blocked as blocked:
        return linking.failure_of_absence(blocked, parameters)
    except ValidationError as error:
        return _argument_failure(error, chosen, given, world)
    except GeoEvalError as error:
        return Failure(kind="fix_arguments", reason="bad_arguments", message=str(error))


def _argument_failure(error: ValidationError, chosen: Tool, given: object, world: World) -> Failure:
    form = chosen.parameters
    faults = explain_faults(error, form, given)
    if issubclass(chosen.result, PlacedResult):
        known = {fault.argument for fault in faults}
        misnamed = linking.find_misnamed(form, given, world, chosen.naming)
        faults += [fault for fault in misnamed if fault.argument not in known]
    order = [field.alias or name for name, field in form.model_fields.items()]
    ranks = {name: rank for rank, name in enumerate(order)}
    faults.sort(key=lambda fault: ranks.get(re.split(r"[.\[]", fault.argument)[0], len(ranks)))
    return failure_of(faults, "bad_arguments")


def _run_tool(chosen: Tool, parameters: BaseModel, world: World) -> dict[str, object]:
    """Return the result of a tool as decoded JSON, preceded by the places that it was given."""
    known = world if chosen.widened is None else chosen.widened(parameters, world)
    used = linking.link_names(parameters, known) if issubclass(chosen.result, PlacedResult) else {}
    found = chosen.run(parameters, known).model_dump(mode="json", exclude_none=True)
    return {"used": used, **found} if used else found


def _find_tool(tools: Mapping[str, Tool], name: object) -> Tool:
    found = tools.get(name) if isinstance(name, str) else None
    if found is None:
        near = nearest_words(name, list(tools)) or tuple(tools)[:12]
        reject_argument("name", "the name of a tool", quote(name), near, reason="unknown_tool")
    return found


_MAX_REMEMBERED = 256


class ToolSession:
    """Tools over a world, for one conversation with a model.

    Parameters
    ----------
    world
        The known places, travel times and routes. None is an empty world, which is enough for
        coordinates.
    tools
        The tools that may be called, or a mapping of tools by name; all by default.
    time_limit_s
        Seconds after which a call is stopped and fails for good; None for no limit. A single step
        in C continues in its own thread, and the call fails at most 1.5 seconds later.

    Raises
    ------
    UsageError
        If the time limit is not a positive number, or an element is not a tool.

    Notes
    -----
    Failed calls are remembered. The second time, the same call gets different advice; from the
    third time on it is closed: it fails without being run, while all other calls continue. Only the
    last 256 failed calls are remembered, by checksum, so that a server may run for months.

    A session may be used from several threads: each failure is counted once. Equal calls that
    overlap may all be run, because none of them has failed yet.

    Examples
    --------
    >>> session = ToolSession()
    >>> [session.call("haversine", {"origin": "0,0"}).failure.kind for _ in range(3)]
    ['fix_arguments', 'fix_arguments', 'final']
    """

    def __init__(
        self,
        world: World | None = None,
        tools: Iterable[Tool] | Mapping[str, Tool] | None = None,
        *,
        time_limit_s: float | None = TIME_LIMIT_S,
    ) -> None:
        check_time_limit(time_limit_s)
        if not isinstance(world, World | None):
            raise UsageError(f"expected a World or None, got {quote(world)}")
        chosen = list_tools(TOOLS if tools is None else tools)
        self.time_limit_s = time_limit_s
        self.world = World() if world is None else world
        self.tools = {tool.name: tool for tool in chosen}
        self._failures: OrderedDict[bytes, tuple[int, ToolResult]] = OrderedDict()
        self._lock = Lock()

    def call(self, name: object, arguments: object) -> ToolResult:
        """Call a tool; failures are returned, never raised.

        Parameters
        ----------
        name
            The name of a tool.
        arguments
            An object or a JSON string.

        Returns
        -------
        ToolResult
            The result or the failure.
        """
        key = _call_key(name, arguments) if self._failures else b""
        with self._lock:
            failed, result = self._failures.get(key, (0, None))
        if result is None or failed < LAST_ATTEMPT - 1:
            result = dispatch_call(self.tools, name, arguments, self.world, self.time_limit_s)
        if result.failure is None:
            return result
        key = key or _call_key(name, arguments)
        with self._lock:
            # counted anew: the same call may have failed in another thread in the meantime
            attempt = self._failures.pop(key, (0, None))[0] + 1
            self._failures[key] = (attempt, result)
            if len(self._failures) > _MAX_REMEMBERED:
                self._failures.popitem(last=False)
        return result if attempt == 1 else failed_result(result.name, result.failure, attempt)

    @property
    def instructions(self) -> str:
        """Instructions for a model: what the map contains, and how failures read."""
        return write_instructions(self.world)


_SORTED_JSON = json.JSONEncoder(sort_keys=True, default=repr)


def _call_key(name: object, arguments: object) -> bytes:
    """Return a checksum of a call, which does not depend on the order of its arguments."""
    try:
        given = json.loads(arguments) if isinstance(arguments, str) else arguments
        encoded = _SORTED_JSON.encode(given)
    except (TypeError, ValueError, RecursionError):
        encoded = arguments if isinstance(arguments, str) else quote(arguments)
    return sha256(f"{name!r} {encoded}".encode(errors="surrogatepass")).digest()

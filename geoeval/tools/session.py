"""A conversation's calls: the tools it may use, its world, and an end to endless repetition."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable
from hashlib import sha256
from threading import Lock

from geoeval.errors import quote
from geoeval.tools.dispatch import dispatch
from geoeval.tools.failure import LAST_ATTEMPT
from geoeval.tools.guide import instructions
from geoeval.tools.registry import TOOLS
from geoeval.tools.result import ToolResult, failed
from geoeval.tools.time_limit import TIME_LIMIT_S, check_time_limit
from geoeval.tools.tool import Tool
from geoeval.world.model import World

_REMEMBERED = 256


class ToolSession:
    """Tools over a world, called one after the other in a conversation with a model.

    Parameters
    ----------
    world
        What is known: places, travel times, routes. None knows nothing, which is enough for
        coordinates.
    tools
        The tools that may be called; all by default.
    time_limit_s
        After how many seconds a call is stopped and fails for good; None for never. A single step
        in C is not stopped before it is done.

    Raises
    ------
    UsageError
        If the time limit is no number above 0.

    Notes
    -----
    A call that fails is remembered. Made again with the same arguments it is answered in other
    words, and from the third time on it is closed: it is answered without being made, while all
    other calls go on. The last 256 failing calls are remembered, by checksum, so that a server
    may run for months.

    Examples
    --------
    >>> session = ToolSession()
    >>> [session.call("haversine", {"origin": "0,0"}).failure.kind for _ in range(3)]
    ['fix_arguments', 'fix_arguments', 'final']
    """

    def __init__(
        self,
        world: World | None = None,
        tools: Iterable[Tool] | None = None,
        *,
        time_limit_s: float | None = TIME_LIMIT_S,
    ) -> None:
        check_time_limit(time_limit_s)
        self.time_limit_s = time_limit_s
        self.world = World() if world is None else world
        self.tools = TOOLS if tools is None else {tool.name: tool for tool in tools}
        self._failures: OrderedDict[bytes, tuple[int, ToolResult]] = OrderedDict()
        self._lock = Lock()

    def call(self, name: object, arguments: object) -> ToolResult:
        """Call a tool; nothing is raised.

        Parameters
        ----------
        name
            The name of a tool.
        arguments
            An object, or its JSON text.

        Returns
        -------
        ToolResult
            What it came to.
        """
        key = _key(name, arguments) if self._failures else b""
        with self._lock:
            attempts, result = self._failures.get(key, (0, None))
        if result is None or attempts < LAST_ATTEMPT - 1:
            result = dispatch(self.tools, name, arguments, self.world, self.time_limit_s)
        if result.failure is None:
            return result
        again = failed(result.name, result.failure, attempts + 1) if attempts else result
        key = key or _key(name, arguments)
        with self._lock:
            self._failures.pop(key, None)
            self._failures[key] = (attempts + 1, result)
            if len(self._failures) > _REMEMBERED:
                self._failures.popitem(last=False)
        return again

    @property
    def instructions(self) -> str:
        """What to tell a model before it calls tools: what the map holds, how failures read."""
        return instructions(self.world)


_SORTED = json.JSONEncoder(sort_keys=True, default=repr)


def _key(name: object, arguments: object) -> bytes:
    """Return what is the same for the same call, in whatever order its arguments come."""
    try:
        given = json.loads(arguments) if isinstance(arguments, str) else arguments
        told = _SORTED.encode(given)
    except (TypeError, ValueError, RecursionError):
        told = arguments if isinstance(arguments, str) else quote(arguments)
    return sha256(f"{name!r} {told}".encode(errors="surrogatepass")).digest()

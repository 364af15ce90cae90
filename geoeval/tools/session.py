"""A conversation's calls: the tools it may use, its world, and an end to endless repetition."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable
from hashlib import sha256
from threading import Lock

from geoeval.errors import quote
from geoeval.tools.dispatch import dispatch
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
    words, and the third time its result ends the loop: ``ToolResult.ends_loop`` and ``ended`` are
    true. The last 256 failing calls are remembered, by checksum, so that a server may run for
    months.

    Examples
    --------
    >>> session = ToolSession()
    >>> [session.call("haversine", {"origin": "0,0"}).ends_loop for _ in range(3)]
    [False, False, True]
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
        self.ended = False
        self._failures: OrderedDict[bytes, int] = OrderedDict()
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
        result = dispatch(self.tools, name, arguments, self.world, self.time_limit_s)
        if result.failure is None:
            return result
        key = _key(name, arguments)
        attempt = self._count(sha256(key.encode(errors="surrogatepass")).digest())
        again = failed(result.name, result.failure, attempt)
        self.ended = self.ended or again.ends_loop
        return again

    def _count(self, key: bytes) -> int:
        """Return how often a call has failed, and remember it."""
        with self._lock:
            attempt = self._failures.pop(key, 0) + 1
            self._failures[key] = attempt
            if len(self._failures) > _REMEMBERED:
                self._failures.popitem(last=False)
        return attempt


def _key(name: object, arguments: object) -> str:
    """Return what is the same for the same call, in whatever order its arguments come."""
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return f"{name!r} {arguments}"
    try:
        return f"{name!r} {json.dumps(arguments, sort_keys=True, default=repr)}"
    except (TypeError, ValueError, RecursionError):
        return f"{name!r} {quote(arguments)}"

"""What a call comes to: content for the model, or a failure that says what to do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from geoeval.tools.failure import Failure, advised

_WRITTEN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """The outcome of one call.

    Parameters
    ----------
    name
        The tool that was called.
    content
        What it returned, as JSON; ``{"error": …}`` if it failed.
    text
        The content as compact JSON, for the model to read.
    failure
        Why it failed; None if it did not.
    """

    name: str
    content: Mapping[str, object]
    text: str
    failure: Failure | None = None

    @property
    def ok(self) -> bool:
        """Whether the call succeeded."""
        return self.failure is None


def failed(name: str, failure: Failure, attempt: int = 1) -> ToolResult:
    r"""Return the result of a call that failed, for the first time or again.

    Examples
    --------
    >>> failure = Failure(kind="final", reason="no_route", message="no way leads there")
    >>> print(failed("TravelTime", failure).text.replace(',"', ',\n "'))
    {"error":{"kind":"final",
     "reason":"no_route",
     "message":"no way leads there",
     "advice":"The arguments were understood. Do not repeat this call."}}
    """
    told = advised(failure, attempt)
    known = {"message"} if told.arguments else None  # the faults say the same
    shape = told.model_dump(mode="json", exclude=known, exclude_defaults=True, exclude_none=True)
    return result_of(name, {"error": shape}, told)


def result_of(name: str, content: dict[str, object], failure: Failure | None = None) -> ToolResult:
    """Return a result in which no character is one that cannot be sent."""
    text = _WRITTEN.encode(content)
    sent = sendable(text)
    told = content if sent == text else json.loads(sent)
    return ToolResult(name=sendable(name), content=told, text=sent, failure=failure)


def sendable(text: str) -> str:
    r"""Return a text with a question mark for each half of a character, which UTF-8 lacks."""
    return text.encode(errors="replace").decode()

"""Results of calls: content for the model, or a failure that says whether it can be fixed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn

from pydantic import BaseModel, ConfigDict
from rapidfuzz import process

FailureKind = Literal["fix_arguments", "final"]

LAST_ATTEMPT = 3
"""The attempt at which a failing call is blocked."""

_MAX_LISTED = 12
_MAX_NEAREST = 5
_MIN_SIMILARITY = 55.0
_BLOCKED = (
    "This call is blocked: it failed three times with the same arguments and will not be run "
    "again. Other calls still work; if none can help, answer with what is known, or that it "
    "cannot be determined."
)
_ADVICE = {
    "fix_arguments": (
        "Call again with other arguments.",
        "The same arguments failed before. Change what is named above, or use another tool.",
        _BLOCKED,
    ),
    "unknown_place": (
        "If you know the intended place, call again with its name on the map or its coordinates.",
        "The same name failed before: it is not on the map. Continue without this place.",
        _BLOCKED,
    ),
    "final": (
        "The arguments were understood. Do not repeat this call.",
        "This call was made before, and its answer stays the same. Continue without it.",
        _BLOCKED,
    ),
}
_UNANSWERABLE = (
    "The map does not have this, and no other call returns it: {lacking}. If the question needs "
    "it, answer that it cannot be determined (unanswerable)."
)


class ArgumentFault(BaseModel):
    """An invalid argument: its path, the expected value, the value given and similar names."""

    model_config = ConfigDict(frozen=True)

    argument: str
    expected: str
    got: str | None = None
    nearest: tuple[str, ...] = ()


class Failure(BaseModel):
    """Why a call has no result.

    ``kind`` is "fix_arguments" if other arguments may succeed, and "final" if the arguments were
    understood and there is no answer. ``lacking`` names a fact or place that the map does not have
    and no other call returns. ``reason`` is a stable code, ``advice`` says what to do next, and
    ``attempt`` counts the failed calls with the same arguments.
    """

    model_config = ConfigDict(frozen=True)

    kind: FailureKind
    reason: str
    message: str
    arguments: tuple[ArgumentFault, ...] = ()
    lacking: str | None = None
    advice: str = ""
    attempt: int = 1


class CallFailed(Exception):  # noqa: N818 - not a bug: carries a failure to the caller
    """A tool has no result; ``failure`` says why. It is caught in ``geoeval.tools``."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def no_answer(reason: str, message: str, lacking: str | None = None) -> NoReturn:
    """Raise for a call whose arguments are valid but that has no answer."""
    raise CallFailed(Failure(kind="final", reason=reason, message=message, lacking=lacking))


def reject_argument(
    argument: str,
    expected: str,
    got: str | None = None,
    nearest: Sequence[str] = (),
    *,
    reason: str = "bad_arguments",
) -> NoReturn:
    """Raise for a call with an invalid argument."""
    fault = ArgumentFault(
        argument=argument, expected=expected, got=got, nearest=tuple(nearest)[:_MAX_LISTED]
    )
    raise CallFailed(failure_of([fault], reason))


def nearest_words(word: object, known: Sequence[str]) -> tuple[str, ...]:
    """Return the known words most similar to a word, most similar first."""
    if not isinstance(word, str):
        return ()
    close = process.extract(word, known, limit=_MAX_NEAREST, score_cutoff=_MIN_SIMILARITY)
    return tuple(match for match, _, _ in close)


def add_advice(failure: Failure, attempt: int = 1) -> Failure:
    """Return a failure with advice on what to do next, which differs for repeated failures."""
    kind = failure.kind if attempt < LAST_ATTEMPT else "final"
    repairable = failure.kind == "fix_arguments" and failure.reason in _ADVICE
    advised_for = failure.reason if repairable else failure.kind
    advice = _ADVICE[advised_for][min(attempt, LAST_ATTEMPT) - 1]
    if failure.lacking is not None:
        advice = f"{_UNANSWERABLE.format(lacking=failure.lacking)} {advice}"
    return failure.model_copy(update={"kind": kind, "advice": advice, "attempt": attempt})


def failure_of(faults: Sequence[ArgumentFault], reason: str) -> Failure:
    """Return the failure for some faulty arguments."""
    message = "; ".join(map(_format_fault, faults))
    return Failure(kind="fix_arguments", reason=reason, message=message, arguments=tuple(faults))


def _format_fault(fault: ArgumentFault) -> str:
    got = "nothing" if fault.got is None else fault.got
    near = f" (nearest: {', '.join(fault.nearest)})" if fault.nearest else ""
    return f"{fault.argument}: expected {fault.expected}, got {got}{near}"


_COMPACT_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """The outcome of one call.

    Parameters
    ----------
    name
        The tool that was called.
    content
        What it returned, as decoded JSON; ``{"error": …}`` if it failed.
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


def failed_result(name: str, failure: Failure, attempt: int = 1) -> ToolResult:
    r"""Return the result of a failed call."""
    advised = add_advice(failure, attempt)
    repeated = {"message"} if advised.arguments else None  # the faults contain it
    shape = advised.model_dump(
        mode="json", exclude=repeated, exclude_defaults=True, exclude_none=True
    )
    return result_of(name, {"error": shape}, advised)


def result_of(name: str, content: dict[str, object], failure: Failure | None = None) -> ToolResult:
    """Return a result without lone surrogates, which UTF-8 cannot encode."""
    text = _COMPACT_JSON.encode(content)
    sent = replace_surrogates(text)
    payload = content if sent == text else json.loads(sent)
    return ToolResult(name=replace_surrogates(name), content=payload, text=sent, failure=failure)


def replace_surrogates(text: str) -> str:
    r"""Return text with each lone surrogate replaced by a question mark."""
    return text.encode(errors="replace").decode()

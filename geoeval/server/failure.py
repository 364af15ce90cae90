"""Failures of requests, in the forms of Google's legacy and new services."""

from __future__ import annotations

from typing import Final, Literal

Status = Literal[
    "INVALID_REQUEST",
    "MALFORMED",
    "REQUEST_DENIED",
    "NOT_FOUND",
    "NO_SUCH_PATH",
    "NO_SUCH_METHOD",
    "TOO_LARGE",
    "MAX_ELEMENTS_EXCEEDED",
    "OVER_QUERY_LIMIT",
    "UNKNOWN_ERROR",
]

# Our status → legacy status and HTTP code, new status and HTTP code. The legacy services answer a
# well-formed request that breaks a rule with code 200, as clients expect.
_REPLY_CODES: Final[dict[Status, tuple[str, int, str, int]]] = {
    "INVALID_REQUEST": ("INVALID_REQUEST", 200, "INVALID_ARGUMENT", 400),
    "MALFORMED": ("INVALID_REQUEST", 400, "INVALID_ARGUMENT", 400),
    "REQUEST_DENIED": ("REQUEST_DENIED", 403, "PERMISSION_DENIED", 403),
    "NOT_FOUND": ("NOT_FOUND", 200, "NOT_FOUND", 404),
    "NO_SUCH_PATH": ("NOT_FOUND", 404, "NOT_FOUND", 404),
    "NO_SUCH_METHOD": ("INVALID_REQUEST", 405, "UNIMPLEMENTED", 405),
    "TOO_LARGE": ("INVALID_REQUEST", 413, "INVALID_ARGUMENT", 413),
    "MAX_ELEMENTS_EXCEEDED": ("MAX_ELEMENTS_EXCEEDED", 200, "INVALID_ARGUMENT", 400),
    "OVER_QUERY_LIMIT": ("OVER_QUERY_LIMIT", 200, "RESOURCE_EXHAUSTED", 429),
    "UNKNOWN_ERROR": ("UNKNOWN_ERROR", 500, "INTERNAL", 500),
}


class RequestFailure(Exception):  # noqa: N818 - an outcome, which becomes a reply
    """A request that cannot be answered, and why."""

    def __init__(self, message: str, status: Status) -> None:
        super().__init__(message)
        self.status: Status = status
        self.message = message


def failure_reply(path: str, failure: RequestFailure) -> tuple[int, dict[str, object]]:
    """Return the HTTP code and body for a failure, in the form of the service at a path."""
    legacy, legacy_code, new, code = _REPLY_CODES[failure.status]
    if path.startswith("/maps/"):
        return legacy_code, {"error_message": failure.message, "status": legacy}
    return code, {"error": {"code": code, "message": failure.message, "status": new}}

"""What a rule says of itself."""

from __future__ import annotations

from dataclasses import dataclass

from geoeval.verification.model import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A fault that verification can find, with its explanation.

    ``name`` states the fault; ``what`` says when it is reported, ``why`` what harm it does,
    ``example`` shows one, ``fix`` says what to do about it.
    """

    code: str
    name: str
    severity: Severity
    what: str
    why: str
    example: str
    fix: str

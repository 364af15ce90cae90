"""A baseline as people review it: one accepted finding per line."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.reporting.safe import cut
from geoeval.reporting.shapes import dump
from geoeval.verification.model import Acceptance

_MESSAGE_WIDTH = 160


def baseline_lines(accepted: Iterable[Acceptance]) -> list[str]:
    """Return the lines of a baseline, in an order that does not depend on that of a run.

    Parameters
    ----------
    accepted
        The accepted findings.

    Returns
    -------
    list of str
        One JSON object each, by code, id and fingerprint; long messages are cut.

    Examples
    --------
    >>> one = Acceptance(
    ...     code="GEO301", id=7, message="no", reason="old map", fingerprint="0123456789abcdef"
    ... )
    >>> print(*baseline_lines([one]))
    {"code": "GEO301", "id": 7, "message": "no", "reason": "old map", \
"fingerprint": "0123456789abcdef"}
    """
    return [
        dump(
            {
                "code": one.code,
                "id": one.id,
                "message": cut(one.message, _MESSAGE_WIDTH),
                "reason": one.reason,
                "fingerprint": one.fingerprint,
            }
        )
        for one in sorted(accepted, key=_place)
    ]


def _place(one: Acceptance) -> tuple[str, bool, int, str, str]:
    """Return what lines are sorted by: ids that are numbers stand in their order, and first."""
    number = one.id if isinstance(one.id, int) else 0
    return one.code, not isinstance(one.id, int), number, str(one.id), one.fingerprint

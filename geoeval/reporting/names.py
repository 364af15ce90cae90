"""The readable names that stand beside the codes of rules."""

from __future__ import annotations

from geoeval.verification.rules import RULES


def titled(code: str) -> str:
    """Return a code with the name of its rule; a code without a rule stands alone.

    Examples
    --------
    >>> titled("GEO101").startswith("GEO101 ")
    True
    """
    rule = RULES.get(code)
    return f"{code} {rule.name}" if rule is not None else code

"""All rules by their codes."""

from __future__ import annotations

from geoeval.errors import UsageError, quote
from geoeval.verification.answer_rules import LABEL_RULES, OPTION_RULES, code_of
from geoeval.verification.data_rules import CONTEXT_RULES, RECORD_RULES
from geoeval.verification.rule_model import Rule
from geoeval.verification.whole_rules import WHOLE_RULES

__all__ = ["RULES", "Rule", "code_of", "rule"]

RULES: dict[str, Rule] = {
    each.code: each
    for each in sorted(
        (*RECORD_RULES, *CONTEXT_RULES, *LABEL_RULES, *OPTION_RULES, *WHOLE_RULES),
        key=lambda rule: rule.code,
    )
}
"""Every rule, in the order of its code."""


def rule(code: str) -> Rule:
    """Return the rule of a code or name.

    Examples
    --------
    >>> rule("geo601").name
    'no-option-fits'
    >>> rule("GEO999")
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected the code or name of a rule, such as GEO301, got 'GEO999'
    """
    wanted = code.strip().casefold()
    for each in RULES.values():
        if wanted in {each.code.casefold(), each.name}:
            return each
    message = f"expected the code or name of a rule, such as GEO301, got {quote(code)}"
    raise UsageError(message)

"""The outcome of a text in one line: what is answered, the value, the verdict on the label."""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256

from geoeval.query.values import (
    Bearing,
    Clock,
    Compound,
    Derivation,
    Infeasible,
    Meetings,
    Names,
    Outcome,
    Quantity,
    Stays,
    Text,
    Value,
    YesNo,
)
from geoeval.verification.model import Answer, Item

VERDICT = " => "


def told(answer: Answer) -> str:
    """Return what is answered and why, and the value from which."""
    line: str = answer.status
    if answer.answer is not None:
        line += f" {answer.answer}"
    if answer.reason is not None:
        line += f" ({answer.reason})"
    return f"{line}{_came_to(answer.outcome)}"


def judged(item: Item) -> str:
    """Return an answer with the verdict on its label and the findings about it."""
    line = f"{told(item.answer)}{VERDICT}{item.verdict}"
    if item.reason is not None and item.reason != item.answer.reason:
        line += f" ({item.reason})"
    return " ".join([line, *(f"{found.code}:{found.cause or '-'}" for found in item.findings)])


def marked(answer: Answer, right: int) -> str:
    """Return an answer with how it compares with the right one."""
    mark = "right" if answer.answer == right else "silent" if answer.answer is None else "wrong"
    return f"{told(answer)}{VERDICT}{mark}"


def short(text: object) -> str:
    """Return a hash that tells texts, or JSON values made of them, apart."""
    return sha256(json.dumps(text, sort_keys=True).encode()).hexdigest()[:8]


def _came_to(outcome: Outcome | None) -> str:
    """Return what a query came to, if it came to anything but a reason."""
    if isinstance(outcome, Derivation):
        return f" | {_in_short(outcome.value)}"
    if isinstance(outcome, Infeasible):
        return f" | infeasible #{short(outcome.first_broken)}"
    return ""


def _in_short(value: Value) -> str:
    """Return a value with its figures rounded and its texts as hashes."""
    match value:
        case Quantity():
            known = f" ±{value.tolerance:.3g}" if value.tolerance else ""
            return f"{value.amount:.6g} {value.unit}{known}"
        case YesNo():
            return "yes" if value.yes else "no"
        case Clock():
            bound = "" if value.bound == "exact" else f" {value.bound}"
            return f"minute {value.minute}{bound}"
        case Bearing():
            return f"{value.degrees:.2f}°"
        case Text():
            return f"#{short(value.text)}"
        case Names():
            rank = f" rank {value.rank}" if value.rank != 1 else ""
            tied = f" tied {value.tied}" if value.tied != 1 else ""
            return f"{value.reading}{rank}{tied} of {len(value.names)} #{short(value.names)}"
        case Compound():
            return " and ".join(map(_in_short, value.parts))
        case Meetings():
            return f"meets {value.met} #{short(asdict(value))}"
        case Stays():
            return f"stays #{short(asdict(value))}"

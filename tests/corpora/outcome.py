"""The outcome of a text in one line: status, answer, value and the verdict on the label."""

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


def describe_answer(answer: Answer) -> str:
    """Return the status, answer, reason and value of an answer in one line."""
    line: str = answer.status
    if answer.answer is not None:
        line += f" {answer.answer}"
    if answer.reason is not None:
        line += f" ({answer.reason})"
    return f"{line}{_describe_outcome(answer.outcome)}"


def describe_item(item: Item) -> str:
    """Return the line of an answer with the verdict on its label and the findings about it."""
    line = f"{describe_answer(item.answer)}{VERDICT}{item.verdict}"
    if item.reason is not None and item.reason != item.answer.reason:
        line += f" ({item.reason})"
    return " ".join([line, *(f"{found.code}:{found.cause or '-'}" for found in item.findings)])


def describe_mark(answer: Answer, right: int) -> str:
    """Return the line of an answer with how it compares with the right option."""
    mark = "right" if answer.answer == right else "silent" if answer.answer is None else "wrong"
    return f"{describe_answer(answer)}{VERDICT}{mark}"


def short_hash(text: object) -> str:
    """Return a short hash of a text, or of a JSON value made of texts."""
    return sha256(json.dumps(text, sort_keys=True).encode()).hexdigest()[:8]


def _describe_outcome(outcome: Outcome | None) -> str:
    """Return the value or the infeasibility of a query, or an empty string."""
    if isinstance(outcome, Derivation):
        return f" | {_describe_value(outcome.value)}"
    if isinstance(outcome, Infeasible):
        return f" | infeasible #{short_hash(outcome.first_broken)}"
    return ""


def _describe_value(value: Value) -> str:
    """Return a value with its figures rounded and its texts hashed."""
    match value:
        case Quantity():
            tolerance = f" ±{value.tolerance:.3g}" if value.tolerance else ""
            return f"{value.amount:.6g} {value.unit}{tolerance}"
        case YesNo():
            return "yes" if value.yes else "no"
        case Clock():
            bound = "" if value.bound == "exact" else f" {value.bound}"
            return f"minute {value.minute}{bound}"
        case Bearing():
            return f"{value.degrees:.2f}°"
        case Text():
            return f"#{short_hash(value.text)}"
        case Names():
            rank = f" rank {value.rank}" if value.rank != 1 else ""
            tied = f" tied {value.tied}" if value.tied != 1 else ""
            return f"{value.reading}{rank}{tied} of {len(value.names)} #{short_hash(value.names)}"
        case Compound():
            return " and ".join(map(_describe_value, value.parts))
        case Meetings():
            return f"meets {value.met} #{short_hash(asdict(value))}"
        case Stays():
            return f"stays #{short_hash(asdict(value))}"

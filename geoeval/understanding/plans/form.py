"""Forms of sentences, and the choice of the one that accounts for every word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from geoeval.understanding.plans.statement import Kind, Part, Statement
from geoeval.understanding.question import NotUnderstood

Phrases = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Form:
    """A kind of sentence: what it says in fixed phrases, and the words that it knows besides.

    ``carries`` has by role the phrases of which one must be found, in the order of looking. A
    phrase is a row of slots: ``from|between`` is either word, ``a?`` may be left out, ``<clock>``
    is a mention of that kind. What one role has taken is not looked at by the next.
    """

    name: str
    carries: Mapping[str, Phrases]
    words: frozenset[str] = frozenset()

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every word that the form knows, those of its phrases too."""
        slots = (s.rstrip("?") for each in self.carries.values() for p in each for s in p.split())
        phrased = {word for slot in slots for word in slot.split("|") if word[0] != "<"}
        return self.words | phrased


class Said(NamedTuple):
    """A sentence read by a form: what was found for each of its roles."""

    form: str
    statement: Statement
    carried: dict[str, tuple[Part, ...]]

    def name(self, role: str) -> str:
        """Return the name in a role, or "" if the form has no such role."""
        parts = self.carried.get(role, ())
        return next((part.text for part in parts if part.kind == "name"), "")

    def figures(self, kind: Kind) -> list[int]:
        """Return the figures of one kind that are mentioned."""
        return [part.figure for part in self.statement.parts if part.kind == kind]

    def __str__(self) -> str:
        return str(self.statement)


def vocabulary_of(forms: Iterable[Form]) -> frozenset[str]:
    """Return every word that some forms know.

    Examples
    --------
    >>> sorted(vocabulary_of([Form(name="wait", carries={"until": ("until|till <clock>",)})]))
    ['till', 'until']
    """
    return frozenset[str]().union(*(form.vocabulary for form in forms))


def read_by(statement: Statement, forms: tuple[Form, ...]) -> Said | None:
    """Return what a sentence says by the first form that accounts for all of it, if any."""
    fit = _first_fit(statement.skeleton, forms)
    if fit is None:
        return None
    form, roles = fit
    parts = statement.parts
    return Said(form, statement, {role: tuple(parts[i] for i in at) for role, at in roles.items()})


def unread(statement: Statement, forms: Sequence[Form]) -> tuple[str, ...]:
    """Return the words that no form knows, of a sentence that none accounts for.

    Where every single word is known, it is their combination that is not: all of them.
    """
    known = vocabulary_of(forms)
    left = tuple(word for word in statement.words if word not in known)
    return left or tuple(part.text for part in statement.parts)


@lru_cache(maxsize=4096)
def _first_fit(
    skeleton: str, forms: tuple[Form, ...]
) -> tuple[str, Mapping[str, tuple[int, ...]]] | None:
    """Return the first form that accounts for a skeleton, and by role the parts it carries."""
    fits = ((form.name, _fit(skeleton, form)) for form in forms)
    return next(((name, roles) for name, roles in fits if roles is not None), None)


def _fit(skeleton: str, form: Form) -> dict[str, tuple[int, ...]] | None:
    """Return by role which parts of a skeleton a form carries, if it accounts for all of it."""
    left, parts = skeleton, skeleton.split()
    roles: dict[str, tuple[int, ...]] = {}
    for role, phrases in form.carries.items():
        match = _pattern(phrases).search(left)
        if match is None:
            return None
        first = left.count(" ", 0, match.start())
        roles[role] = tuple(range(first, first + match[0].count(" ")))
        taken = "".join(" " if mark == " " else "." for mark in match[0])
        left = f"{left[: match.start()]}{taken}{left[match.end() :]}"
    carried = {i for at in roles.values() for i in at}
    others = (part for i, part in enumerate(parts) if i not in carried)
    return roles if all(part in form.words for part in others) else None


@lru_cache(maxsize=256)
def _pattern(phrases: Phrases) -> re.Pattern[str]:
    """Return the pattern that finds the first of some phrases in a skeleton."""
    found = (
        "".join(
            f"(?:(?:{slot.rstrip('?')}) ){'?' if slot.endswith('?') else ''}"
            for slot in phrase.split()
        )
        for phrase in phrases
    )
    return re.compile(rf"(?<![^ ])(?:{'|'.join(found)})")


class UnreadStep(Exception):  # noqa: N818 - not an error of the caller: a finding on its way up
    """A sentence of a plan cannot be read as a step; its text says which and what was expected."""

    def __init__(self, sentence: Statement, example: str) -> None:
        super().__init__(f'expected a step of a plan, such as "{example}", got {sentence}')


class NotStated(Exception):  # noqa: N818 - not an error of the caller: an absence on its way up
    """A prompt does not state a whole problem; ``why`` says what is in the way."""

    def __init__(self, why: NotUnderstood) -> None:
        super().__init__(why.detail)
        self.why = why


def missing(what: str) -> NotStated:
    """Return the reason that a fact is stated nowhere."""
    return NotStated(NotUnderstood(reason="fact missing", detail=f"expected {what}, got none"))


def conflict(what: str, *statements: object) -> NotStated:
    """Return the reason that statements do not go together, or that one cannot hold."""
    detail = ": ".join([what, *(["; ".join(map(str, statements))] if statements else [])])
    return NotStated(NotUnderstood(reason="facts conflict", detail=detail))


def not_read(left: Sequence[tuple[Statement, tuple[str, ...]]]) -> NotStated:
    """Return the reason that sentences are not read, with the words left over."""
    shown = "; ".join(str(statement) for statement, _ in left[:3])
    more = f"; and {len(left) - 3} more" if len(left) > 3 else ""
    words = tuple(word for _, rest in left for word in rest)
    detail = f"not read: {shown}{more}"
    return NotStated(NotUnderstood(reason="words unexplained", unexplained=words, detail=detail))


def told_by_form(statements: Iterable[Statement], forms: tuple[Form, ...]) -> dict[str, list[Said]]:
    """Return what sentences say, by the name of their form."""
    told: dict[str, list[Said]] = {}
    left = []
    for statement in statements:
        said = read_by(statement, forms)
        if said is None:
            left.append((statement, unread(statement, forms)))
        else:
            told.setdefault(said.form, []).append(said)
    if left:
        raise not_read(left)
    return told

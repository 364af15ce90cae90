"""Forms of sentences, and the choice of the one that accounts for every word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from geoeval.understanding.plans.statement import Kind, Statement
from geoeval.understanding.question import NotUnderstood

Shape = tuple[Kind, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A kind of sentence: the shapes it may have, the words it knows, one of which it needs."""

    name: str
    shapes: tuple[Shape, ...]
    words: frozenset[str]
    needs: frozenset[str] = frozenset()

    def takes(self, statement: Statement) -> bool:
        """Return whether a sentence has the shape, and a word that tells it from others."""
        known = not self.needs or not self.needs.isdisjoint(statement.words)
        return known and statement.shape in self.shapes


def form_of(statement: Statement, forms: Sequence[Form]) -> str | None:
    """Return the name of the first form that accounts for a whole sentence, if any."""
    return next((f.name for f in forms if f.takes(statement) and not _left(statement, f)), None)


def unread(statement: Statement, forms: Sequence[Form]) -> tuple[str, ...]:
    """Return what no form can carry of a sentence that none accounts for: the fewest words.

    Where every single word is known, it is their combination that is not: all of them.
    """
    taking = [form for form in forms if form.takes(statement)] or list(forms)
    left = min((_left(statement, form) for form in taking), key=len)
    return left or tuple(part.text for part in statement.parts)


def _left(statement: Statement, form: Form) -> tuple[str, ...]:
    """Return the words that a form does not know."""
    return tuple(word for word in statement.words if word not in form.words)


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
    """Return the reason that two statements do not go together."""
    detail = f"{what}: {'; '.join(map(str, statements))}"
    return NotStated(NotUnderstood(reason="facts conflict", detail=detail))


def not_read(left: Sequence[tuple[Statement, tuple[str, ...]]]) -> NotStated:
    """Return the reason that sentences are not read, with the words left over."""
    shown = "; ".join(str(statement) for statement, _ in left[:3])
    more = f"; and {len(left) - 3} more" if len(left) > 3 else ""
    words = tuple(word for _, rest in left for word in rest)
    detail = f"not read: {shown}{more}"
    return NotStated(NotUnderstood(reason="words unexplained", unexplained=words, detail=detail))

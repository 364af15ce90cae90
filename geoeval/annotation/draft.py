"""A draft of a question, and the proof of its label."""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Literal

from geoeval.datasets.records import UNANSWERABLE, Question, Record, Span
from geoeval.errors import quote
from geoeval.query.describe import describe
from geoeval.query.values import Derivation, Illustration, Infeasible
from geoeval.reporting.safe import safe_line
from geoeval.reporting.wording import (
    describe_basis,
    format_answer,
    format_margin,
    format_option,
    in_words,
)
from geoeval.understanding.readings import NO_FRAME
from geoeval.verification.answering import ALONE, Run, answer_record
from geoeval.verification.contexts import names_by_point, read_contexts
from geoeval.verification.kept.entries import KeptQuery
from geoeval.verification.kept.matching import with_entry
from geoeval.verification.model import Item, Verdict
from geoeval.verification.run import judge_record
from geoeval.world.model import World

_SPAN_FILE = "drafts"
_QUOTED = re.compile(r'"([^"]+)"')
Standing = Literal["empty", "incomplete"] | Verdict
"""The state of a draft: what is left to write, or the verdict on its label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A question that may be incomplete.

    ``label`` is the zero-based index of the right option, -1 for unanswerable, None if it is not
    chosen yet. ``world`` is the explicit world of an imported record, not validated, if it has one.
    """

    id: int | str
    text: str = ""
    options: tuple[str, ...] = ()
    label: int | None = None
    context: str = ""
    category: str | None = None
    world: object = None

    @property
    def used_options(self) -> tuple[str, ...]:
        """The options without the empty ones at the end, which pad tables."""
        used = max((at + 1 for at, each in enumerate(self.options) if each.strip()), default=0)
        return self.options[:used]

    @property
    def missing(self) -> tuple[str, ...]:
        """What the draft needs before it is a record."""
        used = self.used_options
        fields = {
            "a question": bool(self.text.strip()),
            "two options": len(used) >= 2 and all(each.strip() for each in used),
            "options that differ": len({" ".join(each.split()) for each in used}) == len(used),
            "the right option": self.label is not None and UNANSWERABLE <= self.label < len(used),
        }
        return tuple(what for what, there in fields.items() if not there)

    def record(self, world: World | None = None) -> Record:
        """Return the draft as a record, about ``world`` if it states no facts of its own."""
        record = Record(
            question=Question(id=self.id, text=self.text, options=self.options),
            context=self.context,
            label=self.label,
            category=self.category,
            span=Span(file=_SPAN_FILE),
            world=self.world,
        )
        return record if world is None else record.about(world)


def letter_of(option: int | None) -> str:
    """Return the name of an option on the pages: a letter, "unanswerable" or "none"."""
    if option is None:
        return "none"
    return (
        "unanswerable"
        if option < 0
        else ascii_uppercase[option]
        if option < len(ascii_uppercase)
        else str(option)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The reading of a draft, the computed answer, and the verdict on its label.

    ``entry`` is the kept query that was used, if there is one. ``doubts`` are words of the question
    that are not explained or may change its meaning, ``unread`` the lines of the context that could
    not be read, and ``world`` the known facts.
    """

    draft: Draft
    item: Item
    world: World
    entry: KeptQuery | None
    doubts: tuple[str, ...]
    unread: tuple[str, ...]

    @property
    def is_reviewed(self) -> bool:
        """Whether an author has decided on the query."""
        return self.entry is not None and self.entry.reviewed

    @property
    def standing(self) -> Standing:
        """The state of the draft."""
        if not self.draft.text.strip():
            return "empty"
        return "incomplete" if self.draft.missing else self.item.verdict

    @property
    def sentence(self) -> str | None:
        """What the question asks for according to its reading; None without a reading."""
        query = self.item.answer.query
        return None if query is None else safe_line(describe(query))

    @property
    def answer(self) -> str:
        """The computed answer, independent of the label."""
        if self.has_unknown_form:
            return "none"
        answer = self.item.answer
        answer_text = format_answer(answer, self.draft.options)
        if answer.answer is None:
            return answer_text
        return answer_text.replace(
            format_option(answer.answer, self.draft.options), self._format_option(answer.answer)
        )

    @property
    def basis(self) -> tuple[tuple[str, str], ...]:
        """All that the reading and the computation rest on, each with its kind."""
        kept = {} if self.entry is None or self.is_reviewed else self.entry.basis
        conventions = getattr(self.item.answer.outcome, "conventions", ())
        lines = [*describe_basis(kept, self.draft.options)]
        lines += describe_basis(self.item.answer.basis, self.draft.options)
        lines += [
            ("spelling", f'"{safe_line(word)}" is read as "{safe_line(other)}"')
            for word, other in self.item.answer.corrections
        ]
        lines += [
            ("by convention", f"{in_words(one)} = {in_words(how)}") for one, how in conventions
        ]
        return tuple(dict.fromkeys(lines))

    @property
    def has_unknown_form(self) -> bool:
        """Whether the question has none of the forms that are read."""
        return self.item.answer.reason == NO_FRAME

    @property
    def marks(self) -> tuple[str, ...]:
        """The words of the question that are in doubt, rest on an assumption or are misspelt."""
        assumed = (text for kind, text in self.basis if kind == "assumes")
        misspelt = (word for word, _ in self.item.answer.corrections)
        words = (word for text in assumed for word in _QUOTED.findall(text))
        return (*self.doubts, *words, *misspelt)

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of the derivation."""
        outcome = self.item.answer.outcome
        return outcome.steps if isinstance(outcome, Derivation | Infeasible) else ()

    @property
    def illustration(self) -> Illustration | None:
        """What a map shows of the derivation; None if there is none."""
        outcome = self.item.answer.outcome
        return outcome.illustration if isinstance(outcome, Derivation | Infeasible) else None

    @property
    def verdict(self) -> str:
        """The verdict on the label in a sentence."""
        match self.standing:
            case "empty":
                return "Write a question."
            case "incomplete":
                return f"Still missing: {', '.join(self.draft.missing)}."
            case "supported":
                margin = self.item.margin
                ahead = (
                    ""
                    if margin is None
                    else f", by {format_margin(margin, self.item.answer.value)}"
                )
                return f"Supported: {self._format_option(self.draft.label)} follows{ahead}."
            case "contradicted" | "ambiguous" | "conditional" as verdict:
                why = next((safe_line(each.message) for each in self.item.findings), "")
                return f"{verdict.capitalize()}: {why}."
            case _ if self.has_unknown_form:
                return "Not checkable: it is not clear what the question asks for."
            case _:
                return f"Not checkable: {in_words(self.item.reason or 'no reason')}."

    def _format_option(self, index: int | None) -> str:
        return "unanswerable" if index is None or index < 0 else quote(self.draft.options[index])


def prove_draft(draft: Draft, world: World | None = None, entry: KeptQuery | None = None) -> Proof:
    """Prove a draft from its own facts, or from a world if it states none.

    A query kept for the draft is used if there is one; otherwise the readers of ``geoeval verify``
    read the question.
    """
    used = entry if entry is not None and (entry.reviewed or entry.query is not None) else None
    record = with_entry(draft.record(world), used)
    (context,) = read_contexts([record]).values()
    answer = answer_record(record, context, Run(front_ends=()) if used else ALONE)
    item = judge_record(record, answer, context, names_by_point([context]))
    kept = () if used is None or used.reviewed else used.doubts
    doubts = (*answer.unexplained, *answer.doubts, *kept)
    return Proof(
        draft=draft,
        item=item,
        world=context.world,
        entry=used,
        doubts=tuple(dict.fromkeys(doubts)),
        unread=tuple(f"line {each.line}: {safe_line(each.why)}" for each in context.unread),
    )

"""The desk of an annotator: drafts, a map, the queries kept for them, and what they come to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from geoeval.annotation.draft import Draft, Proof, Standing, prove_draft
from geoeval.annotation.store import BlindAnswer, DraftStore
from geoeval.datasets.records import Record
from geoeval.evaluation.shares import Agreement, measure_agreement
from geoeval.query.algebra import Query
from geoeval.verification.kept.decisions import (
    QueriesFile,
    accept_entry,
    edit_entry,
    reject_entry,
    unread_entry,
)
from geoeval.verification.kept.entries import KeptQuery, Reading, question_fingerprint
from geoeval.verification.kept.matching import formalize
from geoeval.world.model import World
from geoeval.world.store.reading import MapFile

WORST_FIRST: tuple[Standing, ...] = (
    "contradicted",
    "ambiguous",
    "conditional",
    "undetermined",
    "incomplete",
    "empty",
    "supported",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A question that was answered by others than the author of its label."""

    draft: Draft
    answers: tuple[BlindAnswer, ...]

    @property
    def differs(self) -> bool:
        """Whether somebody answered otherwise than the label said, which is not settled yet."""
        return any(each.option != each.label and not each.settled for each in self.answers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exportable:
    """The questions of an export, and those that it leaves out, each with the reason."""

    drafts: tuple[Draft, ...]
    left_out: tuple[tuple[int | str, str], ...]


class Desk:
    """Everything that the page works with; its methods may be called from any thread."""

    def __init__(
        self,
        store: DraftStore,
        queries: QueriesFile,
        map_file: MapFile | None = None,
        world: World | None = None,
    ) -> None:
        self.store = store
        self.map_file = map_file
        self._queries = queries
        self._world = world
        self._lock = threading.RLock()
        self._proofs: dict[str, tuple[Draft, KeptQuery | None, Proof]] = {}

    @property
    def queries_path(self) -> Path:
        """The file of the queries that are reviewed."""
        return self._queries.path

    @property
    def world(self) -> World | None:
        """What is known where a question states no facts of its own."""
        return self._world

    def entry(self, draft: Draft) -> KeptQuery | None:
        """Return the query kept for a draft as it is now."""
        with self._lock:
            return self._queries.of([draft.record()]).entries[0]

    def prove(self, draft: Draft) -> Proof:
        """Return what a draft comes to; the same one is not proved twice in a row."""
        entry, name = self.entry(draft), str(draft.id)
        known = self._proofs.get(name)
        if known is not None and known[:2] == (draft, entry):
            return known[2]
        proof = prove_draft(draft, self._world, entry)
        self._proofs[name] = draft, entry, proof
        return proof

    def worst_first(self, progress: Callable[[int, int], None] | None = None) -> tuple[Proof, ...]:
        """Return what all drafts come to, the worst verdicts first."""
        drafts = self.store.drafts()
        proofs = []
        for done, draft in enumerate(drafts, start=1):
            proofs.append(self.prove(draft))
            if progress is not None:
                progress(done, len(drafts))
        return tuple(sorted(proofs, key=lambda each: WORST_FIRST.index(each.standing)))

    def accept(self, draft: Draft, by: str) -> KeptQuery:
        """Keep that the query of a question is the one that is meant."""
        return self._store_decision(
            draft, lambda entry: accept_entry(entry if entry.by else _with_author(entry, by))
        )

    def reject(self, draft: Draft, why: str = "") -> KeptQuery:
        """Keep that the query of a question is not the one that is meant."""
        return self._store_decision(draft, lambda entry: reject_entry(entry, why))

    def edit(self, draft: Draft, query: Query | None, by: str, remark: str = "") -> KeptQuery:
        """Keep another query for a question, which counts as reviewed."""
        reading = Reading(query=query, remark=remark)
        return self._store_decision(
            draft, lambda entry: accept_entry(edit_entry(entry, reading, by))
        )

    def reopen(self, draft: Draft) -> None:
        """Take back that the query of a question is reviewed; a rejected one is read again."""
        entry = self.entry(draft)
        if entry is not None:
            with self._lock:
                self._queries.put(replace(entry, reviewed=False))

    def to_answer(self, by: str) -> tuple[Draft, ...]:
        """Return the complete questions that somebody neither wrote nor has answered."""
        return tuple(
            draft
            for draft in self.store.drafts()
            if not draft.lacks
            and self.store.author(draft.id) != by
            and all(each.by != by for each in self._draft_answers(draft))
        )

    def answer(self, draft: Draft, by: str, option: int) -> None:
        """Keep what somebody answers without having seen the label."""
        self.store.answer(draft.id, by, _question_fingerprint(draft), option, draft.label)

    def settle(self, found: Disagreement, option: int | None, by: str) -> None:
        """Make an answer the label of a question that was answered in several ways."""
        self.store.save(replace(found.draft, label=option), by, "settled")
        self.store.settle(found.draft.id)

    def answered(self) -> tuple[Disagreement, ...]:
        """Return the questions that others have answered, those they disagree on first."""
        found = [
            Disagreement(draft=draft, answers=answers)
            for draft in self.store.drafts()
            if not draft.lacks and (answers := self._draft_answers(draft))
        ]
        return tuple(sorted(found, key=lambda each: not each.differs))

    def agreement(self) -> Agreement:
        """Return how often blind answers agree with the labels of their time."""
        pairs = [(one.label, one.option) for each in self.answered() for one in each.answers]
        return measure_agreement([first for first, _ in pairs], [second for _, second in pairs])

    def exportable(self, *, also_wrong: bool = False) -> Exportable:
        """Return the complete questions, without those of a contradicted label unless asked."""
        drafts: list[Draft] = []
        left_out: list[tuple[int | str, str]] = []
        for draft in self.store.drafts():
            if draft.lacks:
                left_out.append((draft.id, f"lacks {', '.join(draft.lacks)}"))
            elif not also_wrong and self.prove(draft).standing == "contradicted":
                left_out.append((draft.id, "its label is contradicted"))
            else:
                drafts.append(draft)
        return Exportable(drafts=tuple(drafts), left_out=tuple(left_out))

    def kept_queries(self, drafts: Iterable[Draft]) -> tuple[KeptQuery, ...]:
        """Return the queries of some drafts: those reviewed, and how the rules read the others."""
        with self._lock:
            entries = self._queries.entries
        return formalize([draft.record(self._world) for draft in drafts], entries).entries

    def _store_decision(self, draft: Draft, decide: Callable[[KeptQuery], KeptQuery]) -> KeptQuery:
        """Put a decision on the query of a draft into the file; entries for earlier forms go."""
        with self._lock:
            record = draft.record()
            found = self._queries.of([record])
            entry = found.entries[0]
            if entry is None or not (entry.reviewed or entry.query):
                entry = self._read_query(record) or unread_entry(record)
            decided = decide(entry)
            stale = [old for old, _ in found.stale]
            self._queries.put(decided, entry, *stale)
            return decided

    def _read_query(self, record: Record) -> KeptQuery | None:
        about = record if self._world is None else record.about(self._world)
        return formalize([about]).entries[0]

    def _draft_answers(self, draft: Draft) -> tuple[BlindAnswer, ...]:
        return self.store.answers(draft.id, _question_fingerprint(draft))


def _question_fingerprint(draft: Draft) -> str:
    return question_fingerprint(draft.record().question)


def _with_author(entry: KeptQuery, by: str) -> KeptQuery:
    return replace(entry, by=by)

"""The desk of an annotator: drafts, a map, the queries kept for the drafts, and their proofs."""

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
    """A question answered by people other than the author of its label."""

    draft: Draft
    answers: tuple[BlindAnswer, ...]

    @property
    def differs(self) -> bool:
        """Whether an answer differs from its label and the difference is not settled yet."""
        return any(answer.option != answer.label and not answer.settled for answer in self.answers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exportable:
    """The questions of an export, and the ids of those left out, each with the reason."""

    drafts: tuple[Draft, ...]
    left_out: tuple[tuple[int | str, str], ...]


class Desk:
    """The state behind the pages; its methods may be called from any thread."""

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
        """The path of the file with the reviewed queries."""
        return self._queries.path

    @property
    def world(self) -> World | None:
        """The world of questions that state no facts of their own."""
        return self._world

    def entry(self, draft: Draft) -> KeptQuery | None:
        """Return the query kept for the current form of a draft, if there is one."""
        with self._lock:
            return self._queries.of([draft.record()]).entries[0]

    def prove(self, draft: Draft) -> Proof:
        """Return the proof of a draft, computed again only if the draft or its query changed."""
        entry, name = self.entry(draft), str(draft.id)
        known = self._proofs.get(name)
        if known is not None and known[:2] == (draft, entry):
            return known[2]
        proof = prove_draft(draft, self._world, entry)
        self._proofs[name] = draft, entry, proof
        return proof

    def worst_first(self, progress: Callable[[int, int], None] | None = None) -> tuple[Proof, ...]:
        """Return the proofs of all drafts, worst verdicts first."""
        drafts = self.store.drafts()
        proofs = []
        for done, draft in enumerate(drafts, start=1):
            proofs.append(self.prove(draft))
            if progress is not None:
                progress(done, len(drafts))
        return tuple(sorted(proofs, key=lambda proof: WORST_FIRST.index(proof.standing)))

    def accept(self, draft: Draft, by: str) -> KeptQuery:
        """Record that the query of a question is the intended one."""
        return self._store_decision(
            draft, lambda entry: accept_entry(entry if entry.by else replace(entry, by=by))
        )

    def reject(self, draft: Draft, why: str = "") -> KeptQuery:
        """Record that the query of a question is not the intended one."""
        return self._store_decision(draft, lambda entry: reject_entry(entry, why))

    def edit(self, draft: Draft, query: Query | None, by: str, remark: str = "") -> KeptQuery:
        """Store another query for a question, and mark it as reviewed."""
        reading = Reading(query=query, remark=remark)
        return self._store_decision(
            draft, lambda entry: accept_entry(edit_entry(entry, reading, by))
        )

    def reopen(self, draft: Draft) -> None:
        """Mark the query of a question as not reviewed; a rejected question is read again."""
        entry = self.entry(draft)
        if entry is not None:
            with self._lock:
                self._queries.put(replace(entry, reviewed=False))

    def to_answer(self, by: str) -> tuple[Draft, ...]:
        """Return the complete questions that an annotator has neither written nor answered."""
        return tuple(
            draft
            for draft in self.store.drafts()
            if not draft.missing
            and self.store.author(draft.id) != by
            and all(each.by != by for each in self._draft_answers(draft))
        )

    def answer(self, draft: Draft, by: str, option: int) -> None:
        """Store the answer of an annotator who has not seen the label."""
        self.store.answer(draft.id, by, _question_fingerprint(draft), option, draft.label)

    def settle(self, disagreement: Disagreement, option: int | None, by: str) -> None:
        """Make an option the label of a question, which settles its differing answers."""
        self.store.save(replace(disagreement.draft, label=option), by, "settled")
        self.store.settle(disagreement.draft.id)

    def answered(self) -> tuple[Disagreement, ...]:
        """Return the questions that others have answered, disagreements first."""
        disagreements = [
            Disagreement(draft=draft, answers=answers)
            for draft in self.store.drafts()
            if not draft.missing and (answers := self._draft_answers(draft))
        ]
        return tuple(sorted(disagreements, key=lambda each: not each.differs))

    def agreement(self) -> Agreement:
        """Return the agreement of blind answers with the labels at the time of each answer."""
        pairs = [
            (answer.label, answer.option)
            for disagreement in self.answered()
            for answer in disagreement.answers
        ]
        return measure_agreement([first for first, _ in pairs], [second for _, second in pairs])

    def exportable(self, *, also_wrong: bool = False) -> Exportable:
        """Return the complete questions; contradicted labels only with ``also_wrong``."""
        drafts: list[Draft] = []
        left_out: list[tuple[int | str, str]] = []
        for draft in self.store.drafts():
            if draft.missing:
                left_out.append((draft.id, f"missing: {', '.join(draft.missing)}"))
            elif not also_wrong and self.prove(draft).standing == "contradicted":
                left_out.append((draft.id, "its label is contradicted"))
            else:
                drafts.append(draft)
        return Exportable(drafts=tuple(drafts), left_out=tuple(left_out))

    def kept_queries(self, drafts: Iterable[Draft]) -> tuple[KeptQuery, ...]:
        """Return the queries of drafts: those reviewed, and for the others those read by rules."""
        with self._lock:
            entries = self._queries.entries
        return formalize([draft.record(self._world) for draft in drafts], entries).entries

    def _store_decision(self, draft: Draft, decide: Callable[[KeptQuery], KeptQuery]) -> KeptQuery:
        """Write a decision on a draft's query to the file, and drop entries for earlier forms."""
        with self._lock:
            record = draft.record()
            matches = self._queries.of([record])
            entry = matches.entries[0]
            if entry is None or not (entry.reviewed or entry.query):
                entry = self._read_query(record) or unread_entry(record)
            decided = decide(entry)
            stale = [old for old, _ in matches.stale]
            self._queries.put(decided, entry, *stale)
            return decided

    def _read_query(self, record: Record) -> KeptQuery | None:
        about = record if self._world is None else record.about(self._world)
        return formalize([about]).entries[0]

    def _draft_answers(self, draft: Draft) -> tuple[BlindAnswer, ...]:
        return self.store.answers(draft.id, _question_fingerprint(draft))


def _question_fingerprint(draft: Draft) -> str:
    return question_fingerprint(draft.record().question)

"""Questions read once: their queries, to be kept beside the dataset and reviewed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from geoeval.datasets.records import Record
from geoeval.query.conventions import DEFAULT
from geoeval.understanding.front_end import RULES, FrontEnd
from geoeval.understanding.readings import passed_over
from geoeval.verification.contexts import context_key, read_contexts
from geoeval.verification.in_context import answer_records
from geoeval.verification.kept.entry import KeptQuery, fingerprint, id_of
from geoeval.verification.kept.use import matched
from geoeval.verification.model import Answer
from geoeval.world.model import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Formalized:
    """The entries to keep: those of the questions in their order, then those kept aside.

    ``stale`` are the reviewed entries of questions that have changed since, ``gone`` the entries
    of questions that are no longer there.
    """

    entries: tuple[KeptQuery, ...]
    stale: tuple[KeptQuery, ...] = ()
    gone: tuple[KeptQuery, ...] = ()

    @property
    def all(self) -> tuple[KeptQuery, ...]:
        """All of them, as they are written."""
        return (*self.entries, *self.stale, *self.gone)


def formalize(
    records: Sequence[Record],
    kept: Iterable[KeptQuery] = (),
    front_ends: Sequence[FrontEnd] = (RULES,),
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Formalized:
    """Read the questions of records, but those whose reading is reviewed.

    Examples
    --------
    >>> from geoeval.datasets.load import load_records
    >>> facts = {"places": [{"name": "Old Mill"}, {"name": "Fig Hall"}]}
    >>> record = {"question": "How far is Fig Hall from Old Mill as the crow flies?",
    ...           "options": ["1 km", "2 km"], "world": facts}
    >>> (entry,) = formalize(load_records([record]).records).entries
    >>> entry.sentence, entry.by, entry.reviewed
    ('the straight-line distance between Old Mill and Fig Hall', 'rules', False)
    """
    known = matched(records, kept)
    pairs = list(zip(records, known.entries, strict=True))
    unread = [record for record, entry in pairs if entry is None or not entry.reviewed]
    contexts = read_contexts(unread)
    answers = iter(answer_records(unread, contexts, DEFAULT, front_ends, jobs))
    entries: dict[tuple[str, str], KeptQuery] = {}
    for done, (record, earlier) in enumerate(pairs, start=1):
        entry = earlier
        if entry is None or not entry.reviewed:
            entry = _read(record, next(answers), contexts[context_key(record)].world)
            if entry.query is None and earlier is not None and earlier.query is not None:
                entry = earlier
        entries.setdefault((str(entry.id), entry.fingerprint), entry)
        if progress is not None:
            progress(done, len(pairs))
    return Formalized(
        entries=tuple(entries.values()),
        stale=tuple(entry for entry, _ in known.stale if entry.reviewed),
        gone=known.gone,
    )


def _read(record: Record, answer: Answer, world: World) -> KeptQuery:
    """Return the entry of a question that was read just now."""
    by_rules = answer.understood_by == RULES.name
    reason = None
    if answer.query is None:
        told = ", ".join(answer.unexplained) or answer.detail
        reason = f"{answer.reason}: {told}" if told else answer.reason
    return KeptQuery(
        id=id_of(record),
        fingerprint=fingerprint(record.question),
        query=answer.query,
        reason=reason,
        by=answer.understood_by,
        doubts=(*(passed_over(record.question, world) if by_rules else ()), *answer.assumptions),
    )

"""Questions are read once, and reviewed entries never change."""

from __future__ import annotations

from dataclasses import replace

from geoeval.datasets.records import Question, Record
from geoeval.query.solve import parse_query
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.understand import FrontEnd
from geoeval.verification.answering import Run
from geoeval.verification.kept.matching import formalize
from geoeval.world.model import World
from tests.queries import value
from tests.verification.builders import record

FAR = "How far is Ox Inn from Old Mill as the crow flies?"
HOW_FAR = record("5 km", "11 km", label=1, text=FAR)
UNREADABLE = record("5 km", "11 km", label=1, text="Zorgle the quumble?", name=2)
OTHER = parse_query(value("distance", origin="Ox Inn", destination="Fig Hall"))


def reads_all(_question: Question, _world: World) -> object:
    """Read every question as the same query."""
    return OTHER


def reads_none(_question: Question, _world: World) -> NotUnderstood:
    """Reject every question."""
    return NotUnderstood(reason="model_gave_up", detail="too hard")


READS_ALL = FrontEnd(name="seer", understand=reads_all)  # type: ignore[arg-type] # a query at run time
READS_NONE = FrontEnd(name="sloth", understand=reads_none)


def test_unread_questions_have_an_entry_with_the_reason() -> None:
    """Questions that are read keep the query and who read it."""
    found = formalize([HOW_FAR, UNREADABLE])
    far, unread = found.entries
    assert (far.id, far.by, far.reviewed) == (1, "rules", False)
    assert far.sentence == "the straight-line distance between Old Mill and Ox Inn"
    assert (unread.query, unread.by) == (None, None)
    assert unread.reason == "words unexplained: zorgle, quumble"
    (rejected,) = formalize([UNREADABLE], run=Run(front_ends=(READS_NONE,))).entries
    assert rejected.reason == "model_gave_up: too hard"


def test_record_queries_are_kept_too() -> None:
    """The entry names the record as its source."""
    own = record("5 km", "11 km", label=1, query=value("distance", origin="Ox Inn",
                 destination="Fig Hall"))  # fmt: skip
    (entry,) = formalize([own], run=Run(front_ends=(READS_NONE,))).entries
    assert (entry.query, entry.by) == (OTHER, "record")


def test_doubtful_words_are_kept() -> None:
    tired = record("5 km", "11 km", label=1, text=f"I am not tired. {FAR}")
    (entry,) = formalize([tired]).entries
    assert entry.doubts == ("not",)


def test_reviewed_entries_survive_a_second_run() -> None:
    """Unreviewed readings are replaced but never lost; reviewed questions are not read again."""
    first = formalize([HOW_FAR, UNREADABLE]).entries
    again = formalize([HOW_FAR, UNREADABLE], first, Run(front_ends=(READS_ALL,))).entries
    assert [entry.by for entry in again] == ["seer", "seer"]
    assert formalize([HOW_FAR, UNREADABLE], again, Run(front_ends=(READS_NONE,))).entries == again
    accepted = (replace(first[0], reviewed=True), first[1])
    assert formalize([HOW_FAR, UNREADABLE], accepted, Run(front_ends=(READS_ALL,))).entries == (
        accepted[0],
        again[1],
    )


def test_reviewed_entries_of_changed_questions_are_kept() -> None:
    """A reviewed entry is set aside as stale; an unreviewed one is dropped with its text."""
    first, unread = formalize([HOW_FAR, UNREADABLE]).entries
    asked = replace(HOW_FAR.question, text=f"Tell me: {FAR}")
    changed = replace(HOW_FAR, question=asked)
    assert formalize([changed], [first]).all == formalize([changed]).all
    accepted = replace(first, reviewed=True)
    found = formalize([changed], [accepted, unread])
    assert (found.stale, found.gone) == ((accepted,), (unread,))
    assert found.all[1:] == (accepted, unread)


def test_progress_counts_every_question() -> None:
    """Questions that need no reading count as well."""
    reported: list[tuple[int, int]] = []

    def note_progress(done: int, total: int) -> None:
        reported.append((done, total))

    both: list[Record] = [HOW_FAR, UNREADABLE]
    formalize(both, progress=note_progress)
    assert reported == [(1, 2), (2, 2)]

"""Questions are read once, and what is reviewed is never changed."""

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
ODD = record("5 km", "11 km", label=1, text="Zorgle the quumble?", name=2)
OTHER = parse_query(value("distance", origin="Ox Inn", destination="Fig Hall"))


def reads_all(_question: Question, _world: World) -> object:
    """Take every question for one and the same."""
    return OTHER


def reads_none(_question: Question, _world: World) -> NotUnderstood:
    """Give up."""
    return NotUnderstood(reason="model_gave_up", detail="too hard")


ALL = FrontEnd(name="seer", understand=reads_all)  # type: ignore[arg-type] # a query at run time
NONE = FrontEnd(name="sloth", understand=reads_none)


def test_what_is_read_and_what_is_not() -> None:
    """A question that nobody reads has an entry with the reason."""
    found = formalize([HOW_FAR, ODD])
    far, odd = found.entries
    assert (far.id, far.by, far.reviewed) == (1, "rules", False)
    assert far.sentence == "the straight-line distance between Old Mill and Ox Inn"
    assert (odd.query, odd.by) == (None, None)
    assert odd.reason == "no frame fits"
    (given_up,) = formalize([ODD], run=Run(front_ends=(NONE,))).entries
    assert given_up.reason == "model_gave_up: too hard"


def test_the_query_of_a_record_is_kept_too() -> None:
    """It says so."""
    own = record("5 km", "11 km", label=1, query=value("distance", origin="Ox Inn",
                 destination="Fig Hall"))  # fmt: skip
    (entry,) = formalize([own], run=Run(front_ends=(NONE,))).entries
    assert (entry.query, entry.by) == (OTHER, "record")


def test_words_that_may_turn_a_question_are_kept() -> None:
    """They are doubts of the reading."""
    tired = record("5 km", "11 km", label=1, text=f"I am not tired. {FAR}")
    (entry,) = formalize([tired]).entries
    assert entry.doubts == ("not",)


def test_a_second_run() -> None:
    """Unreviewed readings are made anew, but never lost; reviewed ones are not even asked about."""
    first = formalize([HOW_FAR, ODD]).entries
    again = formalize([HOW_FAR, ODD], first, Run(front_ends=(ALL,))).entries
    assert [entry.by for entry in again] == ["seer", "seer"]
    assert formalize([HOW_FAR, ODD], again, Run(front_ends=(NONE,))).entries == again
    agreed = (replace(first[0], reviewed=True), first[1])
    assert formalize([HOW_FAR, ODD], agreed, Run(front_ends=(ALL,))).entries == (
        agreed[0],
        again[1],
    )


def test_a_question_that_changed_or_went() -> None:
    """A reviewed entry is kept aside, an unreviewed one goes with the text that it was for."""
    first, odd = formalize([HOW_FAR, ODD]).entries
    asked = replace(HOW_FAR.question, text=f"Tell me: {FAR}")
    changed = replace(HOW_FAR, question=asked)
    assert formalize([changed], [first]).all == formalize([changed]).all
    agreed = replace(first, reviewed=True)
    found = formalize([changed], [agreed, odd])
    assert (found.stale, found.gone) == ((agreed,), (odd,))
    assert found.all[1:] == (agreed, odd)


def test_progress_is_told() -> None:
    """Also for what need not be read again."""
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))

    both: list[Record] = [HOW_FAR, ODD]
    formalize(both, progress=tell)
    assert told == [(1, 2), (2, 2)]

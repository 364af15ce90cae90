"""The particulars of a finding as lines: its question, what it says of the answer, the evidence."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.reporting.order import Shown, shown_evidence
from geoeval.reporting.safe import cut
from geoeval.reporting.wording import say_answer, say_label
from geoeval.verification.model import Item

_QUESTION_WIDTH = 200


def particulars(item: Item) -> Iterator[tuple[str, str]]:
    """Yield the question of an item, its label if it has one, and our answer, each named.

    Parameters
    ----------
    item
        A verified question.

    Yields
    ------
    tuple of str
        What it is and its text: ("label", '1 "205 km"').

    Examples
    --------
    >>> from geoeval.datasets.records import Span
    >>> from geoeval.verification.model import Answer
    >>> lost = Answer(id=1, status="not_understood", answer=None)
    >>> dict(particulars(Item(id=1, span=Span(file="x"), question="Where?", options=(), label=None,
    ...                       verdict="undetermined", answer=lost)))
    {'question': 'Where?', 'answer': 'not understood'}
    """
    yield "question", cut(item.question, _QUESTION_WIDTH)
    if (label := say_label(item)) is not None:
        yield "label", label
    yield "answer", say_answer(item.answer, item.options)


def proof_lines(shown: Shown, *, verbose: bool = False) -> Iterator[str]:
    """Yield what stands behind the message of a finding.

    Parameters
    ----------
    shown
        The finding with its question, if it is about one.
    verbose
        Whether to give all of the evidence.

    Yields
    ------
    str
        The label and the answer, the evidence, and what to do.

    Examples
    --------
    >>> from geoeval.datasets.records import Span
    >>> from geoeval.verification.model import Finding
    >>> list(proof_lines(Shown(Finding(code="GEO103", severity="error", message="no question",
    ...                                help="Add it.", span=Span(file="x")), None)))
    ['help: Add it.']
    """
    finding, item = shown
    if item is not None:
        named = particulars(item)
        yield from (f"{name}: {text}" for name, text in named if name != "question")
    yield from shown_evidence(finding, verbose=verbose)
    if finding.help:
        yield f"help: {finding.help}"

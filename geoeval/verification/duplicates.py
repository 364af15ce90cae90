"""Questions that stand more than once in a dataset, exactly or but for a slip."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.verification.contexts import context_key
from geoeval.verification.model import DatasetFinding
from geoeval.verification.shared import about_records
from geoeval.world.normal import normalise

_LONG_WORD = 5
_SHOWN = 5


def duplicate_questions(records: Sequence[Record]) -> Iterator[DatasetFinding]:
    """Yield the findings about questions that stand more than once.

    Parameters
    ----------
    records
        All records of a run.

    Yields
    ------
    DatasetFinding
        At most one each of GEO801 (exact, with one label), GEO802 (exact, with several) and
        GEO803 (but for one letter of one word).
    """
    groups: dict[Hashable, list[Record]] = {}
    for record in records:
        groups.setdefault((*_frame(record), normalise(record.question.text)), []).append(record)
    several = [group for group in groups.values() if len(group) > 1]
    same = [group for group in several if len({_label(record) for record in group}) == 1]
    other = [group for group in several if len({_label(record) for record in group}) > 1]
    near = _near_duplicates([group[0] for group in groups.values()])
    for code, found, words in (
        ("GEO801", same, "are asked more than once"),
        ("GEO802", other, "are asked more than once, with labels that differ"),
        ("GEO803", near, "differ in the spelling of one word only"),
    ):
        if found:
            members = [record for group in found for record in group]
            shown = "; ".join(
                ", ".join(str(record.question.id) for record in group) for group in found[:_SHOWN]
            )
            more = f"; and {len(found) - _SHOWN} more groups" if len(found) > _SHOWN else ""
            message = f"{len(members)} questions {words}: {shown}{more}"
            yield about_records(code, message, members, len(records))


def _frame(record: Record) -> tuple[Hashable, ...]:
    """Return what two questions that mean the same share beside their text."""
    options = tuple(sorted(normalise(option) for option in record.question.options))
    query = repr(record.question.query)
    return context_key(record), options, query, record.picture


def _label(record: Record) -> str | int | None:
    """Return what the label of a record says, wherever the option stands."""
    if record.expected is not None:
        return normalise(record.expected)
    if record.plan is not None:
        return "\n".join(record.plan)
    label = record.label
    if label is None or label == UNANSWERABLE:
        return label
    return normalise(record.question.options[label])


def _near_duplicates(records: Sequence[Record]) -> list[list[Record]]:
    """Return the pairs of questions that differ by one letter of one long word."""
    holed: dict[Hashable, list[tuple[str, Record]]] = {}
    for record in records:
        words = normalise(record.question.text).split()
        frame = _frame(record)
        for place, word in enumerate(words):
            if len(word) >= _LONG_WORD and word.isalpha():
                hole = (frame, tuple(words[:place]), tuple(words[place + 1 :]))
                holed.setdefault(hole, []).append((word, record))
    return [
        [first, second]
        for group in holed.values()
        for index, (word, first) in enumerate(group)
        for other, second in group[index + 1 :]
        if _slip(word, other)
    ]


def _slip(word: str, other: str) -> bool:
    """Return whether one word is another with one letter more, less, changed or exchanged."""
    from rapidfuzz.distance import OSA

    return OSA.distance(word, other, score_cutoff=1) == 1

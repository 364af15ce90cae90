"""Questions that stand more than once in a dataset, exactly or but for a slip."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.text import normalise
from geoeval.verification.contexts import context_key
from geoeval.verification.model import DatasetFinding
from geoeval.verification.shared import about_records
from geoeval.world.categories import category_of

_WORD = re.compile(r"\w+")
_LONG_WORD = 5
_SHOWN = 5


def duplicate_questions(records: Sequence[Record]) -> Iterator[DatasetFinding]:
    """Yield the findings about questions that stand more than once."""
    groups: dict[Hashable, list[Record]] = {}
    for record in records:
        groups.setdefault((*_frame(record), normalise(record.question.text)), []).append(record)
    several = [group for group in groups.values() if len(group) > 1]
    same = [group for group in several if not _disagree(group)]
    other = [group for group in several if _disagree(group)]
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
            about = about_records(code, "", members, len(records))
            yield replace(about, message=f"{about.count} questions {words}: {shown}{more}")


def _frame(record: Record) -> tuple[Hashable, ...]:
    """Return what two questions that mean the same share beside their text."""
    context = " ".join(context_key(record).split())
    options = tuple(sorted(normalise(option) for option in record.question.options))
    query = repr(record.question.query)
    return context, options, query, record.picture


def _disagree(group: Sequence[Record]) -> bool:
    """Return whether the labels of some records differ, as far as they have any."""
    return len({*map(_label, group)} - {None}) > 1


def _label(record: Record) -> str | int | None:
    """Return what the label of a record says, wherever the option stands; None without one."""
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
    holed: dict[Hashable, dict[str, Record]] = {}
    for record in records:
        words = normalise(record.question.text).split()
        frame = _frame(record)
        for place, word in enumerate(words):
            if len(word) >= _LONG_WORD and word.isalpha():
                hole = (frame, tuple(words[:place]), tuple(words[place + 1 :]))
                holed.setdefault(hole, {})[word] = record
    return [
        [spelt[word], spelt[other]]
        for spelt in holed.values()
        for word, other in _slips([*spelt])
        if not _are_names(word, other, spelt[word].context)
    ]


def _slips(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the words that are an earlier one with a letter more, less, changed or exchanged."""
    from rapidfuzz.distance import OSA

    # Such words are the same once a letter is taken out of one or both of them.
    shortened: dict[str, list[str]] = {}
    for word in words if len(words) > 1 else ():
        keys = {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}
        alike = dict.fromkeys(other for key in sorted(keys) for other in shortened.get(key, ()))
        for other in alike:
            if OSA.distance(word, other, score_cutoff=1) == 1 and not _are_kinds(word, other):
                yield other, word
        for key in keys:
            shortened.setdefault(key, []).append(word)


def _are_names(word: str, other: str, context: str) -> bool:
    """Return whether a context knows both words, so that neither is a slip of the other."""
    return {word, other} <= {*_WORD.findall(context.casefold())}


def _are_kinds(word: str, other: str) -> bool:
    """Return whether two words name two kinds of places, such as hotels and hostels."""
    kinds = category_of(word), category_of(other)
    return None not in kinds and kinds[0] != kinds[1]

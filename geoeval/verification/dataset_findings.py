"""Findings about several records: shared causes, duplicates, option positions, leaks."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from geoeval.datasets.records import UNANSWERABLE, Record
from geoeval.text import normalise_name
from geoeval.verification.contexts import context_key
from geoeval.verification.findings import finding_fingerprint
from geoeval.verification.labels.match import is_padding
from geoeval.verification.labels.readings import label_text
from geoeval.verification.model import Cause, DatasetFinding, Item
from geoeval.verification.rules import RULES
from geoeval.world.categories import category_of


def records_finding(
    code: str, message: str, records: Sequence[Record], total: int, about: str = ""
) -> DatasetFinding:
    """Return a finding about some records of a dataset."""
    ids = tuple(dict.fromkeys(record.question.id for record in records))
    return DatasetFinding(
        code=code,
        cause=None,
        count=len(ids),
        share=len(ids) / total,
        ids=ids,
        message=message,
        severity=RULES[code].severity,
        fingerprint=finding_fingerprint(code, None, about),
    )


def common_causes(items: Sequence[Item]) -> tuple[DatasetFinding, ...]:
    """Return a finding for each cause that several records share."""
    ids: dict[tuple[str, Cause], dict[int | str, None]] = {}
    for item in items:
        for finding in item.findings:
            if finding.cause is not None:
                ids.setdefault((finding.code, finding.cause), {})[item.id] = None
    return tuple(
        DatasetFinding(
            code=code,
            cause=cause,
            count=len(record_ids),
            share=len(record_ids) / len(items),
            ids=tuple(record_ids),
            fingerprint=finding_fingerprint(code, None, cause),
        )
        for (code, cause), record_ids in ids.items()
        if len(record_ids) > 1
    )


_WORD = re.compile(r"\w+")
_MIN_TYPO_LENGTH = 5  # different shorter words too often differ in one letter only
_SHOWN = 5


_REPEATED = {
    "GEO801": "are asked more than once",
    "GEO802": "are asked more than once, with different labels",
    "GEO803": "differ only in the spelling of one word",
}


def duplicate_questions(records: Sequence[Record]) -> Iterator[DatasetFinding]:
    """Yield the findings about repeated and nearly repeated questions."""
    groups: dict[tuple[Hashable, str], list[Record]] = {}
    for record in records:
        groups.setdefault(
            (_question_frame(record), normalise_name(record.question.text)), []
        ).append(record)
    frames: dict[Hashable, dict[str, list[Record]]] = {}
    repeats: dict[str, list[list[Record]]] = {code: [] for code in _REPEATED}
    for (frame, text), group in groups.items():
        frames.setdefault(frame, {})[text] = group
        if len(group) > 1:
            repeats["GEO802" if _have_different_labels(group) else "GEO801"].append(group)
    repeats["GEO803"] += chain.from_iterable(map(_near_duplicates, frames.values()))
    for code, repeated in repeats.items():
        if repeated:
            about = records_finding(code, "", [*chain.from_iterable(repeated)], len(records))
            message = f"{about.count} questions {_REPEATED[code]}: {_list_ids(repeated)}"
            yield replace(about, message=message)


def _list_ids(groups: Sequence[Sequence[Record]]) -> str:
    shown = "; ".join(
        ", ".join(str(record.question.id) for record in group) for group in groups[:_SHOWN]
    )
    return shown + (f"; and {len(groups) - _SHOWN} more groups" if len(groups) > _SHOWN else "")


def _question_frame(record: Record) -> tuple[Hashable, ...]:
    """Return all of a question but its text: context, options in any order, query, picture."""
    context = " ".join(context_key(record).split())
    options = tuple(sorted(normalise_name(option) for option in record.question.options))
    query = repr(record.question.query)
    return context, options, query, record.picture


def _have_different_labels(group: Sequence[Record]) -> bool:
    return len({*map(_label_content, group)} - {None}) > 1


def _label_content(record: Record) -> str | int | None:
    """Return the content of a label regardless of the order of options; None without a label."""
    if record.plan is not None:
        return "\n".join(record.plan)
    unmarked = record.expected is None and record.label in {None, UNANSWERABLE}
    return record.label if unmarked else normalise_name(label_text(record))


def _near_duplicates(texts: Mapping[str, Sequence[Record]]) -> list[list[Record]]:
    """Return the pairs of questions that differ only by a typo in one word.

    ``texts`` has the questions that share everything but their text, by text.
    """
    if len(texts) == 1:
        return []
    spellings: dict[Hashable, dict[str, Record]] = {}
    for text, (record, *_) in texts.items():
        words = text.split()
        for index, word in enumerate(words):
            if len(word) >= _MIN_TYPO_LENGTH and word.isalpha():
                rest = (tuple(words[:index]), tuple(words[index + 1 :]))
                spellings.setdefault(rest, {})[word] = record
    return [
        [by_word[word], by_word[other]]
        for by_word in spellings.values()
        for word, other in _find_typos([*by_word])
        if not _are_names(word, other, by_word[word].context)
    ]


def _find_typos(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of words that differ by one inserted, deleted, changed or swapped letter."""
    from rapidfuzz.distance import OSA

    # Such words are equal after a letter is removed from one or both of them.
    shortened: dict[str, list[str]] = {}
    for word in words if len(words) > 1 else ():
        keys = {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}
        similar = dict.fromkeys(other for key in sorted(keys) for other in shortened.get(key, ()))
        for other in similar:
            if OSA.distance(word, other, score_cutoff=1) == 1 and not _are_kinds(word, other):
                yield other, word
        for key in keys:
            shortened.setdefault(key, []).append(word)


def _are_names(word: str, other: str, context: str) -> bool:
    """Return whether a context has both words, so that neither is a typo of the other."""
    return {word, other} <= {*_WORD.findall(context.casefold())}


def _are_kinds(word: str, other: str) -> bool:
    """Return whether two words name different kinds of places, such as hotels and hostels."""
    kinds = category_of(word), category_of(other)
    return None not in kinds and kinds[0] != kinds[1]


MIN_KEYS = 50
MAX_P_VALUE = 0.001


def position_bias(records: Sequence[Record]) -> Iterator[DatasetFinding]:
    """Yield a finding for each number of options whose keys are placed unevenly."""
    for width, placed in sorted(_positions_by_width(records).items()):
        positions = [position for position, _ in placed]
        counts = [positions.count(position) for position in range(width)]
        chance = uniformity_p_value(counts)
        if len(placed) < MIN_KEYS or chance >= MAX_P_VALUE:
            continue
        most = counts.index(max(counts))
        message = (
            f"in {len(placed)} questions with {width} options, the label is "
            f"{', '.join(map(str, counts))} times in positions 0 to {width - 1}; if all positions "
            f"are equally likely, p {f'= {chance:.1g}' if chance else '< 1e-300'}"
        )
        favoured = [record for position, record in placed if position == most]
        yield records_finding("GEO804", message, favoured, len(records), f"{width} options")


def _positions_by_width(records: Sequence[Record]) -> dict[int, list[tuple[int, Record]]]:
    """Return the position of each key among its nonempty options, by the number of options."""
    grouped: dict[int, list[tuple[int, Record]]] = {}
    for record in records:
        options, label = record.question.options, record.label
        nonempty = [i for i, option in enumerate(options) if not is_padding(option)]
        if label is not None and label in nonempty and len(nonempty) > 1:
            grouped.setdefault(len(nonempty), []).append((nonempty.index(label), record))
    return grouped


def uniformity_p_value(counts: Sequence[int]) -> float:
    """Return the p-value of a chi-squared test of counts against equal probabilities."""
    from scipy.special import chdtrc

    expected = sum(counts) / len(counts)
    statistic = sum((seen - expected) ** 2 / expected for seen in counts)
    return float(chdtrc(len(counts) - 1, statistic))


MIN_LEAKED = 10  # fewer may match the labels by chance
MIN_PER_GROUP = 3
_ABSENT = object()
_MAX_DEPTH = 3


def find_leaks(records: Sequence[Record]) -> Iterator[DatasetFinding]:
    """Yield a finding for each field that reveals labels."""
    flat = [dict(_flatten_fields(record.fields)) for record in records]
    for name in dict.fromkeys(name for fields in flat for name in fields):
        values = [fields.get(name, _ABSENT) for fields in flat]
        yield from _find_leaked_answer(name, values, records)
        yield from _find_marked_unanswerable(name, values, records)


def _flatten_fields(
    fields: Mapping[str, object], path: str = "", depth: int = 1
) -> Iterator[tuple[str, object]]:
    """Yield the scalar values of a record with their paths; only the first member of lists."""
    for name, value in fields.items():
        if isinstance(value, Mapping) and depth < _MAX_DEPTH:
            yield from _flatten_fields(value, f"{path}{name}.", depth + 1)
        elif isinstance(value, list) and depth < _MAX_DEPTH:
            first = {f"{name}[{index}]": member for index, member in enumerate(value[:1])}
            yield from _flatten_fields(first, path, depth + 1)
        elif isinstance(value, Hashable):
            yield f"{path}{name}", value


def _value_to_text(value: object) -> str:
    """Return a value as text; 2.0 is written as "2"."""
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def _possible_answers(record: Record) -> dict[str, str]:
    """Return the values that would reveal the label, by a description of each."""
    label = record.label
    answers = {"the answer in words": label_text(record)}
    if label is not None and label != UNANSWERABLE:
        answers["the zero-based number of the answer"] = str(label)
        answers["the one-based number of the answer"] = str(label + 1)
        answers["the letter of the answer"] = chr(ord("a") + label)
    return answers


def _find_leaked_answer(
    name: str, values: Sequence[object], records: Sequence[Record]
) -> Iterator[DatasetFinding]:
    known = [
        (normalise_name(_value_to_text(value)), record)
        for value, record in zip(values, records, strict=True)
        if value not in {_ABSENT, None} and label_text(record)
    ]
    if len(known) < MIN_LEAKED or len(dict(known)) < 2:
        return
    leaked = [record for _, record in known]
    for what in _possible_answers(leaked[0]):
        if all(
            value == normalise_name(_possible_answers(record).get(what, ""))
            for value, record in known
        ):
            message = f'the field "{name}" contains {what} in {len(known)} records'
            yield records_finding("GEO805", message, leaked, len(records), name)
            return


def _find_marked_unanswerable(
    name: str, values: Sequence[object], records: Sequence[Record]
) -> Iterator[DatasetFinding]:
    pairs = list(zip(values, records, strict=True))
    marked = [(value, record) for value, record in pairs if record.label == UNANSWERABLE]
    others = [value for value, record in pairs if record.label not in {None, UNANSWERABLE}]
    if min(len(marked), len(others)) < MIN_PER_GROUP or len(dict(marked)) > 1:
        return
    (value,) = dict(marked)
    if value in others:
        return
    how = "missing" if value is _ABSENT else json.dumps(value, ensure_ascii=False, default=str)
    message = (
        f'the field "{name}" is {how} in all {len(marked)} unanswerable questions and in none of '
        f"the {len(others)} others"
    )
    unanswerable = [record for _, record in marked]
    yield records_finding("GEO806", message, unanswerable, len(records), name)

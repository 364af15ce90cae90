"""What is wrong with several records together: causes shared, duplicates, positions, leaks."""

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
from geoeval.verification.labels.readings import key_of
from geoeval.verification.model import Cause, DatasetFinding, Item
from geoeval.verification.rules import RULES
from geoeval.world.categories import category_of


def about_records(
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
    """Return the causes that several records share."""
    ids: dict[tuple[str, Cause], dict[int | str, None]] = {}
    for item in items:
        for finding in item.findings:
            if finding.cause is not None:
                ids.setdefault((finding.code, finding.cause), {})[item.id] = None
    return tuple(
        DatasetFinding(
            code=code,
            cause=cause,
            count=len(found),
            share=len(found) / len(items),
            ids=tuple(found),
            fingerprint=finding_fingerprint(code, None, cause),
        )
        for (code, cause), found in ids.items()
        if len(found) > 1
    )


_WORD = re.compile(r"\w+")
_LONG_WORD = 5  # shorter words differ by one letter too often
_SHOWN = 5


_REPEATED = {
    "GEO801": "are asked more than once",
    "GEO802": "are asked more than once, with labels that differ",
    "GEO803": "differ in the spelling of one word only",
}


def duplicate_questions(records: Sequence[Record]) -> Iterator[DatasetFinding]:
    """Yield the findings about questions that are asked more than once."""
    groups: dict[tuple[Hashable, str], list[Record]] = {}
    for record in records:
        groups.setdefault(
            (_question_frame(record), normalise_name(record.question.text)), []
        ).append(record)
    frames: dict[Hashable, dict[str, list[Record]]] = {}
    found: dict[str, list[list[Record]]] = {code: [] for code in _REPEATED}
    for (frame, text), group in groups.items():
        frames.setdefault(frame, {})[text] = group
        if len(group) > 1:
            found["GEO802" if _have_different_labels(group) else "GEO801"].append(group)
    found["GEO803"] += chain.from_iterable(map(_near_duplicates, frames.values()))
    for code, repeated in found.items():
        if repeated:
            about = about_records(code, "", [*chain.from_iterable(repeated)], len(records))
            message = f"{about.count} questions {_REPEATED[code]}: {_list_ids(repeated)}"
            yield replace(about, message=message)


def _list_ids(groups: Sequence[Sequence[Record]]) -> str:
    shown = "; ".join(
        ", ".join(str(record.question.id) for record in group) for group in groups[:_SHOWN]
    )
    return shown + (f"; and {len(groups) - _SHOWN} more groups" if len(groups) > _SHOWN else "")


def _question_frame(record: Record) -> tuple[Hashable, ...]:
    """Return what two questions that mean the same share besides their text."""
    context = " ".join(context_key(record).split())
    options = tuple(sorted(normalise_name(option) for option in record.question.options))
    query = repr(record.question.query)
    return context, options, query, record.picture


def _have_different_labels(group: Sequence[Record]) -> bool:
    return len({*map(_label_content, group)} - {None}) > 1


def _label_content(record: Record) -> str | int | None:
    """Return what the label of a record says, wherever its option is; None without one."""
    if record.plan is not None:
        return "\n".join(record.plan)
    unmarked = record.expected is None and record.label in {None, UNANSWERABLE}
    return record.label if unmarked else normalise_name(key_of(record))


def _near_duplicates(texts: Mapping[str, Sequence[Record]]) -> list[list[Record]]:
    """Return the pairs of questions of one frame that differ by one letter of one long word."""
    if len(texts) == 1:
        return []
    holed: dict[Hashable, dict[str, Record]] = {}
    for text, (record, *_) in texts.items():
        words = text.split()
        for place, word in enumerate(words):
            if len(word) >= _LONG_WORD and word.isalpha():
                hole = (tuple(words[:place]), tuple(words[place + 1 :]))
                holed.setdefault(hole, {})[word] = record
    return [
        [spelt[word], spelt[other]]
        for spelt in holed.values()
        for word, other in _find_typos([*spelt])
        if not _are_names(word, other, spelt[word].context)
    ]


def _find_typos(words: Sequence[str]) -> Iterator[tuple[str, str]]:
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
    """Return whether a context knows both words, so that neither is a typo of the other."""
    return {word, other} <= {*_WORD.findall(context.casefold())}


def _are_kinds(word: str, other: str) -> bool:
    """Return whether two words name two kinds of places, such as hotels and hostels."""
    kinds = category_of(word), category_of(other)
    return None not in kinds and kinds[0] != kinds[1]


FEWEST_KEYS = 50
SIGNIFICANT = 0.001


def position_bias(records: Sequence[Record]) -> Iterator[DatasetFinding]:
    """Yield a finding for each number of options with which keys are placed unevenly."""
    for width, placed in sorted(_positions_by_width(records).items()):
        counts = [[at for at, _ in placed].count(position) for position in range(width)]
        chance = p_of_counts(counts)
        if len(placed) < FEWEST_KEYS or chance >= SIGNIFICANT:
            continue
        most = counts.index(max(counts))
        message = (
            f"of {len(placed)} questions with {width} options, the key is "
            f"{', '.join(map(str, counts))} times in positions 0 to {width - 1}; with equal "
            f"chances that happens with p {f'= {chance:.1g}' if chance else '< 1e-300'}"
        )
        favoured = [record for place, record in placed if place == most]
        yield about_records("GEO804", message, favoured, len(records), f"{width} options")


def _positions_by_width(records: Sequence[Record]) -> dict[int, list[tuple[int, Record]]]:
    """Return the positions of the keys among the options that are not empty, by their number."""
    grouped: dict[int, list[tuple[int, Record]]] = {}
    for record in records:
        options, label = record.question.options, record.label
        used = [i for i, option in enumerate(options) if not is_padding(option)]
        if label is not None and label in used and len(used) > 1:
            grouped.setdefault(len(used), []).append((used.index(label), record))
    return grouped


def p_of_counts(counts: Sequence[int]) -> float:
    """Return how likely counts are at least as uneven as these if all chances are equal."""
    from scipy.special import chdtrc

    expected = sum(counts) / len(counts)
    statistic = sum((seen - expected) ** 2 / expected for seen in counts)
    return float(chdtrc(len(counts) - 1, statistic))


FEWEST_LEAKED = 10  # fewer may agree with the labels by chance
FEWEST_OF_BOTH = 3
_ABSENT = object()
_DEEPEST = 3


def find_leaks(records: Sequence[Record]) -> Iterator[DatasetFinding]:
    """Yield a finding for each field that gives labels away."""
    flat = [dict(_flatten_fields(record.fields)) for record in records]
    for name in dict.fromkeys(name for fields in flat for name in fields):
        values = [fields.get(name, _ABSENT) for fields in flat]
        yield from _find_leaked_answer(name, values, records)
        yield from _find_marked_unanswerable(name, values, records)


def _flatten_fields(
    fields: Mapping[str, object], path: str = "", depth: int = 1
) -> Iterator[tuple[str, object]]:
    """Yield the single values of a record by their paths; of a list its first."""
    for name, value in fields.items():
        if isinstance(value, Mapping) and depth < _DEEPEST:
            yield from _flatten_fields(value, f"{path}{name}.", depth + 1)
        elif isinstance(value, list) and depth < _DEEPEST:
            first = {f"{name}[{at}]": member for at, member in enumerate(value[:1])}
            yield from _flatten_fields(first, path, depth + 1)
        elif isinstance(value, Hashable):
            yield f"{path}{name}", value


def _value_to_text(value: object) -> str:
    """Return a value as text; a whole number is one with a fraction of zero too."""
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def _possible_answers(record: Record) -> dict[str, str]:
    """Return how a field may give the label away."""
    label = record.label
    answers = {"the answer in words": key_of(record)}
    if label is not None and label != UNANSWERABLE:
        answers["the number of the answer from 0"] = str(label)
        answers["the number of the answer from 1"] = str(label + 1)
        answers["the letter of the answer"] = chr(ord("a") + label)
    return answers


def _find_leaked_answer(
    name: str, values: Sequence[object], records: Sequence[Record]
) -> Iterator[DatasetFinding]:
    known = [
        (normalise_name(_value_to_text(value)), record)
        for value, record in zip(values, records, strict=True)
        if value not in {_ABSENT, None} and key_of(record)
    ]
    if len(known) < FEWEST_LEAKED or len(dict(known)) < 2:
        return
    leaked = [record for _, record in known]
    for what in _possible_answers(leaked[0]):
        if all(
            value == normalise_name(_possible_answers(record).get(what, ""))
            for value, record in known
        ):
            message = f'the field "{name}" holds {what} in {len(known)} records'
            yield about_records("GEO805", message, leaked, len(records), name)
            return


def _find_marked_unanswerable(
    name: str, values: Sequence[object], records: Sequence[Record]
) -> Iterator[DatasetFinding]:
    pairs = list(zip(values, records, strict=True))
    marked = [(value, record) for value, record in pairs if record.label == UNANSWERABLE]
    others = [value for value, record in pairs if record.label not in {None, UNANSWERABLE}]
    if min(len(marked), len(others)) < FEWEST_OF_BOTH or len(dict(marked)) > 1:
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
    yield about_records("GEO806", message, unanswerable, len(records), name)

"""Correct the wrong labels in the text of a dataset, and change nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff

from geoeval.datasets.formats import Declared
from geoeval.datasets.load import parse_dataset
from geoeval.datasets.records import Record
from geoeval.reporting.shapes import conventions_of
from geoeval.verification.model import Finding, Item

_FACT_CONVENTIONS = {"missing_leg", "missing_flag", "unstated_day"}
"""Conventions that replace facts missing from the context."""

_BOM = "\ufeff"
_NUMBER = re.compile(r"(?<![\w.-])-?\d+(?![\w.])")
_LETTER = re.compile(r"(?<![^\W_])[A-Za-z](?![^\W_])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """The text of a dataset before and after correction.

    ``corrected`` has the ids of the corrected records; ``left`` says why others were not.
    """

    before: str
    after: str
    corrected: tuple[int | str, ...]
    left: dict[int | str, str]


def correct_labels(text: str, name: str, form: str | Declared, items: Iterable[Item]) -> Correction:
    """Replace each contradicted label with the option that is proven right.

    Labels whose findings are accepted by a baseline or not selected do not change. The label is
    found by trial: a change is kept only if the record then reads as the same record with the
    other label, so this works with any format and any column names.
    """
    mark, text = text[: text.startswith(_BOM)], text.removeprefix(_BOM)
    starts = [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", text))]
    after, corrected, left = text, [], {}
    wrong = filter(_is_wrong, items)
    for item in sorted(wrong, key=lambda one: (one.span.line, one.span.column), reverse=True):
        new = _proven_option(item)
        if _takes_for_granted(item):
            left[item.id] = "the proof depends on an assumption"
        elif new is None or item.label is None:
            left[item.id] = "no single option is proven right"
        else:
            start = starts[item.span.line - 1] + item.span.column - 1
            record = _record_text(text, start)
            changed = next(_find_changes(record, text, name, form, item.label, new), None)
            if changed is None:
                left[item.id] = "its label cannot be found in the text of the record"
            else:
                after = after[:start] + changed + after[start + len(record) :]
                corrected.append(item.id)
    before, after = mark + text, mark + after
    return Correction(before=before, after=after, corrected=(*corrected[::-1],), left=left)


def _takes_for_granted(item: Item) -> bool:
    used = conventions_of(item.answer.outcome).keys()
    return bool(item.answer.all_assumptions or _FACT_CONVENTIONS & used)


def _is_wrong(item: Item) -> bool:
    return item.verdict == "contradicted" and any(_unaccepted_findings(item))


def _unaccepted_findings(item: Item) -> Iterator[Finding]:
    return (finding for finding in item.findings if finding.accepted is None)


def _proven_option(item: Item) -> int | None:
    """Return the option that the findings suggest, or None if they suggest none or several."""
    suggested = {each.suggested for each in _unaccepted_findings(item)} - {None}
    return suggested.pop() if len(suggested) == 1 else None


def diff_lines(correction: Correction, name: str) -> Iterator[str]:
    """Yield the lines of a unified diff of a correction, without line ends."""
    before, after = correction.before.splitlines(), correction.after.splitlines()
    yield from unified_diff(before, after, f"a/{name}", f"b/{name}", lineterm="")


def _record_text(text: str, start: int) -> str:
    """Return the text of a record: a JSON object, or a CSV row including its line breaks."""
    if text[start : start + 1] == "{":
        _, end = json.JSONDecoder().raw_decode(text, start)
        return text[start:end]
    end = start
    while end < len(text):  # a line break inside quotes belongs to the row
        end = text.find("\n", end) + 1 or len(text)
        if text.count('"', start, end) % 2 == 0:
            break
    return text[start:end]


def _find_changes(
    record: str, text: str, name: str, form: str | Declared, old: int, new: int
) -> Iterator[str]:
    head = "" if record.startswith("{") else _record_text(text, 0)
    records = parse_dataset(head + record, name, form).records
    if len(records) != 1:
        return
    (before,) = records
    for start, end, value in _find_label_values(record, before.question.options, old, new):
        changed = record[:start] + value + record[end:]
        again = parse_dataset(head + changed, name, form).records
        if len(again) == 1 and _is_same_record(before, again[0]) and again[0].label == new:
            yield changed


def _find_label_values(
    record: str, options: tuple[str, ...], old: int, new: int
) -> Iterator[tuple[int, int, str]]:
    for found in _NUMBER.finditer(record):
        if int(found[0]) in (old, old + 1):
            yield found.start(), found.end(), str(int(found[0]) - old + new)
    if min(old, new) < 0:
        return
    for found in _LETTER.finditer(record):
        if ord(found[0].upper()) - ord("A") == old:
            yield found.start(), found.end(), chr(ord(found[0]) - old + new)
    for ascii_only in (False, True):
        old_text, new_text = (
            json.dumps(options[index], ensure_ascii=ascii_only)[1:-1] for index in (old, new)
        )
        for found in re.finditer(re.escape(old_text), record) if old_text else ():
            yield found.start(), found.end(), new_text


def _is_same_record(one: Record, other: Record) -> bool:
    """Return whether two records are equal except for their labels."""
    return all(
        getattr(one, name) == getattr(other, name)
        for name in ("question", "context", "category", "world", "fields")
    )

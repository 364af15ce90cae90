"""The form in which a label is written: a letter, a number or the text of an option."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Literal

from geoeval.datasets.edits import tidy_spaces
from geoeval.datasets.fields import collapse_spaces
from geoeval.datasets.labels import LETTER, LETTERED
from geoeval.datasets.records import UNANSWERABLE, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class FormOfLabel:
    """The form of a label.

    ``before`` and ``after`` surround the letter or the number, such as "(" and ")". ``first`` is
    the number of the first option. ``is_number`` means a JSON number rather than a string.
    """

    kind: Literal["letter", "lettered text", "number", "text"]
    before: str = ""
    after: str = ""
    is_lower: bool = False
    is_number: bool = False
    first: int = 0

    def spell(self, index: int, texts: Sequence[str]) -> object:
        """Return the label of an option in this form."""
        text = tidy_spaces(texts[index])
        if self.kind == "text":
            return text
        if self.is_number:
            return float(index + self.first) if self.after else index + self.first
        if self.kind == "number":
            return f"{self.before}{index + self.first}{self.after}"
        letter = (ascii_lowercase if self.is_lower else ascii_uppercase)[index]
        rest = text if self.kind == "lettered text" else ""
        return f"{self.before}{letter}{self.after}{rest}"


def form_of(record: Record) -> FormOfLabel | None:
    """Return the form of the label of a record, or None if it is in no usual form."""
    label, value = record.label, record.written.label
    if label is None or label == UNANSWERABLE or not record.question.options:
        return None
    written = str(value)
    is_number = not isinstance(value, str)
    if found := _NUMBER.fullmatch(written):
        if collapse_spaces(record.question.options[label]) != written.strip():
            first = int(found[2]) - label
            before, after = found[1], found[3]
            return FormOfLabel(
                kind="number", before=before, after=after, first=first, is_number=is_number
            )
    elif (form := _letter_form(written, label)) is not None:
        return form
    is_text = collapse_spaces(written) == collapse_spaces(record.question.options[label])
    return FormOfLabel(kind="text") if is_text and not is_number else None


_NUMBER = re.compile(r"(\s*[+]?)(\d+)((?:\.0*)?\s*)")


def _letter_form(written: str, label: int) -> FormOfLabel | None:
    """Return the form of a label such as " (b)" or "B. 2 km", or None if it names no letter."""
    shift = len(written) - len(written.lstrip())
    found = LETTER.fullmatch(written.strip()) or LETTERED.fullmatch(written.strip())
    if found is None or ord(found[1].upper()) - ord("A") != label:
        return None
    start, end = (shift + each for each in found.span(1))
    is_letter = found.re is LETTER
    return FormOfLabel(
        kind="letter" if is_letter else "lettered text",
        before=written[:start],
        after=written[end:] if is_letter else written[end : shift + found.start(2)],
        is_lower=found[1].islower(),
    )


def usual_form(forms: Iterable[FormOfLabel | None]) -> FormOfLabel | None:
    """Return the form that most labels have, or None if two forms are equally frequent."""
    counts = Counter(form for form in forms if form is not None).most_common(2)
    if not counts or (len(counts) > 1 and counts[0][1] == counts[1][1]):
        return None
    return counts[0][0]

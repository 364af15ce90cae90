"""The record formats of MapEval: questions with a textual context, and about pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from geoeval.datasets import fields
from geoeval.datasets.records import UNANSWERABLE, LoadIssue, Question, Record, Span
from geoeval.errors import quote

_CHOICE = "mcq"
# ``geoeval generate`` writes "proof", which reveals the answer on purpose.
_READ_FIELDS = ("id", "question", "answer", "context", "query", "world", "proof")
_OPTIONS, _LABEL = "$.answer.options", "$.answer.correct"


class MapEvalFormat(fields.RecordReader):
    """``{"id", "question", "answer": {"type", "options", "correct"}, "context", …}``."""

    name = "mapeval"
    about = "MapEval-Textual: multiple choice, each question with its context in words"
    needs_context = True

    def __init__(self, labels: fields.LabelForm | None = None) -> None:
        self._labels = labels

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields of this format."""
        return "question" in raw and raw.get("context") is not None

    def declaring(self, labels: fields.LabelForm) -> Self:
        """Return the format with a declared form of its labels."""
        return type(self)(labels)

    def record_of(
        self, raw: Mapping[str, object], span: Span, faults: fields.Faults, *, labels: bool
    ) -> Record | None:
        """Return the record that an object holds, with placeholders for faulty fields."""
        name = fields.read_identity(raw, "id", faults)
        text = fields.read_text(raw, "question", faults)
        context = _read_context(raw, faults, needed=self.needs_context)
        answer = _read_answer(raw, faults)
        options = () if answer is None else _read_options(answer, faults)
        return Record(
            question=Question(id=name, text=text, options=options, query=fields.read_query(raw)),
            context=context,
            label=self._read_label(answer or {}, options, faults) if labels else None,
            category=fields.optional_text(raw.get("classification"), "$.classification", faults),
            span=span,
            world=raw.get("world"),
            fields=fields.other_fields(raw, _READ_FIELDS),
        )

    def _read_label(
        self, answer: Mapping[str, object], options: tuple[str, ...], faults: fields.Faults
    ) -> int | None:
        """Read ``answer.correct`` in the declared form, or else in the published form.

        Without options the only label is -1, for unanswerable.
        """
        value = answer.get("correct")
        if not any(map(str.strip, options)):
            return UNANSWERABLE if type(value) is int and value == UNANSWERABLE else None
        if self._labels is None:
            return _read_published_label(answer, options, faults)
        return fields.read_label(value, fields.Choices(texts=options), self._labels, _LABEL, faults)


class MapEvalApiFormat(MapEvalFormat):
    """MapEval without "context": the facts have to come from a map service."""

    name = "mapeval-api"
    about = "MapEval-API: the same without contexts; the facts come from --world"
    needs_context = False

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields of this format."""
        return "question" in raw and isinstance(raw.get("answer"), dict)


def _read_context(raw: Mapping[str, object], faults: fields.Faults, *, needed: bool) -> str:
    """Read ``context``, a string that only a record with its own world may omit."""
    value = raw.get("context")
    if value is None:
        if needed and raw.get("world") is None:
            message = f'expected a "context", got {fields.describe_missing(raw, "context")}'
            faults.add("GEO103", "$.context", message)
    elif not isinstance(value, str):
        faults.mistyped("$.context", "a string", value)
    else:
        if needed and not value.strip() and raw.get("world") is None:
            message = "the context is empty, so nothing can be derived from it"
            faults.add("GEO109", "$.context", message, fatal=False)
        return value
    return ""


def _read_answer(raw: Mapping[str, object], faults: fields.Faults) -> Mapping[str, object] | None:
    answer = raw.get("answer")
    if isinstance(answer, dict):
        return answer
    if answer is None:
        message = (
            f'expected an "answer" with its options, got {fields.describe_missing(raw, "answer")}'
        )
        faults.add("GEO103", "$.answer", message)
    else:
        faults.mistyped("$.answer", "an object with options", answer)
    return None


def _read_options(answer: Mapping[str, object], faults: fields.Faults) -> tuple[str, ...]:
    """Read ``answer.options``, which only a multiple-choice question must have."""
    kind, options = answer.get("type"), answer.get("options")
    if not isinstance(kind, str | None):
        faults.mistyped("$.answer.type", "a string", kind, fatal=False)
        kind = None
    is_choice = kind in {None, _CHOICE}
    if options is None:
        if is_choice:
            message = (
                f"expected a list of options, got {fields.describe_missing(answer, 'options')}"
            )
            faults.add("GEO103", _OPTIONS, message)
        return ()
    if not isinstance(options, list):
        faults.mistyped(_OPTIONS, "a list of strings", options)
        return ()
    if not fields.all_texts(options, _OPTIONS, faults):
        return ()
    if is_choice or options:
        fields.check_options(options, _OPTIONS, faults)
    return tuple(options)


def _read_published_label(
    answer: Mapping[str, object], options: tuple[str, ...], faults: fields.Faults
) -> int | None:
    """Read ``answer.correct``: a zero-based option, or -1 for an unanswerable question."""
    value = answer.get("correct")
    if value is None:
        got = fields.describe_missing(answer, "correct")
        message = f"expected a label (a zero-based option, or -1 for unanswerable), got {got}"
        faults.add("GEO103", _LABEL, message, fatal=False)
    elif isinstance(value, bool) or not isinstance(value, int):
        faults.mistyped(_LABEL, "an integer", value, fatal=False)
    elif value not in range(UNANSWERABLE, len(options)):
        message = f"expected a label from -1 to {len(options) - 1}, got {quote(value)}"
        faults.add("GEO105", _LABEL, message, fatal=False)
    elif value != UNANSWERABLE and not options[value].strip():
        message = f"the label {value} names an option that is empty"
        faults.add("GEO105", _LABEL, message, fatal=False)
    else:
        return value
    return None


_PICTURE, _COUNT = "image_path", "option_count"
_READ_VISUAL = (_PICTURE, "question", "options", _COUNT, "answer", "classification")
_PUBLISHED = fields.LabelForm(kind="from-1", unanswerable=("0",))


class MapEvalVisualFormat(fields.RecordReader):
    """``{"image_path", "question", "options", "option_count", "answer", …}``.

    The options are one string with a numbered line for each. The answer is such a number, or 0
    for unanswerable, which may be listed as "0) Unanswerable". Records have no id, so the number
    of the row is used.
    """

    name = "mapeval-visual"
    about = "MapEval-Visual: multiple choice about pictures, which geoeval does not read"

    def __init__(self, labels: fields.LabelForm = _PUBLISHED) -> None:
        self._labels = labels

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields of this format."""
        return _PICTURE in raw and "question" in raw

    def declaring(self, labels: fields.LabelForm) -> MapEvalVisualFormat:
        """Return the format with a declared form of its labels."""
        return MapEvalVisualFormat(labels)

    def record_of(
        self, raw: Mapping[str, object], span: Span, faults: fields.Faults, *, labels: bool
    ) -> Record:
        """Return the record that an object holds, with placeholders for faulty fields."""
        faults.id = faults.row
        picture = fields.read_text(raw, _PICTURE, faults)
        text = fields.read_text(raw, "question", faults)
        choices = _read_choices(raw, faults)
        label = None
        if labels and choices.texts:
            label = fields.read_label(raw.get("answer"), choices, self._labels, "$.answer", faults)
            label = _check_label_range(label, raw, faults)
        category = raw.get("classification")
        return Record(
            question=Question(
                id=faults.row,
                text=text.strip(),
                options=choices.texts,
                query=fields.read_query(raw),
                numbered=True,
            ),
            label=label,
            category=category if isinstance(category, str) else None,
            span=span,
            picture=picture,
            fields=fields.other_fields(raw, _READ_VISUAL),
        )


def _read_choices(raw: Mapping[str, object], faults: fields.Faults) -> fields.Choices:
    path = "$.options"
    value = raw.get("options")
    numbered = fields.numbered_options(value) if isinstance(value, str) else ()
    if not numbered:
        got = fields.describe_missing(raw, "options")
        message = f'expected options on lines that begin with "1)", "2)", …, got {got}'
        faults.add("GEO103" if value is None else "GEO104", path, message)
        return fields.Choices()
    texts = tuple(text for number, text in numbered if number > 0)
    fields.check_options(texts, path, faults)
    stated = raw.get(_COUNT)
    if stated is not None and str(stated).strip() != str(len(texts)):
        message = f"expected the number of options, which is {len(texts)}, got {quote(stated)}"
        faults.add("GEO114", f"$.{_COUNT}", message, fatal=False)
    return fields.Choices(texts=texts)


def _check_label_range(
    label: int | None, raw: Mapping[str, object], faults: fields.Faults
) -> int | None:
    """Return the label, or None if it exceeds the number of options that the record states."""
    stated = str(raw.get(_COUNT, "")).strip()
    if label is None or not stated.isdecimal() or label < int(stated):
        return label
    message = f"expected a label within the stated {stated} options, got {quote(raw['answer'])}"
    faults.add("GEO105", "$.answer", message, fatal=False)
    return None


def misnamed_pictures(records: Sequence[Record]) -> tuple[LoadIssue, ...]:
    """Return an issue if pictures are found only on case-insensitive file systems."""
    misnamed = []
    for record in records:
        if record.picture is not None:
            stored = _find_stored_case(Path(record.span.file).parent, record.picture)
            if stored is not None:
                misnamed.append((record, stored))
    if not misnamed:
        return ()
    record, stored = misnamed[0]
    message = (
        f"expected the exact name of a file, got {quote(record.picture)}, which is stored as "
        f"{quote(stored)} ({len(misnamed)} of {len(records)} records)"
    )
    return (
        LoadIssue(
            code="GEO116",
            message=message,
            span=record.span,
            id=record.question.id,
            path="$.image_path",
            fatal=False,
        ),
    )


def _find_stored_case(folder: Path, path: str) -> str | None:
    """Return the stored spelling of a path that differs from it only in case, if it exists."""
    parts = []
    for name in Path(path).parts:
        try:
            names = [each.name for each in folder.iterdir()]
        except (OSError, ValueError):
            return None
        part = name if name in names else _find_case_variant(name, names)
        if part is None:
            return None
        parts.append(part)
        folder /= part
    stored = Path(*parts).as_posix()
    return stored if stored != Path(path).as_posix() else None


def _find_case_variant(name: str, names: Sequence[str]) -> str | None:
    return next((each for each in names if each.casefold() == name.casefold()), None)

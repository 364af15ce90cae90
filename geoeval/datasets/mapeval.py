"""The record formats of MapEval: questions with a textual context, and questions on a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from geoeval.datasets import fields
from geoeval.datasets.records import UNANSWERABLE, LoadIssue, Question, Record, Span
from geoeval.errors import quote

_CHOICE = "mcq"
# "proof" is what ``geoeval generate`` writes of an answer; that it gives it away is its purpose.
_READ = ("id", "question", "answer", "context", "query", "world", "proof")
_OPTIONS, _LABEL = "$.answer.options", "$.answer.correct"


class MapEvalFormat(fields.RecordReader):
    """``{"id", "question", "answer": {"type", "options", "correct"}, "context", …}``."""

    name = "mapeval"
    about = "MapEval-Textual: multiple choice, each question with its context in words"
    needs_context = True

    def __init__(self, labels: fields.LabelForm | None = None) -> None:
        self._labels = labels

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields that make it one of this format."""
        return "question" in raw and raw.get("context") is not None

    def declaring(self, labels: fields.LabelForm) -> Self:
        """Return the format with a declaration about its labels."""
        return type(self)(labels)

    def record_of(
        self, raw: Mapping[str, object], span: Span, faults: fields.Faults, *, labels: bool
    ) -> Record | None:
        """Return the record that an object holds, with placeholders where there are faults."""
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
            fields=fields.other_fields(raw, _READ),
        )

    def _read_label(
        self, answer: Mapping[str, object], options: tuple[str, ...], faults: fields.Faults
    ) -> int | None:
        """Read ``answer.correct`` in the form that is published or declared.

        Where there are no options, no label can be right or wrong.
        """
        value = answer.get("correct")
        if not any(map(str.strip, options)):
            return UNANSWERABLE if type(value) is int and value == UNANSWERABLE else None
        if self._labels is None:
            return _read_published_label(answer, options, faults)
        return fields.read_label(value, fields.Choices(texts=options), self._labels, _LABEL, faults)


class MapEvalApiFormat(MapEvalFormat):
    """The same without "context": the facts are to be had from a map service."""

    name = "mapeval-api"
    about = "MapEval-API: the same without contexts; the facts come from --world"
    needs_context = False

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields that make it one of this format."""
        return "question" in raw and isinstance(raw.get("answer"), dict)


def _read_context(raw: Mapping[str, object], faults: fields.Faults, *, needed: bool) -> str:
    """Read ``context``: a text; only a record with a world of its own may lack it."""
    value = raw.get("context")
    if value is None:
        if needed and raw.get("world") is None:
            message = f'expected a "context", got {fields.describe_missing(raw, "context")}'
            faults.add("GEO103", "$.context", message)
    elif not isinstance(value, str):
        faults.mistyped("$.context", "a text", value)
    else:
        if needed and not value.strip() and raw.get("world") is None:
            message = "the context is empty: nothing can be derived from it"
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
    """Read ``answer.options``, which a question that is no choice may lack."""
    kind, options = answer.get("type"), answer.get("options")
    if not isinstance(kind, str | None):
        faults.mistyped("$.answer.type", "a text", kind, fatal=False)
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
        faults.mistyped(_OPTIONS, "a list of texts", options)
        return ()
    if not fields.all_texts(options, _OPTIONS, faults):
        return ()
    if is_choice or options:
        fields.check_options(options, _OPTIONS, faults)
    return tuple(options)


def _read_published_label(
    answer: Mapping[str, object], options: tuple[str, ...], faults: fields.Faults
) -> int | None:
    """Read ``answer.correct``: a 0-based option, or -1 for a question without an answer."""
    value = answer.get("correct")
    if value is None:
        got = fields.describe_missing(answer, "correct")
        message = f"expected a label (a 0-based option, or -1 for unanswerable), got {got}"
        faults.add("GEO103", _LABEL, message, fatal=False)
    elif isinstance(value, bool) or not isinstance(value, int):
        faults.mistyped(_LABEL, "a whole number", value, fatal=False)
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

    The options stand in one text, each on a line behind its number; the answer is that number,
    0 for unanswerable, where "0) Unanswerable" may stand among the options. A record has no id:
    the number of its row stands in its place.
    """

    name = "mapeval-visual"
    about = "MapEval-Visual: multiple choice about pictures, which are not read"

    def __init__(self, labels: fields.LabelForm = _PUBLISHED) -> None:
        self._labels = labels

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields that make it one of this format."""
        return _PICTURE in raw and "question" in raw

    def declaring(self, labels: fields.LabelForm) -> MapEvalVisualFormat:
        """Return the format with a declaration about its labels."""
        return MapEvalVisualFormat(labels)

    def record_of(
        self, raw: Mapping[str, object], span: Span, faults: fields.Faults, *, labels: bool
    ) -> Record:
        """Return the record that an object holds, with placeholders where there are faults."""
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
    """Return the label, or None if it names an option beyond the stated number of them."""
    stated = str(raw.get(_COUNT, "")).strip()
    if label is None or not stated.isdecimal() or label < int(stated):
        return label
    message = f"expected a label within the stated {stated} options, got {quote(raw['answer'])}"
    faults.add("GEO105", "$.answer", message, fatal=False)
    return None


def misnamed_pictures(records: Sequence[Record]) -> tuple[LoadIssue, ...]:
    """Return the issue that pictures are found only where capitals do not count, if it is so."""
    misnamed = []
    for record in records:
        if record.picture is not None:
            found = _find_other_case(Path(record.span.file).parent, record.picture)
            if found is not None:
                misnamed.append((record, found))
    if not misnamed:
        return ()
    record, found = misnamed[0]
    message = (
        f"expected the name of a file as it is written, got {quote(record.picture)}, which is "
        f"stored as {quote(found)} ({len(misnamed)} of {len(records)} records)"
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


def _find_other_case(folder: Path, path: str) -> str | None:
    """Return how a path is stored that exists only if capitals do not count."""
    stored = []
    for name in Path(path).parts:
        try:
            names = [each.name for each in folder.iterdir()]
        except (OSError, ValueError):
            return None
        there = name if name in names else _find_case_variant(name, names)
        if there is None:
            return None
        stored.append(there)
        folder /= there
    found = Path(*stored).as_posix()
    return found if found != Path(path).as_posix() else None


def _find_case_variant(name: str, names: Sequence[str]) -> str | None:
    return next((each for each in names if each.casefold() == name.casefold()), None)

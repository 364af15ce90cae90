"""The record format of MapEval: a multiple-choice question with its context in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from geoeval.datasets.choices import Choices, check_options
from geoeval.datasets.faults import Faults, came, json_type
from geoeval.datasets.fields import other_fields, read_identity, read_text
from geoeval.datasets.labels import LabelForm, read_label
from geoeval.datasets.records import UNANSWERABLE, Question, Record, Span
from geoeval.errors import quote

_CHOICE = "mcq"
_READ = ("id", "question", "answer", "context", "query", "world")
_OPTIONS, _LABEL = "$.answer.options", "$.answer.correct"


class MapEvalFormat:
    """``{"id", "question", "answer": {"type", "options", "correct"}, "context", …}``."""

    name = "mapeval"
    about = "MapEval-Textual: multiple choice, each question with its context in words"
    needs_context = True

    def __init__(self, labels: LabelForm | None = None) -> None:
        self._labels = labels

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields that make it one of this format."""
        return "question" in raw and raw.get("context") is not None

    def declaring(self, labels: LabelForm) -> Self:
        """Return the format with a declaration about its labels."""
        return type(self)(labels)

    def read(self, raw: object, span: Span, faults: Faults, *, labels: bool) -> Record | None:
        """Return the record that a JSON value holds, or None if it cannot be used."""
        if not isinstance(raw, dict):
            faults.add("GEO104", "$", f"expected a record (an object), got {json_type(raw)}")
            return None
        name = read_identity(raw, "id", faults)
        text = read_text(raw, "question", faults)
        context = _context(raw, faults, needed=self.needs_context)
        options, answer = _options(raw, faults)
        label = self._label(answer, options, faults) if labels else None
        category = _category(raw, faults)
        if name is None or faults.fatal:
            return None
        return Record(
            question=Question(id=name, text=text, options=options, query=raw.get("query")),
            context=context,
            label=label,
            category=category,
            span=span,
            world=raw.get("world"),
            fields=other_fields(raw, _READ),
        )

    def _label(
        self, answer: Mapping[str, object], options: tuple[str, ...], faults: Faults
    ) -> int | None:
        """Read ``answer.correct`` in the form that is published or declared."""
        if self._labels is None or not any(option.strip() for option in options):
            return _label(answer, options, faults)
        choices = Choices(texts=options)
        return read_label(answer.get("correct"), choices, self._labels, _LABEL, faults)


class MapEvalApiFormat(MapEvalFormat):
    """The same without "context": the facts are to be had from a map service."""

    name = "mapeval-api"
    about = "MapEval-API: the same without contexts; the facts come from --world"
    needs_context = False

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields that make it one of this format."""
        return "question" in raw and isinstance(raw.get("answer"), dict)


def _context(raw: Mapping[str, object], faults: Faults, *, needed: bool) -> str:
    """Read ``context``: a text; only a record with a world of its own may lack it."""
    value = raw.get("context")
    if value is None:
        if needed and raw.get("world") is None:
            message = f'expected a "context", got {came(raw, "context")}'
            faults.add("GEO103", "$.context", message)
    elif not isinstance(value, str):
        faults.mistyped("$.context", "a text", value)
    else:
        if needed and not value.strip() and raw.get("world") is None:
            message = "the context is empty: nothing can be derived from it"
            faults.add("GEO109", "$.context", message, fatal=False)
        return value
    return ""


def _category(raw: Mapping[str, object], faults: Faults) -> str | None:
    """Read ``classification``: a text or null."""
    value = raw.get("classification")
    if value is None or isinstance(value, str):
        return value
    faults.mistyped("$.classification", "a text or null", value, fatal=False)
    return None


def _options(
    raw: Mapping[str, object], faults: Faults
) -> tuple[tuple[str, ...], Mapping[str, object]]:
    """Read ``answer.options``; return them and the answer object (empty if there is none)."""
    answer = raw.get("answer")
    if answer is None:
        message = f'expected an "answer" with its options, got {came(raw, "answer")}'
        faults.add("GEO103", "$.answer", message)
        return (), {}
    if not isinstance(answer, dict):
        faults.mistyped("$.answer", "an object with options", answer)
        return (), {}
    kind = answer.get("type")
    kind = _CHOICE if kind is None else kind
    if not isinstance(kind, str):
        faults.mistyped("$.answer.type", "a text", kind, fatal=False)
        kind = _CHOICE
    options = answer.get("options")
    if options is None:
        if kind == _CHOICE:
            message = f"expected a list of options, got {came(answer, 'options')}"
            faults.add("GEO103", _OPTIONS, message)
        return (), answer
    if not isinstance(options, list):
        faults.mistyped(_OPTIONS, "a list of texts", options)
        return (), answer
    texts = tuple(option for option in options if isinstance(option, str))
    if len(texts) < len(options):
        for index, option in enumerate(options):
            if not isinstance(option, str):
                faults.mistyped(f"{_OPTIONS}[{index}]", "a text", option)
        return (), answer
    if kind == _CHOICE or texts:
        check_options(texts, _OPTIONS, faults)
    return texts, answer


def _label(answer: Mapping[str, object], options: tuple[str, ...], faults: Faults) -> int | None:
    """Read ``answer.correct``: a 0-based option, or -1 for a question without an answer.

    Where there are no options, no label can be right or wrong.
    """
    path = _LABEL
    value = answer.get("correct")
    if not any(option.strip() for option in options):
        return UNANSWERABLE if value == UNANSWERABLE and isinstance(value, int) else None
    if value is None:
        got = came(answer, "correct")
        message = f"expected a label (a 0-based option, or -1 for unanswerable), got {got}"
        faults.add("GEO103", path, message, fatal=False)
    elif isinstance(value, bool) or not isinstance(value, int):
        faults.mistyped(path, "a whole number", value, fatal=False)
    elif value != UNANSWERABLE and not 0 <= value < len(options):
        message = f"expected a label from -1 to {len(options) - 1}, got {quote(value)}"
        faults.add("GEO105", path, message, fatal=False)
    elif value != UNANSWERABLE and not options[value].strip():
        message = f"the label {value} names an option that is empty"
        faults.add("GEO105", path, message, fatal=False)
    else:
        return value
    return None

"""The record formats by name, and how the format of a file is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, Self, runtime_checkable

from geoeval.datasets.fields import Faults, LabelForm
from geoeval.datasets.mapeval import MapEvalApiFormat, MapEvalFormat, MapEvalVisualFormat
from geoeval.datasets.mapqa import MapQaFormat
from geoeval.datasets.mcq import Columns, McqFormat
from geoeval.datasets.records import Record, Span
from geoeval.errors import UsageError, mismatch, quote

AUTO = "auto"


class RecordFormat(Protocol):
    """A format of records; add new formats to ``FORMATS``."""

    name: str
    about: str

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields of this format."""
        ...

    def read(self, raw: object, span: Span, faults: Faults, *, labels: bool) -> Record | None:
        """Return the record that a JSON value holds, or None after recording a fatal fault."""
        ...


@runtime_checkable
class LabelledFormat(Protocol):
    """A record format whose labels can be written in more than one form."""

    def declaring(self, labels: LabelForm) -> Self:
        """Return the format with a declared form of its labels."""
        ...


class StatingFormat(RecordFormat, Protocol):
    """A record format whose questions state all facts, with its own parser and its own judge."""

    def understand(self, text: str) -> Any:  # noqa: ANN401 - the type is defined in a layer above
        """Return the query for a question, or a ``NotUnderstood``."""
        ...

    def judge(self, case: Any) -> Any:  # noqa: ANN401 - the types are defined in a layer above
        """Return the ``Judgement`` on the plan of a ``Case``."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """The declared format, columns and form of the labels of the records of a file."""

    format: str = AUTO
    columns: Columns | None = None
    labels: LabelForm | None = None


class UnrecognisedFormat(MapEvalFormat):
    """Records that no format recognises, such as questions without options."""

    def record_of(
        self,
        raw: Mapping[str, object],
        span: Span,  # noqa: ARG002 - the signature is shared by all formats
        faults: Faults,
        *,
        labels: bool,  # noqa: ARG002 - likewise
    ) -> None:
        """Record what the record lacks."""
        message = (
            "expected a question, its options, the answer and a context or a world, got "
            f"{quote(', '.join(raw))}; declare columns that have other names, for example with "
            "--columns options=NAME,context=NAME"
        )
        faults.add("GEO103", "$", message)


_DEFAULT: RecordFormat = MapEvalFormat()
_LAST: RecordFormat = MapEvalApiFormat()
_MCQ = McqFormat()
_VISUAL, _OPEN = MapEvalVisualFormat(), MapQaFormat()
# Imported by name, because this format lies in a layer above: its judge needs verification.
STATING: StatingFormat = import_module("geoeval.naturalplan.format").NaturalPlanFormat()
_FIRST: tuple[RecordFormat, ...] = (_VISUAL, _MCQ, _DEFAULT, STATING, _OPEN)
FORMATS: dict[str, RecordFormat] = {
    each.name: each for each in (_DEFAULT, _LAST, _VISUAL, STATING, _OPEN, _MCQ)
}


def choose_format(declared: str | Declared, values: Iterable[object]) -> RecordFormat:
    """Return the format with the declared name, or for "auto" the format of the records."""
    if isinstance(declared, str):
        declared = Declared(format=declared)
    if declared.format not in (AUTO, *FORMATS):
        known = ", ".join((AUTO, *FORMATS))
        raise mismatch(UsageError, f"a record format ({known})", declared.format)
    if declared.columns is not None:
        if declared.format not in (AUTO, _MCQ.name):
            raise UsageError(f"columns can be declared for mcq only, got {quote(declared.format)}")
        chosen: RecordFormat = McqFormat(declared.columns)
    elif declared.format == AUTO:
        chosen = _recognise_format([value for value in values if isinstance(value, dict)])
    else:
        chosen = FORMATS[declared.format]
    if declared.labels is None:
        return chosen
    if not isinstance(chosen, LabelledFormat):
        raise mismatch(UsageError, "a format whose labels can be declared", chosen.name)
    return chosen.declaring(declared.labels)


def _recognise_format(records: Iterable[Mapping[str, object]]) -> RecordFormat:
    records = tuple(records)
    for candidates in (_FIRST, (_LAST,)):
        for raw in records:
            for candidate in candidates:
                if candidate.recognises(raw):
                    return candidate
    return UnrecognisedFormat() if records else _DEFAULT

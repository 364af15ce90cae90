"""The record formats by name, and how the format of a file is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from typing import Any, Protocol, Self, runtime_checkable

from geoeval.datasets.columns import PLACES, Columns, find_columns
from geoeval.datasets.fields import Faults, RecordReader
from geoeval.datasets.labels import LabelForm
from geoeval.datasets.mapped import MappedFormat, published_formats
from geoeval.datasets.records import Record, Span
from geoeval.errors import UsageError, mismatch, quote

AUTO = "auto"


class RecordFormat(Protocol):
    """A format of records; most are rows of the catalogue."""

    @property
    def name(self) -> str:
        """The name by which the format is declared."""
        ...

    @property
    def about(self) -> str:
        """One line about the records."""
        ...

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


class UnrecognisedFormat(RecordReader):
    """Records that no format recognises, since they have no question."""

    name = "mcq"
    about = ""

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has no question."""
        return "question" not in find_columns(raw, Columns()).of

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
            "expected a question, its options or answer, and a context or a world, got "
            f"{quote(', '.join(raw))}; declare columns that have other names, for example with "
            "--columns question=NAME,answer=NAME (geoeval datasets inspect proposes them)"
        )
        faults.add("GEO103", "$", message)


# Imported by name, because this format lies in a layer above: its judge needs verification.
STATING: StatingFormat = import_module("geoeval.naturalplan.format").NaturalPlanFormat()
_MAPPED = MappedFormat()
_PUBLISHED = published_formats()
_ALL: tuple[RecordFormat, ...] = (*_PUBLISHED, STATING, _MAPPED)
FORMATS: dict[str, RecordFormat] = {each.name: each for each in _ALL}


def choose_format(
    declared: str | Declared, values: Iterable[object], *, paired: bool = False
) -> RecordFormat:
    """Return the format with the declared name, or for "auto" the format of the records.

    ``paired`` says that a JSON file of the same name lies next to the file.
    """
    if isinstance(declared, str):
        declared = Declared(format=declared)
    if declared.format not in (AUTO, *FORMATS):
        known = ", ".join((AUTO, *FORMATS))
        raise mismatch(UsageError, f"a record format ({known})", declared.format)
    if declared.columns is not None:
        if declared.format not in (AUTO, _MAPPED.name):
            raise UsageError(f"columns can be declared for mcq only, got {quote(declared.format)}")
        chosen: RecordFormat = MappedFormat(columns=declared.columns)
    elif declared.format == AUTO:
        records = [value for value in values if isinstance(value, dict)]
        chosen = _recognise_format(records, paired=paired)
    else:
        chosen = FORMATS[declared.format]
    if declared.labels is None:
        return chosen
    if not isinstance(chosen, LabelledFormat):
        raise mismatch(UsageError, "a format whose labels can be declared", chosen.name)
    return chosen.declaring(declared.labels)


def _recognise_format(records: Sequence[Mapping[str, object]], *, paired: bool) -> RecordFormat:
    """Return the first format that recognises a record; published formats go first."""
    if any(STATING.recognises(raw) and not _MAPPED.recognises(raw) for raw in records):
        return STATING
    for published, raw in product(_PUBLISHED, records):
        is_joined = paired or not published.companion or PLACES in raw
        if is_joined and published.recognises(raw):
            return published
    if any(map(_MAPPED.recognises, records)):
        return _MAPPED
    unrecognised = UnrecognisedFormat()
    return unrecognised if records and all(map(unrecognised.recognises, records)) else _MAPPED

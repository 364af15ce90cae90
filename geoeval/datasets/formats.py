"""The record formats that can be read, by name, and the choice among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from geoeval.datasets.faults import Faults
from geoeval.datasets.mapeval import MapEvalFormat
from geoeval.datasets.natural_plan import NaturalPlanFormat
from geoeval.datasets.records import Record, Span
from geoeval.errors import UsageError, quote

AUTO = "auto"


class RecordFormat(Protocol):
    """A way of writing records; a new one is added to ``FORMATS``."""

    name: str

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields that make it one of this format."""
        ...

    def read(self, raw: object, span: Span, faults: Faults, *, labels: bool) -> Record | None:
        """Return the record that a JSON value holds, or None after noting a fatal fault."""
        ...


_DEFAULT: RecordFormat = MapEvalFormat()
FORMATS: dict[str, RecordFormat] = {each.name: each for each in (_DEFAULT, NaturalPlanFormat())}


def choose_format(name: str, values: Iterable[object]) -> RecordFormat:
    """Return the format of a given name, or for "auto" the one that fits the records.

    Parameters
    ----------
    name
        A key of ``FORMATS``, or "auto".
    values
        The JSON values of the file in their order, looked at for "auto" only.

    Returns
    -------
    RecordFormat
        For "auto" that of the first value that any format recognises, MapEval's if none does,
        so that the faults say what is missing.

    Raises
    ------
    UsageError
        If there is no format of that name.

    Examples
    --------
    >>> choose_format("auto", [7, {"question": "How far is it?", "context": ""}]).name
    'mapeval'
    """
    if name == AUTO:
        fitting = (
            candidate
            for value in values
            if isinstance(value, dict)
            for candidate in FORMATS.values()
            if candidate.recognises(value)
        )
        return next(fitting, _DEFAULT)
    if name not in FORMATS:
        known = ", ".join((AUTO, *FORMATS))
        message = f"expected a record format ({known}), got {quote(name)}"
        raise UsageError(message)
    return FORMATS[name]

"""The record formats that can be read, by name, and the choice among them."""

from __future__ import annotations

from collections.abc import Mapping
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


def choose_format(name: str, first: object) -> RecordFormat:
    """Return the format of a given name, or for "auto" the one that fits a record.

    Parameters
    ----------
    name
        A key of ``FORMATS``, or "auto".
    first
        The first JSON value of the file, looked at for "auto" only.

    Returns
    -------
    RecordFormat
        For "auto" the first format that recognises the value, MapEval's if none does, so that
        the faults say what is missing.

    Raises
    ------
    UsageError
        If there is no format of that name.

    Examples
    --------
    >>> choose_format("auto", {"question": "How far is it?", "context": ""}).name
    'mapeval'
    """
    if name == AUTO:
        if isinstance(first, dict):
            for candidate in FORMATS.values():
                if candidate.recognises(first):
                    return candidate
        return _DEFAULT
    if name not in FORMATS:
        known = ", ".join((AUTO, *FORMATS))
        message = f"expected a record format ({known}), got {quote(name)}"
        raise UsageError(message)
    return FORMATS[name]

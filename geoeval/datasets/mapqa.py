"""The record format of MapQA: an open-ended question, its answer, and places beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from geoeval.datasets.csv_rows import UNNAMED
from geoeval.datasets.faults import Faults, came, json_type
from geoeval.datasets.fields import other_fields, read_identity, read_text
from geoeval.datasets.records import Question, Record, Span

PLACES = "places"
"""The member that holds the places of a row once its two files are joined."""

_NO_NAME = "null"
_AXES = ("latitude", "longitude")


class MapQaFormat:
    """``{"ID", "Question", "Answer", "places": {name: {"osm_id", "latitude", "longitude"}}}``.

    The places stand in a file of their own beside the CSV of questions; ``companion`` joins the
    two. They are those of the question and the answer, not all there are: the world is partial.
    A place named "null" has no name and is left out. Coordinates are kept as they are, also
    where no place has such ones.
    """

    name = "mapqa"
    about = "MapQA: questions with answers in words, and a file of places beside"

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields that make it one of this format."""
        return {"Question", "Answer"} <= raw.keys() and "options" not in raw

    def read(self, raw: object, span: Span, faults: Faults, *, labels: bool) -> Record | None:
        """Return the record that a joined row holds, or None if it cannot be used."""
        if not isinstance(raw, dict):
            faults.add("GEO104", "$", f"expected a record (an object), got {json_type(raw)}")
            return None
        column = "ID" if "ID" in raw else UNNAMED if UNNAMED in raw else "ID"
        name = read_identity(raw, column, faults)
        text = read_text(raw, "Question", faults)
        expected = _expected(raw, faults) if labels else None
        places = list(_places(raw.get(PLACES), faults))
        if name is None or faults.fatal:
            return None
        return Record(
            question=Question(id=name, text=text),
            context="",
            label=None,
            category=None,
            span=span,
            world={"places": places, "partial": True},
            expected=expected,
            fields=other_fields(raw, ("ID", UNNAMED, "Question", "Answer", PLACES)),
        )


def _expected(raw: Mapping[str, object], faults: Faults) -> str | None:
    """Read ``Answer``: a text, or None after a fault."""
    value = raw.get("Answer")
    if isinstance(value, str):
        return value.strip()
    if value is None:
        message = f'expected an "Answer" to check, got {came(raw, "Answer")}'
        faults.add("GEO103", "$.Answer", message, fatal=False)
    else:
        faults.mistyped("$.Answer", "a text", value, fatal=False)
    return None


def _places(value: object, faults: Faults) -> Iterator[dict[str, object]]:
    """Yield the places that have a name, in the JSON form of a world."""
    if value is None:
        message = "expected the places of the question beside it, got none; nothing can be computed"
        faults.add("GEO103", f"$.{PLACES}", message, fatal=False)
        return
    if not isinstance(value, dict):
        faults.mistyped(f"$.{PLACES}", "an object of places by name", value, fatal=False)
        return
    for name, facts in value.items():
        path = f"$.{PLACES}.{name}"
        if not isinstance(facts, dict):
            faults.mistyped(path, "an object with coordinates", facts, fatal=False)
        elif name not in ("", _NO_NAME):
            place: dict[str, object] = {"name": name}
            if isinstance(facts.get("osm_id"), int | str):
                place["id"] = str(facts["osm_id"])
            if (location := _location(facts, path, faults)) is not None:
                place["location"] = location
            yield place


def _location(facts: Mapping[str, object], path: str, faults: Faults) -> list[float] | None:
    """Read latitude and longitude, whatever they are, or None after a fault."""
    found: list[float] = []
    for axis in _AXES:
        value = facts.get(axis)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and math.isfinite(value):  # type: ignore[arg-type]  # a number as just tested
            found.append(float(value))  # type: ignore[arg-type]  # the same
        else:
            faults.mistyped(f"{path}.{axis}", "a number of degrees", value, fatal=False)
    return found if len(found) == len(_AXES) else None

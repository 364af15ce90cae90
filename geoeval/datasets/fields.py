"""The fields that records of every format have: an identity and texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from geoeval.datasets.faults import Faults, came


def read_identity(raw: Mapping[str, object], name: str, faults: Faults) -> int | str | None:
    """Read what tells a record from the others: a whole number or a text that is not blank."""
    value = raw.get(name)
    if value is None or (isinstance(value, str) and not value.strip()):
        message = f"expected {_named(name)}, got {came(raw, name)}; give each record its own"
        faults.add("GEO103", f"$.{name}", message)
    elif isinstance(value, bool) or not isinstance(value, (int, str)):
        faults.mistyped(f"$.{name}", "a whole number or a text", value)
    else:
        faults.id, faults.id_path = value, f"$.{name}"
        return value
    return None


def read_text(raw: Mapping[str, object], name: str, faults: Faults) -> str:
    """Read a text that is not blank."""
    value = raw.get(name)
    if value is None or (isinstance(value, str) and not value.strip()):
        message = f"expected {_named(name)}, got {came(raw, name)}"
        faults.add("GEO103", f"$.{name}", message)
    elif not isinstance(value, str):
        faults.mistyped(f"$.{name}", "a text", value)
    else:
        return value
    return ""


def other_fields(raw: Mapping[str, object], read: Collection[str]) -> dict[str, object]:
    """Return what a record has beside the fields that its format reads.

    Examples
    --------
    >>> other_fields({"id": 1, "question": "?", "area": "north"}, ("id", "question"))
    {'area': 'north'}
    """
    return {name: value for name, value in raw.items() if name not in read}


def _named(name: str) -> str:
    """Return a field in quotes behind its article."""
    return f'{"an" if name[0] in "aeiou" else "a"} "{name}"'

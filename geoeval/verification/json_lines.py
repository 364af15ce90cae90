"""Read JSON Lines files that people edit, and check each object field by field."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

from geoeval.errors import GeoEvalError, quote

Entry = TypeVar("Entry")


class Field(NamedTuple):
    """The expected value of a field, in words and as a test, and whether it is required."""

    expected: str
    test: Callable[[object], bool]
    needed: bool = True
    hint: str = ""


TEXT = Field("a string", lambda value: isinstance(value, str))
FINGERPRINT = Field(
    "16 hexadecimal digits",
    lambda value: isinstance(value, str) and re.fullmatch("[0-9a-f]{16}", value) is not None,
)


def check_object(
    source: object, fields: Mapping[str, Field], error: type[GeoEvalError]
) -> dict[str, object]:
    """Check that a JSON object has the required fields and no unknown fields, and return it."""
    if not isinstance(source, dict):
        raise error(f"expected a JSON object, got {quote(source)}")
    for name, field in fields.items():
        value = source.get(name, ...)
        if field.needed if value is ... else not field.test(value):
            got = "none" if value is ... else quote(value)
            raise error(f'expected {field.expected} as "{name}", got {got}{field.hint}')
    others = sorted(map(str, source.keys() - fields.keys()))
    if others:
        known = ", ".join(sorted(fields))
        raise error(f"expected only the fields {known}, got {quote(others[0])}")
    return source


def read_json_lines(
    path: str | Path,
    parse: Callable[[object, int], Entry],
    key: Callable[[Entry], Hashable],
    error: type[GeoEvalError],
    *,
    kind: str,
    what: str,
    hint: str = "",
) -> tuple[Entry, ...]:
    """Read the entries of a JSON Lines file and check that their keys differ.

    ``kind`` names the file in messages, and ``what`` the thing that each entry is about.
    """
    first: dict[Hashable, int] = {}
    entries = []
    for number, line in enumerate(_read_text(path, error, kind, hint).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = parse(_decode_line(line, error), number)
        except error as wrong:
            raise error(f"{path}:{number}: {wrong}") from None
        earlier = first.setdefault(key(entry), number)
        if earlier != number:
            raise error(f"{path}:{number}: line {earlier} is about the same {what}; remove one")
        entries.append(entry)
    return tuple(entries)


def _read_text(path: str | Path, error: type[GeoEvalError], kind: str, hint: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as wrong:
        got = f"the byte 0x{wrong.object[wrong.start]:02X} at offset {wrong.start}"
        message = f"{path}: expected UTF-8, got {got}; save the file as UTF-8"
    except (OSError, ValueError) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) else str(wrong)
        message = f"{path}: {kind} cannot be read: {reason}{hint}"
    raise error(message)


def _decode_line(line: str, error: type[GeoEvalError]) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise error(f"expected a JSON object on the line, got {quote(line.strip())}") from None

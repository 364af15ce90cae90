"""Defaults of options from ``[tool.geoeval]`` in the nearest ``pyproject.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from geoeval.errors import UsageError, quote

_LISTS = frozenset({"columns", "select", "ignore"})
_FILES = frozenset({"baseline", "queries"})
_SCALARS = frozenset({"dataset", "labels", "fail-on", "min-coverage"})
_KNOWN = sorted(_LISTS | _FILES | _SCALARS)


def settings_of(folder: Path) -> dict[str, Any]:
    """Return the option defaults set in the project of a folder, by parameter name."""
    for each in (folder, *folder.parents):
        path = each / "pyproject.toml"
        table = _read_table(path) if path.is_file() else None
        if table is not None:
            return {
                name.replace("-", "_"): _option_value(path, name, v) for name, v in table.items()
            }
    return {}


def _read_table(path: Path) -> Mapping[str, object] | None:
    """Return the ``[tool.geoeval]`` table of a file; None if it has none or is broken."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))["tool"]["geoeval"]
    except (OSError, ValueError, KeyError, TypeError):
        return None  # other tools report a broken file
    return found if isinstance(found, Mapping) else None


def _option_value(path: Path, name: str, value: object) -> object:
    if name not in _KNOWN:
        message = f"{path}: unknown setting {quote(name)} in [tool.geoeval]; "
        raise UsageError(f"{message}known settings are {', '.join(_KNOWN)}")
    found: object = None
    if name in _LISTS:
        found = _to_strings(name, value)
    elif name in _FILES and isinstance(value, str):
        resolved = path.parent / value
        is_shipped = name == "queries" and not resolved.exists()
        found = value if is_shipped else str(resolved)
    elif name in _SCALARS and type(value) in {str, int, float}:
        found = str(value)
    if found is None:
        raise UsageError(f"{path}: {name} in [tool.geoeval] has the invalid value {quote(value)}")
    return found


def _to_strings(name: str, value: object) -> list[str] | None:
    if name == "columns" and isinstance(value, Mapping):
        return [
            f"{role}={column}"
            for role, columns in value.items()
            for column in (columns if isinstance(columns, list) else [columns])
        ]
    values = [value] if isinstance(value, str) else value
    if isinstance(values, list) and all(isinstance(each, str) for each in values):
        return values
    return None

"""The figures that a benchmark gives, and the table that shows them."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured figure; ``value`` is None where it was not measured, and ``note`` says why."""

    name: str
    value: str | None
    note: str = ""


class NotMeasuredError(Exception):
    """Something that a benchmark needs is not on this machine."""


def needed(path: Path) -> Path:
    """Return the path if it exists."""
    if not path.exists():
        message = f"{path.name} is absent"
        raise NotMeasuredError(message)
    return path


def third_party(name: str) -> Path:
    """Return a file of the folder of third-party data."""
    named = os.environ.get("GEOEVAL_DATA")
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    if not (folder / name).exists():
        message = f"no {name} in the data folder (set GEOEVAL_DATA)"
        raise NotMeasuredError(message)
    return folder / name


def share(part: int, whole: int) -> str:
    """Return "part of whole (per cent)"."""
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "0 of 0"


def counts(counter: Counter[str]) -> str:
    """Return how many there are of each, the most frequent first."""
    return ", ".join(f"{count} {name}" for name, count in counter.most_common())


def table(sections: list[tuple[str, list[Figure]]]) -> str:
    """Return the figures as text, one line each, below the names of their sections."""
    width = max(len(figure.name) for _, figures in sections for figure in figures)
    lines = []
    for title, figures in sections:
        lines += ["", title]
        for figure in figures:
            value = figure.value if figure.value is not None else "not measured"
            lines.append(f"  {figure.name:<{width}}  {value}")
            indent = " " * (width + 4)
            lines += wrap(figure.note, 100, initial_indent=indent, subsequent_indent=indent)
    return "\n".join(lines[1:])

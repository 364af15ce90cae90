"""Rows of lists: numbered names with their addresses, in the styles that maps use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from geoeval.world.markup import plain, split_coordinates

_ROW = re.compile(r"\s{0,2}(\d+)[.)]\s*")
_BOLD_NAME = re.compile(r"<b>(?P<name>.*?)</b>\s*(?P<rest>.*)$")


class Row(NamedTuple):
    """A numbered row: its line, the name where it is bold, and the rest of its text."""

    line: int
    name: str | None
    rest: str


def read_row(line: str, number: int) -> Row | None:
    """Return a numbered row, or None if the line is none."""
    start = _ROW.match(line)
    if start is None:
        return None
    body = line[start.end() :].strip()
    bold = _BOLD_NAME.match(body)
    if bold:
        return Row(number, plain(bold["name"]), plain(bold["rest"]))
    return Row(number, None, plain(body)) if body else None


def split_rows(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Return name and address of each row of one list; the address may be empty.

    The style of rows without a bold name is that of the whole list: only a mark that every row
    has parts names from addresses.

    Examples
    --------
    >>> split_rows([Row(1, None, "A | B | 5 Hill Rd"), Row(2, None, "C | 7 Hill Rd")])
    [('A | B', '5 Hill Rd'), ('C', '7 Hill Rd')]
    """
    loose = [row.rest for row in rows if row.name is None]
    split = _whole
    if loose and all(" | " in text for text in loose):
        split = _at_bar
    elif loose and all(" - " in text for text in loose):
        split = _at_dash
    elif loose and all(_bracketed(text) for text in loose):
        split = _at_bracket
    return [
        (row.name, _bare(row.rest)) if row.name is not None else split(row.rest) for row in rows
    ]


def _bracketed(text: str) -> bool:
    return text.endswith(")") and "(" in text and split_coordinates(text)[0] == text


def _whole(text: str) -> tuple[str, str]:
    """Keep a row that shows no address, with coordinates split off."""
    name, location, wrong = split_coordinates(text)
    return (name, text[len(name) :]) if location or wrong else (text, "")


def _at_bar(text: str) -> tuple[str, str]:
    name, _, address = text.rpartition(" | ")
    return name.strip(), address.strip()


def _at_dash(text: str) -> tuple[str, str]:
    """Split at the last dash before the first comma that is not a mere number's."""
    comma = text.find(",")
    head = text[:comma] if comma > 0 else ""
    at = head.rfind(" - ")
    while at > 0 and head[at + 3 :].strip().isdigit() and head.rfind(" - ", 0, at) > 0:
        at = head.rfind(" - ", 0, at)
    if at <= 0:
        at = text.find(" - ")
    return text[:at].strip(), text[at + 3 :].strip()


def _at_bracket(text: str) -> tuple[str, str]:
    """Split off the last bracketed part, with the brackets inside it."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if depth == 0:
            return text[:at].strip(), text[at + 1 : -1].strip()
    return text, ""


def _bare(rest: str) -> str:
    """Return the address after a bold name without its brackets, dash or bar."""
    end = rest.find(")") + 1
    if rest.startswith("(") and not split_coordinates(rest[:end])[0]:
        rest = rest[end:] + rest[:end]
    address, _, _ = split_coordinates(rest)
    coordinates = rest[len(address) :]
    address = address.removeprefix("|").removeprefix("-").removeprefix(":").strip()
    if address.startswith("(") and address.endswith(")"):
        address = address[1:-1].strip()
    return address + coordinates

"""Example wordings: whole ones by form, and those that a program joins of parts.

A *carrier* asks for places of a kind and leaves room for conditions; a *sentence* states one by
itself. Each author has files of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.reader.towns import Draw
from geoeval.understanding.learned.parts import JsonValue

EXAMPLES = Path(__file__).parent / "examples"
SLOT = re.compile(r"\{(\w+)\}")
SERVICES = {
    "breakfast": "Serves Breakfast",
    "lunch": "Serves Lunch",
    "dinner": "Serves Dinner",
    "beer": "Serves Beer",
    "wine": "Serves Wine",
    "vegetarian food": "Serves Vegetarian Food",
    "outdoor seating": "Outdoor Seating",
    "takeout": "Takeout",
    "delivery": "Delivery",
    "dine-in": "Dine-in",
    "reservations": "Reservable",
    "live music": "Live Music",
    "wheelchair access": "Wheelchair Accessible Entrance",
    "children": "Good For Children",
}
"""Services by the words that texts have for them."""
_CONDITIONS = (1, 2, 2, 3)
_JOINERS = (" and ", ", ", " ")
_WITH_SENTENCE = 0.4  # share of joined questions with a condition in a sentence of its own
_BEHIND = 0.5  # share of these that have it behind the question, not before


@dataclass(frozen=True)
class Example:
    """A wording of a query by an author; ``pinned`` are the slots that its words fill."""

    author: str
    form: str
    words: str
    pinned: dict[str, JsonValue]
    query: JsonValue


def read_examples(folder: Path = EXAMPLES) -> list[Example]:
    """Return all whole wordings, by author."""
    forms = _by_id(folder / "forms.jsonl")
    found = []
    for author, rows in _by_author(folder / "authors"):
        for row in rows:
            query = forms[row["form"]]["query"]
            found.append(Example(author, row["form"], row["words"], row.get("with", {}), query))
    return found


def join_parts(each: int, seed: int, folder: Path = EXAMPLES) -> Iterator[Example]:
    """Yield ``each`` wordings of every carrier, with one to three conditions of its author.

    Some have one more as a sentence of its own, of another author: each two authors of carriers
    have one in common.
    """
    parts = _by_id(folder / "parts.jsonl")
    authors = list(_by_author(folder / "parts"))
    sentences = [rows for _, rows in authors if all("sentence" in row for row in rows)]
    carriers = [each for each in authors if each[1] not in sentences]
    for number, (author, rows) in enumerate(carriers):
        draw = Draw(f"{seed}/{author}")
        conditions = [row for row in rows if "words" in row and "filter" in row]
        for carrier in (row for row in rows if "ask" in row):
            for _ in range(each):
                chosen = draw.sample(conditions, draw.choice(_CONDITIONS))
                if draw.random() < _WITH_SENTENCE:
                    theirs = sentences[number % len(sentences)]
                    chosen = [*chosen[:-1], draw.choice(theirs)]
                texts = [row.get("words") or row["sentence"] for row in chosen]
                names = SLOT.findall(" ".join(texts))
                kinds = {row["filter"] for row in chosen}
                if len(kinds) == len(chosen) and len(set(names)) == len(names):
                    yield _join(author, carrier, chosen, parts, draw)


def _join(
    author: str,
    carrier: JsonValue,
    conditions: list[JsonValue],
    parts: dict[str, JsonValue],
    draw: Random,
) -> Example:
    *first, last = [row["words"] for row in conditions if "words" in row] or [""]
    words = f"{', '.join(first)}{draw.choice(_JOINERS)}{last}" if first else last
    filters, limits = [], {}
    for row in conditions:
        pinned = dict(row.get("with", {}))
        if "feature" in pinned:
            pinned["feature"] = SERVICES[pinned["feature"]]
        part = fill(parts[row["filter"]]["filter"], pinned)
        if "kind" in part:
            filters.append(part)
        else:
            limits |= part
    query = fill(parts[carrier["ask"]]["query"], {"filters": filters})
    query["among" if "among" in query else "of"] |= limits
    asked = re.sub(r" ?\{conditions\}", f" {words}".rstrip(), carrier["words"])
    apart = [row["sentence"] for row in conditions if "sentence" in row]
    whole = [asked, *apart] if draw.random() < _BEHIND else [*apart, asked]
    return Example(author, carrier["ask"], " ".join(whole), {}, query)


def fill(node: JsonValue, values: dict[str, JsonValue]) -> JsonValue:
    """Return a query in which the slots that have a value are filled."""
    if isinstance(node, str) and node.startswith("$"):
        return values.get(node[1:], node)
    if isinstance(node, dict):
        return {key: fill(value, values) for key, value in node.items()}
    return [fill(each, values) for each in node] if isinstance(node, list) else node


def _by_id(path: Path) -> dict[str, JsonValue]:
    return {row["id"]: row for row in _rows(path)}


def _by_author(folder: Path) -> Iterator[tuple[str, list[JsonValue]]]:
    for path in sorted(folder.glob("*.jsonl")):
        yield path.stem, _rows(path)


def _rows(path: Path) -> list[JsonValue]:
    return [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines() if row.strip()]

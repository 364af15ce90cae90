"""The recorded outcomes: reading, comparing and rewriting them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.corpora.texts import TextOutcome

FOLDER = Path(__file__).with_name("outcomes")


@cache
def recorded(name: str) -> dict[str, Any]:
    """Return the outcomes recorded under a name."""
    path = FOLDER / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def record(name: str, outcomes: Mapping[str, object]) -> None:
    """Write outcomes under a name, a line per text."""
    text = json.dumps(outcomes, ensure_ascii=False, indent=1, sort_keys=True)
    (FOLDER / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")
    recorded.cache_clear()


def by_key(texts: Iterable[TextOutcome]) -> dict[str, str]:
    """Return outcomes by their keys, which must be unique."""
    outcomes: dict[str, str] = {}
    for each in texts:
        assert each.key not in outcomes, f"two texts have the key {each.key}"
        outcomes[each.key] = each.outcome
    return outcomes


def changes(before: Mapping[str, str], texts: Iterable[TextOutcome]) -> Iterator[str]:
    """Yield each text whose outcome differs from the recorded one, with both outcomes."""
    remaining = dict(before)
    for each in texts:
        previous = remaining.pop(each.key, "nothing")
        if previous != each.outcome:
            yield f"[{each.key}] {each.text}\n    was {previous}\n    is  {each.outcome}"
    for key, previous in remaining.items():
        yield f"[{key}]\n    was {previous}\n    is  not in the corpus"

"""The recorded outcomes: read, compared with what comes now, written anew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.corpora.texts import Told

FOLDER = Path(__file__).with_name("outcomes")


@cache
def recorded(name: str) -> dict[str, Any]:
    """Return what is recorded under a name."""
    path = FOLDER / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def record(name: str, outcomes: Mapping[str, object]) -> None:
    """Write what is recorded under a name, a line for each text."""
    text = json.dumps(outcomes, ensure_ascii=False, indent=1, sort_keys=True)
    (FOLDER / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")
    recorded.cache_clear()


def by_key(texts: Iterable[Told]) -> dict[str, str]:
    """Return outcomes by their keys, each of which stands once."""
    outcomes: dict[str, str] = {}
    for each in texts:
        assert each.key not in outcomes, f"two texts have the key {each.key}"
        outcomes[each.key] = each.outcome
    return outcomes


def changes(before: Mapping[str, str], texts: Iterable[Told]) -> Iterator[str]:
    """Yield each text whose outcome is not the recorded one, with both."""
    left = dict(before)
    for each in texts:
        was = left.pop(each.key, "nothing")
        if was != each.outcome:
            yield f"[{each.key}] {each.text}\n    was {was}\n    is  {each.outcome}"
    for key, was in left.items():
        yield f"[{key}]\n    was {was}\n    is  not among what is told"

"""Rules and vocabulary contain nothing copied from the questions that measure them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from geoeval.understanding.vocabulary.lexicon import neutral_words
from geoeval.understanding.vocabulary.text import split_keys
from geoeval.world.categories import category_words
from tests.understanding.asking import records, world_of

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")
_RUN_LENGTH = 4
FILES = sorted(
    path
    for path in Path(str(resources.files("geoeval.understanding"))).rglob("*")
    if path.suffix in {".py", ".toml", ".txt"}
)


def word_runs(text: str, length: int) -> Iterator[tuple[str, ...]]:
    """Yield the runs of words of a text, within lines."""
    for line in text.splitlines():
        words = [word.casefold() for word in _WORD.findall(line)]
        for start in range(len(words) - length + 1):
            yield tuple(words[start : start + length])


def test_no_four_words_of_the_benchmark_are_copied(data_dir: Path) -> None:
    asked = {
        run: record.question.id
        for record in records(data_dir / "mapeval" / "dev.json")
        for text in (record.question.text, *record.question.options)
        for run in word_runs(text, _RUN_LENGTH)
    }
    assert len(asked) > 2000
    found = {
        (path.name, run): asked[run]
        for path in FILES
        for run in word_runs(path.read_text(encoding="utf-8"), _RUN_LENGTH)
        if run in asked
    }
    assert not found


def test_no_place_of_the_benchmark_is_named(data_dir: Path) -> None:
    """Names of everyday words and kinds of place only, such as "Central Park", are exempt."""
    kinds = {word for phrase in category_words() for word in phrase.split()}
    common = neutral_words() | kinds | {"st", "road", "avenue", "highway", "bridge", "exit"}
    names = {
        tuple(word.casefold() for word in _WORD.findall(name))
        for record in records(data_dir / "mapeval" / "dev.json")
        for name in _names(record.context)
        if not common.issuperset(split_keys(name))
    }
    lengths = {len(name) for name in names if len(name) > 1}
    found = {
        (path.name, run)
        for path in FILES
        for length in lengths
        for run in word_runs(path.read_text(encoding="utf-8"), length)
        if run in names
    }
    assert not found


def _names(context: str) -> Iterator[str]:
    """Yield the names of the places and roads of a context."""
    world = world_of(context)
    yield from world.atlas.names
    for route in world.routes:
        for step in route.steps:
            yield from step.roads

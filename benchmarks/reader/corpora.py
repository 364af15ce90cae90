"""Records of our own collections of questions, with their queries.

Left out are the questions about contexts of MapEval, and ``natural.json`` and
``latest_authors.json``, which measure.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from benchmarks.reader.records import Record
from benchmarks.reader.wordings import EXAMPLES
from geoeval.datasets.records import Question
from geoeval.understanding.learned.parts import JsonValue
from geoeval.world.model import World
from tests.understanding.asking import items, sample_worlds, world_of
from tests.understanding.blind import of_our_own, rounds
from tests.understanding.towns import SIGHTSEEING

LEFT_OUT = EXAMPLES / "left_out.txt"
"""The questions that share nine words in a row with MapEval, once names and figures are removed."""
QUERIES = EXAMPLES / "corpora.jsonl"
"""The queries of questions whose collections have none."""


def of_corpora() -> list[Record]:
    """Return the records of our own collections whose query is known."""
    lines = QUERIES.read_text(encoding="utf-8").splitlines()
    queries = {row["id"]: row["query"] for row in map(json.loads, lines)}
    left_out = set(LEFT_OUT.read_text(encoding="utf-8").splitlines())
    with_queries = [
        (key, question, world, query or queries.get(key))
        for key, question, world, query in _questions()
    ]
    return [
        Record("corpora", key.split("/")[0], question.text, question.options, world, query, 0)
        for key, question, world, query in with_queries
        if query is not None and key not in left_out
    ]


def _questions() -> Iterator[tuple[str, Question, World, JsonValue]]:
    for path in rounds():
        for blind in of_our_own(path):
            yield f"{path.stem}/{blind.question.id}", blind.question, world_of(blind.context), None
    worlds = sample_worlds()
    for number, item in enumerate(items("fresh_questions.json")):
        yield f"fresh/{number}", _question(item), worlds[item["context_id"]], None
    for number, item in enumerate(items("paraphrases.json")):
        for which, text in enumerate(item["texts"]):
            asked = Question(id=number, text=text, options=tuple(item["options"]))
            key = f"paraphrases/{number}.{which}"
            yield key, asked, worlds[item["context_id"]], item["query"]
    for name in ("trip_questions", "journeys"):
        for number, item in enumerate(items(f"{name}.json")):
            yield f"{name}/{number}", _question(item), SIGHTSEEING, item["query"]
    yield from _of_authors()
    yield from _of_pairs()


def _of_authors() -> Iterator[tuple[str, Question, World, JsonValue]]:
    for name in ("five_authors", "later_authors"):
        authors: JsonValue = items(f"{name}.json")
        for item in authors["questions"]:
            asked = Question(id=item["id"], text=item["text"], options=tuple(item["options"]))
            world = world_of(authors["worlds"][item["world"]])
            yield f"{name}/{item['id']}", asked, world, None


def _of_pairs() -> Iterator[tuple[str, Question, World, JsonValue]]:
    pairs: JsonValue = items("word_pairs.json")
    for pair in pairs["pairs"]:
        for side in ("harmless", "restrictive"):
            key, options = f"{pair['id']} {side}", tuple(pair["options"])
            asked = Question(id=key, text=pair[side]["text"], options=options)
            yield f"word_pairs/{key}", asked, world_of(pairs["worlds"][pair["world"]]), None


def _question(item: JsonValue) -> Question:
    return Question(id=0, text=item["question"], options=tuple(item["options"]))

"""The example wordings fit their forms and share no long run of words with the benchmark."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.reader import wordings
from benchmarks.reader.corpora import QUERIES, of_corpora
from benchmarks.reader.records import make_records
from benchmarks.reader.wordings import SLOT, Example, join_parts, read_examples
from geoeval.query import parse_query

FORMS = {
    form["id"]: form
    for form in map(
        json.loads, (wordings.EXAMPLES / "forms.jsonl").read_text(encoding="utf-8").splitlines()
    )
}
EXAMPLES = read_examples()
JOINED = list(join_parts(1, 3))
_MAX_SHARED_RUN = 8  # words that a wording may share with a question of the benchmark


def slots_of(form: str) -> set[str]:
    """Return the slots that a wording of a form fills or pins."""
    named = set(re.findall(r"\$(\w+)", json.dumps(FORMS[form]["query"])))
    named |= set(FORMS[form].get("also", ()))
    named -= {"options", "named", "pairs", "modes", "orders", "schedules"}
    if "side_turn" in named:
        named = named - {"side_turn"} | {"side"}
    return named


def test_every_wording_fills_each_slot_of_its_form_once() -> None:
    faults = []
    for each in EXAMPLES:
        written = {"kind" if name == "kinds" else name for name in SLOT.findall(each.words)}
        if written | set(each.pinned) != slots_of(each.form) or written & set(each.pinned):
            faults.append((each.author, each.form, each.words))
    assert not faults


def test_each_author_has_distinct_wordings() -> None:
    counts = Counter((each.author, each.form, each.words.casefold()) for each in EXAMPLES)
    assert [key for key, count in counts.items() if count > 1] == []


def test_every_form_has_wordings_by_five_authors() -> None:
    authors: dict[str, set[str]] = {form: set() for form in FORMS}
    for each in EXAMPLES:
        authors[each.form].add(each.author)
    assert {form: names for form, names in authors.items() if len(names) < 5} == {}


@pytest.mark.parametrize("sample", [EXAMPLES[::40], JOINED[::8]], ids=["whole", "joined"])
def test_records_are_reproducible_and_their_queries_valid(
    sample: list[Example],
) -> None:
    first, second = (list(make_records(sample, 3)) for _ in range(2))
    assert first == second
    assert len(first) > 0.8 * len(sample)
    for record in first:
        parse_query(record.query)
        assert -1 <= record.answer < len(record.options)


def test_a_joined_wording_has_the_slots_of_its_query() -> None:
    for each in JOINED:
        named = {"kind" if name == "kinds" else name for name in SLOT.findall(each.words)}
        slots = set(re.findall(r"\$(\w+)", json.dumps(each.query))) - {"options"}
        assert named == slots, each.words


def test_every_query_of_the_collections_is_valid_and_used() -> None:
    rows = [json.loads(line) for line in QUERIES.read_text(encoding="utf-8").splitlines()]
    records = of_corpora()
    assert len({row["id"] for row in rows}) == len(rows)
    known = [json.dumps(record.query, sort_keys=True) for record in records]
    for row in rows:
        parse_query(row["query"])
        assert json.dumps(row["query"], sort_keys=True) in known


def _plain(words: str) -> list[str]:
    """Return the words of a text without its slots, names and figures."""
    text = re.sub(r"\{\w+\}", " ", words)
    text = re.sub(r"(?<=[a-z,;] )(?:[A-Z][\w'’-]*\s?)+", " ", text)
    return re.findall(r"[a-z']+", re.sub(r"\d\S*", " ", text).lower())


def _runs(words: list[str], length: int) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


def test_no_wording_is_copied_from_the_benchmark(data_dir: Path) -> None:
    text = (data_dir / "mapeval" / "dev.json").read_text(encoding="utf-8")
    questions = [_plain(each["question"]) for each in json.loads(text)]
    whole = {tuple(question) for question in questions}
    runs = {run for q in questions for run in _runs(q, _MAX_SHARED_RUN + 1)}

    def is_copied(text: str) -> bool:
        words = _plain(text)
        return tuple(words) in whole or not runs.isdisjoint(_runs(words, _MAX_SHARED_RUN + 1))

    texts = [*(e.words for e in (*EXAMPLES, *JOINED)), *(r.text for r in of_corpora())]
    assert list(filter(is_copied, texts)) == []

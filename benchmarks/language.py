"""Understanding: rewordings of one question, and questions that no rule was written for."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

from benchmarks.figures import ROOT, Figure, counts, needed, share
from geoeval import load_dataset, read_context, understand
from geoeval.datasets.load import sample_path
from geoeval.datasets.records import Question
from geoeval.query.solve import parse_query
from geoeval.understanding.reading import NotUnderstood
from geoeval.verification.answer import answer_question
from geoeval.world.model import World

TEXTS = ROOT / "tests" / "understanding"
# Which missing fact was named, and by which words, depends on the wording; the answer does not.
WORDING = {"words", "fact"}


def paraphrases() -> list[Figure]:
    """Measure how many rewordings give the query of their group."""
    groups = json.loads(needed(TEXTS / "paraphrases.json").read_text(encoding="utf-8"))
    same, missed, asks = 0, Counter[str](), set()
    for group in groups:
        expected = parse_query(group["query"]).model_dump(exclude=WORDING)
        asks.add(group["query"]["ask"])
        for text in group["texts"]:
            question = Question(id=0, text=text, options=tuple(group["options"]))
            query = understand(question, _world(group["context_id"]))
            if isinstance(query, NotUnderstood) or query.model_dump(exclude=WORDING) != expected:
                missed[group["query"]["ask"]] += 1
            else:
                same += 1
    return [
        Figure(
            name="rewordings that give the same query",
            value=share(same, same + missed.total()),
            note=f"{len(asks)} asks; missed: {counts(missed) or 'none'}",
        )
    ]


def fresh_questions() -> list[Figure]:
    """Measure how many questions that were written apart from the rules are answered rightly."""
    questions = json.loads(needed(TEXTS / "fresh_questions.json").read_text(encoding="utf-8"))
    tally: Counter[str] = Counter()
    for row in questions:
        question = Question(id=0, text=row["question"], options=tuple(row["options"]))
        answer = answer_question(question, _world(row["context_id"])).answer
        tally[
            "undecided" if answer is None else "right" if answer == row["answer"] else "wrong"
        ] += 1
    return [
        Figure(
            name="fresh questions answered rightly",
            value=share(tally["right"], len(questions)),
            note=f"{tally['wrong']} wrong, {tally['undecided']} undecided",
        )
    ]


@cache
def _world(context_id: int) -> World:
    return read_context(_contexts()[context_id])[0]


@cache
def _contexts() -> dict[int | str, str]:
    records = load_dataset(sample_path(), labels=False).records
    return {record.question.id: record.context for record in records}

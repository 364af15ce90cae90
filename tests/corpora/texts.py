"""The corpora: our own and third-party texts, each with its outcome."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from geoeval.datasets.load import load_datasets, sample_path
from geoeval.datasets.records import UNANSWERABLE, Question
from geoeval.query.algebra import Query, Unanswerable
from geoeval.query.inspect import places_of
from geoeval.query.solve import parse_query
from geoeval.understanding.learned.reader import LEARNED
from geoeval.understanding.understand import RULES, FrontEnd
from geoeval.verification.answer import answer_question
from geoeval.verification.answering import Run
from geoeval.verification.model import Answer
from geoeval.verification.run import verify_dataset, verify_datasets
from geoeval.world.model import World
from tests.corpora.outcome import (
    VERDICT,
    describe_answer,
    describe_item,
    describe_mark,
    short_hash,
)
from tests.understanding.asking import differences, items, sample_worlds, world_of
from tests.understanding.blind import Blind, of_our_own, of_the_benchmark, rounds
from tests.understanding.model.cassette import replayed
from tests.understanding.towns import SIGHTSEEING


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOutcome:
    """A text with its key in the corpus and its outcome in one line."""

    key: str
    text: str
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Texts that belong together; ``needs`` is the third-party data that they read, if any."""

    name: str
    read: Callable[[Path], Iterator[TextOutcome]]
    needs: str | None = None

    def __str__(self) -> str:
        return self.name


def dataset(path: Path, front_ends: Sequence[FrontEnd] = (RULES,)) -> Iterator[TextOutcome]:
    """Yield the records of a dataset with their verdicts, and the findings about the dataset."""
    report = verify_datasets(load_datasets(str(path)), Run(front_ends=tuple(front_ends)))
    for item in report.items:
        yield TextOutcome(key=str(item.id), text=item.question, outcome=describe_item(item))
    for found in report.dataset_findings:
        key = f"{found.code}:{found.cause or '-'}"
        yield TextOutcome(
            key=key, text=found.message, outcome=f"{found.count} #{short_hash(found.ids)}"
        )


def _answered(key: str, text: str, options: list[str], world: World, right: int) -> TextOutcome:
    """Return a question with how its answer compares with the right one."""
    question = Question(id=key, text=text, options=tuple(options))
    return TextOutcome(
        key=key, text=text, outcome=describe_mark(answer_question(question, world), right)
    )


def _round(path: Path, blinds: tuple[Blind, ...]) -> Iterator[TextOutcome]:
    """Yield the questions of a blind round."""
    for blind in blinds:
        found = answer_question(blind.question, world_of(blind.context))
        yield TextOutcome(
            key=f"{path.stem}/{blind.question.id}",
            text=blind.question.text,
            outcome=describe_mark(found, blind.answer),
        )


def own_rounds(_: Path) -> Iterator[TextOutcome]:
    """Yield the questions of the blind rounds about our own contexts."""
    for path in rounds():
        yield from _round(path, of_our_own(path))


def benchmark_rounds(benchmark: Path) -> Iterator[TextOutcome]:
    """Yield the questions of the blind rounds about contexts of the benchmark."""
    for path in rounds():
        yield from _round(path, of_the_benchmark(path, benchmark))


def fresh_questions(_: Path) -> Iterator[TextOutcome]:
    """Yield questions that no rule was written for, with their answers."""
    for item in items("fresh_questions.json"):
        place = item["context_id"]
        key = f"{place} {short_hash([item['question'], item['options']])}"
        world = sample_worlds()[place]
        yield _answered(key, item["question"], item["options"], world, item["answer"])


def paraphrases(_: Path) -> Iterator[TextOutcome]:
    """Yield the rewordings of queries, and whether each gives the intended query."""
    for item in items("paraphrases.json"):
        for text in item["texts"]:
            yield _read_as(item, text, sample_worlds()[item["context_id"]])


def trip_questions(_: Path) -> Iterator[TextOutcome]:
    """Yield the questions about trips, and whether each gives the intended query."""
    for item in items("trip_questions.json"):
        yield _read_as(item, item["question"], SIGHTSEEING)


def journeys(_: Path) -> Iterator[TextOutcome]:
    """Yield freely worded questions about journeys, and whether each gives the intended query."""
    for item in items("journeys.json"):
        yield _read_as(item, item["question"], SIGHTSEEING)


def word_pairs(_: Path) -> Iterator[TextOutcome]:
    """Yield pairs of questions that differ by one phrase, harmless or narrowing."""
    found = _load_file("word_pairs.json")
    for pair in found["pairs"]:
        world = world_of(found["worlds"][pair["world"]])
        for side in ("harmless", "restrictive"):
            asked = pair[side]
            key = f"{pair['id']} {side}"
            yield _answered(key, asked["text"], pair["options"], world, asked["answer"])


def languages(_: Path) -> Iterator[TextOutcome]:
    """Yield questions in eight other languages, as recorded replies of a model read them."""
    found = _load_file("model/languages.json")
    model = replayed("replies_languages.json")
    for item in found["questions"]:
        question = Question(id=item["id"], text=item["question"], options=tuple(item["options"]))
        answer = answer_question(
            question, world_of(found["worlds"][item["world"]]), front_ends=(model,)
        )
        right: int = UNANSWERABLE if _is_lacking(item, answer) else item["answer"]
        key = f"{item['language']} {item['id']}"
        yield TextOutcome(key=key, text=question.text, outcome=describe_mark(answer, right))


def _is_lacking(item: dict[str, Any], answer: Answer) -> bool:
    """Return whether an answer finds rightly that no option can be told from the map."""
    return bool(item.get("unanswerable")) and answer.answer == UNANSWERABLE


def labelled(name: str) -> Iterator[TextOutcome]:
    """Yield questions as people write them, with the verdicts on their labels, which are right."""
    found = _load_file(name)
    records = [
        {
            "id": asked["id"],
            "question": asked["text"],
            "answer": {"options": asked["options"], "correct": asked["answer"]},
            "context": found["worlds"][asked["world"]],
        }
        for asked in found["questions"]
    ]
    for item in verify_dataset(records).items:
        yield TextOutcome(key=str(item.id), text=item.question, outcome=describe_item(item))


def _load_file(name: str) -> Any:  # noqa: ANN401 - JSON
    """Return the JSON content of a file of the tests of understanding."""
    return json.loads((TEXTS / name).read_text(encoding="utf-8"))


def _read_as(item: dict[str, Any], text: str, world: World) -> TextOutcome:
    """Return a text with whether it gives the intended query."""
    question = Question(id=text, text=text, options=tuple(item["options"]))
    answer = answer_question(question, world)
    mark = "not read"
    if answer.query is not None:
        mark = "as meant" if _asks_same(answer.query, parse_query(item["query"])) else "otherwise"
    key = f"{item['query']['ask']} {short_hash([item.get('context_id'), text, item['options']])}"
    return TextOutcome(key=key, text=text, outcome=f"{describe_answer(answer)}{VERDICT}{mark}")


def _asks_same(query: Query, wanted: Query) -> bool:
    """Return whether two queries ask the same; offered candidates count only if both name them."""
    if isinstance(query, Unanswerable) and isinstance(wanted, Unanswerable):
        return True
    both = [places for places in map(places_of, (query, wanted)) if places and places.among]
    fields = query.model_dump(), wanted.model_dump()
    if len(both) < 2:
        fields = _without_candidates(fields[0]), _without_candidates(fields[1])
    return not list(differences(fields[1], fields[0]))


def _without_candidates(part: Any) -> Any:  # noqa: ANN401 - JSON
    """Return a dumped query without the offered candidates of its places."""
    if not isinstance(part, dict):
        return part
    offered = {"among"} if part.get("kind") == "places" else set()
    return {name: _without_candidates(part[name]) for name in part.keys() - offered}


TEXTS = Path(__file__).parent.parent / "understanding"
BENCHMARK = "mapeval/dev.json"
CORPORA = (
    Corpus(name="sample", read=lambda _: dataset(sample_path())),
    Corpus(name="rounds_own", read=own_rounds),
    Corpus(name="fresh", read=fresh_questions),
    Corpus(name="paraphrases", read=paraphrases),
    Corpus(name="trip_questions", read=trip_questions),
    Corpus(name="journeys", read=journeys),
    Corpus(name="word_pairs", read=word_pairs),
    Corpus(name="natural", read=lambda _: labelled("natural.json")),
    Corpus(name="five_authors", read=lambda _: labelled("five_authors.json")),
    Corpus(name="later_authors", read=lambda _: labelled("later_authors.json")),
    Corpus(name="latest_authors", read=lambda _: labelled("latest_authors.json")),
    Corpus(name="languages", read=languages),
    Corpus(name="mapeval", read=dataset, needs=BENCHMARK),
    Corpus(
        name="mapeval_model",
        read=lambda path: dataset(path, (replayed("replies_mapeval.json"),)),
        needs=BENCHMARK,
    ),
    Corpus(
        name="mapeval_rules_and_model",
        read=lambda path: dataset(path, (RULES, LEARNED, replayed("replies_mapeval.json"))),
        needs=BENCHMARK,
    ),
    Corpus(name="rounds_benchmark", read=benchmark_rounds, needs=BENCHMARK),
    Corpus(name="traps", read=dataset, needs="mapeval/traps.json"),
    Corpus(name="mapqa", read=dataset, needs="mapqa/california"),
    Corpus(
        name="natural_plan_meetings",
        read=dataset,
        needs="planning/natural_plan/meeting_planning_dev.jsonl",
    ),
    Corpus(
        name="natural_plan_trips",
        read=dataset,
        needs="planning/natural_plan/trip_planning_dev.jsonl",
    ),
)

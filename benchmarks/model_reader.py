"""A language model as reader, by recorded replies: the length of prompts, and the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median, quantiles

from benchmarks.accuracy import audit, right_options
from benchmarks.figures import Figure, share, third_party
from geoeval.datasets.load import load_datasets
from geoeval.datasets.records import Question
from geoeval.llm.completion import Message, Reply
from geoeval.llm.schema import JsonSchema
from geoeval.llm.spending import count_characters
from geoeval.understanding.learned.reader import LEARNED
from geoeval.understanding.model.understander import ModelUnderstander
from geoeval.understanding.understand import RULES, FrontEnd
from geoeval.verification.answer import answer_question, why_rejected
from geoeval.verification.contexts import with_contexts
from geoeval.world.model import World
from tests.understanding.model.cassette import Cassette, load_replies, replayed

REPLIES = "replies_mapeval.json"
# With one request for the kind of query and one for the query, each with its JSON Schema.
BEFORE = "before: median 38,923, 95 % up to 46,547, 306 requests"


class _Measured(Cassette):
    """Recorded replies that sum up the lengths of the requests."""

    def __init__(self, question: Question) -> None:
        super().__init__(load_replies(REPLIES).get(str(question.id), ()), question)
        self.lengths: list[int] = []

    def ask(self, messages: Sequence[Message], schema: JsonSchema, title: str) -> Reply:
        self.lengths.append(count_characters(messages, schema))
        return super().ask(messages, schema, title)


def _questions() -> Iterator[tuple[Question, World]]:
    for dataset in load_datasets(str(third_party("mapeval/dev.json"))):
        for record, context in with_contexts(dataset.records):
            yield record.question, context.world


def requests() -> list[Figure]:
    """Measure the characters of all requests for a question."""
    lengths = []
    for question, world in _questions():
        model = _Measured(question)
        ModelUnderstander(model, why_rejected)(question, world)
        lengths.append(model.lengths)
    totals = [sum(each) for each in lengths]
    twentieths = quantiles(totals, n=20)
    return [
        Figure(
            name="characters a question",
            value=f"{median(totals):,.0f}",
            note=f"95 % up to {twentieths[-1]:,.0f}, {sum(map(len, lengths))} requests; {BEFORE}",
        )
    ]


def answers() -> list[Figure]:
    """Measure how many questions are answered rightly, by the audit of the labels."""
    right = right_options(audit())
    model = replayed(REPLIES)
    readers: dict[str, tuple[FrontEnd, ...]] = {
        "the model alone": (model,),
        "rules, trained model and model": (RULES, LEARNED, model),
    }
    figures = []
    for name, front_ends in readers.items():
        found = {
            question.id: answer_question(question, world, front_ends=front_ends).answer
            for question, world in _questions()
        }
        decided = {key: answer for key, answer in found.items() if answer is not None}
        correct = sum(answer == right[key] for key, answer in decided.items())
        note = f"of those answered {share(correct, len(decided))}"
        figures.append(Figure(name=f"right, {name}", value=share(correct, len(found)), note=note))
    return figures

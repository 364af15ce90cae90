"""Recorded replies of a language model to our prompts, to test the front end without a model.

Large language models wrote them in November 2026 from the prompts alone, without labels, answers or
sources. They test the front end and do not measure a model. Texts of four and more words that a
reply copies from its question are stored by their position, so that no third-party text is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from geoeval.datasets.records import Question
from geoeval.errors import ModelUnavailableError
from geoeval.llm.chat import ChatModel
from geoeval.llm.completion import Message, Reply
from geoeval.llm.schema import JsonSchema
from geoeval.query.algebra import Query
from geoeval.understanding.model.prompt import text_of
from geoeval.understanding.model.understander import ModelUnderstander
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.readings import Interpretation
from geoeval.understanding.understand import FrontEnd
from geoeval.verification.answer import why_rejected
from geoeval.world.model import World

Replies = Mapping[str, Sequence[Any]]
"""The replies to each question, by its id, in the order of the requests."""


COPIED = "copied"
_COPIED_WORDS = 4


def without_copies(part: Any, text: str) -> Any:  # noqa: ANN401 - JSON
    """Return a part of a reply in which texts copied from the question are positions."""
    if isinstance(part, dict):
        return {name: without_copies(each, text) for name, each in part.items()}
    if isinstance(part, list):
        return [without_copies(each, text) for each in part]
    if isinstance(part, str) and len(part.split()) >= _COPIED_WORDS and part in text:
        return {COPIED: [text.index(part), len(part)]}
    return part


def with_copies(part: Any, text: str) -> Any:  # noqa: ANN401 - JSON
    """Return a part of a recorded reply with the texts copied from the question."""
    if isinstance(part, dict) and COPIED in part:
        start, length = part[COPIED]
        return text[start : start + length]
    if isinstance(part, dict):
        return {name: with_copies(each, text) for name, each in part.items()}
    return [with_copies(each, text) for each in part] if isinstance(part, list) else part


class Cassette(ChatModel):
    """A model with recorded replies to a question."""

    def __init__(self, replies: Sequence[Any], question: Question) -> None:
        self._replies = with_copies(list(replies), text_of(question))

    def ask(self, messages: Sequence[Message], _schema: JsonSchema, _title: str) -> Reply:
        """Return the next reply of a conversation."""
        number = sum(each.role == "assistant" for each in messages)
        if number >= len(self._replies):
            message = f"no reply {number} is recorded"
            raise ModelUnavailableError(message)
        return Reply(text=json.dumps(self._replies[number]))


@cache
def load_replies(name: str) -> Replies:
    """Return the replies of a file of this folder."""
    replies: Replies = json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return replies


def replayed(name: str) -> FrontEnd:
    """Return the front end that understands questions from the replies of a file."""

    def understand(
        question: Question, world: World, /
    ) -> Query | tuple[Interpretation, ...] | NotUnderstood:
        model = Cassette(load_replies(name).get(str(question.id), ()), question)
        return ModelUnderstander(model, why_rejected)(question, world)

    return FrontEnd(name="model", understand=understand)

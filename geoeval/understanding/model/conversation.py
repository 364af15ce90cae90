"""A talk with a model: what it is asked, its replies, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from geoeval.errors import ModelOutputError
from geoeval.llm.chat import ChatModel, object_in
from geoeval.llm.completion import Message
from geoeval.llm.schema import JsonSchema
from geoeval.understanding.model.prompt import to_repair
from geoeval.understanding.question import NotUnderstood

REFUSED = "model_refused"
INVALID = "model_reply_invalid"
_SHOWN = 300
_Read = TypeVar("_Read")


class Talk:
    """One talk with a model, all of whose replies are objects of one schema."""

    def __init__(
        self, model: ChatModel, messages: Sequence[Message], schema: JsonSchema, title: str
    ) -> None:
        self._model = model
        self._messages = list(messages)
        self._schema = schema
        self._title = title
        self._said = ""

    def understood(self, read: Callable[[dict[str, object]], _Read]) -> _Read | NotUnderstood:
        """Return what a reply says; if it is faulty, that is told and the next one counts."""
        try:
            return self._reply(read)
        except ModelOutputError as error:
            return self.once_more(read, str(error))

    def once_more(
        self, read: Callable[[dict[str, object]], _Read], fault: str
    ) -> _Read | NotUnderstood:
        """Return what the reply says to which a fault of the last one leads."""
        self._messages += to_repair(self._said, fault)
        try:
            return self._reply(read)
        except ModelOutputError as error:
            return NotUnderstood(reason=INVALID, detail=str(error))

    def _reply(self, read: Callable[[dict[str, object]], _Read]) -> _Read | NotUnderstood:
        """Return what the next reply says."""
        reply = self._model.ask(self._messages, self._schema, self._title)
        self._said = reply.text
        if reply.refusal is not None:
            return NotUnderstood(reason=REFUSED, detail=shown(reply.refusal))
        return read(object_in(reply.text))


def shown(words: str) -> str:
    """Return the words of a model, cut to a length that fits into a report.

    Examples
    --------
    >>> shown("no"), len(shown("no " * 500))
    ('no', 301)
    """
    return words if len(words) <= _SHOWN else words[:_SHOWN] + "…"

"""One thing asked of a model, and asked once more with the faults of its reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from geoeval.errors import ModelOutputError
from geoeval.llm.chat import ChatModel
from geoeval.llm.completion import Message
from geoeval.llm.json_reply import object_in
from geoeval.llm.plain_schema import JsonSchema
from geoeval.understanding.model.prompt import to_repair
from geoeval.understanding.question import NotUnderstood

REFUSED = "model_refused"
INVALID = "model_reply_invalid"
_SHOWN = 300
_Read = TypeVar("_Read")


def converse(
    model: ChatModel,
    messages: Sequence[Message],
    schema: JsonSchema,
    title: str,
    read: Callable[[dict[str, object], bool], _Read],
) -> _Read | NotUnderstood:
    """Return what a model replies, its faults repaired once.

    Parameters
    ----------
    model
        Who is asked.
    messages
        What is asked.
    schema, title
        The strict schema of the reply, and its name.
    read
        Makes something of the JSON object of a reply, or raises ``ModelOutputError`` with all that
        is wrong with it; it is told whether this reply is the last.

    Returns
    -------
    object
        What ``read`` returns. ``NotUnderstood`` where the model refuses ("model_refused"), or
        where its second reply is faulty too ("model_reply_invalid").

    Raises
    ------
    ModelUnavailableError, ModelRequestError
        If there is no reply.
    """
    talk = list(messages)
    last = False
    while True:
        reply = model.ask(talk, schema, title)
        if reply.refusal is not None:
            return NotUnderstood(reason=REFUSED, detail=shown(reply.refusal))
        try:
            return read(object_in(reply.text), last)
        except ModelOutputError as error:
            if last:
                return NotUnderstood(reason=INVALID, unexplained=error.words, detail=str(error))
            talk += to_repair(reply.text, str(error))
            last = True


def shown(words: str) -> str:
    """Return the words of a model, cut to a length that fits into a report.

    Examples
    --------
    >>> shown("no"), len(shown("no " * 500))
    ('no', 301)
    """
    return words if len(words) <= _SHOWN else words[:_SHOWN] + "…"

"""A model that only writes the query; the solver answers, as with ``--understand``."""

from __future__ import annotations

from collections.abc import Sequence

import anyio.from_thread
import anyio.to_thread
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
)
from inspect_ai.solver import TaskState

from geoeval.datasets.records import Question
from geoeval.evaluation.tasks.models import reply_of
from geoeval.evaluation.tasks.talk import Talk, is_refusal
from geoeval.llm.completion import Message, Reply
from geoeval.llm.schema import JsonSchema
from geoeval.query.conventions import DEFAULT
from geoeval.understanding.model.understander import REJECTED, ModelUnderstander
from geoeval.understanding.understand import FrontEnd
from geoeval.verification.answer import answer_question, why_rejected
from geoeval.world.model import World


class _Asked:
    """The model of a conversation, asked for JSON objects from another thread."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk

    def ask(
        self,
        messages: Sequence[Message],
        schema: JsonSchema,  # noqa: ARG002 - part of the prompt
        title: str,  # noqa: ARG002 - the schema is not sent
    ) -> Reply:
        """Return the reply to a conversation that asks for an object of a schema.

        The prompt contains the schema too, because inspect-ai would drop references to definitions.
        """
        output = anyio.from_thread.run(
            self._ask_model, [_to_chat_message(each) for each in messages]
        )
        refusal = output.completion if is_refusal(output) else None
        return Reply(text=output.completion, refusal=refusal)

    async def _ask_model(self, chat: Sequence[ChatMessage]) -> ModelOutput:
        return await self._talk.say(chat, config=GenerateConfig(temperature=0))


async def fill_query(talk: Talk, question: Question, world: World) -> TaskState:
    """Answer a question by the query that the model fills."""
    front = FrontEnd(name="model", understand=ModelUnderstander(_Asked(talk), why_rejected))
    answer = await anyio.to_thread.run_sync(
        lambda: answer_question(question, world, DEFAULT, [front])
    )
    return talk.end("refusal" if answer.reason == REJECTED else "answered", reply_of(answer))


def _to_chat_message(message: Message) -> ChatMessage:
    if message.role == "system":
        return ChatMessageSystem(content=message.content)
    if message.role == "assistant":
        return ChatMessageAssistant(content=message.content)
    return ChatMessageUser(content=message.content)

"""What goes to a chat endpoint and what comes back, as geoeval keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Reply(BaseModel):
    """What a model said: a text, or why it refuses; and the tokens it took."""

    model_config = ConfigDict(frozen=True)

    text: str = ""
    refusal: str | None = None
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Message(BaseModel):
    """The message of a choice."""

    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    """One of the choices of a completion."""

    message: _Message
    finish_reason: str | None = None


class _Tokens(BaseModel):
    """The tokens that a completion took."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class Completion(BaseModel):
    """The body of an answer of a chat endpoint, as far as geoeval reads it."""

    choices: list[_Choice] = Field(min_length=1)
    usage: _Tokens | None = None

    @property
    def reply(self) -> Reply:
        """What the first choice says."""
        choice, tokens = self.choices[0], self.usage or _Tokens()
        refusal = choice.message.refusal
        if choice.finish_reason == "content_filter":
            refusal = refusal or "the endpoint's content filter stopped the reply"
        return Reply(
            text=choice.message.content or "",
            refusal=refusal or None,
            prompt_tokens=tokens.prompt_tokens or 0,
            completion_tokens=tokens.completion_tokens or 0,
        )

"""Models that need no key: our solver, random, first, and replies that were recorded elsewhere."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import sha256

from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
)
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import store

from geoeval.errors import UsageError, quote, quote_path, suggest
from geoeval.evaluation.predictions import read_predictions
from geoeval.evaluation.runs import listed
from geoeval.evaluation.tasks.prompts import Asked
from geoeval.evaluation.tasks.solving import asked_in, next_output

SAMPLE_ID = "geoeval:id"
"""Under this name a sample's store holds its id, by which recorded replies are found."""
RECORDED = "recorded:"
_BASELINES = ("solver", "random", "first", "longest", "recorded:FILE")


class BaselineAPI(ModelAPI):
    """A model of inspect that computes, guesses or repeats: ``geoeval/solver`` and its likes."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 - as the class above has it
        *,
        run: str | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self._seed = seed
        self._replies = (
            _recorded(model_name.removeprefix(RECORDED), run)
            if model_name.startswith(RECORDED)
            else {}
        )
        self._reply = self._chosen(model_name)

    def _chosen(
        self, name: str
    ) -> Callable[[list[ChatMessage], list[ToolInfo]], ModelOutput | str]:
        """Return what makes the replies of a baseline."""
        if name.startswith(RECORDED):
            return lambda _messages, _tools: self._recorded_reply()
        makers: Mapping[str, Callable[[list[ChatMessage], list[ToolInfo]], ModelOutput | str]] = {
            "solver": next_output,
            "random": lambda messages, _tools: self._guessed(asked_in(messages)),
            "first": lambda messages, _tools: _option(asked_in(messages), 1),
            "longest": lambda messages, _tools: _longest(asked_in(messages)),
        }
        if name not in makers:
            message = (
                f"expected a baseline, one of {', '.join(_BASELINES)}, got {quote(name)}"
                f"{suggest(name, makers)}"
            )
            raise UsageError(message)
        return makers[name]

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002 - inspect's name
        tools: list[ToolInfo],
        tool_choice: ToolChoice,  # noqa: ARG002 - inspect's signature
        config: GenerateConfig,  # noqa: ARG002 - inspect's signature
    ) -> ModelOutput:
        """Return the next reply."""
        made = self._reply(input, tools)
        output = made if isinstance(made, ModelOutput) else said(self.model_name, made)
        # Without a usage inspect would download a tokenizer to count.
        output.usage = ModelUsage(input_tokens=0, output_tokens=0, total_tokens=0)
        return output

    def _guessed(self, asked: Asked) -> str:
        """Return an option by chance, the same for the same question."""
        text = f"{self._seed} {asked.question.text} {asked.question.options}"
        drawn = random.Random(sha256(text.encode()).digest())  # noqa: S311 - a guess, no secret
        return _option(asked, drawn.randint(1, len(asked.question.options)))

    def _recorded_reply(self) -> str:
        """Return what was recorded for the question of the sample."""
        name = str(store().get(SAMPLE_ID, ""))
        found = self._replies.get(name)
        if found is None:
            message = f"no reply is recorded for the question {quote(name)}"
            raise UsageError(message)
        return found


def _recorded(path: str, wanted: str | None) -> Mapping[str, str]:
    """Return the recorded replies of a run by id."""
    runs = {run.name: run for run in read_predictions(path, ())}
    name = wanted or (next(iter(runs)) if len(runs) == 1 else None)
    if name not in runs:
        got = "none" if wanted is None else quote(wanted)
        message = f"expected -M run=NAME with one of {', '.join(runs)}, got {got}"
        raise UsageError(message)
    replies = runs[name].replies
    doubled = [each for each, times in Counter(one.id for one in replies).items() if times > 1]
    if doubled:
        message = f"more than one reply for the id {listed(doubled)} in {quote_path(path)}"
        raise UsageError(message)
    return {reply.id: reply.text for reply in replies}


def said(model: str, text: str) -> ModelOutput:
    """Return a reply as inspect's output."""
    return ModelOutput.from_content(model, text)


def _option(asked: Asked, number: int) -> str:
    """Return the reply that names an option."""
    text = asked.question.options[number - 1]
    return json.dumps({"option_no": number, "explanation": text}, ensure_ascii=False)


def _longest(asked: Asked) -> str:
    """Return the reply that names the longest option."""
    lengths = [len(option) for option in asked.question.options]
    return _option(asked, lengths.index(max(lengths)) + 1)

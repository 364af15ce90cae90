"""Models that need no key: our solver, random, first, and replies recorded elsewhere."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import sha256

from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput
from inspect_ai.tool import ToolChoice, ToolInfo

from geoeval.datasets.records import Question
from geoeval.errors import UsageError, quote, quote_path, suggest
from geoeval.evaluation.predictions import read_predictions
from geoeval.evaluation.runs import list_first_ids
from geoeval.verification.answer import answer_question
from geoeval.verification.model import Answer
from geoeval.world.model import World

_RECORDED = "recorded:"


class BaselineAPI(ModelAPI):
    """A model of inspect-ai that computes, guesses or replays, such as ``geoeval/solver``.

    It receives questions, not messages: the tasks of geoeval call ``answer``.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 - same as in the base class
        *,
        run: str | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        if model_name.startswith(_RECORDED):
            replies = _read_recorded_replies(model_name.removeprefix(_RECORDED), run)
            self._answer: Callable[[Question, World | None], str] = lambda question, _: (
                _find_recorded(question, replies)
            )
            return
        answers: Mapping[str, Callable[[Question, World | None], str]] = {
            "solver": _solve_question,
            "random": lambda question, _: _guess_option(question, seed),
            "first": lambda question, _: _reply_with_option(question, 1),
            "longest": lambda question, _: _choose_longest(question),
        }
        if model_name not in answers:
            raise UsageError(
                f"expected a baseline, one of {', '.join(answers)}, {_RECORDED}FILE, got "
                f"{quote(model_name)}{suggest(model_name, answers)}"
            )
        self._answer = answers[model_name]

    def answer(self, question: Question, world: World | None) -> str:
        """Return the reply to a question about a world, or about a picture if the world is None."""
        return self._answer(question, world)

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002, ARG002 - inspect's name and signature
        tools: list[ToolInfo],  # noqa: ARG002 - inspect's signature
        tool_choice: ToolChoice,  # noqa: ARG002 - inspect's signature
        config: GenerateConfig,  # noqa: ARG002 - inspect's signature
    ) -> ModelOutput:
        """Raise an error: a baseline does not read messages."""
        raise UsageError(
            f"geoeval/{self.model_name} answers the questions of geoeval's tasks: expected one of "
            "them, such as geoeval/mapeval_textual, got messages of another task"
        )


def reply_of(answer: Answer) -> str:
    """Return an answer of the solver as a reply: the number of its option, or a reason."""
    if answer.answer is None:
        why = ": ".join(filter(None, (answer.status, answer.reason, answer.detail)))
        return json.dumps({"explanation": why}, ensure_ascii=False)
    return _format_reply(answer.answer + 1, answer.reason or answer.status)


def _solve_question(question: Question, world: World | None) -> str:
    if world is None:
        raise UsageError(
            "geoeval/solver answers from a context or a map, and sees no pictures: expected the "
            "textual or the API task, got the visual one"
        )
    return reply_of(answer_question(question, world))


def _format_reply(number: int, why: str) -> str:
    return json.dumps({"option_no": number, "explanation": why}, ensure_ascii=False)


def _reply_with_option(question: Question, number: int) -> str:
    return _format_reply(number, question.options[number - 1])


def _choose_longest(question: Question) -> str:
    lengths = [len(option) for option in question.options]
    return _reply_with_option(question, lengths.index(max(lengths)) + 1)


def _guess_option(question: Question, seed: int) -> str:
    text = f"{seed} {question.text} {question.options}"
    drawn = random.Random(sha256(text.encode()).digest())  # noqa: S311 - a guess, not a secret
    return _reply_with_option(question, drawn.randint(1, len(question.options)))


def _find_recorded(question: Question, replies: Mapping[str, str]) -> str:
    name = str(question.id)
    if name not in replies:
        raise UsageError(f"there is no recorded reply for the question {quote(name)}")
    return replies[name]


def _read_recorded_replies(path: str, wanted: str | None) -> Mapping[str, str]:
    runs = {run.name: run.replies for run in read_predictions(path, ())}
    name = wanted or (next(iter(runs)) if len(runs) == 1 else None)
    if name not in runs:
        got = "none" if wanted is None else quote(wanted)
        raise UsageError(f"expected -M run=NAME with one of {', '.join(runs)}, got {got}")
    replies = {reply.id: reply.text for reply in runs[name]}
    doubled = Counter(reply.id for reply in runs[name]) - Counter(replies.keys())
    if doubled:
        raise UsageError(
            f"more than one reply for the id {list_first_ids(list(doubled))} in {quote_path(path)}"
        )
    return replies

"""The prompts of the tasks, in our own words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from geoeval.datasets.records import UNANSWERABLE, Question, Record

Style = Literal["geoeval", "paper"]
STYLES: tuple[Style, ...] = get_args(Style)
"""``paper`` offers "Unanswerable" only if that is the answer, which leaks the answer."""

_FROM_CONTEXT = (
    "Answer the question from the context alone: use no other knowledge, assume nothing."
)
_FROM_TOOLS = "Answer the question from what the tools tell: use no other knowledge of places."
_FROM_PICTURE = "Answer the question from the map in the picture alone."
_REPLY = (
    'Reply with a JSON object: {"option_no": the number of the option, "explanation": why}. '
    "Choose exactly one option."
)
_NO_ANSWER = "0. Unanswerable"


def offers_no_answer(record: Record, style: Style, *, offered: bool) -> bool:
    """Return whether a prompt offers "Unanswerable": always, never, or as published."""
    return record.label == UNANSWERABLE if style == "paper" else offered


def ask_from_context(question: Question, context: str, *, no_answer: bool) -> str:
    """Return the prompt of the textual task."""
    return (
        f"{_FROM_CONTEXT}\n\nContext:\n{context.strip()}\n\n{_format_question(question, no_answer)}"
    )


def ask_with_tools(question: Question, *, no_answer: bool) -> str:
    """Return the prompt of the task with a map service; tools are described separately."""
    return f"{_FROM_TOOLS}\n\n{_format_question(question, no_answer)}"


def ask_about_picture(question: Question, *, no_answer: bool) -> str:
    """Return the text that accompanies the picture of the visual task."""
    return f"{_FROM_PICTURE}\n\n{_format_question(question, no_answer)}"


def _format_question(question: Question, no_answer: bool) -> str:
    options = [f"{rank}. {text}" for rank, text in enumerate(question.options, 1)]
    listed = "\n".join([*options, *([_NO_ANSWER] if no_answer else [])])
    return f"Question:\n{question.text}\n\nOptions:\n{listed}\n\n{_REPLY}"


ANSWER_NOW = "Reply to the question now, in the form that it asks for."


def react_instructions(tools: Iterable[tuple[str, str, object]], knowledge: str) -> str:
    """Return the system prompt of a text agent that thinks, acts and observes (ReAct)."""
    listed = "\n".join(
        f"- {name}: {about} Arguments: {json.dumps(schema, ensure_ascii=False)}"
        for name, about, schema in tools
    )
    return f"""{knowledge}

Tools:
{listed}

Work in turns. In each turn write a thought and then exactly one action, a JSON object in a fence:

Thought: what is known and what is missing
Action:
```
{{"action": "NAME OF A TOOL", "action_input": {{its arguments}}}}
```

You then get "Observation:" with what the tool returned. Never write an observation yourself. When
you know the answer, or know that it cannot be told, end with:

Thought: why
Action:
```
{{"action": "Final Answer", "action_input": {{"option_no": the number, "explanation": why}}}}
```"""


def plan_instructions(tools: Sequence[tuple[str, str, object]], knowledge: str) -> str:
    """Return the system prompt of a planner that decomposes a question into modules."""
    listed = "\n".join(f"- {name}: {about}" for name, about, _ in tools)
    return f"""{knowledge}

You decompose a question into modules that run one after the other. The modules:
{listed}

Reply with a JSON object: {{"modules": [names in the order in which they run]}}. A module may occur
several times; it is given its inputs later, when the results of those before it are known."""


def fill_module(name: str, schema: object, results: str) -> str:
    """Return the prompt for one module of a plan."""
    return f"""Results so far:
{results or "none"}

The next module is {name}. Its arguments: {json.dumps(schema, ensure_ascii=False)}
Reply with a JSON object: {{"calls": [one object of arguments for each call that is needed now]}}.
An empty list leaves the module out."""


def answer_from(results: str) -> str:
    """Return the final prompt of a planner."""
    return f"All modules have run. Results:\n{results or 'none'}\n\n{ANSWER_NOW}"

"""What models are asked, in our own words; and the question read back from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from geoeval.datasets.records import UNANSWERABLE, Question, Record

Style = Literal["geoeval", "paper"]
STYLES: tuple[Style, ...] = get_args(Style)
"""``paper`` offers "Unanswerable" only where that is the answer, which gives the answer away."""

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
_CONTEXT, _QUESTION, _OPTIONS = "Context:\n", "Question:\n", "Options:\n"
_OPTION = re.compile(r"^(\d+)\. ", re.MULTILINE)


def offers_no_answer(record: Record, style: Style, *, offered: bool) -> bool:
    """Return whether a prompt offers "Unanswerable": for every question, for none, or as published.

    Examples
    --------
    >>> from geoeval.datasets.load import load_records
    >>> asked = load_records([{"question": "?", "options": ["N", "S"], "label": 0}]).records[0]
    >>> [offers_no_answer(asked, style, offered=True) for style in STYLES]
    [True, False]
    """
    return record.label == UNANSWERABLE if style == "paper" else offered


def ask_from_context(question: Question, context: str, *, no_answer: bool) -> str:
    """Return the prompt of the textual task.

    Examples
    --------
    >>> asked = Question(id=1, text="Which is nearer?", options=("Inn", "Mill"))
    >>> print(ask_from_context(asked, "Inn: 1 km", no_answer=True).splitlines()[-1][:30])
    Reply with a JSON object: {"op
    """
    return f"{_FROM_CONTEXT}\n\n{_CONTEXT}{context.strip()}\n\n{_asked(question, no_answer)}"


def ask_with_tools(question: Question, *, no_answer: bool) -> str:
    """Return the prompt of the task with a map service, whose tools are told elsewhere."""
    return f"{_FROM_TOOLS}\n\n{_asked(question, no_answer)}"


def ask_about_picture(question: Question, *, no_answer: bool) -> str:
    """Return the words beside the picture of the visual task."""
    return f"{_FROM_PICTURE}\n\n{_asked(question, no_answer)}"


def _asked(question: Question, no_answer: bool) -> str:
    """Return question, options and form of the reply."""
    options = [f"{rank}. {text}" for rank, text in enumerate(question.options, 1)]
    listed = "\n".join([*options, *([_NO_ANSWER] if no_answer else [])])
    return f"{_QUESTION}{question.text}\n\n{_OPTIONS}{listed}\n\n{_REPLY}"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a prompt puts it; ``context`` is None where there are tools instead."""

    question: Question
    context: str | None


def read_prompt(prompt: str) -> Asked | None:
    """Return what a prompt of ours asks, None for another text.

    Examples
    --------
    >>> asked = Question(id=1, text="Which is nearer?", options=("Inn", "Mill"))
    >>> found = read_prompt(ask_from_context(asked, "Inn: 1 km", no_answer=True))
    >>> found.question.text, found.question.options, found.context
    ('Which is nearer?', ('Inn', 'Mill'), 'Inn: 1 km')
    """
    head, found, rest = prompt.rpartition(f"\n\n{_QUESTION}")
    text, listed, options = rest.rpartition(f"\n\n{_OPTIONS}")
    if not (found and listed):
        return None
    options = options.rpartition(f"\n\n{_REPLY}")[0]
    texts = _numbered(options.removesuffix(f"\n{_NO_ANSWER}"))
    _, told, context = head.partition(f"\n\n{_CONTEXT}")
    question = Question(id=0, text=text, options=tuple(texts))
    return Asked(question, context if told else None)


def _numbered(text: str) -> list[str]:
    """Return the options of a list whose numbers count up from 1."""
    starts: list[tuple[int, int]] = []
    for found in _OPTION.finditer(text):
        if int(found[1]) == len(starts) + 1:
            starts.append((found.start(), found.end()))
    ends = [start - 1 for start, _ in starts[1:]] + [len(text)]
    return [text[begin:end] for (_, begin), end in zip(starts, ends, strict=True)]


ANSWER_NOW = "Reply to the question now, in the form that it asks for."


def react_instructions(tools: Iterable[tuple[str, str, object]], knowledge: str) -> str:
    """Return the system prompt of a text agent that thinks, acts and observes (ReAct).

    Parameters
    ----------
    tools
        Name, description and parameters (JSON Schema) of each.
    knowledge
        What the tools know, and how their failures read.
    """
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


def plan_instructions(tools: Sequence[tuple[str, str]], knowledge: str) -> str:
    """Return the system prompt of a planner that decomposes a question into modules."""
    listed = "\n".join(f"- {name}: {about}" for name, about in tools)
    return f"""{knowledge}

You decompose a question into modules that run one after the other. The modules:
{listed}

Reply with a JSON object: {{"modules": [names in the order in which they run]}}. A module may occur
several times; it is given its inputs later, when the results of those before it are known."""


def fill_module(name: str, schema: object, results: str) -> str:
    """Return what a planner is asked when the turn of a module has come."""
    return f"""Results so far:
{results or "none"}

The next module is {name}. Its arguments: {json.dumps(schema, ensure_ascii=False)}
Reply with a JSON object: {{"calls": [one object of arguments for each call that is needed now]}}.
An empty list leaves the module out."""


def answer_from(results: str) -> str:
    """Return what a planner is asked last."""
    return f"All modules have run. Results:\n{results or 'none'}\n\n{ANSWER_NOW}"

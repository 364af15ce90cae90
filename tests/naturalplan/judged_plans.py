"""Short builders of judged plans."""

from __future__ import annotations

from geoeval.datasets.records import Question, Record, Span
from geoeval.query.conventions import Conventions
from geoeval.verification.answer import answer_question
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Item
from geoeval.world.model import World

Plan = tuple[str, ...]


def judged(
    prompt: str, plan: Plan | None, conventions: Conventions | None = None, query: object = None
) -> Item:
    """Answer and judge a record."""
    conventions = conventions or Conventions()
    question = Question(id="p", text=prompt, states_world=True, query=query)
    record = Record(
        question=question, context="", label=None, category=None, span=Span(file="x"), plan=plan
    )
    answer = answer_question(question, World(), conventions)
    return judge(record, answer, World(), conventions)


def found(item: Item) -> tuple[str, str, str]:
    """Return the verdict, with the code and message of its only finding."""
    (finding,) = item.findings
    return item.verdict, finding.code, finding.message

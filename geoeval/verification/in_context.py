"""Records answered in the contexts that they come with, or not where those cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from geoeval.datasets.records import Record
from geoeval.errors import quote
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.understanding.front_end import RULES, FrontEnd
from geoeval.verification.answer import answer_question
from geoeval.verification.at_once import each_at_once
from geoeval.verification.contexts import Context, context_key
from geoeval.verification.model import Answer

BAD_WORLD = "bad_world"
NEEDS_PICTURE = "needs_picture"
NO_CONTEXT = "no_context"


def answer_records(
    records: Sequence[Record],
    contexts: Mapping[str, Context],
    conventions: Conventions = DEFAULT,
    front_ends: Sequence[FrontEnd] = (RULES,),
    jobs: int = 1,
) -> Iterator[Answer]:
    """Yield the answers to the questions of records, in their order."""

    def answered(record: Record) -> Answer:
        return answer_record(record, contexts[context_key(record)], conventions, front_ends)

    yield from each_at_once(answered, records, jobs)


def answer_record(
    record: Record,
    context: Context,
    conventions: Conventions = DEFAULT,
    front_ends: Sequence[FrontEnd] = (RULES,),
) -> Answer:
    """Answer the question of a record; its label is not looked at."""
    obstacle = _obstacle(record, context)
    if obstacle is None:
        return answer_question(record.question, context.world, conventions, front_ends)
    reason, detail = obstacle
    return Answer(
        id=record.question.id, status="undetermined", answer=None, reason=reason, detail=detail
    )


def _obstacle(record: Record, context: Context) -> tuple[str, str] | None:
    """Return why there are no facts to answer from, as a stable word and in words, if so."""
    if context.fault is not None:
        return BAD_WORLD, context.fault
    question = record.question
    if question.states_world or question.query is not None or record.world is not None:
        return None
    if record.context.strip():
        return None
    if record.picture is not None:
        picture = quote(record.picture)
        return NEEDS_PICTURE, f"the facts stand in the picture {picture}; pictures are not read"
    return NO_CONTEXT, "the record has neither a context nor a world to answer from"

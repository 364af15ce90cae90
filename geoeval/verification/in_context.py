"""A record answered in the context that it comes with, or not where that cannot be read."""

from __future__ import annotations

from geoeval.datasets.records import Record
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.verification.answer import answer_question
from geoeval.verification.contexts import Context
from geoeval.verification.model import Answer

BAD_WORLD = "bad_world"


def answer_record(record: Record, context: Context, conventions: Conventions = DEFAULT) -> Answer:
    """Answer the question of a record; its label is not looked at.

    Parameters
    ----------
    record
        The record.
    context
        Its context, as ``read_contexts`` gives it.
    conventions
        How unsaid things are taken.

    Returns
    -------
    Answer
        As ``answer_question`` gives it; "undetermined" with the reason ``bad_world`` where the
        record has an explicit world that cannot be read.
    """
    if context.fault is None:
        return answer_question(record.question, context.world, conventions)
    return Answer(
        id=record.question.id,
        status="undetermined",
        answer=None,
        reason=BAD_WORLD,
        detail=context.fault,
    )

"""The scorer of the tasks: the answer in a reply is right, wrong or missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    accuracy,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

from geoeval.datasets.records import Record
from geoeval.evaluation.replies import Parser, read_reply
from geoeval.evaluation.tasks.talk import names_of

SCORER = "option"


@metric
def no_answer_read() -> Metric:
    """Count the replies without a readable option, which count as wrong."""

    def count(scores: list[SampleScore]) -> float:
        return float(sum(not each.score.answer for each in scores))

    return count


def option_scorer(records: Mapping[str, Record], parser: Parser) -> Scorer:
    """Return the scorer that compares the option in a reply with the label."""

    @scorer(metrics=[accuracy(), stderr(), no_answer_read()], name=SCORER)
    def option() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            record = records[str(state.sample_id)]
            reply = state.output.completion
            read = read_reply(reply, record.question.options, parser)
            ending, effort = names_of(state)
            number = "" if read.answer is None else str(read.answer + 1)
            return Score(
                value=CORRECT if number == target.text else INCORRECT,
                answer=number,
                explanation=read.fault or reply,
                metadata={"form": read.form, "ending": ending, "effort": asdict(effort)},
            )

        return score

    return option()

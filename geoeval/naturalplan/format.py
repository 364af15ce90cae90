"""The record format of NATURAL PLAN: a prompt with a planning problem, and a plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from geoeval.datasets.fields import (
    Faults,
    RecordReader,
    all_texts,
    describe_missing,
    read_identity,
    read_text,
)
from geoeval.datasets.records import Question, Record, Span

if TYPE_CHECKING:
    from geoeval.query.parts import MeetingPlan, StayPlan
    from geoeval.understanding.reading import NotUnderstood
    from geoeval.verification.judging.case import Case
    from geoeval.verification.model import Judgement

_PLAN = "golden_plan"
_PROMPTS = ("prompt", "prompt_0shot")


class NaturalPlanFormat(RecordReader):
    """``{"name", "prompt", "golden_plan"}``: the plan is a string or a list of lines.

    In the published files, an object keyed by name contains the records, which have
    ``prompt_0shot``. Other fields, such as the structured problem, are ignored.
    """

    name = "natural-plan"
    about = "NATURAL PLAN: a prompt that states a plan's demands, and a golden plan"

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields of this format."""
        has_prompt = not raw.keys().isdisjoint((*_PROMPTS, _PLAN))
        return has_prompt and "question" not in raw

    def record_of(
        self, raw: Mapping[str, object], span: Span, faults: Faults, *, labels: bool
    ) -> Record:
        """Return the record in an object, with placeholders for faulty fields."""
        name = read_identity(raw, "id" if "id" in raw and "name" not in raw else "name", faults)
        column = next((each for each in _PROMPTS if each in raw), "prompt")
        faults.locate("question", f"$.{column}")
        faults.locate("answer", f"$.{_PLAN}")
        prompt = read_text(raw, column, faults)
        plan = _read_golden_plan(raw, faults) if labels else None
        return Record(
            question=Question(id=name, text=prompt, states_world=True),
            span=span,
            plan=plan,
        )

    def understand(self, text: str) -> MeetingPlan | StayPlan | NotUnderstood:
        """Return the plan that a prompt asks for, or the reason why it is not understood."""
        from geoeval.naturalplan.reader import understand_prompt

        return understand_prompt(text)

    def judge(self, case: Case) -> Judgement:
        """Judge the plan of a record against its prompt and the best plan."""
        from geoeval.naturalplan.judging import judge_plan

        return judge_plan(case)


def _read_golden_plan(raw: Mapping[str, object], faults: Faults) -> tuple[str, ...] | None:
    path = f"$.{_PLAN}"
    value = raw.get(_PLAN)
    lines = value.split("\n") if isinstance(value, str) else value
    if lines is None or lines in ([], [""]):
        message = f'expected a "{_PLAN}" to check, got {describe_missing(raw, _PLAN)}'
        faults.add("GEO103", path, message, fatal=False)
    elif not isinstance(lines, list):
        faults.mistyped(path, "a string or a list of strings", value, fatal=False)
    elif all_texts(lines, path, faults, fatal=False):
        return tuple(lines)
    return None

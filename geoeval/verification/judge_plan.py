"""The verdict on a plan: whether it can be carried out, and whether a better one can."""

from __future__ import annotations

from geoeval.datasets.records import Record
from geoeval.query.conventions import Conventions
from geoeval.query.parts import MeetingPlan, StayPlan
from geoeval.query.plans import travel_table
from geoeval.query.values import Derivation, Meetings, Stays
from geoeval.understanding.plans.form import UnreadStep
from geoeval.understanding.plans.offered_meetings import read_day
from geoeval.understanding.plans.offered_stays import read_trip
from geoeval.verification.describe import describe
from geoeval.verification.findings import evidence_of, make_finding, undetermined
from geoeval.verification.model import Answer, Judgement
from geoeval.verification.offered_day import BrokenPlan, people_met
from geoeval.verification.offered_trip import check_trip


def judge_plan(record: Record, answer: Answer, conventions: Conventions) -> Judgement:
    """Compare the plan of a record with what its question states, and with the best one."""
    query = answer.query
    if not isinstance(query, MeetingPlan | StayPlan):
        return _undetermined(record, answer, answer.reason or "not_understood")
    if record.plan is None:
        return _undetermined(record, answer, "no_usable_label")
    try:
        if isinstance(query, StayPlan):
            check_trip(query, read_trip(record.plan, query))
            return Judgement(verdict="supported")
        steps = read_day(record.plan, query)
        met = people_met(query, steps, travel_table(query, conventions))
    except UnreadStep as unread:
        found = make_finding("GEO111", str(unread), record)
        return Judgement(verdict="undetermined", finding=found, reason="unreadable_plan")
    except BrokenPlan as broken:
        if broken.unknown:
            return _undetermined(record, answer, "missing_leg")
        where = (broken.where,) if broken.where else ()
        return _contradicted(record, answer, "GEO405", f"the plan {broken}", where)
    return _judge_number(record, answer, query, met)


def _judge_number(
    record: Record, answer: Answer, query: MeetingPlan, met: tuple[str, ...]
) -> Judgement:
    """Compare the number of people met with the most that can be."""
    if len(met) == len(query.meetings):
        return Judgement(verdict="supported")
    outcome = answer.outcome
    if not isinstance(outcome, Derivation) or not isinstance(outcome.value, Meetings):
        return _undetermined(record, answer, answer.reason or "not_understood")
    possible = outcome.value.met
    if len(met) >= possible:
        return Judgement(verdict="supported")
    message = f"the plan meets {len(met)}, {possible} are possible"
    return _contradicted(record, answer, "GEO406", message)


def _contradicted(
    record: Record, answer: Answer, code: str, message: str, where: tuple[str, ...] = ()
) -> Judgement:
    """Return that a plan is wrong, with one that is right as the proof, if there is one."""
    outcome = answer.outcome
    if isinstance(outcome, Derivation) and isinstance(outcome.value, Meetings | Stays):
        message += f"; a plan that holds: {describe(outcome.value)}"
    found = make_finding(code, message, record, evidence=(*where, *evidence_of(answer)))
    return Judgement(verdict="contradicted", finding=found)


def _undetermined(record: Record, answer: Answer, reason: str) -> Judgement:
    """Return that a plan cannot be judged, and why."""
    return Judgement(
        verdict="undetermined", finding=undetermined(record, answer, reason), reason=reason
    )

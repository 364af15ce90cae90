"""The possible judgements on a label: a verdict with the finding that states it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from geoeval.datasets.records import UNANSWERABLE
from geoeval.errors import quote
from geoeval.query import algebra
from geoeval.query.filter_kinds import HoursFilter, NotFilter, OpenFilter
from geoeval.query.inspect import candidates_of, parts_of
from geoeval.query.parts import MeetingPlan, StayPlan
from geoeval.query.values import Derivation, Infeasible
from geoeval.query.values import Fact as Stated
from geoeval.verification.describe import describe_value
from geoeval.verification.evidence import cite_fact, evidence_of
from geoeval.verification.findings import make_finding
from geoeval.verification.judging.case import Case
from geoeval.verification.judging.causes import diagnose_label
from geoeval.verification.labels.match import length_error
from geoeval.verification.model import Answer, Cause, Judgement, Verdict
from geoeval.verification.rules import Part
from geoeval.verification.weighing import NO_OPTION_FITS

SUPPORTED = Judgement(verdict="supported")
_CODES = {
    "no_usable_label": "GEO903",
    "subjective": "GEO904",
    "no_query": "GEO902",
    "readings_differ": "GEO902",
}


def judge_contradicted(case: Case) -> Judgement:
    """Judge a label wrong, with the evidence."""
    return _judge_difference(case, code_of(case.query), "contradicted")


def judge_no_option_fits(case: Case) -> Judgement:
    """Judge that no option agrees with the computed value, so that no label can be right."""
    return _judge_difference(case, "GEO601", "undetermined", NO_OPTION_FITS)


def _judge_difference(
    case: Case, code: str, verdict: Verdict, reason: str | None = None
) -> Judgement:
    """Judge that a label differs from the computed answer, and find the cause."""
    cause, arithmetic = diagnose_label(case)
    message = f"{_key_text(case)}, but {_describe_computed(case)}"
    return _judge_against_answer(
        case, verdict, code, message, reason=reason, cause=cause, shown=(arithmetic,)
    )


def judge_within_margin(case: Case, close: str) -> Judgement:
    """Judge that a label differs from the answer by too little to be wrong."""
    message = f"{_key_text(case)}, but {_describe_computed(case)}; too close to call: {close}"
    return _judge_against_answer(case, "undetermined", "GEO603", message, reason="within_margin")


def _judge_against_answer(
    case: Case,
    verdict: Verdict,
    code: str,
    message: str,
    *,
    reason: str | None = None,
    cause: Cause | None = None,
    shown: tuple[str, ...] = (),
) -> Judgement:
    """Return a judgement that suggests another answer and states its margin."""
    finding = make_finding(
        code,
        message,
        case.record,
        cause=cause,
        evidence=(*shown, *_collect_evidence(case)),
        suggested=_suggest_label(case.answer),
        margin=_find_margin(case),
    )
    return Judgement(verdict=verdict, finding=finding, reason=reason)


def judge_conditional(case: Case, convention: str) -> Judgement:
    """Judge that a label follows only under another convention."""
    finding = make_finding(
        "GEO701",
        f"{_key_text(case)}, which follows only with {convention}; {_describe_computed(case)}",
        case.record,
        evidence=_collect_evidence(case),
        suggested=_suggest_label(case.answer),
    )
    return Judgement(verdict="conditional", finding=finding)


def judge_ambiguous(case: Case) -> Judgement:
    """Judge that several options are equally right."""
    message = f"{_key_text(case)}, but {case.answer.detail}: {_describe_computed(case)}"
    return _make_judgement(case, "ambiguous", "GEO602", message)


def judge_conflicting(case: Case, first: Stated, other: Stated) -> Judgement:
    """Judge that the answer depends on a fact that the context states in two ways."""
    lines = case.record.context.split("\n") if case.record.world is None else ()
    both = tuple(cite_fact(fact, lines) for fact in (first, other))
    message = f"{_key_text(case)}, but the facts differ: {first.text}, and {other.text}"
    return _make_judgement(case, "ambiguous", "GEO203", message, both)


def judge_bad_plan(case: Case, code: str, message: str, where: tuple[str, ...] = ()) -> Judgement:
    """Judge that a plan is wrong."""
    return _make_judgement(case, "contradicted", code, message, (*where, *_collect_evidence(case)))


def judge_undetermined(case: Case, reason: str | None) -> Judgement:
    """Judge that a label cannot be checked, and say why."""
    answer, reason = case.answer, reason or "not_understood"
    missing = "GEO902" if answer.status == "not_understood" else "GEO901"
    is_of_answer = reason == (answer.reason or "not_understood")
    words = f": {', '.join(answer.unexplained)}" if is_of_answer and answer.unexplained else ""
    detail = f" ({answer.detail})" if is_of_answer and answer.detail else ""
    message = f"not checked: {_spell_reason(reason)}{words}{detail}"
    return _make_judgement(
        case, "undetermined", _CODES.get(reason, missing), message, reason=reason
    )


def judge_incomplete(case: Case, detail: str, evidence: tuple[str, ...]) -> Judgement:
    """Judge that a label cannot be checked because some places to choose from are unknown."""
    reason = "incomplete_candidates"
    message = f"not checked: {_spell_reason(reason)} ({detail})"
    return _make_judgement(case, "undetermined", "GEO901", message, evidence, reason=reason)


def judge_doubtful_words(case: Case, words: tuple[str, ...]) -> Judgement:
    """Judge that a label cannot be checked because words may change the question."""
    word_list = ", ".join(repr(word) for word in dict.fromkeys(words))
    message = (
        f"not checked: {word_list} may change the meaning of the question; otherwise, "
        f"{_describe_computed(case)}"
    )
    return _make_judgement(case, "undetermined", "GEO902", message, reason="words_in_doubt")


def judge_assumption(case: Case, assumptions: tuple[str, ...]) -> Judgement:
    """Judge that a label cannot be checked because the answer depends on an assumption."""
    message = f"not checked: assuming that {'; '.join(assumptions)}, {_describe_computed(case)}"
    return _make_judgement(case, "undetermined", "GEO901", message, reason="assumption")


def judge_doubted(case: Case, cause: Cause) -> Judgement:
    """Judge that a label cannot be checked because the coordinates are wrong."""
    message = f"not checked: {_spell_reason(cause)}, so computed results prove nothing"
    return _make_judgement(case, "undetermined", "GEO905", message, (), reason=cause)


def judge_unusable(case: Case, code: str, message: str, reason: str) -> Judgement:
    """Judge that the query or the plan of a record cannot be read."""
    part: Part | None = "query" if code == "GEO104" else None
    return _make_judgement(case, "undetermined", code, message, (), reason=reason, part=part)


def _make_judgement(
    case: Case,
    verdict: Verdict,
    code: str,
    message: str,
    evidence: tuple[str, ...] | None = None,
    *,
    reason: str | None = None,
    part: Part | None = None,
) -> Judgement:
    """Return a verdict with a finding; its evidence defaults to that of the answer."""
    evidence = _collect_evidence(case) if evidence is None else evidence
    finding = make_finding(code, message, case.record, evidence=evidence, part=part)
    return Judgement(verdict=verdict, finding=finding, reason=reason)


def _spell_reason(reason: str) -> str:
    return reason.replace("_", " ")


def _collect_evidence(case: Case) -> tuple[str, ...]:
    return evidence_of(case.answer, case.record.context if case.record.world is None else "")


def _key_text(case: Case) -> str:
    if case.record.expected is None and case.label == UNANSWERABLE:
        return "the label says unanswerable"
    return f"the label says {quote(case.key)}"


def _describe_computed(case: Case) -> str:
    outcome = case.answer.outcome
    if isinstance(outcome, Derivation):
        return f"the context gives {describe_value(outcome.value)}"
    if isinstance(outcome, Infeasible):
        return f"no offered plan is feasible: {outcome.first_broken}"
    return f"the context does not decide the question: {case.answer.detail}"


def _find_margin(case: Case) -> float | None:
    """Return the lead of the answer over the other options, or the error of a labelled length.

    The unit is that of the value: metres, seconds, minutes of the clock, degrees or ranks.
    """
    if case.record.expected is not None and case.value is not None:
        return length_error(case.record.expected, case.value)
    return case.answer.match.margin if case.answer.match else None


def _suggest_label(answer: Answer) -> int | None:
    if answer.answer is None and answer.match is not None and answer.match.fits:
        return answer.match.fits[0]
    return answer.answer


_CONDITION_CODES = {"direction": "GEO302", "open": "GEO401", "hours": "GEO401"}


_QUERY_CODES: dict[type, Callable[[Any], str]] = {
    algebra.Value: lambda query: query.figure.rule_code,
    algebra.Best: lambda query: (
        (query.figure.rule_of_choice or query.figure.rule_code)
        if isinstance(query.among, algebra.Places)
        else query.among.rule
    ),
    algebra.Count: lambda query: (
        "GEO305" if isinstance(query.of, algebra.Places) else query.of.rule
    ),
    algebra.Listing: lambda query: query.of.rule,
    algebra.Compare: lambda query: "GEO307" if isinstance(query.first, algebra.Fact) else "GEO501",
    algebra.Difference: lambda query: (
        "GEO307" if isinstance(query.first, algebra.Fact) else "GEO501"
    ),
    algebra.Check: lambda query: _CONDITION_CODES.get(
        (query.passes.of if isinstance(query.passes, NotFilter) else query.passes).kind, "GEO307"
    ),
    algebra.CheckRoutes: lambda _: "GEO507",
    algebra.CheckTrip: lambda _: "GEO503",
    MeetingPlan: lambda _: "GEO405",
    StayPlan: lambda _: "GEO405",
}


def code_of(query: algebra.Query) -> str:
    """Return the code of the rule for a wrong label, given the query."""
    candidates = candidates_of(query)
    conditions = parts_of(candidates.filters if isinstance(candidates, algebra.Places) else ())
    if any(isinstance(condition, OpenFilter | HoursFilter) for condition in conditions):
        return "GEO401"
    code_for = _QUERY_CODES.get(type(query), lambda _: "GEO601")  # a query that no map answers
    return code_for(query)

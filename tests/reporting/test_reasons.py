"""Reasons in words: every reason has words and advice, and the most frequent come first."""

from __future__ import annotations

from typing import get_args

import pytest

from geoeval.datasets.records import LoadIssue, Span
from geoeval.query.values import Reason
from geoeval.reporting.reasons import (
    NOT_UNDERSTOOD,
    OBSTACLES,
    count_obstacles,
    describe_obstacles,
    obstacle_of,
    suggest_commands,
)
from geoeval.reporting.summary import Summary
from geoeval.reporting.view import RecordArguments
from geoeval.verification.answer import Answer
from geoeval.verification.model import Item, Report

MODEL = "--understand rules+learned+MODEL also asks a language model"


def summary(reasons: dict[str, int], unusable: int = 0) -> Summary:
    """Return a summary in which nothing could be checked."""
    return Summary(
        questions=sum(reasons.values()) + unusable,
        verdicts={"undetermined": sum(reasons.values())},
        reasons=reasons,
        unusable=unusable,
        unreadable=0,
        by_code={},
        by_severity={},
        accepted={},
    )


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_of_the_solver_has_advice(reason: str) -> None:
    """A new reason needs words for authors."""
    assert obstacle_of(reason).help


def test_words_and_reasons_are_distinct() -> None:
    reasons = [reason for one in OBSTACLES for reason in one.reasons]
    assert len({*reasons}) == len(reasons)
    assert len({one.words for one in OBSTACLES}) == len(OBSTACLES)


def test_reasons_with_the_same_advice_are_counted_together() -> None:
    """The most frequent come first."""
    counted = count_obstacles(
        summary({"no_hours": 2, "no frame fits": 1, "ambiguous between a and b": 2}, unusable=1)
    )
    assert [(one.obstacle.words, one.count) for one in counted] == [
        ("question not understood", 3),
        ("no opening hours", 2),
        ("record unusable", 1),
    ]
    assert counted[0].reasons == {"no frame fits": 1, "ambiguous between a and b": 2}


def test_unknown_reason_is_its_own_words() -> None:
    """A front end of a user may have reasons of its own."""
    assert list(describe_obstacles(summary({"too_foggy": 1}), asked_model=True))[1:] == [
        "     1  too foggy"
    ]


@pytest.mark.parametrize("asked_model", [True, False])
def test_model_is_advised_unless_asked(asked_model: bool) -> None:
    (_, line) = describe_obstacles(summary({"no frame fits": 1}), asked_model=asked_model)
    assert line.startswith(f"     1  question not understood: {NOT_UNDERSTOOD.help}")
    assert line.endswith(MODEL) is not asked_model


def test_nothing_to_explain_is_no_line() -> None:
    assert list(describe_obstacles(summary({}), asked_model=False)) == []


def report(*reasons: str) -> Report:
    """Return a report on questions without a verdict, the first of which has the id q0."""
    items = [
        Item(
            id=f"q{number}",
            span=Span(file=f"data {number}.csv"),
            question="How far?",
            options=(),
            verdict="undetermined",
            label=None,
            answer=Answer(id=f"q{number}", status="unanswerable", answer=None, reason=reason),
        )
        for number, reason in enumerate(reasons)
    ]
    return Report(items=tuple(items), errors=(LoadIssue(code="GEO103", message="", span=BAD),))


BAD = Span(file="bad.csv", line=7)
ARGUMENTS = RecordArguments(
    ("a.csv", "-b.csv"),
    form=("--columns", "answer=gold"),
    labels=("--labels", "from-1"),
    reader=("--understand", "rules"),
    understand="rules",
)


def suggested(
    *reasons: str, verbose: bool = False, arguments: RecordArguments = ARGUMENTS
) -> list[str]:
    """Return the suggested commands."""
    lines = suggest_commands(report(*reasons), arguments, verbose=verbose)
    return [line.removeprefix("    geoeval ") for line in lines][1:]


def test_commands_for_most_questions_are_suggested() -> None:
    """The first question of a kind is the one that is shown."""
    assert suggested("unknown_place", "no_hours", "no_hours", "words_in_doubt", "same_place") == [
        "world read 'data 0.csv' --id q0 --columns answer=gold --explain",
        (
            "verify a.csv ./-b.csv --columns answer=gold --labels from-1 --understand rules "
            "-v --select GEO9"
        ),
    ]


def test_facts_of_a_world_are_not_looked_for_in_the_context() -> None:
    """The context of such a record is empty; the findings say what the world lacks."""
    arguments = RecordArguments(("a.csv",), world=("--world", "town.json"))
    assert suggested("unknown_place", arguments=arguments) == [
        "verify a.csv --world town.json -v --select GEO9",
        "datasets inspect bad.csv",
    ]


@pytest.mark.parametrize("name", ["a\nb.csv", "a\x1b[1m.csv", "a\u202e.csv", "\udcff.csv"])
def test_command_that_cannot_be_copied_is_not_suggested(name: str) -> None:
    """Escapes in its place would be another name."""
    assert suggested("same_place", arguments=RecordArguments((name,))) == [
        "datasets inspect bad.csv"
    ]


def test_unusable_records_are_inspected() -> None:
    assert suggested() == ["datasets inspect bad.csv --columns answer=gold --labels from-1"]


def test_findings_that_are_listed_are_not_suggested() -> None:
    """A report with them needs no command that prints it."""
    assert suggested("no frame fits", verbose=True) == [
        ("formalize a.csv ./-b.csv --columns answer=gold --understand rules+MODEL -o - --dry-run"),
        "datasets inspect bad.csv --columns answer=gold --labels from-1",
    ]


def test_no_command_is_suggested_if_none_helps() -> None:
    checked = Report(items=report("within_margin").items)
    assert list(suggest_commands(checked, ARGUMENTS, verbose=False)) == []

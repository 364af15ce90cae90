"""Answers for people, step by step, and the words left over."""

from __future__ import annotations

import json
from dataclasses import replace

from geoeval.reporting.formats import render_solutions, render_unexplained
from geoeval.reporting.solution import Solutions
from geoeval.reporting.view import SolveFormat, View
from geoeval.verification.model import Answer


def test_answer_is_shown_with_its_steps(solutions: Solutions) -> None:
    """Question, option, query, steps, facts with their lines, and conventions."""
    lines = list(render_solutions(solutions, SolveFormat.TEXT, View()))
    assert lines[0].startswith("set.json:40:3: GEO103 ")
    assert lines[0].endswith(' [8] expected a "question", got none')
    assert lines[2:10] == [
        "[7] How far?",
        '    answered: 0 "180 km" (computed 181.500 km ± 50 m, ahead by 22.000 km)',
        "    read as: the straight-line distance between Mill and Pier",
        "    - the great circle from Mill to Pier is 181.5 km",
        "    fact: Mill at 1.0, 2.0 (line 3 of the context)",
        "    fact: Pier at 2.0, 3.0",
        "    by convention: nearest = list",
        "",
    ]
    assert "    not understood: words unexplained: scenic, quiet" in lines
    assert lines[-1] == (
        "4 questions: 1 answered, 0 unanswerable, 1 undetermined (1 no coordinates), "
        "1 not understood (1 words unexplained), 1 unusable"
    )


def test_unanswerable_is_said_once(solutions: Solutions) -> None:
    """The status stands before the reason, and is not repeated in it."""
    answer = Answer(
        id=1, status="unanswerable", answer=-1, reason="unknown_place", detail="no such place"
    )
    lines = render_solutions(
        Solutions(items=(replace(solutions.items[0], answer=answer),)), SolveFormat.TEXT, View()
    )
    assert "    unanswerable: unknown place: no such place" in list(lines)


def test_no_faults_leave_no_gap() -> None:
    """Without questions and faults only the counts are left."""
    assert list(render_solutions(Solutions(), SolveFormat.TEXT, View())) == [
        "0 questions: 0 answered, 0 unanswerable, 0 undetermined, 0 not understood"
    ]


def test_small_faults_are_told_but_lose_nothing(solutions: Solutions) -> None:
    """An issue that is not fatal leaves its question among those that were solved."""
    small = replace(solutions.errors[0], code="GEO107", fatal=False)
    lines = list(
        render_solutions(Solutions(items=(), errors=(small,)), SolveFormat.TEXT, View(colour=True))
    )
    assert "\x1b[33mGEO107" in lines[0]
    assert lines[-1].startswith("0 questions: ")
    assert "unusable" not in lines[-1]


def test_unexplained_words_are_counted_once_per_question(solutions: Solutions) -> None:
    """The most frequent word is first; formats for programs carry the ids."""
    doubled = Solutions(items=(*solutions.items, solutions.items[2]))
    assert list(render_unexplained(doubled, SolveFormat.TEXT)) == [
        "     2  quiet",
        "     2  scenic",
    ]
    whole = json.loads("".join(render_unexplained(solutions, SolveFormat.JSON)))
    assert whole["words"][0] == {"word": "quiet", "count": 1, "ids": [9]}
    first = json.loads(next(render_unexplained(solutions, SolveFormat.JSONL)))
    assert first == {"type": "word", "word": "quiet", "count": 1, "ids": [9]}

"""Questions that no rule was written for, about the worlds of the sample dataset."""

from __future__ import annotations

from functools import cache

from tests.understanding.asking import answered, items, sample_worlds

LEAST_RIGHT = 0.95
MOST_WRONG = 0.02
FRESH = items("fresh_questions.json")


@cache
def outcomes() -> tuple[tuple[str, str], ...]:
    """Return "right", "wrong" or "none" for each question, with a line that says why."""
    found = []
    for item in FRESH:
        answer = answered(item["question"], sample_worlds()[item["context_id"]], item["options"])
        if answer.answer == item["answer"]:
            outcome = "right"
        else:
            outcome = "none" if answer.answer is None else "wrong"
        ask = answer.query.ask if answer.query else "no query"
        why = f"{answer.status} {answer.reason or ''} {' '.join(answer.unexplained)}".strip()
        line = f"[{outcome}] {item['question']}\n    wanted {item['answer']}, got {answer.answer}"
        found.append((outcome, f"{line}; {ask}; {why}"))
    return tuple(found)


def failures(*kinds: str) -> str:
    """Return the lines of the questions with these outcomes."""
    lines = [line for outcome, line in outcomes() if outcome in kinds]
    return f"{len(lines)} of {len(FRESH)}:\n" + "\n".join(lines)


def test_most_fresh_questions_are_answered_right() -> None:
    """At least the stated share of the answers is right."""
    right = sum(outcome == "right" for outcome, _ in outcomes())
    assert right / len(FRESH) >= LEAST_RIGHT, failures("wrong", "none")


def test_hardly_any_fresh_question_is_answered_wrong() -> None:
    """What is not understood is refused: wrong answers stay below the stated share."""
    wrong = sum(outcome == "wrong" for outcome, _ in outcomes())
    assert wrong / len(FRESH) <= MOST_WRONG, failures("wrong")


def test_there_are_enough_fresh_questions() -> None:
    """The shares mean something: there are many questions, and some have no answer."""
    assert len(FRESH) >= 100
    assert sum(item["answer"] == -1 for item in FRESH) >= 5

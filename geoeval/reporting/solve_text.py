"""A solving for people at a terminal: each question with its answer, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.datasets.records import LoadIssue
from geoeval.query.describe import describe
from geoeval.query.values import CannotSolve, Outcome
from geoeval.reporting.ansi import Paint
from geoeval.reporting.names import titled
from geoeval.reporting.safe import cut, plain
from geoeval.reporting.solution import Solution, Solutions
from geoeval.reporting.summary import summarise_solutions
from geoeval.reporting.view import View
from geoeval.reporting.wording import say_answer, say_model, say_solve_summary
from geoeval.understanding.front_end import RULES
from geoeval.verification.answer import BY_RECORD
from geoeval.verification.model import Answer

_QUESTION_WIDTH = 400
_STATUS_COLOURS = {"answered": "green", "unanswerable": "yellow"}


def render_solutions(solutions: Solutions, view: View) -> Iterator[str]:
    """Yield the lines of a solving: faults of the files, answers with steps, the counts."""
    paint = Paint(view.colour)
    for issue in solutions.errors:
        yield _error(issue, paint)
    if solutions.errors:
        yield ""
    for solution in solutions.items:
        yield from _solution(solution, paint)
        yield ""
    yield say_solve_summary(summarise_solutions(solutions))
    if solutions.model is not None:
        yield say_model(solutions.model)


def _error(issue: LoadIssue, paint: Paint) -> str:
    """Return the line of something wrong with a file or a record."""
    who = "" if issue.id is None else f" [{cut(str(issue.id), 80)}]"
    place = paint("bold", f"{plain(str(issue.span))}:")
    title = paint("red" if issue.fatal else "yellow", titled(issue.code))
    return f"{place} {title}{who} {plain(issue.message)}"


def _solution(solution: Solution, paint: Paint) -> Iterator[str]:
    """Yield one question with its answer and how it follows."""
    answer = solution.answer
    status = answer.status.replace("_", " ")
    colour = _STATUS_COLOURS.get(answer.status, "cyan")
    text = say_answer(answer, solution.question.options).removeprefix(f"{status}: ")
    yield f"[{cut(str(answer.id), 80)}] {cut(solution.question.text, _QUESTION_WIDTH)}"
    yield f"    {paint(colour, status)}: {text}"
    if answer.query is not None:
        yield f"    read as: {plain(describe(answer.query))}{_by(answer)}"
    if answer.outcome is not None:
        yield from _working(answer.outcome)


def _by(answer: Answer) -> str:
    """Return which front end gave the query, where it is none of the usual ones."""
    usual = answer.understood_by in {None, RULES.name, BY_RECORD}
    return "" if usual else f", understood by {plain(str(answer.understood_by))}"


def _working(outcome: Outcome) -> Iterator[str]:
    """Yield the steps, the facts they rest on, and the conventions that mattered."""
    if isinstance(outcome, CannotSolve):
        return
    yield from (f"    - {plain(step)}" for step in outcome.steps)
    for fact in outcome.facts:
        line = "" if fact.line is None else f" (line {fact.line} of the context)"
        yield f"    fact: {plain(fact.text)}{line}"
    yield from (f"    by convention: {name} = {how}" for name, how in outcome.conventions)

"""The output formats by name; a renderer is imported only when it is used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Protocol, cast

from geoeval.reporting.solution import Solutions
from geoeval.reporting.view import ReportFormat, SolveFormat, View
from geoeval.reporting.wording import say_nothing_checked
from geoeval.verification.model import Report

_SOLVE_MODULES = {
    SolveFormat.TEXT: "solve_text",
    SolveFormat.JSON: "as_json",
    SolveFormat.JSONL: "as_jsonl",
}


class ReportRenderer(Protocol):
    """Turns a verification into lines of text without their line ends."""

    def render_report(self, report: Report, view: View, /) -> Iterator[str]:
        """Yield the lines."""
        ...


class SolveRenderer(Protocol):
    """Turns a solving into lines of text without their line ends."""

    def render_solutions(self, solutions: Solutions, view: View, /) -> Iterator[str]:
        """Yield the lines."""
        ...


def render_report(report: Report, output: ReportFormat, view: View) -> Iterator[str]:
    """Return the lines of a verification in a format.

    Parameters
    ----------
    report
        The outcome of a run.
    output
        Which one.
    view
        How the reader wants to see it.

    Returns
    -------
    Iterator of str
        Lines without their line ends.

    Examples
    --------
    >>> next(render_report(Report(items=()), ReportFormat.GITHUB, View()))[:24]
    '::notice title=geoeval::'
    """
    renderer = cast("ReportRenderer", import_module(f"geoeval.reporting.as_{output}"))
    return renderer.render_report(report, failing(report, view))


def failing(report: Report, view: View) -> View:
    """Return a view in which a report that checked nothing fails, whoever renders it.

    Examples
    --------
    >>> failing(Report(items=()), View()).failed
    ('nothing could be checked: there are no questions',)
    """
    failed = dict.fromkeys((*say_nothing_checked(report), *view.failed))
    return replace(view, failed=tuple(failed))


def render_solutions(solutions: Solutions, output: SolveFormat, view: View) -> Iterator[str]:
    """Return the lines of a solving in a format.

    Parameters
    ----------
    solutions
        The outcome of a run.
    output
        Which one.
    view
        How the reader wants to see it.

    Returns
    -------
    Iterator of str
        Lines without their line ends.

    Examples
    --------
    >>> len(list(render_solutions(Solutions(), SolveFormat.JSONL, View())))
    1
    """
    renderer = cast("SolveRenderer", import_module(f"geoeval.reporting.{_SOLVE_MODULES[output]}"))
    return renderer.render_solutions(solutions, view)

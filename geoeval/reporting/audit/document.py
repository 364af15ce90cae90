"""An audit as a Markdown document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import version

from geoeval.query.describe import describe
from geoeval.query.values import Derivation, Infeasible
from geoeval.reporting.as_markdown import markdown
from geoeval.reporting.audit.chapters import Chapter, chapters
from geoeval.reporting.audit.conventions import choices, meaning
from geoeval.reporting.names import titled
from geoeval.reporting.order import Shown
from geoeval.reporting.safe import cut, plain
from geoeval.reporting.summary import reason_of, summarise
from geoeval.reporting.view import View
from geoeval.reporting.wording import count, say_answer, say_label, say_option, say_summary
from geoeval.verification.model import Item, Report

_TITLE = "Audit of map-question labels"
_WIDTH = 200


def render_report(report: Report, view: View) -> Iterator[str]:
    """Yield the lines of the document."""
    summary = summarise(report)
    yield f"# {markdown(view.title or _TITLE)}"
    yield ""
    for source in report.sources:
        checksum = f", SHA-256 `{source.sha256}`" if source.sha256 else ""
        yield f"- {markdown(source.path)}: {count(source.records, 'record')}{checksum}"
    yield f"- geoeval {version('geoeval')}"
    if view.date:
        yield f"- {markdown(view.date)}"
    yield ""
    yield markdown(say_summary(summary))
    for reason in view.failed:
        yield f"\n**Failed**: {markdown(reason)}"
    yield from _table(
        ("verdict", "records", "share"),
        [
            (verdict, str(number), f"{number / max(summary.questions, 1):.1%}")
            for verdict, number in summary.verdicts.items()
        ],
    )
    for chapter in chapters(report):
        yield from _chapter(chapter)
    yield from _undetermined(report)
    yield from _supported(report)
    yield from _heading("Conventions")
    yield from _table(
        ("choice", "meaning"),
        [
            (f"{name} = {choice}", meaning(name, choice))
            for name, choice in choices(report.conventions)
        ],
    )


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield f"## {markdown(text)}"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield a table after an empty line."""
    heads = tuple(heads)
    yield ""
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    yield from (f"| {' | '.join(map(markdown, row))} |" for row in rows)


def _chapter(chapter: Chapter) -> Iterator[str]:
    """Yield a cause, some of its findings in full, and a table of all if there are more."""
    yield from _heading(chapter.explanation.title)
    yield ""
    yield f"{count(chapter.records, 'record')} ({chapter.share:.1%}). {chapter.explanation.text}"
    for shown in chapter.full:
        yield ""
        yield from _finding(shown)
    if len(chapter.findings) > len(chapter.full):
        yield ""
        yield f"{len(chapter.full)} of {len(chapter.findings)} findings are shown in full; all:"
        yield from _table(("record", "finding"), map(_finding_row, chapter.findings))


def _finding_row(shown: Shown) -> tuple[str, str]:
    """Return a finding as a row."""
    finding = shown.finding
    name = finding.span if finding.id is None else finding.id
    return cut(str(name), 80), cut(finding.message, _WIDTH)


def _finding(shown: Shown) -> Iterator[str]:
    """Yield a finding with all that it rests on."""
    finding, item = shown
    who = "" if finding.id is None else f" [{cut(str(finding.id), 80)}]"
    yield f"### {markdown(titled(finding.code) + who)}"
    yield ""
    yield f"{markdown(str(finding.span))}: {markdown(finding.message)}"
    yield ""
    if item is not None:
        yield f"- question: {markdown(item.question)}"
        for index in range(len(item.options)):
            yield f"- option {markdown(say_option(index, item.options))}"
        if item.answer.query is not None:
            yield f"- read as: {markdown(describe(item.answer.query))}"
        yield f"- key: {markdown(say_label(item) or 'none')}"
        yield f"- computed: {markdown(say_answer(item.answer, item.options))}"
    yield from (f"- {markdown(line)}" for line in finding.evidence)
    if item is not None:
        yield from (f"- line {line.number}: {markdown(line.text)}" for line in item.cited)
        yield from _conventions(item)
    if finding.help:
        yield f"- what to do: {markdown(finding.help)}"


def _conventions(item: Item) -> Iterator[str]:
    """Yield what the conventions that mattered mean."""
    outcome = item.answer.outcome
    if isinstance(outcome, Derivation | Infeasible):
        yield from (
            f"- {markdown(f'{name} = {choice}')}: {meaning(name, choice)}"
            for name, choice in outcome.conventions
        )


def _undetermined(report: Report) -> Iterator[str]:
    """Yield what could not be checked."""
    items = [item for item in report.items if item.verdict == "undetermined"]
    if items:
        yield from _heading("Not checked")
        yield from _table(
            ("record", "reason", "question"),
            [
                (
                    str(item.id),
                    plain(item.reason or reason_of(item.answer)).replace("_", " "),
                    cut(item.question, _WIDTH),
                )
                for item in items
            ],
        )


def _supported(report: Report) -> Iterator[str]:
    """Yield the records whose labels hold."""
    names = [markdown(str(item.id)) for item in report.items if item.verdict == "supported"]
    if names:
        yield from _heading("Supported")
        yield ""
        yield f"{count(len(names), 'record')}: {', '.join(names)}"

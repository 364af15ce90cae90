"""Compact tables: all findings of a cause, what could not be checked, and what holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from geoeval.reporting.audit.chapters import Chapter
from geoeval.reporting.audit.markup import Child, Html, element
from geoeval.reporting.safe import cut, plain
from geoeval.reporting.summary import reason_of
from geoeval.reporting.wording import say_label
from geoeval.verification.describe import describe
from geoeval.verification.model import Item, Report

_QUESTION_WIDTH = 140
_VALUE_WIDTH = 60
_FINDING = ("record", "question", "key", "computed")
_REASON = ("record", "question", "why")


def all_findings_table(chapter: Chapter, anchors: dict[int, str]) -> Html:
    """Return a row for every finding of a chapter.

    Parameters
    ----------
    chapter
        The findings.
    anchors
        Where those that are shown in full stand, by their position.

    Returns
    -------
    Html
        A table of record, question, key and computed value.
    """
    rows = []
    for position, (finding, item) in enumerate(chapter.findings):
        name = cut(str(finding.id if finding.id is not None else finding.span), 60)
        anchor = anchors.get(position)
        rows.append(
            _row(
                (
                    element("a", name, href=f"#{anchor}") if anchor else name,
                    _question(item) if item is not None else finding.message,
                    _key(item) if item is not None else "",
                    _value(item) if item is not None else "",
                ),
                finding.code,
                item.verdict if item is not None else "",
            )
        )
    return _table(_FINDING, rows)


def undetermined_tables(report: Report) -> Iterator[Html]:
    """Yield a folded table for each reason for which questions could not be checked."""
    by_reason: dict[str, list[Item]] = {}
    for item in report.items:
        if item.verdict == "undetermined":
            by_reason.setdefault(item.reason or reason_of(item.answer), []).append(item)
    for reason, items in sorted(by_reason.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        words = plain(reason).replace("_", " ")
        rows = [
            _row((_name(item), _question(item), _why(item)), _code(item), item.verdict)
            for item in items
        ]
        yield _folded(f"{words}: {len(items)}", _REASON, rows)


def supported_table(report: Report) -> Html | None:
    """Return the questions whose labels hold, folded; None where there are none."""
    rows = [
        _row((_name(item), _question(item), _key(item), _value(item)), "", item.verdict)
        for item in report.items
        if item.verdict == "supported"
    ]
    if not rows:
        return None
    return _folded(f"supported: {len(rows)}", _FINDING, rows)


def _folded(title: str, heads: tuple[str, ...], rows: Iterable[Html]) -> Html:
    return element("details", element("summary", title), _table(heads, rows))


def _table(heads: tuple[str, ...], rows: Iterable[Html]) -> Html:
    """Return a table that scrolls by itself where it is too wide."""
    head = element("thead", element("tr", (element("th", text, scope="col") for text in heads)))
    table = element("table", head, element("tbody", rows), class_=f"rows last-{heads[-1]}")
    return element("div", table, class_="scroll", tabindex=0, role="region", aria_label="Table")


def _row(cells: Iterable[Child], code: str, verdict: str) -> Html:
    return element(
        "tr",
        (element("td", element("bdi", cell)) for cell in cells),
        data_code=code or None,
        data_verdict=verdict or None,
    )


def _name(item: Item) -> str:
    return cut(str(item.id), 60)


def _question(item: Item) -> str:
    return cut(item.question, _QUESTION_WIDTH)


def _key(item: Item) -> str:
    return cut(say_label(item) or "none", _VALUE_WIDTH)


def _value(item: Item) -> str:
    """Return what was computed."""
    value = item.answer.value
    if value is None:
        return plain(reason_of(item.answer)).replace("_", " ")
    return cut(describe(value), _VALUE_WIDTH)


def _why(item: Item) -> str:
    """Return what is missing."""
    words = ", ".join(item.answer.unexplained)
    return cut(words or item.answer.detail, _QUESTION_WIDTH)


def _code(item: Item) -> str:
    return item.findings[0].code if item.findings else ""

"""The findings of a report by their cause: what is true of many records first, then the worst."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from geoeval.reporting.audit.causes import Explanation, explain
from geoeval.reporting.order import Shown, worst_first
from geoeval.reporting.summary import summarise
from geoeval.verification.model import DatasetFinding, Finding, Item, Report

FULL, SAMPLES = 12, 5
"""Up to how many findings of one cause are shown in full, and how many of more than these."""

_RANK = {"error": 0, "warning": 1, "info": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """The findings of one cause, or of one rule where no cause is known, the worst first.

    ``share`` is that of all records of the run; ``dataset`` are the findings about the dataset
    as a whole that belong here.
    """

    key: str
    explanation: Explanation
    findings: tuple[Shown, ...]
    records: int
    share: float
    dataset: tuple[DatasetFinding, ...] = ()

    @property
    def full(self) -> tuple[Shown, ...]:
        """The findings to show in full."""
        return self.findings if len(self.findings) <= FULL else self.findings[:SAMPLES]

    @property
    def severity(self) -> str:
        """The worst severity in it."""
        if self.findings:
            return self.findings[0].finding.severity
        return self.dataset[0].severity or "error" if self.dataset else "error"


def chapters(report: Report) -> tuple[Chapter, ...]:
    """Return the findings of a report by their cause.

    Parameters
    ----------
    report
        The outcome of a run.

    Returns
    -------
    tuple of Chapter
        Those with a finding about the whole dataset first, then by severity and number of
        records. What could not be checked is in none of them.

    Examples
    --------
    >>> chapters(Report(items=()))
    ()
    """
    items = {item.id: item for item in report.items}
    grouped: dict[str, list[Shown]] = {}
    for shown in worst_first(report, verbose=True, accepted=True):
        if not is_undetermined(shown.finding):
            known = shown if shown.item else Shown(shown.finding, _item_of(shown.finding, items))
            grouped.setdefault(_key(shown.finding), []).append(known)
    whole: dict[str, list[DatasetFinding]] = {}
    for one in report.dataset_findings:
        if one.accepted is None:
            whole.setdefault(one.cause or one.code, []).append(one)
    total = max(summarise(report).questions, 1)
    made = [
        _chapter(key, grouped.get(key, ()), whole.get(key, ()), total)
        for key in dict.fromkeys((*whole, *grouped))
    ]
    return tuple(sorted(made, key=_rank))


def is_undetermined(finding: Finding) -> bool:
    """Return whether a finding says only that a label could not be judged."""
    return finding.code.startswith("GEO9")


def _key(finding: Finding) -> str:
    return finding.cause or finding.code


def _item_of(finding: Finding, items: dict[int | str, Item]) -> Item | None:
    """Return the question that a finding about a record is about, if it could be used."""
    return None if finding.id is None else items.get(finding.id)


def _chapter(
    key: str, findings: Iterable[Shown], whole: Iterable[DatasetFinding], total: int
) -> Chapter:
    """Return the chapter of a cause."""
    findings, whole = tuple(findings), tuple(whole)
    ids: set[object] = {
        one.finding.span if one.finding.id is None else one.finding.id for one in findings
    }
    ids.update(name for one in whole for name in one.ids)
    about = findings[0].finding if findings else whole[0]
    return Chapter(
        key=key,
        explanation=explain(about.code, about.cause),
        findings=findings,
        records=len(ids),
        share=len(ids) / total,
        dataset=whole,
    )


def _rank(chapter: Chapter) -> tuple[bool, int, int, str]:
    return not chapter.dataset, _RANK[chapter.severity], -chapter.records, chapter.key

"""One run over datasets: every record answered and judged, and what several have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike, fspath

from geoeval.datasets.fields import parse_label_form
from geoeval.datasets.formats import AUTO, Declared
from geoeval.datasets.load import Table, load_datasets, load_records, with_unique_ids
from geoeval.datasets.mcq import declared_columns
from geoeval.datasets.records import Dataset, Record
from geoeval.errors import UnreadableDatasetError
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.verification import contexts
from geoeval.verification.answering import ALONE, Progress, Run, answer_record, report_progress
from geoeval.verification.dataset_findings import (
    common_causes,
    duplicate_questions,
    find_leaks,
    position_bias,
)
from geoeval.verification.evidence import cited_lines, keyed_place
from geoeval.verification.findings import of_issue, with_unique_fingerprints
from geoeval.verification.judging.judge import judge
from geoeval.verification.kept.matching import with_queries
from geoeval.verification.model import Answer, Item, Report, Source


def verify_dataset(
    source: str | PathLike[str] | Sequence[Mapping[str, object]] | Table,
    dataset: str = AUTO,
    conventions: Conventions = DEFAULT,
    *,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    labels: str | None = None,
    queries: str | PathLike[str] | None = None,
) -> Report:
    """Check every label of a dataset: a file, a folder of MapQA, a list of records or a table.

    Parameters
    ----------
    source
        The path of a file of records or of a folder; a list of records as dictionaries; or a
        table with a record in each row, of pandas or another library. Of what is in memory the
        line of a record is its number, from 1.
    dataset
        The record format, or "auto".
    conventions
        How unsaid things are taken.
    columns
        The columns of "mcq" records that have not their usual names, by role: "question",
        "options", "answer", "context", "id", "category", "world". Options may have a list with
        the column of each.
    labels
        How labels are to be taken: "from-0" or "from-1", where whole numbers count from, "text",
        and "unanswerable=VALUE", with commas between them.
    queries
        The path of a file of queries, as ``geoeval formalize`` writes it, or the name of a set
        that geoeval ships. Nothing else is understood then: a question without a query of its own
        is "undetermined" with the reason "no_query".

    Returns
    -------
    Report
        As ``verify_datasets`` gives it; what cannot be read of a file is a finding.

    Raises
    ------
    UnreadableDatasetError
        If nothing can be read: the file does not exist, or has no records at all.
    UsageError
        If there is no such record format, it has no such columns or labels to declare, or the
        source is no dataset.
    QueriesError
        If the file of queries cannot be used.

    Examples
    --------
    >>> facts = {"places": [{"name": "Old Mill", "location": [60.2, 24.9]},
    ...                     {"name": "Fig Hall", "location": [60.1, 24.9]}]}
    >>> records = [{"ask": text, "a": "North", "b": "South", "label": 1, "world": facts}
    ...            for text in ("Which way is Fig Hall from Old Mill?",
    ...                         "Which way is Old Mill from Fig Hall?")]
    >>> columns = {"question": "ask", "options": ["a", "b"]}
    >>> verify_dataset(records, columns=columns, labels="from-1")
    <Report: 2 questions, 1 supported, 1 contradicted>
    >>> verify_dataset("no_such_file.json")
    Traceback (most recent call last):
    ...
    geoeval.errors.UnreadableDatasetError: no_such_file.json:1:1: the file does not exist
    """
    declared = Declared(
        format=dataset,
        columns=declared_columns(columns) if columns else None,
        labels=parse_label_form(labels) if labels is not None else None,
    )
    datasets = _load_datasets(source, declared)
    if queries is None:
        return verify_datasets(datasets, Run(conventions=conventions))
    kept = with_queries(with_unique_ids(datasets), fspath(queries))
    return verify_datasets(kept, Run(conventions=conventions, front_ends=()))


def _load_datasets(
    source: str | PathLike[str] | Sequence[Mapping[str, object]] | Table, declared: Declared
) -> tuple[Dataset, ...]:
    """Return the datasets of a source that has some records, or none that is lost."""
    if isinstance(source, (str, PathLike)):
        datasets = load_datasets(fspath(source), declared)
    else:
        datasets = (load_records(source, declared),)
    lost = [issue for one in datasets if not one.readable for issue in one.issues if issue.fatal]
    if lost and not any(one.records for one in datasets):
        raise UnreadableDatasetError(f"{lost[0].span}: {lost[0].message}")
    return datasets


def verify_datasets(
    datasets: Iterable[Dataset], run: Run = ALONE, progress: Progress | None = None
) -> Report:
    """Check every label of some datasets; the report is the same with any workers."""
    datasets = with_unique_ids(datasets)
    records = [record for dataset in datasets for record in dataset.records]
    issues = [issue for dataset in datasets for issue in dataset.issues]
    pairs = contexts.with_contexts(records)
    points = contexts.locate_points(context for _, context in pairs)
    judged = run.over(partial(_judge_record, run, points), _once_checked(pairs))
    items = tuple(report_progress(judged, len(records), progress))
    return with_unique_fingerprints(
        Report(
            items=items,
            dataset_findings=(
                *common_causes(items),
                *duplicate_questions(records),
                *position_bias(records),
                *find_leaks(records),
            ),
            findings=tuple(map(of_issue, issues)),
            errors=tuple(issue for issue in issues if issue.fatal),
            sources=tuple(
                Source(path=dataset.path, records=len(dataset.records), sha256=dataset.sha256)
                for dataset in datasets
            ),
            conventions=run.conventions,
        )
    )


def _once_checked(
    pairs: Iterable[tuple[Record, contexts.Context]],
) -> Iterator[tuple[Record, contexts.Context, bool]]:
    """Yield records with their contexts, and whether the context was that of an earlier one.

    A context in words may be that of many records; an explicit world is part of each.
    """
    checked: set[str] = set()
    for record, context in pairs:
        key = contexts.context_key(record)
        yield record, context, record.world is None and key in checked
        checked.add(key)


def _judge_record(
    run: Run, points: contexts.Located, asked: tuple[Record, contexts.Context, bool]
) -> Item:
    record, context, known = asked
    answer = answer_record(record, context, run)
    return judge_record(record, answer, context, points, run.conventions, known=known)


def judge_record(
    record: Record,
    answer: Answer,
    context: contexts.Context,
    points: contexts.Located,
    conventions: Conventions = DEFAULT,
    *,
    known: bool = False,
) -> Item:
    """Return the verdict on a record, with what is wrong with its context unless that is known."""
    about = () if known else contexts.check_context(record, context, points)
    doubted = contexts.coordinate_doubt(record, context, points, answer)
    item = judge(record, answer, context.world, conventions, doubted)
    return replace(
        item,
        findings=item.findings + about,
        cited=cited_lines(record, answer),
        keyed=keyed_place(item, context.world),
    )

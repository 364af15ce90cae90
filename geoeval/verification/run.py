"""Verify datasets: answer and judge every record, and find what several have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike, fspath

from geoeval.datasets.columns import declared_columns
from geoeval.datasets.formats import AUTO, Declared
from geoeval.datasets.labels import parse_label_form
from geoeval.datasets.load import Table, load_datasets, load_records, with_unique_ids
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
from geoeval.verification.findings import issue_finding, with_unique_fingerprints
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
    """Check every label of a dataset: a file, a MapQA folder, a list of records or a table.

    Parameters
    ----------
    source
        The path of a file of records or of a folder; a list of records as dictionaries; or a
        table with a record in each row, from pandas or another library. The line of a record in
        memory is its 1-based number.
    dataset
        The record format, or "auto".
    conventions
        How to interpret what questions leave unsaid.
    columns
        The columns of "mcq" records that do not have their usual names, by role: "question",
        "options", "answer", "context", "id", "category", "world". For "options", a list may
        name a column for each option.
    labels
        How to read labels: "from-0" or "from-1" for integers that count from 0 or 1, or "text";
        and "unanswerable=VALUE", separated by commas.
    queries
        The path of a file of queries written by ``geoeval formalize``, or the name of a set that
        geoeval ships. Questions are then not read: a question without a query is "undetermined"
        with the reason "no_query".

    Returns
    -------
    Report
        The verdicts and findings, including a finding for each part of a file that cannot be read.

    Raises
    ------
    UnreadableDatasetError
        If nothing can be read, because the file does not exist or has no records.
    UsageError
        If the record format does not exist or does not allow the declared columns or labels, or
        the source is not a dataset.
    QueriesError
        If the file of queries cannot be read.

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
    """Return the datasets of a source; raise if it is unreadable and has no usable records."""
    if isinstance(source, (str, PathLike)):
        datasets = load_datasets(fspath(source), declared)
    else:
        datasets = (load_records(source, declared),)
    fatal = [issue for one in datasets if not one.readable for issue in one.issues if issue.fatal]
    if fatal and not any(one.records for one in datasets):
        raise UnreadableDatasetError(f"{fatal[0].span}: {fatal[0].message}")
    return datasets


def verify_datasets(
    datasets: Iterable[Dataset], run: Run = ALONE, progress: Progress | None = None
) -> Report:
    """Check every label of some datasets; the report does not depend on the workers."""
    datasets = with_unique_ids(datasets)
    records = [record for dataset in datasets for record in dataset.records]
    issues = [issue for dataset in datasets for issue in dataset.issues]
    pairs = contexts.with_contexts(records)
    points = contexts.names_by_point(context for _, context in pairs)
    judged = run.map(partial(_judge_record, run, points), _with_first_use(pairs))
    items = tuple(report_progress(judged, len(records), progress))
    items = _leave_swapped_open(items, pairs)
    return with_unique_fingerprints(
        Report(
            items=items,
            dataset_findings=(
                *common_causes(items),
                *duplicate_questions(records),
                *position_bias(records),
                *find_leaks(records),
            ),
            findings=tuple(map(issue_finding, issues)),
            errors=tuple(issue for issue in issues if issue.fatal),
            sources=tuple(
                Source(path=dataset.path, records=len(dataset.records), sha256=dataset.sha256)
                for dataset in datasets
            ),
            conventions=run.conventions,
        )
    )


_MIN_SWAPPED = 2
"""A single wrong label agrees with swapped coordinates by chance: one direction of eight does."""


def _leave_swapped_open(
    items: tuple[Item, ...], pairs: Sequence[tuple[Record, contexts.Context]]
) -> tuple[Item, ...]:
    """Return items without accusations from coordinates that are probably swapped.

    They are if at least half of the labels that depend on coordinates follow from longitude before
    latitude, and not from the usual order.
    """
    wrong = (item.findings[:1] for item in items if item.verdict == "contradicted")
    count = sum(each.cause == "swapped_coordinates" for first in wrong for each in first)
    if count < _MIN_SWAPPED:
        return items
    from_points = {
        at
        for at, (item, (_, context)) in enumerate(zip(items, pairs, strict=True))
        if item.verdict in {"supported", "contradicted"}
        and not contexts.holds_regardless(item.answer, context)
    }
    if 2 * count < len(from_points):
        return items
    return tuple(
        _leave_open(item, record, context)
        if at in from_points and item.verdict == "contradicted"
        else item
        for at, (item, (record, context)) in enumerate(zip(items, pairs, strict=True))
    )


def _leave_open(item: Item, record: Record, context: contexts.Context) -> Item:
    open_item = judge(record, item.answer, context.world, doubt="swapped_coordinates")
    findings = (*open_item.findings, *item.findings[1:])
    return replace(item, verdict=open_item.verdict, reason=open_item.reason, findings=findings)


def _with_first_use(
    pairs: Iterable[tuple[Record, contexts.Context]],
) -> Iterator[tuple[Record, contexts.Context, bool]]:
    """Yield (record, context, whether an earlier record has the same context in words)."""
    checked: set[str] = set()
    for record, context in pairs:
        key = contexts.context_key(record)
        yield record, context, record.world is None and key in checked
        checked.add(key)


def _judge_record(
    run: Run, points: contexts.Located, job: tuple[Record, contexts.Context, bool]
) -> Item:
    record, context, known = job
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
    """Return the verdict on a record, with findings about its context unless they are known."""
    about = () if known else contexts.check_context(record, context, points)
    doubted = contexts.coordinate_doubt(record, context, points, answer)
    item = judge(record, answer, context.world, conventions, doubted)
    return replace(
        item,
        findings=item.findings + about,
        cited=cited_lines(record, answer),
        keyed=keyed_place(item, context.world),
    )

"""Verify, solve or formalize a large file in independent blocks."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from geoeval.datasets.blocks import Block, parse_block
from geoeval.datasets.formats import Declared
from geoeval.datasets.records import Dataset
from geoeval.reporting.shapes import Json, dump_shape, report_shape, solutions_shape
from geoeval.reporting.summary import Solution, Solutions, Summary
from geoeval.verification.answering import answer_records
from geoeval.verification.kept.entries import query_lines
from geoeval.verification.kept.matching import formalize
from geoeval.verification.run import verify_datasets
from geoeval.world.model import World

What = Literal["verify", "solve", "formalize"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A block of a file and what to do with it; ``end`` is its end in all files together."""

    number: int
    what: What
    block: Block
    declared: Declared
    end: int


class PartResult(NamedTuple):
    """The output lines of a block, their counts, and the number and the end of the block."""

    content: bytes
    counts: Json
    number: int
    end: int


def make_part(world: World | None, task: Task) -> PartResult:
    r"""Process a block and return the JSON Lines of the command for its records.

    Findings about several records are left out, as they would only cover the block.
    """
    dataset = parse_block(task.block, task.declared, labels=task.what == "verify")
    if world is not None:
        dataset = dataset.about(world)
    lines, counts = _MAKERS[task.what](dataset)
    del dataset
    gc.collect(1)  # frees the reference cycles of the worlds in this block, which are young
    return PartResult(
        "".join(f"{line}\n" for line in lines).encode(), counts, task.number, task.end
    )


_Lines = tuple[list[str], Json]


def _verify_part(dataset: Dataset) -> _Lines:
    shape = report_shape(replace(verify_datasets([dataset]), dataset_findings=()), ())
    return _record_lines(shape), _summary_counts(shape)


def _solve_part(dataset: Dataset) -> _Lines:
    records = dataset.records
    items = tuple(
        Solution(question=record.question, span=record.span, answer=answer)
        for record, answer in zip(records, answer_records(records), strict=True)
    )
    shape = solutions_shape(Solutions(items=items, errors=dataset.issues))
    return _record_lines(shape), _summary_counts(shape)


def _formalize_part(dataset: Dataset) -> _Lines:
    formalized = formalize(dataset.records)
    with_query = sum(entry.query is not None for entry in formalized.entries)
    unusable = sum(1 + len(issue.others) for issue in dataset.issues if issue.fatal)
    counts = {
        "questions": len(formalized.entries),
        "with a query": with_query,
        "unusable": unusable,
    }
    return list(query_lines(formalized.all)), counts


def _record_lines(shape: Json) -> list[str]:
    lines = []
    for name, kind in (("errors", "error"), ("items", "item")):
        members = shape[name]
        assert isinstance(members, Iterable)
        lines += [dump_shape({"type": kind, **member}) for member in members]
    return lines


_MAKERS: Mapping[What, Callable[[Dataset], _Lines]] = {
    "verify": _verify_part,
    "solve": _solve_part,
    "formalize": _formalize_part,
}


def _summary_counts(shape: Json) -> Json:
    summary = shape["summary"]
    assert isinstance(summary, Mapping)
    return {name: each for name, each in summary.items() if name not in _NOT_COUNTS}


_NOT_COUNTS = frozenset({"coverage", "failed", "model", "not_checked"})


def summary_of(counts: Json) -> Summary:
    r"""Return the summary of a verification from the counts of all parts."""
    shape: Any = counts
    return Summary(
        **{name: shape[name] for name in ("questions", "verdicts", "unusable", "unreadable")},
        reasons=dict(Counter(shape["reasons"]).most_common()),
        by_code=shape["findings"]["by_code"],
        by_severity=shape["findings"]["by_severity"],
        accepted=shape["accepted"],
    )


def add_counts(first: Json, second: Json) -> Json:
    """Add two nested mappings of counts, key by key."""
    total = dict(first)
    for name, count in second.items():
        previous = total.get(name)
        if isinstance(count, Mapping):
            total[name] = add_counts(previous if isinstance(previous, Mapping) else {}, count)
        elif isinstance(count, int):
            total[name] = count + (previous if isinstance(previous, int) else 0)
    return total

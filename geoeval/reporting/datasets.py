"""Render the catalogue of datasets, and how a file is read, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from geoeval.datasets.fetch import Published
from geoeval.datasets.inspection import Inspection
from geoeval.datasets.records import Record
from geoeval.reporting.safe import Paint, cut_line, safe_line
from geoeval.reporting.shapes import SCHEMA_VERSION, Json, dump_shape
from geoeval.reporting.view import PageFormat
from geoeval.reporting.wording import count_noun


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatLine:
    """The name of a record format, and a line about it."""

    name: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetLine:
    """A published dataset, and the path to which it was fetched, or None."""

    entry: Published
    path: Path | None = None


def render_datasets(
    formats: Sequence[FormatLine],
    datasets: Sequence[DatasetLine],
    output_format: PageFormat,
    *,
    colour: bool = False,
) -> Iterator[str]:
    """Yield the lines of the catalogue of record formats and published datasets."""
    if output_format is PageFormat.JSON:
        yield dump_shape(
            {
                "schema_version": SCHEMA_VERSION,
                "formats": [asdict(each) for each in formats],
                "datasets": [
                    {
                        **asdict(one.entry),
                        "fetched": None if one.path is None else str(one.path),
                    }
                    for one in datasets
                ],
            },
            indent=2,
        )
        return
    paint = Paint(colour)
    width = max((len(each.name) for each in formats), default=0)
    yield paint("bold", "Record formats (--dataset)")
    for each in formats:
        yield f"  {each.name:<{width}}  {each.about}"
    yield ""
    yield paint("bold", "Published datasets, by NAME")
    for one in datasets:
        yield from _describe_dataset(one, paint)


def _describe_dataset(one: DatasetLine, paint: Paint) -> Iterator[str]:
    entry = one.entry
    number = "" if entry.records is None else f", {count_noun(entry.records, 'record')}"
    yield f"  {paint('bold', entry.name)}  {entry.title}{number} ({entry.format})"
    yield f"    {entry.about}"
    yield f"    licence: {entry.licence or 'see the homepage'}; {entry.homepage}"
    if entry.address is None:
        yield "    address: unknown; give one with --url"
    else:
        files = entry.files[0] if len(entry.files) == 1 else count_noun(len(entry.files), "file")
        yield f"    address: {entry.address} ({files})"
    yield f"    fetched: {one.path}" if one.path is not None else "    not fetched"


def inspection_shape(found: Inspection) -> Json:
    """Return the shape of an inspection."""
    return {
        "schema_version": SCHEMA_VERSION,
        "path": found.dataset.path,
        "format": found.format,
        "records": len(found.dataset.records),
        "columns": [asdict(use) for use in found.uses],
        "unused": list(found.unused),
        "proposed": list(found.proposed),
        "missing": list(found.missing),
        "preview": [_record_shape(record) for record in found.dataset.records[:_PREVIEWED]],
    }


_PREVIEWED = 3


def _record_shape(record: Record) -> Json:
    labels = None if record.label is None else [record.label, *record.accepted]
    return {
        "id": record.question.id,
        "line": record.span.line,
        "question": record.question.text,
        "options": list(record.question.options),
        "labels": labels,
        "expected": record.expected,
        "facts": _describe_facts(record),
    }


def render_inspection(
    found: Inspection, command: str | None, *, colour: bool = False
) -> Iterator[str]:
    """Yield the lines that show how a file is read, three records, and what is missing.

    ``command`` reads the file in the same way; None if no command does.
    """
    paint = Paint(colour)
    number = count_noun(len(found.dataset.records), "record")
    yield paint("bold", f"{safe_line(found.dataset.path)}: {number}, format {found.format}")
    width = max((len(use.role) for use in found.uses), default=0)
    for use in found.uses:
        names = ", ".join(safe_line(each) or "first column" for each in use.columns)
        yield f"  {use.role:<{width}}  {names} ({use.why})"
    if found.unused:
        yield f"  not used: {safe_line(', '.join(found.unused))}"
    for record in found.dataset.records[:_PREVIEWED]:
        yield ""
        yield paint("bold", f"Record {safe_line(str(record.question.id))}, line {record.span.line}")
        yield from _describe_record(record)
    if found.missing:
        yield ""
        yield paint("bold", "Missing")
        yield from (f"  {safe_line(each)}" for each in found.missing)
    if not found.dataset.records:
        return
    yield ""
    yield paint("bold", "Command")
    yield (
        f"  {command}"
        if command
        else (
            "  none can name these columns; set them in pyproject.toml under [tool.geoeval.columns]"
        )
    )


def _describe_record(record: Record) -> Iterator[str]:
    question = record.question
    yield f"  question  {cut_line(question.text, _WIDTH)}"
    if question.options:
        yield f"  options   {cut_line(' | '.join(question.options), _WIDTH)}"
    labels = () if record.label is None else (record.label, *record.accepted)
    names = ["unanswerable" if each < 0 else question.options[each] for each in labels]
    answer = record.expected or ", ".join(names) or " ".join(record.plan or ()) or "none"
    yield f"  answer    {cut_line(answer, _WIDTH)}"
    if question.query is not None:
        yield f"  query     {cut_line(json.dumps(question.query, ensure_ascii=False), _WIDTH)}"
    yield f"  facts     {_describe_facts(record)}"


_WIDTH = 100


def _describe_facts(record: Record) -> str:
    if record.question.states_world:
        return "in the question"
    if record.context.strip():
        return f"a context of {count_noun(len(record.context), 'character')}"
    return "none" if record.world is None else "a world"

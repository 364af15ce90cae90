"""Render the catalogue of datasets as text or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from geoeval.datasets.fetch import Published
from geoeval.reporting.safe import Paint
from geoeval.reporting.shapes import SCHEMA_VERSION, dump_shape
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

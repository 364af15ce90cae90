"""Inputs of commands: record files, declared formats, ids, keys and worlds."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from geoeval.cli.output import report_fatal_issues, write_error
from geoeval.cli.settings import settings_of
from geoeval.datasets.columns import parse_columns
from geoeval.datasets.formats import Declared, choose_format
from geoeval.datasets.labels import parse_label_form
from geoeval.datasets.load import load_datasets, parse_dataset, with_unique_ids
from geoeval.datasets.records import Dataset, Question, Record, Span
from geoeval.errors import UsageError, mismatch, quote

if TYPE_CHECKING:
    from geoeval.world.model import World


STDIN = "-"


def read_inputs(
    paths: Iterable[str], dataset: str | Declared, *, labels: bool = True
) -> tuple[Dataset, ...]:
    """Read every file once, in the order given; ``-`` is standard input.

    A table of places that holds no record is rejected: a world must be built of it first.
    """
    unique = tuple(dict.fromkeys(paths))
    if not unique:
        raise UsageError("expected the path of a dataset (- for standard input), got none")
    datasets = with_unique_ids(
        one
        for path in unique
        for one in (
            (parse_dataset(read_standard_input(), dataset=dataset, labels=labels),)
            if path == STDIN
            else load_datasets(path, dataset, labels=labels)
        )
    )
    if not any(one.records for one in datasets):
        for path in unique:
            reject_unbuilt(path, "a dataset")
    return datasets


def read_standard_input() -> bytes:
    """Return all of standard input."""
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise UsageError(f"standard input cannot be read: {error.strerror}") from None


def configured_format(folder: Path, dataset: str | None = None) -> Declared:
    """Return the record format that the project of a folder sets, or that of a given name."""
    settings = settings_of(folder)
    name = dataset or settings.get("dataset", "auto")
    return declare_format(name, settings.get("columns"), settings.get("labels"))


def read_contexts_of(path: str, form: Declared) -> tuple[Dataset, ...]:
    """Read only the contexts of a dataset, or a file with a single context or world.

    What cannot be read is reported.
    """
    raw = read_standard_input() if path == STDIN else None
    datasets = (
        read_inputs([path], form, labels=False)
        if raw is None
        else (parse_dataset(raw, dataset=form, labels=False),)
    )
    if not any(dataset.records for dataset in datasets):
        text = _read_text(path) if raw is None else raw.decode("utf-8-sig", errors="replace")
        datasets = _single_context(text or "", datasets[0].path, path) or datasets
    report_fatal_issues(datasets)
    return datasets


def _single_context(text: str, name: str, path: str) -> tuple[Dataset, ...]:
    """Return the only context or world in a text as a dataset; () if it is a dataset."""
    question, span = Question(id=1, text="", numbered=True), Span(file=name)
    if _is_world(value := _parse_json(text)):
        return (Dataset(path=name, records=(Record(question=question, span=span, world=value),)),)
    if not text.strip() or _is_dataset(text, path):
        return ()
    return (Dataset(path=name, records=(Record(question=question, span=span, context=text),)),)


def read_key(file: str | None, variable: str) -> str:
    """Return the key in a file or, without a file, in an environment variable; "" if unset."""
    if file is None:
        return os.environ.get(variable, "").strip()
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise UsageError(f"the key file {quote(file)} cannot be read: {error}") from error


def chosen_records(datasets: Iterable[Dataset], wanted: str | None) -> list[Record]:
    """Return the records of all files, or those with a given id."""
    records = [record for dataset in datasets for record in dataset.records]
    if wanted is None:
        return records
    unquoted = wanted.strip('"')
    number = "" if wanted.startswith('"') else unquoted  # a quoted id is always a string
    matchers: tuple[Callable[[int | str], bool], ...] = (
        lambda given: isinstance(given, int) and str(given) == number,
        lambda given: given == unquoted,
        lambda given: given == wanted,
    )
    for matches in matchers:
        if found := [record for record in records if matches(record.question.id)]:
            return found
    raise UsageError(f"expected the id of a usable record, got {quote(wanted)}")


def sample_paths(wanted: bool) -> list[str]:
    """Return the path of the sample dataset if it is wanted, relative if possible."""
    from geoeval.datasets.load import sample_path

    if not wanted:
        return []
    path = sample_path()
    here = Path.cwd()
    return [str(path.relative_to(here) if path.is_relative_to(here) else path)]


def declare_format(
    dataset: str, columns: Sequence[str] | None, labels: str | None = None
) -> Declared:
    """Return the record format that the options declare."""
    found = Declared(
        format=dataset,
        columns=parse_columns(columns) if columns else None,
        labels=parse_label_form(labels) if labels is not None else None,
    )
    if dataset != "auto" or columns:
        choose_format(found, ())
    return found


EXTRACTS = (".pbf", ".osm", ".osm.bz2", ".osm.gz", ".osm.xml")
"""The suffixes of extracts of OpenStreetMap, of which a world can be built."""
_A_WORLD = "a world (a map file, a world as JSON, a dataset or a context)"
_DATASET_SUFFIXES = frozenset({".csv", ".tsv", ".jsonl", ".ndjson", ".parquet"})


def read_world(path: str, one_id: str | None = None) -> World:
    """Return the world in a file."""
    from geoeval.world.model import World
    from geoeval.world.store.schema import is_map_file

    reject_unbuilt(path, _A_WORLD)
    text = None if is_map_file(path) else _read_text(path)
    value = None if text is None else _parse_json(text)
    if isinstance(value, dict) and isinstance(value.get("items"), list):
        world = _world_from_items(value["items"], path, one_id)
    elif (
        is_map_file(path) or _is_world(value) or (text is not None and not _is_dataset(text, path))
    ):
        world = _world_from_file(path, one_id)
    else:
        world = _world_from_dataset(path, one_id)
    if world == World():
        raise UsageError(
            f"expected a world with places, lists, legs or routes, got none in {quote(path)}"
        )
    return world


def reject_unbuilt(path: str, expected: str) -> None:
    """Raise ``UsageError`` for an extract or a table, of which a world must be built first."""
    from geoeval.reporting.safe import format_command, path_word
    from geoeval.world.store.tables import is_table_of_places

    is_extract = path.lower().endswith(EXTRACTS)
    if is_extract or is_table_of_places(path):
        kind = "an extract of OpenStreetMap" if is_extract else "a table of places"
        world = f"{Path(path).name.partition('.')[0]}.world"
        command = format_command(("world", "build", path_word(path), "-o", path_word(world)))
        advice = f", {kind}; build a world of it: {command or 'geoeval world build'}"
        raise mismatch(UsageError, expected, path, advice)


def table_advice(path: str) -> str:
    """Return how to name the columns of a CSV file that may be a table of places, otherwise ""."""
    from geoeval.world.store.tables import CSV

    if not (path.lower().endswith(CSV) and Path(path).is_file()):
        return ""
    return (
        "; if it is a table of places, build a world of it with geoeval world build, which needs "
        "the columns name (or --fields name=COLUMN), lat and lon"
    )


def known_world(path: str | None, one_id: str | None) -> World:
    """Return the world for the tools: that of a file, or an empty one."""
    from geoeval.world.model import World

    if path is not None:
        return read_world(path, one_id)
    if one_id is not None:
        raise UsageError("--id needs --world with a dataset, got no --world")
    return World()


def _read_text(path: str) -> str | None:
    """Return the text of a file; None if it cannot be read, which the dataset reader reports."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        return None


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_world(value: object) -> bool:
    """Return whether a JSON value looks like a world."""
    from geoeval.world.model import World

    known = {field.name for field in fields(World)}
    return isinstance(value, dict) and (not value or not known.isdisjoint(value))


def _is_dataset(text: str, path: str) -> bool:
    return Path(path).suffix.lower() in _DATASET_SUFFIXES or text.lstrip()[:1] in {"[", "{"}


def _world_from_items(items: list[object], path: str, one_id: str | None) -> World:
    """Return the world in the output of ``geoeval world read``."""
    from geoeval.world.documents.files import parse_world

    worlds = [
        item["world"]
        for item in items
        if isinstance(item, dict)
        and "world" in item
        and (one_id is None or str(item.get("id")) == one_id.strip('"'))
    ]
    _check_single_world(len(worlds), path)
    return parse_world(worlds[0], path)


def _world_from_file(path: str, one_id: str | None) -> World:
    from geoeval.world.documents.files import read_world_file

    _reject_id(one_id, path)
    world, unread = read_world_file(path)
    _report_unread_lines(len(unread), path)
    return world


def _world_from_dataset(path: str, one_id: str | None) -> World:
    from geoeval.verification.contexts import read_contexts

    datasets = read_inputs([path], configured_format(Path.cwd()), labels=False)
    if not any(dataset.records for dataset in datasets):
        reasons = [issue.message for one in datasets for issue in one.issues if issue.fatal]
        reason = reasons[0] if reasons else "it has no records"
        raise mismatch(UsageError, _A_WORLD, path, f": {reason}{table_advice(path)}")
    records = chosen_records(datasets, one_id)
    contexts = read_contexts(records)
    _check_single_world(len(contexts), path)
    (context,) = contexts.values()
    if context.fault is not None:
        raise UsageError(f"{records[0].span}: {context.fault}")
    _report_unread_lines(len(context.unread), path)
    return context.world


def _check_single_world(count: int, path: str) -> None:
    if count != 1:
        raise UsageError(
            f"expected one world, got {count} in {quote(path)}; choose one by the id of its "
            "question (--id, or geoeval world read --id), or join them with geoeval world build"
        )


def _reject_id(one_id: str | None, path: str) -> None:
    if one_id is not None:
        raise UsageError(
            f"--id {quote(one_id)} needs a dataset, got a single world in {quote(path)}"
        )


def _report_unread_lines(count: int, path: str) -> None:
    if count:
        write_error(
            f"lines not understood and ignored in the context in {quote(path)}: {count}; "
            "geoeval world read --unparsed lists them"
        )


def with_world(datasets: Iterable[Dataset], path: str | None) -> tuple[Dataset, ...]:
    """Return the datasets with the world added to every record without facts of its own."""
    if path is None:
        return tuple(datasets)
    world = read_world(path)
    return tuple(dataset.about(world) for dataset in datasets)

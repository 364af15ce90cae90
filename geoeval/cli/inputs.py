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
from geoeval.datasets.columns import parse_columns
from geoeval.datasets.fields import parse_label_form
from geoeval.datasets.formats import Declared, choose_format
from geoeval.datasets.load import load_datasets, parse_dataset, with_unique_ids
from geoeval.datasets.records import Dataset, Record
from geoeval.errors import RecordError, UsageError, quote

if TYPE_CHECKING:
    from geoeval.world.model import World


STDIN = "-"


def read_inputs(
    paths: Iterable[str], dataset: str | Declared, *, labels: bool = True
) -> tuple[Dataset, ...]:
    """Read every file once, in the order given; ``-`` is standard input."""
    unique = tuple(dict.fromkeys(paths))
    if not unique:
        raise UsageError("expected the path of a dataset (- for standard input), got none")
    return with_unique_ids(
        one
        for path in unique
        for one in (
            (parse_dataset(read_standard_input(), dataset=dataset, labels=labels),)
            if path == STDIN
            else load_datasets(path, dataset, labels=labels)
        )
    )


def read_standard_input() -> bytes:
    """Return all of standard input."""
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise UsageError(f"standard input cannot be read: {error.strerror}") from None


def read_contexts_of(path: str, form: Declared) -> tuple[Dataset, ...]:
    """Read only the contexts of a file, and report what cannot be read."""
    datasets = read_inputs([path], form, labels=False)
    report_fatal_issues(datasets)
    return datasets


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


_DATASET_SUFFIXES = frozenset({".csv", ".tsv", ".jsonl", ".ndjson", ".parquet"})


def read_world(path: str, one_id: str | None = None) -> World:
    """Return the world in a file."""
    from geoeval.world.model import World
    from geoeval.world.store.schema import is_map_file

    if is_map_file(path):
        _reject_id(one_id, path)
        return World.open(path)
    text = _read_text(path)
    value = None if text is None else _parse_json(text)
    if isinstance(value, dict) and _is_world(value):
        world = _world_from_json(value, path, one_id)
    elif text is None or _is_dataset(text, path):
        world = _world_from_dataset(path, one_id)
    else:
        world = _world_from_context(text, path, one_id)
    if world == World():
        raise UsageError(
            f"expected a world with places, lists, legs or routes, got none in {quote(path)}"
        )
    return world


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


def _is_world(value: dict[str, object]) -> bool:
    """Return whether an object looks like a world or the output of ``geoeval world read``."""
    from geoeval.world.model import World

    return not value or "items" in value or any(field.name in value for field in fields(World))


def _is_dataset(text: str, path: str) -> bool:
    return Path(path).suffix.lower() in _DATASET_SUFFIXES or text.lstrip()[:1] in {"[", "{"}


def _world_from_json(value: dict[str, object], path: str, one_id: str | None) -> World:
    from geoeval.world.model import world_from_json

    items = value.get("items")
    if isinstance(items, list):
        worlds = [
            item["world"]
            for item in items
            if isinstance(item, dict)
            and "world" in item
            and (one_id is None or str(item.get("id")) == one_id.strip('"'))
        ]
        _check_single_world(len(worlds), path)
        described = worlds[0]
    else:
        _reject_id(one_id, path)
        described = value
    try:
        return world_from_json(described)
    except RecordError as error:
        raise UsageError(
            f"the file {quote(path)} is not a valid world: {error.path}: {error}"
        ) from None


def _world_from_dataset(path: str, one_id: str | None) -> World:
    from geoeval.verification.contexts import read_contexts

    datasets = read_inputs([path], "auto", labels=False)
    if not any(dataset.records for dataset in datasets):
        reasons = [issue.message for one in datasets for issue in one.issues if issue.fatal]
        reason = reasons[0] if reasons else "it has no records"
        raise UsageError(f"expected a world, a dataset or a context, got {quote(path)}: {reason}")
    records = chosen_records(datasets, one_id)
    contexts = read_contexts(records)
    _check_single_world(len(contexts), path)
    (context,) = contexts.values()
    if context.fault is not None:
        raise UsageError(f"{records[0].span}: {context.fault}")
    _report_unread_lines(len(context.unread), path)
    return context.world


def _world_from_context(text: str, path: str, one_id: str | None) -> World:
    from geoeval.world.reader import read_context

    _reject_id(one_id, path)
    world, unread = read_context(text)
    _report_unread_lines(len(unread), path)
    return world


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
        write_error(f"lines not understood in the context in {quote(path)}: {count}")


def with_world(datasets: Iterable[Dataset], path: str | None) -> tuple[Dataset, ...]:
    """Return the datasets with the world added to every record without facts of its own."""
    if path is None:
        return tuple(datasets)
    world = read_world(path)
    return tuple(dataset.about(world) for dataset in datasets)

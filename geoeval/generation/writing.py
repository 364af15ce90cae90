"""Generated questions as files: MapEval's JSON, JSON Lines, Parquet, or a folder with a card."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from geoeval.errors import UsageError, quote
from geoeval.extras import check_installed
from geoeval.files import write_file
from geoeval.generation.generate import Controls, Generated

SUFFIXES = (".json", ".jsonl", ".parquet")


def record_of(found: Generated, number: int, controls: Controls) -> dict[str, object]:
    """Return a question as a record in MapEval's form, with its query and its proof."""
    return {
        "id": number,
        "question": found.text,
        **({"context": found.context} if controls.in_context else {}),
        "answer": {"type": "mcq", "options": list(found.options), "correct": found.label},
        "classification": found.category,
        "query": found.query,
        "proof": {
            "kind": found.kind,
            "difficulty": found.difficulty,
            "seed": controls.seed,
            "phrasing": found.phrasing,
            "margin": found.margin,
            "unit": found.unit,
            "lacking": found.lacking,
            "steps": list(found.derivation),
            "mistakes": list(found.mistakes),
        },
    }


def check_target(output: str) -> None:
    """See that questions can be written where they are to go, before any is made.

    Raises
    ------
    UsageError
        If the suffix is of no known form, or the folder does not exist or takes no files.
    """
    target = Path(output)
    if target.suffix and target.suffix not in SUFFIXES:
        message = (
            f"expected a file that ends in {', '.join(SUFFIXES)} or the name of a folder, "
            f"got {quote(output)}"
        )
        raise UsageError(message)
    try:
        if target.suffix:
            if not target.parent.is_dir():
                message = f"the folder of {quote(output)} does not exist"
                raise UsageError(message)
        else:
            target.mkdir(parents=True, exist_ok=True)
        probe = (target.parent if target.suffix else target) / ".geoeval-probe.tmp"
        write_file(probe, b"")
        probe.unlink()
    except OSError as error:
        message = f"the output {quote(output)} cannot be written: {error.strerror}"
        raise UsageError(message) from None


def write_records(
    records: Sequence[Mapping[str, object]], output: str, controls: Controls, source: str
) -> None:
    """Write records in the form that the name of the output asks for, whole or not at all.

    Raises
    ------
    UsageError
        If they cannot be written, or Parquet is wanted without pyarrow (extra ``parquet``).
    """
    target = Path(output)
    try:
        if target.suffix == ".json":
            write_file(target, _json(records, indent=1))
        elif target.suffix == ".jsonl":
            write_file(target, _lines(records))
        elif target.suffix == ".parquet":
            write_file(target, _parquet(records))
        else:
            (target / "data").mkdir(exist_ok=True)
            write_file(target / "data" / "test.jsonl", _lines(records))
            write_file(target / "README.md", _card(records, controls, source).encode())
    except OSError as error:
        message = f"the output {quote(output)} cannot be written: {error.strerror}"
        raise UsageError(message) from None


def _json(value: object, indent: int | None = None) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False, indent=indent)}\n".encode()


def _lines(records: Sequence[Mapping[str, object]]) -> bytes:
    return b"".join(_json(record) for record in records)


def _parquet(records: Sequence[Mapping[str, object]]) -> bytes:
    """Return the records as a table; a query, which has a form of its own, as JSON."""
    check_installed("pyarrow", "parquet")
    import pyarrow as pa  # type: ignore[import-untyped] # it ships no types
    from pyarrow import parquet

    rows = [{**record, "query": json.dumps(record["query"])} for record in records]
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows), sink)
    return bytes(sink.getvalue())


def _card(records: Sequence[Mapping[str, object]], controls: Controls, source: str) -> str:
    """Return the dataset card."""
    kinds = Counter(str(record["classification"]) for record in records)
    size = next(name for most, name in _SIZES if len(records) < most)
    rows = "\n".join(f"| {kind} | {count} |" for kind, count in sorted(kinds.items()))
    given = "With a context each." if controls.in_context else f"To be asked of {source}."
    return f"""---
pretty_name: Map questions with proven answers
task_categories:
- multiple-choice
- question-answering
language:
- en
size_categories:
- {size}
configs:
- config_name: default
  data_files:
  - split: test
    path: data/test.jsonl
---

# Map questions with proven answers

{len(records)} multiple-choice questions about {source}, made by geoeval with seed {controls.seed}.
{given} Every label was computed from the `query` of its record; `proof` has the steps, the margin
to the next answer, and the mistake that leads to each wrong option. `answer.correct` counts from
0; -1 marks a question that the context does not answer.

| kind | questions |
|---|---|
{rows}

Check the labels with `geoeval verify data/test.jsonl`.
"""


_SIZES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**15, "n>100K"))

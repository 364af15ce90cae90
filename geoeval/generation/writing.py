"""Files of generated questions: MapEval's JSON, JSON Lines, Parquet, or a folder with a card."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from geoeval.errors import UsageError, quote
from geoeval.extras import check_installed
from geoeval.files import write_draft, write_file
from geoeval.generation.generate import Controls, Generated
from geoeval.generation.kinds import category_of_kind

SUFFIXES = (".json", ".jsonl", ".parquet")


def record_of(found: Generated, number: int, controls: Controls) -> dict[str, object]:
    """Return a question as a record in MapEval's format, with its query and its proof."""
    return {
        "id": number,
        "question": found.text,
        **({"context": found.context} if controls.in_context else {}),
        "answer": {"type": "mcq", "options": list(found.options), "correct": found.label},
        "classification": category_of_kind(found.kind),
        "query": found.query,
        "proof": {
            "kind": found.kind,
            "difficulty": found.difficulty,
            "seed": controls.seed,
            "phrasing": found.phrasing,
            "reworded_by": found.reworded_by,
            "margin": found.margin,
            "unit": found.unit,
            "lacking": found.lacking,
            "steps": list(found.derivation),
            "mistakes": list(found.mistakes),
        },
    }


def check_target(output: str) -> None:
    """Check that the output can be written, before any question is generated."""
    target = Path(output)
    if target.suffix and target.suffix not in SUFFIXES:
        raise UsageError(
            f"expected the name of a folder, or of a file that ends in {', '.join(SUFFIXES)}; "
            f"got {quote(output)}"
        )
    try:
        if target.suffix:
            if not target.parent.is_dir():
                raise UsageError(f"the folder of {quote(output)} does not exist")
        else:
            target.mkdir(parents=True, exist_ok=True)
        probe = (target.parent if target.suffix else target) / ".geoeval-probe.tmp"
        write_file(probe, b"")
        probe.unlink()
    except OSError as error:
        raise UsageError(
            f"the output {quote(output)} cannot be written: {error.strerror}"
        ) from None


def write_records(
    made: Iterable[Mapping[str, object]], output: str, controls: Controls, source: str
) -> Counter[str]:
    """Write records in the format given by the suffix of the output, completely or not at all.

    JSON Lines are written as records are generated, so that memory does not grow with their number;
    JSON and Parquet need them all at once.
    """
    target = Path(output)
    kinds: Counter[str] = Counter()
    categories: Counter[str] = Counter()

    def counted() -> Iterator[Mapping[str, object]]:
        for record in made:
            proof = record["proof"]
            assert isinstance(proof, Mapping)
            kinds[str(proof["kind"])] += 1
            categories[str(record["classification"])] += 1
            yield record

    try:
        if target.suffix == ".json":
            write_file(target, _encode_json(list(counted()), indent=1))
        elif target.suffix == ".parquet":
            write_file(target, _encode_parquet(list(counted())))
        elif target.suffix == ".jsonl":
            _write_lines(counted(), target)
        else:
            (target / "data").mkdir(exist_ok=True)
            _write_lines(counted(), target / "data" / "test.jsonl")
            write_file(target / "README.md", _dataset_card(categories, controls, source).encode())
    except OSError as error:
        raise UsageError(
            f"the output {quote(output)} cannot be written: {error.strerror}"
        ) from None
    return kinds


def _encode_json(value: object, indent: int | None = None) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False, indent=indent)}\n".encode()


def _write_lines(records: Iterable[Mapping[str, object]], target: Path) -> None:
    with write_draft(target) as file:
        file.writelines(map(_encode_json, records))


def _encode_parquet(records: Sequence[Mapping[str, object]]) -> bytes:
    """Return the records as a table with queries as JSON, since their structure varies."""
    check_installed("pyarrow", "parquet")
    import pyarrow as pa  # type: ignore[import-untyped] # it ships no types
    from pyarrow import parquet

    rows = [{**record, "query": json.dumps(record["query"])} for record in records]
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows), sink)
    return bytes(sink.getvalue())


def _dataset_card(categories: Counter[str], controls: Controls, source: str) -> str:
    count = categories.total()
    size = next(name for most, name in _SIZES if count < most)
    rows = "\n".join(f"| {name} | {times} |" for name, times in sorted(categories.items()))
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

{count} multiple-choice questions about {source}, made by geoeval with seed {controls.seed}.
{given} Every label was computed from the `query` of its record; `proof` has the steps, the margin
to the next answer, and the mistake that leads to each wrong option. `answer.correct` counts from
0; -1 marks a question that the context does not answer.

| kind | questions |
|---|---|
{rows}

Check the labels with `geoeval verify data/test.jsonl`.
"""


_SIZES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**15, "n>100K"))

"""The same questions give the same records in every form."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from geoeval.datasets.formats import Declared
from geoeval.datasets.labels import parse_label_form
from geoeval.datasets.load import load_dataset, parse_dataset
from geoeval.datasets.records import Dataset

LETTERS = "ABCDEFGHIJ"
Raw = Mapping[str, Any]
Write = Callable[[list[Raw]], tuple[bytes, str, str]]


def as_lines(raws: list[Raw]) -> tuple[bytes, str, str]:
    """Write JSON Lines."""
    return "".join(json.dumps(raw) + "\n" for raw in raws).encode(), "set.jsonl", ""


def as_parquet(raws: list[Raw]) -> tuple[bytes, str, str]:
    """Write Parquet with the nested answer."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    out = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(raws), out)
    return out.getvalue(), "set.parquet", ""


def as_csv(raws: list[Raw]) -> tuple[bytes, str, str]:
    """Write CSV with a column for each option and labels that count from 1."""
    width = max(len(raw["answer"]["options"]) for raw in raws)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", "question", "context", *LETTERS[:width], "answer"])
    for raw in raws:
        options = raw["answer"]["options"]
        padding = [""] * (width - len(options))
        label = raw["answer"]["correct"] + 1
        writer.writerow([raw["id"], raw["question"], raw["context"], *options, *padding, label])
    return out.getvalue().encode(), "set.csv", "from-1,unanswerable=0"


def as_letters(raws: list[Raw]) -> tuple[bytes, str, str]:
    """Write objects with texts and letters, and a letter for a label."""
    found = [
        {
            "qid": raw["id"],
            "prompt": raw["question"],
            "passage": raw["context"],
            "choices": {
                "text": raw["answer"]["options"],
                "label": list(LETTERS[: len(raw["answer"]["options"])]),
            },
            "target": "none" if raw["answer"]["correct"] < 0 else LETTERS[raw["answer"]["correct"]],
        }
        for raw in raws
    ]
    return json.dumps(found).encode(), "set.json", "unanswerable=none"


def content(dataset: Dataset) -> list[tuple[object, ...]]:
    """Return the relevant content of each record without padding options."""
    return [
        (
            str(record.question.id),
            record.question.text,
            [option for option in record.question.options if option],
            record.context,
            record.label,
        )
        for record in dataset.records
    ]


@pytest.mark.parametrize("write", [as_lines, as_parquet, as_csv, as_letters])
def test_records_are_the_same_in_every_form(data_dir: Path, write: Write) -> None:
    """Texts with line breaks and quotes are included, and every kind of label."""
    path = data_dir / "mapeval" / "dev.json"
    raw, name, labels = write(json.loads(path.read_text(encoding="utf-8")))
    declared = Declared(labels=parse_label_form(labels) if labels else None)
    assert content(parse_dataset(raw, name, declared)) == content(load_dataset(path))

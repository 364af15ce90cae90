"""Sound records that tests can change in one field."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from geoeval.datasets.load import parse_dataset
from geoeval.datasets.records import Dataset

Raw = dict[str, object]
SOUND: Raw = {
    "id": 1,
    "question": "How far is the mill from the pier?",
    "answer": {"type": "mcq", "options": ["1 km", "2 km", "3 km", ""], "correct": 1},
    "context": "Information of <b>the mill</b>:\n- Location: 1 Quay.",
    "classification": "poi",
}


def record(**changes: object) -> Raw:
    """Return a sound record with some fields changed; a field set to ``...`` is taken out."""
    raw = copy.deepcopy(SOUND) | changes
    return {name: value for name, value in raw.items() if value is not ...}


def answer(**changes: object) -> Raw:
    """Return a sound answer object with some fields changed."""
    kind: dict[str, object] = {"type": "mcq", "options": ["1 km", "2 km"], "correct": 1}
    return {name: value for name, value in (kind | changes).items() if value is not ...}


@pytest.fixture
def parse() -> Callable[..., Dataset]:
    """Return a function that reads records as if from the file "file.json"."""

    def read(*raws: object, labels: bool = True) -> Dataset:
        return parse_dataset(json.dumps(raws, ensure_ascii=False), "file.json", labels=labels)

    return read


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, bytes], Path]:
    """Return a function that writes a file and returns its path."""

    def put(name: str, content: bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return put

"""The verified sample dataset, and a finding with hostile text."""

from __future__ import annotations

import json

import pytest

from geoeval.datasets.load import parse_dataset, sample_path
from geoeval.verification.model import Report
from geoeval.verification.run import verify_dataset, verify_datasets

HOSTILE = "</script><img src=x onerror=alert(1)>&amp;\"'\u202e\u05d0\u05d1\x1b[31m\u0000\ud83d 🗺️"
CONTEXT = (
    f"Information of <b>Mill {HOSTILE}</b>:\n- Location: 1 Quay (52.0, 4.0).\n"
    "Information of <b>Stone Pier</b>:\n- Location: 9 Shore (53.0, 4.0).\n"
)


@pytest.fixture(scope="session")
def sample() -> Report:
    """Return the verification of the sample dataset."""
    return verify_dataset(sample_path())


@pytest.fixture(scope="session")
def hostile() -> Report:
    """Return the verification of a wrong label whose every text is an attack."""
    record = {
        "id": f"7{HOSTILE}",
        "question": f"Which way is the pier?\n{HOSTILE}",
        "answer": {"options": ["North", f"South{HOSTILE}"], "correct": 1},
        "context": CONTEXT,
        "query": {
            "kind": "direction_of",
            "place": "Stone Pier",
            "seen_from": f"Mill {HOSTILE}",
        },
    }
    return verify_datasets([parse_dataset(json.dumps([record]), f"{HOSTILE}.json")])

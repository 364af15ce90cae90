"""Records shared between workers: what comes out is what one process gives."""

from __future__ import annotations

import json

import pytest

from geoeval.datasets.load import load_dataset, parse_dataset, sample_path
from geoeval.verification.answering import Run, answer_records
from geoeval.verification.kept.matching import formalize
from geoeval.verification.run import verify_datasets
from geoeval.workers.spread import Threads

pytestmark = pytest.mark.no_cover  # other tests cover what one process does

TWO = Run(workers=2)
THREADS = Run(workers=Threads(2))


def test_the_sample_is_judged_as_by_one() -> None:
    """Verdicts, findings and what they cite."""
    dataset = load_dataset(sample_path())
    one = verify_datasets([dataset])
    assert verify_datasets([dataset], TWO) == verify_datasets([dataset], THREADS) == one


def test_worlds_whose_points_stand_for_others_are_judged_in_the_light_of_all() -> None:
    """What is doubted because of the coordinates elsewhere is doubted in processes too."""
    records = []
    for number, names in enumerate((("Inn", "Mill"), ("Pier", "Gate"), ("Hall", "Quay"))):
        world = {"places": [{"name": name, "location": [60.0 + at, 20.0]}
                            for at, name in enumerate(names)]}  # fmt: skip
        question = f"How far is {names[0]} from {names[1]} as the crow flies?"
        records.append(
            {"id": number, "question": question, "world": world, "context": "",
             "answer": {"options": ["100 km", "200 km"], "correct": 0}}
        )  # fmt: skip
    dataset = parse_dataset(json.dumps(records), "three.json")
    one = verify_datasets([dataset])
    assert verify_datasets([dataset], TWO) == one
    assert any(finding.code == "GEO205" for item in one.items for finding in item.findings)


def test_answers_and_readings_are_those_of_one() -> None:
    """In their order."""
    records = load_dataset(sample_path()).records
    expected = list(answer_records(records))
    assert list(answer_records(records, TWO)) == expected
    assert formalize(records, run=TWO) == formalize(records) == formalize(records, run=THREADS)

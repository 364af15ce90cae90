"""Records distributed among workers give the results of one process."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from geoeval.datasets.load import load_dataset, parse_dataset, sample_path
from geoeval.verification.answering import Run, answer_records
from geoeval.verification.kept.matching import formalize
from geoeval.verification.run import verify_datasets
from geoeval.workers.spread import Threads

pytestmark = pytest.mark.no_cover  # other tests cover what one process does

TWO_PROCESSES = Run(workers=2)
THREADS = Run(workers=Threads(2))


SAMPLE = load_dataset(sample_path())
FEW = replace(SAMPLE, records=SAMPLE.records[::4])  # of every kind; each reading takes 0.1 s


def test_workers_judge_the_sample_alike() -> None:
    """Verdicts, findings and cited lines are the same."""
    dataset = FEW
    one = verify_datasets([dataset])
    assert verify_datasets([dataset], TWO_PROCESSES) == verify_datasets([dataset], THREADS) == one


def test_workers_share_doubts_about_coordinates() -> None:
    """Coordinates that repeat in other records are doubted in every process."""
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
    assert verify_datasets([dataset], TWO_PROCESSES) == one
    assert any(finding.code == "GEO205" for item in one.items for finding in item.findings)


def test_workers_give_the_same_answers_and_readings() -> None:
    """The order is kept."""
    records = FEW.records
    expected = list(answer_records(records))
    assert list(answer_records(records, TWO_PROCESSES)) == expected
    assert (
        formalize(records, run=TWO_PROCESSES)
        == formalize(records)
        == formalize(records, run=THREADS)
    )

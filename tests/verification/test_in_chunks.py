"""Records shared between processes: what comes out is what one process gives."""

from __future__ import annotations

import json

from geoeval.datasets.load import load_dataset, parse_dataset, sample_path
from geoeval.query.conventions import DEFAULT
from geoeval.understanding.understand import RULES
from geoeval.verification.asking import answer_records
from geoeval.verification.contexts import read_contexts
from geoeval.verification.in_chunks import answered_in_processes, judged_in_processes
from geoeval.verification.kept.use import formalize
from geoeval.verification.run import verify_datasets


def test_the_sample_is_judged_as_by_one() -> None:
    """Verdicts, findings and what they cite."""
    dataset = load_dataset(sample_path())
    one = verify_datasets([dataset])
    assert verify_datasets([dataset], processes=2) == one
    assert len(judged_in_processes(dataset.records, DEFAULT, (RULES,), 1)) == len(one.items)


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
    assert verify_datasets([dataset], processes=2) == one
    assert judged_in_processes(dataset.records, DEFAULT, (RULES,), 1) == list(one.items)
    assert any(finding.code == "GEO205" for item in one.items for finding in item.findings)


def test_answers_and_readings_are_those_of_one() -> None:
    """In their order."""
    records = load_dataset(sample_path()).records
    contexts = read_contexts(records)
    expected = list(answer_records(records, contexts, DEFAULT, (RULES,)))
    for processes in (1, 2):
        assert list(answered_in_processes(records, DEFAULT, (RULES,), processes)) == expected
    assert formalize(records, processes=2) == formalize(records) == formalize(records, jobs=2)

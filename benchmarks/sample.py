"""The shipped sample: verdicts, the labels that are wrong on purpose, and the right answers."""

from __future__ import annotations

import json
from collections import Counter

from benchmarks.figures import Figure, counts, needed, share
from benchmarks.program import geoeval
from geoeval.datasets.load import sample_path


def verdicts() -> list[Figure]:
    """Measure how many of the planted faults are found, and with the cause that was planted."""
    expected = json.loads(
        needed(sample_path().with_name("expected.json")).read_text(encoding="utf-8")
    )
    planted: dict[str, str] = expected["causes"]
    checked = {str(item["id"]): item for item in geoeval("verify", "--sample")["items"]}
    contradicted = {key for key, item in checked.items() if item["verdict"] == "contradicted"}
    explained = {
        key
        for key in contradicted & set(planted)
        if planted[key] in {finding["cause"] for finding in checked[key]["findings"]}
    }
    answers: dict[str, int] = expected["answers"]
    right = [key for key, answer in answers.items() if checked[key]["answer"] == answer]
    return [
        Figure(name="verdicts", value=counts(Counter(i["verdict"] for i in checked.values()))),
        Figure(
            name="right answers",
            value=share(len(right), len(answers)),
            note=_rest(set(answers) - set(right)),
        ),
        Figure(
            name="wrong labels found",
            value=share(len(contradicted & set(planted)), len(planted)),
            note=_rest(set(planted) - contradicted),
        ),
        Figure(
            name="wrong labels found with their cause",
            value=share(len(explained), len(planted)),
            note=_rest(set(planted) - explained),
        ),
        Figure(
            name="right labels contradicted",
            value=share(len(contradicted - set(planted)), len(checked) - len(planted)),
            note=_rest(contradicted - set(planted)),
        ),
    ]


def _rest(keys: set[str]) -> str:
    return f"ids {', '.join(sorted(keys, key=int))}" if keys else ""

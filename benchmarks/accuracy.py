"""Accuracy on the development half of MapEval-Textual, against its labels and our audit of them."""

from __future__ import annotations

import json
from collections import Counter

from benchmarks.figures import Figure, counts, share, third_party
from benchmarks.program import geoeval


def mapeval() -> list[Figure]:
    """Measure how many questions are decided, and how many of those rightly."""
    path = third_party("mapeval/dev.json")
    gold_lines = third_party("mapeval/dev_gold.jsonl").read_text(encoding="utf-8").splitlines()
    gold = {row["id"]: row for row in map(json.loads, gold_lines)}
    keyed = {
        record["id"]: record["answer"]["correct"]
        for record in json.loads(path.read_text(encoding="utf-8"))
    }

    solved = {item["id"]: item for item in geoeval("solve", path)["items"]}
    decided = {key: item["answer"] for key, item in solved.items() if item["answer"] is not None}
    right = {
        key: gold[key]["my_option"] if gold[key]["verdict"] == "label_wrong" else keyed[key]
        for key in keyed
    }
    wrong = sorted(key for key, answer in decided.items() if answer != right[key])
    statuses = Counter(item["status"] for item in solved.values())
    return [
        Figure(name="decided", value=share(len(decided), len(keyed)), note=counts(statuses)),
        Figure(
            name="right among the decided",
            value=share(len(decided) - len(wrong), len(decided)),
            note=f"wrong: {', '.join(map(str, wrong)) or 'none'}",
        ),
        *_verdicts(gold),
    ]


def _verdicts(gold: dict[int, dict[str, object]]) -> list[Figure]:
    report = geoeval("verify", third_party("mapeval/dev.json"))
    checked = {item["id"]: item for item in report["items"]}
    contradicted = {key for key, item in checked.items() if item["verdict"] == "contradicted"}
    faulty = {key for key, row in gold.items() if row["verdict"] == "label_wrong"}
    confirmed = {key for key, row in gold.items() if row["verdict"] == "confirmed"}
    causes = {
        key: ", ".join(str(finding["cause"]) for finding in checked[key]["findings"])
        for key in sorted(faulty & contradicted)
    }
    return [
        Figure(name="verdicts", value=counts(Counter(i["verdict"] for i in checked.values()))),
        Figure(
            name="wrong labels contradicted",
            value=share(len(faulty & contradicted), len(faulty)),
            note="; ".join(f"{key}: {cause}" for key, cause in causes.items()),
        ),
        Figure(
            name="confirmed labels contradicted",
            value=share(len(confirmed & contradicted), len(confirmed)),
            note=", ".join(map(str, sorted(confirmed & contradicted))),
        ),
    ]

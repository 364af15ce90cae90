"""Accuracy on the development half of MapEval-Textual, against its labels and our audit of them."""

from __future__ import annotations

import json
from collections import Counter

from benchmarks.figures import Figure, counts, share, third_party
from benchmarks.program import geoeval

# Table 3 of the paper, in per cent: humans, and the best model of each category.
HUMANS = {"poi": 92.19, "nearby": 90.36, "routing": 81.81, "trip": 88.06, "unanswerable": 65.0}
MODELS = {"poi": 73.44, "nearby": 74.70, "routing": 75.76, "trip": 49.25, "unanswerable": 85.0}


def mapeval() -> list[Figure]:
    """Measure how many questions are decided, and how many of those rightly."""
    path = third_party("mapeval/dev.json")
    gold = audit()
    right = right_options(gold)
    solved = {item["id"]: item for item in geoeval("solve", path)["items"]}
    decided = {key: item["answer"] for key, item in solved.items() if item["answer"] is not None}
    wrong = sorted(key for key, answer in decided.items() if answer != right[key])
    statuses = Counter(item["status"] for item in solved.values())
    return [
        Figure(name="decided", value=share(len(decided), len(right)), note=counts(statuses)),
        Figure(
            name="right of all",
            value=share(len(decided) - len(wrong), len(right)),
        ),
        Figure(
            name="right among the decided",
            value=share(len(decided) - len(wrong), len(decided)),
            note=f"wrong: {', '.join(map(str, wrong)) or 'none'}",
        ),
        *_verdicts(gold),
    ]


def categories() -> list[Figure]:
    """Measure how many questions of each category are answered rightly, beside the paper."""
    return [
        Figure(
            name=f"right, {category}",
            value=share(sum(outcomes), len(outcomes)),
            note=f"humans {HUMANS[category]} %, best model {MODELS[category]} %, on all 300",
        )
        for category, outcomes in sorted(right_by_category().items())
    ]


def right_by_category() -> dict[str, list[bool]]:
    """Return whether each question of a category is answered rightly."""
    path = third_party("mapeval/dev.json")
    right = right_options(audit())
    solved = {item["id"]: item["answer"] for item in geoeval("solve", path)["items"]}
    found: dict[str, list[bool]] = {}
    for record in json.loads(path.read_text(encoding="utf-8")):
        category = record["classification"] or "unanswerable"
        found.setdefault(category, []).append(solved[record["id"]] == right[record["id"]])
    return found


def audit() -> dict[int, dict[str, object]]:
    """Return what our audit says of each question."""
    lines = third_party("mapeval/dev_gold.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def right_options(gold: dict[int, dict[str, object]]) -> dict[int, object]:
    """Return the right option of each question: the label, or ours where the label is wrong."""
    records = json.loads(third_party("mapeval/dev.json").read_text(encoding="utf-8"))
    return {
        record["id"]: gold[record["id"]]["my_option"]
        if gold[record["id"]]["verdict"] == "label_wrong"
        else record["answer"]["correct"]
        for record in records
    }


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

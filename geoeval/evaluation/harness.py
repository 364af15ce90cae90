"""A dataset as a task folder of lm-evaluation-harness: a YAML file and its questions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from geoeval.datasets.records import UNANSWERABLE, Dataset
from geoeval.errors import UsageError, quote
from geoeval.evaluation.comparison import Audited
from geoeval.evaluation.runs import group_of
from geoeval.files import write_file

_NAME = re.compile(r"[A-Za-z0-9_-]+")
_UNANSWERABLE = "Unanswerable"
_TASK = """# Written by geoeval. Options are in the prompt; a model chooses by likelihood.
task: {name}
dataset_path: json
dataset_kwargs:
  data_files:
    test: {questions}
test_split: test
output_type: multiple_choice
doc_to_text: "{{{{prompt}}}}"
doc_to_choice: "{{{{letters}}}}"
doc_to_target: "{{{{gold}}}}"
metric_list:
  - metric: acc
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1.0
"""


def write_harness_task(
    datasets: Sequence[Dataset], audited: Mapping[str, Audited], folder: str, name: str
) -> int:
    """Write a task folder and return its number of questions."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"expected a task name of letters, digits, _ and - (--name NAME), got {quote(name)}"
        )
    rows = list(_question_rows(datasets, audited))
    if not rows:
        raise UsageError("expected questions with labels and without pictures, got none")
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    questions = target / f"{name}.jsonl"
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    write_file(questions, lines.encode(errors="backslashreplace"))  # \ud800 is JSON's escape too
    named = json.dumps(str(questions.resolve()), ensure_ascii=False)
    write_file(target / f"{name}.yaml", _TASK.format(name=name, questions=named).encode())
    return len(rows)


def _question_rows(
    datasets: Sequence[Dataset], audited: Mapping[str, Audited]
) -> Iterator[Mapping[str, object]]:
    """Yield the questions as rows with zero-based options."""
    for record in (record for one in datasets for record in one.records):
        if record.label is None or record.picture is not None:
            continue
        options = [*record.question.options, _UNANSWERABLE]
        letters = [chr(ord("A") + rank) for rank in range(len(options))]
        listed = "\n".join(map("{}. {}".format, letters, options))
        known = audited[str(record.question.id)]
        yield {
            "id": str(record.question.id),
            "prompt": f"{record.context.strip()}\n\n{record.question.text}\n{listed}\nAnswer:",
            "options": options,
            "letters": [f" {letter}" for letter in letters],
            "gold": _gold_index(record.label, options),
            "category": group_of(record),
            "label_is": known.standing,
            "corrected": _gold_index(known.corrected, options),
        }


def _gold_index(answer: int | None, options: Sequence[str]) -> int | None:
    return len(options) - 1 if answer == UNANSWERABLE else answer

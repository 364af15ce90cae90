"""Drafts from the records of a dataset, and drafts as a dataset in several formats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence

from geoeval.annotation.draft import Draft
from geoeval.datasets.records import UNANSWERABLE, Dataset
from geoeval.errors import UsageError, quote
from geoeval.verification.kept.entries import id_of

SUFFIXES = (".json", ".jsonl", ".csv")


def drafts_of(datasets: Iterable[Dataset]) -> tuple[tuple[Draft, ...], int]:
    """Return the multiple-choice records as drafts, and the number of records without options."""
    drafts: list[Draft] = []
    left_out = 0
    for dataset in datasets:
        for record in dataset.records:
            if not record.question.options:
                left_out += 1
                continue
            draft = Draft(
                id=id_of(record),
                text=record.question.text,
                options=record.question.options,
                label=record.label,
                context=record.context,
                category=record.category,
                world=record.world,
            )
            drafts.append(draft)
    return tuple(drafts), left_out


def dataset_text(drafts: Sequence[Draft], suffix: str) -> str:
    """Return drafts as MapEval's JSON, JSON Lines or CSV, chosen by the suffix of the file."""
    match suffix:
        case ".json":
            records = [_draft_record(draft) for draft in drafts]
            return json.dumps(records, ensure_ascii=False, indent=1) + "\n"
        case ".jsonl":
            return "".join(
                f"{json.dumps(_draft_record(draft), ensure_ascii=False)}\n" for draft in drafts
            )
        case ".csv":
            return _format_csv(drafts)
        case _:
            raise UsageError(
                f"expected one of the suffixes {', '.join(SUFFIXES)}, got {quote(suffix)}"
            )


def _draft_record(draft: Draft) -> dict[str, object]:
    record: dict[str, object] = {
        "id": draft.id,
        "question": draft.text,
        "context": draft.context,
        "answer": {"type": "mcq", "options": list(draft.used_options), "correct": draft.label},
    }
    if draft.category is not None:
        record["classification"] = draft.category
    if draft.world is not None:
        record["world"] = draft.world
    return record


def _format_csv(drafts: Sequence[Draft]) -> str:
    """Return drafts as CSV, with a column for each option and the answer as a letter."""
    worlds = [draft.id for draft in drafts if draft.world is not None]
    if worlds:
        raise UsageError(
            f"expected questions without a world for CSV, got question {worlds[0]} with a world; "
            "export JSON instead"
        )
    columns = max((len(draft.used_options) for draft in drafts), default=2)
    letters = [chr(ord("A") + number) for number in range(columns)]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["id", "question", *letters, "answer", "context"])
    for draft in drafts:
        options = [*draft.used_options, *[""] * (columns - len(draft.used_options))]
        label = UNANSWERABLE if draft.label is None else draft.label
        answer = str(label) if label < 0 else letters[label]
        table.writerow([draft.id, draft.text, *options, answer, draft.context])
    return text.getvalue()

"""Records as samples of inspect-ai: a prompt, the number of the label, and no category."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageUser, Content, ContentImage, ContentText

from geoeval.datasets.load import load_dataset
from geoeval.datasets.records import Dataset, Record
from geoeval.errors import DatasetError, UsageError, quote, quote_path
from geoeval.evaluation.published import Task
from geoeval.evaluation.tasks.prompts import (
    Style,
    ask_about_picture,
    ask_from_context,
    ask_with_tools,
    offers_no_answer,
)


def read_questions(path: str, task: Task) -> Dataset:
    """Return the questions of a file; all must be usable for the task."""
    dataset = load_dataset(path)
    lost = [issue for issue in dataset.issues if issue.fatal]
    if lost:
        more = f" ({len(lost)} such records)" if len(lost) > 1 else ""
        raise DatasetError(f"{lost[0].span}: {lost[0].message}{more}")
    if not any(_is_sampled(record, task) for record in dataset.records):
        what = "pictures and labels" if task == "visual" else "labels"
        raise UsageError(f"expected questions with {what}, got none in {quote_path(path)}")
    return dataset


def _is_sampled(record: Record, task: Task) -> bool:
    return record.label is not None and (task != "visual" or record.picture is not None)


def sample_set(
    dataset: Dataset, task: Task, style: Style, *, unanswerable: bool, left_out: frozenset[str]
) -> MemoryDataset:
    """Return the samples of a dataset, without those that calibrated a router."""
    samples = list(_build_samples(dataset, task, style, unanswerable, left_out))
    if not samples:
        raise UsageError("expected questions that did not calibrate the router, got none")
    return MemoryDataset(samples, name=Path(dataset.path).stem, location=dataset.path)


def _build_samples(
    dataset: Dataset, task: Task, style: Style, unanswerable: bool, left_out: frozenset[str]
) -> Iterator[Sample]:
    for record in dataset.records:
        name = str(record.question.id)
        if record.label is None or name in left_out:
            continue
        no_answer = offers_no_answer(record, style, offered=unanswerable)
        yield Sample(
            id=name,
            input=_sample_input(record, task, no_answer=no_answer),
            # Options count from 1 in prompts; 0 means that there is no answer.
            target=str(record.label + 1),
        )


def _sample_input(record: Record, task: Task, *, no_answer: bool) -> str | list[ChatMessage]:
    if task == "textual":
        return ask_from_context(record.question, record.context, no_answer=no_answer)
    if task == "api":
        return ask_with_tools(record.question, no_answer=no_answer)
    words = ContentText(text=ask_about_picture(record.question, no_answer=no_answer))
    content: Sequence[Content] = [ContentImage(image=str(picture_path(record))), words]
    return [ChatMessageUser(content=list(content))]


def picture_path(record: Record) -> Path:
    """Return the path of the picture of a record, ignoring its capitalisation."""
    assert record.picture is not None
    path = Path(record.span.file).parent
    for part in Path(record.picture).parts:
        if not (path / part).exists() and path.is_dir():
            alike = [each.name for each in path.iterdir() if each.name.lower() == part.lower()]
            part = alike[0] if alike else part  # noqa: PLW2901 - the name as stored on disk
        path /= part
    if not path.is_file():
        raise UsageError(f"{record.span}: there is no picture {quote(record.picture)}")
    return path

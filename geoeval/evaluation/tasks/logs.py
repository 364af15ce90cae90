"""Logs of inspect-ai as runs: the reply to each question, its ending and its effort."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from inspect_ai.log import EvalLog, EvalSample, list_eval_logs, read_eval_log

from geoeval.datasets.load import load_dataset
from geoeval.datasets.records import Dataset, Record
from geoeval.errors import UsageError, quote, quote_path
from geoeval.evaluation.replies import PARSERS, Parser, read_reply
from geoeval.evaluation.runs import ENDINGS, Effort, Reply, Run, by_id, total_cost
from geoeval.evaluation.tasks.scoring import SCORER
from geoeval.evaluation.tasks.setup import CHECKSUM, DATASET

_SETTINGS = ("agent", "tools", "understanding", "prompt", "parser")
_SUFFIXES = (".eval", ".json")
Name = TypeVar("Name", bound=str)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedRun:
    """A run and its dataset, as given in a log."""

    path: str
    log: EvalLog
    dataset: str
    checksum: str | None


def read_logs(paths: Sequence[str]) -> tuple[tuple[LoggedRun, ...], tuple[str, ...]]:
    """Return the logs in files and folders, and errors for files that are not logs.

    Of the logs of one run, which was resumed, the one with the most answers is read.
    """
    found, faults = [], []
    for path in dict.fromkeys(each for given in paths for each in _find_logs(given)):
        try:
            found.append(_read_log(path))
        except UsageError as error:
            faults.append(str(error))
    if not found:
        raise UsageError(faults[0])
    fullest = {each.log.eval.task_id: each for each in sorted(found, key=_progress_of)}
    return tuple(each for each in found if fullest[each.log.eval.task_id] is each), tuple(faults)


def _progress_of(logged: LoggedRun) -> tuple[int, datetime]:
    answered = sum(each.error is None for each in logged.log.samples or ())
    return answered, datetime.fromisoformat(logged.log.eval.created)


def _read_log(path: str) -> LoggedRun:
    try:
        log = read_eval_log(path, resolve_attachments=False)
    except Exception as error:  # noqa: BLE001 - inspect raises many types, including those of zipfile and pydantic
        why = (
            "it is not a log of inspect-ai"
            if isinstance(error, ValueError)
            else (str(error) or type(error).__name__).splitlines()[0]
        )
        raise UsageError(f"cannot read the log {quote_path(path)}: {why}") from None
    metadata = log.eval.metadata or {}
    if DATASET not in metadata:
        raise UsageError(f"expected a log of geoeval's tasks, got {quote(log.eval.task)}: {path}")
    if not log.samples:
        raise UsageError(f"the log {quote_path(path)} is empty: no question was asked")
    return LoggedRun(path=path, log=log, dataset=metadata[DATASET], checksum=metadata.get(CHECKSUM))


def _find_logs(given: str) -> list[str]:
    path = Path(given)
    if not path.exists():
        raise UsageError(f"the log {quote_path(path)} does not exist")
    if path.is_dir():
        listed = sorted(each.name for each in list_eval_logs(str(path)))
        if not listed:
            raise UsageError(f"no logs in the folder {quote_path(path)}")
        return listed
    if not path.is_file() or path.suffix not in _SUFFIXES:
        raise UsageError(
            f"expected a log (.eval or .json) or a folder of logs, got {quote_path(path)}"
        )
    return [str(path)]


def dataset_of(logs: Sequence[LoggedRun], named: str | None) -> Dataset:
    """Return the questions that all of the logs are about."""
    sums = {each.checksum for each in logs}
    if len(sums) > 1:
        listing = ", ".join(f"{each.path} is about {each.dataset}" for each in logs)
        raise UsageError(f"expected logs of one dataset, got several: {listing}")
    path = named or logs[0].dataset
    if not Path(path).is_file():
        raise UsageError(
            f"the question file {quote_path(path)} no longer exists; give its path with --dataset"
        )
    dataset = load_dataset(path)
    if dataset.sha256 not in sums:
        raise UsageError(
            f"{quote_path(path)} is not the file of this run; give that file with --dataset"
        )
    return dataset


def run_of(logged: LoggedRun, dataset: Dataset) -> Run:
    """Return a log as a run; its replies are parsed again."""
    log = logged.log
    metadata = log.eval.metadata or {}
    parser = _known_or_default(PARSERS, metadata.get("parser"), "own")
    records = by_id(dataset)
    settings = {key: str(metadata[key]) for key in _SETTINGS if key in metadata}
    samples = log.samples or []
    failed = {
        str(each.id): _summarise_error(each.error.message)
        for each in samples
        if each.error is not None and not _is_interrupted(each)
    }
    replies = [_sample_reply(each, records, parser) for each in samples if each.error is None]
    error = log.error
    return Run(
        name=log.eval.model,
        replies=tuple(replies),
        settings={"task": log.eval.task, "model": log.eval.model, **settings},
        failed=failed,
        whole=log.status == "success",
        faults=() if error is None else (f"the run ended in an error: {error.message}",),
    )


def _is_interrupted(sample: EvalSample) -> bool:
    return sample.error is not None and sample.error.message.startswith("CancelledError(")


def _summarise_error(message: str) -> str:
    """Return an error without the request, which inspect-ai puts in front of its cause."""
    *_, cause = message.replace("\\n", "\n").strip().splitlines() or [""]
    return cause.replace("\\'", "'").removesuffix("')") if "Request:" in message else message


def _known_or_default(known: Sequence[Name], value: object, default: Name) -> Name:
    return next((each for each in known if each == value), default)


def _sample_reply(sample: EvalSample, records: Mapping[str, Record], parser: Parser) -> Reply:
    record = records.get(str(sample.id))
    options = () if record is None else record.question.options
    score = (sample.scores or {}).get(SCORER)
    metadata: dict[str, Any] = getattr(score, "metadata", None) or {}
    ending = _known_or_default(ENDINGS, metadata.get("ending"), "answered")
    usage = sample.model_usage.values()
    effort = Effort(
        **{
            **metadata.get("effort", {}),
            "input_tokens": sum(each.input_tokens for each in usage),
            "output_tokens": sum(each.output_tokens for each in usage),
            "cost": total_cost(each.total_cost for each in usage),
            "seconds": sample.working_time or 0.0,
        }
    )
    text = sample.output.completion
    read = read_reply(text, options, parser)
    return Reply(id=str(sample.id), text=text, read=read, ending=ending, effort=effort)

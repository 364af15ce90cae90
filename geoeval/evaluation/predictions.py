"""Answers given elsewhere: files of models' replies, fields with annotators' answers."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path

from geoeval.datasets.records import UNANSWERABLE, Dataset
from geoeval.datasets.scan import Element, Fault, scan_json
from geoeval.datasets.tables import scan_rows
from geoeval.errors import UnreadableDatasetError, UsageError, quote, quote_path
from geoeval.evaluation.replies import Parser, ReadReply, read_reply
from geoeval.evaluation.runs import Reply, Run, by_id
from geoeval.evaluation.shares import Agreement, measure_agreement

_ID = ("id", "question_id", "doc_id")
_REPLY = ("response", "reply", "prediction", "output", "completion")
_LAST = "answer"
"""Read if there is no other column of replies; otherwise it is the label."""
_MODEL = "model"
_BLANK = (None, "")
_LINES, _ROWS = (".jsonl", ".ndjson"), (".csv", ".tsv")


def read_predictions(
    path: str | Path, datasets: Sequence[Dataset], parser: Parser = "own"
) -> tuple[Run, ...]:
    """Return the runs in a file of predictions, one for each model."""
    source = Path(path)
    text = _read_text(source)
    predictions = _Predictions(source)
    suffix = source.suffix.lower()
    if suffix in _ROWS:
        predictions.add_parts(scan_rows(text))
    elif suffix in _LINES:
        predictions.add_parts(scan_json(text, lines=True))
    else:
        value = _decode_json(text, source)
        if (solved := _read_solved_run(value, source)) is not None:
            return (solved,)
        predictions.add_json(value)
    faults = tuple(predictions.faults)
    if not any(predictions.replies.values()):
        why = f": {faults[0]}" if faults else "; expected rows with an id and a response"
        raise UnreadableDatasetError(
            f"no predictions in {quote_path(source)}{why.removesuffix('; not counted')}"
        )
    options = {name: each.question.options for name, each in by_id(*datasets).items()}
    return tuple(
        Run(
            name=model,
            replies=tuple(_parse_reply(name, given, options, parser) for name, given in replies),
            settings={"file": str(source)},
            faults=faults,
        )
        for model, replies in predictions.replies.items()
    )


def _read_text(source: Path) -> str:
    try:
        return source.read_text("utf-8-sig")
    except OSError as error:
        why = error.strerror
    except UnicodeDecodeError as error:
        why = f"expected UTF-8 ({error.reason})"
    raise UnreadableDatasetError(f"cannot read {quote_path(source)}: {why}")


def _parse_reply(
    name: str, given: object, options: Mapping[str, Sequence[str]], parser: Parser
) -> Reply:
    """Return the text of a reply; an object is serialised to JSON."""
    known = _match_known_id(name, options)
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return Reply(id=known, text=text, read=read_reply(text, options.get(known, ()), parser))


def _match_known_id(name: str, known: Container[str]) -> str:
    """Return an id as in the dataset, since data frames write 76 as 76.0."""
    bare = name.strip().removesuffix(".0")
    return bare if name not in known and bare in known else name


def _decode_json(text: str, source: Path) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableDatasetError(
            f"cannot read {quote_path(source)}: expected JSON, got {quote(text)} ({error}); a file "
            "of rows needs the suffix .jsonl or .csv"
        ) from None


class _Predictions:
    """The ids and replies of each model in a file, and the faults of its rows."""

    def __init__(self, source: Path) -> None:
        self.replies: dict[str, list[tuple[str, object]]] = {}
        self.faults: list[str] = []
        self._stem, self._file = source.stem, source.name

    def add_parts(self, parts: Iterable[Element | Fault]) -> None:
        """Add the replies of a file of rows."""
        for part in parts:
            if isinstance(part, Fault):
                self.faults.append(f"{self._file}, line {part.line}: {part.message}; not counted")
            else:
                self._add_row(part.value, f"{self._file}, line {part.line}")

    def add_json(self, value: object) -> None:
        """Add the replies of a list, of lists by model, or of a mapping from ids to replies."""
        if isinstance(value, list):
            for number, row in enumerate(value, 1):
                self._add_row(row, f"{self._file}, row {number}")
            return
        if not isinstance(value, dict):
            self.faults.append(f"expected a list or an object, got {quote(value)}")
            return
        for key, each in value.items():
            if not isinstance(each, list):
                self._append_reply(self._stem, str(key), each)
                continue
            self.replies[key] = []
            for number, row in enumerate(each, 1):
                named = {_MODEL: key, **row} if isinstance(row, dict) else row
                self._add_row(named, f"{self._file}, {key}, row {number}")

    def _add_row(self, value: object, where: str) -> None:
        if not isinstance(value, Mapping):
            self.faults.append(f"{where}: expected an object, got {quote(value)}; not counted")
            return
        row = {str(key).strip().lower(): each for key, each in value.items()}
        names = [row[each] for each in _ID if row.get(each) not in _BLANK]
        replied = list(filter(row.__contains__, _REPLY)) or list({_LAST}.intersection(row))
        if fault := _row_fault(row, names, replied):
            self.faults.append(f"{where}: expected {fault}; not counted")
            return
        self._append_reply(str(row.get(_MODEL) or self._stem), str(names[0]), row[replied[0]])

    def _append_reply(self, model: str, name: str, reply: object) -> None:
        self.replies.setdefault(model, []).append((name, "" if reply is None else reply))


def _row_fault(
    row: Mapping[str, object], names: Sequence[object], replied: Sequence[str]
) -> str | None:
    needed = ((_ID, names), ((*_REPLY, _LAST), replied))
    lacking = [f"{name} (or {', '.join(others)})" for (name, *others), known in needed if not known]
    if lacking:
        return f"{' and '.join(lacking)}, got {quote(sorted(row))}"
    if len(replied) > 1:
        return f"one reply, got {' and '.join(replied)}"
    reply = row[replied[0]]
    if "options" in row or (isinstance(reply, Mapping) and "options" in reply):
        return "a reply, got a question with its options"
    return None


def _read_solved_run(value: object, source: Path) -> Run | None:
    if not isinstance(value, dict) or "schema_version" not in value:
        return None
    items = value.get("items")
    if not isinstance(items, list):
        return None
    replies = tuple(map(_read_solution, items))
    return Run(name=source.stem, replies=replies, settings={"file": str(source)})


def _read_solution(item: object) -> Reply:
    """Return an answer of ``geoeval solve``, whose options are zero-based."""
    if not isinstance(item, dict) or "id" not in item or "status" not in item:
        raise UsageError(f"expected the output of geoeval solve, got {quote(item)}")
    answer = item.get("answer")
    usable = isinstance(answer, int) and answer >= UNANSWERABLE
    why = f"{item['status']}: {item.get('reason')}"
    read = ReadReply(answer, "json") if usable else ReadReply(None, fault=why)
    return Reply(id=str(item["id"]), text="" if answer is None else str(answer), read=read)


def annotators_agreement(datasets: Sequence[Dataset], names: str) -> Agreement:
    """Return the agreement of two annotators whose answers are fields of the records."""
    fields = [name.strip() for name in names.split(",") if name.strip()]
    if len(fields) != 2:
        raise UsageError(f"expected two fields separated by a comma, got {quote(names)}")
    records = [record.fields for one in datasets for record in one.records]
    pairs = [pair for record in records if (pair := _read_pair(record, fields)) is not None]
    if not pairs:
        known = ", ".join(sorted(set().union(*records)))
        has = f"the fields of the records are {known or 'unknown'}"
        raise UsageError(
            f"expected two fields that occur in the same record, got {quote(names)}; {has}"
        )
    return measure_agreement(*zip(*pairs, strict=True))


def _read_pair(record: Mapping[str, object], fields: Sequence[str]) -> list[str] | None:
    given = [record.get(name) for name in fields]
    return (
        None
        if any(each in _BLANK for each in given)
        else [str(e).strip().casefold() for e in given]
    )

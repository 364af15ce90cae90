"""Answers that were given elsewhere: files of models' replies, fields of annotators' answers."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from geoeval.datasets.records import UNANSWERABLE, Dataset
from geoeval.datasets.scan import Element, Fault, scan
from geoeval.datasets.tables import scan_rows
from geoeval.errors import UnreadableDatasetError, UsageError, quote, quote_path
from geoeval.evaluation.replies import Parser, ReadReply, read_reply
from geoeval.evaluation.runs import Reply, Run
from geoeval.evaluation.shares import Agreement, agreement

_ID = ("id", "question_id", "doc_id")
_REPLY = ("response", "reply", "prediction", "output", "completion")
_LAST = "answer"
"""Read where there is no other column of replies; beside one it is the label."""
_MODEL = "model"
_BLANK = (None, "")
_LINES, _ROWS = (".jsonl", ".ndjson"), (".csv", ".tsv")
_Rows = dict[str, list[tuple[str, object]]]


def read_predictions(
    path: str | Path, datasets: Sequence[Dataset], parser: Parser = "own"
) -> tuple[Run, ...]:
    """Return the runs that a file of predictions holds, one for each model.

    Parameters
    ----------
    path
        JSON Lines, JSON or CSV. Each row has an id and a reply (``response``, ``reply``,
        ``prediction``, ``output`` or ``completion``, or else ``answer``), perhaps a ``model``. JSON
        may also be an object of a list for each model, an object of a reply for each id, or what
        ``geoeval solve --format json`` writes.
    datasets
        The questions, whose options say what a reply means.
    parser
        How replies are read.

    Returns
    -------
    tuple of Run
        A run is named after its model, or after the file.

    Raises
    ------
    UnreadableDatasetError
        If the file cannot be read or holds no predictions.

    Examples
    --------
    >>> read_predictions("no_such_file.json", ())
    Traceback (most recent call last):
    ...
    geoeval.errors.UnreadableDatasetError: cannot read 'no_such_file.json': No such file or \
directory
    """
    source = Path(path)
    try:
        text = source.read_text("utf-8-sig")
    except OSError as error:
        message = f"cannot read {quote_path(source)}: {error.strerror}"
        raise UnreadableDatasetError(message) from None
    except UnicodeDecodeError as error:
        message = f"cannot read {quote_path(source)}: expected UTF-8 ({error.reason})"
        raise UnreadableDatasetError(message) from None
    faults: list[str] = []
    if source.suffix.lower() in (*_LINES, *_ROWS):
        is_table = source.suffix.lower() in _ROWS
        parts = scan_rows(text) if is_table else scan(text, lines=True)
        rows = _rows(parts, source, faults)
    else:
        solved, rows = _of_json(_decoded(text, source), source, faults)
        if solved:
            return (solved,)
    if not any(rows.values()):
        message = f"no predictions in {quote_path(source)}"
        why = f": {faults[0]}" if faults else "; expected rows with an id and a response"
        message += why.removesuffix("; not counted")
        raise UnreadableDatasetError(message)
    options = {str(r.question.id): r.question.options for one in datasets for r in one.records}
    return tuple(
        Run(
            name=model,
            replies=tuple(
                Reply(id=name, text=said, read=read_reply(said, options.get(name, ()), parser))
                for name, said in (
                    (_as_known(name, options), _said(given)) for name, given in given_replies
                )
            ),
            settings={"file": str(source)},
            faults=tuple(faults),
        )
        for model, given_replies in rows.items()
    )


def _as_known(name: str, known: Container[str]) -> str:
    """Return an id as the dataset has it: data frames write 76 as 76.0."""
    bare = name.strip().removesuffix(".0")
    return bare if name not in known and bare in known else name


def _said(given: object) -> str:
    """Return a reply as text; an object is read as JSON."""
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _decoded(text: str, source: Path) -> object:
    """Return the JSON value of a file."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        message = (
            f"cannot read {quote_path(source)}: expected JSON, got {quote(text)} ({error}); a file "
            "of rows is named .jsonl or .csv"
        )
        raise UnreadableDatasetError(message) from None


def _rows(parts: Iterable[Element | Fault], source: Path, faults: list[str]) -> _Rows:
    """Return the replies of each model in a file of rows."""
    found: _Rows = {}
    for part in parts:
        if isinstance(part, Fault):
            faults.append(f"line {part.line}: {part.message}; not counted")
        else:
            _take(part.value, f"line {part.line}", source.stem, found, faults)
    return found


def _take(value: object, where: str, name: str, found: _Rows, faults: list[str]) -> None:
    """Add the reply of one row, or say why it cannot be used."""
    if not isinstance(value, Mapping):
        faults.append(f"{where}: expected an object, got {quote(value)}; not counted")
        return
    row = {str(key).strip().lower(): each for key, each in value.items()}
    identity = next((row[each] for each in _ID if row.get(each) not in _BLANK), None)
    replied = [each for each in _REPLY if each in row] or [each for each in (_LAST,) if each in row]
    if identity is None or not replied:
        lacking = " and ".join(
            names[0]
            for names, each in ((_ID, identity), (_REPLY, replied))
            if not each
        )  # fmt: skip
        faults.append(f"{where}: expected {lacking}, got {quote(sorted(row))}; not counted")
        return
    if len(replied) > 1:
        faults.append(f"{where}: expected one reply, got {' and '.join(replied)}; not counted")
        return
    reply = row[replied[0]]
    if "options" in row or (isinstance(reply, Mapping) and "options" in reply):
        faults.append(f"{where}: expected a reply, got a question with its options; not counted")
        return
    model = str(row.get(_MODEL) or name)
    found.setdefault(model, []).append((str(identity), "" if reply is None else reply))


def _of_json(value: object, source: Path, faults: list[str]) -> tuple[Run | None, _Rows]:
    """Return the run that ``geoeval solve`` wrote, or the replies of each model."""
    found: _Rows = {}
    if isinstance(value, list):
        for number, row in enumerate(value, 1):
            _take(row, f"row {number}", source.stem, found, faults)
        return None, found
    if not isinstance(value, dict):
        faults.append(f"expected a list or an object, got {quote(value)}")
        return None, found
    if "schema_version" in value and isinstance(value.get("items"), list):
        return _solved(value["items"], source), found
    for key, each in value.items():
        if isinstance(each, list):
            found[key] = []
            for number, row in enumerate(each, 1):
                named = {_MODEL: key, **row} if isinstance(row, dict) else row
                _take(named, f"{key}, row {number}", source.stem, found, faults)
        else:
            found.setdefault(source.stem, []).append((str(key), "" if each is None else each))
    return None, found


def _solved(items: Iterable[object], source: Path) -> Run:
    """Return the answers of our own solver, whose options count from 0."""
    return Run(name=source.stem, replies=tuple(_solutions(items)), settings={"file": str(source)})


def _solutions(items: Iterable[object]) -> Iterator[Reply]:
    """Yield the answers that ``geoeval solve`` gave."""
    for item in items:
        if not isinstance(item, dict) or "id" not in item or "status" not in item:
            message = f"expected the output of geoeval solve, got {quote(item)}"
            raise UsageError(message)
        answer = item.get("answer")
        usable = isinstance(answer, int) and answer >= UNANSWERABLE
        why = f"{item['status']}: {item.get('reason')}"
        read = ReadReply(answer, "json") if usable else ReadReply(None, fault=why)
        yield Reply(id=str(item["id"]), text="" if answer is None else str(answer), read=read)


def annotators_agreement(datasets: Sequence[Dataset], names: str) -> Agreement:
    """Return how far two annotators agree whose answers stand in fields of the records.

    Parameters
    ----------
    datasets
        The records.
    names
        Two fields with a comma between them.

    Raises
    ------
    UsageError
        If there are not two, or no record has both.

    Examples
    --------
    >>> from geoeval.datasets.load import load_records
    >>> row = {"question": "?", "options": ["N", "S"], "label": "A", "ann": "A", "bob": " a"}
    >>> annotators_agreement([load_records([row])], "ann,bob").share
    Share(right=1, of=1)
    """
    fields = [name.strip() for name in names.split(",") if name.strip()]
    if len(fields) != 2:
        message = f"expected two fields with a comma between them, got {quote(names)}"
        raise UsageError(message)
    pairs = [
        [str(record.fields[name]).strip().casefold() for name in fields]
        for one in datasets
        for record in one.records
        if all(record.fields.get(name) not in _BLANK for name in fields)
    ]
    if not pairs:
        known = sorted({key for one in datasets for r in one.records for key in r.fields})
        has = f"the records have {', '.join(known)}" if known else "the records have no others"
        message = f"expected fields that a record has both of, got {quote(names)}; {has}"
        raise UsageError(message)
    return agreement(*zip(*pairs, strict=True))

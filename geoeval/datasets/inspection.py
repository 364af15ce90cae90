"""Propose how to read a file of records: the column of each role and the form of the labels."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import median

from geoeval.datasets import fields
from geoeval.datasets.columns import (
    USUAL,
    Columns,
    column_paths,
    find_columns,
    look_up,
    option_series,
)
from geoeval.datasets.companion import has_companion
from geoeval.datasets.formats import AUTO, Declared, UnrecognisedFormat, choose_format
from geoeval.datasets.labels import UNDECLARED, names_option, parse_label_form
from geoeval.datasets.load import load_dataset, raw_records
from geoeval.datasets.mapped import MappedFormat
from geoeval.datasets.records import Dataset, Span

_ROLES = tuple(USUAL)
_SAMPLE = 1000  # records whose values are looked at; more do not change which column is a question
_MOST = 0.8
"""Share of the values of a column that must fit a role for the role to be proposed."""
_LONG = 200
"""Characters of a typical context; questions and options are shorter."""
_MOST_OPTIONS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnUse:
    """The columns of a role, and why: "usual name", "declared", "published format" or "content"."""

    role: str
    columns: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """How a file of records is read, and what it lacks.

    ``uses`` are the columns by role, ``unused`` the other columns. ``proposed`` are the options of
    the command line that the proposal adds to those declared. ``missing`` are sentences on what
    the records lack, with what to do. ``declared`` is how the file was read.
    """

    dataset: Dataset
    format: str
    uses: tuple[ColumnUse, ...]
    unused: tuple[str, ...]
    proposed: tuple[str, ...]
    missing: tuple[str, ...]
    declared: Declared


def inspect_dataset(path: str | Path, declared: str | Declared = AUTO) -> Inspection:
    """Propose how to read a file of records, and read it so.

    Parameters
    ----------
    path
        A file as for ``load_dataset``.
    declared
        What is known already; it is kept, and only the rest is proposed.

    Returns
    -------
    Inspection
        The columns by role, the proposed options, and the dataset as read with them.

    Raises
    ------
    UsageError
        If the record format does not exist.
    """
    if isinstance(declared, str):
        declared = Declared(format=declared)
    raws = list(islice((raw for raw in raw_records(path) if isinstance(raw, dict)), _SAMPLE))
    form = choose_format(declared, raws, paired=has_companion(str(path)))
    proposed: tuple[str, ...] = ()
    uses: tuple[ColumnUse, ...] = ()
    paths: tuple[str, ...] = ()
    if isinstance(form, MappedFormat | UnrecognisedFormat):
        mapped = form if isinstance(form, MappedFormat) else MappedFormat()
        table = _Table(raws, mapped.columns)
        uses = tuple(sorted(_find_uses(table, mapped), key=lambda use: _ROLES.index(use.role)))
        paths = table.paths
        if not mapped.recognised_by:
            declared, proposed = _propose(declared, uses, table)
    dataset = load_dataset(path, declared)
    used = {column for use in uses for column in use.columns}
    unused = tuple(each for each in paths if each not in used)
    return Inspection(
        dataset=dataset,
        format=form.name,
        uses=uses,
        unused=unused,
        proposed=proposed,
        missing=tuple(_find_missing(dataset, unused)),
        declared=declared,
    )


class _Table:
    """The columns of some records with their values, and the columns of roles by usual names."""

    def __init__(self, raws: Sequence[Mapping[str, object]], declared: Columns) -> None:
        self.raws = raws
        self.declared = declared
        self.paths = tuple(dict.fromkeys(path for raw in raws for path in column_paths(raw)))
        self.found = find_columns(dict.fromkeys(self.paths), declared)
        self._taken = {column for columns in self.found.of.values() for column in columns}

    def values(self, column: str) -> list[object]:
        """Return the values of a column that are not missing."""
        values = [look_up(raw, column)[1] for raw in self.raws]
        return [value for value in values if value is not None and value != ""]

    def with_column(self, role: str, *columns: str) -> _Table:
        """Return the table with the columns of one more role."""
        return _Table(self.raws, Columns(of={**self.declared.of, role: columns}))

    def find_series(self) -> tuple[str, ...]:
        """Return columns of short texts without a role whose names differ in their last mark."""
        free = [path for path in self.paths if path not in self._taken]
        series = option_series(free)
        values = [value for column in series for value in self.values(column)]
        return series if _fits_mostly(values, lambda each: len(str(each)) < _LONG) else ()

    def find_first_named(self, fits: Callable[[str], bool]) -> str | None:
        """Return the first column without a role whose name fits."""
        return next((path for path in self.paths if path not in self._taken and fits(path)), None)

    def find_first(self, fits: Callable[[Sequence[object]], bool]) -> str | None:
        """Return the first column without a role whose values fit."""
        free = (path for path in self.paths if path not in self._taken)
        found = next((path for path in free if fits(self.values(path))), None)
        if found is not None:
            self._taken.add(found)
        return found


def _find_uses(table: _Table, form: MappedFormat) -> Iterable[ColumnUse]:
    """Yield the use of each column: those found by name, then those found by content."""
    why = "published format" if form.recognised_by else "declared"
    for role, columns in table.found.of.items():
        yield ColumnUse(
            role=role,
            columns=columns,
            why=why if role in table.declared.of else "usual name",
        )
    if table.found.rivals:
        best = max(table.found.rivals, key=lambda column: _count_labels(table, column))
        yield ColumnUse(role="answer", columns=(best,), why="content")
        table = table.with_column("answer", best)
    if "options" not in table.found.of and (series := table.find_series()):
        yield ColumnUse(role="options", columns=series, why="content")
        table = table.with_column("options", *series)
    for role, fits in _CONTENT.items():
        if role not in table.found.of and (column := table.find_first(fits)) is not None:
            yield ColumnUse(role=role, columns=(column,), why="content")
            table = table.with_column(role, column)
    yield from _find_unusual_cells(table)


def _find_unusual_cells(table: _Table) -> Iterable[ColumnUse]:
    """Yield options that commas separate, and an answer that the options explain."""
    options = table.found.of.get("options")
    if options is None and (column := table.find_first(_are_parts)) is not None:
        options = (column,)
        yield ColumnUse(role="options", columns=options, why="content")
        table = table.with_column("options", column)
    if options is not None and len(options) == 1:
        values = table.values(options[0])
        if not _are_options(values) and _are_parts(values):
            yield ColumnUse(role="separator", columns=(",",), why="content")
            table = table.with_column("separator", ",")
    if options is not None and "answer" not in table.found.of:
        column = table.find_first_named(lambda name: _reads_labels(table, name))
        if column is not None:
            yield ColumnUse(role="answer", columns=(column,), why="content")


def _reads_labels(table: _Table, column: str) -> bool:
    """Return whether most values of a column are labels, in one form for all."""
    return max(_count_labels(table, column, form) for form in ("", *_FORMS)) >= _MOST * len(
        table.raws
    )


def _fits_mostly(values: Sequence[object], fits: Callable[[object], bool]) -> bool:
    return bool(values) and sum(map(fits, values)) >= _MOST * len(values)


def _are_questions(values: Sequence[object]) -> bool:
    return _fits_mostly(values, lambda each: isinstance(each, str) and each.strip()[-1:] in "?？؟")


def _are_options(values: Sequence[object]) -> bool:
    return _fits_mostly(values, lambda each: _are_short(_read_choices(each).texts))


def _are_parts(values: Sequence[object]) -> bool:
    """Return whether commas separate what may be options."""
    return _fits_mostly(
        values,
        lambda each: isinstance(each, str) and _are_short([*map(str.strip, each.split(","))]),
    )


def _are_short(texts: Sequence[str]) -> bool:
    given = [text for text in texts if text.strip()]
    return 1 < len(given) <= _MOST_OPTIONS and all(len(text) < _LONG for text in given)


def _are_contexts(values: Sequence[object]) -> bool:
    texts = [each for each in values if isinstance(each, str)]
    is_marked = _fits_mostly(texts, lambda each: "Information of" in str(each))
    return is_marked or (bool(texts) and median(map(len, texts)) > _LONG)


def _are_letters(values: Sequence[object]) -> bool:
    return _fits_mostly(values, lambda each: names_option(each, counts=False))


_CONTENT: Mapping[str, Callable[[Sequence[object]], bool]] = {
    "question": _are_questions,
    "context": _are_contexts,
    "options": _are_options,
    "answer": _are_letters,
}
"""How the values of a role look, for columns without a usual name."""


def _read_choices(value: object) -> fields.Choices:
    return fields.read_choices(value, "$", fields.Faults(Span(file="")))


_FORMS = ("text", "from-0", "from-1")
_FORMS_WITH_NONE = ("from-0,unanswerable=-1", "from-1,unanswerable=0")


def _count_labels(table: _Table, column: str, form: str = "") -> int:
    """Return how many labels in a column can be read in a form."""
    parsed = parse_label_form(form) if form else UNDECLARED
    reader = MappedFormat(columns=Columns(of={**table.declared.of, "answer": (column,)}))
    faults = fields.Faults(Span(file=""))
    read = reader.declaring(parsed)
    records = (read.read(raw, Span(file=""), faults, labels=True) for raw in table.raws)
    return sum(record is not None and record.label is not None for record in records)


def _propose(
    declared: Declared, uses: Iterable[ColumnUse], table: _Table
) -> tuple[Declared, tuple[str, ...]]:
    """Return the declaration completed by what the content suggests, and the options for it."""
    proposed = []
    guessed = {use.role: use.columns for use in uses if use.why == "content"}
    if guessed:
        columns = Columns(of={**table.declared.of, **guessed})
        declared = replace(declared, columns=columns)
        table = _Table(table.raws, columns)
        named = {role: names for role, names in columns.of.items() if role != "separator"}
        of = [_quote_part(f"{role}={each}") for role, names in named.items() for each in names]
        proposed += [f"--columns {shlex.quote(','.join(of))}"] if of else []
        proposed += [
            f"--columns {shlex.quote(f'separator={each}')}"
            for each in columns.of.get("separator", ())
        ]
    answer = table.found.of.get("answer")
    if declared.labels is None and answer is not None and "options" in table.found.of:
        form = _find_label_form(table, answer[0])
        if form is not None:
            declared = replace(declared, labels=parse_label_form(form))
            proposed.append(f"--labels {form}")
    return declared, tuple(proposed)


def _quote_part(part: str) -> str:
    """Return a declaration as ``--columns`` reads it: in quotes if they are needed."""
    if not {*',"\n\r'} & {*part}:
        return part
    escaped = part.replace('"', '""')
    return f'"{escaped}"'


def _find_label_form(table: _Table, column: str) -> str | None:
    """Return the only form that reads the most labels; None if undeclared labels can be read.

    Labels from 1 to 3 of four options may count from 0 or from 1, so that neither is proposed.
    """
    best = _count_labels(table, column)
    for forms in (_FORMS, _FORMS_WITH_NONE):
        counts = {form: _count_labels(table, column, form) for form in forms}
        most = max(counts.values())
        winners = [form for form, count in counts.items() if count == most]
        if most > best and len(winners) > 1:
            return None
        if most > best and most == len(table.raws):
            return winners[0]
    return None


def _find_missing(dataset: Dataset, unused: Sequence[str]) -> Iterable[str]:
    """Yield a sentence for everything that the records lack, with what to do."""
    records = dataset.records
    without = sum(
        not (record.context.strip() or record.world is not None or record.question.states_world)
        for record in records
    )
    if without:
        number = f"{without:,} of {len(records):,} records"
        column = f", or the column of the context with --columns context=NAME: {', '.join(unused)}"
        yield (
            f"{number} have neither a context nor a world: give a map of the area with --world FILE"
            f"{column if unused else ''}"
        )
    causes: dict[tuple[str, str], int] = {}
    for issue in dataset.issues:
        key = (issue.code, issue.message)
        causes[key] = causes.get(key, 0) + 1
    for (code, message), count in sorted(causes.items(), key=lambda each: -each[1])[:_SHOWN]:
        times = "" if count == 1 else f" ({count:,} times)"
        yield f"{code} {message}{times}"
    if len(causes) > _SHOWN:
        yield f"{len(causes) - _SHOWN:,} other faults, which geoeval verify lists"


_SHOWN = 5  # faults; the rest is counted

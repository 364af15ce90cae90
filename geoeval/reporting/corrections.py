"""Correct what is certainly wrong in the text of a dataset, and change nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import unified_diff
from typing import Literal

from geoeval.datasets.edits import REMOVED, CannotEditError, Change, Edit, Editor, tidy_spaces
from geoeval.datasets.fields import collapse_spaces
from geoeval.datasets.formats import Declared
from geoeval.datasets.load import UNDECLARED_LABEL, parse_dataset
from geoeval.datasets.records import UNANSWERABLE, Dataset, Record, Span
from geoeval.reporting.label_forms import form_of, usual_form
from geoeval.reporting.shapes import conventions_of
from geoeval.reporting.wording import count_noun
from geoeval.verification.model import Finding, Item, Report

_FACT_CONVENTIONS = {"missing_leg", "missing_flag", "unstated_day"}
"""Conventions that replace facts missing from the context."""

_BOM = "\ufeff"
Kind = Literal["label", "form", "padding", "empty", "repeated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """The text of a dataset before and after correction.

    ``changed`` counts the changes of each kind; ``left`` says of records why they have faults left.
    """

    before: str
    after: str
    changed: Counter[Kind]
    left: dict[int | str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """The edits of a record, and the record that results; ``without`` is a smaller plan."""

    edits: tuple[Edit, ...]
    result: Record
    changed: Mapping[Kind, int]
    fallback: _Plan | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    """The options of a record after correction, with the new index of each old option."""

    texts: tuple[str, ...]
    index: Mapping[int, int]
    edits: tuple[tuple[str, object], ...] = ()
    changed: Counter[Kind] = field(default_factory=Counter)


def correct_dataset(text: str, name: str, form: str | Declared, report: Report) -> Correction:
    """Correct the labels that are proven wrong, and faults of form that are mechanical.

    These are labels in another form than most, spaces around options, empty options at the end,
    and repeated options. Findings that are accepted by a baseline or not selected are left. Each
    record is read again: a change is kept only if nothing else changes.
    """
    mark, text = text[: text.startswith(_BOM)], text.removeprefix(_BOM)
    dataset = parse_dataset(text, name, form)
    planner = _Planner(dataset, report)
    plans = planner.plans()
    after = _apply_plans(text, name, form, dataset, plans, planner.left)
    changed: Counter[Kind] = Counter()
    for plan in plans.values():
        changed.update(plan.changed)
    return Correction(before=mark + text, after=mark + after, changed=changed, left=planner.left)


class _Planner:
    """Plans the changes of each record; ``left`` collects what is not certain."""

    def __init__(self, dataset: Dataset, report: Report) -> None:
        self.left: dict[int | str, str] = {
            issue.id: issue.message
            for issue in dataset.issues
            if issue.code == UNDECLARED_LABEL and issue.id is not None
        }
        self._records = dataset.records
        self._items = {_position(item.span): item for item in report.items}
        self._repeated = {
            _position(one.span) for one in _unaccepted(report.findings) if one.code == "GEO107"
        }
        self._numbers = {
            _position(one.span): one.write
            for one in _unaccepted(report.findings)
            if one.code == "GEO104" and one.write is not None
        }
        self._usual = usual_form(map(form_of, self._records))

    def plans(self) -> dict[int, _Plan]:
        """Return the plan of each record that changes, by its index."""
        plans = map(self._plan, self._records)
        return {index: plan for index, plan in enumerate(plans) if plan is not None}

    def _plan(self, record: Record) -> _Plan | None:
        if record.accepted:
            item = self._items.get(_position(record.span))
            if item is not None and _is_wrong(item):
                self.left[item.id] = "the label names several options"
            return None
        options = _correct_options(record, repeated=_position(record.span) in self._repeated)
        proven = self._proven_label(record)
        label_only = self._plan_label(record, _same_options(record), proven, None)
        return (
            self._plan_label(record, options, proven, label_only) if options.edits else label_only
        )

    def _plan_label(
        self, record: Record, options: _Options, proven: int | None, fallback: _Plan | None
    ) -> _Plan | None:
        """Return the plan for the options given, with the label that is then right."""
        old = next(
            (one for one in (proven, record.label) if one is not None), self._intended(record)
        )
        new = None if old is None else options.index.get(old)
        edits, changed = [*options.edits], options.changed.copy()
        value = record.written.label if new is None else self._spell(record, options, new)
        path = record.written.field_of("answer")
        if path is not None and _differ(value, record.written.label):
            edits.append((path, value))
            changed["label" if proven is not None else "form"] += proven is not None or old == new
        question = replace(record.question, options=options.texts)
        plan = _Plan(
            edits=tuple(Edit(span=record.span, field=path, value=new) for path, new in edits),
            result=replace(record, question=question, label=new),
            changed=+changed,
            fallback=fallback,
        )
        return plan if edits else None

    def _spell(self, record: Record, options: _Options, new: int) -> object:
        """Return a label in the usual form, or in that of the record if it is another kind."""
        own = form_of(record)
        if new != UNANSWERABLE and (own is not None or record.label in {None, UNANSWERABLE}):
            form = self._usual or own
            return new if form is None else form.spell(new, options.texts)
        return record.written.label if new == record.label else record.written.labels.get(new)

    def _intended(self, record: Record) -> int | None:
        """Return the label of a record that is a number of another type, or None."""
        intended = self._numbers.get(_position(record.span))
        return intended if isinstance(intended, int) else None

    def _proven_label(self, record: Record) -> int | None:
        """Return the option that is proven right instead of the label, or None."""
        item = self._items.get(_position(record.span))
        if item is None or not _is_wrong(item):
            return None
        new = _proven_option(item)
        if _depends_on_assumption(item):
            self.left[item.id] = "the proof depends on an assumption"
        elif item.findings[0].cause == "swapped_coordinates":
            self.left[item.id] = "with latitude and longitude swapped, the label is right"
        elif new is None or item.label is None:
            self.left[item.id] = "no single option is proven right"
        elif record.written.labels.get(new) is None:
            self.left[item.id] = (
                "the file does not show how other labels are written; declare --labels"
            )
        else:
            return new
        return None


def _same_options(record: Record) -> _Options:
    options = record.question.options
    return _Options(
        texts=options, index={index: index for index in range(UNANSWERABLE, len(options))}
    )


def _differ(one: object, other: object) -> bool:
    return one != other or type(one) is not type(other)


def _position(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _correct_options(record: Record, *, repeated: bool) -> _Options:
    """Return the options without padding and, if ``repeated``, without repetitions."""
    old = record.question.options
    names = record.written.fields.get("options", ())
    kept = _keep_options(old, repeated=repeated and not _has_parallel_list(record))
    if len({*kept.texts} - {""}) < 2 or not names:  # a question needs two different options
        return _same_options(record)
    if len(names) == 1:
        edits = [*_list_edits(names[0], old, kept)]
        return replace(kept, edits=tuple(edits))
    texts = (*kept.texts, *[""] * (len(old) - len(kept.texts)))
    columns = zip(names, old, texts, strict=True)
    return replace(
        kept,
        texts=texts,
        edits=tuple((name, new) for name, text, new in columns if text != new),
        changed=kept.changed - Counter({"empty": kept.changed["empty"]}),
    )


def _has_parallel_list(record: Record) -> bool:
    """Return whether another field lists something for each option."""
    lists = (value for value in record.fields.values() if isinstance(value, list))
    return any(len(each) == len(record.question.options) for each in lists)


def _keep_options(old: Sequence[str], *, repeated: bool) -> _Options:
    used = max((number for number, text in enumerate(old, start=1) if text.strip()), default=0)
    kept: dict[str, int] = {}
    texts: list[str] = []
    index = {UNANSWERABLE: UNANSWERABLE}
    changed: Counter[Kind] = Counter()
    changed["empty"] = len(old) - used
    for number, text in enumerate(old[:used]):
        key = collapse_spaces(text)
        if repeated and key and key in kept:
            changed["repeated"] += 1
            index[number] = kept[key]
        else:
            index[number] = kept[key] = len(texts)
            texts.append(tidy_spaces(text))
            changed["padding"] += texts[-1] != text
    return _Options(texts=tuple(texts), index=index, changed=changed)


def _list_edits(name: str, old: Sequence[str], kept: _Options) -> Iterator[tuple[str, object]]:
    """Yield the edits of the members of a list of options."""
    seen: set[int | None] = {None}
    for number, text in enumerate(old):
        new = kept.index.get(number)
        if new is None or new in seen:
            yield f"{name}[{number}]", REMOVED
        elif kept.texts[new] != text:
            yield f"{name}[{number}]", kept.texts[new]
        seen.add(new)


def _apply_plans(
    text: str,
    name: str,
    form: str | Declared,
    before: Dataset,
    plans: dict[int, _Plan],
    left: dict[int | str, str],
) -> str:
    """Apply the plans that lead to the records intended; replace the others by smaller plans."""
    editor = Editor(text, name)
    while True:
        changes: list[Change] = []
        failed: list[int] = []
        for index, plan in plans.items():
            try:
                changes += editor.find_changes(plan.edits)
            except CannotEditError:
                failed.append(index)
        after = editor.apply(changes)
        done = {index: plan for index, plan in plans.items() if index not in failed}
        failed += _failed_plans(before, parse_dataset(after, name, form), done)
        if not failed:
            return after
        for index in failed:
            plan = plans.pop(index)
            left[plan.result.question.id] = _describe_failure(plan)
            if plan.fallback is not None:
                plans[index] = plan.fallback


def _describe_failure(plan: _Plan) -> str:
    what = "options" if plan.changed.keys() - {"label", "form"} else "label"
    return f"its {what} cannot be changed in the form in which they are written"


def _failed_plans(before: Dataset, after: Dataset, plans: Mapping[int, _Plan]) -> Iterator[int]:
    """Yield the plans after which a record is not as intended or has a new fault."""
    if len(before.records) != len(after.records):
        yield from plans
        return
    known = Counter((issue.id, issue.code) for issue in before.issues)
    new = Counter((issue.id, issue.code) for issue in after.issues) - known
    faulty = {name for name, _ in new}
    for index, plan in plans.items():
        read = after.records[index]
        intended = replace(plan.result, span=read.span)
        if read != intended or read.question.id in faulty:
            yield index


def _depends_on_assumption(item: Item) -> bool:
    used = conventions_of(item.answer.outcome).keys()
    return bool(item.answer.all_assumptions or _FACT_CONVENTIONS & used)


def _is_wrong(item: Item) -> bool:
    return item.verdict == "contradicted" and any(_unaccepted(item.findings))


def _unaccepted(findings: Iterable[Finding]) -> Iterator[Finding]:
    return (finding for finding in findings if finding.accepted is None)


def _proven_option(item: Item) -> int | None:
    """Return the option that the findings suggest, or None if they suggest none or several."""
    suggested = {each.suggested for each in _unaccepted(item.findings)} - {None}
    return suggested.pop() if len(suggested) == 1 else None


_CHANGES: Mapping[Kind, tuple[str, str]] = {
    "label": ("label", "corrected"),
    "form": ("label", "rewritten in the usual form"),
    "padding": ("option", "without extra spaces"),
    "empty": ("empty option", "removed"),
    "repeated": ("repeated option", "removed"),
}


def describe_changes(correction: Correction) -> str:
    """Return the number of changes of each kind."""
    return ", ".join(
        f"{count_noun(correction.changed[kind], noun)} {done}"
        for kind, (noun, done) in _CHANGES.items()
        if correction.changed[kind] or not (correction.changed or kind != "label")
    )


def diff_text(correction: Correction, name: str) -> str:
    """Return a correction as a unified diff, which ``git apply`` and ``patch -p1`` accept."""
    before, after = (
        [f"{line}\n" for line in text.split("\n")] for text in (correction.before, correction.after)
    )
    for lines in (before, after):  # what follows the last line end, if anything
        last = lines.pop().removesuffix("\n")
        if last:
            lines.append(f"{last}\n\\ No newline at end of file\n")
    tab = "\t" if " " in name else ""  # ends a name that has spaces
    return "".join(unified_diff(before, after, f"a/{name}{tab}", f"b/{name}{tab}"))

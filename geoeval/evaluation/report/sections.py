"""Graded runs as titled tables, for both the text and the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geoeval.errors import quote
from geoeval.evaluation.comparison import ERROR_KINDS, STANDINGS, Comparison, Result, Screening
from geoeval.evaluation.operations import OPERATIONS
from geoeval.evaluation.published import HUMAN, is_mapeval, published_table
from geoeval.evaluation.runs import ENDINGS, GradedRun, list_first_ids
from geoeval.evaluation.shares import Agreement, Share
from geoeval.reporting.wording import count_noun

_LISTED = 12
_RUN = "run"
_UNREPORTED = frozenset({"other_option_fits", "no_option_fits", "value_differs"})
"""Causes that only say that the answer is wrong."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table with a title and notes; the first row has the headings, each first cell a name."""

    title: str
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()


_Shares = Callable[[Result], Mapping[Any, Share]]
_GROUPINGS: tuple[tuple[str, Sequence[str], _Shares], ...] = (
    (
        "Accuracy in % (number of questions) by operation",
        OPERATIONS,
        lambda result: result.by_operation,
    ),
    (
        "Accuracy in % (number of questions) by our verdict on the label",
        STANDINGS,
        lambda result: result.by_standing,
    ),
)


def sections_of(
    found: Comparison, agreement: Agreement | None = None, *, all_questions: bool = False
) -> Iterator[Section]:
    """Yield the sections of a comparison."""
    results = found.results
    if not results:
        return
    yield _accuracy_section(found)
    for title, names, shares in _GROUPINGS:
        known = [name for name in names if any(name in shares(each) for each in results)]
        if known:
            yield Section(title, tuple(_share_rows(results, known, shares)))
    yield from _error_kind_sections(results)
    yield from _ending_sections(results)
    if found.differences:
        yield _difference_section(found)
    if agreement is not None:
        yield _agreement_section(agreement)
    if found.screening:
        yield _screening_section(found.screening, full=all_questions)


def _agreement_section(found: Agreement) -> Section:
    share = f"{found.share.right} of {found.share.of} ({format_percent(found.share)}%)"
    kappa = "" if found.kappa is None else f", Cohen's kappa {found.kappa:.2f}"
    return Section("Two annotators", notes=(f"they agree on {share} questions{kappa}",))


def published_sections(found: Comparison) -> Iterator[Section]:
    """Yield the paper's tables for runs on its questions."""
    if not _is_mapeval(found):
        return
    for name in ("textual", "api", "calculators"):
        table = published_table(name)
        rows = [tuple(f"{figure:.2f}" for figure in figures) for figures in table.rows.values()]
        titled = [(model, *row) for model, row in zip(table.rows, rows, strict=True)]
        title = f"Published: {table.title} (Table {table.number}), in %"
        yield Section(title, (("model", *table.columns), *titled))


def _is_mapeval(found: Comparison) -> bool:
    return is_mapeval([each.record.question for each in found.audited.values()])


def _accuracy_section(found: Comparison) -> Section:
    names = found.categories
    none = Share(0, 0)
    sizes = [max(r.by_category.get(name, none).of for r in found.results) for name in names]
    rows = [
        (_RUN, "overall", *names, "corrected", "no answer"),
        ("questions", "", *map(str, sizes), "", ""),
    ]
    rows += [
        (
            _mark_incomplete(result),
            with_interval(result.overall),
            *(format_percent(result.by_category.get(name)) for name in names),
            format_percent(result.corrected),
            str(result.graded.count("no_answer")),
        )
        for result in found.results
    ]
    if _is_mapeval(found):
        rows.append(_human_row(names))
    asked = {len(result.graded.items) for result in found.results}
    several = f"{min(asked)} to {max(asked)} questions"
    counted = count_noun(min(asked), "question") if len(asked) == 1 else several
    title = f"Accuracy in %, 95% interval; {counted}"
    return Section(title, tuple(rows), tuple(_run_notes(found)))


def _human_row(names: Sequence[str]) -> tuple[str, ...]:
    table = published_table("textual")
    people = table.row(HUMAN)
    figures = [f"{100 * people[name]:.1f}" if name in people else "" for name in names]
    label = f"people on MapEval (Table {table.number})"
    return (label, f"{100 * people['overall']:.1f}", *figures, "", "")


def _mark_incomplete(result: Result) -> str:
    return result.name + ("" if result.graded.complete else " *")


def _run_notes(found: Comparison) -> Iterator[str]:
    """Yield remarks on the runs that are not in their figures, each once."""
    notes: dict[str, list[str]] = {}
    for result in found.results:
        for note in notes_on(result.graded):
            notes.setdefault(f"* {note}", []).append(result.name)
        graded = result.graded
        for fault in (*graded.faults, *graded.warnings, *_note_unread_replies(graded)):
            notes.setdefault(f"! {fault}", []).append(result.name)
    for note, names in notes.items():
        whose = "all runs" if 1 < len(names) == len(found.results) else ", ".join(names)
        yield f"{note[0]} {whose}: {note[2:]}"


def _note_unread_replies(graded: GradedRun) -> Iterator[str]:
    """Yield how many replies have no answer, and one of them; refusals are counted apart."""
    replies = [each.reply for each in graded.items if each.outcome == "no_answer" and each.reply]
    unread = [each for each in replies if each.ending != "refusal"]
    if declined := len(replies) - len(unread):
        yield f"the model declined {count_noun(declined, 'question')}"
    if unread:
        first, count = unread[0], len(unread)
        example = quote(first.text) if first.text else first.read.fault
        which = "1 reply" if count == 1 else f"{count} replies"
        yield f"no option was read from {which}; {first.id!r}: {example}"


def notes_on(graded: GradedRun) -> Iterator[str]:
    """Yield why the figures of a run do not cover the whole dataset."""
    if graded.missing:
        # A log lists the questions that were asked; a file of replies does not.
        lacking = "not asked" if "task" in graded.run.settings else "without a reply"
        lost = count_noun(len(graded.missing), "question")
        yield f"{lost} {lacking} and excluded from these figures: {list_first_ids(graded.missing)}"
    if graded.run.failed:
        name, first = next(iter(graded.run.failed.items()))
        lost = count_noun(len(graded.run.failed), "question")
        yield f"{lost} ended in an error, counted as wrong; {name!r}: {first}"
    if not graded.run.whole:
        yield "the run did not finish"


def _share_rows(
    results: Sequence[Result],
    names: Sequence[str],
    shares: _Shares,
) -> Iterator[tuple[str, ...]]:
    yield (_RUN, *names)
    for result in results:
        groups = shares(result)
        yield (_mark_incomplete(result), *(_format_share(groups.get(name)) for name in names))


def _error_kind_sections(results: Sequence[Result]) -> Iterator[Section]:
    kinds = [kind for kind in ERROR_KINDS if any(result.errors[kind] for result in results)]
    if not kinds:
        return
    rows = [
        (_mark_incomplete(each), *(str(each.errors[kind]) for kind in kinds)) for each in results
    ]
    notes = [
        f"{result.name}: demonstrable mistakes: {causes}"
        for result in results
        if (causes := _format_causes(result))
    ]
    yield Section("Wrong answers by kind", ((_RUN, *kinds), *rows), tuple(notes))


def _format_causes(result: Result) -> str:
    return ", ".join(
        f"{cause.replace('_', ' ')} {times}"
        for cause, times in result.causes.most_common()
        if cause not in _UNREPORTED
    )


def _ending_sections(results: Sequence[Result]) -> Iterator[Section]:
    if not any(result.effort.turns for result in results):
        return
    ends = [each for each in ENDINGS if any(result.endings[each] for result in results)]
    head = (_RUN, *(each.replace("_", " ") for each in ends), "turns", "calls", "failed calls")
    rows: list[tuple[str, ...]] = [
        (*head, "repeated", "tokens in", "tokens out", "cost", "seconds")
    ]
    for result in results:
        effort = result.effort
        counts = (effort.turns, effort.calls, effort.failed_calls, effort.repeated_calls)
        rows.append(
            (
                _mark_incomplete(result),
                *(str(result.endings[each]) for each in ends),
                *map(str, counts),
                f"{effort.input_tokens:,}",
                f"{effort.output_tokens:,}",
                "–" if effort.cost is None else f"${effort.cost:.2f}",
                f"{effort.seconds:.0f}",
            )
        )
    yield Section("Outcome and cost of the replies", tuple(rows))


def _difference_section(found: Comparison) -> Section:
    rows = [("runs", "difference", "interval", "questions", "certainty")]
    for (first, second), each in found.differences.items():
        interval = f"{100 * each.low:+.1f} to {100 * each.high:+.1f}"
        certainty = "significant" if each.is_clear else "not significant"
        name = f"{second} against {first}"
        rows.append((name, f"{100 * each.value:+.1f}", interval, str(each.of), certainty))
    title = "Differences in percentage points, paired bootstrap, 95% interval"
    return Section(title, tuple(rows))


def _screening_section(screening: Sequence[Screening], *, full: bool) -> Section:
    easy = sum(each.is_easy for each in screening)
    suspect = [each for each in screening if each.is_suspect]
    notes = [
        f"{easy} of {len(screening)} right in every run"
        + (": they do not distinguish these models" if easy else ""),
        f"{len(suspect)} right in none"
        + (": review them; the verdicts of geoeval on their labels:" if suspect else ""),
    ]
    for standing in STANDINGS:
        alike = [each.audited for each in suspect if each.audited.standing == standing]
        names = [str(each.record.question.id) for each in alike]
        if names:
            notes.append(f"  {standing} {len(names)}: {_shorten_list(names, full=full)}")
    return Section(f"Questions over {screening[0].of} runs", notes=tuple(notes))


def _shorten_list(names: Sequence[str], *, full: bool) -> str:
    shown = names if full else names[:_LISTED]
    more = f" and {len(names) - len(shown)} more" if len(shown) < len(names) else ""
    return f"{', '.join(shown)}{more}"


def with_interval(share: Share) -> str:
    """Return a share in percent with its interval."""
    interval = share.interval
    if interval is None:
        return "–"
    return f"{format_percent(share)} ({100 * interval[0]:.1f} to {100 * interval[1]:.1f})"


def format_percent(share: Share | None) -> str:
    """Return a share in percent."""
    return "–" if share is None or share.value is None else f"{100 * share.value:.1f}"


def _format_share(share: Share | None) -> str:
    return "–" if share is None or share.value is None else f"{format_percent(share)} ({share.of})"

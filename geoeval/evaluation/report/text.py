"""Graded runs as text: tables of shares with their intervals, and what they do not say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from geoeval.evaluation.comparison import (
    ERROR_KINDS,
    STANDINGS,
    Comparison,
    Result,
    Screening,
)
from geoeval.evaluation.operations import OPERATIONS
from geoeval.evaluation.published import HUMAN, published, table_of
from geoeval.evaluation.runs import ENDINGS, GradedRun
from geoeval.evaluation.shares import Agreement, Share
from geoeval.reporting.safe import Paint, cut, plain

_NAME = 44
_LISTED = 12
_UNTOLD = frozenset({"other_option_fits", "no_option_fits", "value_differs"})


def render_comparison(
    found: Comparison,
    *,
    colour: bool = False,
    agreement: Agreement | None = None,
    questions: bool = False,
) -> Iterator[str]:
    """Yield runs side by side as lines of text.

    Examples
    --------
    >>> list(render_comparison(Comparison(results=(), audited={}, differences={})))
    ['No runs.']
    """
    paint = Paint(colour)
    if not found.results:
        yield "No runs."
        return
    asked = {len(result.graded.items) for result in found.results}
    counted = f"{min(asked)}" if len(asked) == 1 else f"{min(asked)} to {max(asked)}"
    yield paint("bold", f"Accuracy in %, 95 % interval; {counted} questions")
    yield from _accuracies(found)
    yield from _notes(found, paint)
    operations = [
        name for name in OPERATIONS if any(r.by_operation.get(name) for r in found.results)
    ]
    if operations:
        yield ""
        yield paint("bold", "Accuracy by operation, as the question is understood by rules")
        yield from _shares(found.results, operations, lambda r: r.by_operation)
    yield ""
    yield paint("bold", "Accuracy by what our audit says of the label")
    standings = [name for name in STANDINGS if any(r.by_standing.get(name) for r in found.results)]
    yield from _shares(
        found.results, standings, lambda r: {str(key): each for key, each in r.by_standing.items()}
    )
    yield from _kinds(found.results, paint)
    yield from _endings(found.results, paint)
    if found.differences:
        yield ""
        yield paint("bold", "Differences in percentage points, paired bootstrap, 95 % interval")
        yield from _differences(found)
    if agreement is not None:
        kappa = "" if agreement.kappa is None else f", Cohen's kappa {agreement.kappa:.2f}"
        yield ""
        yield f"Two annotators agree on {_of(agreement.share)} questions{kappa}."
    if found.screening:
        yield ""
        yield from _screened(found.screening, paint, full=questions)


def _accuracies(found: Comparison) -> Iterator[str]:
    """Yield the table of accuracies, with that of people where the paper has it."""
    names = found.categories
    none = Share(0, 0)
    sizes = {name: max(r.by_category.get(name, none).of for r in found.results) for name in names}
    rows = [["", "overall", *names, "corrected", "no answer"]]
    rows.append(["questions", *[""], *[str(sizes[name]) for name in names], "", ""])
    rows += [
        [
            _named(result),
            _with_interval(result.overall),
            *[_percent(result.by_category.get(name)) for name in names],
            _percent(result.corrected),
            str(result.graded.count("no_answer")),
        ]
        for result in found.results
    ]
    task = table_of(names)
    if task is not None:
        table = published(task)
        people = table.row(HUMAN)
        label = f"people (paper, Table {table.number})"
        figures = [f"{100 * people[n]:.1f}" if n in people else "" for n in names]
        rows.append([label, f"{100 * people['overall']:.1f}", *figures, "", ""])
    yield from aligned(rows)


def _named(result: Result) -> str:
    """Return the name of a run, marked where it is not complete."""
    mark = "" if result.graded.complete else " *"
    return cut(plain(result.name), _NAME) + mark


def _notes(found: Comparison, paint: Paint) -> Iterator[str]:
    """Yield what of the runs is not in their figures, the same of several once."""
    told: dict[str, list[str]] = {}
    for result in found.results:
        for note in notes_on(result.graded):
            told.setdefault(f"* {note}", []).append(result.name)
        for fault in result.graded.faults:
            told.setdefault(f"! {fault}", []).append(result.name)
    for note, names in told.items():
        whose = "all runs" if 1 < len(names) == len(found.results) else ", ".join(names)
        yield paint("red" if note[0] == "!" else "yellow", f"{note[0]} {whose}: {note[2:]}")


def notes_on(graded: GradedRun) -> Iterator[str]:
    """Yield why the figures of a run are not those of the whole dataset."""
    if graded.missing:
        yield f"{len(graded.missing)} questions have no reply and are not in these figures"
    if graded.run.failed:
        yield f"{len(graded.run.failed)} questions ended in an error and count as wrong"
    if not graded.run.whole:
        yield "the run did not come to its end"


def _shares(
    results: Sequence[Result],
    names: Sequence[str],
    shares: Callable[[Result], Mapping[str, Share]],
) -> Iterator[str]:
    """Yield a table of shares by some grouping."""
    rows = [["", *names]]
    for result in results:
        groups = shares(result)
        rows.append([_named(result), *[_counted(groups.get(name)) for name in names]])
    yield from aligned(rows)


def _kinds(results: Sequence[Result], paint: Paint) -> Iterator[str]:
    """Yield what kinds of error there are, and the mistakes that can be shown."""
    kinds = [kind for kind in ERROR_KINDS if any(result.errors[kind] for result in results)]
    if not kinds:
        return
    yield ""
    yield paint("bold", "Wrong answers by kind")
    yield from aligned(
        [["", *kinds], *([_named(r), *[str(r.errors[kind]) for kind in kinds]] for r in results)]
    )
    for result in results:
        told = [
            f"{cause.replace('_', ' ')} {count}"
            for cause, count in result.causes.most_common()
            if cause not in _UNTOLD
        ]
        if told:
            yield f"  {plain(result.name)}: mistakes that can be shown: {', '.join(told)}"


def _endings(results: Sequence[Result], paint: Paint) -> Iterator[str]:
    """Yield how agents ended and what they took, where there is anything to tell."""
    if not any(result.effort.turns for result in results):
        return
    ends = [each for each in ENDINGS if any(result.endings[each] for result in results)]
    yield ""
    yield paint("bold", "How replies ended, and what they took")
    head = ["", *(each.replace("_", " ") for each in ends), "turns", "calls", "failed calls"]
    rows = [[*head, "repeated", "tokens in", "tokens out", "cost", "seconds"]]
    for result in results:
        effort = result.effort
        rows.append(
            [
                _named(result),
                *[str(result.endings[each]) for each in ends],
                *map(str, (effort.turns, effort.calls, effort.failed_calls, effort.repeated_calls)),
                f"{effort.input_tokens:,}",
                f"{effort.output_tokens:,}",
                "–" if effort.cost is None else f"${effort.cost:.2f}",
                f"{effort.seconds:.0f}",
            ]
        )
    yield from aligned(rows)


def _differences(found: Comparison) -> Iterator[str]:
    """Yield how each two runs differ."""
    rows = []
    for (first, second), each in found.differences.items():
        told = f"{100 * each.low:+.1f} to {100 * each.high:+.1f}"
        verdict = "clear" if each.is_clear else "may be chance"
        rows.append(
            [f"{cut(plain(second), _NAME)} against {cut(plain(first), _NAME)}",
             f"{100 * each.value:+.1f}", told, f"n = {each.of}", verdict]
        )  # fmt: skip
    yield from aligned(rows)


def _screened(screening: Sequence[Screening], paint: Paint, *, full: bool) -> Iterator[str]:
    """Yield which questions tell models apart and which want another look."""
    easy = [each for each in screening if each.is_easy]
    suspect = [each for each in screening if each.is_suspect]
    yield paint("bold", f"Questions over {screening[0].of} runs")
    yield f"{len(easy)} of {len(screening)} right in every run: too easy to tell models apart"
    yield f"{len(suspect)} right in none: look again; by our audit their labels are"
    for standing in STANDINGS:
        names = [
            str(each.audited.record.question.id)
            for each in suspect
            if each.audited.standing == standing
        ]
        if names:
            shown = names if full else names[:_LISTED]
            more = f" and {len(names) - len(shown)} more" if len(shown) < len(names) else ""
            yield f"  {standing} {len(names)}: {', '.join(map(plain, shown))}{more}"


def aligned(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield rows with their columns under each other, the first to the left.

    Examples
    --------
    >>> list(aligned([["a", "10"], ["bcd", "5"]]))
    ['  a    10', '  bcd   5']
    """
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip_longest(*listed, fillvalue="")]
    for row in listed:
        first = row[0].ljust(widths[0])
        others = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=False))
        yield "  " + "  ".join((first, *others)).rstrip()


def _with_interval(share: Share) -> str:
    """Return a share in percent with its interval."""
    interval = share.interval
    if interval is None:
        return "–"
    return f"{_percent(share)} ({100 * interval[0]:.1f} to {100 * interval[1]:.1f})"


def _percent(share: Share | None) -> str:
    """Return a share in percent."""
    return "–" if share is None or share.value is None else f"{100 * share.value:.1f}"


def _counted(share: Share | None) -> str:
    """Return a share in percent and the number it is of."""
    return "–" if share is None or share.value is None else f"{_percent(share)} of {share.of}"


def _of(share: Share) -> str:
    """Return a share as so many of so many, and in percent."""
    return f"{share.right} of {share.of} ({_percent(share)} %)"

"""Which findings count: by the beginnings of their codes, and less those a baseline accepts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.output import complain, refuse_overwriting, refuse_sharing, write_lines
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from geoeval.verification.model import Acceptance, Finding, Report


def parse_codes(values: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return the code prefixes of an option that may be given often and hold commas.

    Examples
    --------
    >>> parse_codes(["geo3"], ["GEO301"])
    ('GEO3',)
    """
    known = tuple(known)
    prefixes = tuple(
        prefix.strip().upper() for value in values for prefix in value.split(",") if prefix.strip()
    )
    for prefix in prefixes:
        if not any(code.startswith(prefix) for code in known):
            message = (
                f"expected the code of a rule or the beginning of one, got {quote(prefix)}; "
                "geoeval rules lists them"
            )
            raise UsageError(message)
    return prefixes


def check_selection(select: tuple[str, ...], ignore: tuple[str, ...], known: Iterable[str]) -> None:
    """See that a selection leaves a rule to check.

    Examples
    --------
    >>> check_selection(("GEO3",), ("GEO301",), ["GEO301", "GEO302"])
    """
    if not any(_is_kept(code, select, ignore) for code in known):
        message = (
            "expected --select and --ignore to leave a rule, got "
            f"{quote(','.join(select))} less {quote(','.join(ignore))}, which leave none"
        )
        raise UsageError(message)


def _is_kept(code: str, select: tuple[str, ...], ignore: tuple[str, ...]) -> bool:
    """Return whether a code is selected and not ignored."""
    return (not select or code.startswith(select)) and not code.startswith(ignore)


def select_findings(report: Report, select: tuple[str, ...], ignore: tuple[str, ...]) -> Report:
    """Return the report with only the findings whose codes are selected and not ignored.

    Examples
    --------
    >>> from geoeval.verification.model import Report
    >>> select_findings(Report(items=()), ("GEO3",), ()) == Report(items=())
    True
    """
    from geoeval.reporting.summary import is_of_file

    lost = {(issue.code, issue.span) for issue in report.errors if is_of_file(issue)}

    def kept(code: str) -> bool:
        return _is_kept(code, select, ignore)

    def chosen(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        return tuple(one for one in findings if kept(one.code) or (one.code, one.span) in lost)

    return replace(
        report,
        items=tuple(replace(item, findings=chosen(item.findings)) for item in report.items),
        dataset_findings=tuple(one for one in report.dataset_findings if kept(one.code)),
        findings=chosen(report.findings),
    )


Baseline = Annotated[
    str | None,
    typer.Option("--baseline", metavar="FILE", help="Accept the findings that FILE holds."),
]
WriteBaseline = Annotated[
    str | None,
    typer.Option(
        "--write-baseline", metavar="FILE", help="Write the findings to FILE as accepted ones."
    ),
]
Reason = Annotated[
    str,
    typer.Option(
        "--reason", metavar="TEXT", help="Why new findings are accepted, for --write-baseline."
    ),
]


def check_options(
    baseline: str | None,
    written: str | None,
    reason: str,
    inputs: Iterable[str],
    outputs: Iterable[str | None],
) -> None:
    """See that the options of a baseline fit together, before anything is read.

    Examples
    --------
    >>> check_options(None, "known.jsonl", "old labels", ["set.json"], ["report.txt", None])
    """
    if baseline is not None and written is not None:
        message = (
            f"expected --baseline or --write-baseline, got both; --write-baseline "
            f"{quote(written)} keeps what stands in that file"
        )
        raise UsageError(message)
    if reason and written is None:
        message = "expected --write-baseline FILE beside --reason, got none"
        raise UsageError(message)
    refuse_overwriting(inputs, written)
    outputs = list(outputs)
    kept = [] if baseline is None else [baseline]
    for output in outputs:
        refuse_overwriting(kept, output)
    refuse_sharing(outputs if written is None else [*outputs, written])


def known_findings(baseline: str | None, written: str | None) -> tuple[Acceptance, ...]:
    """Return the findings that are accepted already.

    Examples
    --------
    >>> known_findings(None, None)
    ()
    """
    from geoeval.verification.baseline import read_baseline

    if baseline is not None:
        return read_baseline(baseline)
    if written is not None and Path(written).exists():
        return read_baseline(written)
    return ()


def write_baseline(
    report: Report, known: tuple[Acceptance, ...], path: str, reason: str, *, complete: bool
) -> Report:
    """Write the findings of a run to a baseline, and accept them."""
    from geoeval.reporting.shapes import baseline_lines
    from geoeval.reporting.wording import count
    from geoeval.verification.baseline import accept, newly_accepted

    if not complete:
        message = (
            "expected datasets that can be read to the end to write a baseline from; "
            "correct them first (geoeval verify without --write-baseline names the places)"
        )
        raise UsageError(message)
    new = newly_accepted(report, reason)
    stale = {one.fingerprint for one in report.stale}
    kept = tuple(one for one in known if one.fingerprint not in stale)
    write_lines(baseline_lines((*kept, *new)), path)
    complain(
        f"wrote {count(len(kept) + len(new), 'accepted finding')} to {quote(path)} "
        f"({len(new)} new, {len(stale)} no longer found)"
    )
    return replace(accept(report, (*kept, *new)), stale=())

"""Which findings count: by the beginnings of their codes, and less those a baseline accepts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from geoeval.cli.declarations import declare_option
from geoeval.cli.output import reject_overwriting, reject_sharing, write_error, write_lines
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from geoeval.verification.model import Acceptance, Finding, Report


def parse_codes(values: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return the code prefixes of an option that may be given often and hold commas."""
    known = tuple(known)
    prefixes = _split_prefixes(values)
    for prefix in prefixes:
        if not any(code.startswith(prefix) for code in known):
            raise UsageError(
                f"expected the code of a rule or the beginning of one, got {quote(prefix)}; "
                "geoeval rule lists them"
            )
    return prefixes


def _split_prefixes(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        prefix.strip().upper() for value in values for prefix in value.split(",") if prefix.strip()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which findings count, by the beginnings of their codes."""

    select: Annotated[
        list[str] | None, declare_option("--select CODES", "Only findings whose codes begin so.")
    ] = None
    ignore: Annotated[
        list[str] | None, declare_option("--ignore CODES", "No findings whose codes begin so.")
    ] = None

    def check(self) -> None:
        """See that the codes are those of rules, and leave one."""
        from geoeval.verification.rules import RULES

        select, ignore = (
            parse_codes(self.select or (), RULES),
            parse_codes(self.ignore or (), RULES),
        )
        if not any(map(self._keeps_code, RULES)):
            raise UsageError(
                "expected --select and --ignore to leave a rule, got "
                f"{quote(','.join(select))} less {quote(','.join(ignore))}, which leave none"
            )

    def of(self, report: Report) -> Report:
        """Return the report with only the findings whose codes are selected and not ignored."""
        from geoeval.reporting.summary import is_of_file

        lost = {(issue.code, issue.span) for issue in report.errors if is_of_file(issue)}
        kept = self._keeps_code

        def chosen(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
            return tuple(one for one in findings if kept(one.code) or (one.code, one.span) in lost)

        return replace(
            report,
            items=tuple(replace(item, findings=chosen(item.findings)) for item in report.items),
            dataset_findings=tuple(one for one in report.dataset_findings if kept(one.code)),
            findings=chosen(report.findings),
        )

    def _keeps_code(self, code: str) -> bool:
        select, ignore = _split_prefixes(self.select or ()), _split_prefixes(self.ignore or ())
        return (not select or code.startswith(select)) and not code.startswith(ignore)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The files of accepted findings: to read, and to write."""

    baseline: Annotated[
        str | None, declare_option("--baseline FILE", "Accept the findings that FILE holds.")
    ] = None
    written: Annotated[
        str | None,
        declare_option("--write-baseline FILE", "Write the findings to FILE as accepted ones."),
    ] = None
    reason: Annotated[
        str, declare_option("--reason TEXT", "Why new findings are accepted, for --write-baseline.")
    ] = ""

    def check(self, inputs: Iterable[str], outputs: Iterable[str | None]) -> None:
        """See that the options about accepted findings fit each other and the other files."""
        if self.baseline is not None and self.written is not None:
            raise UsageError(
                f"expected --baseline or --write-baseline, got both; --write-baseline "
                f"{quote(self.written)} keeps the findings in that file"
            )
        if self.reason and self.written is None:
            raise UsageError("expected --write-baseline FILE with --reason, got none")
        reject_overwriting(inputs, self.written)
        outputs = list(outputs)
        kept = [] if self.baseline is None else [self.baseline]
        for output in outputs:
            reject_overwriting(kept, output)
        reject_sharing(outputs if self.written is None else [*outputs, self.written])

    def known(self) -> tuple[Acceptance, ...]:
        """Return the findings that are accepted already."""
        from geoeval.verification.baseline import read_baseline

        if self.baseline is not None:
            return read_baseline(self.baseline)
        if self.written is not None and Path(self.written).exists():
            return read_baseline(self.written)
        return ()

    def write(self, report: Report, known: tuple[Acceptance, ...], *, complete: bool) -> Report:
        """Write the findings of a run to a baseline and accept them, if that is wanted."""
        if self.written is None:
            return report
        from geoeval.reporting.shapes import baseline_lines
        from geoeval.reporting.wording import count_noun
        from geoeval.verification.baseline import accept_findings, newly_accepted

        if not complete:
            raise UsageError(
                "expected datasets that can be read to the end to write a baseline from; "
                "correct them first (geoeval verify without --write-baseline names the places)"
            )
        new = newly_accepted(report, self.reason)
        stale = {one.fingerprint for one in report.stale}
        kept = tuple(one for one in known if one.fingerprint not in stale)
        write_lines(baseline_lines((*kept, *new)), self.written)
        write_error(
            f"wrote {count_noun(len(kept) + len(new), 'accepted finding')} "
            f"to {quote(self.written)} "
            f"({len(new)} new, {len(stale)} no longer found)"
        )
        return replace(accept_findings(report, (*kept, *new)), stale=())

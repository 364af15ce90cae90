"""Which findings count: selected by code prefix, minus those that a baseline accepts."""

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
    """Return the code prefixes of a repeatable, comma-separated option."""
    known = tuple(known)
    prefixes = _split_prefixes(values)
    for prefix in prefixes:
        if not any(code.startswith(prefix) for code in known):
            raise UsageError(
                f"expected the code of a rule or a prefix of one, got {quote(prefix)}; "
                "geoeval rule lists them"
            )
    return prefixes


def _split_prefixes(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        prefix.strip().upper() for value in values for prefix in value.split(",") if prefix.strip()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which findings count, by the prefixes of their codes."""

    select: Annotated[
        list[str] | None,
        declare_option("--select CODES", "Only findings whose codes start with these."),
    ] = None
    ignore: Annotated[
        list[str] | None,
        declare_option("--ignore CODES", "No findings whose codes start with these."),
    ] = None

    def check(self) -> None:
        """Raise if a code is unknown or if no rule remains."""
        from geoeval.verification.rules import RULES

        select, ignore = (
            parse_codes(self.select or (), RULES),
            parse_codes(self.ignore or (), RULES),
        )
        if not any(map(self._keeps_code, RULES)):
            raise UsageError(
                "expected --select and --ignore to leave at least one rule, got "
                f"{quote(','.join(select))} minus {quote(','.join(ignore))}"
            )

    def of(self, report: Report) -> Report:
        """Return the report with only the findings that are selected and not ignored."""
        from geoeval.reporting.summary import is_file_issue

        unreadable = {(issue.code, issue.span) for issue in report.errors if is_file_issue(issue)}

        def chosen(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
            return tuple(
                one
                for one in findings
                if self._keeps_code(one.code) or (one.code, one.span) in unreadable
            )

        return replace(
            report,
            items=tuple(replace(item, findings=chosen(item.findings)) for item in report.items),
            dataset_findings=tuple(
                one for one in report.dataset_findings if self._keeps_code(one.code)
            ),
            findings=chosen(report.findings),
        )

    def _keeps_code(self, code: str) -> bool:
        select, ignore = _split_prefixes(self.select or ()), _split_prefixes(self.ignore or ())
        return (not select or code.startswith(select)) and not code.startswith(ignore)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The baselines, files of accepted findings: the one to read, and the one to write."""

    baseline: Annotated[
        str | None, declare_option("--baseline FILE", "Accept the findings listed in FILE.")
    ] = None
    written: Annotated[
        str | None,
        declare_option("--write-baseline FILE", "Write the findings to FILE as accepted."),
    ] = None
    reason: Annotated[
        str, declare_option("--reason TEXT", "Why new findings are accepted, for --write-baseline.")
    ] = ""

    def check(self, inputs: Iterable[str], outputs: Iterable[str | None]) -> None:
        """Raise if the baseline options conflict with each other or with other files."""
        if self.baseline is not None and self.written is not None:
            raise UsageError(
                f"expected --baseline or --write-baseline, got both; --write-baseline "
                f"{quote(self.written)} also keeps the findings already in that file"
            )
        if self.reason and self.written is None:
            raise UsageError("--reason needs --write-baseline FILE")
        reject_overwriting(inputs, self.written)
        outputs = list(outputs)
        baselines = [] if self.baseline is None else [self.baseline]
        for output in outputs:
            reject_overwriting(baselines, output)
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
        """With ``--write-baseline``, write the findings of a run and accept them."""
        if self.written is None:
            return report
        from geoeval.reporting.shapes import baseline_lines
        from geoeval.reporting.wording import count_noun
        from geoeval.verification.baseline import accept_findings, newly_accepted

        if not complete:
            raise UsageError(
                "--write-baseline needs datasets that can be read in full; "
                "correct them first (geoeval verify without --write-baseline lists the errors)"
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

"""What verification gives: an answer per question, a verdict per label, and findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from geoeval.datasets.records import LoadIssue, Span
from geoeval.extras import check_installed
from geoeval.llm.completion import ModelUsage
from geoeval.query.algebra import Query
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.values import Derivation, Outcome, Spot, Value
from geoeval.understanding.readings import Interpretation
from geoeval.verification.describe import describe_value

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped] # it ships no types

Status = Literal["answered", "unanswerable", "undetermined", "not_understood"]
Verdict = Literal["supported", "conditional", "contradicted", "ambiguous", "undetermined"]
_VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
Severity = Literal["error", "warning", "info"]
Cause = Literal[
    "reversed_bearing",
    "web_mercator_distance",
    "swapped_coordinates",
    "projected_coordinates",
    "repeated_coordinates",
    "off_by_one_count",
    "unit_confusion",
    "inverted_comparison",
    "closing_time_ignored",
    "not_the_nearest",
    "no_option_fits",
    "other_option_fits",
    "value_differs",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """How the options compare with a computed value.

    ``fits`` are the indices of the options that agree with the value within its tolerance and
    their own rounding; ``best`` is the answer (None where nothing fits or several different
    ones fit equally); ``margin`` says how clearly, in the unit of the value or as a rank
    difference: how much farther off the runner-up is than the best.
    """

    fits: tuple[int, ...]
    best: int | None
    margin: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """Another reading of a question, with the answer it leads to and the probability of that."""

    query: Query
    answer: int | None
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answer:
    """What geoeval makes of a question without its label.

    ``answer`` is a 0-based option, -1 for unanswerable, or None; ``reason`` is a stable word
    where the status is not "answered" ("no_option_fits", "other_anchor", "words_unexplained");
    ``understood_by`` names the front end that gave the query ("record" where the question has it,
    "rules+MODEL" where two agree); ``assumptions`` say what its reading takes for granted,
    ``all_assumptions`` what its derivation does too. No label is wrong by an assumption.
    ``doubts`` are words that may turn the question and that the query does not carry.
    ``probability`` is that of the answer, and ``rivals`` are what else the question may ask,
    where a trained model read it. ``readings`` are all that were found, for the judge.
    """

    id: int | str
    status: Status
    answer: int | None
    reason: str | None = None
    detail: str = ""
    query: Query | None = None
    outcome: Outcome | None = None
    match: Match | None = None
    unexplained: tuple[str, ...] = ()
    understood_by: str | None = None
    assumptions: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    probability: float | None = None
    rivals: tuple[Rival, ...] = ()
    readings: tuple[Interpretation, ...] = field(default=(), compare=False)

    @property
    def derivation(self) -> Derivation | None:
        """What was computed and how it follows, if anything was."""
        return self.outcome if isinstance(self.outcome, Derivation) else None

    @property
    def value(self) -> Value | None:
        """What was computed, if anything was."""
        return None if self.derivation is None else self.derivation.value

    @property
    def all_assumptions(self) -> tuple[str, ...]:
        """What the reading and the derivation take for granted."""
        derived = () if self.derivation is None else self.derivation.assumptions
        return tuple(dict.fromkeys((*self.assumptions, *derived)))

    def __repr__(self) -> str:
        parts = [f"<Answer: {self.status}"]
        if self.reason is not None:
            parts.append(self.reason)
        if self.status == "answered" and self.answer is not None:
            parts.append(f"option {self.answer}")
        if self.value is not None:
            parts.append(describe_value(self.value))
        return ", ".join(parts) + ">"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing wrong, or not decidable, with a stable code and its evidence.

    ``accepted`` is the reason for which a baseline accepts it, if one does.
    """

    code: str
    severity: Severity
    message: str
    help: str
    span: Span
    id: int | str | None = None
    cause: Cause | None = None
    evidence: tuple[str, ...] = ()
    suggested: int | None = None
    margin: float | None = None
    fingerprint: str = ""
    accepted: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with the finding that states it, if it is not simply right, and its reason."""

    verdict: Verdict
    finding: Finding | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedLine:
    """A line of a context: its number, counted from 1, and its text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """The verdict on one record, with its answer and findings.

    ``reason`` is a stable word that says why the verdict is "undetermined"; ``cited`` are the
    lines of the context that the answer rests on, as they are there; ``expected`` is the label
    in words where there are no options; ``keyed`` is the place that the label names, for a picture.
    """

    id: int | str
    span: Span
    question: str
    options: tuple[str, ...]
    verdict: Verdict
    label: int | None
    answer: Answer
    findings: tuple[Finding, ...] = ()
    reason: str | None = None
    cited: tuple[CitedLine, ...] = ()
    expected: str | None = None
    keyed: Spot | None = None

    @property
    def key(self) -> str | None:
        """The label in words: the option that it marks, or the answer that is expected."""
        marked = self.label is not None and 0 <= self.label < len(self.options)
        return self.options[self.label or 0] if marked else self.expected

    @property
    def margin(self) -> float | None:
        """How clearly the answer leads, or a label in words misses it, in the unit of the value."""
        stated = [finding.margin for finding in self.findings if finding.margin is not None]
        match = self.answer.match
        return stated[0] if stated else match.margin if match is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetFinding:
    """The same cause in several records of one run, or what is wrong with them together.

    ``message`` says what is wrong where there is no cause. ``severity`` is None where the finding
    sums up findings of the records, which count for themselves.
    """

    code: str
    cause: Cause | None
    count: int
    share: float
    ids: tuple[int | str, ...]
    fingerprint: str = ""
    accepted: str | None = None
    message: str = ""
    severity: Severity | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """A finding that is known and accepted, with the reason; ``message`` is for its reviewers."""

    code: str
    id: int | str | None
    message: str
    reason: str
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file that was checked: how many usable records it has, and its checksum, if known."""

    path: str
    records: int
    sha256: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Report:
    """The outcome of a run: everything a renderer needs and nothing that it must compute.

    ``stale`` are the acceptances of a baseline that no finding answers to.
    """

    items: tuple[Item, ...]
    dataset_findings: tuple[DatasetFinding, ...] = ()
    findings: tuple[Finding, ...] = field(default=(), metadata={"about": "files and bad records"})
    errors: tuple[LoadIssue, ...] = ()
    sources: tuple[Source, ...] = ()
    conventions: Conventions = DEFAULT
    stale: tuple[Acceptance, ...] = ()
    model: ModelUsage | None = None

    @property
    def checked_nothing(self) -> bool:
        """Whether no label has a verdict: then it is no success that nothing was found."""
        return all(item.verdict == "undetermined" for item in self.items)

    def to_dataframe(self) -> pd.DataFrame:
        """Return the verdicts as a table of pandas."""
        check_installed("pandas", "maps")
        import pandas as pd

        columns: dict[str, Callable[[Item], object]] = {
            "id": lambda item: item.id,
            "question": lambda item: item.question,
            "verdict": lambda item: item.verdict,
            "reason": lambda item: item.reason,
            "label": lambda item: item.label,
            "expected": lambda item: item.expected,
            "answer": lambda item: item.answer.answer,
            "value": lambda item: None if (v := item.answer.value) is None else describe_value(v),
            "margin": lambda item: item.margin,
            "codes": lambda item: ",".join(finding.code for finding in item.findings),
            "message": lambda item: next((one.message for one in item.findings), None),
            "file": lambda item: item.span.file,
            "line": lambda item: item.span.line,
        }
        table = {name: list(map(of, self.items)) for name, of in columns.items()}
        return pd.DataFrame(table).astype({"label": "Int64", "answer": "Int64", "margin": float})

    def __repr__(self) -> str:
        verdicts = Counter(item.verdict for item in self.items)
        parts = [f"{len(self.items)} question{'s' * (len(self.items) != 1)}"]
        parts += [f"{verdicts[verdict]} {verdict}" for verdict in _VERDICTS if verdicts[verdict]]
        if self.errors:
            parts.append(f"{len(self.errors)} unusable")
        if self.findings:
            count = len(self.findings)
            parts.append(f"{count} finding{'s' * (count != 1)} on loading")
        return f"<Report: {', '.join(parts)}>"

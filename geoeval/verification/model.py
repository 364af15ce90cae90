"""The results of verification: an answer per question, a verdict per label, and findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypedDict, get_args

from geoeval.datasets.records import LoadIssue, Span
from geoeval.extras import check_installed
from geoeval.llm.completion import ModelUsage
from geoeval.query.algebra import Query
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.describe import describe as describe_query
from geoeval.query.values import Derivation, Outcome, Spot, Value
from geoeval.understanding.readings import Interpretation, Link
from geoeval.verification.describe import describe_value

if TYPE_CHECKING:
    import pandas as pd

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
    their own rounding. ``best`` is the answer, or None if no option fits or several different
    options fit equally. ``margin`` is how much farther off the runner-up is than the best
    option, in the unit of the value or in ranks.
    """

    fits: tuple[int, ...]
    best: int | None
    margin: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """A possible reading of a question, with its answer.

    ``probability`` is that of the answer if a trained model read the question.
    """

    query: Query
    answer: int | None
    probability: float | None = None


class Basis(TypedDict, total=False):
    """All that an answer rests on besides the map, as JSON.

    ``links`` have the words and the name on the map that they denote, and ``rivals`` the answer,
    the probability, the query and its description.
    """

    assumptions: list[str]
    links: list[dict[str, str]]
    asides: list[str]
    rivals: list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answer:
    """The answer of geoeval to a question, found without its label.

    ``answer`` is a zero-based option, -1 for unanswerable, or None. ``reason`` is a stable
    identifier if the status is not "answered" ("no_option_fits", "other_anchor",
    "words_unexplained"). ``understood_by`` names the front end that supplied the query ("record"
    if the question has its own, "rules+MODEL" if two agree). ``assumptions`` are those of its
    reading; ``all_assumptions`` include those of its derivation. An assumption never makes a
    label wrong. ``doubts`` are words that may change the meaning of the question and are not in
    the query. ``links`` are names of the map that words of the question denote, and ``asides`` are
    words that do not narrow the answer. ``corrections`` are misspelt words of the question, each
    with the word that it is read as. ``rivals`` are other possible readings, or all of them if
    the answer is open because they differ. If a trained model read the question, ``probability``
    is the probability of the answer. ``readings`` are all readings, for the judge.
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
    links: tuple[Link, ...] = ()
    asides: tuple[str, ...] = ()
    corrections: tuple[tuple[str, str], ...] = ()
    probability: float | None = None
    rivals: tuple[Rival, ...] = ()
    readings: tuple[Interpretation, ...] = field(default=(), compare=False)

    @property
    def derivation(self) -> Derivation | None:
        """The computed value and its steps, or None."""
        return self.outcome if isinstance(self.outcome, Derivation) else None

    @property
    def value(self) -> Value | None:
        """The computed value, or None."""
        return None if self.derivation is None else self.derivation.value

    @property
    def all_assumptions(self) -> tuple[str, ...]:
        """The assumptions of the reading and of the derivation."""
        derived = getattr(self.outcome, "assumptions", ())
        return tuple(dict.fromkeys((*self.assumptions, *derived)))

    @property
    def basis(self) -> Basis:
        """All that the answer rests on besides the map, as JSON."""
        return Basis(
            assumptions=list(self.all_assumptions),
            links=[asdict(link) for link in self.links],
            asides=list(self.asides),
            rivals=[
                {
                    "answer": rival.answer,
                    "probability": rival.probability,
                    "query": rival.query.model_dump(mode="json", exclude_none=True),
                    "sentence": describe_query(rival.query),
                }
                for rival in self.rivals
            ],
        )

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
    """A fault, or something that cannot be decided, with a stable code and its evidence.

    ``accepted`` is the reason given in the baseline that accepts it, or None. ``row`` counts the
    records of the file from 1, and ``field`` is the field at fault, as named in the file. ``now``
    is its value and ``write`` the value to replace it, in the form of the dataset; each is None if
    unknown.
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
    row: int | None = None
    field: str | None = None
    now: object = None
    write: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with its reason, and a finding unless the label is simply right."""

    verdict: Verdict
    finding: Finding | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedLine:
    """A line of a context: its 1-based number and its text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """The verdict on a record, with its answer and findings.

    ``accepted`` are the options that the author labels as right besides ``label``. ``reason`` is
    a stable identifier of why the verdict is "undetermined". ``cited`` are the
    lines of the context that state the facts of the answer, verbatim. ``expected`` is the label
    in words if there are no options. ``keyed`` is the place that the label names, for pictures.
    """

    id: int | str
    span: Span
    question: str
    options: tuple[str, ...]
    verdict: Verdict
    label: int | None
    answer: Answer
    accepted: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()
    reason: str | None = None
    cited: tuple[CitedLine, ...] = ()
    expected: str | None = None
    keyed: Spot | None = None

    @property
    def key(self) -> str | None:
        """The label in words: the labelled option, or the expected answer."""
        names_option = self.label is not None and 0 <= self.label < len(self.options)
        return self.options[self.label or 0] if names_option else self.expected

    @property
    def margin(self) -> float | None:
        """The lead of the answer, or the error of a label in words, in the unit of the value."""
        stated = [finding.margin for finding in self.findings if finding.margin is not None]
        match = self.answer.match
        return stated[0] if stated else match.margin if match is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetFinding:
    """A cause shared by several records of a run, or a fault of these records as a whole.

    ``message`` states the fault if there is no cause. ``severity`` is None if the finding
    summarises findings about records, which count by themselves.
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
    """An accepted finding with the reason; ``message`` is there for reviewers."""

    code: str
    id: int | str | None
    message: str
    reason: str
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A checked file: the number of its usable records, and its checksum if known."""

    path: str
    records: int
    sha256: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Report:
    """The outcome of a run, complete enough that a renderer computes nothing.

    ``stale`` are the acceptances of a baseline that match no finding.
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
        """Whether no label has a verdict, so that the absence of findings is not a success."""
        return all(item.verdict == "undetermined" for item in self.items)

    def to_dataframe(self) -> pd.DataFrame:
        """Return the verdicts as a pandas DataFrame."""
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

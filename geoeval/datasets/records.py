"""The records of a dataset: a question with its context, label and position in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

UNANSWERABLE = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The position of a record: the file as named by the caller, 1-based line and column."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question: all that understanding and solving may see besides the world.

    ``options`` are as written, including padding, so that an index means the same everywhere.
    ``query`` is the explicit query of the record, not validated yet, or None.
    ``conventions`` override those of the run. ``doubts`` are words that may change the meaning
    of the question and are not in the query. ``unread`` is the reason why no query is kept.
    ``states_world`` means that the text states every fact that the answer may depend on.
    ``numbered`` means that the file has no ids, so the number of the row is the id.
    """

    id: int | str
    text: str
    options: tuple[str, ...] = ()
    query: object = None
    conventions: tuple[tuple[str, str], ...] = ()
    doubts: tuple[str, ...] = ()
    unread: str = ""
    states_world: bool = False
    numbered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """How the author wrote a record.

    ``row`` counts the records of the file from 1. ``fields`` has the fields in which each part
    ("question", "options", "answer", "context") is written, such as "answer.correct" or the name
    of a column; only options may have several. ``label`` is the label as written, and ``labels``
    has the label of each option in the same form.
    """

    row: int | None = None
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    label: object = None
    labels: Mapping[int, object] = field(default_factory=dict)

    def field_of(self, part: str) -> str | None:
        """Return the field in which a part is written, or None if it is in no single field."""
        names = self.fields.get(part, (part,))
        return names[0] if len(names) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A question with its context and what its author states about it.

    ``label`` is the zero-based index of the labelled option, -1 for unanswerable, None if absent;
    ``accepted`` are the other options that the author labels as right, too.
    ``world`` is the explicit world of the record, not validated yet, or None: an object, its JSON,
    or the path of a file relative to that of the record. ``plan`` holds the lines of the plan that
    replaces the label if the question asks for a plan. ``picture`` is the path of the picture that
    the question is about, as written. ``expected`` is the answer in words if there are no options:
    "" for no answer, None if absent; ``tolerance`` is how far it may be off, as written, or None.
    ``fields`` holds all other fields, to check whether they reveal the answer; solving never sees
    them. ``written`` says where and how the parts are written in the file, for reports.
    """

    question: Question
    span: Span
    context: str = ""
    label: int | None = None
    accepted: tuple[int, ...] = ()
    category: str | None = None
    world: object = None
    plan: tuple[str, ...] | None = None
    picture: str | None = None
    expected: str | None = None
    tolerance: str | None = None
    fields: Mapping[str, object] = field(default_factory=dict)
    written: Written = field(default=Written(), compare=False)

    def accepts(self, answer: int | None) -> bool:
        """Return whether an answer is one of the labels."""
        return answer is not None and answer in (self.label, *self.accepted)

    def about(self, world: object) -> Record:
        """Return the record with a world, or unchanged if it has its own facts."""
        has_facts = self.context.strip() or self.question.states_world or self.picture
        return self if has_facts or self.world is not None else replace(self, world=world)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadIssue:
    """A fault in a file or a record, found while reading it.

    ``code`` is the code of a GEO1 rule, and ``path`` a JSON path within the record. ``fatal``
    means that the record (or, without an id, the file) cannot be used. ``others`` are the
    positions of other records with the same fault. ``row`` counts the records of the file from 1,
    ``now`` is the value at the path, and ``write`` the value that is certainly intended, if any.
    """

    code: str
    message: str
    span: Span
    id: int | str | None = None
    path: str = "$"
    fatal: bool = True
    others: tuple[Span, ...] = ()
    row: int | None = None
    now: object = None
    write: object = None

    @property
    def field(self) -> str | None:
        """The field with the fault as its author knows it, or None for the whole record."""
        return self.path.removeprefix("$").removeprefix(".") or None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """The records of a file and the issues found while reading it.

    ``sha256`` is the checksum of the file in hexadecimal, None if the records are not from a file.
    """

    path: str
    records: tuple[Record, ...] = ()
    issues: tuple[LoadIssue, ...] = ()
    readable: bool = True
    sha256: str | None = None

    def about(self, world: object) -> Dataset:
        """Return the dataset with a world for every record that has no facts of its own."""
        return replace(self, records=tuple(record.about(world) for record in self.records))

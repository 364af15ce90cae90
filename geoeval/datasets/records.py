"""The records of a dataset: a question with its context, its label and its place in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

UNANSWERABLE = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Where a record stands: the file as named by the caller, 1-based line and column."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: all that understanding and solving may see besides the world.

    ``options`` are as written, padding included, so that an index means the same everywhere;
    ``query`` is the explicit query of the record, unvalidated, if it carries one.
    ``conventions`` are those by which it is solved where they are not those of the run, ``doubts``
    words that may turn the question and that the query does not carry; ``unread`` is why no query
    is kept for it.
    ``states_world``: the text itself states every fact that the answer may rest on.
    ``numbered``: the file holds no id; the number of the row takes its place.
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
class Record:
    """A question with its context and what its author says of it.

    ``label`` is the 0-based index of the keyed option, -1 for unanswerable, None if absent;
    ``world`` is the explicit world of the record, unvalidated, if it carries one; ``plan`` are
    the lines of the plan that stands in the place of a label where a plan is asked for;
    ``picture`` is the path of the picture that the question is about, as written; ``expected``
    is the answer in words where there are no options: "" for none, None if absent. ``fields`` is
    what else the record has, for what it gives away; solving never sees it.
    """

    question: Question
    span: Span
    context: str = ""
    label: int | None = None
    category: str | None = None
    world: object = None
    plan: tuple[str, ...] | None = None
    picture: str | None = None
    expected: str | None = None
    fields: Mapping[str, object] = field(default_factory=dict)

    def about(self, world: object) -> Record:
        """Return the record with a world, or as it is if it brings facts of its own."""
        has_facts = self.context.strip() or self.question.states_world or self.picture
        return self if has_facts or self.world is not None else replace(self, world=world)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadIssue:
    """Something wrong with a file or a record, found while reading it.

    ``code`` is that of a rule of the GEO1 family; ``path`` says where in the record, as a JSON
    path; ``fatal`` means that the record (or, without an id, the file) could not be used.
    ``others`` are the further records that have the same fault.
    """

    code: str
    message: str
    span: Span
    id: int | str | None = None
    path: str = "$"
    fatal: bool = True
    others: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """The records of one file and the issues met while reading it.

    ``sha256`` is the checksum of its bytes in hexadecimal, None where there are none.
    """

    path: str
    records: tuple[Record, ...] = ()
    issues: tuple[LoadIssue, ...] = ()
    readable: bool = True
    sha256: str | None = None

    def about(self, world: object) -> Dataset:
        """Return the dataset with a world for every record that brings no facts of its own."""
        return replace(self, records=tuple(record.about(world) for record in self.records))

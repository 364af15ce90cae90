"""The output formats, and the options of a report."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from geoeval.verification.model import Severity


class ReportFormat(StrEnum):
    """The formats of verification reports."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    JSONL = "jsonl"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"
    MARKDOWN = "markdown"
    MD = "md"
    HTML = "html"
    AUDIT_MD = "audit-md"
    AUDIT_JSON = "audit-json"


class SolveFormat(StrEnum):
    """The formats of solutions."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"


class PageFormat(StrEnum):
    """The formats of all other output: text, or a JSON document."""

    TEXT = "text"
    JSON = "json"


class ToolFormat(StrEnum):
    """The formats of tool definitions: text, or the format of a provider."""

    TEXT = "text"
    OPENAI = "openai"
    OPENAI_RESPONSES = "openai-responses"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    LANGCHAIN = "langchain"
    OLLAMA = "ollama"
    MCP = "mcp"
    JSON_SCHEMA = "json-schema"


class RecordArguments(NamedTuple):
    """The arguments of a command line that name records and read their questions, as words.

    ``reader`` are the options that choose what turns questions into queries, and ``understand`` the
    front ends among them.
    """

    files: tuple[str, ...]
    form: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    world: tuple[str, ...] = ()
    reader: tuple[str, ...] = ()
    understand: str = "rules+learned"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The options of a report, and reasons for failure.

    ``colour`` adds terminal colours. ``verbose`` also lists what could not be checked, as does
    ``selected``, which means that the codes of the findings were chosen. ``statistics`` counts
    findings by rule instead of listing them. ``failed`` has reasons why the run fails other than
    findings, and ``failing`` the severities that make it fail. ``root`` is the folder to which
    paths in SARIF are relative, such as the repository. ``title`` and ``date`` appear at the head
    of an audit. ``arguments`` name the records in the commands that the report suggests; it
    suggests none without them.
    """

    colour: bool = False
    verbose: bool = False
    selected: bool = False
    statistics: bool = False
    failed: tuple[str, ...] = ()
    title: str | None = None
    date: str | None = None
    failing: frozenset[Severity] = frozenset({"error"})
    root: str = ""
    arguments: RecordArguments | None = None

    @property
    def lists_info(self) -> bool:
        """Whether the report lists findings of severity "info"."""
        return self.verbose or self.selected

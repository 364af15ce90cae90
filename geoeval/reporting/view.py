"""How the reader wants to see a report: in which format, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from geoeval.verification.model import Severity


class ReportFormat(StrEnum):
    """The formats of a verification."""

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
    """The formats of a solving."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"


class PageFormat(StrEnum):
    """The formats of everything else: text, or one JSON document."""

    TEXT = "text"
    JSON = "json"


class ToolFormat(StrEnum):
    """The formats of the tools: text, or what a provider takes."""

    TEXT = "text"
    OPENAI = "openai"
    OPENAI_RESPONSES = "openai-responses"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    LANGCHAIN = "langchain"
    OLLAMA = "ollama"
    MCP = "mcp"
    JSON_SCHEMA = "json-schema"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Choices of the reader, and what else the run came to.

    ``colour`` paints for a terminal, ``verbose`` lists what could not be checked too,
    ``statistics`` counts findings by rule in place of listing them; ``failed`` says
    why the run fails beside its findings, and ``failing`` holds the severities that make it fail.
    ``root`` is the folder that the paths of other programs begin at, such as the repository;
    ``title`` and ``date`` head an audit.
    """

    colour: bool = False
    verbose: bool = False
    statistics: bool = False
    failed: tuple[str, ...] = ()
    title: str | None = None
    date: str | None = None
    failing: frozenset[Severity] = frozenset({"error"})
    root: str = ""

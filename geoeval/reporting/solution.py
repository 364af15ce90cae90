"""What ``solve`` reports: questions with their answers, and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass

from geoeval.datasets.records import LoadIssue, Question, Span
from geoeval.llm.completion import ModelUsage
from geoeval.verification.model import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """A question, where it stands, and what geoeval makes of it."""

    question: Question
    span: Span
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Solutions:
    """The outcome of solving: one solution per usable record, and the issues of the files.

    ``model`` says what a language model was asked, if one was to be.
    """

    items: tuple[Solution, ...] = ()
    errors: tuple[LoadIssue, ...] = ()
    model: ModelUsage | None = None

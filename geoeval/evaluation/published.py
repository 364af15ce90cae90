"""The paper's Tables 3 to 7 as data: results of 28 models and of people in 2024."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from geoeval.datasets.records import Question
from geoeval.verification.kept.entries import SETS, question_fingerprint, read_queries

Task = Literal["textual", "api", "visual"]
HUMAN = "Human"
_OWN_SHARE = 0.5
"""There are shipped queries for 220 of the 300 questions, so a part of them may have fewer."""


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table of the paper: percentages by row and column."""

    number: int
    title: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[float, ...]]

    def row(self, name: str) -> Mapping[str, float]:
        """Return the figures of a row by column, as shares."""
        return {
            column: percent / 100
            for column, percent in zip(self.columns, self.rows[name], strict=True)
        }


@cache
def published_table(name: str) -> PublishedTable:
    """Return a table of the paper by its subject."""
    text = (files("geoeval.evaluation") / "published.json").read_text("utf-8")
    each = json.loads(text)[name]
    rows = {model: tuple(figures) for model, figures in each["rows"].items()}
    return PublishedTable(each["table"], each["title"], tuple(each["columns"]), rows)


def is_mapeval(questions: Collection[Question]) -> bool:
    """Return whether questions are MapEval's own, by their texts and options.

    Questions of MapEval-Visual are never recognised: they have no shipped queries.
    """
    known = _mapeval_fingerprints()
    own = sum(question_fingerprint(each) in known for each in questions)
    return own > len(questions) * _OWN_SHARE


@cache
def _mapeval_fingerprints() -> frozenset[str]:
    return frozenset(entry.fingerprint for entry in read_queries(SETS / "mapeval.jsonl"))

"""The paper's Tables 3 to 7 as data: results of 28 models and of people in 2024."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

Task = Literal["textual", "api", "visual"]
HUMAN = "Human"


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


def table_of(categories: Collection[str]) -> Task | None:
    """Return the task whose published categories a dataset has, or None."""
    tasks: tuple[Task, ...] = ("textual", "visual")
    named = set(categories) - {"unanswerable"}
    for task in tasks:
        if named and named <= set(published_table(task).columns):
            return task
    return None

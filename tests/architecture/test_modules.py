"""Each module is one documented idea, without marks left behind."""

from __future__ import annotations

import ast
import re

import pytest

from tests.architecture.source import Module, modules

LONGEST = 600
MARK = re.compile(r"\b(TODO|FIXME|XXX)\b|NotImplementedError")
SILENCED = re.compile(r"#\s*(type:\s*ignore|noqa|pragma:\s*no cover)")
# The reason stands in the same comment behind " - " or " # ", or in a comment on the line above.
REASON = re.compile(SILENCED.pattern + r".*?\s[-#]\s+\S")


@pytest.fixture(params=modules(), ids=lambda module: module.name)
def module(request: pytest.FixtureRequest) -> Module:
    """One module of the package after the other."""
    found = request.param
    assert isinstance(found, Module)
    return found


def test_is_short(module: Module) -> None:
    """A module past the limit is more than one idea."""
    assert len(module.lines) <= LONGEST


def test_is_documented(module: Module) -> None:
    """Every module, public class, function and method says what it is."""
    if any(not isinstance(node, ast.Pass) for node in module.tree.body):
        assert ast.get_docstring(module.tree), "the module has no docstring"
    bare = [name for name, node in module.public_definitions() if not ast.get_docstring(node)]
    assert bare == []


def test_has_a_telling_name(module: Module) -> None:
    """No module is named for what it does not say."""
    assert module.path.stem not in {"utils", "util", "helpers", "misc", "common", "manager"}


def test_carries_no_marks(module: Module) -> None:
    """Work that is not done is an issue, not a mark in the source."""
    assert [line for line in module.lines if MARK.search(line)] == []


# A download grows piece by piece under another name.
WRITERS = {"geoeval/files.py", "geoeval/datasets/download.py"}


def test_writes_files_by_the_one_function_for_it(module: Module) -> None:
    """A file that is opened to be written is lost if the disk is full or the process is killed."""
    if module.name in WRITERS:
        return
    calls = [node for node in ast.walk(module.tree) if isinstance(node, ast.Call)]
    assert [ast.unparse(call) for call in calls if _writes(call)] == []


def _writes(call: ast.Call) -> bool:
    """Return whether a call writes a file by itself."""
    name = ast.unparse(call.func).rpartition(".")[2]
    modes = [*call.args, *(word.value for word in call.keywords if word.arg == "mode")]
    return name in {"write_text", "write_bytes", "NamedTemporaryFile", "mkstemp"} or (
        name == "open"
        and any(
            isinstance(mode, ast.Constant)
            and re.fullmatch(r"[rwaxbt+]*[wax+][bt+]*", str(mode.value))
            for mode in modes
        )
    )


def test_silences_no_check_without_a_reason(module: Module) -> None:
    """Each silenced check says why, in the same comment or in the one above."""
    unexplained = [
        line
        for above, line in zip(["", *module.lines], module.lines, strict=False)
        if SILENCED.search(line) and not REASON.search(line) and not above.lstrip().startswith("#")
    ]
    assert unexplained == []

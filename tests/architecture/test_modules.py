"""Modules are short, documented and free of leftover marks."""

from __future__ import annotations

import ast
import re

from tests.architecture.source import modules

LONGEST = 600
MARK = re.compile(r"\b(TODO|FIXME|XXX)\b|NotImplementedError")
SILENCED = re.compile(r"#\s*(type:\s*ignore|noqa|pragma:\s*no cover)")
# The reason follows " - " or " # " in the same comment, or is a comment on the line above.
REASON = re.compile(SILENCED.pattern + r".*?\s[-#]\s+\S")


def test_modules_are_short() -> None:
    """A module above the limit holds more than one idea."""
    assert [module.name for module in modules() if len(module.lines) > LONGEST] == []


def test_modules_and_public_names_are_documented() -> None:
    filled = [m for m in modules() if any(not isinstance(node, ast.Pass) for node in m.tree.body)]
    assert [module.name for module in filled if not ast.get_docstring(module.tree)] == []
    bare = [
        f"{module.name}: {name}"
        for module in modules()
        for name, node in module.public_definitions()
        if not ast.get_docstring(node)
    ]
    assert bare == []


def test_modules_have_specific_names() -> None:
    vague = {"utils", "util", "helpers", "misc", "common", "manager"}
    assert [module.name for module in modules() if module.path.stem in vague] == []


def test_modules_contain_no_todo_marks() -> None:
    """Unfinished work is an issue, not a mark in the source."""
    assert [line for module in modules() for line in module.lines if MARK.search(line)] == []


# A download is appended to a file of another name until it is complete.
# Valhalla reads its settings from a file in a temporary folder.
# The record of finished parts is appended line by line; an incomplete line is ignored.
WRITERS = {
    "geoeval/files.py", "geoeval/datasets/download.py", "geoeval/world/osm/valhalla.py",
    "geoeval/workers/parts.py",
}  # fmt: skip


def test_only_listed_modules_write_files_directly() -> None:
    """A file opened for writing is lost if the disk is full or the process is killed."""
    calls = [
        f"{module.name}: {ast.unparse(node)}"
        for module in modules()
        if module.name not in WRITERS
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and _writes_file(node)
    ]
    assert calls == []


def _writes_file(call: ast.Call) -> bool:
    """Return whether a call writes a file directly."""
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


def test_silenced_checks_have_a_reason() -> None:
    """The reason is in the same comment or in the line above."""
    unexplained = [
        f"{module.name}: {line}"
        for module in modules()
        for above, line in zip(["", *module.lines], module.lines, strict=False)
        if SILENCED.search(line) and not REASON.search(line) and not above.lstrip().startswith("#")
    ]
    assert unexplained == []

"""Each module is one documented idea, without marks left behind."""

from __future__ import annotations

import ast
import re

from tests.architecture.source import modules

LONGEST = 600
MARK = re.compile(r"\b(TODO|FIXME|XXX)\b|NotImplementedError")
SILENCED = re.compile(r"#\s*(type:\s*ignore|noqa|pragma:\s*no cover)")
# The reason stands in the same comment behind " - " or " # ", or in a comment on the line above.
REASON = re.compile(SILENCED.pattern + r".*?\s[-#]\s+\S")


def test_are_short() -> None:
    """A module past the limit is more than one idea."""
    assert [module.name for module in modules() if len(module.lines) > LONGEST] == []


def test_are_documented() -> None:
    """Every module, public class, function and method says what it is."""
    filled = [m for m in modules() if any(not isinstance(node, ast.Pass) for node in m.tree.body)]
    assert [module.name for module in filled if not ast.get_docstring(module.tree)] == []
    bare = [
        f"{module.name}: {name}"
        for module in modules()
        for name, node in module.public_definitions()
        if not ast.get_docstring(node)
    ]
    assert bare == []


def test_have_telling_names() -> None:
    """No module is named for what it does not say."""
    vague = {"utils", "util", "helpers", "misc", "common", "manager"}
    assert [module.name for module in modules() if module.path.stem in vague] == []


def test_carry_no_marks() -> None:
    """Work that is not done is an issue, not a mark in the source."""
    assert [line for module in modules() for line in module.lines if MARK.search(line)] == []


# A download grows piece by piece under another name.
# Valhalla reads its settings from a file of a folder that is thrown away.
# A diary of what is done grows line by line; a line that was cut off counts for nothing.
WRITERS = {
    "geoeval/files.py", "geoeval/datasets/download.py", "geoeval/world/osm/valhalla.py",
    "geoeval/workers/parts.py",
}  # fmt: skip


def test_files_are_written_by_the_one_function_for_it() -> None:
    """A file that is opened to be written is lost if the disk is full or the process is killed."""
    calls = [
        f"{module.name}: {ast.unparse(node)}"
        for module in modules()
        if module.name not in WRITERS
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and _writes(node)
    ]
    assert calls == []


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


def test_no_check_is_silenced_without_a_reason() -> None:
    """Each silenced check says why, in the same comment or in the one above."""
    unexplained = [
        f"{module.name}: {line}"
        for module in modules()
        for above, line in zip(["", *module.lines], module.lines, strict=False)
        if SILENCED.search(line) and not REASON.search(line) and not above.lstrip().startswith("#")
    ]
    assert unexplained == []

"""The documentation imports public names from public modules."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.architecture.documents import Block, api_pages, blocks

REFERENCE = re.compile(r"^::: (geoeval[\w.]*)$", re.MULTILINE)


def public_modules() -> set[str]:
    """Return the modules that the API pages describe, as a whole or by their names."""
    documented = REFERENCE.findall(api_pages())
    homes = (name if _is_module(name) else name.rpartition(".")[0] for name in documented)
    return {"geoeval", *homes}


def _is_module(name: str) -> bool:
    """Return whether a dotted name is the name of a module."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def imports(block: Block) -> Iterator[tuple[str, str]]:
    """Yield each geoeval name that a block imports, with its module."""
    code = block.body
    if block.language == "pycon":
        parser = doctest.DocTestParser()
        code = "".join(example.source for example in parser.get_examples(block.body))
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("geoeval"):
            yield from ((str(node.module), alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((a.name, "") for a in node.names if a.name.startswith("geoeval"))


@pytest.mark.parametrize("block", [*blocks("pycon"), *blocks("python")], ids=str)
def test_pages_import_from_public_modules(block: Block) -> None:
    """Code that a reader copies must not depend on modules that may move."""
    allowed = public_modules()
    for module, name in imports(block):
        assert module in allowed, f"{block} imports {name} from {module}"
        listed = getattr(import_module(module), "__all__", None)
        assert not name or listed is None or name in listed, f"{block}: {module}.{name}"

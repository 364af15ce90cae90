"""No module imports itself through others: at the top, in a function or for types."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import networkx as nx

from tests.architecture.source import Module, modules


def imports_of(tree: ast.Module, known: set[str]) -> Iterator[str]:
    """Yield the modules of the package that a module imports anywhere in its code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their module in full"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in known or node.module in known:
                    yield inner if inner in known else str(node.module)


def import_cycles(found: list[Module]) -> list[str]:
    """Return the shortest cycle of each group of modules that import one another."""
    known = {module.dotted for module in found}
    graph = nx.DiGraph(
        (module.dotted, other) for module in found for other in imports_of(module.tree, known)
    )
    groups = [graph.subgraph(group) for group in nx.strongly_connected_components(graph)]
    shortest = [min(nx.simple_cycles(g), key=len) for g in groups if len(g) > 1]
    loops = [[name] for name, _ in nx.selfloop_edges(graph)]
    return sorted(" -> ".join([*names, names[0]]) for names in (*shortest, *loops))


def test_finds_imports_anywhere_in_a_module() -> None:
    """Imports in functions and for types count; imports of other packages do not."""
    tree = ast.parse(
        "import a.b\nimport os\nfrom a import c, d\nfrom a.e import f\n"
        "if TYPE_CHECKING:\n    from a.g import h\n"
        "def i():\n    from a.j import k\n"
    )
    known = {"a", "a.b", "a.c", "a.e", "a.g", "a.j"}
    assert sorted(imports_of(tree, known)) == ["a", "a.b", "a.c", "a.e", "a.g", "a.j"]


def test_modules_have_no_import_cycles() -> None:
    """Code that two modules need from each other belongs in one of them, or in a lower module."""
    assert import_cycles(modules()) == []

"""The modules of the package, as text and as syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "geoeval"


@dataclass(frozen=True)
class Module:
    """One module of the package."""

    path: Path

    @property
    def name(self) -> str:
        """The path relative to the project root."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def dotted(self) -> str:
        """The dotted name by which it is imported."""
        return self.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def lines(self) -> list[str]:
        """The lines of its text."""
        return self.path.read_text(encoding="utf-8").splitlines()

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse("\n".join(self.lines))

    def public_definitions(self) -> Iterator[tuple[str, ast.AST]]:
        """Yield each public class, function and method with its dotted name."""
        yield from _public(self.tree, "")


def _public(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if child.name.startswith("_") or _is_overload(child):
            continue
        yield prefix + child.name, child
        if isinstance(child, ast.ClassDef):
            yield from _public(child, f"{prefix}{child.name}.")


def _is_overload(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(decorator).endswith("overload") for decorator in node.decorator_list)


@cache
def modules() -> tuple[Module, ...]:
    """Return every module of the package, by path."""
    return tuple(map(Module, sorted(PACKAGE.rglob("*.py"))))

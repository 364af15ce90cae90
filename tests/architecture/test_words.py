"""Names and messages use the terms of the glossary in CONTRIBUTING.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from geoeval.tools import export_tools
from tests.architecture.source import Module, modules

IN_NAMES = frozenset(
    "told untold said unsaid meant laid beaten mended mendable mend refuse refused refuses beside "
    "tells tell stands sheet".split()
)
IN_STRINGS = re.compile(
    r"\b(?:stands?|tells?|told|said|refuses?|refused|mends?|mended|beside|of which|so that none|"
    r"holds|knows)\b"
)
# Words of others: prompts, whose wording is measured with models; options of datasets; English.
WORDS_OF_OTHERS = {
    "geoeval/evaluation/tasks/prompts.py",
    "geoeval/understanding/model/prompt.py",
    "geoeval/verification/labels/match.py",
    "geoeval/world/names.py",
}


def _names(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name


def _docstrings(module: Module) -> set[int]:
    return {
        id(node.value)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def _texts(module: Module) -> Iterator[tuple[int, str]]:
    documented = _docstrings(module)
    for node in ast.walk(module.tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documented
            and " " in node.value
        ):
            yield node.lineno, node.value


def test_names_use_no_word_of_the_old_dialect() -> None:
    """Words in the right column of the glossary do not come back."""
    found = {
        f"{module.name}: {name}"
        for module in modules()
        for name in _names(module)
        if not IN_NAMES.isdisjoint(re.findall(r"[a-z]+", re.sub("([A-Z])", r"_\1", name).lower()))
    }
    assert sorted(found) == []


def test_messages_use_no_word_of_the_old_dialect() -> None:
    found = [
        f"{module.name}:{line}: {text}"
        for module in modules()
        if module.name not in WORDS_OF_OTHERS
        for line, text in _texts(module)
        if IN_STRINGS.search(text)
    ]
    assert found == []


def _descriptions(definition: object) -> Iterator[str]:
    match definition:
        case dict():
            for name, value in definition.items():
                if name == "description" and isinstance(value, str):
                    yield value
                yield from _descriptions(value)
        case list():
            for value in definition:
                yield from _descriptions(value)


def test_descriptions_of_tools_use_no_word_of_the_old_dialect() -> None:
    """They are docstrings and descriptions of fields, for arguments and for results."""
    texts = [*_descriptions(export_tools("mcp"))]
    assert any(text.startswith("Return ") for text in texts)
    assert [text for text in texts if IN_STRINGS.search(text.lower())] == []


def test_few_function_names_are_single_words() -> None:
    """One in five is allowed: a property, or a method of a documented class."""
    names = [
        node.name.strip("_")
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert sum("_" not in name for name in names) <= len(names) / 5

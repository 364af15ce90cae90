"""The tree of errors in the module docstring equals the tree of classes."""

from __future__ import annotations

import inspect
import re

from geoeval import errors

BRANCH = re.compile(r"^\s*(?P<indent>[│├└─ ]*)(?P<name>\w+Error)\b(?:\s*\((?P<builtin>\w+)\))?")


def classes_in_docstring() -> dict[str, tuple[str, ...]]:
    """Return each class of the tree in the docstring with its bases."""
    assert errors.__doc__ is not None
    tree: dict[str, tuple[str, ...]] = {}
    parents: list[tuple[int, str]] = []
    for line in errors.__doc__.splitlines():
        match = BRANCH.match(line)
        if match is None:
            continue
        depth, name = match.start("name"), match["name"]
        while parents and parents[-1][0] >= depth:
            parents.pop()
        parent = parents[-1][1] if parents else "Exception"
        tree[name] = (parent, match["builtin"]) if match["builtin"] else (parent,)
        parents.append((depth, name))
    return tree


def test_docstring_tree_equals_the_classes() -> None:
    """Each error class appears below its parent, with its builtin base."""
    classes = {
        name: tuple(base.__name__ for base in error.__bases__)
        for name, error in inspect.getmembers(errors, inspect.isclass)
        if error.__module__ == errors.__name__
    }
    assert classes_in_docstring() == classes

"""The tree of errors drawn in the docstring is the tree of classes."""

from __future__ import annotations

import inspect
import re

from geoeval import errors

BRANCH = re.compile(r"^\s*(?P<indent>[│├└─ ]*)(?P<name>\w+Error)\b(?:\s*\((?P<builtin>\w+)\))?")


def drawn() -> dict[str, tuple[str, ...]]:
    """Return each class of the drawing with its bases, as drawn."""
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


def test_drawing_equals_the_classes() -> None:
    """Every error class stands in the drawing, under its parent, with its builtin."""
    classes = {
        name: tuple(base.__name__ for base in error.__bases__)
        for name, error in inspect.getmembers(errors, inspect.isclass)
        if error.__module__ == errors.__name__
    }
    assert drawn() == classes

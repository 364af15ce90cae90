"""Words live in the vocabulary, where they can be seen, counted and taken away."""

from __future__ import annotations

import ast
import re

import pytest

from tests.architecture.source import Module, modules

LONGEST = 5
NOT_WORDS = {
    "geoeval/understanding/model/": "names of slots and queries, which a model is told",
    "geoeval/understanding/plans/": "the fixed form of meeting and stay plans",
}
_WORD = re.compile(r"[a-z']+")


def _words(node: ast.AST) -> list[str]:
    """Return the words of a literal that lists words, not those of a tuple of cues."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="split")):
            return text.split()
        case ast.Set(elts=elements):
            values = [each.value for each in elements if isinstance(each, ast.Constant)]
            return [each for each in values if isinstance(each, str)]
        case _:
            return []


@pytest.mark.parametrize(
    "module",
    [
        each
        for each in modules()
        if each.name.startswith("geoeval/understanding/")
        and not each.name.startswith(tuple(NOT_WORDS))
    ],
    ids=lambda module: module.name,
)
def test_lists_no_words_in_code(module: Module) -> None:
    """A list of words outside the vocabulary cannot be thinned, so its weight is not measured."""
    lists = [_words(node) for node in ast.walk(module.tree)]
    listed = [words for words in lists if all(map(_WORD.fullmatch, words))]
    assert [words for words in listed if len(words) > LONGEST] == []

"""Words are kept in the vocabulary, where they can be counted and removed."""

from __future__ import annotations

import ast
import re

from tests.architecture.source import modules

MAX_LISTED = 5
NOT_WORDS = {
    "geoeval/understanding/learned/": "classes of words, which training weighs",
    "geoeval/understanding/model/": "names of slots and queries in prompts",
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


def test_no_words_are_listed_in_code() -> None:
    """Probes cannot thin a list outside the vocabulary, so its effect would not be measured."""
    ours = [each for each in modules() if each.name.startswith("geoeval/understanding/")]
    listed = [
        (module.name, words)
        for module in ours
        if not module.name.startswith(tuple(NOT_WORDS))
        for words in map(_words, ast.walk(module.tree))
        if len(words) > MAX_LISTED and all(map(_WORD.fullmatch, words))
    ]
    assert listed == []

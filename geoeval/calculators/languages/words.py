"""Words of options in other languages: compass points, yes and no, none of the others."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import resources

from geoeval.calculators.sphere.compass import Compass

_POINTS = frozenset(Compass)
_SIDES = {"north": "N", "east": "E", "south": "S", "west": "W"}
_BRACKET = re.compile(r"\s*\(\s*([nesw]{1,3})\s*\)$")
_PHRASE_END = re.compile(r"\s?[,.;:!。、]")


@cache
def read_words() -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the words of ``words.toml`` by language code and heading."""
    text = (resources.files(__package__) / "words.toml").read_text(encoding="utf-8")
    return {
        code: {
            heading: tuple(map(fold_case, words.split(", "))) for heading, words in table.items()
        }
        for code, table in tomllib.loads(text).items()
    }


def fold_case(text: str) -> str:
    """Return a text in its compatibility form and in lower case, with single spaces."""
    if text.isascii():
        return " ".join(text.lower().split())
    folded = unicodedata.normalize("NFKC", text).replace("İ", "i").lower()
    plain = "".join(mark for mark in folded if unicodedata.category(mark) != "Cf")
    return " ".join(plain.split())


@cache
def all_words(heading: str) -> frozenset[str]:
    """Return the words under a heading in all languages."""
    return frozenset(word for table in read_words().values() for word in table.get(heading, ()))


@lru_cache(maxsize=8192)
def says(heading: str, option: str) -> bool:
    """Return whether an option consists of words under a heading, such as "yes", in a language.

    A comma or a full stop and more may follow.
    """
    folded = fold_case(option)
    words = all_words(heading)
    return folded in words or _PHRASE_END.split(folded, 1)[0] in words


@cache
def _range_pattern() -> re.Pattern[str]:
    words = any_of(all_words("range"))
    return re.compile(rf"(?<![^\W\d_])(?:{words})\s*\d|\d\s*[^\W\d_]*\.?\s*(?:{words})(?![^\W\d_])")


def is_range(text: str) -> bool:
    """Return whether words next to a figure make it a bound or a range, in lower case."""
    return _range_pattern().search(text) is not None


def any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of some words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


@cache
def _compass_grammar(code: str) -> tuple[re.Pattern[str], dict[str, str]]:
    table = read_words()[code]
    letters = {word: letter for side, letter in _SIDES.items() for word in table[side]}
    words = [word for word in letters if len(word) > 1] or letters
    point = (
        rf"(?:(?:{any_of(words)})[\s\-‐‑–]*){{1,3}}|(?:{any_of(set(letters) - set(words))}){{1,3}}"
    )
    toward = any_of(table.get("toward", ()))
    side = any_of(table.get("side", ()))
    # Scripts from kana on are written without spaces.
    pattern = rf"(?:(?:{toward})(?:\s+|(?<=['\u3040-\uffff])))?(?P<point>{point})(?:\s*(?:{side}))?"
    return re.compile(pattern), letters


@lru_cache(maxsize=4096)
def _read_point(option: str, code: str) -> Compass | None:
    """Return the compass point that an option is in a language, or None."""
    pattern, letters = _compass_grammar(code)
    match = pattern.fullmatch(option)
    if match is None:
        return None
    parts = re.findall(any_of(letters), match["point"])
    return _join_points([letters[part] for part in parts])


def _join_points(letters: Sequence[str]) -> Compass | None:
    """Return the point of some letters; "EN" and "NEN" are Chinese and Korean spellings."""
    spelled = "".join(letters)
    swapped = spelled[:-2] + spelled[-2:][::-1]
    return next((Compass(each) for each in (spelled, swapped) if each in _POINTS), None)


def read_points(options: Sequence[str]) -> dict[int, Compass]:
    """Return the compass point of each option in the language that reads most of the options.

    If languages that read equally many of them differ ("O" is east in German and west in French),
    only the options on which they agree are returned. A single letter counts only if more than half
    of the options are read: of A, B, C and D, Turkish reads two.
    """
    folded = [_BRACKET.sub("", fold_case(option).strip(" .")) for option in options]
    readings = [
        {i: point for i, text in enumerate(folded) if (point := _read_point(text, code))}
        for code in read_words()
    ]
    most = max(map(len, readings))
    best = [reading for reading in readings if len(reading) == most]
    common = {i: point for i, point in best[0].items() if all(r.get(i) is point for r in best)}
    if 2 * most > len(options):
        return common
    return {i: point for i, point in common.items() if len(folded[i]) > 1}

"""How alike two names look by their letters: what is left to ask when no rule on words decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from geoeval.text import KIND_WORDS, WEAK_WORDS, consonants, key_words, normalise, numbers

CLOSE = 86.0
"""From this likeness on, 0-100, a name may be a misspelling of another."""

_CLOSE_SCRIPTS = 84.0
_CLOSE_BONES = 80.0
_ALIKE_BEGINNING = 75.0
_SHORTEST_CLOSE = 5
_FEWEST_BONES = 3
_CORE_MALUS = 4.0


class Spelling(NamedTuple):
    """A name in the forms that are compared."""

    normal: str
    words: tuple[str, ...]
    ordered: str
    core: str
    digits: frozenset[str]
    foreign: bool

    @classmethod
    @lru_cache(maxsize=8192)
    def of(cls, name: str) -> Spelling:
        """Return the spelling of a name."""
        words = key_words(name)
        return cls(
            normal=normalise(name),
            words=words,
            ordered=" ".join(sorted(words)),
            core="".join(strong(words)),
            digits=numbers(words),
            foreign=not name.isascii(),
        )


class Spellings:
    """The spellings of some names, to find those that look like a text.

    Examples
    --------
    >>> found = Spellings(["Green Park", "Old Mill"]).like("Gren Park", least=55)
    >>> {index: round(score) for index, score in found.items()}
    {0: 95}
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._all = tuple(map(Spelling.of, names))

    def like(self, name: str, least: float) -> dict[int, float]:
        """Return how much the names look like a text, 0-100, by their index."""
        from rapidfuzz import process
        from rapidfuzz.fuzz import ratio

        one = Spelling.of(name)
        alike = set(self._of_script[not one.foreign])
        for form, column in zip((one.normal, one.ordered, one.core), self._columns, strict=True):
            near = process.extract(form, column, scorer=ratio, score_cutoff=least, limit=None)
            alike.update([index for _, _, index in near])
        if not alike:
            return {}
        scores = {index: likeness(one, self._all[index]) for index in sorted(alike)}
        return {index: score for index, score in scores.items() if score >= least}

    @cached_property
    def _columns(self) -> tuple[list[str], ...]:
        """Each of the forms that are compared, of all names."""
        rows = self._all
        return [row.normal for row in rows], [row.ordered for row in rows], [r.core for r in rows]

    @cached_property
    def _of_script(self) -> dict[bool, tuple[int, ...]]:
        """Map whether a name has foreign letters to the names that are so."""
        return {
            foreign: tuple(i for i, row in enumerate(self._all) if row.foreign is foreign)
            for foreign in (False, True)
        }


def likeness(one: Spelling, other: Spelling) -> float:
    """Return how much two names look alike, 0-100; other numbers make it another name.

    Examples
    --------
    >>> round(likeness(Spelling.of("Gren Park"), Spelling.of("Green Park")))
    95
    """
    from rapidfuzz.fuzz import ratio

    if other.digits != one.digits:
        return 0.0
    score = max(ratio(one.normal, other.normal), ratio(one.ordered, other.ordered))
    if min(len(one.core), len(other.core)) >= _SHORTEST_CLOSE and same_kind(one.words, other.words):
        score = max(score, ratio(one.core, other.core) - _CORE_MALUS)
    if score >= _CLOSE_BONES and _same_bones(one.normal, other.normal):
        score = max(score, CLOSE)
    if one.foreign != other.foreign and score < CLOSE:
        score = max(score, _across_scripts(one.normal, other.normal))
    return score


def strong(words: tuple[str, ...]) -> list[str]:
    """Return the words that are more than generic ones.

    Examples
    --------
    >>> strong(("hotel", "of", "ashford"))
    ['ashford']
    """
    return [word for word in words if word not in WEAK_WORDS]


def same_kind(words: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Tell whether a name can be of the kind that words ask for: "Park" is no "Park Hotel".

    Examples
    --------
    >>> same_kind(("hill", "park"), ("hill", "park", "hotel"))
    False
    """
    kinds, other_kinds = KIND_WORDS.intersection(words), KIND_WORDS.intersection(others)
    if not kinds:
        return not other_kinds or others[-1] in KIND_WORDS
    return not other_kinds or kinds == other_kinds


def _same_bones(normal: str, other: str) -> bool:
    """Whether two spellings differ in their vowels only ("Comilla", "Cumilla")."""
    bones = consonants(normal)
    return len(bones) >= _FEWEST_BONES and normal[0] == other[0] and bones == consonants(other)


def _across_scripts(normal: str, other: str) -> float:
    """Return how alike the consonants are of names one of which was transliterated."""
    from rapidfuzz.fuzz import ratio

    bones, other_bones = consonants(normal), consonants(other)
    if min(len(bones), len(other_bones)) < _SHORTEST_CLOSE or not _begin_alike(normal, other):
        return 0.0
    return ratio(bones, other_bones) + CLOSE - _CLOSE_SCRIPTS - 1


def _begin_alike(normal: str, other: str) -> bool:
    """Whether the first words sound alike: kind words behind them weigh little across scripts."""
    from rapidfuzz.fuzz import ratio

    first, other_first = (consonants(text.split(" ")[0]) for text in (normal, other))
    return first[:1] == other_first[:1] and ratio(first, other_first) >= _ALIKE_BEGINNING

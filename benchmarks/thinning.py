"""The vocabulary of understanding with a share of its content words taken out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from geoeval.understanding.vocabulary import Table, change_vocabulary, word_list
from geoeval.understanding.vocabulary.lexicon import grammar_words, number_words
from geoeval.understanding.vocabulary.text import key_of, split_keys

SHARE = 0.3
# What belongs to grammar, days, units and answers, besides the lists of the vocabulary.
_GIVEN = frozenset(
    (
        "much many long yes no nor neither than through toward towards into beside besides inside "
        "outside among behind between against despite except ought hers theirs ours yours "
        "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays "
        "thursdays fridays saturdays sundays mon tue tues wed thu thurs thur fri sat sun "
        "am pm a.m p.m h hr m sec second seconds kilometer kilometers mi mile miles ft foot feet "
        "yard yards week weeks month months year years sixth seventh eighth ninth tenth"
    ).split()
)


@cache
def given_words() -> frozenset[str]:
    """Return the words that are never taken out: grammar, numbers, units, days."""
    units = word_list("spelling.units")
    return grammar_words() | number_words() | units | {key_of(word) for word in _GIVEN}


@dataclass(frozen=True, slots=True)
class Thinning:
    """A share of all content words, drawn by the hash of the seed and the word."""

    share: float
    seed: int
    given: frozenset[str]

    def keeps(self, word: str) -> bool:
        """Whether every content word of a word, as it stands in a list, is left."""
        return all(map(self._left, split_keys(word.replace("_", " "))))

    def _left(self, key: str) -> bool:
        if key in self.given or key[0].isdigit():
            return True
        drawn = int.from_bytes(sha256(f"{self.seed} {key}".encode()).digest()[:8])
        return drawn >= self.share * 2**64

    def pattern(self, text: str) -> str | None:
        """Return a pattern with the alternatives that are left, None where a needed slot is empty.

        Examples
        --------
        >>> Thinning(0, 1, frozenset()).pattern("by|in a? car~")
        'by|in a? car|cars'
        >>> Thinning(1, 1, frozenset({"by", "car"})).pattern("by|in a? car~")
        'by car'
        """
        slots = []
        for slot in text.split():
            optional = slot.endswith("?")
            left = [form for form in _forms(slot.removesuffix("?")) if self.keeps(form)]
            if left:
                slots.append("|".join(left) + ("?" if optional else ""))
            elif not optional:
                return None
        return " ".join(slots)

    def table(self, table: Table) -> Table:
        """Return the tables of a vocabulary file without the words that are taken out."""
        return {
            heading: {name: self._words(words) for name, words in lists.items()}
            for heading, lists in table.items()
        }

    def _words(self, words: list[str] | str) -> list[str] | str:
        if isinstance(words, str):
            return " ".join(filter(self.keeps, words.split()))
        return [left for left in map(self.pattern, words) if left]


def _forms(slot: str) -> Iterator[str]:
    """Yield the alternatives of a slot, singular and plural apart."""
    for word in slot.split("|"):
        yield word.removesuffix("~")
        if word.endswith("~"):
            yield word[:-1] + "s"


def thinned(seed: int, share: float = SHARE) -> AbstractContextManager[None]:
    """Understand by what is left of the vocabulary for a while."""
    return change_vocabulary(Thinning(share, seed, given_words()).table)
